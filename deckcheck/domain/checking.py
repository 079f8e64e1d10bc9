"""One way to check a list, for pages, API and commands alike."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from deckcheck.construction import GAMES, Verdict, check_deck
from deckcheck.lists import Reading, read_list

from .base import Refused

if TYPE_CHECKING:
    from .formats import Format


@dataclass(frozen=True, slots=True)
class Checked:
    """What was read and what the rules say of it. A line that was not read keeps the list from being legal."""

    reading: Reading
    verdict: Verdict

    @property
    def legal(self) -> bool:
        return self.verdict.legal and self.reading.complete


def check_text(text: str | bytes, fmt: "Format", *, list_format: str | None = None) -> Checked:
    """Read the list with the cards of the format and hold it to its rules.

    Raises ``ListError`` when the text cannot be read as a list, ``Refused`` for a game without decklists.
    """
    if fmt.game not in GAMES:
        raise Refused(f"{fmt.title} has no decklists.", field="format")
    reading = read_list(text, fmt.pool, format=list_format)
    return Checked(reading, check_deck(reading.deck, fmt.pool, fmt.construction))
