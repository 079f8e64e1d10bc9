"""Search among compiled cards: facets with counts, ranges, words and names, as sets of bits.

A set of cards is one integer with a bit for each card, so that "units of the Aliens that cost 2 or 3" is two
operations, and the count of every other choice is one more each. 20,000 cards answer in about a millisecond.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from .card import Card, CardSet, name_key

FACETS = ("set", "type", "subtype", "group", "keyword", "rarity")
"""Choices by value. ``group`` is what the game sorts its cards by: factions or races."""

RANGES = ("cost", "attack", "defense")
"""Printed numbers with a least and a most."""

NO_GROUP = "none"

RARE = 64
"""A word of fewer cards than this is kept as their positions: most words are, and sets of bits are long."""


@dataclass(frozen=True, slots=True)
class Query:
    """What is looked for. Values of one facet are alternatives; everything else must hold together.

    ``text`` are words: each must begin a word of the card's name, type, groups, keywords or text, or, with two
    letters or more, be part of its name. ``ranges`` are (least, most), either of them open as ``None``; a card without that number
    is in no range.
    """

    text: str = ""
    facets: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    ranges: Mapping[str, tuple[int | None, int | None]] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Found:
    """The cards of a query in order, and for each facet how many there would be of each value.

    The counts of a facet leave its own choice aside, so that another value can be chosen beside it.
    """

    cards: tuple[Card, ...]
    total: int
    counts: Mapping[str, tuple[tuple[str, int], ...]]


class Index:
    """The cards of some sets of one game. ``words`` gives a card's text; it is asked once for each card."""

    def __init__(self, sets: Iterable[CardSet], words: Callable[[Card], str] = lambda card: "") -> None:
        self.cards = tuple(
            sorted((card for found in sets for card in found.cards), key=lambda card: card.key)
        )
        self._by_number = {card.number: card for card in self.cards}
        self.all = (1 << len(self.cards)) - 1
        self._values = _values(self.cards)
        self._numbers = {name: _numbers(self.cards, name) for name in RANGES}
        self._by_word = _words(self.cards, words)
        self._vocabulary = sorted(self._by_word)
        self._keys = "\n".join(card.key for card in self.cards)
        self._starts = _line_starts(self.cards)

    def find(self, query: Query, *, offset: int = 0, limit: int = 60) -> Found:
        """At most ``limit`` cards from ``offset`` on, by name; those whose name begins with the text first."""
        chosen = {name: self._choice(name, values) for name, values in query.facets.items() if values}
        common = self._text(query.text)
        for name, (least, most) in query.ranges.items():
            common &= self._range(name, least, most)
        every = common
        for bits in chosen.values():
            every &= bits
        shown = self._ordered(every, name_key(query.text) if query.text.strip() else "", offset, limit)
        counts = {name: self._counts(name, common, chosen) for name in FACETS}
        return Found(tuple(shown), every.bit_count(), MappingProxyType(counts))

    def get(self, number: str) -> Card | None:
        """The card with this number."""
        return self._by_number.get(number)

    def bounds(self, name: str) -> tuple[int, int] | None:
        """The least and the greatest printed number of this range; ``None`` when no card has one."""
        numbers, _ = self._numbers[name]
        return (numbers[0], numbers[-1]) if numbers else None

    def _choice(self, name: str, values: Iterable[str]) -> int:
        bits = 0
        for value in values:
            bits |= self._values.get(name, {}).get(value, 0)
        return bits

    def _range(self, name: str, least: int | None, most: int | None) -> int:
        if least is None and most is None:
            return self.all
        numbers, sets = self._numbers[name]
        low = 0 if least is None else bisect_left(numbers, least)
        high = len(numbers) if most is None else bisect_left(numbers, most + 1)
        bits = 0
        for found in sets[low:high]:
            bits |= found
        return bits

    def _text(self, text: str) -> int:
        bits = self.all
        for word in text.split():
            if key := name_key(word):
                bits &= self._beginning(key) | (self._within_name(key) if len(key) > 1 else 0)
        if len(text.split()) > 1:
            bits |= self._within_name(name_key(text))
        return bits

    def _beginning(self, key: str) -> int:
        """Cards with a word that begins like this."""
        bits = 0
        rare: list[int] = []
        for at in range(bisect_left(self._vocabulary, key), len(self._vocabulary)):
            if not (word := self._vocabulary[at]).startswith(key):
                break
            found = self._by_word[word]
            if isinstance(found, int):
                bits |= found
            else:
                rare += found
        return bits | _bits_of(rare)

    def _within_name(self, key: str) -> int:
        """Cards whose name holds this, spaces and punctuation aside."""
        marks = bytearray(len(self.cards) // 8 + 1)
        at = self._keys.find(key) if key else -1
        while at >= 0:
            line = bisect_left(self._starts, at + 1) - 1
            marks[line >> 3] |= 1 << (line & 7)
            at = self._keys.find(
                key, self._starts[line + 1] if line + 1 < len(self._starts) else len(self._keys)
            )
        return int.from_bytes(marks, "little")

    def _ordered(self, bits: int, key: str, offset: int, limit: int) -> list[Card]:
        first = self._named(key) & bits if key else 0
        shown: list[Card] = []
        for part in (first, bits & ~first):
            size = part.bit_count()
            if offset < size:
                shown += [self.cards[at] for at in _bits(part, offset, limit - len(shown))]
            offset = max(0, offset - size)
        return shown

    def _named(self, key: str) -> int:
        """Cards whose name begins like this: neighbours, for the cards are in the order of their keys."""
        low = bisect_left(self.cards, key, key=lambda card: card.key)
        high = low
        while high < len(self.cards) and self.cards[high].key.startswith(key):
            high += 1
        return ((1 << high) - 1) & ~((1 << low) - 1)

    def _counts(self, name: str, common: int, chosen: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
        within = common
        for other, bits in chosen.items():
            if other != name:
                within &= bits
        return tuple((value, (bits & within).bit_count()) for value, bits in self._values[name].items())


def groups(card: Card) -> tuple[str, ...]:
    """The factions of a Neuroscape card, the race of a HOPE Cardgame card; ``none`` without one."""
    found = card.facts.get("factions") or card.facts.get("race") or ()
    return ((found,) if isinstance(found, str) else tuple(found)) or (NO_GROUP,)


def keywords(card: Card) -> tuple[str, ...]:
    """Keywords and passive abilities that the card itself has, as printed."""
    named = [str(word) for word in card.facts.get("keywords") or ()]
    return (*named, *(str(word) for word in card.facts.get("passives") or ()))


def number(card: Card, name: str) -> int | None:
    """The printed cost (RAM or price), attack or defense; ``None`` where there is none."""
    value: Any = card.facts.get(name)
    if name == "cost":
        price = card.facts.get("price")
        value = price.get("amount") if isinstance(price, Mapping) else card.facts.get("ram")
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def facet_values(card: Card, name: str) -> tuple[str, ...]:
    """The values of one of ``FACETS`` that a card has."""
    if name == "group":
        return groups(card)
    if name == "keyword":
        return keywords(card)
    if name in {"rarity", "subtype"}:
        return (str(card.facts[name]),) if card.facts.get(name) else ()
    return (card.set,) if name == "set" else (card.type,)


def _values(cards: tuple[Card, ...]) -> dict[str, dict[str, int]]:
    values: dict[str, dict[str, int]] = {}
    for name in FACETS:
        found = _bitsets((at, value) for at, card in enumerate(cards) for value in facet_values(card, name))
        values[name] = {
            value: found[value] for value in sorted(found, key=lambda one: (one == NO_GROUP, one))
        }
    return values


def _numbers(cards: tuple[Card, ...], name: str) -> tuple[list[int], list[int]]:
    """The printed numbers there are, ascending, and the cards of each."""
    read = ((at, number(card, name)) for at, card in enumerate(cards))
    found = _bitsets((at, value) for at, value in read if value is not None)
    numbers = sorted(found)
    return numbers, [found[value] for value in numbers]


def _words(cards: tuple[Card, ...], words: Callable[[Card], str]) -> dict[str, int | tuple[int, ...]]:
    key_of = lru_cache(maxsize=None)(name_key)  # the same words again and again
    found = _positions(
        (at, word) for at, card in enumerate(cards) for word in _words_of(card, words(card), key_of)
    )
    return {word: _bits_of(at) if len(at) >= RARE else tuple(at) for word, at in found.items()}


def _words_of(card: Card, text: str, key_of: Callable[[str], str]) -> set[str]:
    spoken = " ".join((card.name, card.number, card.type, *groups(card), *keywords(card), text))
    return {key for word in spoken.split() if (key := key_of(word))}


def _bitsets(pairs: Iterable[tuple[int, Any]]) -> dict[Any, int]:
    """(position, value) pairs as one set of positions for each value."""
    return {value: _bits_of(found) for value, found in _positions(pairs).items()}


def _positions(pairs: Iterable[tuple[int, Any]]) -> dict[Any, list[int]]:
    positions: defaultdict[Any, list[int]] = defaultdict(list)
    for at, value in pairs:
        positions[value].append(at)
    return positions


def _bits_of(positions: list[int]) -> int:
    marks = bytearray(max(positions, default=0) // 8 + 1)
    for at in positions:
        marks[at >> 3] |= 1 << (at & 7)
    return int.from_bytes(marks, "little")


def _bits(bits: int, offset: int, limit: int) -> Iterator[int]:
    """The positions in ``bits``, leaving out the first ``offset``, at most ``limit``."""
    seen = 0
    for base, byte in enumerate(bits.to_bytes((bits.bit_length() + 7) // 8, "little")):
        if seen + (count := byte.bit_count()) <= offset:
            seen += count
            continue
        for at in range(8):
            if byte >> at & 1:
                if seen >= offset + limit:
                    return
                if seen >= offset:
                    yield base * 8 + at
                seen += 1


def _line_starts(cards: tuple[Card, ...]) -> list[int]:
    starts, at = [], 0
    for card in cards:
        starts.append(at)
        at += len(card.key) + 1
    return starts
