"""A large field: big scores cut it into runs, runs are paired first, big scores swap the rest clean.

No table of a best pairing jumps over a score with many players, because somebody inside would
do as well for both.  So the stretches between two such scores are separate problems, to which
the big scores lend a few members.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from dataclasses import field as fresh

from .bounds import parity_bound
from .cascade import descend, pair_pool
from .chance import Chance
from .exact import solve_stretch
from .facts import Stretch
from .field import Field, add_empty_seat
from .matching import Pair, Solver
from .stretches import Outcome, Run, pair_windows

LONG_RUN = 160
HOPELESS_RUN = 2_000
MOST_PROVABLE = 64


@dataclass(slots=True)
class _Big:
    """A score with many players; `pool` are those not yet seated, fewest pair-downs last."""

    score: int
    size: int
    pool: list[int]

    def send_down(self, count: int) -> list[int]:
        sent = self.pool[len(self.pool) - count :]
        del self.pool[len(self.pool) - count :]
        return sent

    def send_up(self, count: int) -> list[int]:
        sent = self.pool[:count]
        del self.pool[:count]
        return sent

    def send_up_to(self, seat: int, field: Field) -> list[int]:
        """One member who may meet `seat`; there is one, as the pool outnumbers any history."""
        host = next((other for other in self.pool if field.legal(seat, other)), None)
        if host is None:
            return []
        self.pool.remove(host)
        return [host]


@dataclass(slots=True)
class _Gap:
    """The small levels between two big ones, either of which may be missing."""

    above: _Big | None
    small: list[list[int]]
    below: _Big | None


@dataclass(slots=True)
class _End:
    """One lender of a run while it is solved: who is lent, and the score step to its neighbour."""

    big: _Big
    lent: list[int]
    step: int
    upper: bool
    want: int

    def lend(self, reach: int) -> None:
        """Lend up to `want` members, leaving a pool that swaps can still repair."""
        parity = len(self.lent) % 2
        most = len(self.big.pool) + len(self.lent) - (2 * reach + 4)
        most -= (most - parity) % 2
        target = min(self.want + (self.want - parity) % 2, most)
        more = target - len(self.lent)
        if more > 0:
            self.lent += self.big.send_down(more) if self.upper else self.big.send_up(more)


@dataclass(slots=True)
class _Field:
    """Everything one large pairing needs at hand."""

    seats: Field
    chance: Chance
    solver: Solver
    reach: int
    provable: bool
    tables: list[Pair] = fresh(default_factory=list)
    stretches: list[Stretch] = fresh(default_factory=list)
    proved: bool = True
    whole: bool = False


def pair_by_runs(order: Sequence[int], seats: Field, chance: Chance, solver: Solver) -> Outcome | None:
    """Pair a field without forbidden tables; None when that fails, which takes mates to happen.

    Sets `seats.empty` when the number of players is odd; the table with that seat is the bye.
    `proved` says that no pairing has a smaller total gap.
    """
    takers = add_empty_seat(seats) if len(order) % 2 else []
    reach, provable = _reach(seats)
    job = _Field(seats, chance, solver, reach, provable)
    levels = seats.levels(order if seats.empty is None else [*order, seats.empty])
    bigs = _split_off_big(levels, takers, job)
    for gap in _gaps(levels, bigs, seats):
        outcome = _pair_gap(gap, job)
        if outcome is None:
            return None
        job.tables += outcome.tables
        job.stretches += outcome.stretches
        job.proved = job.proved and outcome.proved
        job.whole = outcome.whole
    for big in bigs:
        if big is not None:
            tables = pair_pool(big.pool, seats, chance)
            if tables is None:
                return None
            job.tables += tables
    total = seats.gap(job.tables)
    jumped = any(big is not None and big.size < 2 * reach + total + 2 for big in bigs)
    proved = job.proved and (job.whole or (provable and not jumped))
    return Outcome(job.tables, proved, tuple(job.stretches), job.whole)


def _reach(seats: Field) -> tuple[int, bool]:
    """(largest number of forbidden opponents to reckon with, whether the proofs then hold)."""
    forbidden = seats.most_forbidden()
    if forbidden <= MOST_PROVABLE and len(seats.players) > 2 * forbidden + 2:
        return forbidden, True
    return min(MOST_PROVABLE, seats.most_met()), False


def _split_off_big(levels: list[list[int]], takers: Sequence[int], job: _Field) -> list[_Big | None]:
    """The big levels in place, None for small ones; a bye on a big level is drawn at once."""
    seats = job.seats
    bigs: list[_Big | None] = []
    for level in levels:
        if len(level) < 6 * job.reach + 24:
            bigs.append(None)
            continue
        pool = level
        if seats.empty is not None and seats.score[seats.empty] == seats.score[level[0]]:
            taker = takers[job.chance.below(len(takers))]
            job.tables.append((taker, seats.empty))
            pool = [seat for seat in level if seat not in (taker, seats.empty)]
        pool = sorted(pool, key=seats.downs.__getitem__, reverse=True)
        bigs.append(_Big(seats.score[level[0]], len(pool), pool))
    return bigs


def _gaps(levels: Sequence[list[int]], bigs: Sequence[_Big | None], seats: Field) -> Iterable[_Gap]:
    above: _Big | None = None
    small: list[list[int]] = []
    for level, big in zip(levels, bigs, strict=True):
        if big is None:
            small.append(level)
        else:
            yield _Gap(above, small, big)
            above, small = big, []
    yield _Gap(above, small, None)


def _pair_gap(gap: _Gap, job: _Field) -> Outcome | None:
    """Pair the small levels, with as many members of the big neighbours as parity demands."""
    down = len(gap.above.pool) % 2 if gap.above else 0
    up = (down + sum(len(level) for level in gap.small)) % 2
    if not gap.small and not down:
        return Outcome([], True)
    run = Run(
        gap.small,
        gap.above.score if gap.above else None,
        gap.below.score if gap.below else None,
        gap.above.send_down(down) if gap.above else [],
    )
    if gap.below and up:
        lone = not gap.small
        run.lent_below = gap.below.send_up_to(run.lent_above[0], job.seats) if lone else gap.below.send_up(1)
    tables = descend(run.levels(), job.seats, job.chance)
    if tables is not None:
        return Outcome(tables, True)
    members = sum(len(level) for level in gap.small)
    if members > LONG_RUN:
        outcome = pair_windows(run, job.seats, job.chance, job.solver)
        if outcome is not None and (outcome.proved or members > 3 * LONG_RUN):
            return outcome
    if members > HOPELESS_RUN:
        tables = _pair_neighbours(run, job.seats)
        return None if tables is None else Outcome(tables, False)
    return _solve_run(run, gap, job)


def _solve_run(run: Run, gap: _Gap, job: _Field) -> Outcome | None:
    """Solve the run exactly, with ever more lent members until more could not help."""
    ends = _ends(run, gap, job)
    members = [seat for level in run.small for seat in level]
    while True:
        for end in ends:
            end.lend(job.reach)
        stack = run.lent_above + members + run.lent_below
        tables = solve_stretch(stack, job.seats, job.chance, job.solver)
        if tables is None:
            if not ends or all(len(end.lent) < end.want for end in ends):
                return None
            for end in ends:
                end.want *= 2
            continue
        if not ends:
            return Outcome(tables, True, whole=True)
        spent = job.seats.gap(tables)
        if spent == parity_bound(job.seats.score[seat] for seat in stack).gap:
            return Outcome(tables, True)
        enough = [2 * job.reach + spent // end.step + 2 for end in ends]
        proved = all(len(end.lent) >= need for end, need in zip(ends, enough, strict=True))
        if proved or all(end.want >= need for end, need in zip(ends, enough, strict=True)):
            return Outcome(tables, proved, (_stretch(run, spent, job.seats),) if proved else ())
        for end, need in zip(ends, enough, strict=True):
            end.want = max(end.want, need)


def _ends(run: Run, gap: _Gap, job: _Field) -> list[_End]:
    score = job.seats.score
    want = 2 * job.reach + 8
    ends = []
    if gap.above:
        nearest = score[run.small[0][0]] if run.small else score[run.lent_below[0]]
        ends.append(_End(gap.above, run.lent_above, gap.above.score - nearest, True, want))
    if gap.below:
        nearest = score[run.small[-1][0]] if run.small else score[run.lent_above[0]]
        ends.append(_End(gap.below, run.lent_below, nearest - gap.below.score, False, want))
    return ends


def _stretch(run: Run, spent: int, seats: Field) -> Stretch:
    scores = [seats.score[level[0]] for level in run.levels()]
    return Stretch(scores[0], scores[-1], spent, spent)


def _pair_neighbours(run: Run, seats: Field) -> list[Pair] | None:
    """The last resort for a very long run: neighbours in score, crossed with the nearest tables."""
    row = [seat for level in run.levels() for seat in level]
    tables = list(zip(row[::2], row[1::2], strict=True))
    for k, (a, b) in enumerate(tables):
        if not seats.legal(a, b) and not _cross_nearest(k, tables, seats):
            return None
    return tables


def _cross_nearest(k: int, tables: list[Pair], seats: Field) -> bool:
    a, b = tables[k]
    for distance in range(1, len(tables)):
        for other in (k - distance, k + distance):
            if not 0 <= other < len(tables):
                continue
            for x, y in (tables[other], tables[other][::-1]):
                if seats.legal(a, x) and seats.legal(b, y):
                    tables[k], tables[other] = (a, x), (b, y)
                    return True
    return False
