"""What a card is: facts that never change, found by number or by name."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any


def name_key(name: str) -> str:
    """A name without case, accents and punctuation: "Déjà Vu!" and "deja vu" are the same card.

    A name of nothing but punctuation keeps itself, so that two of them stay two.
    """
    plain = unicodedata.normalize("NFKD", name).casefold()
    key = "".join(sign for sign in plain if sign.isalnum())
    return key or plain.strip()


@dataclass(frozen=True, slots=True)
class Card:
    """One card. ``facts`` is the whole record of the set file, deeply read-only.

    ``copy_limit`` is what the card itself says (``None``: the format's limit, ``UNLIMITED``: any number).
    """

    set: str
    number: str
    name: str
    game: str
    type: str
    facts: Mapping[str, Any]
    copy_limit: int | None = None

    @property
    def key(self) -> str:
        return name_key(self.name)


UNLIMITED = 10**6


@dataclass(frozen=True)
class CardSet:
    """A compiled set. ``content_hash`` is SHA-256 over the canonical content: the same cards, the same hash."""

    code: str
    name: str
    game: str
    version: int
    cards: tuple[Card, ...]
    content_hash: str
    data: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}), repr=False)


class Pool:
    """The cards of some sets of one game, found by number or by name. The first set wins a name."""

    def __init__(self, game: str, sets: Iterable[CardSet]) -> None:
        self.game = game
        self.sets = tuple(sets)
        self._by_number: dict[str, Card] = {}
        self._by_key: dict[str, Card] = {}
        for card in (card for found in self.sets for card in found.cards):
            self._by_number.setdefault(card.number, card)
            self._by_key.setdefault(card.key, card)

    def __iter__(self) -> Iterator[Card]:
        return iter(self._by_number.values())

    def __len__(self) -> int:
        return len(self._by_number)

    def __getitem__(self, number: str) -> Card:
        return self._by_number[number]

    def get(self, number: str) -> Card | None:
        return self._by_number.get(number)

    def named(self, name: str) -> Card | None:
        """The card with this name, however it is spelled; None when there is none."""
        return self._by_key.get(name_key(name))

    @cached_property
    def keys(self) -> tuple[str, ...]:
        return tuple(self._by_key)

    def with_key(self, key: str) -> Card:
        return self._by_key[key]
