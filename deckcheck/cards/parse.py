"""Reading the short strings of the notation. Every function raises ``NotationError`` with what would be right."""

import re
from collections.abc import Collection, Iterator
from typing import Any

from .notation import Grammar
from .schema import near, shown
from .syntax import (
    Amount,
    Asks,
    Both,
    Compare,
    Condition,
    Count,
    Event,
    Exists,
    Filter,
    Half,
    Is,
    Measure,
    Not,
    NotationError,
    Number,
    Ref,
    Selection,
    Selector,
    Sum,
    Thing,
    Things,
    Timing,
    Until,
    Word,
)

NAME = re.compile(r"[a-z][a-z_]*\Z")
TARGET = re.compile(r"(?:a[1-9]\.)?t[1-9](?:\.each)?\Z")
EVENT_DATA = re.compile(r"ev\.[a-z]+\Z")
CALL = re.compile(r"([a-z_]+)\((.*)\)\Z")
WHOLE = re.compile(r"[0-9]{1,4}\Z")
COMPARISON = re.compile(r" (>=|<=|==) ")
LONGEST = 300
DEEPEST = 12
ALSO_CALLS = frozenset({"ctrl", "rest"})
IMPLIED: dict[str, tuple[str, ...]] = {"card": ("card",), "token": ("character",)}
"""Filters that say enough of the kind for it to be left out."""


def unknown(what: str, word: str, known: Collection[str]) -> NotationError:
    return NotationError(f'"{word}" is no {what}{near(word, known)}')


def text_of(value: Any, what: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise NotationError(f"must be {what}, not {shown(value)}")
    if len(value) > LONGEST:
        raise NotationError(f"must not be longer than {LONGEST} characters")
    return value.strip()


def split(text: str, sign: str) -> list[str]:
    """The parts of a text between signs that stand outside brackets."""
    parts, depth, start, place = [], 0, 0, 0
    while place < len(text):
        depth += (text[place] == "(") - (text[place] == ")")
        if depth < 0:
            break
        if depth == 0 and text.startswith(sign, place):
            parts.append(text[start:place])
            place = start = place + len(sign)
            continue
        place += 1
    if depth:
        raise NotationError(f'the brackets of "{text}" do not match')
    return [*parts, text[start:]]


def ref(text: str, grammar: Grammar) -> Ref:
    """A reference. Whether a label or target of that name is there is for the linter to say."""
    called = CALL.match(text)
    if called:
        name, inside = called.groups()
        if name not in ALSO_CALLS:
            raise unknown("reference with brackets", name, ALSO_CALLS)
        return Ref(name, ref(inside, grammar))
    if TARGET.match(text) or EVENT_DATA.match(text) or NAME.match(text):
        return Ref(text)
    raise NotationError(f'"{text}" is no reference')


def filter_of(word: str, grammar: Grammar) -> Filter:
    sign = "<=" if "<=" in word else "=" if "=" in word else ""
    if not sign:
        if grammar.filters.get(word) != "":
            raise unknown("kind or filter", word, (*grammar.filters, *grammar.kinds))
        return Filter(word)
    name, value = word.split(sign, 1)
    holds = grammar.filters.get(name + sign) or (grammar.filters.get(name) if sign == "=" else None)
    if not holds:
        raise unknown("filter", name + sign, [one for one in grammar.filters if grammar.filters[one]])
    if not value:
        raise NotationError(f"{name}{sign} has nothing behind its sign")
    if holds == "ref":
        return Filter(name, sign, (value,), ref(value, grammar))
    if holds == "steps":
        steps, colon, centre = value.partition(":")
        if not colon or not WHOLE.match(steps):
            raise NotationError(f"{name}= is written {name}=STEPS:REF, not {name}={value}")
        return Filter(name, sign, (value,), ref(centre, grammar), int(steps))
    if holds == "number" and not WHOLE.match(value):
        raise NotationError(f'{name}{sign} needs a whole number, not "{value}"')
    return Filter(name, sign, tuple(value.split("|")))


def selector(value: Any, grammar: Grammar) -> Selector:
    """``[zone] [scope] kind [filters]``, with `` or `` between alternatives."""
    text = text_of(value, "a selector")
    options: list[Selection] = []
    for part in split(text, " or "):
        options.append(selection(part, grammar, options[0] if options else None))
    return Selector(tuple(options))


def selection(text: str, grammar: Grammar, first: Selection | None = None) -> Selection:
    words = split(text.strip(), " ")
    zone = words.pop(0) if words and words[0] in grammar.zones else ""
    scope, owner = "", None
    if words and words[0] in ("you", "opp"):
        scope = words.pop(0)
    elif words and words[0].startswith("of="):
        owner = ref(words.pop(0)[3:], grammar)
    if first and not zone and not scope and owner is None:
        zone, scope, owner = first.zone, first.scope, first.owner
    kinds: tuple[str, ...] = ()
    filters = []
    for word in filter(None, words):
        pieces = tuple(word.split("|"))
        if kinds or not all(piece in grammar.kinds for piece in pieces):
            filters.append(filter_of(word, grammar))
        else:
            kinds = pieces
    kinds = kinds or next((IMPLIED[one.name] for one in filters if one.name in IMPLIED), ())
    if not kinds:
        raise NotationError(f'"{text.strip()}" names no kind: one of {", ".join(grammar.kinds)}')
    return Selection(kinds, zone, scope, owner, tuple(filters))


def thing(value: Any, grammar: Grammar) -> Thing:
    """A reference or a selector."""
    text = text_of(value, "a reference or a selector")
    if " " not in text and "=" not in text and not all(piece in grammar.kinds for piece in text.split("|")):
        if "|" in text or not (text in grammar.refs or _is_name(text)):
            raise unknown("reference or kind", text, (*grammar.refs, *grammar.kinds))
        return ref(text, grammar)
    return selector(text, grammar)


def _is_name(text: str) -> bool:
    return bool(CALL.match(text) or TARGET.match(text) or EVENT_DATA.match(text) or NAME.match(text))


def things(value: Any, grammar: Grammar) -> Things:
    """A reference or a selector, or a list of them."""
    if isinstance(value, list | tuple):
        if not value:
            raise NotationError("must not be an empty list")
        return tuple(thing(one, grammar) for one in value)
    return (thing(value, grammar),)


def amount(value: Any, grammar: Grammar, depth: int = 0) -> Amount:
    if isinstance(value, int) and not isinstance(value, bool):
        return Number(value)
    text = text_of(value, "a whole number or an amount")
    if depth > DEEPEST:
        raise NotationError(f"brackets lie more than {DEEPEST} deep")
    for sign in (" + ", " - ", "*"):
        parts = split(text, sign)
        if len(parts) > 1:
            left, right = sign.join(parts[:-1]), parts[-1]
            return Sum(amount(left, grammar, depth + 1), sign.strip(), amount(right, grammar, depth + 1))
    if WHOLE.match(text):
        return Number(int(text))
    called = CALL.match(text)
    if not called:
        if text in ("X", "all", "any", "prevented") or EVENT_DATA.match(text) or NAME.match(text):
            return Word(text)
        raise NotationError(f'"{text}" is no amount')
    name, inside = called.groups()
    if name == "count":
        return Count(selector(inside, grammar))
    if name == "half_down":
        return Half(amount(inside, grammar, depth + 1))
    return measure(name, inside, grammar)


def measure(name: str, inside: str, grammar: Grammar) -> Measure:
    holds = grammar.measures.get(name)
    if holds is None:
        raise unknown(
            "amount", f"{name}()", [f"{one}()" for one in (*grammar.measures, "count", "half_down")]
        )
    if holds in ("ref", "label"):
        return Measure(name, ref(inside, grammar))
    if holds == "ref counter":
        where, _, kind = inside.partition(" ")
        if not kind:
            raise NotationError(f"{name}() needs a reference and a counter, such as {name}(self mark)")
        return Measure(name, ref(where, grammar), kind)
    return Measure(name, None, inside)


def condition(value: Any, grammar: Grammar, depth: int = 0) -> Condition:
    text = text_of(value, "a condition")
    if depth > DEEPEST:
        raise NotationError(f"conditions lie more than {DEEPEST} deep")
    parts = split(text, " and ")
    if len(parts) > 1:
        return Both(tuple(condition(part, grammar, depth + 1) for part in parts))
    if text.startswith("not "):
        return Not(condition(text[4:], grammar, depth + 1))
    compared = next(
        ((split(text, f" {op} "), op) for op in (">=", "<=", "==") if len(split(text, f" {op} ")) == 2), None
    )
    if compared:
        (left, right), op = compared
        return Compare(amount(left, grammar), op, amount(right, grammar))
    called = CALL.match(text)
    if not called:
        raise NotationError(
            f'"{text}" is no condition; compare amounts with >=, <= or ==, or ask exists(…) or is(…)'
        )
    return question(called.group(1), called.group(2), grammar)


def question(name: str, inside: str, grammar: Grammar) -> Condition:
    if name == "exists":
        return Exists(selector(inside, grammar))
    words = [word for word in split(inside, " ") if word]
    if name == "is":
        if len(words) < 2:
            raise NotationError("is() needs a reference and at least one filter, such as is(host refreshed)")
        return Is(ref(words[0], grammar), tuple(_trait(word, grammar) for word in words[1:]))
    needs = grammar.questions.get(name)
    if needs is None:
        raise unknown("condition", f"{name}()", [f"{one}()" for one in (*grammar.questions, "exists", "is")])
    if len(words) != needs:
        raise NotationError(f"{name}() needs {needs} references, not {len(words)}")
    return Asks(name, tuple(ref(word, grammar) for word in words))


def _trait(word: str, grammar: Grammar) -> Filter:
    return Filter(word) if word in grammar.kinds else filter_of(word, grammar)


def event(value: Any, grammar: Grammar) -> Event:
    """``name [REF or SELECTOR] [by=P] [kind=…] [outside=PHASE] [batch]``."""
    name, *words = [word for word in split(text_of(value, "an event"), " ") if word]
    if name not in grammar.events:
        raise unknown("event", name, grammar.events)
    counter = words.pop(0) if name == "counter_put" and words and "=" not in words[0] else ""
    rest, found = _options(words, grammar)
    what, to = _ends(rest, grammar)
    on = found.pop("on", None) or found.pop("to", None)
    by = found.get("by")
    return Event(
        name,
        what=ref(on, grammar) if on and name == "counter_put" else what,
        to=ref(on, grammar) if on and name != "counter_put" else to,
        by=ref(by, grammar) if by else None,
        colour=found.get("kind", ""),
        outside=found.get("outside", ""),
        counter=counter,
        batch="batch" in found,
    )


def _options(words: list[str], grammar: Grammar) -> tuple[list[str], dict[str, str]]:
    """The words of the selector, and the event's own options."""
    rest, found = [], {}
    for word in words:
        name, _, value = word.partition("=")
        if name in ("by", "kind", "outside", "to", "on", "batch"):
            found[name] = value
        else:
            rest.append(word)
    if "kind" in found and found["kind"] not in ("red", "blue"):
        raise NotationError(f"kind= of an event is red or blue, not {found['kind']}")
    if "outside" in found and found["outside"] not in grammar.phases:
        raise unknown("phase", found["outside"], grammar.phases)
    return rest, found


def _ends(words: list[str], grammar: Grammar) -> tuple[Thing | None, Thing | None]:
    if not words:
        return None, None
    if len(words) == 1 and words[0] == "opp":
        return Ref("opp"), None
    first_is_ref = "=" not in words[0] and words[0] not in (*grammar.kinds, *grammar.zones, "you", "opp")
    if len(words) > 1 and first_is_ref and _is_name(words[0]):
        return ref(words[0], grammar), selector(" ".join(words[1:]), grammar)
    return thing(" ".join(words), grammar), None


def timing(value: Any, grammar: Grammar) -> Timing:
    text = text_of(value, "a timing")
    name, bracket, inside = text.partition("(")
    holds = grammar.timings.get(name)
    if holds is None:
        raise unknown("timing", name, grammar.timings)
    if bool(bracket) != bool(holds) or (bracket and not inside.endswith(")")):
        raise NotationError(
            f"{name} is written {name}({holds.upper()})" if holds else f"{name} has no brackets"
        )
    inside = inside[:-1]
    if holds == "event":
        return Timing(name, event(inside, grammar))
    if holds == "hit":
        return _hit(name, inside, grammar)
    if holds == "player":
        return Timing(name, player=_player(inside, grammar))
    if holds == "phase":
        phase, _, whose = inside.partition(" ")
        if phase not in grammar.phases:
            raise unknown("phase", phase, grammar.phases)
        return Timing(name, player=_player(whose, grammar), phase=phase)
    return Timing(name)


def _hit(name: str, inside: str, grammar: Grammar) -> Timing:
    who, _, what = inside.rpartition(" ")
    if what not in ("player", "character") or not who:
        raise NotationError(f"{name} is written {name}(WHO player) or {name}(WHO character)")
    return Timing(name, Event(f"hits_{what}", what=thing(who, grammar)))


def _player(text: str, grammar: Grammar) -> Ref:
    if text not in (*grammar.players, "any") and not text.startswith("ctrl("):
        raise unknown("player", text, (*grammar.players, "any"))
    return ref(text, grammar)


def until(value: Any, grammar: Grammar) -> Until:
    text = text_of(value, "a duration")
    called = CALL.match(text)
    name = called.group(1) if called else text
    if name not in grammar.until:
        raise unknown("duration", name, grammar.until)
    if (name == "leaves") != bool(called):
        raise NotationError(
            f"{name} is written leaves(REF)" if name == "leaves" else f"{name} has no brackets"
        )
    return Until(name, ref(called.group(2), grammar) if called else None)


def refs_in(tree: Any) -> Iterator[Ref]:
    """Every reference in a tree, inner ones of ``ctrl`` and ``rest`` instead of those."""
    if isinstance(tree, Ref):
        yield from refs_in(tree.of) if tree.of else (tree,)
    elif isinstance(tree, tuple):
        for part in tree:
            yield from refs_in(part)
    elif hasattr(tree, "__dataclass_fields__"):
        for name in tree.__dataclass_fields__:
            yield from refs_in(getattr(tree, name))
