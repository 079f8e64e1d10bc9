"""Everybody against everybody, by the circle method."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .chance import Chance
from .facts import DuplicatePlayer, Key, NobodyToPair, Seed


@dataclass(frozen=True, slots=True)
class RobinRound:
    """Tables of one round, the player who goes first at the left, and who sits out."""

    tables: tuple[tuple[Key, Key], ...]
    bye: Key | None


def round_robin(entries: int | Iterable[Key], seed: Seed, *, double: bool = False) -> list[RobinRound]:
    """All rounds in which each two meet once, or twice with sides exchanged when `double`.

    `entries` are ids, or a number n for the ids 1..n.  Their places in the circle are drawn
    from the seed; their order does not matter.  With an odd number each sits out once per
    cycle.  In a cycle everybody goes first and second equally often, give or take one.  Raises `NobodyToPair` for
    fewer than two entries and `DuplicatePlayer`.
    """
    ids: list[Key] = list(range(1, entries + 1)) if isinstance(entries, int) else sorted(entries, key=str)
    if len(ids) < 2:
        raise NobodyToPair("A round robin needs at least two entries.")
    if len({str(key) for key in ids}) < len(ids):
        raise DuplicatePlayer("An id is given twice.")
    circle: list[Key | None] = [*Chance("round robin", seed).shuffled(ids)]
    if len(circle) % 2:
        circle.append(None)
    cycle = [_round(circle, number) for number in range(len(circle) - 1)]
    return cycle + [_exchanged(played) for played in cycle] if double else cycle


def _round(circle: list[Key | None], number: int) -> RobinRound:
    """The last place stays, the others move on by one place per round."""
    moving = len(circle) - 1
    fixed, first = circle[-1], circle[number]
    pairs = [(first, fixed) if number % 2 else (fixed, first)]
    for step in range(1, len(circle) // 2):
        a, b = circle[(number + step) % moving], circle[(number - step) % moving]
        pairs.append((a, b) if step % 2 else (b, a))
    tables = tuple((a, b) for a, b in pairs if a is not None and b is not None)
    bye = next((a if b is None else b for a, b in pairs if a is None or b is None), None)
    return RobinRound(tables, bye)


def _exchanged(played: RobinRound) -> RobinRound:
    return RobinRound(tuple((b, a) for a, b in played.tables), played.bye)
