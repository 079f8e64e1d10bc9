"""Cards are found by what they are, what they cost and what they say, and every choice shows its count."""

from __future__ import annotations

import random
from types import MappingProxyType
from typing import Any

import pytest

from deckcheck.cards.card import Card, CardSet, name_key
from deckcheck.cards.search import FACETS, RANGES, Index, Query, facet_values, number


def made(code: str, name: str, type: str = "Program", **facts: Any) -> Card:
    return Card("TST", code, name, "neuroscape", type, MappingProxyType(facts))


def index(*cards: Card, words: dict[str, str] | None = None) -> Index:
    return Index(
        [CardSet("TST", "Test", "neuroscape", 1, cards, "x")], lambda card: (words or {}).get(card.number, "")
    )


def names(found: Index, text: str = "", *, facets: Any = None, ranges: Any = None, **page: int) -> list[str]:
    return [card.name for card in found.find(Query(text, facets or {}, ranges or {}), **page).cards]


TRIO = (
    made("T-1", "Déjà Vu", factions=("Mystic",), ram=2, keywords=("SWIFT",)),
    made("T-2", "Admin", "Character", factions=("Hacker",), ram=1, attack=1, defense=1),
    made("T-3", "Vu Meter", "Gear", factions=("Hacker", "Mystic"), ram=4),
)


@pytest.mark.parametrize("text", ["Déjà", "deja", "DEJAVU", "deja vu", "ja-v"])
def test_a_name_is_found_however_it_is_spelled(text: str) -> None:
    assert names(index(*TRIO), text) == ["Déjà Vu"]


def test_every_word_must_hold() -> None:
    assert names(index(*TRIO), "vu hacker") == ["Vu Meter"]


def test_a_word_of_the_text_is_found_by_its_beginning() -> None:
    assert names(index(*TRIO, words={"T-2": "Install a running RAM."}), "instal") == ["Admin"]


def test_the_middle_of_a_word_of_the_text_is_not_found() -> None:
    assert names(index(*TRIO, words={"T-2": "Install a running RAM."}), "stall") == []


def test_names_that_begin_with_the_text_come_first() -> None:
    assert names(index(*TRIO), "vu") == ["Vu Meter", "Déjà Vu"]


def test_values_of_one_facet_are_alternatives() -> None:
    assert names(index(*TRIO), facets={"type": ("Gear", "Character")}) == ["Admin", "Vu Meter"]


def test_facets_must_hold_together() -> None:
    assert names(index(*TRIO), facets={"group": ("Mystic",), "type": ("Gear",)}) == ["Vu Meter"]


def test_a_value_that_no_card_has_finds_nothing() -> None:
    assert names(index(*TRIO), facets={"group": ("Nobody",)}) == []


def test_a_range_includes_both_ends() -> None:
    assert names(index(*TRIO), ranges={"cost": (1, 2)}) == ["Admin", "Déjà Vu"]


def test_a_card_without_the_number_is_in_no_range() -> None:
    assert names(index(*TRIO), ranges={"attack": (None, 9)}) == ["Admin"]


def test_the_counts_of_a_facet_leave_its_own_choice_aside() -> None:
    found = index(*TRIO).find(Query(facets={"group": ("Hacker",), "type": ("Gear",)}))
    assert dict(found.counts["group"]) == {"Hacker": 1, "Mystic": 1}
    assert dict(found.counts["type"]) == {"Character": 1, "Gear": 1, "Program": 0}


def test_pages_follow_each_other() -> None:
    cards = index(*(made(f"T-{at}", f"Card {at:03}") for at in range(100)))
    assert names(cards, "card", offset=30, limit=2) == ["Card 030", "Card 031"]
    assert names(cards, "card", offset=99, limit=60) == ["Card 099"]
    assert cards.find(Query("card"), offset=200).cards == ()


def test_a_page_may_begin_among_the_names_that_begin_so_and_end_among_the_others() -> None:
    cards = index(made("T-1", "Ox Cart"), made("T-2", "Big Ox"), made("T-3", "Ox"))
    assert names(cards, "ox") == ["Ox", "Ox Cart", "Big Ox"]
    assert names(cards, "ox", offset=1, limit=2) == ["Ox Cart", "Big Ox"]


def test_an_empty_index_answers() -> None:
    found = index().find(Query("anything", {"type": ("Gear",)}, {"cost": (1, 2)}))
    assert (found.cards, found.total) == ((), 0)


def test_it_finds_what_reading_every_card_would_find() -> None:
    chance = random.Random(7)
    words = ["neon", "nest", "ox", "oxide", "run", "rune", "sand"]
    cards = tuple(
        made(
            f"T-{at}",
            " ".join(chance.choices(words, k=2)) + f" {at}",
            chance.choice(("Gear", "Program")),
            factions=tuple(chance.sample(("A", "B", "C"), chance.randint(0, 2))),
            ram=chance.randint(0, 5),
        )
        for at in range(400)
    )
    said = {card.number: " ".join(chance.choices(words, k=5)) for card in cards}
    whole = index(*cards, words=said)
    for _ in range(200):
        query = Query(
            " ".join(chance.choices(["ne", "oxi", "run", "sandn", "3", ""], k=chance.randint(0, 2))),
            {"group": tuple(chance.sample(("A", "B", "none"), chance.randint(0, 2)))},
            {"cost": (chance.choice((None, 1, 3)), chance.choice((None, 2, 4)))},
        )
        found = whole.find(query, limit=400)
        assert {card.number for card in found.cards} == {c.number for c in cards if holds(c, said, query)}
        assert found.total == len(found.cards)


def holds(card: Card, said: dict[str, str], query: Query) -> bool:
    """The same question, asked of one card in the plainest way."""
    spoken = " ".join([card.name, card.type, *facet_values(card, "group"), said[card.number]]).split()
    each = all(
        any(name_key(one).startswith(word) for one in spoken) or (len(word) > 1 and word in card.key)
        for word in query.text.split()
    )
    together = len(query.text.split()) > 1 and name_key(query.text) in card.key
    within = all(
        (least is None or (number(card, name) or 0) >= least)
        and (most is None or (number(card, name) or 0) <= most)
        for name, (least, most) in query.ranges.items()
    )
    chosen = all(
        set(values) & set(facet_values(card, name)) for name, values in query.facets.items() if values
    )
    return (each or together) and within and chosen


def test_every_facet_and_range_is_answered() -> None:
    found = index(*TRIO)
    assert set(found.find(Query()).counts) == set(FACETS)
    assert [found.bounds(name) for name in RANGES] == [(1, 4), (1, 1), (1, 1)]
