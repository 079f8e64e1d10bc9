"""A game's state: seats and sides, cards and the zones they lie in, who may know what of them, and chance.

Side, seat, owner, controller and decider are five different things: ``side[seat]``, ``owner[card]`` and
``controller[card]`` hold three of them, the open decision names the fifth.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from .book import Rulebook
from .chance import Chance
from .event import EVERYBODY, Events
from .table import LOOSE

SPECTATOR = -1
"""The viewer who may know only what every seat may know."""
JUDGE = -2
"""The viewer who may know everything."""
NOBODY = 0


class State(Events):
    """Cards in zones. ``kind[card]`` is an index into ``definitions``; ``place[card]`` the number of its zone.

    A zone says with two masks of viewers (bit ``seat``; bit ``seats`` for the spectator) who knows the faces of
    its cards and who can tell them apart. A card has an alias for each viewer who can tell it apart, dealt anew
    when it comes out of a crowd: two cards that changed places in the crowd leave no trace.
    """

    def __init__(
        self,
        book: Rulebook,
        sides: Sequence[int],
        definitions: Sequence[Any],
        kinds: Sequence[int],
        owners: Sequence[int],
        chance: Chance,
        purposes: Sequence[str],
    ) -> None:
        super().__init__(book)
        self.seats = len(sides)
        self.side = tuple(sides)
        self.definitions = definitions
        self.chance = chance
        self.purposes = {purpose: place for place, purpose in enumerate(purposes)}
        size = len(kinds)
        self.kind = self.column("kind", size)
        self.kind[:] = kinds
        self.owner = self.column("owner", size)
        self.owner[:] = owners
        self.controller = self.column("controller", size)
        self.controller[:] = owners
        self.place = self.column("place", size, -1, group=LOOSE)
        self.draws = self.column("draws", len(purposes), group=LOOSE)
        self.alias = [self.column(f"alias {viewer}", size, group=LOOSE) for viewer in range(self.seats + 1)]
        self.dealt = self.column("aliases dealt", self.seats + 1, group=LOOSE)
        self.zones: list[list[int]] = []
        self.zone_names: list[str] = []
        self.zone_seats: list[int] = []
        self.faces: list[int] = []
        self.tracked: list[int] = []
        self._telling: list[list[tuple[int, list[int]]]] = []
        self._crowding: list[list[list[int]]] = []

    # -- zones --------------------------------------------------------------------------------------------

    def card_zone(
        self,
        name: str,
        seat: int = -1,
        *,
        faces: int = EVERYBODY,
        tracked: int = EVERYBODY,
        group: int | None = None,
    ) -> int:
        """A new zone, of a seat or of nobody (-1); its number."""
        full = name if seat < 0 else f"{name} {seat}"
        self.zones.append(self.zone(full, group=group))
        self.zone_names.append(name)
        self.zone_seats.append(seat)
        self.faces.append(faces)
        self.tracked.append(tracked)
        self._telling.append([(v, alias) for v, alias in enumerate(self.alias) if tracked >> v & 1])
        self._crowding.append([alias for v, alias in enumerate(self.alias) if not tracked >> v & 1])
        return len(self.zones) - 1

    def arrive(self, card: int, zone: int, at: int | None = None) -> None:
        """Put a card that is nowhere into a zone, at the end or before the card at ``at``."""
        put, dealt = self.put, self.dealt
        put(self.place, card, zone)
        self.insert(self.zones[zone], card, at)
        for viewer, alias in self._telling[zone]:
            if not alias[card]:
                put(dealt, viewer, dealt[viewer] + 1)
                put(alias, card, dealt[viewer])
        for alias in self._crowding[zone]:
            if alias[card]:
                put(alias, card, 0)

    def relocate(self, card: int, zone: int, at: int | None = None) -> None:
        """Move a card to a zone, at the end (the top of a pile) or before the card at ``at``."""
        self.delete(self.zones[self.place[card]], card)
        self.arrive(card, zone, at)

    def sees(self, viewer: int, card: int) -> bool:
        """Whether the viewer (a seat, ``SPECTATOR`` or ``JUDGE``) may know the face of the card."""
        if viewer == JUDGE:
            return True
        bit = self.seats if viewer == SPECTATOR else viewer
        return bool(self.faces[self.place[card]] >> bit & 1)

    # -- chance -------------------------------------------------------------------------------------------

    def roll(self, purpose: str, below: int) -> int:
        """A uniform number from 0 to ``below`` - 1; each purpose has its own stream."""
        at = self.purposes[purpose]
        count = self.draws[at]
        self.put(self.draws, at, count + 1)
        return self.chance.number(purpose, count, below)

    def shuffle(self, purpose: str, zone: int) -> None:
        """Put the cards of a zone into a uniformly random order; nobody can tell them apart any more."""
        at = self.purposes[purpose]
        count = self.draws[at]
        self.put(self.draws, at, count + 1)
        cards = self.zones[zone]
        before = list(cards)
        for place, drawn in enumerate(self.chance.permutation(purpose, count, len(cards))):
            self.put(cards, place, before[drawn])

    # -- seats --------------------------------------------------------------------------------------------

    def opposes(self, seat: int, other: int) -> bool:
        return self.side[seat] != self.side[other]

    def facts(self, card: int) -> Any:
        """The definition of a card."""
        return self.definitions[self.kind[card]]

    def zone_of(self, card: int) -> str:
        return self.zone_names[int(self.place[card])]

    def faults(self) -> list[str]:
        """What is wrong with this position; every title adds its own. Checked after rulings and by the laws.

        Conservation: every card is in exactly one zone, the one it says it is in.
        """
        found = []
        counted: dict[int, int] = {}
        for number, zone in enumerate(self.zones):
            for card in zone:
                counted[card] = counted.get(card, 0) + 1
                if self.place[card] != number:
                    found.append(f"card {card} lies in {self.zone_names[number]} but says {self.place[card]}")
        for card, number in enumerate(self.place):
            if counted.get(card, 0) != (number >= 0):
                found.append(f"card {card} is in {counted.get(card, 0)} zones")
        return found


def mask(seats: Iterable[int]) -> int:
    """The mask of these seats."""
    return sum(1 << seat for seat in seats)
