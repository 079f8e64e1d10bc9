"""What a format allows on a day: its pool of cards and its construction rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from typing import Any

from deckcheck.cards.card import Pool
from deckcheck.construction import Construction
from deckcheck.models import FormatRow, FormatRule

from .base import Refused
from .options import Limits, construction
from .versions import Version, in_use_of, pool, pool_of

__all__ = ["SHIPPED", "Format", "NoFormat", "format_for", "formats_of", "pool_of", "rule_limits"]


@dataclass(frozen=True, slots=True)
class Shipped:
    """A format that is there before anything is stored, the same on every day."""

    title: str
    sets: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)


SHIPPED: dict[tuple[str, str], Shipped] = {
    ("neuroscape", "genesis"): Shipped("Genesis", ("GEN",)),
    ("hope-cardgame", "open"): Shipped("Open", ("HCO",)),
    ("hope-cardgame", "ready-made"): Shipped("Ready-made decks", ("HCO",), {"ready_made_only": True}),
    ("hope-cardgame", "artifacts"): Shipped("Artifacts", ("HCO",)),
    ("hope", "standard"): Shipped("Standard"),
    ("neon-hope", "campaign"): Shipped("Campaign"),
}
"""By game and code."""


class NoFormat(Refused):
    """There is no such format, or it has no rules on that day; the text names what there is."""

    def __init__(self, message: str) -> None:
        super().__init__(message, field="format", code="no-format")


@dataclass(frozen=True)
class Format:
    """The rules of one day. ``pool`` holds the cards of the legal sets, ``construction`` all other rules."""

    game: str
    code: str
    title: str
    pool: Pool
    construction: Construction


def format_for(game: str, code: str, on: date) -> Format:
    """The format as it stands on that day; raises ``NoFormat``.

    A format that is not stored is the shipped one of that code, and a set that is not stored is the shipped
    one. Three queries at most; the pool of the same sets is the same object in one process.
    """
    row = FormatRow.objects.filter(game=game, code=code).prefetch_related("rules").first()
    if row is None:
        return _shipped(game, code)
    rule = next((one for one in row.rules.all() if one.covers(on)), None)
    if rule is None:
        raise NoFormat(f"{row.title} has no rules on {on:%-d %B %Y}. {_spans(row)}")
    return _built(game, code, row.title, rule_limits(rule), in_use_of(game, rule.sets))


def formats_of(game: str) -> list[tuple[str, str]]:
    """(code, title) of every format of the game, stored or shipped."""
    found = {code: one.title for (of, code), one in SHIPPED.items() if of == game}
    found |= dict(FormatRow.objects.filter(game=game).values_list("code", "title"))
    return list(found.items())


def rule_limits(rule: FormatRule) -> Limits:
    """The part of a rule that ``construction`` reads, as a value that can be compared and kept."""
    return Limits.of(rule.banned, rule.limited, rule.options)


def _shipped(game: str, code: str) -> Format:
    try:
        found = SHIPPED[game, code]
    except KeyError:
        known = ", ".join(code for code, _ in formats_of(game)) or "none"
        raise NoFormat(f"There is no format {code!r} of {game!r}. There are: {known}.") from None
    limits = Limits.of(options=found.options)
    return _built(game, code, found.title, limits, in_use_of(game, found.sets))


@lru_cache(maxsize=64)
def _built(game: str, code: str, title: str, limits: Limits, versions: tuple[Version, ...]) -> Format:
    cards = pool(game, versions)
    return Format(game, code, title, cards, construction(game, limits, cards))


def _spans(row: FormatRow) -> str:
    spans = [
        f"from {rule.valid_from:%-d %B %Y}"
        + (f" to {rule.valid_until:%-d %B %Y}" if rule.valid_until else "")
        for rule in sorted(row.rules.all(), key=lambda rule: rule.valid_from)
    ]
    return f"It has rules {' and '.join(spans)}." if spans else "It has no rules at all yet."
