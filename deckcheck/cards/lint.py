"""The linter of the effect notation: every statement of a set is read, and everything it names must be there."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from . import parse
from .notation import ANY_VERB, Grammar, Reader
from .schema import near, shown
from .syntax import (
    Event,
    Filter,
    Measure,
    NotationError,
    Ref,
    Selection,
    Word,
)

Problem = tuple[str, str]
"""(key path inside the card, what is wrong)."""


@dataclass(frozen=True)
class Names:
    """What the cards of a file may name: numbers, names, groups, tokens, counters and keywords."""

    grammar: Grammar
    types: Mapping[str, tuple[str, ...]]
    names: Collection[str]
    groups: Collection[str]
    tokens: Collection[str]
    counters: Collection[str]
    keywords: Collection[str]
    others: Collection[str] = ()


def names_of(content: Mapping[str, Any], grammar: Grammar, others: Collection[str] = ()) -> Names:
    """What is there to be named, gathered from the file and the grammar of its game."""
    entries = content.get("cards")
    cards = [card for card in entries if isinstance(card, Mapping)] if isinstance(entries, list) else []
    tokens = content.get("tokens")
    tokens = tokens if isinstance(tokens, Mapping) else {}
    factions = [group for card in (*cards, *tokens.values()) for group in _texts(card, "factions")]
    return Names(
        grammar=grammar,
        types={str(card.get("number")): (str(card.get("type")), str(card.get("subtype"))) for card in cards},
        names=tuple(str(card.get("name")) for card in cards),
        groups={*grammar.groups, *factions},
        tokens=tuple(tokens),
        counters={*grammar.counters, *_keys(content, "counter_rules")},
        keywords={*grammar.keywords, *_keys(content, "keyword_rules")},
        others=others,
    )


def _texts(card: Any, key: str) -> list[str]:
    value = card.get(key) if isinstance(card, Mapping) else None
    return [one for one in value if isinstance(one, str)] if isinstance(value, list | tuple) else []


def _keys(content: Mapping[str, Any], key: str) -> tuple[str, ...]:
    value = content.get(key)
    return tuple(value) if isinstance(value, Mapping) else ()


@dataclass
class _Scope:
    """What can be referred to at a place of an ability. Labels are shared by all places of one ability."""

    targets: frozenset[str] = frozenset()
    data: frozenset[str] = frozenset()
    labels: set[str] = field(default_factory=set)
    used: set[str] = field(default_factory=set)
    defined: dict[str, str] = field(default_factory=dict)
    pays_x: bool = False

    def inside(self, targets: Iterable[str] = (), data: Iterable[str] = ()) -> "_Scope":
        return _Scope(
            self.targets | frozenset(targets),
            self.data | frozenset(data),
            self.labels,
            self.used,
            self.defined,
            self.pays_x,
        )


class Linter:
    """Reads the abilities of one card or artifact."""

    def __init__(self, card: Mapping[str, Any], names: Names) -> None:
        self.card = card
        self.names = names
        self.grammar = names.grammar
        self.problems: list[Problem] = []
        self.readers: dict[str, Callable[[Any, str, _Scope], object]] = {
            "ability": self.ability_name,
            "amount": self.amount,
            "bands": self.bands,
            "boolean": self.boolean,
            "colour": self.colour,
            "condition": self.condition,
            "cost": self.cost,
            "counter": self.counter,
            "counter or any": lambda value, path, scope: (
                None if value == "any" else self.counter(value, path, scope)
            ),
            "direction": self.direction,
            "event": self.event,
            "group of": self.group_of,
            "health": self.health,
            "keyword": self.keyword,
            "keyword or passives": lambda value, path, scope: (
                None if value == "passives" else self.keyword(value, path, scope)
            ),
            "label": self.label,
            "number": self.number,
            "number or unlimited": lambda value, path, scope: (
                None if value == "unlimited" else self.number(value, path, scope)
            ),
            "options": self.options,
            "player": self.player,
            "ref": self.ref,
            "selector": self.selector,
            "statements": self.statements,
            "stats": self.stats,
            "targets": lambda value, path, scope: None,
            "text": self.text,
            "things": self.things,
            "things or amount": self.things_or_amount,
            "token": self.token,
            "true": self.true,
            "two things": self.two_things,
            "until": self.until,
            "weights": self.weights,
        }

    def lint(self) -> list[Problem]:
        """Every problem of the card's abilities and tiers, in their order."""
        for group in ("abilities", "tiers"):
            entries = self.card.get(group)
            for place, entry in enumerate(entries if isinstance(entries, list | tuple) else (), 1):
                path = f"{group}[{place}]"
                if isinstance(entry, Mapping):
                    self.ability(entry, path, tier=group == "tiers")
                else:
                    self.say(path, f"must be a mapping, not {shown(entry)}")
        for word in _texts(self.card, "keywords"):
            self.keyword(word, "keywords", _Scope())
        return self.problems

    def say(self, path: str, message: str) -> None:
        self.problems.append((path, message))

    def reading(self, path: str, read: Callable[[Any, Grammar], Any], value: Any) -> Any:
        """What the parser makes of the value; ``None`` after saying why it is unreadable."""
        try:
            return read(value, self.grammar)
        except NotationError as wrong:
            self.say(path, str(wrong))
            return None

    # Abilities

    def ability(self, ability: Mapping[str, Any], path: str, tier: bool) -> None:
        for key in ability:
            if key not in self.grammar.ability_keys:
                self.say(
                    f"{path}.{key}", f"is no key that is read here{near(key, self.grammar.ability_keys)}"
                )
        scope = _Scope(labels=set(self.other_targets()))
        timing = self.timing(ability, path, scope)
        if "response_to" in ability:
            event = self.event(ability["response_to"], f"{path}.response_to", scope)
            scope = scope.inside(data=self.data_of(event))
        scope = scope.inside(data=self.data_of(timing))
        self.paid(ability, path, scope)
        if "targets" in ability:
            scope = self.targets(ability["targets"], f"{path}.targets", scope)
        self.plain_keys(ability, path, scope)
        self.effect(ability, path, scope)
        if tier:
            self.tier(ability, path)
        self.unused(scope)

    def effect(self, ability: Mapping[str, Any], path: str, scope: _Scope) -> None:
        """What the ability does; one that adds a cost to playing the card may do nothing."""
        if "do" not in ability:
            self.say(f"{path}.do", "is missing")
        elif ability["do"] or ability.get("timing") != "play" or "cost" not in ability:
            self.statements(ability["do"], f"{path}.do", scope)

    def other_targets(self) -> Iterator[str]:
        """Targets of every ability of the card, as other abilities call them: ``a1.t1``."""
        for group in ("abilities", "tiers"):
            entries = self.card.get(group)
            for place, entry in enumerate(entries if isinstance(entries, list | tuple) else (), 1):
                targets = entry.get("targets") if isinstance(entry, Mapping) else None
                for name in targets if isinstance(targets, Mapping) else ():
                    yield f"a{place}.{name}"

    def timing(self, ability: Mapping[str, Any], path: str, scope: _Scope) -> Event | None:
        if "timing" not in ability:
            self.say(f"{path}.timing", "is missing")
            return None
        found = self.reading(f"{path}.timing", parse.timing, ability["timing"])
        if found is None:
            return None
        self.check(found.event, f"{path}.timing", scope.inside(data=self.data_of(found.event)))
        event: Event | None = found.event
        return event

    def data_of(self, event: Event | None) -> tuple[str, ...]:
        return self.grammar.events[event.name] if event else ()

    def paid(self, ability: Mapping[str, Any], path: str, scope: _Scope) -> None:
        if "cost" in ability:
            self.cost(ability["cost"], f"{path}.cost", scope)

    def plain_keys(self, ability: Mapping[str, Any], path: str, scope: _Scope) -> None:
        if "if" in ability:
            self.condition(ability["if"], f"{path}.if", scope)
        if "until" in ability:
            self.until(ability["until"], f"{path}.until", scope)
        if "limit" in ability:
            self.limit(ability["limit"], f"{path}.limit")
        self.words(ability, path, "mode", ("upright", "reversed"))
        self.words(ability, path, "flag", ("MAIN", "MOVE", "COMBAT", "ANYTIME"))
        for key in ("notes", "ruling"):
            if key in ability:
                self.text(ability[key], f"{path}.{key}", scope)

    def words(self, ability: Mapping[str, Any], path: str, key: str, words: Collection[str]) -> None:
        if key in ability and ability[key] not in words:
            self.say(f"{path}.{key}", f"must be one of {', '.join(words)}, not {shown(ability[key])}")

    def tier(self, tier: Mapping[str, Any], path: str) -> None:
        self.words({"op": tier.get("op")}, path, "op", ("base", "instead", "or", "plus", "separate"))
        self.number(tier.get("tier"), f"{path}.tier", _Scope())
        needs = tier.get("needs")
        synergy = needs.get("synergy") if isinstance(needs, Mapping) and len(needs) == 1 else None
        if not isinstance(synergy, Mapping) or not synergy:
            self.say(f"{path}.needs", "must be synergy amounts, such as {synergy: {Hacker: 2}}")
            return
        for group, least in synergy.items():
            self.known("faction", group, self.names.groups, f"{path}.needs.synergy.{group}")
            self.number(least, f"{path}.needs.synergy.{group}", _Scope())

    def limit(self, value: Any, path: str) -> None:
        limits = self.grammar.limits
        if isinstance(value, str) and limits.get(value) == "":
            return
        if not isinstance(value, Mapping) or not value or not all(limits.get(key) for key in value):
            allowed = ", ".join(f"{{{name}: N}}" if holds else name for name, holds in limits.items())
            self.say(path, f"must be one of {allowed}, not {shown(value)}")
            return
        for key, number in value.items():
            self.number(number, f"{path}.{key}", _Scope())

    def targets(self, value: Any, path: str, scope: _Scope) -> _Scope:
        if not isinstance(value, Mapping) or not value:
            self.say(path, f"must be targets by name, such as {{t1: character}}, not {shown(value)}")
            return scope
        for name, target in value.items():
            if not parse.TARGET.match(str(name)) or "." in str(name):
                self.say(f"{path}.{name}", "a target is called t1 to t9")
            self.target(target, f"{path}.{name}", scope)
            scope = scope.inside([name])
        return scope

    def target(self, value: Any, path: str, scope: _Scope) -> None:
        if not isinstance(value, Mapping):
            self.selector(value, path, scope)
            return
        readers: dict[str, Reader] = {
            "num": "amount",
            "up_to": "amount",
            "of": "selector",
            "optional": "true",
            "repeat": "true",
            "by": "player",
        }
        self.parameters(value, path, readers, ("of",), scope)
        if ("num" in value) == ("up_to" in value):
            self.say(path, "needs either num or up_to")

    def unused(self, scope: _Scope) -> None:
        for label, path in scope.defined.items():
            if label not in scope.used:
                self.say(path, f"the label {label} is never used; leave it out")

    # Statements

    def statements(self, value: Any, path: str, scope: _Scope) -> None:
        if not isinstance(value, list | tuple) or not value:
            self.say(path, f"must be a list of statements, not {shown(value) if value else 'empty'}")
            return
        for place, statement in enumerate(value, 1):
            if isinstance(statement, Mapping) and statement:
                self.statement(statement, f"{path}[{place}]", scope)
            else:
                self.say(
                    f"{path}[{place}]", f"must be a statement, such as {{draw: 1}}, not {shown(statement)}"
                )

    def statement(self, statement: Mapping[str, Any], path: str, scope: _Scope) -> None:
        name = next(iter(statement))
        verb = self.grammar.verbs.get(name)
        if verb is None:
            self.say(f"{path}.{name}", f"{self.unknown_verb(name, statement)}")
            return
        inner = scope
        if name in ("watch", "replace"):
            event = self.reading(f"{path}.{name}", parse.event, statement[name])
            inner = scope.inside(data=self.data_of(event))
        if "targets" in statement and "targets" in verb.parameters():
            inner = self.targets(statement["targets"], f"{path}.targets", inner)
        self.read(verb.main, statement[name], f"{path}.{name}", inner)
        rest = {key: value for key, value in statement.items() if key != name}
        self.parameters(rest, path, verb.parameters(), tuple(verb.needs), inner, name)

    def unknown_verb(self, name: str, statement: Mapping[str, Any]) -> str:
        verb = next((key for key in statement if key in self.grammar.verbs), None)
        if verb and (name in ANY_VERB or name in self.grammar.verbs[verb].parameters()):
            return f"the verb comes first; write {verb} before {name}"
        return f"is no verb of this game{near(name, self.grammar.verbs)}"

    def parameters(
        self,
        value: Mapping[str, Any],
        path: str,
        readers: Mapping[str, Reader],
        needs: Collection[str],
        scope: _Scope,
        verb: str = "",
    ) -> None:
        """Each parameter in the order of the statement, so that labels are there before they are used."""
        for key, part in value.items():
            if key in readers:
                self.read(readers[key], part, f"{path}.{key}", scope)
            else:
                reader = f"{verb} does not read it" if verb else "is not read here"
                self.say(f"{path}.{key}", f"{reader}; it reads {', '.join(sorted(readers))}")
        for key in needs:
            if key not in value:
                self.say(path, f"{verb or 'this'} needs {key}")

    def read(self, reader: Reader, value: Any, path: str, scope: _Scope) -> None:
        if isinstance(reader, tuple):
            if not isinstance(value, str) or value not in reader:
                self.say(path, f"must be {' or '.join(reader)}, not {shown(value)}")
        elif isinstance(reader, frozenset):
            listed = isinstance(value, list | tuple) and all(isinstance(one, str) for one in value)
            if not listed or not value or not reader.issuperset(value):
                self.say(path, f"must be a list of {' and '.join(sorted(reader))}, not {shown(value)}")
        else:
            self.readers[reader](value, path, scope)

    # Values

    def condition(self, value: Any, path: str, scope: _Scope) -> None:
        self.check(self.reading(path, parse.condition, value), path, scope)

    def amount(self, value: Any, path: str, scope: _Scope) -> None:
        self.check(self.reading(path, parse.amount, value), path, scope)

    def selector(self, value: Any, path: str, scope: _Scope) -> None:
        self.check(self.reading(path, parse.selector, value), path, scope)

    def things(self, value: Any, path: str, scope: _Scope) -> None:
        self.check(self.reading(path, parse.things, value), path, scope)

    def things_or_amount(self, value: Any, path: str, scope: _Scope) -> None:
        called = isinstance(value, str) and value.startswith(("half_down(", "count(", "n("))
        numeric = isinstance(value, int) or value in ("all", "X") or called
        (self.amount if numeric else self.things)(value, path, scope)

    def two_things(self, value: Any, path: str, scope: _Scope) -> None:
        if not isinstance(value, list | tuple) or len(value) != 2:
            self.say(path, f"must be a list of two, such as [t1, t2], not {shown(value)}")
        else:
            self.things(value, path, scope)

    def event(self, value: Any, path: str, scope: _Scope) -> Event | None:
        found: Event | None = self.reading(path, parse.event, value)
        if found:
            self.check(found, path, scope.inside(data=self.data_of(found)))
        return found

    def until(self, value: Any, path: str, scope: _Scope) -> None:
        self.check(self.reading(path, parse.until, value), path, scope)

    def ref(self, value: Any, path: str, scope: _Scope) -> None:
        text = value if isinstance(value, str) else ""
        if not text or " " in text or "=" in text:
            self.say(path, f"must be one reference, such as self or t1, not {shown(value)}")
            return
        self.check(self.reading(path, parse.ref, text), path, scope)

    def player(self, value: Any, path: str, scope: _Scope) -> None:
        if not isinstance(value, str) or value not in self.grammar.players:
            self.ref(value, path, scope)

    def label(self, value: Any, path: str, scope: _Scope) -> None:
        taken = (*self.grammar.refs, *self.grammar.kinds, *self.grammar.zones)
        if not isinstance(value, str) or not parse.NAME.match(value) or value in taken:
            self.say(
                path, f"must be a short name in small letters that means nothing else, not {shown(value)}"
            )
            return
        scope.labels.add(value)
        scope.defined[value] = path

    def ability_name(self, value: Any, path: str, scope: _Scope) -> None:
        abilities = self.card.get("abilities")
        count = len(abilities) if isinstance(abilities, list | tuple) else 0
        if value not in [f"a{place}" for place in range(1, count + 1)]:
            self.say(path, f"must be an ability of this card, a1 to a{count}, not {shown(value)}")

    def number(self, value: Any, path: str, scope: _Scope) -> None:
        if isinstance(value, bool) or not isinstance(value, int):
            self.say(path, f"must be a whole number, not {shown(value)}")

    def boolean(self, value: Any, path: str, scope: _Scope) -> None:
        if not isinstance(value, bool):
            self.say(path, f"must be true or false, not {shown(value)}")

    def true(self, value: Any, path: str, scope: _Scope) -> None:
        if value is not True:
            self.say(path, f"must be true or left out, not {shown(value)}")

    def text(self, value: Any, path: str, scope: _Scope) -> None:
        if not isinstance(value, str) or not value.strip():
            self.say(path, f"must be text, not {shown(value)}")

    def stats(self, value: Any, path: str, scope: _Scope) -> None:
        most = 3 if "vitality" in self.grammar.measures else 2
        if not isinstance(value, list | tuple) or not 2 <= len(value) <= most:
            self.say(
                path, f"must be a list of two{' or three' if most == 3 else ''} amounts, not {shown(value)}"
            )
            return
        for place, part in enumerate(value, 1):
            self.amount(part, f"{path}[{place}]", scope)

    def colour(self, value: Any, path: str, scope: _Scope) -> None:
        if value in ("red", "blue", "choose"):
            return
        if isinstance(value, str) and value.startswith("attack_type(") and value.endswith(")"):
            self.ref(value[len("attack_type(") : -1], path, scope)
            return
        self.say(path, f"must be red, blue, choose or attack_type(REF), not {shown(value)}")

    def direction(self, value: Any, path: str, scope: _Scope) -> None:
        if isinstance(value, str) and value.startswith("away="):
            self.ref(value[5:], path, scope)
        else:
            self.say(path, f"must be away=REF, not {shown(value)}")

    def bands(self, value: Any, path: str, scope: _Scope) -> None:
        if not isinstance(value, Mapping) or not value:
            self.say(path, f"must be statements by result, such as {{9-20: [...]}}, not {shown(value)}")
            return
        for band, statements in value.items():
            low, _, high = str(band).partition("-")
            high = high or low
            if not (low.isdigit() and high.isdigit() and 1 <= int(low) <= int(high) <= 20):
                self.say(f"{path}.{band}", "must be a result from 1 to 20 or a band such as 9-20")
            self.statements(statements, f"{path}.{band}", scope)

    def options(self, value: Any, path: str, scope: _Scope) -> None:
        if not isinstance(value, list | tuple) or len(value) < 2:
            self.say(path, f"must be a list of two or more options, not {shown(value)}")
            return
        for place, option in enumerate(value, 1):
            self.option(option, f"{path}[{place}]", scope)

    def option(self, option: Any, path: str, scope: _Scope) -> None:
        if (
            not isinstance(option, Mapping)
            or "do" not in option
            or not set(option) <= {"do", "targets", "if"}
        ):
            self.say(path, "an option has do, and may have targets and if")
            return
        inner = self.targets(option["targets"], f"{path}.targets", scope) if "targets" in option else scope
        if "if" in option:
            self.condition(option["if"], f"{path}.if", inner)
        self.statements(option["do"], f"{path}.do", inner)

    def weights(self, value: Any, path: str, scope: _Scope) -> None:
        if not isinstance(value, Mapping):
            self.say(path, f"must be numbers by faction, not {shown(value)}")
            return
        for group, number in value.items():
            self.known("faction", group, self.names.groups, f"{path}.{group}")
            self.number(number, f"{path}.{group}", scope)

    def cost(self, value: Any, path: str, scope: _Scope) -> None:
        if not isinstance(value, Mapping) or not value:
            self.say(path, f"must be parts by name, such as {{{next(iter(self.grammar.costs))}: 2}}")
            return
        scope.pays_x = scope.pays_x or "X" in _all_texts(value)
        self.parameters(value, path, self.grammar.costs, (), scope)

    def health(self, value: Any, path: str, scope: _Scope) -> None:
        if not isinstance(value, Mapping) or not value or not set(value) <= {"blue", "red"}:
            self.say(path, f"must be amounts of blue and red health, not {shown(value)}")
            return
        for track, part in value.items():
            self.amount(part, f"{path}.{track}", scope)

    def group_of(self, value: Any, path: str, scope: _Scope) -> None:
        if not isinstance(value, Mapping):
            self.say(path, f"must be {{num: N, of: SELECTOR}}, not {shown(value)}")
            return
        self.parameters(value, path, {"num": "amount", "of": "things", "as": "label"}, ("num", "of"), scope)

    def counter(self, value: Any, path: str, scope: _Scope) -> None:
        self.known("counter", value, self.names.counters, path)

    def keyword(self, value: Any, path: str, scope: _Scope) -> None:
        word = value.split(" ")[0] if isinstance(value, str) else value
        self.known("keyword", word, self.names.keywords, path)

    def token(self, value: Any, path: str, scope: _Scope) -> None:
        self.known("token of this file", value, self.names.tokens, path)

    def known(self, what: str, word: Any, known: Collection[str], path: str) -> None:
        if not isinstance(word, str) or word not in known:
            self.say(path, f"{shown(word)} is no {what}{near(str(word), known)}")

    # What parsed strings name

    def check(self, tree: Any, path: str, scope: _Scope) -> None:
        """Everything that a parsed string names must be there."""
        if isinstance(tree, Ref):
            self.named(tree, path, scope)
        elif isinstance(tree, tuple):
            for part in tree:
                self.check(part, path, scope)
        elif isinstance(tree, Filter):
            self.filter(tree, path, scope)
        elif isinstance(tree, Word):
            self.word(tree.word, path, scope)
        elif hasattr(tree, "__dataclass_fields__"):
            self.details(tree, path)
            for name in tree.__dataclass_fields__:
                self.check(getattr(tree, name), path, scope)

    def details(self, tree: Any, path: str) -> None:
        if isinstance(tree, Selection):
            self.selects(tree, path)
        if isinstance(tree, Measure) and tree.detail:
            known = {
                "counters": ("counter", {*self.names.counters, "any"}),
                "synergy": ("faction", self.names.groups),
            }
            self.known(*_measured(tree, known, self.grammar), path)
        if isinstance(tree, Event) and tree.counter:
            self.known("counter", tree.counter, self.names.counters, path)

    def named(self, ref: Ref, path: str, scope: _Scope) -> None:
        if ref.of is not None:
            self.named(ref.of, path, scope)
            return
        name = ref.name.removesuffix(".each")
        scope.used.add(name)
        if name.startswith("ev."):
            if name[3:] not in scope.data:
                there = ", ".join(f"ev.{one}" for one in sorted(scope.data)) or "no data of an event"
                self.say(path, f"{name} is not there; there is {there}")
        elif parse.TARGET.match(name):
            if name not in scope.targets and name not in scope.labels:
                self.say(path, f"the target {name} is not chosen here")
        elif name not in self.grammar.refs and name not in self.grammar.players and name not in scope.labels:
            self.say(
                path,
                f'"{name}" is neither a reference nor a label given by `as` before{near(name, scope.labels)}',
            )

    def word(self, word: str, path: str, scope: _Scope) -> None:
        if word == "X":
            if not scope.pays_x:
                self.say(path, "X is not in the cost of this ability")
        elif word not in ("all", "any", "prevented"):
            self.named(Ref(word), path, scope)

    def filter(self, one: Filter, path: str, scope: _Scope) -> None:
        if one.ref:
            self.named(one.ref, path, scope)
            return
        holds = self.grammar.filters.get(one.name + one.op) or self.grammar.filters.get(one.name, "")
        for value in one.values:
            if holds == "group" and value not in scope.labels:
                self.known("faction or race of these cards", value, self.names.groups, path)
            elif holds == "group":
                scope.used.add(value)
            elif holds == "label":
                self.named(Ref(value), path, scope)
            elif holds == "kind":
                self.known("kind", value, self.grammar.kinds, path)
            elif holds == "token":
                self.known("token of this file", value, self.names.tokens, path)
            elif holds == "counter":
                self.known("counter", value, self.names.counters, path)
            elif holds == "card":
                self.card_number(value, path)
            elif holds == "name":
                self.part_of_name(value, path)

    def card_number(self, number: str, path: str) -> None:
        if number not in self.names.types and number not in self.names.others:
            self.say(path, f'there is no card "{number}"')

    def part_of_name(self, part: str, path: str) -> None:
        words = part.replace("_", " ").lower()
        if not any(words in name.lower() for name in self.names.names):
            self.say(path, f'no card has "{part.replace("_", " ")}" in its name, so this names nothing')

    def selects(self, chosen: Selection, path: str) -> None:
        """A selection that no card can fit is a mistake."""
        numbers = [value for one in chosen.filters if one.name == "card" for value in one.values]
        types = {kind for kind in chosen.kinds for kind in self.grammar.kinds.get(kind, ())}
        for number in numbers:
            if number in self.names.types and not types.intersection(self.names.types[number]):
                kinds = " or ".join(chosen.kinds)
                self.say(path, f"{number} is no {kinds}, so this selects nothing")
        groups = {one.name: set(one.values) for one in chosen.filters if one.name.endswith("faction")}
        if groups.get("faction") and groups["faction"] <= groups.get("not_faction", set()):
            self.say(path, "faction and not_faction exclude each other, so this selects nothing")


def _measured(
    tree: Measure, known: Mapping[str, tuple[str, Collection[str]]], grammar: Grammar
) -> tuple[str, str, Collection[str]]:
    what, words = known.get(tree.name, ("kind", grammar.kinds))
    return what, tree.detail, words


def _all_texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, Mapping):
        return [text for part in value.values() for text in _all_texts(part)]
    if isinstance(value, list | tuple):
        return [text for part in value for text in _all_texts(part)]
    return []
