"""CPU seconds for standings with four tie-breaks (points, OMW, GW, OGW) at 10,000 entries x 14 rounds.

Beside it, on a smaller field, the same four numbers written down plainly with `fractions.Fraction`
objects; both must agree in every value and place.  Run with `python -m bench.standings`.
"""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Callable, Sequence
from fractions import Fraction

from organizer.standings import Entrant, EntryId, MatchFact, bye, compute, intentional_draw, played, ruleset

BIG = (10_000, 14)
SMALL = (1_000, 14)
FLOOR = Fraction(33, 100)
SCORES = ((2, 0, 0), (2, 0, 0), (2, 1, 0), (2, 1, 0), (1, 0, 1), (1, 1, 1))


def field(size: int, rounds: int) -> tuple[list[Entrant], list[MatchFact]]:
    """Entries paired at random each round, one bye per round where the number is odd; the same every time."""
    chance = random.Random(size)
    ids = list(range(1, size + 1))
    matches = []
    for number in range(1, rounds + 1):
        chance.shuffle(ids)
        for a, b in zip(ids[::2], ids[1::2], strict=False):
            if chance.random() < 0.03:
                matches.append(intentional_draw(number, a, b))
            else:
                matches.append(played(number, a, b, *chance.choice(SCORES)))
        if size % 2:
            matches.append(bye(number, ids[-1]))
    return [Entrant(key) for key in sorted(ids)], matches


def plain(entrants: Sequence[Entrant], matches: Sequence[MatchFact]) -> list[tuple[EntryId, list[Fraction]]]:
    """The four values of every entry, best first, with a Fraction object for every number."""
    seats: dict[EntryId, list[tuple[EntryId | None, int, int, int]]] = {entry.id: [] for entry in entrants}
    for m in matches:
        points = {"a": (3, 0), "b": (0, 3), "draw": (1, 1), "double_loss": (0, 0)}[m.outcome]
        games = m.games_a + m.games_b + m.games_drawn
        seats[m.a].append((m.b, points[0], 3 * m.games_a + m.games_drawn, games))
        if m.b is not None:
            seats[m.b].append((m.a, points[1], 3 * m.games_b + m.games_drawn, games))
    points_of, mw, gw = {}, {}, {}
    for key, own in seats.items():
        points_of[key] = sum((Fraction(seat[1]) for seat in own), Fraction(0))
        mw[key] = max(FLOOR, points_of[key] / (3 * len(own)))
        gw[key] = max(FLOOR, Fraction(sum(seat[2] for seat in own), 3 * sum(seat[3] for seat in own)))
    rows = []
    for key, own in seats.items():
        met = [seat[0] for seat in own if seat[0] is not None]
        omw = sum((mw[other] for other in met), Fraction(0)) / len(met)
        ogw = sum((gw[other] for other in met), Fraction(0)) / len(met)
        rows.append((key, [points_of[key], omw, gw[key], ogw]))
    return sorted(rows, key=lambda row: row[1], reverse=True)


def seconds(work: Callable[[], object], runs: int) -> float:
    """CPU seconds of the best of several runs."""
    times = []
    for _ in range(runs):
        gc.collect()
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def main() -> None:
    rules = ruleset("magic")
    entrants, matches = field(*BIG)
    fast = seconds(lambda: compute(entrants, matches, rules, rounds_completed=BIG[1]), 5)
    print(f"standings, {BIG[0]} entries x {BIG[1]} rounds, points OMW GW OGW: {fast:.3f} s CPU (aim 0.2)")

    entrants, matches = field(*SMALL)
    ours = seconds(lambda: compute(entrants, matches, rules, rounds_completed=SMALL[1]), 5)
    theirs = seconds(lambda: plain(entrants, matches), 3)
    table = compute(entrants, matches, rules, rounds_completed=SMALL[1])
    exact = {row.id: list(row.values) for row in table.rows} == dict(plain(entrants, matches))
    print(f"standings, {SMALL[0]} entries x {SMALL[1]} rounds: {ours:.4f} s CPU")
    print(f"plain Fraction objects on the same field: {theirs:.4f} s CPU, {theirs / ours:.1f} times as long")
    print(f"all {4 * SMALL[0]} values equal: {'yes' if exact else 'NO'}")


if __name__ == "__main__":
    main()
