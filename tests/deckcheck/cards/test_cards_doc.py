"""The example in docs/cards.md is a set that compiles, and what is said about it is so."""

import re
from pathlib import Path

from deckcheck.cards.card import Pool
from deckcheck.cards.compile import SetErrors, compile_set
from deckcheck.cards.schema import TOP_KEYS
from deckcheck.cards.text import generated_text

DOC = (Path(__file__).parents[3] / "docs" / "cards.md").read_text()
EXAMPLE = re.findall(r"^```yaml\n(.*?)^```", DOC, re.S | re.M)[0]


def test_the_example_compiles() -> None:
    found = compile_set(EXAMPLE, file="demo.yaml", clauses=())
    assert [card.name for card in found.cards] == ["Line Walker", "Short Fuse", "Spare Line", "Demo RAM"]


def test_the_example_says_what_the_page_quotes() -> None:
    pool = Pool("neuroscape", [compile_set(EXAMPLE, file="demo.yaml")])
    quoted = [line.removeprefix("> ") for line in DOC.splitlines() if line.startswith("> ")]
    assert list(generated_text(pool["DMO-1"], pool).paragraphs) == quoted


def test_the_mistakes_that_the_page_shows_are_those_that_are_found() -> None:
    shown = re.findall(r"^```text\n(.*?)^```", DOC, re.S | re.M)[0].splitlines()
    broken = EXAMPLE.replace("kind: blue, to: t1", "kind: blue, too: t1").replace(
        "token: Spark, num", "token: Sprak, num"
    )
    try:
        compile_set(broken, file="demo.yaml")
    except SetErrors as refused:
        found = [str(error) for error in refused.errors]
    assert found == shown


def test_every_key_of_a_file_is_explained() -> None:
    assert [key for key in TOP_KEYS if f"`{key}`" not in DOC] == []
