"""Exact solutions: of the whole field with every goal, and of a stretch of it."""

from __future__ import annotations

from collections.abc import Sequence

from .chance import Chance
from .field import Field
from .matching import Edge, Pair, Solver, units


def solve_field(
    order: Sequence[int], field: Field, chance: Chance, solver: Solver
) -> tuple[list[Pair], int | None]:
    """(tables, bye) of the whole field, best by all goals in their order.

    Fewest rematches, fewest mates together, bye to one with fewest byes, bye as low as
    possible, smallest gap, smallest squares, fewest players paired down again, then chance.
    An odd number of players in `order` gets a bye whoever may have it.  Raises `TooWide`.
    """
    players = field.players
    count = len(order)
    odd = count % 2
    tables = (count + odd) // 2
    lowest, fewest = min(field.score), min(player.byes for player in players)
    span = max(field.score) - lowest
    most_byes = max(player.byes for player in players) - fewest
    limits = [tables, tables, most_byes, span, span * tables, span * span * tables, _most_downs(order, field)]
    (rematch, together, repeat, above, gap, square, down), noise = units(limits, tables)
    edges: list[Edge] = []
    for place, a in enumerate(order):
        mates = field.mates[a]
        for other in range(place + 1, count):
            b = order[other]
            step, downs = _step(a, b, field)
            cost = step * gap + step * step * square + downs * down + chance.bits(noise)
            if field.has_met(a, b):
                cost += rematch
            if b in mates:
                cost += together
            edges.append((place, other, cost))
        if odd:
            cost = (players[a].byes - fewest) * repeat + (field.score[a] - lowest) * above
            edges.append((place, count, cost + chance.bits(noise)))
    made = solver(count + odd, edges)
    bye = next((order[a] for a, b in made if b == count), None)
    return [(order[a], order[b]) for a, b in made if b != count], bye


def solve_stretch(members: Sequence[int], field: Field, chance: Chance, solver: Solver) -> list[Pair] | None:
    """The best tables of these seats alone without a forbidden one; None if there are none.

    Smallest gap, smallest squares, fewest players paired down again, then chance.
    """
    count = len(members)
    tables = count // 2
    scores = [field.score[seat] for seat in members]
    span = max(scores) - min(scores)
    limits = [span * tables, span * span * tables, _most_downs(members, field)]
    (gap, square, down), noise = units(limits, tables)
    ids = [field.ids[seat] for seat in members]
    met = [field.met[seat] for seat in members]
    edges: list[Edge] = []
    for place, a in enumerate(members):
        own_id, own_met, mates = ids[place], met[place], field.mates[a]
        for other in range(place + 1, count):
            b = members[other]
            if ids[other] in own_met or own_id in met[other] or b in mates:
                continue
            step, downs = _step(a, b, field)
            edges.append(
                (place, other, step * gap + step * step * square + downs * down + chance.bits(noise))
            )
    made = solver(count, edges)
    if 2 * len(made) != count:
        return None
    return [(members[a], members[b]) for a, b in made]


def _step(a: int, b: int, field: Field) -> tuple[int, int]:
    """(score difference, how often the higher one was paired down before)."""
    step = field.score[a] - field.score[b]
    if step > 0:
        return step, field.downs[a]
    if step < 0:
        return -step, field.downs[b]
    return 0, 0


def _most_downs(members: Sequence[int], field: Field) -> int:
    return sum(field.downs[seat] for seat in members)
