"""What reading a list answers: the deck, and what became of every line."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from deckcheck.cards.card import Card
from deckcheck.lists.deck import Deck

MAX_BYTES = 200_000
MAX_LINES = 2_000
MAX_LINE = 500
MAX_COPIES = 999
MAX_NAME = 100

Kind = Literal["card", "header", "comment", "blank", "error"]


class ListError(ValueError):
    """The list as a whole cannot be read: it is too large, no text, or its format is unknown."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a list, or one entry where a JSON file puts several on a line.

    ``number`` counts from 1. A card has ``zone``, ``count`` and ``card``; its ``message`` is a remark that
    makes nothing wrong, such as a missing number of copies that was read as 1. An error has a ``message`` and
    perhaps ``suggestions``: each may replace the words in question (``apply_correction``).
    """

    number: int
    text: str
    kind: Kind
    zone: str = ""
    count: int = 0
    card: Card | None = None
    message: str = ""
    suggestions: tuple[str, ...] = ()


class Problem(NamedTuple):
    """Something to mend: an error line, or a total in a header that differs from the cards below it."""

    line: int
    message: str
    suggestions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """``deck`` holds the cards of all lines that were read; the list is complete if ``problems`` is empty."""

    format: str
    deck: Deck
    lines: tuple[Line, ...]
    problems: tuple[Problem, ...] = ()

    @property
    def complete(self) -> bool:
        return not self.problems
