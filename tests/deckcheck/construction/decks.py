"""Decks for the tests of construction: a legal one of each game, and changes of it."""

from dataclasses import replace

from deckcheck.cards.card import Card, Pool
from deckcheck.construction import Construction, Verdict, check_deck
from deckcheck.domain.library import shipped_sets
from deckcheck.lists.deck import Deck

NEUROSCAPE = Pool("neuroscape", [shipped_sets()["GEN"]])
HOPE = Pool("hope-cardgame", [shipped_sets()["HCO"]])
POOLS = {"neuroscape": NEUROSCAPE, "hope-cardgame": HOPE}


def some(pool: Pool, kind: str) -> list[Card]:
    """The cards of this type, Nanobot Swarm with its own limit left out."""
    return [card for card in pool if card.type == kind and card.name != "Nanobot Swarm"]


CHARACTERS = [card.number for card in some(NEUROSCAPE, "Character")]
MAINFRAMES = [card.number for card in some(NEUROSCAPE, "Mainframe")]
BASIC_RAM = NEUROSCAPE.named("Basic RAM").number
SWARM = NEUROSCAPE.named("Nanobot Swarm").number


def cards(numbers: list[str], total: int, each: int = 4) -> dict[str, int]:
    """``total`` cards, at most ``each`` of one."""
    found: dict[str, int] = {}
    for number in numbers:
        if total <= 0:
            break
        found[number] = min(each, total)
        total -= each
    assert total <= 0, "not enough cards"
    return found


def neuroscape(**zones: dict[str, int]) -> Deck:
    """The base list of the rulebook's deck check: 1 mainframe, 50 cards, 25 RAM, 12 cards and 1 mainframe aside."""
    base = {
        "mainframe": {MAINFRAMES[0]: 1},
        "cyberdeck": cards(CHARACTERS, 50),
        "ram": {BASIC_RAM: 25},
        "sideboard": {**cards(CHARACTERS[20:], 12), MAINFRAMES[1]: 1},
    }
    return Deck("neuroscape", {**base, **zones})


def units(race: str) -> list[str]:
    return [card.number for card in HOPE if card.facts.get("race") == race]


LOCATIONS = [card.number for card in HOPE if card.type == "Location"]
EVENTS = [card.number for card in HOPE if card.type == "Event"]


def hope(**races: int) -> Deck:
    """36 cards: so many units of each race, 6 locations, events for the rest."""
    deck: dict[str, int] = {}
    for race, count in races.items():
        deck |= cards(units(race), count, each=2)
    deck |= cards(LOCATIONS, 6, each=2)
    return Deck("hope-cardgame", {"deck": deck | cards(EVENTS, 30 - sum(races.values()), each=2)})


def changed(deck: Deck, zone: str, **counts: int) -> Deck:
    """The deck with other counts of some cards in a zone; 0 takes a card out."""
    entries = {**deck.zones[zone], **{number.replace("_", "-"): n for number, n in counts.items()}}
    return replace(deck, zones={**deck.zones, zone: {number: n for number, n in entries.items() if n}})


def verdict(deck: Deck, **options: object) -> Verdict:
    return check_deck(deck, POOLS[deck.game], Construction(deck.game, **options))


def clauses(deck: Deck, **options: object) -> list[str]:
    """The clause of every fault."""
    return [fault.clause for fault in verdict(deck, **options).faults]
