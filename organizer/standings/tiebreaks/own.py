"""Tie-breaks from an entry's own results: points, percentages, wins, seed."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from organizer.standings.columns import ZERO, Column, quotients
from organizer.standings.facts import BYES
from organizer.standings.tally import Tally
from organizer.standings.tiebreaks.base import Byes, TieBreak, point_terms, recorded, turn_term, with_kind
from organizer.standings.working import Term, Working


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
        return self._explain(point_terms(tally, position), self.value(tally, position))


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
        terms = point_terms(tally, position, byes=self.byes)
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
        for turn in recorded(tally, position):
            gained = (
                values.win * turn.games_won + values.loss * turn.games_lost + values.draw * turn.games_drawn
            )
            games += turn.games_won + turn.games_lost + turn.games_drawn
            score = f"{turn.games_won}-{turn.games_lost}-{turn.games_drawn}"
            terms.append(turn_term(tally, turn, gained, note=with_kind(turn, score)))
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
        for turn in recorded(tally, position):
            worth = {"won": Fraction(1), "drawn": Fraction(1, 2)}.get(turn.outcome, ZERO)
            counted = turn.kind not in BYES
            terms.append(turn_term(tally, turn, worth, counted, with_kind(turn, turn.outcome)))
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
        terms = point_terms(tally, position)
        return self._explain(terms, self.value(tally, position), len(terms), note=f"{len(terms)} rounds")


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
            turn_term(tally, turn, Fraction(turn.outcome == "won"), note=with_kind(turn, turn.outcome))
            for turn in recorded(tally, position)
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
            turn_term(
                tally,
                turn,
                Fraction(turn.games_won - turn.games_lost),
                note=with_kind(turn, f"{turn.games_won}-{turn.games_lost}"),
            )
            for turn in recorded(tally, position)
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
