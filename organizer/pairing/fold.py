"""A first round by seed: the upper half of the seeding meets the lower half in order."""

from __future__ import annotations

from collections.abc import Sequence

from .chance import Chance
from .facts import Player
from .field import Field
from .matching import Edge, Pair, Solver, units

EXACT_FOLD = 200


def fold(order: Sequence[int], seats: Field, chance: Chance, solver: Solver) -> tuple[list[Pair], int | None]:
    """(tables, bye): 1 meets n/2+1, 2 meets n/2+2 and so on; the bye goes to the lowest seed.

    `order` is random and ranks the players without a seed, behind all others.  A bye goes to
    one with the fewest byes first.  Mates to be kept apart are separated with the smallest
    deviation from the fold in fields of up to 200, by exchanging opponents in larger ones.
    """
    ranked = sorted(order, key=lambda seat: _rank(seats.players[seat]))
    bye = None
    if len(ranked) % 2:
        fewest = min(seats.players[seat].byes for seat in ranked)
        bye = next(seat for seat in reversed(ranked) if seats.players[seat].byes == fewest)
        ranked.remove(bye)
    half = len(ranked) // 2
    tables = list(zip(ranked[:half], ranked[half:], strict=True))
    if all(seats.legal(a, b) for a, b in tables):
        return tables, bye
    if len(ranked) <= EXACT_FOLD:
        return _nearest_fold(ranked, seats, chance, solver), bye
    return _exchange(tables, seats), bye


def _rank(player: Player) -> tuple[bool, int]:
    return player.seed is None, player.seed or 0


def _nearest_fold(ranked: Sequence[int], seats: Field, chance: Chance, solver: Solver) -> list[Pair]:
    """Fewest mates together, then the smallest sum of squared deviations from the fold."""
    count, half = len(ranked), len(ranked) // 2
    (together, deviation), noise = units([half, half * half * half], half)
    edges: list[Edge] = [
        (
            a,
            b,
            (not seats.legal(ranked[a], ranked[b])) * together
            + (b - a - half) ** 2 * deviation
            + chance.bits(noise),
        )
        for a in range(count)
        for b in range(a + 1, count)
    ]
    return [(ranked[a], ranked[b]) for a, b in solver(count, edges)]


def _exchange(tables: list[Pair], seats: Field) -> list[Pair]:
    """Mates swap lower-half opponents with the nearest table where both tables then are legal."""
    made = list(tables)
    for k in range(len(made)):
        if seats.legal(*made[k]):
            continue
        for other in sorted(range(len(made)), key=lambda j: (abs(j - k), j)):
            (a, b), (c, d) = made[k], made[other]
            if other != k and seats.legal(a, d) and seats.legal(c, b):
                made[k], made[other] = (a, d), (c, b)
                break
    return made
