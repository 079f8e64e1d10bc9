"""The examples of docs/decklists.md are read completely, each as the format it stands under."""

import re
from pathlib import Path

import pytest

import deckcheck
from deckcheck.lists import FORMATS, read_list
from tests.deckcheck.lists.pools import HOPE, NEUROSCAPE

PAGE = (Path(deckcheck.__file__).parents[1] / "docs" / "decklists.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(
    r"^`(\w+)`[^\n]*(?:\n(?!```)[^\n]*)*\n```(text|hope)\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL
)


def test_every_format_has_an_example() -> None:
    assert [form for form, _, _ in EXAMPLES] == [
        "deckplanet",
        "deckscape",
        "decklab",
        "plain",
        "hope",
        "csv",
        "json",
    ]
    assert {form for form, _, _ in EXAMPLES} == FORMATS.keys()


@pytest.mark.parametrize(("form", "game", "text"), EXAMPLES, ids=[form for form, _, _ in EXAMPLES])
def test_an_example_is_read_completely(form: str, game: str, text: str) -> None:
    reading = read_list(text, HOPE if game == "hope" else NEUROSCAPE)
    assert (reading.format, reading.problems) == (form, ())
