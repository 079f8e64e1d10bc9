"""Decklists: reading and writing every format in use.

reading = read_list(text, pool)
reading.format, reading.deck, reading.problems
write_list(reading.deck, pool, "deckscape")
"""

from dataclasses import replace
from types import MappingProxyType

from deckcheck.cards.card import Pool
from deckcheck.lists.correcting import apply_correction
from deckcheck.lists.deck import ZONES, Deck
from deckcheck.lists.decoding import as_text
from deckcheck.lists.names import suggest, vocabulary
from deckcheck.lists.objects import is_json, read_json
from deckcheck.lists.reading import Line, ListError, Problem, Reading
from deckcheck.lists.tables import is_table, read_table
from deckcheck.lists.text import read_text
from deckcheck.lists.writing import write_list

__all__ = [
    "FORMATS",
    "ZONES",
    "Deck",
    "Line",
    "ListError",
    "Problem",
    "Reading",
    "apply_correction",
    "assume_ram",
    "read_list",
    "suggest",
    "write_list",
]

FORMATS: dict[str, str] = {
    "deckplanet": "Deckplanet",
    "deckscape": "Deckscape",
    "decklab": "Neuroscape Deck Lab",
    "plain": "Plain list",
    "hope": "HOPE plain list",
    "json": "JSON",
    "csv": "CSV",
}
RAM_DECK = 25


def read_list(source: str | bytes, pool: Pool, *, format: str | None = None) -> Reading:
    """The deck that a list names, and what became of every line.

    ``format`` is one of ``FORMATS``; None finds it. The five line formats share one grammar, so among them
    ``format`` only says what the answer calls it. Raises ListError alone: the list is too large (200 KB, 2,000
    lines), is no text, or the format or the game's decks do not exist.
    """
    if format is not None and format not in FORMATS:
        raise ListError(f"There is no format “{format}”; there are {', '.join(FORMATS)}.")
    text = as_text(source)
    words = vocabulary(pool)
    if format == "json" or (format is None and is_json(text)):
        return read_json(text, words)
    if format == "csv" or (format is None and is_table(text)):
        return read_table(text, words)
    return read_text(text, words, format)


def assume_ram(deck: Deck, pool: Pool) -> Deck:
    """The deck with 25 Basic RAM, if its list names no RAM at all; else, and where there is none, as it is."""
    basic = pool.named("Basic RAM")
    if basic is None or "ram" not in ZONES.get(deck.game, ()) or deck.count("ram"):
        return deck
    zones = {zone: deck.zones.get(zone, MappingProxyType({})) for zone in ZONES[deck.game]}
    zones["ram"] = MappingProxyType({basic.number: RAM_DECK})
    return replace(deck, zones=MappingProxyType(zones))
