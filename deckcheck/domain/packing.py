"""Compiled sets as text for the database, and back: the same cards under the same content hash."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from deckcheck.cards.card import Card, CardSet, Pool
from deckcheck.cards.loader import frozen
from deckcheck.cards.text import generated_text
from deckcheck.models import SetVersion

KEPT = 64
"""Versions that a process keeps unpacked."""


def pack(cards: CardSet) -> str:
    """The set as JSON text, with what each card says, for the search."""
    there = Pool(cards.game, [cards])
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
                    "says": said(card, there),
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


def said(card: Card, there: Pool) -> str:
    """The paragraphs of the card's text as one line; ``there`` has the cards that it names."""
    return " ".join(generated_text(card, there).paragraphs)


def stored_words(content_hash: str) -> dict[str, str]:
    """What the cards of a stored version say, by number, as written down when it was loaded."""
    return {card["number"]: card.get("says", "") for card in json.loads(_compiled(content_hash))["cards"]}


@lru_cache(maxsize=KEPT)
def stored_set(content_hash: str) -> CardSet:
    """The compiled set of a ``SetVersion`` by its content, kept by the process: it never changes."""
    return unpack(_compiled(content_hash))


def _compiled(content_hash: str) -> str:
    return SetVersion.objects.filter(content_hash=content_hash).values_list("compiled", flat=True)[0]


def thawed(value: Any) -> Any:
    """The opposite of ``deckcheck.cards.loader.frozen``: plain dictionaries and lists."""
    if isinstance(value, Mapping):
        return {key: thawed(part) for key, part in value.items()}
    if isinstance(value, tuple | list):
        return [thawed(part) for part in value]
    return value
