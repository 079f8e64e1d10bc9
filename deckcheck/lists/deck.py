"""A deck as counted cards in zones."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

ZONES: dict[str, tuple[str, ...]] = {
    "neuroscape": ("mainframe", "cyberdeck", "ram", "sideboard"),
    "hope-cardgame": ("deck",),
}


@dataclass(frozen=True, slots=True)
class Deck:
    """Card numbers with counts, by zone; zones in the order of ``ZONES``, cards in the order of the list.

    ``declared`` is what the list says of itself, such as the races of a HOPE Cardgame deck.
    """

    game: str
    zones: Mapping[str, Mapping[str, int]]
    name: str = ""
    declared: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))

    def count(self, zone: str) -> int:
        """Cards in the zone, copies counted."""
        return sum(self.zones.get(zone, {}).values())

    def copies(self, number: str, *zones: str) -> int:
        """Copies of one card in these zones (all when none is named)."""
        return sum(cards.get(number, 0) for zone, cards in self.zones.items() if not zones or zone in zones)
