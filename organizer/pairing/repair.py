"""The smallest repair of a published round: late players, no-shows, corrected results."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from .chance import Chance
from .facts import DuplicatePlayer, Key, Player, Seed, SelfMeeting, Table, UnknownPlayer
from .matching import Edge, Solver, blossom, units

Prefer = Literal["gap", "tables"]

MOST_FREE = 400


@dataclass(frozen=True, slots=True)
class Repair:
    """A repair as differences from the tables it was asked about.

    `kept` and `broken` are indexes of those tables, frozen ones among the kept; `made` are
    the new tables, highest score first.  `moved` are the players who get another opponent,
    a bye, or lose one: the people to call.  `gap` is the total score difference after the
    repair over the tables that are not frozen, `gap_before` the same for those that were
    complete, `rematches` and `together` count tables that are not frozen.
    """

    kept: tuple[int, ...]
    broken: tuple[int, ...]
    made: tuple[Table, ...]
    bye: Key | None
    moved: tuple[Key, ...]
    gap_before: int
    gap: int
    rematches: int
    together: int

    @property
    def changes_nothing(self) -> bool:
        """The round is already as good as a repair can make it."""
        return not self.broken and not self.moved


@dataclass(slots=True)
class _Plan:
    """The part of the round that may change: `free` players, sorted by id, and who sits where now."""

    known: Mapping[Key, Player]
    free: list[Player]
    partner: dict[Key, Key | None]
    keep_apart: bool


def repair(
    players: Iterable[Player],
    tables: Sequence[tuple[Key, Key] | Table],
    bye: Key | None,
    frozen: Collection[int] = (),
    *,
    changed: Collection[Key] = (),
    prefer: Prefer = "gap",
    keep_apart: bool = False,
    seed: Seed = "repair",
    solver: Solver = blossom,
) -> Repair:
    """The best repair of `tables` that leaves the tables with the indexes `frozen` alone.

    `players` are those who still take part, with their scores as they are now; somebody at a
    table who is not among them has left, and somebody among them without a table is late.
    `frozen` tables are started or finished.  With `prefer="gap"` the order of goals is: fewest
    rematches, fewest mates together when `keep_apart`, the bye as in a Swiss round, smallest
    total gap, and among all such rounds the one that breaks the fewest tables.  With
    `prefer="tables"` as few tables as possible are broken right after rematches and mates,
    and the bye and the gap come second: what to do about a late player or a no-show.

    More than 400 free players are limited to those who have no table or are `changed`, and
    the tables nearest to them in score.

    Raises `UnknownPlayer` for a bye or a frozen index that does not exist, `DuplicatePlayer`
    when somebody is seated twice, `SelfMeeting` for a table of one.
    """
    known = {player.id: player for player in players}
    rows = [(table[0], table[1]) for table in tables]
    _check(rows, bye, frozen)
    plan, open_tables = _plan(known, rows, bye, frozen, changed, keep_apart)
    pairs, new_bye = _solve(plan, prefer, Chance("repair", seed), solver)
    return _difference(plan, rows, open_tables, pairs, bye, new_bye)


def _check(rows: Sequence[tuple[Key, Key]], bye: Key | None, frozen: Collection[int]) -> None:
    seated: set[Key] = set() if bye is None else {bye}
    for number, (a, b) in enumerate(rows):
        if a == b:
            raise SelfMeeting(f"Table {number} seats {a} against themselves.")
        for key in (a, b):
            if key in seated:
                raise DuplicatePlayer(f"{key} is seated twice.")
            seated.add(key)
    for number in frozen:
        if not 0 <= number < len(rows):
            raise UnknownPlayer(f"There is no table with the index {number} to leave alone.")


def _plan(
    known: Mapping[Key, Player],
    rows: Sequence[tuple[Key, Key]],
    bye: Key | None,
    frozen: Collection[int],
    changed: Collection[Key],
    keep_apart: bool,
) -> tuple[_Plan, list[int]]:
    """The plan and the indexes of the tables it may break."""
    fixed = {key for number in frozen for key in rows[number]}
    whole = [
        number
        for number, (a, b) in enumerate(rows)
        if number not in frozen and _takes_part(a, known) and _takes_part(b, known)
    ]
    paired = {key for number in whole for key in rows[number]}
    loose = [
        player
        for key, player in known.items()
        if key not in fixed and key not in paired and not player.awarded_bye
    ]
    chosen = _nearest(whole, rows, known, loose, changed)
    free = loose + [known[key] for number in chosen for key in rows[number]]
    partner: dict[Key, Key | None] = {}
    for number in chosen:
        a, b = rows[number]
        partner[a], partner[b] = b, a
    if bye is not None and bye in known:
        partner[bye] = None
    left = [n for n, row in enumerate(rows) if n not in frozen and n not in whole and len(row) == 2]
    return _Plan(known, sorted(free, key=lambda p: str(p.id)), partner, keep_apart), sorted(chosen + left)


def _takes_part(key: Key, known: Mapping[Key, Player]) -> bool:
    return key in known and not known[key].awarded_bye


def _nearest(
    whole: Sequence[int],
    rows: Sequence[tuple[Key, Key]],
    known: Mapping[Key, Player],
    loose: Sequence[Player],
    changed: Collection[Key],
) -> list[int]:
    """The tables that may be broken: all, or those nearest in score to where something is wrong."""
    most = max(0, (MOST_FREE - len(loose)) // 2)
    if len(whole) <= most:
        return list(whole)
    trouble = {player.score for player in loose}
    trouble |= {known[key].score for key in changed if key in known}
    trouble = trouble or {known[key].score for n in whole for key in rows[n] if _gap(rows[n], known)}

    def distance(number: int) -> tuple[int, bool, int]:
        scores = [known[key].score for key in rows[number]]
        away = min((abs(score - other) for score in scores for other in trouble), default=0)
        return away, not any(key in changed for key in rows[number]), number

    return sorted(sorted(whole, key=distance)[:most])


def _gap(row: tuple[Key, Key], known: Mapping[Key, Player]) -> int:
    return abs(known[row[0]].score - known[row[1]].score)


def _solve(
    plan: _Plan, prefer: Prefer, chance: Chance, solver: Solver
) -> tuple[list[tuple[Player, Player]], Key | None]:
    free = plan.free
    if not free:
        return [], None
    odd = len(free) % 2
    tables = (len(free) + odd) // 2
    lowest = min(player.score for player in free)
    fewest = min(player.byes for player in free)
    span = max(player.score for player in free) - lowest
    limits = {
        "rematch": tables,
        "together": tables,
        "new": tables,
        "repeat": max(player.byes for player in free) - fewest,
        "above": span,
        "gap": span * tables,
        "late_new": tables,
        "square": span * span * tables,
    }
    limits["late_new" if prefer == "tables" else "new"] = 0
    values, noise = units(list(limits.values()), tables)
    unit = dict(zip(limits, values, strict=True))
    new = unit["new" if prefer == "tables" else "late_new"]
    edges: list[Edge] = []
    for place, a in enumerate(free):
        for other in range(place + 1, len(free)):
            b = free[other]
            step = abs(a.score - b.score)
            cost = step * unit["gap"] + step * step * unit["square"] + chance.bits(noise)
            cost += _have_met(a, b) * unit["rematch"]
            cost += (plan.keep_apart and not a.groups.isdisjoint(b.groups)) * unit["together"]
            cost += (plan.partner.get(a.id) != b.id) * new
            edges.append((place, other, cost))
        if odd:
            cost = (a.byes - fewest) * unit["repeat"] + (a.score - lowest) * unit["above"]
            cost += (plan.partner.get(a.id, a.id) is not None) * new + chance.bits(noise)
            edges.append((place, len(free), cost))
    made = solver(len(free) + odd, edges)
    bye = next((free[a].id for a, b in made if b == len(free)), None)
    return [(free[a], free[b]) for a, b in made if b != len(free)], bye


def _have_met(a: Player, b: Player) -> bool:
    return b.id in a.opponents or a.id in b.opponents


def _difference(
    plan: _Plan,
    rows: Sequence[tuple[Key, Key]],
    open_tables: Sequence[int],
    pairs: Sequence[tuple[Player, Player]],
    bye: Key | None,
    new_bye: Key | None,
) -> Repair:
    now = {frozenset((a.id, b.id)) for a, b in pairs}
    broken = tuple(number for number in open_tables if frozenset(rows[number]) not in now)
    old = {frozenset(rows[number]) for number in open_tables}
    ordered = sorted(pairs, key=lambda pair: (-max(p.score for p in pair), -min(p.score for p in pair)))
    made = tuple(_table(a, b) for a, b in ordered if frozenset((a.id, b.id)) not in old)
    moved = {key for table in made for key in (table.a, table.b)}
    if new_bye is not None and new_bye != bye:
        moved.add(new_bye)
    whole = [number for number in open_tables if all(key in plan.partner for key in rows[number])]
    return Repair(
        kept=tuple(number for number in range(len(rows)) if number not in set(broken)),
        broken=broken,
        made=made,
        bye=new_bye,
        moved=tuple(sorted(moved, key=str)),
        gap_before=sum(_gap(rows[number], plan.known) for number in whole),
        gap=sum(abs(a.score - b.score) for a, b in pairs),
        rematches=sum(_have_met(a, b) for a, b in pairs),
        together=sum(plan.keep_apart and not a.groups.isdisjoint(b.groups) for a, b in pairs),
    )


def _table(a: Player, b: Player) -> Table:
    if b.score > a.score:
        a, b = b, a
    return Table(a.id, b.id, a.score, b.score)
