"""Tie-breaks from the opponents: means of their percentages, strength of schedule."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from fractions import Fraction

from organizer.standings.columns import ZERO, Column, means
from organizer.standings.facts import BYES
from organizer.standings.tally import Tally
from organizer.standings.tiebreaks.base import Byes, TieBreak, how, recorded, turn_term
from organizer.standings.tiebreaks.own import GameWin, MatchWin, PointsPerRound, WinRate
from organizer.standings.working import Working


class OpponentsMean(TieBreak):
    """The mean of `inner` over the opponents met, one share per meeting; a bye is no opponent.

    The mean is one of percentages, never points pooled over rounds.  Without any opponent the value is
    `empty`: the floor by convention, 0 when there is none.
    """

    @property
    @abstractmethod
    def inner(self) -> TieBreak:
        """What is averaged."""

    @property
    def empty(self) -> Fraction:
        """The value of an entry that met nobody."""
        return ZERO

    def column(self, tally: Tally) -> Column:
        return means(tally.column(self.inner), tally.opponents, self.empty)

    def working(self, tally: Tally, position: int) -> Working:
        terms = []
        for turn in recorded(tally, position):
            if turn.opponent is None:
                why = "bye, no opponent: skipped" if turn.kind in BYES else "no opponent met: skipped"
                terms.append(turn_term(tally, turn, ZERO, False, why))
                continue
            value = self.inner.value(tally, turn.opponent)
            terms.append(turn_term(tally, turn, value, note=how(self.inner, tally, turn.opponent)))
        met = sum(term.counted for term in terms)
        return self._explain(
            terms, self.value(tally, position), met, empty=self.empty, note=f"{met} opponents"
        )


@dataclass(frozen=True, slots=True)
class OpponentsMatchWin(OpponentsMean):
    """Opponents' match-win percentage.

    Formula: mean over opponents of max(floor, match points / (points of a win x rounds)).  The printed
    Magic text counts an opponent's bye as a win over a full round and has the floor 0.33; a widely used
    scorekeeping reading removes bye rounds.  Source: Magic Tournament Rules, Appendix C.
    """

    key = "omw"
    title = "Opponents' match-win %"
    formula = (
        "mean over opponents of match points / (points of a win × rounds played), each at least the floor"
    )
    source = "Magic Tournament Rules, Appendix C"
    floor: Fraction | None = Fraction(33, 100)
    byes: Byes = Byes.COUNTED

    @property
    def inner(self) -> MatchWin:
        return MatchWin(self.floor, self.byes)

    @property
    def empty(self) -> Fraction:
        return self.floor or ZERO


@dataclass(frozen=True, slots=True)
class OpponentsGameWin(OpponentsMean):
    """Opponents' game-win percentage.

    Formula: mean over opponents of max(floor, game points / (points of a won game x games)).
    Source: Magic Tournament Rules, Appendix C.
    """

    key = "ogw"
    title = "Opponents' game-win %"
    formula = "mean over opponents of game points / (points of a won game × games), each at least the floor"
    source = "Magic Tournament Rules, Appendix C"
    floor: Fraction | None = Fraction(33, 100)

    @property
    def inner(self) -> GameWin:
        return GameWin(self.floor)

    @property
    def empty(self) -> Fraction:
        return self.floor or ZERO


@dataclass(frozen=True, slots=True)
class OpponentsWinRate(OpponentsMean):
    """Opponents' win percentage (Pokemon).

    Formula: mean over opponents of their win percentage: byes removed, at least 25 %, at most 75 % for
    an opponent who left.  Source: Pokemon organized play rules.
    """

    key = "owp"
    title = "Opponents' win %"
    formula = "mean over opponents of (wins + draws / 2) / rounds without byes, within floor and cap"
    source = "Pokemon tournament rules"
    floor: Fraction | None = Fraction(1, 4)
    leaver_cap: Fraction | None = Fraction(3, 4)

    @property
    def inner(self) -> WinRate:
        return WinRate(self.floor, self.leaver_cap)

    @property
    def empty(self) -> Fraction:
        return self.floor or ZERO


@dataclass(frozen=True, slots=True)
class OpponentsOpponentsWinRate(OpponentsMean):
    """Opponents' opponents' win percentage (Pokemon).

    Formula: mean over opponents of their opponents' win percentage.  Source: Pokemon organized play rules.
    """

    key = "oowp"
    title = "Opponents' opponents' win %"
    formula = "mean over opponents of their opponents' win %"
    source = "Pokemon tournament rules"
    floor: Fraction | None = Fraction(1, 4)
    leaver_cap: Fraction | None = Fraction(3, 4)

    @property
    def inner(self) -> OpponentsWinRate:
        return OpponentsWinRate(self.floor, self.leaver_cap)

    @property
    def empty(self) -> Fraction:
        return self.floor or ZERO


@dataclass(frozen=True, slots=True)
class StrengthOfSchedule(OpponentsMean):
    """Strength of schedule (Netrunner).

    Formula: mean over opponents of match points / rounds; an opponent's bye counts in both, one's own
    bye gives no opponent and is not in the divisor.  Source: Cobra (Null Signal Games).
    """

    key = "sos"
    title = "Strength of schedule"
    formula = "mean over opponents of match points / rounds played"
    source = "Netrunner tournament rules, as Cobra computes them"

    @property
    def inner(self) -> PointsPerRound:
        return PointsPerRound()


@dataclass(frozen=True, slots=True)
class ExtendedStrengthOfSchedule(OpponentsMean):
    """Extended strength of schedule (Netrunner).

    Formula: mean over opponents of their strength of schedule.  Source: Cobra (Null Signal Games).
    """

    key = "xsos"
    title = "Extended strength of schedule"
    formula = "mean over opponents of their strength of schedule"
    source = "Netrunner tournament rules, as Cobra computes them"

    @property
    def inner(self) -> StrengthOfSchedule:
        return StrengthOfSchedule()
