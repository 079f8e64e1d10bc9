"""What goes into a pairing and what comes out of it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal, NamedTuple

Key = str | int
Seed = str | int | bytes
FirstRound = Literal["random", "seed"]
CertificateKind = Literal["parity", "exact", "window", "none"]

METHOD = "swiss/1"


class PairingError(ValueError):
    """The facts given cannot be paired; the text says which fact is wrong."""


class NobodyToPair(PairingError):
    """Fewer than two entries are there to be paired."""


class DuplicatePlayer(PairingError):
    """The same id is given twice."""


class UnknownPlayer(PairingError):
    """A table or a bye names an id that is not among the players."""


class SelfMeeting(PairingError):
    """A player is listed among their own opponents, or at both sides of a table."""


@dataclass(frozen=True, slots=True)
class Player:
    """One entry to be seated in the round.

    `score` is in match points.  `opponents` are the ids met so far; ids of entries that have
    left the event may be among them.  `byes` counts every bye had, awarded ones included,
    `downs` how often the player met somebody with a lower score.  `seed` is the place in the
    seeding (1 is the top), `groups` names teams and clubs whose members are kept apart when
    the options ask for it.  With `awarded_bye` the player has this round's bye by right and
    is not seated.
    """

    id: Key
    score: int = 0
    opponents: Collection[Key] = frozenset()
    byes: int = 0
    downs: int = 0
    seed: int | None = None
    groups: frozenset[str] = frozenset()
    awarded_bye: bool = False


@dataclass(frozen=True, slots=True)
class Options:
    """Wishes for a Swiss round.

    `first_round` says how a round is paired in which nobody seated has points or opponents:
    "random", or "seed" (upper half of the seeding against the lower half, in order).
    `keep_apart` seats members of one group together only when that avoids a rematch.
    """

    first_round: FirstRound = "random"
    keep_apart: bool = False


NO_WISHES = Options()


class Table(NamedTuple):
    """Two players who meet, the higher score first, with the scores they were paired on."""

    a: Key
    b: Key
    a_score: int
    b_score: int

    @property
    def gap(self) -> int:
        """Difference of the two scores, in points; never negative."""
        return abs(self.a_score - self.b_score)


@dataclass(frozen=True, slots=True)
class Stretch:
    """Scores from `top` down to `bottom` that were solved exactly.

    `gap` is what the pairing spends there, `least` what every pairing must spend there.
    """

    top: int
    bottom: int
    gap: int
    least: int


@dataclass(frozen=True, slots=True)
class Certificate:
    """Why no pairing is better.

    `kind` is "parity" (equal to a bound anybody can recompute from the scores), "exact" (the
    whole field was solved exactly), "window" (the total gap is the smallest, shown by exact
    solutions of the `stretches` where parity is not enough) or "none" (no proof was found).

    `gap` and `squares` are the sums over all tables of the score difference and of its
    square; `parity_gap` and `parity_squares` what parity alone demands; `least_gap` and
    `least_squares` the best lower bounds proved.  `rematches` counts tables of players who
    had met, `together` tables of members of one group when these were to be kept apart.
    """

    kind: CertificateKind
    gap: int
    squares: int
    parity_gap: int
    parity_squares: int
    least_gap: int
    least_squares: int
    rematches: int = 0
    together: int = 0
    stretches: tuple[Stretch, ...] = ()


@dataclass(frozen=True, slots=True)
class Pairing:
    """One round: tables from the highest score down, the bye, and the proof.

    `seed` is the text from which all chance was drawn, `awarded` the ids sitting out with a
    bye by right, `first_round` how the round was drawn when it was the first one.
    """

    tables: tuple[Table, ...]
    bye: Key | None
    certificate: Certificate
    seed: str
    awarded: tuple[Key, ...] = ()
    first_round: FirstRound | None = None
    method: str = METHOD
