"""Pools of cards that lists are read with: those of the site, and a small one with awkward names."""

from pathlib import Path
from types import MappingProxyType

import deckcheck
from deckcheck.cards.card import Card, CardSet, Pool
from deckcheck.domain.library import shipped_sets

LISTS = Path(deckcheck.__file__).parent / "data" / "decklists"

NEUROSCAPE = Pool("neuroscape", [shipped_sets()["GEN"]])
HOPE = Pool("hope-cardgame", [shipped_sets()["HCO"]])


def own_pool(*names: str, code: str = "OWN") -> Pool:
    """A Neuroscape pool of characters with these names, numbered from 1."""
    cards = tuple(
        Card(code, f"{code}-{place}", name, "neuroscape", "Character", MappingProxyType({}))
        for place, name in enumerate(names, 1)
    )
    return Pool("neuroscape", [CardSet(code, code, "neuroscape", 1, cards, code)])


AWKWARD = own_pool(
    "Dusk // Dawn",
    "X Ray",
    "x-Wing, the 2nd",
    "40 Thieves",
    "2nd Chance",
    "5000 Faces",
    "Number 75",
    "Mother (of Pearl)",
    "Vault [Sealed]",
    'The "Quoted" One',
    "Señor Ñandú",
    "O’Malley's Café",
    "=SUM, the Formula",
    "Backslash \\ Tab",
    "Semi; Colon: Both",
    "# Hash",
    "東京ドーム",
    "???",
    "77",
)


def public_lists(game: str) -> list[Path]:
    return sorted((LISTS / game).iterdir())


def public_list(start: str) -> str:
    """The text of the list whose file begins like this."""
    (found,) = [path for path in LISTS.rglob("*.txt") if path.name.startswith(start)]
    return found.read_text(encoding="utf-8")
