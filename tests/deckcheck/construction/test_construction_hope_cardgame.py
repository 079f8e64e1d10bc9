"""HCG-1.4 and HCG-18: each rule with a deck that just keeps it and one that just breaks it."""

from dataclasses import replace

import pytest

from deckcheck.cards.card import Card, CardSet, Pool
from deckcheck.construction import Construction, check_deck, check_sideboarding
from deckcheck.lists.deck import Deck
from tests.deckcheck.construction.decks import (
    EVENTS,
    HOPE,
    LOCATIONS,
    cards,
    changed,
    clauses,
    hope,
    units,
    verdict,
)

FRIENDS = [("Aliens", "Mutants"), ("Humans", "Mutants"), ("Bots", "Humans")]
STRANGERS = [("Aliens", "Humans"), ("Aliens", "Bots"), ("Bots", "Mutants")]


def with_card(card: Card) -> Pool:
    return Pool("hope-cardgame", [*HOPE.sets, CardSet("X", "X", "hope-cardgame", 1, (card,), "x")])


@pytest.mark.clause("HCG-1.4")
@pytest.mark.parametrize(
    "card",
    [
        Card("X", "X-1", "Stranger", "hope-cardgame", "Unit", {"race": "Elves"}),
        Card("X", "X-1", "Nobody", "hope-cardgame", "Unit", {}),
        Card("X", "X-1", "Raced place", "hope-cardgame", "Location", {"race": "Bots"}),
    ],
    ids=["a fifth race", "a unit without a race", "a location with one"],
)
def test_units_are_of_four_races_and_nothing_else_is(card: Card) -> None:
    deck = changed(hope(Bots=20), "deck", **{EVENTS[0].replace("-", "_"): 1, "X_1": 1})
    found = check_deck(deck, with_card(card), Construction("hope-cardgame")).faults
    assert [fault.clause for fault in found] == ["HCG-1.4"]


@pytest.mark.clause("HCG-18.1")
@pytest.mark.parametrize(("copies", "faults"), [(1, ["HCG-18.1"]), (2, [])])
def test_a_deck_holds_36_cards(copies: int, faults: list[str]) -> None:
    deck = hope(Bots=20)
    assert deck.zones["deck"][EVENTS[0]] == 2
    assert clauses(changed(deck, "deck", **{EVENTS[0].replace("-", "_"): copies})) == faults
    one_more = changed(deck, "deck", **{EVENTS[10].replace("-", "_"): 1})
    assert one_more.count("deck") == 37
    assert clauses(one_more) == ["HCG-18.1"]


@pytest.mark.parametrize(
    ("clause", "number", "other"),
    [
        pytest.param("HCG-18.2", units("Bots")[0], units("Bots")[1], marks=pytest.mark.clause("HCG-18.2")),
        pytest.param("HCG-18.3", LOCATIONS[0], LOCATIONS[1], marks=pytest.mark.clause("HCG-18.3")),
        pytest.param("HCG-18.4", EVENTS[0], EVENTS[1], marks=pytest.mark.clause("HCG-18.4")),
    ],
)
def test_at_most_two_copies(clause: str, number: str, other: str) -> None:
    deck = hope(Bots=20)
    assert deck.copies(number) == 2
    three = changed(deck, "deck", **{number.replace("-", "_"): 3, other.replace("-", "_"): 1})
    fault = verdict(three).faults[0]
    assert clauses(three) == [clause]
    assert fault.cards == ((number, 3),)


@pytest.mark.clause("HCG-18.5")
def test_units_of_one_race_or_of_two() -> None:
    assert clauses(hope(Bots=20)) == []
    assert clauses(hope(Bots=10, Humans=10)) == []
    assert clauses(hope(Bots=8, Humans=8, Mutants=4)) == ["HCG-18.5"]
    assert clauses(hope(Bots=8, Humans=8, Mutants=4), three_races=True) == []
    assert "HCG-18.5" in clauses(hope(Bots=6, Humans=6, Mutants=4, Aliens=4), three_races=True)


@pytest.mark.clause("HCG-18.6")
def test_a_deck_contains_units() -> None:
    none = Deck("hope-cardgame", {"deck": cards([*EVENTS, *LOCATIONS], 36, each=2)})
    assert clauses(none) == ["HCG-18.6"]
    assert "HCG-18.6" not in clauses(hope(Bots=2))


@pytest.mark.clause("HCG-18.6")
def test_units_are_of_the_races_that_the_list_names() -> None:
    deck = hope(Bots=10, Humans=10)
    assert clauses(replace(deck, declared={"races": ("bots", "Humans")})) == []
    assert clauses(replace(deck, declared={"races": ("Bots",)})) == ["HCG-18.6"]


@pytest.mark.parametrize(
    "pair",
    [
        pytest.param(FRIENDS[0], marks=pytest.mark.clause("HCG-18.7")),
        pytest.param(FRIENDS[1], marks=pytest.mark.clause("HCG-18.8")),
        pytest.param(FRIENDS[2], marks=pytest.mark.clause("HCG-18.9")),
    ],
)
def test_friendly_races_go_together(pair: tuple[str, str]) -> None:
    assert clauses(hope(**dict.fromkeys(pair, 10))) == []


@pytest.mark.clause("HCG-18.7", "HCG-18.8", "HCG-18.9", "HCG-18.10")
@pytest.mark.parametrize("pair", STRANGERS)
def test_other_pairs_are_illegal(pair: tuple[str, str]) -> None:
    assert clauses(hope(**dict.fromkeys(pair, 10))) == ["HCG-18.10"]


@pytest.mark.clause("HCG-18.11")
@pytest.mark.parametrize("race", ["Aliens", "Bots", "Humans", "Mutants"])
def test_locations_and_events_fit_every_race(race: str) -> None:
    deck = hope(**{race: 6})
    assert deck.count("deck") == 36
    assert clauses(deck) == []


@pytest.mark.clause("HCG-18.12")
@pytest.mark.parametrize(("count", "advice"), [(17, ["HCG-18.12"]), (18, [])])
def test_eighteen_units_are_advice_alone(count: int, advice: list[str]) -> None:
    found = verdict(hope(Bots=count))
    assert found.legal
    assert [one.clause for one in found.advice] == advice


@pytest.mark.clause("HCG-18.13")
@pytest.mark.parametrize(("count", "advice"), [(3, ["HCG-18.13"]), (4, [])])
def test_four_locations_are_advice_alone(count: int, advice: list[str]) -> None:
    deck = cards(units("Bots"), 20, 2) | cards(LOCATIONS, count, 2) | cards(EVENTS, 16 - count, 2)
    found = verdict(Deck("hope-cardgame", {"deck": deck}))
    assert found.legal
    assert [one.clause for one in found.advice] == advice


@pytest.mark.clause("HCG-18.16")
def test_a_ready_made_deck_is_legal_as_it_is() -> None:
    broken = Deck("hope-cardgame", {"deck": {EVENTS[0]: 3}})
    assert not verdict(broken).legal
    assert verdict(broken, ready_made=(broken,)).legal
    one_less = Deck("hope-cardgame", {"deck": {EVENTS[0]: 2}})
    assert not verdict(one_less, ready_made=(broken,)).legal


def test_a_format_of_ready_made_decks_takes_no_other() -> None:
    own = hope(Bots=20)
    assert clauses(own, ready_made_only=True) == ["HCG-18.16"]
    assert clauses(own, ready_made_only=True, ready_made=(own,)) == []


def test_there_is_no_sideboarding() -> None:
    deck, options = hope(Bots=20), Construction("hope-cardgame")
    assert check_sideboarding(deck, deck, HOPE, options).legal
    assert not check_sideboarding(deck, hope(Humans=20), HOPE, options).legal


@pytest.mark.parametrize(
    "options",
    [{"special_ram_limit": -1}, {"three_races": 1}, {"limited": (("X", 0),)}, {"special_ram_limit": True}],
)
def test_options_of_the_wrong_kind_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=next(iter(options))):
        Construction("neuroscape", **options)
