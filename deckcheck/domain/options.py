"""Construction options as a format stores them, as forms show them, and as the checks read them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

from deckcheck.cards.card import Pool
from deckcheck.construction import Construction
from deckcheck.lists import read_list
from deckcheck.lists.deck import Deck

from .base import Refused
from .library import DATA, shipped_sets

OWN = frozenset({"game", "banned", "limited", "ready_made"})
"""Fields of ``Construction`` that are no free options: columns of a rule, or what comes with the site."""
OPTIONS = tuple(field.name for field in fields(Construction) if field.name not in OWN)


@dataclass(frozen=True, slots=True)
class Limits:
    """What a rule says, as a value that can be compared and kept."""

    sets: tuple[str, ...] = ()
    banned: tuple[str, ...] = ()
    limited: tuple[tuple[str, int], ...] = ()
    options: tuple[tuple[str, Any], ...] = ()

    @classmethod
    def of(
        cls,
        sets: Iterable[str],
        banned: Iterable[str],
        limited: Mapping[str, int],
        options: Mapping[str, Any],
    ) -> "Limits":
        return cls(tuple(sets), tuple(banned), tuple(limited.items()), tuple(options.items()))


NO_LIMITS = Limits()


def construction(game: str, code: str, limits: Limits) -> Construction:
    """The construction rules of a format; ``Refused`` (field ``options``) for an option that is none."""
    options = dict(limits.options)
    for name in options:
        if name not in OPTIONS:
            raise Refused(
                f"There is no option {name!r}; there are {', '.join(OPTIONS)}.",
                field="options",
                code="invalid",
            )
    if game == "hope-cardgame":
        options.setdefault("ready_made_only", code == "ready-made")
        options["ready_made"] = starters()
    try:
        return Construction(game, banned=frozenset(limits.banned), limited=limits.limited, **options)
    except ValueError as error:
        raise Refused(str(error), field="options", code="invalid") from None


@cache
def starters() -> tuple[Deck, ...]:
    """The ready-made decks of HOPE Cardgame that come with the site (HCG-18.16)."""
    pool = Pool("hope-cardgame", [shipped_sets()["HCO"]])
    files = sorted((DATA / "decklists" / "hope-cardgame").glob("starter-*.txt"))
    return tuple(read_list(file.read_text(), pool).deck for file in files)
