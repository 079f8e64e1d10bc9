"""What every tie-break is, and the lines that workings are made of."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction
from typing import ClassVar

from organizer.standings.columns import ZERO, Column
from organizer.standings.facts import BYES, Kind
from organizer.standings.tally import Tally, Turn
from organizer.standings.working import Term, Working


class Byes(StrEnum):
    """What a bye does to the percentage of the entry that had it."""

    COUNTED = "counted"
    REMOVED = "removed"


class Ranking(ABC):
    """What every tie-break says about itself."""

    key: ClassVar[str]
    title: ClassVar[str]
    formula: ClassVar[str]
    source: ClassVar[str]


class TieBreak(Ranking):
    """A tie-break with one value for every entry."""

    @abstractmethod
    def column(self, tally: Tally) -> Column:
        """The exact values of the whole field, in the order of `tally.entrants`."""

    @abstractmethod
    def working(self, tally: Tally, position: int) -> Working:
        """How the value of one entry came about."""

    def value(self, tally: Tally, position: int) -> Fraction:
        """The exact value of one entry; 0 where it has none."""
        return tally.column(self).value(position) or ZERO

    def _explain(
        self,
        terms: Sequence[Term],
        result: Fraction | None,
        divisor: Fraction | int = 1,
        floor: Fraction | None = None,
        cap: Fraction | None = None,
        empty: Fraction = ZERO,
        note: str = "",
    ) -> Working:
        return Working(
            self.key,
            self.title,
            self.formula,
            self.source,
            tuple(terms),
            result,
            Fraction(divisor),
            floor,
            cap,
            empty,
            note,
        )


class TiedOnly(Ranking):
    """A tie-break that is worked out among the entries that are still tied."""

    @abstractmethod
    def keys(self, tally: Tally, tied: Sequence[int], lot_seed: str) -> list[Fraction] | None:
        """A value for each of the tied positions, larger ranks first; None when the rule does not apply."""

    @abstractmethod
    def working(self, tally: Tally, position: int, tied: Sequence[int], lot_seed: str) -> Working:
        """How the value of one of the tied entries came about."""


def recorded(tally: Tally, position: int) -> list[Turn]:
    return [turn for turn in tally.turns(position) if turn.kind is not None]


def point_terms(tally: Tally, position: int, byes: Byes = Byes.COUNTED) -> list[Term]:
    return [
        turn_term(
            tally,
            turn,
            Fraction(turn.points, tally.scale),
            byes is Byes.COUNTED or turn.kind not in BYES,
            with_kind(turn, turn.outcome),
        )
        for turn in recorded(tally, position)
    ]


def turn_term(tally: Tally, turn: Turn, value: Fraction, counted: bool = True, note: str = "") -> Term:
    if turn.opponent is None:
        return Term(f"round {turn.round}", value, turn.round, None, counted, note)
    opponent = tally.id(turn.opponent)
    return Term(f"round {turn.round} against {opponent}", value, turn.round, opponent, counted, note)


def with_kind(turn: Turn, text: str) -> str:
    if turn.kind is None or turn.kind is Kind.PLAYED:
        return text
    return f"{text} ({turn.kind.value.replace('_', ' ')})"


def how(inner: TieBreak, tally: Tally, position: int) -> str:
    """One line for the value of an opponent: the fraction before cap and floor, and which of them held."""
    work = inner.working(tally, position)
    if work.divisor == 0:
        return f"nothing to divide by: {work.empty} by convention"
    notes = [f"{work.total} / {work.divisor}"]
    raw = work.total / work.divisor
    if work.cap is not None and raw > work.cap:
        notes.append("left the event: cap applied")
    if work.floor is not None and raw < work.floor:
        notes.append("floor applied")
    if any(not term.counted for term in work.terms):
        notes.append("byes left out")
    return "; ".join(notes)


def mean_points(tally: Tally, turns: Sequence[Turn]) -> Fraction:
    return Fraction(sum(turn.points for turn in turns), tally.scale * len(turns))


def last_stay(turns: Sequence[Turn]) -> int:
    """The last round the entry was there for: anything but an absence."""
    return max((turn.round for turn in turns if turn.kind not in (None, Kind.ABSENT)), default=0)
