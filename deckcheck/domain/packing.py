"""Compiled sets as text for the database, and back: the same cards under the same content hash."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from deckcheck.cards.card import Card, CardSet
from deckcheck.cards.loader import frozen
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
def stored_set(content_hash: str) -> CardSet:
    """The compiled set of a ``SetVersion`` by its content, kept by the process: it never changes."""
    rows = SetVersion.objects.filter(content_hash=content_hash)
    return unpack(rows.values_list("compiled", flat=True)[0])


def thawed(value: Any) -> Any:
    """The opposite of ``deckcheck.cards.loader.frozen``: plain dictionaries and lists."""
    if isinstance(value, Mapping):
        return {key: thawed(part) for key, part in value.items()}
    if isinstance(value, tuple | list):
        return [thawed(part) for part in value]
    return value
