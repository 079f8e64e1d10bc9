"""NS-20.1 to NS-20.16: each rule with a deck that just keeps it and one that just breaks it."""

import pytest

from deckcheck.cards.card import Card, CardSet, Pool
from deckcheck.construction import Construction, check_deck, check_sideboarding
from deckcheck.lists.deck import Deck
from tests.deckcheck.construction.decks import (
    BASIC_RAM,
    CHARACTERS,
    MAINFRAMES,
    NEUROSCAPE,
    SWARM,
    cards,
    clauses,
    neuroscape,
    verdict,
)

OPTIONS = Construction("neuroscape")


def test_the_base_list_is_legal() -> None:
    assert verdict(neuroscape()).legal


@pytest.mark.clause("NS-20.1")
@pytest.mark.parametrize("mainframes", [{}, {MAINFRAMES[0]: 2}, {MAINFRAMES[0]: 1, MAINFRAMES[1]: 1}])
def test_a_deck_has_exactly_one_mainframe(mainframes: dict[str, int]) -> None:
    assert clauses(neuroscape(mainframe=mainframes, sideboard={})) == ["NS-20.1"]
    assert clauses(neuroscape(mainframe={MAINFRAMES[2]: 1}, sideboard={})) == []


@pytest.mark.clause("NS-20.1")
def test_only_a_mainframe_card_is_a_mainframe() -> None:
    assert clauses(neuroscape(mainframe={CHARACTERS[40]: 1})) == ["NS-20.1", "NS-20.1"]


@pytest.mark.clause("NS-20.2")
@pytest.mark.parametrize(("size", "faults"), [(49, ["NS-20.2"]), (50, []), (255, []), (256, ["NS-20.2"])])
def test_a_cyberdeck_holds_50_to_255_cards(size: int, faults: list[str]) -> None:
    assert clauses(neuroscape(cyberdeck=cards(CHARACTERS, size), sideboard={})) == faults


@pytest.mark.clause("NS-20.3")
@pytest.mark.parametrize("stranger", [BASIC_RAM, MAINFRAMES[3]])
def test_no_ram_and_no_mainframe_in_the_cyberdeck(stranger: str) -> None:
    deck = neuroscape(cyberdeck=cards(CHARACTERS, 49) | {stranger: 1})
    fault = verdict(deck).faults[0]
    assert clauses(deck) == ["NS-20.3"]
    assert fault.cards == ((stranger, 1),)


@pytest.mark.clause("NS-20.4")
@pytest.mark.parametrize(
    ("ram", "faults"), [(24, ["NS-20.4"]), (25, []), (26, ["NS-20.4"]), (0, ["NS-20.4"])]
)
def test_a_ram_deck_holds_25_cards(ram: int, faults: list[str]) -> None:
    assert clauses(neuroscape(ram={BASIC_RAM: ram} if ram else {})) == faults


def test_a_list_without_ram_offers_basic_ram() -> None:
    assert "25 Basic RAM" in verdict(neuroscape(ram={})).faults[0].legal


@pytest.mark.clause("NS-20.5")
def test_only_ram_cards_in_the_ram_deck() -> None:
    deck = neuroscape(ram={BASIC_RAM: 24, CHARACTERS[50]: 1})
    assert clauses(deck) == ["NS-20.5"]


@pytest.mark.clause("NS-20.6")
def test_four_copies_over_cyberdeck_and_sideboard_together() -> None:
    card = CHARACTERS[0]
    assert neuroscape().copies(card) == 4
    assert clauses(neuroscape(sideboard={CHARACTERS[30]: 4})) == []
    fault = verdict(neuroscape(sideboard={card: 1})).faults[0]
    assert (fault.clause, fault.rulings) == ("NS-20.6", ("NS-R70",))
    assert fault.cards == ((card, 4), (card, 1))


@pytest.mark.clause("NS-20.6")
def test_cards_of_one_name_from_two_sets_are_copies_of_one_another() -> None:
    card = NEUROSCAPE[CHARACTERS[0]]
    again = Card("NEW", "NEW-1", card.name.upper(), "neuroscape", card.type, card.facts)
    pool = Pool("neuroscape", [*NEUROSCAPE.sets, CardSet("NEW", "New", "neuroscape", 1, (again,), "x")])
    found = check_deck(neuroscape(sideboard={"NEW-1": 1}), pool, OPTIONS).faults
    assert [fault.clause for fault in found] == ["NS-20.6"]


@pytest.mark.clause("NS-20.6")
def test_a_mainframe_of_the_same_name_is_no_copy() -> None:
    card = NEUROSCAPE[CHARACTERS[0]]
    frame = Card("NEW", "NEW-1", card.name, "neuroscape", "Mainframe", {})
    pool = Pool("neuroscape", [*NEUROSCAPE.sets, CardSet("NEW", "New", "neuroscape", 1, (frame,), "x")])
    assert check_deck(neuroscape(sideboard={"NEW-1": 1}), pool, OPTIONS).legal
    five = neuroscape(cyberdeck={"NEW-1": 1, **cards(CHARACTERS, 50), CHARACTERS[0]: 5}, sideboard={})
    found = check_deck(five, pool, OPTIONS).faults
    assert [fault.clause for fault in found] == ["NS-20.3", "NS-20.6"]


@pytest.mark.clause("NS-20.7")
def test_a_card_follows_its_own_copy_limit() -> None:
    swarms = {SWARM: 30, **cards(CHARACTERS, 20)}
    assert clauses(neuroscape(cyberdeck=swarms, sideboard={SWARM: 12})) == []
    card = NEUROSCAPE[CHARACTERS[0]]
    single = Card("GEN", card.number, card.name, card.game, card.type, card.facts, copy_limit=1)
    pool = Pool("neuroscape", [CardSet("GEN", "", "neuroscape", 1, (single,), "x"), *NEUROSCAPE.sets])
    assert [fault.clause for fault in check_deck(neuroscape(), pool, OPTIONS).faults] == ["NS-20.7"]


@pytest.mark.clause("NS-20.8")
def test_iconic_cards_have_the_normal_limit_of_four() -> None:
    iconic = next(card.number for card in NEUROSCAPE if card.facts.get("iconic") and card.type == "Character")
    rest = [number for number in CHARACTERS if number != iconic]
    assert clauses(neuroscape(cyberdeck={iconic: 4, **cards(rest, 46)}, sideboard={})) == []
    assert clauses(neuroscape(cyberdeck={iconic: 5, **cards(rest, 46)}, sideboard={})) == ["NS-20.6"]


@pytest.mark.clause("NS-20.9")
@pytest.mark.parametrize(("size", "faults"), [(12, []), (13, ["NS-20.9"])])
def test_a_sideboard_holds_up_to_12_cards(size: int, faults: list[str]) -> None:
    assert clauses(neuroscape(sideboard=cards(CHARACTERS[20:], size))) == faults


@pytest.mark.clause("NS-20.9")
def test_no_ram_in_the_sideboard() -> None:
    assert clauses(neuroscape(sideboard={BASIC_RAM: 1})) == ["NS-20.9"]


@pytest.mark.clause("NS-20.10")
def test_one_mainframe_more_in_the_sideboard_makes_13() -> None:
    full = cards(CHARACTERS[20:], 12)
    assert clauses(neuroscape(sideboard={**full, MAINFRAMES[0]: 1})) == []
    assert clauses(neuroscape(sideboard={**full, MAINFRAMES[1]: 1, MAINFRAMES[2]: 1})) == ["NS-20.10"]
    assert clauses(neuroscape(sideboard={MAINFRAMES[1]: 2})) == ["NS-20.10"]


@pytest.mark.clause("NS-20.11")
def test_a_sideboard_may_be_empty() -> None:
    assert clauses(neuroscape(sideboard={})) == []


def test_every_fault_is_told_at_once() -> None:
    deck = neuroscape(mainframe={}, cyberdeck=cards(CHARACTERS, 49), ram={}, sideboard={BASIC_RAM: 1})
    assert clauses(deck) == ["NS-20.1", "NS-20.2", "NS-20.4", "NS-20.9"]


def test_special_ram_is_limited_where_the_format_says_so() -> None:
    card = NEUROSCAPE[BASIC_RAM]
    special = Card("X", "X-1", "Warm RAM", "neuroscape", "RAM", {"subtype": "Special"})
    pool = Pool("neuroscape", [*NEUROSCAPE.sets, CardSet("X", "", "neuroscape", 1, (special,), "x")])
    six = neuroscape(ram={card.number: 19, "X-1": 6})
    assert check_deck(six, pool, OPTIONS).legal
    limited = check_deck(six, pool, Construction("neuroscape", special_ram_limit=5)).faults
    assert [fault.rulings for fault in limited] == [("NS-R69",)]
    five = neuroscape(ram={card.number: 20, "X-1": 5})
    assert check_deck(five, pool, Construction("neuroscape", special_ram_limit=5)).legal


def test_factions_mix_freely_unless_the_format_says_otherwise() -> None:
    needing = next(c for c in NEUROSCAPE if c.facts.get("faction_req") and c.type == "Character")
    faction = needing.facts["faction_req"]["faction"]
    plain = [c.number for c in NEUROSCAPE if c.type == "Character" and not c.facts.get("faction_req")]
    other = next(n for n in MAINFRAMES if faction not in NEUROSCAPE[n].facts["factions"])
    same = next(n for n in MAINFRAMES if faction in NEUROSCAPE[n].facts["factions"])
    deck = {needing.number: 1, **cards(plain, 49)}
    assert clauses(neuroscape(mainframe={other: 1}, cyberdeck=deck, sideboard={})) == []
    strict = {"faction_requirement": True}
    assert clauses(neuroscape(mainframe={other: 1}, cyberdeck=deck, sideboard={}), **strict) == ["format"]
    assert clauses(neuroscape(mainframe={same: 1}, cyberdeck=deck, sideboard={}), **strict) == []


def test_banned_and_limited_cards() -> None:
    card = CHARACTERS[0]
    assert clauses(neuroscape(), banned=frozenset({card})) == ["format"]
    assert clauses(neuroscape(), limited=((card, 3),)) == ["format"]
    assert clauses(neuroscape(), limited=((card, 4),)) == []


def test_a_card_outside_the_format_is_told() -> None:
    assert "format" in clauses(neuroscape(sideboard={"OLD-1": 1}))


def sideboarded(**zones: dict[str, int]) -> list[str]:
    changed = Deck("neuroscape", {**neuroscape().zones, **zones})
    return [fault.clause for fault in check_sideboarding(neuroscape(), changed, NEUROSCAPE, OPTIONS).faults]


FIRST = CHARACTERS[0]
ASIDE = CHARACTERS[20]


@pytest.mark.clause("NS-20.12")
@pytest.mark.clause("NS-20.15")
def test_cards_and_mainframe_change_places_between_games() -> None:
    """The rulebook's first try: two cards in, none out, and the mainframes exchanged."""
    base = neuroscape()
    assert sideboarded() == []
    assert (
        sideboarded(
            mainframe={MAINFRAMES[1]: 1},
            cyberdeck={**base.zones["cyberdeck"], ASIDE: 2},
            sideboard={**base.zones["sideboard"], ASIDE: 2, MAINFRAMES[1]: 0, MAINFRAMES[0]: 1},
        )
        == []
    )
    two_in_play = {MAINFRAMES[0]: 1, MAINFRAMES[1]: 1}
    assert sideboarded(mainframe=two_in_play, sideboard=cards(CHARACTERS[20:], 12)) == ["NS-20.1"]


@pytest.mark.clause("NS-20.13")
def test_what_leaves_the_deck_goes_into_the_sideboard() -> None:
    base = neuroscape()
    fewer = {**base.zones["sideboard"], ASIDE: 3}
    assert sideboarded(cyberdeck={**base.zones["cyberdeck"], ASIDE: 1}, sideboard=fewer) == []
    assert sideboarded(sideboard=fewer) == ["NS-20.13"]
    assert sideboarded(ram={BASIC_RAM: 24}) == ["NS-20.13", "NS-20.4"]


@pytest.mark.clause("NS-20.14")
def test_the_changed_list_keeps_every_rule_again() -> None:
    base = neuroscape()
    out = {**base.zones["cyberdeck"], FIRST: 3}
    assert sideboarded(cyberdeck=out, sideboard={**base.zones["sideboard"], FIRST: 1}) == [
        "NS-20.2",
        "NS-20.9",
    ]


@pytest.mark.clause("NS-20.16")
def test_printings_of_one_card_are_the_same_card() -> None:
    """Registered from one set, written down again from another (NS-R70)."""
    card = NEUROSCAPE[FIRST]
    again = Card("NEW", "NEW-1", card.name, card.game, card.type, card.facts)
    pool = Pool("neuroscape", [*NEUROSCAPE.sets, CardSet("NEW", "New", "neuroscape", 1, (again,), "x")])
    base = neuroscape()
    mixed = {**base.zones["cyberdeck"], FIRST: 1, "NEW-1": 3}
    changed = Deck("neuroscape", {**base.zones, "cyberdeck": mixed})
    assert check_sideboarding(base, changed, pool, OPTIONS).legal


@pytest.mark.clause("NS-20.16")
def test_nothing_comes_from_outside() -> None:
    base = neuroscape()
    stranger = CHARACTERS[60]
    assert sideboarded(cyberdeck={**base.zones["cyberdeck"], stranger: 1}) == ["NS-20.16"]
    swapped = {**base.zones["cyberdeck"], stranger: 1, CHARACTERS[12]: 1}
    assert "NS-20.16" in sideboarded(cyberdeck=swapped)
