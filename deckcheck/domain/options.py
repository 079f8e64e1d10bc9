"""Construction options as a format stores them, as forms show them, and as the checks read them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from deckcheck.cards.card import CardSet, Pool
from deckcheck.construction import Construction
from deckcheck.lists.deck import Deck

from .base import Refused

YES_NO = (("no", "No"), ("yes", "Yes"))


@dataclass(frozen=True, slots=True)
class Option:
    """A field of ``Construction`` that a format may set. Without ``choices`` it is a number or none."""

    name: str
    label: str
    help: str
    default: bool | int | None = None
    choices: tuple[tuple[str, str], ...] = ()

    def read(self, written: Any) -> bool | int | None:
        """The option's value from what a form holds."""
        if self.choices:
            return bool(written == "yes")
        return None if written in {None, ""} else int(written)

    def written(self, value: Any) -> Any:
        """What a form holds for a value."""
        return ("yes" if value else "no") if self.choices else value

    def shown(self, value: Any) -> str:
        """The value in words."""
        if self.choices:
            return "yes" if value else "no"
        return "no limit" if value is None else str(value)


OPTIONS: Mapping[str, tuple[Option, ...]] = {
    "neuroscape": (
        Option(
            "special_ram_limit",
            "Special RAM",
            "Cards other than Basic RAM in a RAM deck, at most (NS-R69). Empty: no limit.",
        ),
        Option(
            "faction_requirement",
            "Faction requirement",
            "A card that needs a faction is only legal with a mainframe of it. The rulebook asks for it only "
            "when the card is played (NS-R71).",
            False,
            YES_NO,
        ),
    ),
    "hope-cardgame": (
        Option(
            "three_races",
            "Three friendly races",
            "Units of three races, each friendly to another, are legal too (HCG-R64).",
            False,
            YES_NO,
        ),
        Option(
            "ready_made_only",
            "Ready-made decks only",
            "Only the published decks of the legal sets, as they are (HCG-18.16).",
            False,
            YES_NO,
        ),
    ),
}
"""What a format of each game may set beside its cards."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a rule says beside its sets, as a value that can be compared and kept."""

    banned: tuple[str, ...] = ()
    limited: tuple[tuple[str, int], ...] = ()
    options: tuple[tuple[str, Any], ...] = ()

    @classmethod
    def of(
        cls,
        banned: Iterable[str] = (),
        limited: Mapping[str, int] | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> "Limits":
        return cls(tuple(banned), tuple((limited or {}).items()), tuple((options or {}).items()))


def construction(game: str, limits: Limits, pool: Pool) -> Construction:
    """The construction rules; the published decks of the sets are the ready-made ones.

    Raises ``Refused`` for an option that the game does not have, or a value that makes no sense.
    """
    known = [option.name for option in OPTIONS.get(game, ())]
    if strange := [name for name, _ in limits.options if name not in known]:
        there = ", ".join(known) or "none"
        raise Refused(f"No option {', '.join(strange)} of this game. There are: {there}.", field="options")
    try:
        return Construction(
            game=game,
            banned=frozenset(limits.banned),
            limited=limits.limited,
            ready_made=tuple(deck for found in pool.sets for deck in ready_made(found)),
            **dict(limits.options),
        )
    except ValueError as wrong:
        field = "limited" if str(wrong).startswith("limited") else "options"
        raise Refused(str(wrong), field=field) from None


def ready_made(cards: CardSet) -> Iterator[Deck]:
    """The published decks of a set file."""
    for deck in cards.data.get("decks", ()):
        if deck.get("published"):
            races = {"races": tuple(deck.get("races", ()))}
            yield Deck(cards.game, {"deck": dict(deck["cards"])}, deck["name"], races)
