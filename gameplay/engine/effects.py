"""The effect language: abilities of cards compiled once to small programs, and the steps that run them.

The notation (statements, selectors, amounts, conditions) is that of ``docs/cards.md``, read by ``deckcheck.cards``.
A game's ``Vocabulary`` says what its words mean; this module knows none of them. A compiled program is a list of
operations; where a game stands in it is a plain frame, so a game can be saved and judged in mid-effect.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from deckcheck.cards import parse, syntax
from deckcheck.cards.notation import Grammar

from .book import Rulebook
from .event import Names, Noticed
from .stats import ADD, Change, Lasting

WORDS = re.compile(r"[a-z_]+")

Things = tuple[int, ...]
"""What a reference means: cards, items of the stack or spaces by number, players as ``~seat``."""


class Env(NamedTuple):
    """The surroundings of an effect: its card, the seat called ``you``, and what names mean (targets, labels,
    ``ev.*``, ``choice``). A binding makes a new mapping; none is ever changed.
    """

    source: int
    you: int
    names: Names


Find = Callable[[Any, Env], Things]
Test = Callable[[Any, Env, int], bool]
Count = Callable[[Any, Env], int]
Asked = Callable[[Any, Env], bool]
Candidates = Callable[[Any, Env], Sequence[int]]
Narrow = Callable[[Any, Env, Sequence[int]], list[int]]
Operation = Callable[[Any, Env], "Env | int | None"]
Verb = Callable[[Any, Env], "Things | None"]
"""What a statement does: the things it was done to (empty: it was not done), or None when a decision that it
asks for will bind them (see ``bind``)."""

ALL = 10**6
"""The amounts ``all`` and ``any``."""


class EffectError(Exception):
    """A statement that the game's vocabulary cannot carry out: the card, where, and what."""


@dataclass(frozen=True, slots=True)
class Target:
    """One target of an ability: how many of what."""

    label: str
    least: int
    most: int
    chosen: "Chosen"


class Chosen(NamedTuple):
    """A compiled selector: everything that fits, whether anything does, whether a thing fits, and whether a
    thing that lies where it may lie fits (``has``: the zone is not looked at).
    """

    everything: Callable[[Any, Env], list[int]]
    some: Asked
    fits: Test
    has: Test


@dataclass(slots=True)
class Ability:
    """One ability of a card. ``program`` is its operations, ``changes`` what it does all the time; ``key`` names
    it in frames and logs. ``choices``: how many options a modal ability has.
    """

    key: str
    place: int
    timing: syntax.Timing
    data: Mapping[str, Any]
    targets: tuple[Target, ...] = ()
    condition: Asked | None = None
    program: tuple[Operation, ...] = ()
    changes: tuple[Change, ...] = ()
    heard: "Callable[[Any, Env, int], bool] | None" = None
    answers_to: "tuple[str, Callable[[Any, Env, int], bool]] | None" = None
    choices: int = 0
    costs: Any = None
    limit: tuple[str, int] | None = None
    facts: Any = None
    words: frozenset[str] = frozenset()
    """Every word it is written with: what it may look at."""


@dataclass
class Vocabulary:
    """What the words of one game mean. ``things`` lists what a kind can be when no zone is named, ``zones`` the
    cards of a seat in a zone, ``kinds`` and ``filters`` test a thing, ``measures`` read a number off it,
    ``verbs`` and ``continuous`` make a statement's operation or its changes.
    """

    grammar: Grammar
    things: dict[str, Callable[[Any], Sequence[int]]] = field(default_factory=dict)
    zones: dict[str, Callable[[Any, int], Sequence[int]]] = field(default_factory=dict)
    shared_zones: dict[str, Callable[[Any], Sequence[int]]] = field(default_factory=dict)
    lies_in: Callable[[Any, int, str], bool] | None = None
    player_of: Callable[[Any, int], int] | None = None
    kinds: dict[str, Callable[[Any, int], bool]] = field(default_factory=dict)
    columns: frozenset[str] = frozenset()
    """Kinds of cards in play that the state's ``is_kind`` tells by definition."""
    unowned: frozenset[str] = frozenset()
    """Kinds of things that ``things`` lists whole and that nobody controls."""
    filters: dict[str, Callable[["Compiler", syntax.Filter], Test]] = field(default_factory=dict)
    narrows: dict[str, Callable[["Compiler", syntax.Filter], Narrow]] = field(default_factory=dict)
    """Filters that are quicker for a list of things of one kind than one by one."""
    refs: dict[str, Find] = field(default_factory=dict)
    measures: dict[str, Callable[[Any, int], int]] = field(default_factory=dict)
    verbs: dict[str, Callable[["Statement"], Verb]] = field(default_factory=dict)
    continuous: dict[str, Callable[["Statement"], Iterator["Continuous"]]] = field(default_factory=dict)
    moment: Callable[[Any], str] | None = None
    """When a change of a value ends that names no end."""
    changed: Callable[[Any, Env], None] | None = None
    """What follows at once when values have been changed for a while."""

    def verb(self, name: str) -> Callable[[Any], Any]:
        """Registers what makes the operation of a verb."""

        def register(make: Any) -> Any:
            self.verbs[name] = make
            return make

        return register

    def change(self, name: str) -> Callable[[Any], Any]:
        """Registers what makes the changes of a verb of continuous effects."""

        def register(make: Any) -> Any:
            self.continuous[name] = make
            return make

        return register


class Continuous(NamedTuple):
    """One change that a statement makes, as a passive ability or for a while (see ``stats.Change``)."""

    stat: str
    layer: int
    found: Find
    amount: Count
    reaches: Test | None = None
    extra: Any = None


class Statement:
    """A statement while it is compiled: its parameters, each read as what it is."""

    def __init__(self, compiler: "Compiler", data: Mapping[str, Any], key: str) -> None:
        self.compiler, self.data, self.key = compiler, data, key
        self.verb = next(iter(data))
        self.label: str = data.get("as", "")
        self.may = self.player("may") if "may" in data else None

    def main(self) -> Any:
        return self.data[self.verb]

    def has(self, name: str) -> bool:
        return name in self.data

    def word(self, name: str, default: str = "") -> str:
        return str(self.data.get(name, default))

    def amount(self, name: str = "") -> Count:
        return self.compiler.amount(self.data[name or self.verb])

    def player(self, name: str, default: str = "you") -> Find:
        return self.compiler.player(self.data.get(name, default))

    def things(self, name: str = "") -> Find:
        return self.compiler.things(self.data[name or self.verb])

    def tests(self, name: str = "") -> Test:
        return self.compiler.tests(self.data[name or self.verb])

    def selector(self, name: str = "") -> Chosen:
        return self.compiler.selector(parse.selector(self.data[name or self.verb], self.compiler.grammar))

    def until(self) -> str:
        return str(self.data.get("until", ""))


class Compiler:
    """Compiles abilities of one game. ``programs`` are kept by key, watches included."""

    def __init__(self, words: Vocabulary) -> None:
        self.words, self.grammar = words, words.grammar
        self.programs: dict[str, Ability] = {}

    # -- references and selectors -------------------------------------------------------------------------

    def ref(self, tree: syntax.Ref) -> Find:
        name = tree.name
        player_of = self.words.player_of
        assert player_of is not None
        if name == "ctrl" and tree.of is not None:
            inner = self.ref(tree.of)
            return lambda g, env: tuple([~player_of(g, one) for one in inner(g, env)])
        if name == "rest":
            return lambda g, env: env.names.get("rest", ())
        if name in self.words.refs:
            return self.words.refs[name]
        return BASE_REFS.get(name) or (lambda g, env: _as_things(env.names.get(name, ())))

    def player(self, value: Any) -> Find:
        """Players as ``~seat``; of a card, its controller."""
        found, player_of = self.ref(parse.ref(str(value), self.grammar)), self.words.player_of
        assert player_of is not None
        return lambda g, env: tuple([one if one < 0 else ~player_of(g, one) for one in found(g, env)])

    def thing(self, tree: syntax.Thing) -> Find:
        if isinstance(tree, syntax.Ref):
            return self.ref(tree)
        everything = self.selector(tree).everything
        return lambda g, env: tuple(everything(g, env))

    def things(self, value: Any) -> Find:
        found = [self.thing(tree) for tree in parse.things(value, self.grammar)]
        if len(found) == 1:
            return found[0]
        return lambda g, env: tuple([one for find in found for one in find(g, env)])

    def tests(self, value: Any) -> Test:
        """Whether a thing is among these."""
        trees = parse.things(value, self.grammar)
        tests: list[Test] = [
            self._is_one_of(self.ref(tree)) if isinstance(tree, syntax.Ref) else self.selector(tree).has
            for tree in trees
        ]
        if len(tests) == 1:
            return tests[0]
        return lambda g, env, thing: any(test(g, env, thing) for test in tests)

    @staticmethod
    def _is_one_of(found: Find) -> Test:
        return lambda g, env, thing: thing in found(g, env)

    def selector(self, tree: syntax.Selector) -> Chosen:
        options = [self._selection(one) for one in tree.options]
        if len(options) == 1:
            return options[0]

        def everything(g: Any, env: Env) -> list[int]:
            return list(dict.fromkeys(one for option in options for one in option.everything(g, env)))

        return Chosen(
            everything,
            lambda g, env: any(option.some(g, env) for option in options),
            lambda g, env, thing: any(option.fits(g, env, thing) for option in options),
            lambda g, env, thing: any(option.has(g, env, thing) for option in options),
        )

    def _selection(self, tree: syntax.Selection) -> Chosen:
        has = self._traits(tree)
        zone, lies_in = tree.zone, self.words.lies_in
        assert lies_in is not None
        if self._is_in_play(tree) or self._is_unowned(tree):
            candidates = self._in_play(tree) if self._is_in_play(tree) else self._listed(tree)
            narrows = [self._narrowing(one) for one in tree.filters]
        else:
            candidates, narrows = self._listed(tree), [_by_test(has)]
        everything = _everything(candidates, narrows)
        return Chosen(
            everything,
            lambda g, env: bool(everything(g, env)),
            lambda g, env, thing: lies_in(g, thing, zone) and has(g, env, thing),
            has,
        )

    def _narrowing(self, tree: syntax.Filter) -> Narrow:
        """The filter for a whole list at once."""
        make = self.words.narrows.get(tree.name)
        return _by_test(self.filter(tree)) if make is None else make(self, tree)

    def _is_unowned(self, tree: syntax.Selection) -> bool:
        """Whether these are all things of a kind that is listed by itself and belongs to nobody."""
        return tree.kinds[0] in self.words.unowned and len(tree.kinds) == 1 and not (tree.scope or tree.owner)

    def _is_in_play(self, tree: syntax.Selection) -> bool:
        """Whether these are cards of one kind in play."""
        plain = not tree.zone and tree.owner is None and len(tree.kinds) == 1
        return (
            plain and tree.kinds[0] in self.words.columns and all(one.name != "from" for one in tree.filters)
        )

    def _in_play(self, tree: syntax.Selection) -> Candidates:
        """Cards of one kind in play, found once for as long as it stays the same who is in play."""
        kind, scope = tree.kinds[0], tree.scope

        def candidates(g: Any, env: Env) -> list[int]:
            roster, key = g.roster or g.cast(), (kind, scope, env.you if scope else -1)
            found: list[int] | None = roster.get(key)
            if found is None:
                wanted, kinds = g.is_kind[kind], g.kind
                found = [one for one in g.in_play if wanted[kinds[one]]]
                if scope == "you":
                    found = [one for one in found if g.controller[one] == env.you]
                elif scope == "opp":
                    found = [one for one in found if g.opposes(env.you, g.controller[one])]
                roster[key] = found
            return found

        return candidates

    def _listed(self, tree: syntax.Selection) -> Candidates:
        """Where things of this selection can be."""
        words = self.words
        label = next((one.values[0] for one in tree.filters if one.name == "from"), "")
        if label:
            return lambda g, env: env.names.get(label, ())
        if not tree.zone:
            listed = words.things.get(tree.kinds[0]) or words.things[""]
            return lambda g, env: listed(g)
        if tree.zone in words.shared_zones:
            shared = words.shared_zones[tree.zone]
            return lambda g, env: shared(g)
        cards, seats = words.zones[tree.zone], self._owners(tree)
        return lambda g, env: [card for seat in seats(g, env) for card in cards(g, seat)]

    def _owners(self, tree: syntax.Selection) -> Callable[[Any, Env], Sequence[int]]:
        if tree.owner is not None:
            owner = self.player(_written(tree.owner))
            return lambda g, env: [~one for one in owner(g, env)]
        if tree.scope == "you":
            return lambda g, env: (env.you,)
        if tree.scope == "opp":
            return lambda g, env: [seat for seat in range(g.seats) if g.opposes(env.you, seat)]
        return lambda g, env: range(g.seats)

    def _traits(self, tree: syntax.Selection) -> Test:
        """Scope, kinds and filters together."""
        tests: list[Test] = []
        scope = self._scope(tree)
        if scope is not None:
            tests.append(scope)
        tests.append(self._kinds(tree.kinds))
        tests += [self.filter(one) for one in tree.filters]
        if len(tests) == 1:
            return tests[0]
        if len(tests) == 2:
            first, second = tests
            return lambda g, env, thing: first(g, env, thing) and second(g, env, thing)

        def every(g: Any, env: Env, thing: int) -> bool:
            for test in tests:  # noqa: SIM110 - a generator here costs a third of the speed
                if not test(g, env, thing):
                    return False
            return True

        return every

    def _scope(self, tree: syntax.Selection) -> Test | None:
        player_of = self.words.player_of
        assert player_of is not None
        if tree.owner is not None:
            owner = self.player(_written(tree.owner))
            return lambda g, env, thing: ~player_of(g, thing) in owner(g, env)
        if tree.scope == "you":
            return lambda g, env, thing: player_of(g, thing) == env.you
        if tree.scope == "opp":
            return lambda g, env, thing: g.side[player_of(g, thing)] != g.side[env.you]
        return None

    def _kinds(self, kinds: tuple[str, ...]) -> Test:
        tests = [self.words.kinds[kind] for kind in kinds]
        if len(tests) == 1:
            only = tests[0]
            return lambda g, env, thing: only(g, thing)
        return lambda g, env, thing: any(test(g, thing) for test in tests)

    def filter(self, tree: syntax.Filter) -> Test:
        if tree.name in self.words.kinds and not tree.op:
            kind = self.words.kinds[tree.name]
            return lambda g, env, thing: kind(g, thing)
        if tree.name == "other":
            return lambda g, env, thing: thing != env.source
        if tree.name == "not" and tree.ref is not None:
            but = self.ref(tree.ref)
            return lambda g, env, thing: thing not in but(g, env)
        if tree.name == "from":
            label = tree.values[0]
            return lambda g, env, thing: thing in env.names.get(label, ())
        return self.words.filters[tree.name](self, tree)

    # -- amounts and conditions ---------------------------------------------------------------------------

    def amount(self, value: Any) -> Count:
        return self._amount(parse.amount(value, self.grammar))

    def _amount(self, tree: syntax.Amount) -> Count:
        if isinstance(tree, syntax.Number):
            number = tree.value
            return lambda g, env: number
        if isinstance(tree, syntax.Count):
            everything = self.selector(tree.of).everything
            return lambda g, env: len(everything(g, env))
        if isinstance(tree, syntax.Half):
            whole = self._amount(tree.of)
            return lambda g, env: whole(g, env) // 2
        if isinstance(tree, syntax.Sum):
            return _summed(self._amount(tree.left), tree.op, self._amount(tree.right))
        if isinstance(tree, syntax.Word):
            return _named(tree.word)
        return self._measure(tree)

    def _measure(self, tree: syntax.Measure) -> Count:
        if tree.name == "n" and tree.ref is not None:
            label = tree.ref.name
            return lambda g, env: len(env.names.get(label, ()))
        measure = self.words.measures[tree.name]
        assert tree.ref is not None
        found = self.ref(tree.ref)
        return lambda g, env: sum(measure(g, one) for one in found(g, env))

    def condition(self, value: Any) -> Asked:
        return self._condition(parse.condition(value, self.grammar))

    def _condition(self, tree: syntax.Condition) -> Asked:
        if isinstance(tree, syntax.Exists):
            return self.selector(tree.of).some
        if isinstance(tree, syntax.Is):
            found, tests = self.ref(tree.ref), [self.filter(one) for one in tree.filters]
            return lambda g, env: any(all(test(g, env, one) for test in tests) for one in found(g, env))
        if isinstance(tree, syntax.Compare):
            return _compared(self._amount(tree.left), tree.op, self._amount(tree.right))
        if isinstance(tree, syntax.Not):
            inner = self._condition(tree.of)
            return lambda g, env: not inner(g, env)
        if isinstance(tree, syntax.Both):
            parts = [self._condition(part) for part in tree.parts]
            return lambda g, env: all(part(g, env) for part in parts)
        raise EffectError(f"this game cannot ask {tree.name}()")

    def event(self, value: Any) -> tuple[str, Callable[[Any, Env, int], bool]]:
        """An event pattern: the event's name, and whether its subject (players as ``~seat``) fits."""
        tree = parse.event(value, self.grammar) if not isinstance(value, syntax.Event) else value
        tests: list[Test] = []
        if isinstance(tree.what, syntax.Ref):
            tests.append(self._is_one_of(self.ref(tree.what)))
        elif tree.what is not None:
            tests.append(self.selector(tree.what).has)
        if tree.by is not None:
            by = self.player(_written(tree.by))
            tests.append(lambda g, env, thing: ~env.names.get("ev.by", -1) in by(g, env))
        return tree.name, lambda g, env, thing: all(test(g, env, thing) for test in tests)

    # -- abilities ----------------------------------------------------------------------------------------

    def ability(self, card: str, place: int, data: Mapping[str, Any]) -> Ability:
        """Compile the ``place``-th ability (from 1) of a card. Raises ``EffectError``."""
        made = Ability(f"{card}.{place}", place, parse.timing(data["timing"], self.grammar), data)
        made.words = frozenset(WORDS.findall(repr({**data, "notes": "", "ruling": ""})))
        if "if" in data:
            made.condition = self.condition(data["if"])
        made.targets = tuple(self._targets(data.get("targets", {})))
        if made.timing.event is not None:
            made.heard = self.event(made.timing.event)[1]
        if "response_to" in data:
            made.answers_to = self.event(data["response_to"])
        limit = data.get("limit")
        if isinstance(limit, Mapping):
            made.limit = next((str(name), int(times)) for name, times in limit.items())
        try:
            if made.timing.name == "passive":
                made.changes = tuple(self._changes(data["do"], made.key))
            else:
                operations: list[Operation] = []
                made.choices = self._block(data["do"], made.key, operations)
                made.program = tuple(operations)
        except KeyError as missing:
            raise EffectError(f"{made.key}: this game knows no {missing}") from missing
        self.programs[made.key] = made
        return made

    def _targets(self, data: Mapping[str, Any]) -> Iterator[Target]:
        for label, wanted in data.items():
            least = most = 1
            of = wanted
            if isinstance(wanted, Mapping):
                of = wanted["of"]
                most = int(wanted.get("up_to", wanted.get("num", 1)))
                least = 0 if "up_to" in wanted else most
            yield Target(label, least, most, self.selector(parse.selector(of, self.grammar)))

    def _changes(self, statements: Sequence[Mapping[str, Any]], key: str) -> Iterator[Change]:
        for data in statements:
            statement = Statement(self, data, key)
            for one in self.words.continuous[statement.verb](statement):
                yield Change(one.stat, one.layer, one.found, one.amount, one.reaches, one.extra)

    # -- programs -----------------------------------------------------------------------------------------

    def _block(self, statements: Sequence[Mapping[str, Any]], key: str, out: list[Operation]) -> int:
        """Add the operations of these statements; the number of options when one of them is modal."""
        choices = 0
        for number, data in enumerate(statements, 1):
            choices = max(choices, self._statement(Statement(self, data, f"{key}.{number}"), out))
        return choices

    def _statement(self, statement: Statement, out: list[Operation]) -> int:
        data, start = statement.data, len(out)
        skips = []
        if "if" in data:
            skips.append(len(out))
            out.append(_skip_unless(self.condition(data["if"])))
        if statement.verb == "choose_one":
            count = self._options(statement, out)
        else:
            if statement.may is not None and statement.verb not in CHOOSES_ITSELF:
                skips.append(len(out))
                out += [_ask_whether(statement.may, statement.verb), _skip_unless_agreed]
            out.append(self._operation(statement))
            count = self._consequences(statement, out)
        for place in skips:
            self._land(out, place, len(out))
        assert len(out) > start
        return count

    def _operation(self, statement: Statement) -> Operation:
        words, label = self.words, statement.label
        if statement.verb == "branch":
            asked = self.condition(statement.main())
            return lambda g, env: Env(
                env.source, env.you, {**env.names, "done": (0,) if asked(g, env) else ()}
            )
        if statement.verb == "watch":
            return self._watch(statement)
        if statement.verb in words.continuous:
            act = self._for_a_while(statement)
        else:
            act = words.verbs[statement.verb](statement)
        if not label and not {"then", "else", "win", "lose"} & set(statement.data):

            def only_do(g: Any, env: Env) -> None:
                act(g, env)

            return only_do

        def operate(g: Any, env: Env) -> Env | None:
            done = act(g, env)
            if done is None:
                return None
            return Env(env.source, env.you, {**env.names, "done": done, **({label: done} if label else {})})

        return operate

    def _for_a_while(self, statement: Statement) -> Verb:
        """A change of values until a moment: groups and amounts are fixed now."""
        changes = list(self.words.continuous[statement.verb](statement))
        until, moment = statement.until(), self.words.moment
        assert moment is not None

        def act(g: Any, env: Env) -> Things:
            done: list[int] = []
            for change in changes:
                amount = change.amount(g, env)
                for thing in change.found(g, env):
                    if g.can_change(thing):
                        g.do(
                            g.book.events["changed"],
                            thing,
                            Lasting(
                                change.stat,
                                change.layer,
                                thing,
                                amount,
                                until or moment(g),
                                env.you,
                                env.source,
                            ),
                        )
                        done.append(thing)
            if self.words.changed is not None:
                self.words.changed(g, env)
            return tuple(done)

        return act

    def _watch(self, statement: Statement) -> Operation:
        key = f"{statement.key}.w"
        name, fits = self.event(statement.main())
        operations: list[Operation] = []
        self._block(statement.data["do"], key, operations)
        timing = syntax.Timing("watch", syntax.Event(name))
        self.programs[key] = Ability(key, 0, timing, statement.data, program=tuple(operations), heard=fits)
        until = statement.until()

        def operate(g: Any, env: Env) -> None:
            g.last(
                Lasting(
                    f"watch {name}", -1, env.source, 0, until, env.you, env.source, (key, dict(env.names))
                )
            )

        return operate

    def _consequences(self, statement: Statement, out: list[Operation]) -> int:
        """What follows when it was done, and what when it was not."""
        data = statement.data
        done, undone = data.get("then", data.get("win")), data.get("else", data.get("lose"))
        if not done and not undone:
            return 0
        place = len(out)
        out.append(_skip_unless_done)
        count = self._block(done or (), statement.key, out)
        if undone:
            jump = len(out)
            out.append(_skip_unless_done)
            self._land(out, place, len(out))
            count = max(count, self._block(undone, statement.key, out))
            out[jump] = _jump(len(out))
        else:
            self._land(out, place, len(out))
        return count

    def _options(self, statement: Statement, out: list[Operation]) -> int:
        """A modal statement: the option that was chosen when it was announced."""
        options = statement.main()
        switch = len(out)
        out.append(_skip_unless_done)
        starts, ends = [], []
        for number, option in enumerate(options):
            starts.append(len(out))
            self._block(option["do"], f"{statement.key}.o{number}", out)
            ends.append(len(out))
            out.append(_skip_unless_done)
        out[switch] = _switch(starts)
        for place in ends:
            out[place] = _jump(len(out))
        return len(options)

    @staticmethod
    def _land(out: list[Operation], place: int, to: int) -> None:
        """Give the skips at this place where they go."""
        for at in (place, place + 1):
            skip = out[at] if at < to else None
            if isinstance(skip, _Skip):
                out[at] = skip.going(to)
            elif skip is _skip_unless_done:
                out[at] = _Skip(_done).going(to)
            elif skip is _skip_unless_agreed:
                out[at] = _Skip(_agreed).going(to)


CHOOSES_ITSELF = frozenset({"choose", "search"})
"""Verbs whose own decision already allows nothing."""


def _by_test(test: Test) -> Narrow:
    return lambda g, env, things: [one for one in things if test(g, env, one)]


def _everything(candidates: Candidates, narrows: Sequence[Narrow]) -> Callable[[Any, Env], list[int]]:
    """All candidates that every filter leaves."""
    if not narrows:
        return lambda g, env: list(candidates(g, env))
    if len(narrows) == 1:
        narrow = narrows[0]
        return lambda g, env: narrow(g, env, candidates(g, env))

    def everything(g: Any, env: Env) -> list[int]:
        found = candidates(g, env)
        for narrow in narrows:
            if found:
                found = narrow(g, env, found)
        return list(found)

    return everything


def _as_things(value: Any) -> Things:
    return (value,) if isinstance(value, int) else value


def _written(tree: syntax.Ref) -> str:
    return f"{tree.name}({_written(tree.of)})" if tree.of is not None else tree.name


BASE_REFS: dict[str, Find] = {
    "self": lambda g, env: (env.source,),
    "you": lambda g, env: (~env.you,),
    "opps": lambda g, env: tuple([~seat for seat in g.living() if g.side[seat] != g.side[env.you]]),
    "opp": lambda g, env: tuple([~seat for seat in g.living() if g.side[seat] != g.side[env.you]]),
    "players": lambda g, env: tuple([~seat for seat in g.living()]),
    "active": lambda g, env: (~g.active,),
    "owner": lambda g, env: (~g.owner[env.source],),
}


def _summed(left: Count, op: str, right: Count) -> Count:
    if op == "+":
        return lambda g, env: left(g, env) + right(g, env)
    if op == "-":
        return lambda g, env: left(g, env) - right(g, env)
    return lambda g, env: left(g, env) * right(g, env)


def _named(word: str) -> Count:
    if word in ("all", "any"):
        return lambda g, env: ALL
    return lambda g, env: _number(env.names[word])


def _number(value: Any) -> int:
    return value if isinstance(value, int) else int(value[0])


def _compared(left: Count, op: str, right: Count) -> Asked:
    if op == ">=":
        return lambda g, env: left(g, env) >= right(g, env)
    if op == "<=":
        return lambda g, env: left(g, env) <= right(g, env)
    return lambda g, env: left(g, env) == right(g, env)


class _Skip:
    """Goes on at ``to`` unless the condition holds."""

    __slots__ = ("asked", "to")

    def __init__(self, asked: Asked, to: int = -1) -> None:
        self.asked, self.to = asked, to

    def __call__(self, g: Any, env: Env) -> int | None:
        return None if self.asked(g, env) else self.to

    def going(self, to: int) -> "_Skip":
        return _Skip(self.asked, to) if self.to < 0 else self


def _done(g: Any, env: Env) -> bool:
    return bool(env.names.get("done"))


def _agreed(g: Any, env: Env) -> bool:
    return bool(env.names.get("agreed"))


def _skip_unless(asked: Asked) -> Operation:
    return _Skip(asked)


def _skip_unless_done(g: Any, env: Env) -> None:
    raise AssertionError("a jump without a place to go to")


def _skip_unless_agreed(g: Any, env: Env) -> None:
    raise AssertionError("a jump without a place to go to")


def _jump(to: int) -> Operation:
    return lambda g, env: to


def _switch(starts: Sequence[int]) -> Operation:
    return lambda g, env: starts[env.names["choice"]]


def _ask_whether(who: Find, verb: str) -> Operation:
    def operate(g: Any, env: Env) -> None:
        for player in who(g, env):
            g.push("may", ~player, verb)

    return operate


def bind(g: Any, **names: Any) -> None:
    """Give names of the effect that goes on next their meaning: what a decision in it chose."""
    agenda = g.agenda
    if agenda and agenda[-1][0] == "effect":
        _step, key, place, env = agenda[-1]
        agenda[-1] = ("effect", key, place, Env(env.source, env.you, {**env.names, **names}))


def teach_effects(book: Rulebook) -> None:
    """The steps every game with effects has: running a program, a ``may``, triggers and their order."""
    book.step("effect")(_effect)
    book.step("may")(_may)
    book.answer("may")(_may_answered)
    book.step("trigger")(lambda g, noticed: g.carry_out(Noticed(*noticed)))
    book.step("order triggers")(_order)
    book.answer("order triggers")(_ordered)
    book.action("do it", "do it")
    book.action("do not", "do not")
    book.action("first", "first {card} {number}")


def _effect(g: Any, key: str, place: int, env: Env) -> None:
    """Run a program until it asks, puts something on the agenda, or ends."""
    agenda, program = g.agenda, g.programs[key].program
    env = Env(*env)
    while place < len(program):
        at = len(agenda)
        agenda.append(("effect", key, place + 1, env))
        out = program[place](g, env)
        place += 1
        if type(out) is int:
            place = out
        elif out is not None:
            env = out
        if len(agenda) == at + 1 and not g.waiting and g.result is None:
            agenda.pop()
        else:
            agenda[at] = ("effect", key, place, env)
            return


def _may(g: Any, seat: int, verb: str) -> None:
    g.ask(seat, "may", (("do it",), ("do not",)), default=1)


def _may_answered(g: Any, option: tuple[Any, ...], seat: int, verb: str) -> None:
    bind(g, agreed=(0,) if option[0] == "do it" else ())


def _order(g: Any, own: tuple[Noticed, ...]) -> None:
    options = tuple([("first", one[1], number) for number, one in enumerate(own)])
    g.ask(own[0][0], "order triggers", options)


def _ordered(g: Any, option: tuple[Any, ...], own: tuple[Noticed, ...]) -> None:
    first = own[option[2]]
    rest = own[: option[2]] + own[option[2] + 1 :]
    if len({one[2] for one in rest}) > 1:
        g.push("order triggers", rest)
    else:
        for one in reversed(rest):
            g.push("trigger", one)
    g.push("trigger", first)


__all__ = [
    "ADD",
    "ALL",
    "Ability",
    "Chosen",
    "Compiler",
    "Continuous",
    "Count",
    "EffectError",
    "Env",
    "Find",
    "Statement",
    "Target",
    "Test",
    "Things",
    "Verb",
    "Vocabulary",
    "bind",
    "teach_effects",
]
