"""Compiled sets as text for the database, and back: the same cards under the same content hash."""

import json
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from deckcheck.cards.card import Card, CardSet
from deckcheck.models import SetVersion

KEPT = 64
"""Versions that a process keeps unpacked."""


def pack(cards: CardSet) -> str:
    """The set as JSON text."""
    return json.dumps(
        {
            "code": cards.code,
            "name": cards.name,
            "game": cards.game,
            "version": cards.version,
            "content_hash": cards.content_hash,
            "data": thawed(cards.data),
            "cards": [
                {
                    "number": card.number,
                    "name": card.name,
                    "type": card.type,
                    "copy_limit": card.copy_limit,
                    "facts": thawed(card.facts),
                }
                for card in cards.cards
            ],
        },
        ensure_ascii=False,
        separators=(",", ":"),
    )


def unpack(text: str) -> CardSet:
    """The set that ``pack`` wrote, deeply read-only as before."""
    packed = json.loads(text)
    code, game = packed["code"], packed["game"]
    return CardSet(
        code=code,
        name=packed["name"],
        game=game,
        version=packed["version"],
        cards=tuple(
            Card(code, one["number"], one["name"], game, one["type"], frozen(one["facts"]), one["copy_limit"])
            for one in packed["cards"]
        ),
        content_hash=packed["content_hash"],
        data=frozen(packed["data"]),
    )


@lru_cache(maxsize=KEPT)
def stored_set(version: int) -> CardSet:
    """The compiled set of a ``SetVersion`` by its id, kept by the process: versions never change."""
    return unpack(SetVersion.objects.values_list("compiled", flat=True).get(pk=version))


def frozen(value: Any) -> Any:
    """Dictionaries and lists as read-only mappings and tuples, all the way down."""
    if isinstance(value, dict):
        return MappingProxyType({key: frozen(part) for key, part in value.items()})
    if isinstance(value, list):
        return tuple(frozen(part) for part in value)
    return value


def thawed(value: Any) -> Any:
    """The opposite of ``frozen``: plain dictionaries and lists."""
    if isinstance(value, Mapping):
        return {key: thawed(part) for key, part in value.items()}
    if isinstance(value, tuple | list):
        return [thawed(part) for part in value]
    return value
