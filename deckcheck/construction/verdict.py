"""The answer of a deck check: the complete list of faults, and advice."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is not legal, or for advice, not recommended.

    ``clause`` is the rule it breaks, ``cards`` are card numbers with the counts found, ``message`` says what is
    wrong and ``legal`` what would be right. ``zone`` is where it is, empty for the deck as a whole.
    """

    clause: str
    message: str
    legal: str
    zone: str = ""
    cards: tuple[tuple[str, int], ...] = ()
    rulings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """``faults`` is complete: mending all of them makes the deck legal. ``advice`` never makes it illegal."""

    faults: tuple[Fault, ...] = ()
    advice: tuple[Fault, ...] = ()

    @property
    def legal(self) -> bool:
        return not self.faults
