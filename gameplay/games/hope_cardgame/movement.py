"""Moving units: distance, directions, what may be crossed, and walking a path (HCG-9, HCG-16.5)."""

from gameplay.engine.ask import Option

from . import happenings as happen
from .artifacts import take_artifacts
from .book import book
from .removal import kill_the_dead
from .responses import answer_to
from .state import Hope

MOST_UNITS = 3
"""HCG-9.1"""


def distance(g: Hope, unit: int) -> int:
    """Spaces a unit may move: 1 without MOVE, 1 + X with it (HCG-9.2, HCG-9.3, HCG-16.5)."""
    return max(0, 1 + g.values("MOVE").get(unit, 0))


def ways(g: Hope, unit: int) -> tuple[tuple[int, ...], ...]:
    """Where a step leads from every space (HCG-9.4), diagonally too if the card says so (HCG-1.2)."""
    return g.board.diagonal_steps if unit in g.values("diagonal") else g.board.steps


def may_cross(g: Hope, unit: int, space: int) -> bool:
    """Whether the unit may move on through the card on this space: own units and locations (HCG-9.10), units of
    the teammate (HCG-20.13), flipped locations (HCG-9.12); not opposing units (HCG-9.8, HCG-R60), other opposing
    locations (HCG-9.9), or a teammate's (HCG-R84)."""
    card = g.cell[space]
    if card < 0 or card == unit:
        return True
    made = g.definitions[g.kind[card]]
    if made.location and g.flipped[card]:
        return True
    if g.controller[card] == g.controller[unit]:
        return True
    return made.unit and g.friendly(int(g.controller[unit]), card)


def may_end(g: Hope, unit: int, space: int) -> bool:
    """A move ends on a free space that is not its start (HCG-9.7, HCG-R25)."""
    return int(g.cell[space]) < 0


def can_finish(g: Hope, unit: int, space: int, left: int) -> bool:
    """Whether a unit on this space of its path can still end its move with so many steps left."""
    if g.cell[space] < 0:
        return True
    if not left or not may_cross(g, unit, space):
        return False
    for there in ways(g, unit)[space]:  # noqa: SIM110 - a generator here costs a third of the speed
        if can_finish(g, unit, there, left - 1):
            return True
    return False


def next_steps(g: Hope, unit: int, space: int, left: int) -> list[int]:
    """Spaces the unit may step to next, so that it can still end its move."""
    if left == 1:
        cell = g.cell
        return [there for there in ways(g, unit)[space] if cell[there] < 0]
    if not left:
        return []
    return [there for there in ways(g, unit)[space] if can_finish(g, unit, there, left - 1)]


def may_be_moved(g: Hope, unit: int) -> bool:
    """Face up (HCG-R60), not forbidden, and not moved yet or given an extra move (HCG-9.13)."""
    if g.flipped[unit]:
        return False
    if not g.extra[unit] if g.moved[unit] else g.moves_made[0] >= MOST_UNITS:
        return False
    return unit not in g.values("cannot move")


def unit_moves(g: Hope, seat: int) -> list[Option]:
    """Every unit this seat may move, with every first step (HCG-9.1)."""
    found: list[Option] = []
    steps, space, cell = g.board.steps, g.space, g.cell
    further = {**g.values("MOVE"), **g.values("diagonal")}
    for unit in own_units(g, seat):
        if may_be_moved(g, unit):
            if unit in further:
                ends = next_steps(g, unit, space[unit], distance(g, unit))
            else:
                ends = [there for there in steps[space[unit]] if cell[there] < 0]
            found += [("move", unit, there) for there in ends]
    return found


def own_units(g: Hope, seat: int) -> list[int]:
    """Units that this seat controls."""
    roster, key = g.roster or g.cast(), ("own units", seat)
    found: list[int] | None = roster.get(key)
    if found is None:
        unit, kind, controller = g.is_kind["unit"], g.kind, g.controller
        found = roster[key] = [card for card in g.in_play if controller[card] == seat and unit[kind[card]]]
    return found


def begin_move(g: Hope, unit: int, first: int) -> None:
    """The Move phase action: a path is declared step by step, then walked, counted and answered."""
    start = g.space[unit]
    g.push("move made", unit, start)
    left = distance(g, unit) - 1
    if left:
        g.push("declare path", int(g.controller[unit]), unit, (first,), left)
    else:
        g.push("walk", unit, (first,), start)


def begin_effect_move(g: Hope, seat: int, unit: int, steps: int) -> None:
    """A move by an effect: up to that many steps chosen by ``seat``, not counted among the three (HCG-R26)."""
    g.push("effect move", seat, unit, steps)


@book.step("effect move", "HCG-R26")
def effect_move(g: Hope, seat: int, unit: int, steps: int) -> None:
    if not g.on_board(unit):
        return
    options: list[Option] = [("step", there) for there in next_steps(g, unit, g.space[unit], steps)]
    if options:
        g.ask(seat, "path", [("stop",), *options], "HCG-R26")


@book.answer("effect move")
def effect_move_chosen(g: Hope, option: Option, seat: int, unit: int, steps: int) -> None:
    if option[0] == "step":
        g.push("declare path", seat, unit, (option[1],), steps - 1)


def push_away(g: Hope, unit: int, sources: tuple[int, ...]) -> bool:
    """One step straight away from an adjacent card, onto a free space; whether it goes."""
    there = g.board.straight_away(g.space[unit], g.space[sources[0]]) if sources else None
    if there is None or g.cell[there] >= 0 or g.space[sources[0]] < 0:
        return False
    g.push("walk", unit, (there,), g.space[unit])
    return True


@book.step("declare path", "HCG-9.5", "HCG-R25")
def declare_path(g: Hope, seat: int, unit: int, path: tuple[int, ...], left: int) -> None:
    """The next space, or stop where the unit may end."""
    options: list[Option] = [("step", there) for there in next_steps(g, unit, path[-1], left)]
    if not options:
        g.push("walk", unit, path, g.space[unit])
        return
    if may_end(g, unit, path[-1]) and path[-1] != g.space[unit]:
        options.insert(0, ("stop",))
    g.ask(seat, "path", options, "HCG-9.5", "HCG-R25", public=True)


@book.answer("declare path")
def path_declared(g: Hope, option: Option, seat: int, unit: int, path: tuple[int, ...], left: int) -> None:
    if option[0] == "stop":
        g.push("walk", unit, path, g.space[unit])
    else:
        g.push("declare path", seat, unit, (*path, option[1]), left - 1)


@book.step("walk", "HCG-9.5", "HCG-9.10", "HCG-R69")
def walk(g: Hope, unit: int, path: tuple[int, ...], start: int) -> None:
    """One space of the path; artifacts on it are taken before the next (HCG-R69)."""
    if not g.on_board(unit):
        return
    space, rest = path[0], path[1:]
    if rest:
        g.push("walk", unit, rest, start)
    else:
        g.push("arrived", unit, start)
    g.do(happen.stepped, unit, space)
    if g.cell[space] == unit:
        take_artifacts(g, unit)


@book.step("arrived", "HCG-9.7")
def arrived(g: Hope, unit: int, start: int) -> None:
    if g.on_board(unit):
        kill_the_dead(g, -1)
    if g.on_board(unit):
        g.do(happen.moved, unit, start, g.space[unit])


@book.step("move made", "HCG-9.1", "HCG-9.13", "HCG-R20")
def move_made(g: Hope, unit: int, start: int) -> None:
    """The move counts, and others may answer it."""
    if g.on_board(unit):
        g.do(happen.move_counted, unit, int(g.moved[unit] > 0))
        answer_to(g, "moved", unit, start, g.space[unit])
