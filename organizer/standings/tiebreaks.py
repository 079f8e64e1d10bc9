"""Tie-breaks: each a small named rule with its formula, its source and its working.

A tie-break is immutable and compares by its parameters, so a chain is a tuple of them.  Most rank
everybody (`TieBreak.column`); head-to-head and the lot look only at entries that are still tied
(`TiedOnly.keys`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from hashlib import sha256
from typing import ClassVar

from organizer.standings.columns import ZERO, Column, means, quotients
from organizer.standings.facts import BYES, EntryId, Kind
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


@dataclass(frozen=True, slots=True)
class MatchPoints(TieBreak):
    """Match points: what every system ranks by first.

    Formula: sum over completed rounds of the points for the result (3 / 1 / 0 unless the ruleset says
    otherwise); a bye is a win.  Source: Magic Tournament Rules, Appendix C.
    """

    key = "points"
    title = "Match points"
    formula = "sum of the points of all completed rounds"
    source = "Magic Tournament Rules, Appendix C"

    def column(self, tally: Tally) -> Column:
        return Column(tally.points, tally.scale)

    def working(self, tally: Tally, position: int) -> Working:
        return self._explain(_point_terms(tally, position), self.value(tally, position))


@dataclass(frozen=True, slots=True)
class MatchWin(TieBreak):
    """Match-win percentage of the entry itself.

    Formula: match points / (points of a win x rounds played), raised to the floor.  Byes REMOVED takes
    the bye rounds out of points and rounds.  Source: Magic Tournament Rules, Appendix C.
    """

    key = "mw"
    title = "Match-win %"
    formula = "match points / (points of a win × rounds played)"
    source = "Magic Tournament Rules, Appendix C"
    floor: Fraction | None = None
    byes: Byes = Byes.COUNTED

    def column(self, tally: Tally) -> Column:
        points, rounds = tally.points, tally.rounds
        if self.byes is Byes.REMOVED:
            points = [n - tally.win * byes for n, byes in zip(points, tally.bye_rounds, strict=True)]
            rounds = [n - byes for n, byes in zip(rounds, tally.bye_rounds, strict=True)]
        return quotients(points, [tally.win * n for n in rounds], self.floor)

    def working(self, tally: Tally, position: int) -> Working:
        terms = _point_terms(tally, position, byes=self.byes)
        rounds = sum(term.counted for term in terms)
        return self._explain(
            terms,
            self.value(tally, position),
            tally.match_points.win * rounds,
            self.floor,
            note=f"{rounds} rounds",
        )


@dataclass(frozen=True, slots=True)
class GameWin(TieBreak):
    """Game-win percentage of the entry itself.

    Formula: game points / (points of a won game x games), raised to the floor.  A drawn or unfinished
    game counts 1 of 3; a bye counts its won games.  Source: Magic Tournament Rules, Appendix C.
    """

    key = "gw"
    title = "Game-win %"
    formula = "game points / (points of a won game × games)"
    source = "Magic Tournament Rules, Appendix C"
    floor: Fraction | None = None

    def column(self, tally: Tally) -> Column:
        values = tally.game_point_values
        win, draw, loss = (int(n * values.scale) for n in (values.win, values.draw, values.loss))
        won, lost, drawn = tally.games_won, tally.games_lost, tally.games_drawn
        parts = [win * w + loss * v + draw * d for w, v, d in zip(won, lost, drawn, strict=True)]
        wholes = [win * (w + v + d) for w, v, d in zip(won, lost, drawn, strict=True)]
        return quotients(parts, wholes, self.floor)

    def working(self, tally: Tally, position: int) -> Working:
        values = tally.game_point_values
        terms = []
        games = 0
        for turn in _recorded(tally, position):
            gained = (
                values.win * turn.games_won + values.loss * turn.games_lost + values.draw * turn.games_drawn
            )
            games += turn.games_won + turn.games_lost + turn.games_drawn
            score = f"{turn.games_won}-{turn.games_lost}-{turn.games_drawn}"
            terms.append(_turn_term(tally, turn, gained, note=_with_kind(turn, score)))
        return self._explain(
            terms, self.value(tally, position), values.win * games, self.floor, note=f"{games} games"
        )


@dataclass(frozen=True, slots=True)
class WinRate(TieBreak):
    """Win percentage as Pokemon counts it.

    Formula: (wins + half the draws) / rounds, byes taken out of both; at most the cap for who left
    the event, at least the floor for everybody.  Source: Pokemon organized play rules.
    """

    key = "wp"
    title = "Win %"
    formula = "(wins + draws / 2) / rounds, without byes"
    source = "Pokemon tournament rules"
    floor: Fraction | None = Fraction(1, 4)
    leaver_cap: Fraction | None = Fraction(3, 4)

    def column(self, tally: Tally) -> Column:
        byes = tally.bye_rounds
        parts = [2 * (w - b) + d for w, d, b in zip(tally.wins, tally.draws, byes, strict=True)]
        wholes = [2 * (r - b) for r, b in zip(tally.rounds, byes, strict=True)]
        return quotients(parts, wholes, self.floor, self.leaver_cap, tally.left)

    def working(self, tally: Tally, position: int) -> Working:
        terms = []
        for turn in _recorded(tally, position):
            worth = {"won": Fraction(1), "drawn": Fraction(1, 2)}.get(turn.outcome, ZERO)
            counted = turn.kind not in BYES
            terms.append(_turn_term(tally, turn, worth, counted, _with_kind(turn, turn.outcome)))
        left = tally.left[position]
        return self._explain(
            terms,
            self.value(tally, position),
            sum(term.counted for term in terms),
            self.floor,
            self.leaver_cap if left else None,
            note="left the event" if left else "",
        )


@dataclass(frozen=True, slots=True)
class PointsPerRound(TieBreak):
    """Points per round, the part that strength of schedule is made of.

    Formula: match points / rounds played, byes included in both.  Source: Cobra (Null Signal Games).
    """

    key = "ppr"
    title = "Points per round"
    formula = "match points / rounds played"
    source = "Netrunner tournament rules, as Cobra computes them"

    def column(self, tally: Tally) -> Column:
        return quotients(tally.points, [tally.scale * rounds for rounds in tally.rounds])

    def working(self, tally: Tally, position: int) -> Working:
        terms = _point_terms(tally, position)
        return self._explain(terms, self.value(tally, position), len(terms), note=f"{len(terms)} rounds")


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
        for turn in _recorded(tally, position):
            if turn.opponent is None:
                why = "bye, no opponent: skipped" if turn.kind in BYES else "no opponent met: skipped"
                terms.append(_turn_term(tally, turn, ZERO, False, why))
                continue
            value = self.inner.value(tally, turn.opponent)
            terms.append(_turn_term(tally, turn, value, note=_how(self.inner, tally, turn.opponent)))
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
        last = _last_stay(turns)
        terms = []
        for turn in turns:
            gone = turn.round > last
            points = Fraction(tally.draw if gone else turn.points, tally.scale)
            note = "after leaving: counts as a draw" if gone else _with_kind(turn, turn.outcome)
            terms.append(_turn_term(tally, turn, points, note=note))
        return self._explain(terms, self.value(tally, position))

    def _score(self, tally: Tally, position: int) -> int:
        if len(tally.results[position]) == tally.completed and all(
            match.b is not None for match in tally.results[position]
        ):
            return tally.points[position]
        turns = tally.turns(position)
        last = _last_stay(turns)
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
            _turn_term(
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


@dataclass(frozen=True, slots=True)
class Wins(TieBreak):
    """Number of won matches, byes and matches won by default included.  Source: FIDE Handbook C.07 (WIN)."""

    key = "wins"
    title = "Wins"
    formula = "number of won matches"
    source = "FIDE Handbook C.07"

    def column(self, tally: Tally) -> Column:
        return Column(tally.wins)

    def working(self, tally: Tally, position: int) -> Working:
        terms = [
            _turn_term(tally, turn, Fraction(turn.outcome == "won"), note=_with_kind(turn, turn.outcome))
            for turn in _recorded(tally, position)
        ]
        return self._explain(terms, self.value(tally, position))


@dataclass(frozen=True, slots=True)
class GameDifference(TieBreak):
    """Games won minus games lost, a bye with its games included.  Source: common league practice."""

    key = "game_difference"
    title = "Game difference"
    formula = "games won − games lost"
    source = "league practice"

    def column(self, tally: Tally) -> Column:
        return Column([won - lost for won, lost in zip(tally.games_won, tally.games_lost, strict=True)])

    def working(self, tally: Tally, position: int) -> Working:
        terms = [
            _turn_term(
                tally,
                turn,
                Fraction(turn.games_won - turn.games_lost),
                note=_with_kind(turn, f"{turn.games_won}-{turn.games_lost}"),
            )
            for turn in _recorded(tally, position)
        ]
        return self._explain(terms, self.value(tally, position))


@dataclass(frozen=True, slots=True)
class LatePenalty(TieBreak):
    """Who came late ranks below entries with equal points.  Source: Pokemon organized play rules."""

    key = "late"
    title = "Late penalty"
    formula = "1 for an entry that came late, else 0; fewer ranks first"
    source = "Pokemon tournament rules"

    def column(self, tally: Tally) -> Column:
        return Column([int(entrant.late) for entrant in tally.entrants], ascending=True)

    def working(self, tally: Tally, position: int) -> Working:
        value = self.value(tally, position)
        return self._explain([Term("came late" if value else "was on time", value)], value)


@dataclass(frozen=True, slots=True)
class HandSetSeed(TieBreak):
    """A seed set by the organizer, 1 ranks first, entries without one last.

    Source: Cobra's manual seed; Challonge's last tie-break.
    """

    key = "seed"
    title = "Seed"
    formula = "the seed set by hand; lower ranks first"
    source = "Cobra, Challonge"

    def column(self, tally: Tally) -> Column:
        seeds = [entrant.seed for entrant in tally.entrants]
        blank = frozenset(k for k, seed in enumerate(seeds) if seed is None)
        return Column([seed or 0 for seed in seeds], ascending=True, blank=blank)

    def working(self, tally: Tally, position: int) -> Working:
        seed = tally.entrants[position].seed
        if seed is None:
            return self._explain([], None, note="no seed was set")
        return self._explain([Term("seed", Fraction(seed))], Fraction(seed))


@dataclass(frozen=True, slots=True)
class HeadToHead(TiedOnly):
    """Results among the tied entries alone.

    Applies only when every tied entry has met every other one; otherwise, and when a cycle leaves all
    level, the tie passes on to the next rule.  Entries it leaves level go on together; it is not applied
    a second time to them.  Formula: sum over the tied opponents of the points made against them, the
    mean where two met more than once.  Source: FIDE Handbook C.07, article 6; Pokemon tournament rules.
    """

    key = "h2h"
    title = "Head-to-head"
    formula = "points made against the tied entries, if each has met each"
    source = "FIDE Handbook C.07, article 6"

    def keys(self, tally: Tally, tied: Sequence[int], lot_seed: str) -> list[Fraction] | None:
        if any(len(tally.opponents[position]) < len(tied) - 1 for position in tied):
            return None
        members = frozenset(tied)
        sums = []
        for position in tied:
            against = self._against(tally, position, members)
            if len(against) < len(tied) - 1:
                return None
            sums.append(sum((_mean_points(tally, turns) for turns in against.values()), ZERO))
        return sums

    def working(self, tally: Tally, position: int, tied: Sequence[int], lot_seed: str) -> Working:
        keys = self.keys(tally, tied, lot_seed)
        if keys is None:
            note = "does not apply: the tied entries have not all met each other"
            return Working(self.key, self.title, self.formula, self.source, (), None, note=note)
        against = self._against(tally, position, frozenset(tied))
        terms = [
            Term(
                f"against {tally.id(other)}",
                _mean_points(tally, turns),
                turns[0].round,
                tally.id(other),
                note=", ".join(turn.outcome for turn in turns),
            )
            for other, turns in against.items()
        ]
        result = keys[list(tied).index(position)]
        return Working(self.key, self.title, self.formula, self.source, tuple(terms), result)

    def _against(self, tally: Tally, position: int, members: frozenset[int]) -> dict[int, list[Turn]]:
        found: dict[int, list[Turn]] = {}
        for turn in tally.turns(position):
            if turn.opponent is not None and turn.opponent in members:
                found.setdefault(turn.opponent, []).append(turn)
        return found


@dataclass(frozen=True, slots=True)
class Lot(TiedOnly):
    """A drawing of lots that anybody can repeat.

    Formula: entries still tied rank by SHA-256 of the event's lot seed, a line feed and the id, lowest
    first.  It depends on nothing else, so it stays the same all event long.  Source: own rule.
    """

    key = "lot"
    title = "Lot"
    formula = "position by SHA-256 of lot seed, line feed, id, among the tied entries; lower ranks first"
    source = "own rule"

    def keys(self, tally: Tally, tied: Sequence[int], lot_seed: str) -> list[Fraction] | None:
        order = sorted(tied, key=lambda position: lot_number(lot_seed, tally.id(position)))
        drawn = {position: Fraction(-rank) for rank, position in enumerate(order, start=1)}
        return [drawn[position] for position in tied]

    def working(self, tally: Tally, position: int, tied: Sequence[int], lot_seed: str) -> Working:
        order = sorted(tied, key=lambda other: lot_number(lot_seed, tally.id(other)))
        rank = Fraction(order.index(position) + 1)
        ticket = lot_number(lot_seed, tally.id(position)).hex()
        terms = (Term("lot", rank, note=f"{ticket}, lowest first of {len(order)}"),)
        return Working(self.key, self.title, self.formula, self.source, terms, rank)


def lot_number(lot_seed: str, entry: EntryId) -> bytes:
    """The lot of one entry: SHA-256 of the seed, a line feed and the id; the lowest wins."""
    return sha256(f"{lot_seed}\n{entry}".encode()).digest()


def _recorded(tally: Tally, position: int) -> list[Turn]:
    return [turn for turn in tally.turns(position) if turn.kind is not None]


def _point_terms(tally: Tally, position: int, byes: Byes = Byes.COUNTED) -> list[Term]:
    return [
        _turn_term(
            tally,
            turn,
            Fraction(turn.points, tally.scale),
            byes is Byes.COUNTED or turn.kind not in BYES,
            _with_kind(turn, turn.outcome),
        )
        for turn in _recorded(tally, position)
    ]


def _turn_term(tally: Tally, turn: Turn, value: Fraction, counted: bool = True, note: str = "") -> Term:
    if turn.opponent is None:
        return Term(f"round {turn.round}", value, turn.round, None, counted, note)
    opponent = tally.id(turn.opponent)
    return Term(f"round {turn.round} against {opponent}", value, turn.round, opponent, counted, note)


def _with_kind(turn: Turn, text: str) -> str:
    if turn.kind is None or turn.kind is Kind.PLAYED:
        return text
    return f"{text} ({turn.kind.value.replace('_', ' ')})"


def _how(inner: TieBreak, tally: Tally, position: int) -> str:
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


def _mean_points(tally: Tally, turns: Sequence[Turn]) -> Fraction:
    return Fraction(sum(turn.points for turn in turns), tally.scale * len(turns))


def _last_stay(turns: Sequence[Turn]) -> int:
    """The last round the entry was there for: anything but an absence."""
    return max((turn.round for turn in turns if turn.kind not in (None, Kind.ABSENT)), default=0)
