"""What the words of the effect notation mean in this game (``docs/cards.md``; set rulings O1 to O20)."""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

from deckcheck.cards.notation import HOPE_CARDGAME
from deckcheck.cards.syntax import Filter
from gameplay.engine.effects import (
    Compiler,
    Continuous,
    Env,
    Narrow,
    Statement,
    Test,
    Vocabulary,
)
from gameplay.engine.stats import ADD, SET, STRIP

from .board import Board
from .definitions import PASSIVES
from .state import ARTIFACTS, ITEM, SPACE, Hope

words = Vocabulary(HOPE_CARDGAME)
FilterMaker = Callable[[Compiler, Filter], Test]


# -- where things are -----------------------------------------------------------------------------------------


def lies_in(g: Hope, thing: int, zone: str) -> bool:
    if not zone:
        return thing < 0 or thing >= SPACE or g.on_board(thing)
    if zone == "stack":
        return ITEM <= thing < SPACE and g.stack.find(thing - ITEM) is not None
    return g.zone_of(thing) == zone


def spot(g: Hope, thing: int) -> int:
    """The space where a thing is, or which it is; -1 when it is nowhere."""
    return thing - SPACE if thing >= SPACE else int(g.space[thing])


words.lies_in = lies_in
words.player_of = lambda g, thing: g.player_of(thing)
words.moment = lambda g: "combat_end" if g.fighting else "phase_end"  # HCG-R13
words.columns = frozenset({"unit", "location", "card"})
words.unowned = frozenset({"space"})
words.things = {
    "": lambda g: g.in_play,
    "player": lambda g: [~seat for seat in g.living()],
    "space": lambda g: range(SPACE, SPACE + g.board.size),
}
words.zones = {
    "hand": lambda g, seat: g.cards(g.hand[seat]),
    "deck": lambda g, seat: g.cards(g.deck[seat]),
    "discard": lambda g, seat: g.cards(g.discard[seat]),
}
words.shared_zones = {"stack": lambda g: [ITEM + item.number for item in g.stack.items]}


def _is_card(g: Hope, thing: int) -> bool:
    return 0 <= thing < ITEM


def _is_event(g: Hope, thing: int) -> bool:
    if ITEM <= thing < SPACE:
        item = g.stack.find(thing - ITEM)
        return item is not None and g.programs[item.ability].timing.name == "play"
    return _is_card(g, thing) and g.definitions[g.kind[thing]].event


def _is_ability(g: Hope, thing: int) -> bool:
    return ITEM <= thing < SPACE and not _is_event(g, thing)


words.kinds = {
    "unit": lambda g, thing: 0 <= thing < ITEM and g.definitions[g.kind[thing]].unit,
    "location": lambda g, thing: 0 <= thing < ITEM and g.definitions[g.kind[thing]].location,
    "card": lambda g, thing: (
        0 <= thing < ITEM and (g.definitions[g.kind[thing]].unit or g.definitions[g.kind[thing]].location)
    ),
    "event": _is_event,
    "ability": _is_ability,
    "player": lambda g, thing: thing < 0,
    "space": lambda g, thing: thing >= SPACE,
}


# -- filters --------------------------------------------------------------------------------------------------


def _simple(test: Any) -> Any:
    """A filter without a value."""
    return lambda compiler, tree: lambda g, env, thing: test(g, thing)


def _has_target(g: Hope, thing: int) -> bool:
    item = g.stack.find(thing - ITEM)
    return item is not None and any(
        bool(item.names.get(one.label)) for one in g.programs[item.ability].targets
    )


words.filters = {
    "attacking": _simple(lambda g, thing: thing in g.attackers),
    "not_attacking": _simple(lambda g, thing: thing not in g.attackers),
    "defending": _simple(lambda g, thing: g.target == thing),
    "in_combat": _simple(lambda g, thing: g.in_combat(thing)),
    "marked": _simple(lambda g, thing: g.mark_of[thing] > 0),
    "moved": _simple(lambda g, thing: g.moved[thing] > 0),
    "wounded": _simple(lambda g, thing: g.wounds[thing] > 0),
    "flipped": _simple(lambda g, thing: g.flipped[thing] > 0),
    "bearer": _simple(lambda g, thing: bool(g.borne(thing))),
    "has_target": _simple(_has_target),
}


def _filter(name: str) -> Callable[[FilterMaker], FilterMaker]:
    def register(make: FilterMaker) -> FilterMaker:
        words.filters[name] = make
        return make

    return register


@_filter("free")
def _free(compiler: Compiler, tree: Filter) -> Test:
    """HCG-2.13; for a location, artifacts count as well (HCG-R76)."""

    def test(g: Hope, env: Env, thing: int) -> bool:
        space = spot(g, thing)
        if g.cell[space] >= 0:
            return False
        return not (g.definitions[g.kind[env.source]].location and g.tokens_at(space))

    return test


def _free_ones(compiler: Compiler, tree: Filter) -> Narrow:
    test = _free(compiler, tree)

    def narrowed(g: Hope, env: Env, things: Sequence[int]) -> list[int]:
        if g.variant == ARTIFACTS or not things or things[0] < SPACE:
            return [one for one in things if test(g, env, one)]
        cell = g.cell
        return [space for space in things if cell[space - SPACE] < 0]

    return narrowed


words.narrows["free"] = _free_ones


@_filter("race")
def _race(compiler: Compiler, tree: Filter) -> Test:
    return lambda g, env, thing: g.definitions[g.kind[thing]].race in tree.values


@_filter("card")
def _named_card(compiler: Compiler, tree: Filter) -> Test:
    return lambda g, env, thing: g.definitions[g.kind[thing]].number in tree.values


@_filter("cost")
def _cost(compiler: Compiler, tree: Filter) -> Test:
    """The printed red price (HCG-R8)."""
    most = int(tree.values[0])
    return lambda g, env, thing: g.definitions[g.kind[thing]].reward <= most


def _placed(name: str, area: Callable[[Board, int, int], Collection[int]]) -> None:
    """A filter on where a thing is, seen from another: ``area(board, space, steps)``."""

    def test(compiler: Compiler, tree: Filter) -> Test:
        assert tree.ref is not None
        found, steps = compiler.ref(tree.ref), tree.steps

        def fits(g: Hope, env: Env, thing: int) -> bool:
            here = spot(g, thing)
            places = [spot(g, one) for one in found(g, env)]
            return any(there >= 0 and here in area(g.board, there, steps) for there in places)

        return fits

    def narrow(compiler: Compiler, tree: Filter) -> Narrow:
        assert tree.ref is not None
        found, steps = compiler.ref(tree.ref), tree.steps

        def narrowed(g: Hope, env: Env, things: Sequence[int]) -> list[int]:
            places = [spot(g, one) for one in found(g, env)]
            near = {space for there in places if there >= 0 for space in area(g.board, there, steps)}
            if things and things[0] >= SPACE:
                return [thing for thing in things if thing - SPACE in near]
            where = g.space
            return [card for card in things if where[card] in near]

        return narrowed

    words.filters[name] = test
    words.narrows[name] = narrow


_placed("adjacent", lambda board, there, steps: board.beside[there])
_placed("row", lambda board, there, steps: board.row_of(there))
_placed("column", lambda board, there, steps: board.column_of(there))
_placed("within", lambda board, there, steps: board.within(there, steps))


@_filter("home")
def _home(compiler: Compiler, tree: Filter) -> Test:
    """In the home base of one of those players (HCG-2.3)."""
    players = compiler.player(tree.values[0])
    return lambda g, env, thing: any(spot(g, thing) in g.board.home(g.side[~one]) for one in players(g, env))


@_filter("not_home")
def _not_home(compiler: Compiler, tree: Filter) -> Test:
    inside = _home(compiler, tree)
    return lambda g, env, thing: not inside(g, env, thing)


@_filter("beside")
def _beside(compiler: Compiler, tree: Filter) -> Test:
    """Next to a face-up card of that kind that you control."""
    kind = words.kinds[tree.values[0]]

    def test(g: Hope, env: Env, thing: int) -> bool:
        near = g.board.beside[spot(g, thing)]
        return any(
            g.cell[space] >= 0
            and g.controller[g.cell[space]] == env.you
            and not g.flipped[g.cell[space]]
            and kind(g, g.cell[space])
            for space in near
        )

    return test


# -- references and measures ----------------------------------------------------------------------------------

words.refs = {
    "defender": lambda g, env: (g.target,) if g.target >= 0 else (),
    "attackers": lambda g, env: tuple(g.attackers),
    "bearer": lambda g, env: (g.bearer[env.source],) if g.bearer[env.source] >= 0 else (),
}
words.measures = {
    "attack": lambda g, thing: g.value("attack", thing),
    "defense": lambda g, thing: g.value("defense", thing),
    "vitality": lambda g, thing: g.value("vitality", thing),
    "wounds": lambda g, thing: g.wounds[thing],
    "cost": lambda g, thing: g.definitions[g.kind[thing]].reward,
    "sources": lambda g, thing: g.sources[~thing],
}


# -- continuous effects ---------------------------------------------------------------------------------------


def _fixed(number: int) -> Any:
    return lambda g, env: number


@words.change("buff")
def _buff(s: Statement) -> Iterator[Continuous]:
    for stat, number in zip(("attack", "defense", "vitality"), s.main(), strict=False):
        if number:
            yield Continuous(stat, ADD, s.things("to"), s.compiler.amount(number))


@words.change("swap_base")
def _swap_base(s: Statement) -> Iterator[Continuous]:
    """The printed values trade places; what is added stays where it is."""
    one, other = s.main()
    for stat, of in ((one, other), (other, one)):
        yield Continuous(stat, SET, s.things("of"), _printed(s, of))


def _printed(s: Statement, stat: str) -> Any:
    found = s.things("of")
    return lambda g, env: sum(g.printed[g.kind[one]].get(stat, 0) for one in found(g, env))


@words.change("grant")
def _grant(s: Statement) -> Iterator[Continuous]:
    yield Continuous(s.main(), ADD, s.things("to"), s.compiler.amount(s.data.get("num", 1)))


@words.change("strip")
def _strip(s: Statement) -> Iterator[Continuous]:
    for stat in PASSIVES if s.main() == "passives" else (s.main(),):
        yield Continuous(stat, STRIP, s.things("from"), _fixed(0))


@words.change("cannot")
def _cannot(s: Statement) -> Iterator[Continuous]:
    yield Continuous(f"cannot {s.main()}", ADD, s.things("who"), _fixed(1))


@words.change("weight")
def _weight(s: Statement) -> Iterator[Continuous]:
    yield Continuous("weight", SET, s.things("of"), s.amount())


@words.change("mod_cost")
def _mod_cost(s: Statement) -> Iterator[Continuous]:
    cards, players = s.selector("of"), s.player("by")

    def reaches(g: Hope, env: Env, thing: int) -> bool:
        return ~g.player_of(thing) in players(g, env) and cards.has(g, env, thing)

    yield Continuous("price", ADD, lambda g, env: tuple(cards.everything(g, env)), s.amount(), reaches)


@words.change("hand_limit")
def _hand_limit(s: Statement) -> Iterator[Continuous]:
    yield Continuous("hand limit", SET, s.player("who"), s.amount())


@words.change("allow_step")
def _allow_step(s: Statement) -> Iterator[Continuous]:
    yield Continuous(s.main(), ADD, s.things("to"), _fixed(1))


@words.change("ignore_blocking")
def _ignore_blocking(s: Statement) -> Iterator[Continuous]:
    yield Continuous("ignore_blocking", ADD, s.things("to"), _fixed(1), extra=s.selector().has)
