"""Adding up the facts once, for the whole field, into columns of whole numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from organizer.standings.columns import Column
from organizer.standings.facts import (
    BYES,
    MOST_GAMES,
    MOST_ROUNDS,
    NOT_PLAYED,
    WITHOUT_OPPONENT,
    Entrant,
    EntryId,
    FactError,
    Kind,
    MatchFact,
    Outcome,
    Points,
    index_entrants,
)


class Computed(Protocol):
    """Anything that can fill a column from a tally, and can be remembered by its value."""

    def column(self, tally: Tally) -> Column: ...

    def __hash__(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Turn:
    """One round as one entry saw it.

    `opponent` is the position of who it met, None if nobody; `points` are scaled match points;
    `voluntary` says that the entry stayed away by its own doing (absence, forfeit, requested bye).
    """

    round: int
    opponent: int | None
    points: int
    outcome: str
    kind: Kind | None
    games_won: int = 0
    games_lost: int = 0
    games_drawn: int = 0
    voluntary: bool = False


class Tally:
    """Sums over all results of the completed rounds.

    Lists are by position of the entry.  `points` are match points times `scale`; `rounds` counts the
    rounds that have a result for the entry, byes included; `opponents` has one position per meeting.
    Raises FactError when the matches do not fit the entrants or each other.
    """

    def __init__(
        self,
        entrants: Iterable[Entrant],
        matches: Iterable[MatchFact],
        points: Points,
        game_points: Points,
        rounds_completed: int,
        unplayed_meets: bool,
    ) -> None:
        if not 0 <= rounds_completed <= MOST_ROUNDS:
            raise FactError(f"rounds completed must be from 0 to {MOST_ROUNDS}, not {rounds_completed}")
        self.entrants: Sequence[Entrant] = tuple(entrants)
        self.index = index_entrants(self.entrants)
        self.match_points = points
        self.game_point_values = game_points
        self.completed = rounds_completed
        self.unplayed_meets = unplayed_meets
        size = len(self.entrants)
        self.wins = [0] * size
        self.draws = [0] * size
        self.bye_rounds = [0] * size
        self.games_won = [0] * size
        self.games_lost = [0] * size
        self.games_drawn = [0] * size
        self.opponents: list[list[int]] = [[] for _ in range(size)]
        self.results: list[list[MatchFact]] = [[] for _ in range(size)]
        self._columns: dict[Computed, Column] = {}
        self._turns: dict[int, list[Turn]] = {}
        seated = self._read(matches)
        self.rounds = [rounds.bit_count() for rounds in seated]
        scale = self.scale = points.scale
        win, draw, loss = int(points.win * scale), int(points.draw * scale), int(points.loss * scale)
        self.win, self.draw, self.loss = win, draw, loss
        self.points = [
            won * win + drawn * draw + (rounds - won - drawn) * loss
            for won, drawn, rounds in zip(self.wins, self.draws, self.rounds, strict=True)
        ]

    def _read(self, matches: Iterable[MatchFact]) -> list[int]:
        """Add every completed match; returns the rounds of each entry as bits."""
        index = self.index
        completed = self.completed
        seated = [0] * len(self.entrants)
        for match in matches:
            number = match.round
            if number > completed:
                continue
            a = index.get(match.a)
            if a is None or number < 1:
                raise _misfit(match, index)
            bit = 1 << number
            if seated[a] & bit:
                raise FactError(f"entry {match.a!r} has two results in round {number}")
            seated[a] |= bit
            if match.b is None:
                self._add_without_opponent(match, a)
                continue
            b = index.get(match.b)
            if b is None or a == b:
                raise _misfit(match, index)
            if seated[b] & bit:
                raise FactError(f"entry {match.b!r} has two results in round {number}")
            seated[b] |= bit
            self._add(match, a, b)
        return seated

    def _add(self, match: MatchFact, a: int, b: int) -> None:
        outcome = match.outcome
        if outcome is Outcome.A:
            self.wins[a] += 1
        elif outcome is Outcome.B:
            self.wins[b] += 1
        elif outcome is Outcome.DRAW:
            self.draws[a] += 1
            self.draws[b] += 1
        elif outcome is not Outcome.DOUBLE_LOSS:
            raise FactError(f"round {match.round}: {outcome!r} is no outcome of a match")
        games_a, games_b, drawn = match.games_a, match.games_b, match.games_drawn
        if games_a:
            self.games_won[a] += games_a
            self.games_lost[b] += games_a
        if games_b:
            self.games_won[b] += games_b
            self.games_lost[a] += games_b
        if drawn:
            self.games_drawn[a] += drawn
            self.games_drawn[b] += drawn
        kind = match.kind
        if kind is not Kind.PLAYED and kind in WITHOUT_OPPONENT:
            raise FactError(f"round {match.round}: {match.a!r} has a {kind.value} result and an opponent")
        if not (0 <= games_a <= MOST_GAMES and 0 <= games_b <= MOST_GAMES and 0 <= drawn <= MOST_GAMES):
            raise _too_many_games(match)
        self.results[a].append(match)
        self.results[b].append(match)
        if kind is Kind.PLAYED or self.unplayed_meets or kind not in NOT_PLAYED:
            self.opponents[a].append(b)
            self.opponents[b].append(a)

    def _add_without_opponent(self, match: MatchFact, a: int) -> None:
        kind, outcome = match.kind, match.outcome
        if kind not in WITHOUT_OPPONENT:
            raise FactError(
                f"round {match.round}: {match.a!r} has no opponent, but the result is {kind.value}"
            )
        if kind in BYES and outcome is not Outcome.A:
            raise FactError(f"round {match.round}: the bye of {match.a!r} must be a win")
        if kind is Kind.ABSENT and outcome not in (Outcome.B, Outcome.DRAW):
            raise FactError(f"round {match.round}: {match.a!r} is absent and can lose or draw, not win")
        if not all(0 <= n <= MOST_GAMES for n in (match.games_a, match.games_b, match.games_drawn)):
            raise _too_many_games(match)
        self.wins[a] += outcome is Outcome.A
        self.draws[a] += outcome is Outcome.DRAW
        self.bye_rounds[a] += kind in BYES
        self.games_won[a] += match.games_a
        self.games_lost[a] += match.games_b
        self.games_drawn[a] += match.games_drawn
        self.results[a].append(match)

    def column(self, computed: Computed) -> Column:
        """The column of a tie-break or a part of one, worked out once."""
        found = self._columns.get(computed)
        if found is None:
            found = self._columns[computed] = computed.column(self)
        return found

    def id(self, position: int) -> EntryId:
        """The id of the entry at a position."""
        return self.entrants[position].id

    @cached_property
    def left(self) -> list[bool]:
        """Who missed a completed round for having left, or was disqualified.

        A drop after the last completed round has not cost a round yet, so it does not count.
        """
        return [
            entrant.disqualified
            or (entrant.dropped_after is not None and entrant.dropped_after < self.completed)
            for entrant in self.entrants
        ]

    def turns(self, position: int) -> list[Turn]:
        """The rounds of one entry in order; a completed round without result is an absence."""
        known = self._turns.get(position)
        if known is None:
            found = {match.round: self._turn(match, position) for match in self.results[position]}
            known = self._turns[position] = [
                found.get(number) or Turn(number, None, 0, "absent", None, voluntary=True)
                for number in range(1, self.completed + 1)
            ]
        return known

    def _turn(self, match: MatchFact, position: int) -> Turn:
        home = match.a == self.id(position)
        other = match.b if home else match.a
        won = match.outcome is (Outcome.A if home else Outcome.B)
        drawn = match.outcome is Outcome.DRAW
        met = other is not None and (self.unplayed_meets or match.kind not in NOT_PLAYED)
        return Turn(
            round=match.round,
            opponent=self.index[other] if other is not None and met else None,
            points=self.win if won else self.draw if drawn else self.loss,
            outcome="won" if won else "drawn" if drawn else "lost",
            kind=match.kind,
            games_won=match.games_a if home else match.games_b,
            games_lost=match.games_b if home else match.games_a,
            games_drawn=match.games_drawn,
            voluntary=match.kind is Kind.ABSENT or (match.kind in NOT_PLAYED and not won),
        )


def _misfit(match: MatchFact, index: dict[EntryId, int]) -> FactError:
    if match.round < 1:
        return FactError(f"rounds are numbered from 1, not {match.round}")
    if match.a == match.b:
        return FactError(f"round {match.round}: {match.a!r} cannot play against itself")
    unknown = match.a if match.a not in index else match.b
    return FactError(f"round {match.round}: no entry has the id {unknown!r}")


def _too_many_games(match: MatchFact) -> FactError:
    return FactError(f"round {match.round}: games of {match.a!r} must be from 0 to {MOST_GAMES}")
