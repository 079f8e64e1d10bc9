"""What a player reads: each fault with its clause, its cards and counts, its place, and what would be legal."""

from dataclasses import replace

import pytest

from deckcheck.cards.card import Card, CardSet, Pool
from deckcheck.construction import Construction, Fault, check_deck, check_sideboarding
from deckcheck.lists.deck import Deck
from tests.deckcheck.construction.decks import (
    BASIC_RAM,
    CHARACTERS,
    EVENTS,
    HOPE,
    LOCATIONS,
    MAINFRAMES,
    NEUROSCAPE,
    cards,
    changed,
    hope,
    neuroscape,
    units,
    verdict,
)

ADMIN, SPARE = CHARACTERS[0], CHARACTERS[70]
FRAME, OTHER, THIRD = MAINFRAMES[:3]
NAMES = {number: NEUROSCAPE[number].name for number in (ADMIN, SPARE, FRAME, OTHER, THIRD)}
FIFTY = cards(CHARACTERS, 50)
BARE = {"sideboard": dict[str, int]()}
NEEDING = next(card for card in NEUROSCAPE if card.facts.get("faction_req") and card.type == "Character")
FACTION = NEEDING.facts["faction_req"]["faction"]
STRANGE_FRAME = next(one for one in MAINFRAMES if FACTION not in NEUROSCAPE[one].facts["factions"])
PLAIN = [card.number for card in NEUROSCAPE if card.type == "Character" and not card.facts.get("faction_req")]

NEUROSCAPE_FAULTS = {
    "no mainframe": (
        neuroscape(**BARE, mainframe={}),
        {},
        Fault("NS-20.1", "No mainframe.", "Exactly one mainframe.", "mainframe"),
    ),
    "two mainframes": (
        neuroscape(**BARE, mainframe={FRAME: 1, OTHER: 1}),
        {},
        Fault(
            "NS-20.1",
            f"2 mainframes (1 {NAMES[FRAME]}, 1 {NAMES[OTHER]}).",
            "Exactly one mainframe.",
            "mainframe",
            ((FRAME, 1), (OTHER, 1)),
        ),
    ),
    "a character beside the mainframe": (
        neuroscape(**BARE, mainframe={FRAME: 1, SPARE: 2}),
        {},
        Fault(
            "NS-20.1",
            f"2 {NAMES[SPARE]}: no mainframe, but in its place.",
            "Only a mainframe card stands there.",
            "mainframe",
            ((SPARE, 2),),
        ),
    ),
    "47 cards": (
        neuroscape(**BARE, cyberdeck=cards(CHARACTERS, 47)),
        {},
        Fault("NS-20.2", "The cyberdeck holds 47 cards.", "At least 50: add 3.", "cyberdeck"),
    ),
    "1 card": (
        neuroscape(**BARE, cyberdeck={ADMIN: 1}),
        {},
        Fault("NS-20.2", "The cyberdeck holds 1 card.", "At least 50: add 49.", "cyberdeck"),
    ),
    "258 cards": (
        neuroscape(**BARE, cyberdeck=cards(CHARACTERS, 258)),
        {},
        Fault("NS-20.2", "The cyberdeck holds 258 cards.", "At most 255: take 3 out.", "cyberdeck"),
    ),
    "RAM in the cyberdeck": (
        neuroscape(**BARE, cyberdeck={**FIFTY, BASIC_RAM: 2, THIRD: 1}),
        {},
        Fault(
            "NS-20.3",
            f"2 Basic RAM, 1 {NAMES[THIRD]} in the cyberdeck.",
            "RAM belongs in the RAM deck, a mainframe in its own place.",
            "cyberdeck",
            ((BASIC_RAM, 2), (THIRD, 1)),
        ),
    ),
    "no RAM": (
        neuroscape(**BARE, ram={}),
        {},
        Fault("NS-20.4", "The list names no RAM.", "Exactly 25 cards; assume 25 Basic RAM?", "ram"),
    ),
    "24 RAM": (
        neuroscape(**BARE, ram={BASIC_RAM: 24}),
        {},
        Fault("NS-20.4", "The RAM deck holds 24 cards.", "Exactly 25.", "ram"),
    ),
    "a character among the RAM": (
        neuroscape(**BARE, ram={BASIC_RAM: 24, SPARE: 1}),
        {},
        Fault(
            "NS-20.5",
            f"1 {NAMES[SPARE]} in the RAM deck.",
            "Only RAM cards there.",
            "ram",
            ((SPARE, 1),),
        ),
    ),
    "six copies": (
        neuroscape(sideboard={ADMIN: 2}),
        {},
        Fault(
            "NS-20.6",
            f"6 copies of {NAMES[ADMIN]} in cyberdeck and sideboard.",
            "At most 4 copies: take 2 out.",
            "",
            ((ADMIN, 4), (ADMIN, 2)),
            ("NS-R70",),
        ),
    ),
    "14 aside": (
        neuroscape(sideboard=cards(CHARACTERS[20:], 14)),
        {},
        Fault(
            "NS-20.9",
            "14 cards in the sideboard beside its mainframe.",
            "At most 12: take 2 out.",
            "sideboard",
            rulings=("NS-R67",),
        ),
    ),
    "RAM aside": (
        neuroscape(sideboard={BASIC_RAM: 1}),
        {},
        Fault(
            "NS-20.9",
            "1 Basic RAM in the sideboard.",
            "No RAM there: the RAM deck never changes.",
            "sideboard",
            ((BASIC_RAM, 1),),
            ("NS-R67",),
        ),
    ),
    "two mainframes aside": (
        neuroscape(sideboard={OTHER: 2}),
        {},
        Fault(
            "NS-20.10",
            f"2 mainframes in the sideboard (2 {NAMES[OTHER]}).",
            "At most one.",
            "sideboard",
            ((OTHER, 2),),
        ),
    ),
    "a card of another faction": (
        neuroscape(**BARE, mainframe={STRANGE_FRAME: 1}, cyberdeck={NEEDING.number: 1, **cards(PLAIN, 49)}),
        {"faction_requirement": True},
        Fault(
            "format",
            f"1 {NEEDING.name}: the mainframe is of another faction.",
            "In this format a card that requires a faction needs a mainframe of it.",
            "cyberdeck",
            ((NEEDING.number, 1),),
            ("NS-R71",),
        ),
    ),
    "an unknown card": (
        neuroscape(sideboard={"OLD-1": 2}),
        {},
        Fault(
            "format",
            "OLD-1 is in no set that this format allows.",
            "Use cards of the format's sets.",
            "sideboard",
            (("OLD-1", 2),),
        ),
    ),
    "a banned card": (
        neuroscape(**BARE),
        {"banned": frozenset({ADMIN, "OLD-1"})},
        Fault("format", f"{NAMES[ADMIN]} is banned in this format.", "Take it out.", "", ((ADMIN, 4),)),
    ),
    "a limited card": (
        neuroscape(**BARE),
        {"limited": ((ADMIN, 1), ("OLD-1", 1))},
        Fault(
            "format",
            f"4 copies of {NAMES[ADMIN]}, which this format limits.",
            "At most 1 copy: take 3 out.",
            "",
            ((ADMIN, 4),),
        ),
    ),
}


@pytest.mark.parametrize(
    ("deck", "options", "fault"), NEUROSCAPE_FAULTS.values(), ids=NEUROSCAPE_FAULTS.keys()
)
def test_a_fault_of_a_neuroscape_deck(deck: Deck, options: dict[str, object], fault: Fault) -> None:
    assert verdict(deck, **options).faults == (fault,)


def test_special_ram_over_the_limit() -> None:
    special = Card("X", "X-1", "Warm RAM", "neuroscape", "RAM", {"subtype": "Special"})
    pool = Pool("neuroscape", [*NEUROSCAPE.sets, CardSet("X", "", "neuroscape", 1, (special,), "x")])
    deck = neuroscape(ram={BASIC_RAM: 19, "X-1": 6})
    assert check_deck(deck, pool, Construction("neuroscape", special_ram_limit=5)).faults == (
        Fault(
            "NS-20.4",
            "6 special RAM (6 Warm RAM).",
            "This format allows 5.",
            "ram",
            (("X-1", 6),),
            ("NS-R69",),
        ),
    )


def test_what_sideboarding_took_from_outside_and_left_out() -> None:
    base = neuroscape()
    cyberdeck = {**base.zones["cyberdeck"], ADMIN: 3, SPARE: 1}
    moved = replace(base, zones={**base.zones, "cyberdeck": cyberdeck, "ram": {BASIC_RAM: 26}})
    found = check_sideboarding(base, moved, NEUROSCAPE, Construction("neuroscape")).faults
    assert found[:3] == (
        Fault(
            "NS-20.13",
            "The RAM deck differs from the registered one: +1 Basic RAM.",
            "Sideboarding leaves the RAM deck as it is.",
            "ram",
            ((BASIC_RAM, 1),),
            ("NS-R68",),
        ),
        Fault(
            "NS-20.16",
            f"Not in the registered deck and sideboard: +1 {NAMES[SPARE]}.",
            "Only registered cards may come in.",
            "",
            ((SPARE, 1),),
            ("NS-R68",),
        ),
        Fault(
            "NS-20.13",
            f"Left out of deck and sideboard: -1 {NAMES[ADMIN]}.",
            "What leaves the deck goes into the sideboard.",
            "",
            ((ADMIN, -1),),
            ("NS-R68",),
        ),
    )


def test_a_card_of_no_set_is_told_by_its_number_when_sideboarding() -> None:
    base = neuroscape()
    moved = changed(base, "sideboard", OLD_1=1, OLD_2=2)
    found = check_sideboarding(base, moved, NEUROSCAPE, Construction("neuroscape")).faults[0]
    assert found.message == "Not in the registered deck and sideboard: +1 OLD-1, +2 OLD-2."


def test_a_list_without_ram_and_sideboard_may_be_sideboarded() -> None:
    bare = Deck("neuroscape", {"mainframe": {FRAME: 1}, "cyberdeck": FIFTY})
    found = check_sideboarding(bare, bare, NEUROSCAPE, Construction("neuroscape")).faults
    assert [fault.clause for fault in found] == ["NS-20.4"]


BOTS, HUMANS = units("Bots"), units("Humans")
BOT = HOPE[BOTS[0]].name
TWENTY = hope(Bots=20)

HOPE_FAULTS = {
    "34 cards": (
        changed(TWENTY, "deck", **{EVENTS[0]: 0}),
        {},
        Fault("HCG-18.1", "The deck holds 34 cards.", "Exactly 36: add 2."),
    ),
    "38 cards": (
        changed(TWENTY, "deck", **{EVENTS[10]: 2}),
        {},
        Fault("HCG-18.1", "The deck holds 38 cards.", "Exactly 36: take 2 out."),
    ),
    "four copies": (
        changed(TWENTY, "deck", **{BOTS[0]: 4, BOTS[1]: 0}),
        {},
        Fault("HCG-18.2", f"4 copies of {BOT}.", "At most 2 copies: take 2 out.", "", ((BOTS[0], 4),)),
    ),
    "no unit": (
        Deck("hope-cardgame", {"deck": cards([*EVENTS, *LOCATIONS], 36, each=2)}),
        {},
        Fault("HCG-18.6", "The deck has no unit.", "At least one unit.", rulings=("HCG-R66",)),
    ),
    "undeclared races": (
        replace(hope(Bots=18, Humans=2), declared={"races": ("Bots", "Mutants")}),
        {},
        Fault(
            "HCG-18.6",
            f"2 {HOPE[HUMANS[0]].name}: Humans, but the list says Bots and Mutants.",
            "Units of the chosen races only, or name the right races.",
            "",
            ((HUMANS[0], 2),),
        ),
    ),
    "three races": (
        hope(Bots=8, Humans=8, Mutants=4),
        {},
        Fault(
            "HCG-18.5",
            "Units of 3 races: Bots, Humans, Mutants.",
            "Of 2 at most, friendly to each other.",
            rulings=("HCG-R64",),
        ),
    ),
    "four races": (
        hope(Bots=6, Humans=6, Mutants=4, Aliens=4),
        {"three_races": True},
        Fault(
            "HCG-18.5",
            "Units of 4 races: Aliens, Bots, Humans, Mutants.",
            "Of 3 at most, friendly to each other.",
            rulings=("HCG-R64",),
        ),
    ),
    "strangers": (
        hope(Bots=10, Mutants=10),
        {},
        Fault(
            "HCG-18.10",
            "Bots and Mutants are not friendly.",
            "Aliens with Mutants, Mutants with Humans, Humans with Bots.",
            rulings=("HCG-R64",),
        ),
    ),
    "a stranger among three races": (
        hope(Bots=10, Humans=8, Aliens=2),
        {"three_races": True},
        Fault(
            "HCG-18.10",
            "Aliens are friendly to none of the others.",
            "Each race is friendly to another one of the deck.",
            rulings=("HCG-R64",),
        ),
    ),
    "not ready-made": (
        TWENTY,
        {"ready_made_only": True},
        Fault("HCG-18.16", "This is none of the ready-made decks.", "Play one of them unchanged."),
    ),
}


@pytest.mark.parametrize(("deck", "options", "fault"), HOPE_FAULTS.values(), ids=HOPE_FAULTS.keys())
def test_a_fault_of_a_hope_deck(deck: Deck, options: dict[str, object], fault: Fault) -> None:
    assert verdict(deck, **options).faults == (fault,)


@pytest.mark.parametrize(
    ("card", "message", "legal"),
    [
        (
            Card("X", "X-1", "Stranger", "hope-cardgame", "Unit", {"race": "Elves"}),
            "1 Stranger: the race 'Elves'.",
            "Units are of Aliens, Bots, Humans, Mutants.",
        ),
        (
            Card("X", "X-1", "Nobody", "hope-cardgame", "Unit", {}),
            "1 Nobody: a unit without a race.",
            "Units are of Aliens, Bots, Humans, Mutants.",
        ),
        (
            Card("X", "X-1", "Old Gate", "hope-cardgame", "Location", {"race": "Bots"}),
            "1 Old Gate: a race on a card that is no unit.",
            "Locations and events have none.",
        ),
    ],
)
def test_a_race_that_is_none(card: Card, message: str, legal: str) -> None:
    pool = Pool("hope-cardgame", [*HOPE.sets, CardSet("X", "X", "hope-cardgame", 1, (card,), "x")])
    deck = changed(TWENTY, "deck", **{EVENTS[0]: 1, "X-1": 1})
    assert check_deck(deck, pool, Construction("hope-cardgame")).faults == (
        Fault("HCG-1.4", message, legal, "", (("X-1", 1),)),
    )


def test_advice_on_units_and_locations() -> None:
    deck = cards(BOTS, 1) | cards(LOCATIONS, 3, 2) | cards(EVENTS, 32, 2)
    assert verdict(Deck("hope-cardgame", {"deck": deck})).advice == (
        Fault("HCG-18.12", "1 unit.", "At least 18 are recommended."),
        Fault("HCG-18.13", "3 locations.", "At least 4 are recommended."),
    )


def test_a_hope_deck_is_not_changed_between_games() -> None:
    options = Construction("hope-cardgame")
    assert check_sideboarding(TWENTY, hope(Humans=20), HOPE, options).faults == (
        Fault("HCG-18.1", "The deck differs from the registered one.", "Play it unchanged."),
    )


@pytest.mark.parametrize("race", ["Aliens", "Humans"])
def test_three_races_in_a_chain_of_friends(race: str) -> None:
    others = {"Aliens": {"Mutants": 6, "Humans": 6}, "Humans": {"Bots": 6, "Mutants": 6}}[race]
    assert verdict(hope(**{race: 6}, **others), three_races=True).legal


def test_a_ready_made_deck_may_hold_a_banned_card_no_more_than_others() -> None:
    options = {"ready_made": (TWENTY,), "banned": frozenset({BOTS[0]})}
    assert [fault.message for fault in verdict(TWENTY, **options).faults] == [
        f"{BOT} is banned in this format."
    ]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"special_ram_limit": 26}, "special_ram_limit is 26: use a number from 0 to 25, or none."),
        ({"special_ram_limit": "5"}, "special_ram_limit is '5': use a number from 0 to 25, or none."),
        ({"faction_requirement": "yes"}, "faction_requirement is 'yes': use true or false."),
        ({"ready_made_only": None}, "ready_made_only is None: use true or false."),
        ({"limited": (("X-1", 101),)}, "limited: X-1 to 101: use a number from 1 to 100."),
        ({"limited": (("X-1", "2"),)}, "limited: X-1 to '2': use a number from 1 to 100."),
    ],
)
def test_an_option_of_the_wrong_kind(options: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError) as wrong:
        Construction("neuroscape", **options)
    assert str(wrong.value) == message


@pytest.mark.parametrize(
    "options",
    [{"special_ram_limit": 0}, {"special_ram_limit": 25}, {"limited": (("X-1", 1), ("X-2", 100))}],
)
def test_options_at_the_edge_of_what_makes_sense(options: dict[str, object]) -> None:
    assert Construction("neuroscape", **options).game == "neuroscape"
