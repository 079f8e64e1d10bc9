"""What is known about one card beside its own record: rulings, formats, and its earlier versions."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import zip_longest
from typing import Any

from deckcheck.cards.card import Card
from deckcheck.models import SetVersion

from . import library
from .formats import Format, NoFormat, format_for, formats_of
from .packing import stored_set
from .sets import changed_keys
from .versions import in_use

CITED = re.compile(r"(?<![\w-])[A-Z]{1,3}-?R?\d+(?:\.\d+)*(?!\w)")
"""What may be the id of a clause or a ruling; what is none is left out."""
HISTORY = 20
"""Versions of a set that a card's history goes back."""


@dataclass(frozen=True, slots=True)
class Citation:
    """A clause, or a ruling where the rulebook is silent, with its text."""

    code: str
    text: str


@dataclass(frozen=True, slots=True)
class Allowed:
    """A format and how it takes a card. ``copies`` is its own limit for it, ``None`` when it sets none."""

    format: Format
    legal: bool
    banned: bool
    copies: int | None


@dataclass(frozen=True, slots=True)
class CardVersion:
    """A version of a set in which the card is new or other than before; ``keys`` are (path, before, after)."""

    version: SetVersion
    new: bool
    keys: tuple[tuple[str, object, object], ...]


def rulings(card: Card) -> list[str]:
    """What the set says where the card itself leaves a question open."""
    return [text for path, text in _texts(card.facts) if path.endswith("ruling")]


def citations(card: Card) -> list[Citation]:
    """The clauses and rulings that the card's record names, of the rulebook and of its set, in their order."""
    own = next((one.load() for one in in_use(card.game) if one.code == card.set), None)
    texts = {**library.citable(card.game), **(own.data.get("rulings", {}) if own else {})}
    named = dict.fromkeys(code for _, text in _texts(card.facts) for code in CITED.findall(text))
    return [Citation(code, str(texts[code])) for code in named if code in texts]


def formats_with(card: Card, on: date) -> list[Allowed]:
    """Every format of the game on that day, with what it makes of the card."""
    return list(_allowed(card, on))


def _allowed(card: Card, on: date) -> Iterator[Allowed]:
    for code, _ in formats_of(card.game):
        try:
            found = format_for(card.game, code, on)
        except NoFormat:
            continue
        banned = card.number in found.construction.banned
        copies = dict(found.construction.limited).get(card.number)
        legal = found.pool.get(card.number) is not None and not banned
        yield Allowed(found, legal, banned, copies)


def card_history(card: Card) -> list[CardVersion]:
    """The stored versions in which the card came or changed, newest first, of the last ``HISTORY``."""
    rows = SetVersion.objects.filter(set__game=card.game, set__code=card.set).defer("source", "compiled")
    newest = list(rows.select_related("set").order_by("-number")[: HISTORY + 1])
    found = []
    for row, earlier in zip_longest(newest, newest[1:]):
        now = _in(row, card.number)
        before = _in(earlier, card.number) if earlier else None
        keys = changed_keys(before, now) if before and now else ()
        if now and (before is None or keys):
            found.append(CardVersion(row, before is None, keys))
    return found


def _texts(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """(key path, text) of every text in a card's record."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from _texts(part, f"{path}.{key}")
    elif isinstance(value, tuple):
        for part in value:
            yield from _texts(part, path)


def _in(version: SetVersion, number: str) -> Card | None:
    return next((card for card in stored_set(version.content_hash).cards if card.number == number), None)
