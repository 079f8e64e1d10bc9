"""The facts that standings are computed from: who takes part, and what happened in each match.

Everything here is data.  A match that has no result yet is not a fact: leave it out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import lcm

EntryId = int | str

MOST_GAMES = 999
MOST_ROUNDS = 999


class FactError(ValueError):
    """The facts contradict each other or name something that does not exist; the text says which."""


class Outcome(StrEnum):
    """Who won the match.  A double loss is a round that both sides played for 0 points."""

    A = "a"
    B = "b"
    DRAW = "draw"
    DOUBLE_LOSS = "double_loss"


class Kind(StrEnum):
    """How the result came about.

    BYE is given by the pairing and AWARDED_BYE beforehand; both are a won match without opponent.
    ABSENT is a round without opponent that is not won: a late entry's lost rounds (outcome B) or a
    requested half-point bye (outcome DRAW).  NO_SHOW and FORFEIT were paired but not played;
    MATCH_LOSS is a penalty at a table that did meet.
    """

    PLAYED = "played"
    INTENTIONAL_DRAW = "intentional_draw"
    BYE = "bye"
    AWARDED_BYE = "awarded_bye"
    ABSENT = "absent"
    NO_SHOW = "no_show"
    FORFEIT = "forfeit"
    MATCH_LOSS = "match_loss"


BYES = frozenset({Kind.BYE, Kind.AWARDED_BYE})
WITHOUT_OPPONENT = BYES | {Kind.ABSENT}
NOT_PLAYED = frozenset({Kind.NO_SHOW, Kind.FORFEIT})


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player or team.

    `seed` is set by hand, 1 is best.  `dropped_after` is the last round the entry took part in.
    `late` marks the entry that ranks below its equals for having come late.  A disqualified entry
    is not listed, but its results still count for its opponents.
    """

    id: EntryId
    seed: int | None = None
    dropped_after: int | None = None
    disqualified: bool = False
    late: bool = False


@dataclass(frozen=True, slots=True)
class MatchFact:
    """The result of one match: games won by a, won by b, and drawn (an unfinished game is drawn).

    The outcome is given on its own because penalties and agreed results need not follow from the games.
    """

    round: int
    a: EntryId
    b: EntryId | None
    games_a: int = 0
    games_b: int = 0
    games_drawn: int = 0
    outcome: Outcome = Outcome.A
    kind: Kind = Kind.PLAYED


@dataclass(frozen=True, slots=True)
class Points:
    """What a win, a draw and a loss are worth, in match or game points."""

    win: Fraction = Fraction(3)
    draw: Fraction = Fraction(1)
    loss: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        if not self.win >= self.draw >= self.loss >= 0 or self.win == 0:
            raise FactError("a win is worth at least a draw, a draw at least a loss, and a win more than 0")

    @property
    def scale(self) -> int:
        """The smallest number that makes all three whole when multiplied with it."""
        return lcm(self.win.denominator, self.draw.denominator, self.loss.denominator)

    def shares(self, outcome: Outcome) -> tuple[Fraction, Fraction]:
        """What the two sides of a match get for its outcome."""
        if outcome is Outcome.A:
            return self.win, self.loss
        if outcome is Outcome.B:
            return self.loss, self.win
        return (self.draw, self.draw) if outcome is Outcome.DRAW else (self.loss, self.loss)


def games_to_win(best_of: int) -> int:
    """Games that win a match: 1 in best of one, 2 in best of three, 3 in best of five."""
    return best_of // 2 + 1


def played(number: int, a: EntryId, b: EntryId, games_a: int, games_b: int, drawn: int = 0) -> MatchFact:
    """A match decided by its games: more games won wins, as many is a draw."""
    outcome = Outcome.A if games_a > games_b else Outcome.B if games_b > games_a else Outcome.DRAW
    return MatchFact(number, a, b, games_a, games_b, drawn, outcome)


def intentional_draw(number: int, a: EntryId, b: EntryId, best_of: int = 3) -> MatchFact:
    """A draw agreed without play: all games drawn, 0-0-3 in best of three (Magic Tournament Rules)."""
    return MatchFact(number, a, b, 0, 0, best_of, Outcome.DRAW, Kind.INTENTIONAL_DRAW)


def bye(number: int, entry: EntryId, best_of: int = 3, *, awarded: bool = False) -> MatchFact:
    """A bye: won without losing a game, 2-0 in best of three (Magic Tournament Rules)."""
    kind = Kind.AWARDED_BYE if awarded else Kind.BYE
    return MatchFact(number, entry, None, games_to_win(best_of), 0, 0, Outcome.A, kind)


def absent(number: int, entry: EntryId, best_of: int = 3, *, drawn: bool = False) -> MatchFact:
    """A round without opponent that is lost (a late entry), or drawn (a requested half-point bye)."""
    if drawn:
        return MatchFact(number, entry, None, 0, 0, best_of, Outcome.DRAW, Kind.ABSENT)
    return MatchFact(number, entry, None, 0, games_to_win(best_of), 0, Outcome.B, Kind.ABSENT)


def no_show(number: int, present: EntryId, missing: EntryId, best_of: int = 3) -> MatchFact:
    """The opponent did not come: won 2-0 in best of three by who was there."""
    return MatchFact(number, present, missing, games_to_win(best_of), 0, 0, Outcome.A, Kind.NO_SHOW)


def match_loss(number: int, winner: EntryId, penalized: EntryId, best_of: int = 3) -> MatchFact:
    """A match lost by penalty: 0-2 in best of three for who was penalized."""
    return MatchFact(number, winner, penalized, games_to_win(best_of), 0, 0, Outcome.A, Kind.MATCH_LOSS)


def double_loss(number: int, a: EntryId, b: EntryId, games_a: int = 0, games_b: int = 0) -> MatchFact:
    """A round that both sides lose: played, 0 points each."""
    return MatchFact(number, a, b, games_a, games_b, 0, Outcome.DOUBLE_LOSS)


def index_entrants(entrants: Iterable[Entrant]) -> dict[EntryId, int]:
    """The position of each entry; raises FactError for a repeated id or ids of two kinds."""
    found: dict[EntryId, int] = {}
    kinds = set()
    for position, entrant in enumerate(entrants):
        if entrant.id in found:
            raise FactError(f"entry {entrant.id!r} is listed twice")
        found[entrant.id] = position
        kinds.add(type(entrant.id))
    if len(kinds) > 1:
        raise FactError("entry ids must be all numbers or all texts, not both")
    return found
