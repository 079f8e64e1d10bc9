"""What a format adds to the rulebook's construction rules."""

from dataclasses import dataclass, field
from typing import Any

from deckcheck.lists.deck import Deck

SPECIAL_RAM = 5
"""How many cards other than Basic RAM a RAM deck holds where the limit is switched on (NS-R69)."""


@dataclass(frozen=True)
class Construction:
    """The options of a format on one day; the default is the rulebook alone.

    ``special_ram_limit``: at most that many cards other than Basic RAM (NS-R69, off unless set).
    ``faction_requirement``: a card that needs a faction is only legal with the mainframe of that faction; the
    rulebook asks for it only when the card is played (NS-R71), so it is off unless set.
    ``three_races``: units of three races, each friendly to another, are legal too, which the rulebook denies
    (HCG-R64). ``banned`` and ``limited`` are card numbers. ``ready_made`` are published decks that are legal as
    they are (HCG-18.16).
    """

    game: str = ""
    special_ram_limit: int | None = None
    faction_requirement: bool = False
    three_races: bool = False
    banned: frozenset[str] = frozenset()
    limited: tuple[tuple[str, int], ...] = ()
    ready_made: tuple[Deck, ...] = field(default=(), repr=False)
    ready_made_only: bool = False

    def __post_init__(self) -> None:
        limit: Any = self.special_ram_limit
        if limit is not None and (
            isinstance(limit, bool) or not isinstance(limit, int) or not 0 <= limit <= 25
        ):
            raise ValueError(f"special_ram_limit is {limit!r}: use a number from 0 to 25, or none.")
        for name in ("faction_requirement", "three_races", "ready_made_only"):
            if not isinstance(getattr(self, name), bool):
                raise ValueError(f"{name} is {getattr(self, name)!r}: use true or false.")
        for number, most in self.limited:
            if not isinstance(most, int) or not 1 <= most <= 100:
                raise ValueError(f"limited: {number} to {most!r}: use a number from 1 to 100.")
