"""What is stored."""

from .cards import Game, LibraryLog, SetVersion, StoredSet
from .decks import DeckVersion, StoredDeck
from .formats import FormatRow, FormatRule

__all__ = [
    "DeckVersion",
    "FormatRow",
    "FormatRule",
    "Game",
    "LibraryLog",
    "SetVersion",
    "StoredDeck",
    "StoredSet",
]
