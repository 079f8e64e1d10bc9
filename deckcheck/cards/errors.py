"""What is wrong with a set file, said to the person who wrote it."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SetError:
    """One mistake: the file, the card's number (empty outside cards), the key path, and what would be right.

    ``line`` counts from 1; 0 when the mistake is about no line, such as a key that is missing.
    """

    file: str
    card: str
    path: str
    message: str
    line: int = 0

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else self.file
        return ": ".join(part for part in (where, self.card, self.path, self.message) if part)


class SetErrors(Exception):
    """The file is refused; ``errors`` are all that was found, in the order of the file."""

    def __init__(self, errors: Iterable[SetError]) -> None:
        self.errors = tuple(errors)
        super().__init__("\n".join(map(str, self.errors)))
