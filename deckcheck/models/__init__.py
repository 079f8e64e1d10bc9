"""What is stored."""

from .cards import Game, LibraryLog, SetUpload, SetVersion, StoredSet
from .decks import DeckVersion, StoredDeck
from .formats import FormatRow, FormatRule

__all__ = [
    "DeckVersion",
    "FormatRow",
    "FormatRule",
    "Game",
    "LibraryLog",
    "SetUpload",
    "SetVersion",
    "StoredDeck",
    "StoredSet",
]
