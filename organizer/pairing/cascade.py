"""The quick way: random tables inside each score, at most one player floating down per score.

When this succeeds without a rematch the total gap equals the parity bound, and nothing can
be better.  When it does not, the caller solves the stretch around the stop exactly.
"""

from __future__ import annotations

from collections.abc import Sequence

from .chance import Chance
from .field import Field
from .matching import Pair

RANDOM_TRIES = 60
POOL_TRIES = 7
SMALL_POOL = 40


def pair_pool(pool: Sequence[int], field: Field, chance: Chance) -> list[Pair] | None:
    """A random pairing of an even number of seats without a forbidden table, or None.

    Forbidden tables are crossed with another table.  With more tables than the largest
    number of forbidden opponents this cannot fail: a table is blocked by another only if two
    of the forbidden pairs of its players lie in it.
    """
    for _ in range(POOL_TRIES):
        tables = _random_tables(pool, field, chance)
        if tables is not None:
            return tables
    return None


def _random_tables(pool: Sequence[int], field: Field, chance: Chance) -> list[Pair] | None:
    drawn = chance.shuffled(pool)
    tables = list(zip(drawn[::2], drawn[1::2], strict=True))
    bad = [k for k, (a, b) in enumerate(tables) if not field.legal(a, b)]
    for k in bad:
        if not field.legal(*tables[k]) and not _cross(k, tables, field, chance):
            return None
    return tables


def _cross(k: int, tables: list[Pair], field: Field, chance: Chance) -> bool:
    """Replace table k and another one by two legal tables of the same four players."""
    count = len(tables)
    if count > SMALL_POOL:
        for _ in range(RANDOM_TRIES):
            if _cross_with(k, chance.below(count), tables, field, chance):
                return True
    return any(_cross_with(k, other, tables, field, chance) for other in chance.shuffled(range(count)))


def _cross_with(k: int, other: int, tables: list[Pair], field: Field, chance: Chance) -> bool:
    if other == k:
        return False
    a, b = tables[k]
    c, d = tables[other]
    if chance.random() < 0.5:
        c, d = d, c
    for x, y in ((c, d), (d, c)):
        if field.legal(a, x) and field.legal(b, y):
            tables[k], tables[other] = (a, x), (b, y)
            return True
    return False


def descend(
    levels: Sequence[Sequence[int]],
    field: Field,
    chance: Chance,
    *,
    attempts: int = 4,
    stops: list[int] | None = None,
) -> list[Pair] | None:
    """Pair the levels from the top down, one floater at most from each; None if that fails.

    `stops` collects for every failed attempt the level at which it stopped.
    """
    for _ in range(attempts):
        tables: list[Pair] = []
        floater: int | None = None
        stop: int | None = None
        for depth, level in enumerate(levels):
            below = levels[depth + 1] if depth + 1 < len(levels) else ()
            step = _pair_level(level, floater, below, field, chance)
            if step is None:
                stop = depth
                break
            made, floater = step
            tables += made
        if stop is None:
            return tables
        if stops is not None:
            stops.append(stop)
    return None


def _pair_level(
    level: Sequence[int], guest: int | None, below: Sequence[int], field: Field, chance: Chance
) -> tuple[list[Pair], int | None] | None:
    """(tables, floater) of one level that takes in a guest from above; None if it cannot be done."""
    group = chance.shuffled(level)
    tables: list[Pair] = []
    if field.empty is not None and field.empty in group:
        taker = _first_legal(field.empty, group, field)
        if taker is None:
            return None
        tables.append((taker, field.empty))
        group = [seat for seat in group if seat not in (taker, field.empty)]
    floater = None
    if (len(group) + (guest is not None)) % 2:
        floater = _choose_floater(group, guest, below, field)
        if floater is None:
            return None
        group.remove(floater)
    if guest is not None:
        host = _first_legal(guest, group, field)
        if host is None:
            return None
        tables.append((guest, host))
        group.remove(host)
    rest = pair_pool(group, field, chance)
    return None if rest is None else (tables + rest, floater)


def _choose_floater(
    group: Sequence[int], guest: int | None, below: Sequence[int], field: Field
) -> int | None:
    """Somebody who floated least so far, has an opponent below, and leaves one to the guest."""
    for seat in sorted(group, key=field.downs.__getitem__):
        if not any(field.legal(seat, other) for other in below):
            continue
        if guest is None or any(other != seat and field.legal(guest, other) for other in group):
            return seat
    return None


def _first_legal(seat: int, group: Sequence[int], field: Field) -> int | None:
    return next((other for other in group if other != seat and field.legal(seat, other)), None)
