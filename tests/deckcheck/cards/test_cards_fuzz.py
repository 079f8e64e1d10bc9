"""Whatever a file holds, it compiles or is refused with ``SetErrors``; what compiles can be spoken."""

import random
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from deckcheck.cards.card import Pool
from deckcheck.cards.compile import SetErrors, compile_set
from deckcheck.cards.loader import thawed
from deckcheck.cards.text import generated_text
from deckcheck.domain.library import shipped_sets

ODD: list[Any] = [
    None,
    True,
    -1,
    10**30,
    1.5,
    "",
    "t1",
    "you",
    "X",
    "all",
    "each",
    "a(b",
    "ev.card",
    [],
    {},
    [[]],
    [None],
]
ODD += [
    {"a": 1},
    [{"draw": 1}],
    "character or",
    "of= player",
    "count(character)",
    "leaves(self)",
    "=",
    "|",
    "  ",
    "é",
]


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every (container, key) in there."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    return [place for key in keys for place in ((value, key), *places(value[key]))]


@pytest.mark.parametrize("code", ["GEN", "HCO"])
def test_a_shipped_set_with_anything_changed_compiles_or_is_refused(code: str) -> None:
    chance = random.Random(3)
    whole = shipped_sets()[code]
    outcomes = {True: 0, False: 0}
    for _ in range(150):
        cards = [thawed(card.facts) for card in chance.sample(whole.cards, 3)]
        top = {"set": code, "notation": 1, "tokens": thawed(whole.data.get("tokens", {}))}
        top["counter_rules"] = dict.fromkeys(whole.data.get("counter_rules", ()), "a rule")
        content = top | {"game": whole.game, "cards_total": 3, "cards": cards}
        for container, key in chance.sample(places(content), chance.choice([1, 1, 2])):
            container[key] = chance.choice(ODD)
        outcomes[compiles(yaml.safe_dump(content, sort_keys=False))] += 1
    assert min(outcomes.values()) > 0


def compiles(text: str) -> bool:
    try:
        found = compile_set(text, file="f.yaml")
    except SetErrors:
        return False
    pool = Pool(found.game, [found])
    assert all(generated_text(card, pool).type_line for card in pool)
    return True


@settings(max_examples=150, deadline=None)
@given(st.one_of(st.text(max_size=200), st.binary(max_size=200)))
def test_any_text_is_refused_with_the_documented_error(text: str | bytes) -> None:
    assert not compiles_anything(text)


def compiles_anything(text: str | bytes) -> bool:
    try:
        compile_set(text, file="f.yaml")
    except SetErrors:
        return False
    return True
