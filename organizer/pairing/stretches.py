"""Long stretches of small scores: exact windows where the cascade stops, and their lower bound."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from dataclasses import field as fresh

from .cascade import descend
from .chance import Chance
from .exact import solve_stretch
from .facts import Stretch
from .field import Field
from .matching import Edge, Pair, Solver

WIDTHS = (1, 2, 3, 5, 8)
TRIES_PER_WIDTH = 2
SMALL_LEVEL = 4
MOST_PAIRS_LENT = 8


@dataclass(slots=True)
class Run:
    """A stretch of small levels between two big ones.

    `lent_above` and `lent_below` are members that the big neighbours give; `score_above` and
    `score_below` are the neighbours' scores, None at the end of the field.
    """

    small: list[list[int]]
    score_above: int | None
    score_below: int | None
    lent_above: list[int] = fresh(default_factory=list)
    lent_below: list[int] = fresh(default_factory=list)

    def levels(self) -> list[list[int]]:
        """The levels to be paired, lent members first and last."""
        above = [self.lent_above] if self.lent_above else []
        below = [self.lent_below] if self.lent_below else []
        return above + self.small + below


@dataclass(frozen=True, slots=True)
class Outcome:
    """Tables of a run, whether their gap is proved the smallest, and the windows that show it.

    `whole` says that the run was the whole field and was solved at once: best by every goal.
    """

    tables: list[Pair]
    proved: bool
    stretches: tuple[Stretch, ...] = ()
    whole: bool = False


def pair_windows(run: Run, seats: Field, chance: Chance, solver: Solver) -> Outcome | None:
    """Pair a long run with windows of growing width, until one is proved or the widths end."""
    best: tuple[int, Outcome] | None = None
    for width in WIDTHS:
        for _ in range(TRIES_PER_WIDTH):
            windows: list[tuple[int, int]] = []
            tables = _pair_levels(run.levels(), seats, chance, solver, width, windows, 0)
            if tables is None:
                continue
            outcome = _prove(run, tables, windows, seats, solver)
            if outcome.proved:
                return outcome
            gap = seats.gap(tables)
            if best is None or gap < best[0]:
                best = (gap, outcome)
    return None if best is None else best[1]


def _pair_levels(
    levels: list[list[int]],
    seats: Field,
    chance: Chance,
    solver: Solver,
    width: int,
    windows: list[tuple[int, int]],
    offset: int,
) -> list[Pair] | None:
    """Cascade; where it stops, an exact window and the two rests by themselves.

    `windows` collects (first, last) level of each window, counted from `offset`.
    """
    if not any(levels):
        return []
    stops: list[int] = []
    tables = descend(levels, seats, chance, stops=stops)
    if tables is not None:
        return tables
    first, last = _window(levels, Counter(stops).most_common(1)[0][0], width)
    windows.append((offset + first, offset + last))
    above, rest_above = _borrow(levels[:first], -1, chance)
    below, rest_below = _borrow(levels[last + 1 :], 0, chance)
    inner = [seat for level in levels[first : last + 1] for seat in level]
    tables = solve_stretch(above + inner + below, seats, chance, solver)
    if tables is None:
        return None
    for rest, start in ((rest_above, offset), (rest_below, offset + last + 1)):
        more = _pair_levels(rest, seats, chance, solver, width, windows, start)
        if more is None:
            return None
        tables += more
    return tables


def _window(levels: Sequence[Sequence[int]], stop: int, width: int) -> tuple[int, int]:
    """First and last level around the stop, such that the neighbours can lend some members."""
    first, last = max(0, stop - width), min(len(levels) - 1, stop + width)
    while first > 0 and len(levels[first - 1]) < SMALL_LEVEL:
        first -= 1
    while last < len(levels) - 1 and len(levels[last + 1]) < SMALL_LEVEL:
        last += 1
    return first, last


def _borrow(rest: list[list[int]], lender: int, chance: Chance) -> tuple[list[int], list[list[int]]]:
    """(members lent, the rest): some of the lending level, so that an even number stays behind."""
    if not rest:
        return [], []
    drawn = chance.shuffled(rest[lender])
    odd = sum(len(level) for level in rest) % 2
    count = odd + 2 * min(MOST_PAIRS_LENT, (len(drawn) - odd) // 4)
    left = list(rest)
    left[lender] = drawn[count:]
    return drawn[:count], left


def _prove(
    run: Run, tables: list[Pair], windows: list[tuple[int, int]], seats: Field, solver: Solver
) -> Outcome:
    """Compare the gap with a lower bound: windows solved exactly, parity for the rest."""
    ladder = _Ladder.of(run, seats)
    shift = ladder.first - (1 if run.lent_above else 0)
    spans = _merge((max(ladder.first, a + shift), min(ladder.last, b + shift)) for a, b in windows)
    stretches = tuple(ladder.stretch(a, b, tables, seats, solver) for a, b in spans)
    outside = seats.gap(tables) - sum(stretch.gap for stretch in stretches)
    proved = outside == ladder.parity_outside(spans) and all(s.gap == s.least for s in stretches)
    return Outcome(tables, proved, stretches)


def _merge(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans of levels joined where they would share a step between two scores."""
    merged: list[tuple[int, int]] = []
    for first, last in sorted(spans):
        if first > last:
            continue
        if merged and first <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(last, merged[-1][1]))
        else:
            merged.append((first, last))
    return merged


@dataclass(frozen=True, slots=True)
class _Ladder:
    """The scores of a run and its neighbours, with how many players each one brings.

    `members` is empty for a neighbour: its players are interchangeable here.  Levels from
    `first` to `last` are the run's own.
    """

    scores: list[int]
    counts: list[int]
    members: list[list[int]]
    first: int
    last: int

    @classmethod
    def of(cls, run: Run, seats: Field) -> _Ladder:
        scores = [seats.score[level[0]] for level in run.small]
        counts = [len(level) for level in run.small]
        members = list(run.small)
        first = 0
        if run.score_above is not None:
            scores.insert(0, run.score_above)
            counts.insert(0, len(run.lent_above))
            members.insert(0, [])
            first = 1
        if run.score_below is not None:
            scores.append(run.score_below)
            counts.append(len(run.lent_below))
            members.append([])
        return cls(scores, counts, members, first, first + len(run.small) - 1)

    def parity_outside(self, spans: list[tuple[int, int]]) -> int:
        """What parity demands at the steps that no span covers."""
        above = total = 0
        for k, (upper, lower) in enumerate(zip(self.scores, self.scores[1:], strict=False)):
            above += self.counts[k]
            if above % 2 and not any(first - 1 <= k <= last for first, last in spans):
                total += upper - lower
        return total

    def stretch(self, first: int, last: int, tables: list[Pair], seats: Field, solver: Solver) -> Stretch:
        """Our gap and the least possible one from just above `first` to just below `last`.

        Least over every pairing of the whole field: everybody outside is replaced by partners
        without history on the next level, as many as parity and our own gap allow.
        """
        high = self.scores[first - 1] if first > 0 else self.scores[first]
        low = self.scores[last + 1] if last + 1 < len(self.scores) else self.scores[last]

        def inside(seat: int) -> int:
            return max(low, min(high, seats.score[seat]))

        ours = sum(abs(inside(a) - inside(b)) for a, b in tables)
        partners: list[int] = []
        if first > 0:
            partners += _partners(high, high - self.scores[first], ours, sum(self.counts[:first]))
        if last + 1 < len(self.scores):
            partners += _partners(low, self.scores[last] - low, ours, sum(self.counts[last + 1 :]))
        inner = [seat for level in self.members[first : last + 1] for seat in level]
        return Stretch(high, low, ours, _least_gap(inner, partners, seats, solver))


def _partners(score: int, step: int, ours: int, outside: int) -> list[int]:
    """Scores of the free partners at one end: more than our gap could send there, right parity."""
    count = ours // step + 1
    return [score] * (count + (count + outside) % 2)


def _least_gap(inner: Sequence[int], partners: Sequence[int], seats: Field, solver: Solver) -> int:
    scores = [seats.score[seat] for seat in inner] + list(partners)
    own = len(inner)
    edges: list[Edge] = [
        (a, b, abs(scores[a] - scores[b]))
        for a in range(len(scores))
        for b in range(a + 1, len(scores))
        if b >= own or seats.legal(inner[a], inner[b])
    ]
    return sum(abs(scores[a] - scores[b]) for a, b in solver(len(scores), edges))
