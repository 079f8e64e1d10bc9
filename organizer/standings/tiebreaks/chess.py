"""Tie-breaks from the opponents' scores, as chess has them, with its rules for unplayed rounds."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from organizer.standings.columns import Column
from organizer.standings.tally import Tally, Turn
from organizer.standings.tiebreaks.base import TieBreak, last_stay, turn_term, with_kind
from organizer.standings.tiebreaks.own import MatchPoints
from organizer.standings.working import Working


@dataclass(frozen=True, slots=True)
class Dummy:
    """How FIDE treats rounds that were not played (C.07, article 16).

    One's own unplayed round counts as one against a dummy with one's own final score, at most
    `cap` times the highest score possible; None for no cap.
    """

    cap: Fraction | None = None


@dataclass(frozen=True, slots=True)
class AdjustedScore(TieBreak):
    """The score that opponents receive from an entry (FIDE C.07, article 16.3).

    Formula: own points, with every round after the entry has left counted as a draw.  Byes and
    forfeits before that stand as scored.
    """

    key = "adjusted"
    title = "Adjusted score"
    formula = "match points, rounds after leaving counted as draws"
    source = "FIDE Handbook C.07, article 16.3"

    def column(self, tally: Tally) -> Column:
        return Column([self._score(tally, k) for k in range(len(tally.entrants))], tally.scale)

    def working(self, tally: Tally, position: int) -> Working:
        turns = tally.turns(position)
        last = last_stay(turns)
        terms = []
        for turn in turns:
            gone = turn.round > last
            points = Fraction(tally.draw if gone else turn.points, tally.scale)
            note = "after leaving: counts as a draw" if gone else with_kind(turn, turn.outcome)
            terms.append(turn_term(tally, turn, points, note=note))
        return self._explain(terms, self.value(tally, position))

    def _score(self, tally: Tally, position: int) -> int:
        if len(tally.results[position]) == tally.completed and all(
            match.b is not None for match in tally.results[position]
        ):
            return tally.points[position]
        turns = tally.turns(position)
        last = last_stay(turns)
        return sum(turn.points if turn.round <= last else tally.draw for turn in turns)


@dataclass(frozen=True, slots=True)
class Share:
    """What one round adds to a sum over opponents: scaled score of the opponent, and scaled amount added."""

    turn: Turn
    score: int
    amount: int
    dummy: bool


class OpponentsSum(TieBreak):
    """A sum over the scores of opponents, some of which may be cut.

    With `dummy` None only opponents really met count, with their plain points; otherwise unplayed
    rounds count as FIDE C.07, article 16 says.  When the lowest share is cut, a round the entry stayed
    away from by its own doing goes first (article 16.5).
    """

    dummy: Dummy | None
    low: ClassVar[int] = 0
    high: ClassVar[int] = 0
    squared: ClassVar[bool] = False

    def column(self, tally: Tally) -> Column:
        denominator = self._denominator(tally)
        sums = []
        for position in range(len(tally.entrants)):
            kept, _cut = self._shares(tally, position)
            sums.append(sum(share.amount for share in kept))
        return Column(sums, denominator)

    def working(self, tally: Tally, position: int) -> Working:
        kept, cut = self._shares(tally, position)
        denominator = self._denominator(tally)
        rows = [(share, True) for share in kept] + [(share, False) for share in cut]
        terms = [
            turn_term(
                tally,
                share.turn,
                Fraction(share.amount, denominator),
                counted,
                self._note(tally, share, counted),
            )
            for share, counted in sorted(rows, key=lambda row: row[0].turn.round)
        ]
        return self._explain(terms, self.value(tally, position))

    @property
    def _unit(self) -> int:
        """What scores are multiplied with so that a capped dummy score is whole."""
        return 1 if self.dummy is None or self.dummy.cap is None else self.dummy.cap.denominator

    def _denominator(self, tally: Tally) -> int:
        return self._unit * tally.scale * (tally.scale if self.squared else 1)

    def _shares(self, tally: Tally, position: int) -> tuple[list[Share], list[Share]]:
        """The shares that count and those that are cut."""
        column = tally.column(MatchPoints() if self.dummy is None else AdjustedScore())
        shares = []
        for turn in tally.turns(position):
            if turn.opponent is not None:
                score = column.numerators[turn.opponent] * self._unit
            elif self.dummy is not None:
                score = self._dummy_score(tally, position, self.dummy)
            else:
                continue
            amount = score * turn.points if self.squared else score
            shares.append(Share(turn, score, amount, turn.opponent is None))
        return self._cut(shares)

    def _dummy_score(self, tally: Tally, position: int, dummy: Dummy) -> int:
        own = tally.points[position]
        if dummy.cap is None:
            return own
        return min(own * dummy.cap.denominator, tally.win * tally.completed * dummy.cap.numerator)

    def _cut(self, shares: list[Share]) -> tuple[list[Share], list[Share]]:
        kept = list(shares)
        cut = []
        for _ in range(min(self.low, len(kept))):
            lowest = min(
                kept,
                key=lambda share: (not (share.dummy and share.turn.voluntary), share.score, share.amount),
            )
            kept.remove(lowest)
            cut.append(lowest)
        for _ in range(min(self.high, len(kept))):
            highest = max(kept, key=lambda share: (share.score, share.amount))
            kept.remove(highest)
            cut.append(highest)
        return kept, cut

    def _note(self, tally: Tally, share: Share, counted: bool) -> str:
        notes = []
        if share.dummy:
            notes.append("not played: a dummy with one's own score")
        elif self.dummy is not None and share.turn.opponent is not None:
            plain = tally.points[share.turn.opponent]
            if plain * self._unit != share.score:
                notes.append(f"has {Fraction(plain, tally.scale)}, rounds after leaving count as draws")
        if self.squared:
            score = Fraction(share.score * tally.scale, self._denominator(tally))
            notes.append(f"{share.turn.outcome}: {Fraction(share.turn.points, tally.scale)} × {score}")
        if not counted:
            notes.append("cut")
        return "; ".join(notes)


@dataclass(frozen=True, slots=True)
class Buchholz(OpponentsSum):
    """Buchholz.

    Formula: sum over opponents of their (adjusted) scores.  Source: FIDE Handbook C.07, article 8.
    """

    key = "buchholz"
    title = "Buchholz"
    formula = "sum of the opponents' scores"
    source = "FIDE Handbook C.07"
    dummy: Dummy | None = None


@dataclass(frozen=True, slots=True)
class BuchholzCut1(OpponentsSum):
    """Buchholz Cut-1.

    Formula: Buchholz without the lowest share.  Source: FIDE Handbook C.07, articles 8 and 14.
    """

    key = "buchholz_cut1"
    title = "Buchholz Cut-1"
    formula = "sum of the opponents' scores without the lowest"
    source = "FIDE Handbook C.07"
    low = 1
    dummy: Dummy | None = None


@dataclass(frozen=True, slots=True)
class MedianBuchholz(OpponentsSum):
    """Median-Buchholz.

    Formula: Buchholz without the lowest and the highest share; nothing is left of two or fewer.
    Source: Challonge help pages; FIDE Handbook C.07, article 14.
    """

    key = "median_buchholz"
    title = "Median-Buchholz"
    formula = "sum of the opponents' scores without the lowest and the highest"
    source = "Challonge help pages"
    low = 1
    high = 1
    dummy: Dummy | None = None


@dataclass(frozen=True, slots=True)
class SonnebornBerger(OpponentsSum):
    """Sonneborn-Berger.

    Formula: sum over opponents of the points made against each times the opponent's (adjusted) score.
    Source: FIDE Handbook C.07, article 9.
    """

    key = "sb"
    title = "Sonneborn-Berger"
    formula = "sum of the points made against each opponent × the opponent's score"
    source = "FIDE Handbook C.07"
    squared = True
    dummy: Dummy | None = None
