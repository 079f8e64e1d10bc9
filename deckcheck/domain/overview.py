"""A deck at a glance: counts, cost curve, the group it is counted in, and the order in which a judge counts it.

Pure facts of a deck and its cards; nothing is read or written.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from deckcheck.cards.card import Card, Pool
from deckcheck.lists.deck import ZONES, Deck

ZONE_TITLES = {
    "mainframe": "Mainframe",
    "cyberdeck": "Cyberdeck",
    "ram": "RAM",
    "sideboard": "Sideboard",
    "deck": "Deck",
}
CURVE_END = 8
"""Costs from here on share one bar."""

TYPE_ORDER = {
    "neuroscape": ("Mainframe", "Character", "Program", "Gear", "RAM"),
    "hope-cardgame": ("Unit", "Location", "Event"),
}
NO_GROUP = "No mainframe or race"


@dataclass(frozen=True, slots=True)
class Row:
    """One card of a zone. ``card`` is None for a number that the pool does not know any more."""

    zone: str
    number: str
    name: str
    type: str
    cost: int | None
    count: int
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone with its cards in a judge's order; ``count`` is copies in all."""

    code: str
    title: str
    count: int
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Overview:
    """``curve`` and ``types`` are (label, copies), for charts; the curve is of cards played from the deck."""

    zones: tuple[Zone, ...]
    curve: tuple[tuple[str, int], ...]
    types: tuple[tuple[str, int], ...]
    group: str

    @property
    def count(self) -> int:
        return sum(zone.count for zone in self.zones)


def overview(deck: Deck, pool: Pool) -> Overview:
    """Everything that a deck page shows beside the verdict."""
    zones = tuple(_zone(deck, pool, code) for code in _zone_codes(deck) if deck.zones.get(code))
    played = [row for zone in zones if zone.code in {"cyberdeck", "deck"} for row in zone.rows]
    types: Counter[str] = Counter()
    for row in played:
        types[row.type] += row.count
    order = TYPE_ORDER.get(deck.game, ())
    ranked = sorted(types.items(), key=lambda item: (_place(order, item[0]), item[0]))
    return Overview(zones, _curve(played), tuple(ranked), group(deck, pool))


def counting_rows(deck: Deck, pool: Pool) -> tuple[Zone, ...]:
    """The list as a judge lays cards out to count them: by zone, then type, cost and name."""
    return overview(deck, pool).zones


def group(deck: Deck, pool: Pool) -> str:
    """What the deck is counted as in a meta-game chart: its mainframe, or the races of its units."""
    if deck.game == "neuroscape":
        names = [_name(pool, number) for number in deck.zones.get("mainframe", {})]
        return names[0] if names else NO_GROUP
    races = list(deck.declared.get("races", ()))
    if not races:
        cards = (pool.get(number) for cards in deck.zones.values() for number in cards)
        races = [str(card.facts["race"]) for card in cards if card is not None and card.facts.get("race")]
    return " and ".join(sorted(set(races))) or NO_GROUP


def cost(card: Card) -> int | None:
    """RAM cost, or the price of a HOPE Cardgame card; None for what is not played for a cost."""
    found: Any = card.facts.get("ram")
    if found is None:
        price = card.facts.get("price")
        found = price.get("amount") if isinstance(price, Mapping) else None
    return found if isinstance(found, int) else None


def _zone_codes(deck: Deck) -> list[str]:
    known = list(ZONES.get(deck.game, ()))
    return [*known, *(code for code in deck.zones if code not in known)]


def _zone(deck: Deck, pool: Pool, code: str) -> Zone:
    order = TYPE_ORDER.get(deck.game, ())
    rows = [_row(pool, code, number, count) for number, count in deck.zones[code].items()]
    rows.sort(
        key=lambda row: (
            _place(order, row.type),
            row.type,
            row.cost if row.cost is not None else 10**6,
            row.name.casefold(),
            row.number,
        )
    )
    return Zone(code, ZONE_TITLES.get(code, code.title()), deck.count(code), tuple(rows))


def _row(pool: Pool, zone: str, number: str, count: int) -> Row:
    card = pool.get(number)
    if card is None:
        return Row(zone, number, number, "", None, count)
    return Row(zone, number, card.name, card.type, cost(card), count, card)


def _curve(rows: list[Row]) -> tuple[tuple[str, int], ...]:
    found: Counter[int] = Counter()
    for row in rows:
        if row.cost is not None:
            found[min(row.cost, CURVE_END)] += row.count
    if not found:
        return ()
    last = max(max(found), 5)
    return tuple((f"{k}+" if k == CURVE_END else str(k), found[k]) for k in range(last + 1))


def _place(order: tuple[str, ...], name: str) -> int:
    return order.index(name) if name in order else len(order)


def _name(pool: Pool, number: str) -> str:
    card = pool.get(number)
    return card.name if card else number
