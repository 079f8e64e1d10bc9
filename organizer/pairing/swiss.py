"""Swiss rounds: who meets whom, who has the bye, and why nothing is better."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .bounds import parity_bound
from .chance import Chance, seed_text
from .exact import solve_field
from .facts import (
    NO_WISHES,
    Certificate,
    CertificateKind,
    FirstRound,
    Key,
    Options,
    Pairing,
    Player,
    Seed,
    Stretch,
    Table,
)
from .field import NOBODY, Field, seat_players
from .fold import fold
from .matching import Pair, Solver, blossom
from .runs import pair_by_runs

ALWAYS_EXACT = 24
EXACT_FIELD = 600
NEAREST_TABLES = 400


@dataclass(frozen=True, slots=True)
class _Solution:
    tables: list[Pair]
    bye: int | None
    kind: CertificateKind
    stretches: tuple[Stretch, ...] = ()


def pair_swiss(
    players: Iterable[Player], seed: Seed, options: Options = NO_WISHES, *, solver: Solver = blossom
) -> Pairing:
    """Pair one Swiss round; the same players, seed and options give the same round everywhere.

    Goals in strict order: everybody is seated; fewest rematches; fewest mates together when
    `options.keep_apart`; the bye to one with the fewest byes, then as low in score as
    possible; smallest sum of score differences; smallest sum of their squares; then, as a
    wish, nobody paired down who was before; then chance.  The order of `players` and the type
    of their ids do not matter.

    Raises a `PairingError`: `NobodyToPair`, `DuplicatePlayer`, `SelfMeeting`, or when the
    scores are too far apart for the exact solver.
    """
    everybody = list(players)
    seats = seat_players(everybody, options)
    chance = Chance("swiss", seed)
    order = chance.shuffled(range(len(seats.players)))
    first = options.first_round if _is_first_round(seats) else None
    if first == "seed":
        tables, bye = fold(order, seats, chance, solver)
        solution = _Solution(tables, bye, "none")
    else:
        solution = _solve(order, seats, chance, solver, options.keep_apart)
    awarded = sorted((player.id for player in everybody if player.awarded_bye), key=str)
    return _pairing(solution, seats, order, options, seed_text(seed), tuple(awarded), first)


def _is_first_round(seats: Field) -> bool:
    return not any(player.score or player.opponents for player in seats.players)


def _solve(order: Sequence[int], seats: Field, chance: Chance, solver: Solver, keep_apart: bool) -> _Solution:
    """Exact where a rematch might be needed, by runs elsewhere, exact again where a proof is missing."""
    count = len(order)
    if count <= max(ALWAYS_EXACT, 2 * seats.most_met() + 2):
        return _solve_exactly(order, seats, chance, solver)
    outcome = pair_by_runs(order, seats, chance, solver)
    if outcome is not None and outcome.proved:
        return _without_empty(
            outcome.tables, seats, "exact" if outcome.whole else "window", outcome.stretches
        )
    if outcome is not None and _meets_parity(outcome.tables, seats):
        return _without_empty(outcome.tables, seats, "window", ())
    if count <= EXACT_FIELD or (outcome is None and not keep_apart):
        return _solve_exactly(order, seats, chance, solver)
    if outcome is not None:
        return _without_empty(outcome.tables, seats, "none", ())
    return _solve_with_mates(order, seats, chance, solver)


def _solve_exactly(order: Sequence[int], seats: Field, chance: Chance, solver: Solver) -> _Solution:
    tables, bye = solve_field(order, seats, chance, solver)
    return _Solution(tables, bye, "exact")


def _solve_with_mates(order: Sequence[int], seats: Field, chance: Chance, solver: Solver) -> _Solution:
    """A large field that could not keep all mates apart: pair without, then part those who can be."""
    count = len(order)
    bare = Field(
        players=seats.players,
        ids=seats.ids[:count],
        score=seats.score[:count],
        met=seats.met[:count],
        mates=[NOBODY] * count,
        downs=seats.downs[:count],
    )
    outcome = pair_by_runs(order, bare, chance, solver)
    if outcome is None:
        return _solve_exactly(order, bare, chance, solver)
    solution = _without_empty(outcome.tables, bare, "none", ())
    bare.mates = seats.mates
    return _Solution(_part_mates(solution.tables, bare), solution.bye, "none")


def _part_mates(tables: Sequence[Pair], seats: Field) -> list[Pair]:
    """Cross each table of mates with the nearest table in score that makes both legal."""
    made = sorted(tables, key=lambda pair: -seats.score[pair[0]] - seats.score[pair[1]])
    for k in range(len(made)):
        if not seats.legal(*made[k]):
            _part(k, made, seats)
    return made


def _part(k: int, made: list[Pair], seats: Field) -> None:
    a, b = made[k]
    for distance in range(1, NEAREST_TABLES):
        for other in (k - distance, k + distance):
            if not 0 <= other < len(made):
                continue
            for x, y in (made[other], made[other][::-1]):
                if seats.legal(a, x) and seats.legal(b, y):
                    made[k], made[other] = (a, x), (b, y)
                    return


def _without_empty(
    tables: Sequence[Pair], seats: Field, kind: CertificateKind, stretches: tuple[Stretch, ...]
) -> _Solution:
    """The bye read off the table with the empty seat."""
    if seats.empty is None:
        return _Solution(list(tables), None, kind, stretches)
    bye = next(a if b == seats.empty else b for a, b in tables if seats.empty in (a, b))
    return _Solution([pair for pair in tables if seats.empty not in pair], bye, kind, stretches)


def _meets_parity(tables: Sequence[Pair], seats: Field) -> bool:
    bound = parity_bound(seats.score)
    squares = sum((seats.score[a] - seats.score[b]) ** 2 for a, b in tables)
    return (seats.gap(tables), squares) == (bound.gap, bound.squares)


def _pairing(
    solution: _Solution,
    seats: Field,
    order: Sequence[int],
    options: Options,
    seed: str,
    awarded: tuple[Key, ...],
    first: FirstRound | None,
) -> Pairing:
    players, score = seats.players, seats.score
    place = [0] * len(order)
    for rank, seat in enumerate(order):
        place[seat] = rank
    rows, keys = [], []
    top, span, count = max(score), max(score) - min(score) + 1, len(order)
    for a, b in solution.tables:
        if (score[a], place[b]) < (score[b], place[a]):
            a, b = b, a
        rows.append((players[a].id, players[b].id, score[a], score[b]))
        keys.append(((top - score[a]) * span + top - score[b]) * count + place[a])
    tables = tuple(Table._make(rows[k]) for k in sorted(range(len(rows)), key=keys.__getitem__))
    return Pairing(
        tables=tables,
        bye=None if solution.bye is None else players[solution.bye].id,
        certificate=_certify(solution, seats, options),
        seed=seed,
        awarded=awarded,
        first_round=first,
    )


def _certify(solution: _Solution, seats: Field, options: Options) -> Certificate:
    """The certificate of a solution; parity is preferred to windows, for anybody can check it."""
    score = seats.score
    steps = [abs(score[a] - score[b]) for a, b in solution.tables]
    gap, squares = sum(steps), sum([step * step for step in steps])
    paired = score[: len(seats.players)]
    if solution.bye is not None:
        paired.remove(score[solution.bye])
    bound = parity_bound(paired)
    rematches = sum(seats.has_met(a, b) for a, b in solution.tables)
    together = sum(b in seats.mates[a] for a, b in solution.tables) if options.keep_apart else 0
    kind = solution.kind
    at_bound = (gap, squares) == (bound.gap, bound.squares) and not rematches and not together
    if kind != "exact" and at_bound:
        kind = "parity"
    return Certificate(
        kind=kind,
        gap=gap,
        squares=squares,
        parity_gap=bound.gap,
        parity_squares=bound.squares,
        least_gap=bound.gap if kind == "none" else gap,
        least_squares=squares if kind in ("parity", "exact") else bound.squares,
        rematches=rematches,
        together=together,
        stretches=solution.stretches if kind == "window" else (),
    )
