"""Construction of Neuroscape decks: NS-20.1 to NS-20.16 with their rulings, one function for each rule."""

from collections.abc import Iterator, Mapping

from deckcheck.cards.card import UNLIMITED, Pool
from deckcheck.construction.common import (
    Asked,
    Rules,
    banned_cards,
    counted,
    named,
    plural,
    too_many,
    total,
    unknown_cards,
)
from deckcheck.construction.options import Construction
from deckcheck.construction.verdict import Fault, Verdict
from deckcheck.lists.deck import Deck

MAINFRAME, RAM = "Mainframe", "RAM"
LEAST_CYBERDECK, MOST_CYBERDECK = 50, 255
RAM_CARDS = 25
COPIES = 4
SIDEBOARD = 12


def one_mainframe(asked: Asked) -> Iterator[Fault]:
    """NS-20.1: the deck has one mainframe card."""
    cards = [(card, count) for _, card, count in asked.cards("mainframe")]
    right = [(card, count) for card, count in cards if card.type == MAINFRAME]
    wrong = [(card, count) for card, count in cards if card.type != MAINFRAME]
    if total(right) != 1:
        found = f"{total(right)} mainframes ({named(right)})" if right else "No mainframe"
        yield Fault("NS-20.1", f"{found}.", "Exactly one mainframe.", zone="mainframe", cards=counted(right))
    if wrong:
        yield Fault(
            "NS-20.1",
            f"{named(wrong)}: no mainframe, but in its place.",
            "Only a mainframe card stands there.",
            zone="mainframe",
            cards=counted(wrong),
        )


def cyberdeck_size(asked: Asked) -> Iterator[Fault]:
    """NS-20.2: 50 to 255 cards in the cyberdeck."""
    size = asked.deck.count("cyberdeck")
    if size < LEAST_CYBERDECK:
        legal = f"At least {LEAST_CYBERDECK}: add {LEAST_CYBERDECK - size}."
    elif size > MOST_CYBERDECK:
        legal = f"At most {MOST_CYBERDECK}: take {size - MOST_CYBERDECK} out."
    else:
        return
    yield Fault("NS-20.2", f"The cyberdeck holds {plural(size, 'card')}.", legal, zone="cyberdeck")


def cyberdeck_contents(asked: Asked) -> Iterator[Fault]:
    """NS-20.3: no RAM cards and no mainframes in the cyberdeck."""
    wrong = [(card, count) for _, card, count in asked.cards("cyberdeck") if card.type in {MAINFRAME, RAM}]
    if wrong:
        yield Fault(
            "NS-20.3",
            f"{named(wrong)} in the cyberdeck.",
            "RAM belongs in the RAM deck, a mainframe in its own place.",
            zone="cyberdeck",
            cards=counted(wrong),
        )


def ram_size(asked: Asked) -> Iterator[Fault]:
    """NS-20.4: exactly 25 cards in the RAM deck."""
    size = asked.deck.count("ram")
    if size == RAM_CARDS:
        return
    if size == 0:
        message, legal = "The list names no RAM.", f"Exactly {RAM_CARDS} cards; assume {RAM_CARDS} Basic RAM?"
    else:
        message, legal = f"The RAM deck holds {plural(size, 'card')}.", f"Exactly {RAM_CARDS}."
    yield Fault("NS-20.4", message, legal, zone="ram")


def ram_contents(asked: Asked) -> Iterator[Fault]:
    """NS-20.5: RAM cards only in the RAM deck."""
    wrong = [(card, count) for _, card, count in asked.cards("ram") if card.type != RAM]
    if wrong:
        yield Fault(
            "NS-20.5",
            f"{named(wrong)} in the RAM deck.",
            "Only RAM cards there.",
            zone="ram",
            cards=counted(wrong),
        )


def copies(asked: Asked) -> Iterator[Fault]:
    """NS-20.6 and NS-20.8: at most 4 of a full name in cyberdeck and sideboard together, iconic cards too.

    NS-20.7: a card that states another limit follows its own text. Mainframes and RAM are not counted here
    (NS-R69, NS-R70): their zones limit them.
    """
    for cards in asked.by_name("cyberdeck", "sideboard", without=frozenset({MAINFRAME, RAM})).values():
        own = cards[0][0].copy_limit
        limit = COPIES if own is None else own
        if limit < UNLIMITED and total(cards) > limit:
            clause = "NS-20.6" if limit == COPIES else "NS-20.7"
            yield too_many(clause, cards, limit, " in cyberdeck and sideboard", ("NS-R70",))


def sideboard_size(asked: Asked) -> Iterator[Fault]:
    """NS-20.9 and NS-20.11: 0 to 12 cards in the sideboard beside a mainframe."""
    size = sum(count for _, card, count in asked.cards("sideboard") if card.type not in {MAINFRAME, RAM})
    if size > SIDEBOARD:
        yield Fault(
            "NS-20.9",
            f"{size} cards in the sideboard beside its mainframe.",
            f"At most {SIDEBOARD}: take {size - SIDEBOARD} out.",
            zone="sideboard",
            rulings=("NS-R67",),
        )


def sideboard_ram(asked: Asked) -> Iterator[Fault]:
    """NS-20.9 with NS-R67: no RAM in the sideboard."""
    wrong = [(card, count) for _, card, count in asked.cards("sideboard") if card.type == RAM]
    if wrong:
        yield Fault(
            "NS-20.9",
            f"{named(wrong)} in the sideboard.",
            "No RAM there: the RAM deck never changes.",
            zone="sideboard",
            cards=counted(wrong),
            rulings=("NS-R67",),
        )


def sideboard_mainframe(asked: Asked) -> Iterator[Fault]:
    """NS-20.10: at most one mainframe in the sideboard."""
    extra = [(card, count) for _, card, count in asked.cards("sideboard") if card.type == MAINFRAME]
    if total(extra) > 1:
        yield Fault(
            "NS-20.10",
            f"{total(extra)} mainframes in the sideboard ({named(extra)}).",
            "At most one.",
            zone="sideboard",
            cards=counted(extra),
        )


def special_ram(asked: Asked) -> Iterator[Fault]:
    """NS-R69: where the format limits it, so many cards other than Basic RAM at most."""
    limit = asked.options.special_ram_limit
    if limit is None:
        return
    special = [
        (card, count)
        for _, card, count in asked.cards("ram")
        if card.type == RAM and card.facts.get("subtype") != "Basic"
    ]
    if total(special) > limit:
        yield Fault(
            "NS-20.4",
            f"{total(special)} special RAM ({named(special)}).",
            f"This format allows {limit}.",
            zone="ram",
            cards=counted(special),
            rulings=("NS-R69",),
        )


def faction_requirement(asked: Asked) -> Iterator[Fault]:
    """An option of the format, not of the rulebook (NS-R71): cards need a mainframe of their faction."""
    if not asked.options.faction_requirement:
        return
    mainframes = [card for _, card, _ in asked.cards("mainframe") if card.type == MAINFRAME]
    offered = {faction for card in mainframes for faction in card.facts.get("factions", ())}
    wrong = []
    for _, card, count in asked.cards("cyberdeck"):
        need = card.facts.get("faction_req")
        if need and need["faction"] not in offered:
            wrong.append((card, count))
    if wrong:
        yield Fault(
            "format",
            f"{named(wrong)}: the mainframe is of another faction.",
            "In this format a card that requires a faction needs a mainframe of it.",
            zone="cyberdeck",
            cards=counted(wrong),
            rulings=("NS-R71",),
        )


RULES: Rules = {
    "NS-20.1": one_mainframe,
    "NS-20.2": cyberdeck_size,
    "NS-20.3": cyberdeck_contents,
    "NS-20.4": ram_size,
    "NS-20.5": ram_contents,
    "NS-20.6": copies,
    "NS-20.9": sideboard_size,
    "NS-R67": sideboard_ram,
    "NS-20.10": sideboard_mainframe,
    "NS-R69": special_ram,
    "NS-R71": faction_requirement,
    "unknown": unknown_cards,
    "banned": banned_cards,
}


def check(deck: Deck, pool: Pool, options: Construction) -> Verdict:
    """Every fault of the deck, in the order of the clauses."""
    asked = Asked(deck, pool, options)
    return Verdict(tuple(fault for rule in RULES.values() for fault in rule(asked)))


def check_sideboarding(registered: Deck, changed: Deck, pool: Pool, options: Construction) -> Verdict:
    """Whether ``changed`` may be played in a later game of a match that began with ``registered``.

    NS-20.12 and NS-20.13: cards move freely between cyberdeck, mainframe and sideboard. NS-20.14 and NS-20.15:
    the result is a legal deck again, with one mainframe in play. NS-20.16 with NS-R68: nothing comes from
    outside, nothing is left out, and the RAM deck stays as it is. Printings of one card are the same card (NS-R70).
    """
    return Verdict(
        (
            *_same_ram(registered, changed, pool),
            *_same_pool(registered, changed, pool),
            *check(changed, pool, options).faults,
        )
    )


def _same_ram(registered: Deck, changed: Deck, pool: Pool) -> Iterator[Fault]:
    moved = _differences(_pooled(registered, pool, "ram"), _pooled(changed, pool, "ram"))
    if moved:
        yield Fault(
            "NS-20.13",
            f"The RAM deck differs from the registered one: {_told(moved, pool)}.",
            "Sideboarding leaves the RAM deck as it is.",
            zone="ram",
            cards=tuple(moved.items()),
            rulings=("NS-R68",),
        )


def _same_pool(registered: Deck, changed: Deck, pool: Pool) -> Iterator[Fault]:
    zones = ("mainframe", "cyberdeck", "sideboard")
    moved = _differences(_pooled(registered, pool, *zones), _pooled(changed, pool, *zones))
    outside = {number: count for number, count in moved.items() if count > 0}
    missing = {number: count for number, count in moved.items() if count < 0}
    if outside:
        yield Fault(
            "NS-20.16",
            f"Not in the registered deck and sideboard: {_told(outside, pool)}.",
            "Only registered cards may come in.",
            cards=tuple(outside.items()),
            rulings=("NS-R68",),
        )
    if missing:
        yield Fault(
            "NS-20.13",
            f"Left out of deck and sideboard: {_told(missing, pool)}.",
            "What leaves the deck goes into the sideboard.",
            cards=tuple(missing.items()),
            rulings=("NS-R68",),
        )


def _pooled(deck: Deck, pool: Pool, *zones: str) -> dict[str, int]:
    """Cards of these zones by number; all printings of a card under the first one of the pool."""
    found: dict[str, int] = {}
    for zone in zones:
        for number, count in deck.zones.get(zone, {}).items():
            card = pool.get(number)
            first = pool.named(card.name) if card else None
            same = first.number if card and first and first.type == card.type else number
            found[same] = found.get(same, 0) + count
    return found


def _differences(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    """What came in (positive) and went out (negative), by card number."""
    found = {number: after.get(number, 0) - before.get(number, 0) for number in {**before, **after}}
    return {number: count for number, count in found.items() if count}


def _told(moved: dict[str, int], pool: Pool) -> str:
    parts = []
    for number, count in moved.items():
        card = pool.get(number)
        parts.append(f"{count:+d} {card.name if card else number}")
    return ", ".join(parts)
