"""What each verb of the notation says in plain English."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from . import parse
from .syntax import Number, Selector
from .wording import YOU, Noun, Voice, article, listed, spelled

Statement = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Clause:
    """Who does what. Without a subject, or with "you", it is an instruction: "draw a card"."""

    verb: str
    rest: str = ""
    subject: Noun = YOU
    tail: str = ""

    def said(self, may: Noun | None = None, lasts: str = "") -> str:
        """The sentence; ``may``: who decides whether it happens, ``lasts``: until when it does."""
        rest = " ".join(part for part in (self.rest, lasts) if part)
        plain = f"{self.verb} {rest}".rstrip()
        if may and (may.text == self.subject.text or self.subject.is_you):
            plain = f"{may.text} may {plain}"
        elif may:
            plain = f"{may.text} may have {self.subject.text} {plain}"
        elif self.subject != YOU:
            plain = f"{self.subject.text} {self.inflected()} {rest}".rstrip()
        return f"{plain}{self.tail}"

    def inflected(self) -> str:
        first, _, more = self.verb.partition(" ")
        verb = first if self.subject.plural else THIRD.get(first, f"{first}s")
        return f"{verb} {more}" if more else verb


THIRD: Mapping[str, str] = {
    "have": "has",
    "may": "may",
    "cannot": "cannot",
    "can": "can",
    "must": "must",
    "are": "is",
    "search": "searches",
    "lose": "loses",
    "discard": "discards",
    "shuffle": "shuffles",
    "pass": "passes",
}

Phrase = Callable[[Voice, Any, Statement], Clause]


def _who(v: Voice, s: Statement, key: str = "who") -> Noun:
    return v.ref(parse.ref(s[key], v.grammar)) if key in s else YOU


def _things(v: Voice, value: Any) -> Noun:
    return v.things(parse.things(value, v.grammar))


def _each(v: Voice, value: Any) -> str:
    return v.each_thing(parse.things(value, v.grammar))


def _one(v: Voice, value: Any) -> str:
    return v.one(parse.selector(value, v.grammar))


def _amount(v: Voice, value: Any, one: str, many: str, **how: bool) -> str:
    return v.amount_of(parse.amount(value, v.grammar), one, many, **how)


def _name(v: Voice, s: Statement, noun: Noun) -> None:
    """Give the result of a statement its name, for the statements behind it."""
    if "as" in s:
        v.labels[s["as"]] = noun


def _counts(value: Any, v: Voice) -> bool:
    return (
        isinstance(value, int) or value in ("all", "X", "any") or str(value).startswith(("half_down(", "n("))
    )


# Health and damage


def damage(v: Voice, value: Any, s: Statement) -> Clause:
    kind = s["kind"]
    to = _each(v, s["to"])
    what = _amount(v, value, f"{kind} damage", f"{kind} damage", mass=True, bare=True)
    if kind == "choose":
        what = f"{_amount(v, value, 'damage', 'damage', mass=True, bare=True)} of the colour you choose"
    elif kind.startswith("attack_type("):
        whose = v.ref(parse.ref(kind[len("attack_type(") : -1], v.grammar)).possessive
        what = f"{_amount(v, value, 'damage', 'damage', mass=True, bare=True)} in {whose} colour"
    _name(v, s, Noun("that damage"))
    by = _who(v, s, "by")
    return Clause("deal", f"{_ordered(what, to)}", by)


def _ordered(what: str, to: str) -> str:
    """ "2 damage to X for each Y" rather than "2 damage for each Y to X"."""
    for word in (" for each ", " for every "):
        if word in what:
            first, rest = what.split(word, 1)
            return f"{first} to {to}{word}{rest}"
    return f"{what} to {to}"


def duel(v: Voice, value: Any, s: Statement) -> Clause:
    _name(v, s, Noun("that duel"))
    with_whom = v.ref(parse.ref(s["with"], v.grammar))
    other = _things(v, value).text
    return Clause("fight", f"a duel with {other}: both deal their attack to each other at once", with_whom)


def lose_health(v: Voice, value: Any, s: Statement) -> Clause:
    return Clause("lose", _health(v, value, s["track"]), _who(v, s))


def gain_health(v: Voice, value: Any, s: Statement) -> Clause:
    return Clause("gain", _health(v, value, s["track"]), _who(v, s))


def set_health(v: Voice, value: Any, s: Statement) -> Clause:
    who = _who(v, s)
    tracks = {"both": "blue and red", "choose": "blue or red"}.get(s["track"], s["track"])
    return Clause("set", f"{_whose(who)} {tracks} health to {value}", who)


def _health(v: Voice, value: Any, track: str) -> str:
    amount = parse.amount(value, v.grammar)
    times = v.times(amount)
    number = times[0] if times else value if isinstance(amount, Number) or value == "X" else None
    if track != "both":
        kind = "blue or red health" if track == "choose" else f"{track} health"
        return v.amount_of(amount, kind, kind, mass=True, bare=True)
    if number is None:
        return f"{v.amount_of(amount, 'blue health', 'blue health', mass=True, bare=True)} and as much red health"
    return f"{number} blue and {number} red health {times[1] if times else ''}".rstrip()


def prevent(v: Voice, value: Any, s: Statement) -> Clause:
    if "to" not in s:
        what = (
            "that damage" if value == "all" else _amount(v, value, "damage", "damage", mass=True, bare=True)
        )
        return Clause("prevent", what)
    kind = f"{s['kind']} " if "kind" in s else ""
    to = _each(v, s["to"])
    what = (
        f"all {kind}damage"
        if value == "all"
        else _amount(v, value, f"{kind}damage", f"{kind}damage", bare=True)
    )
    return Clause("prevent", f"{what} that would be dealt to {to}")


def no_prevention(v: Voice, value: Any, s: Statement) -> Clause:
    return Clause("cannot", "be prevented", Noun("damage"))


def scale_damage(v: Voice, value: Any, s: Statement) -> Clause:
    return Clause("deal", f"{_times(value)} that damage")


def _times(value: Any) -> str:
    return "twice" if value == 2 else f"{spelled(value)} times" if isinstance(value, int) else str(value)


# RAM and costs


def install_ram(v: Voice, value: Any, s: Statement) -> Clause:
    what = _ordered_ram(_amount(v, value, "RAM", "RAM", bare=True), s["state"])
    _name(v, s, Noun("that RAM"))
    return Clause("install", what, _who(v, s))


def _ordered_ram(what: str, state: str) -> str:
    return what.replace(" RAM", f" {state} RAM", 1)


def destroy_ram(v: Voice, value: Any, s: Statement) -> Clause:
    who = _who(v, s)
    if not _counts(value, v):
        return Clause("destroy", _things(v, value).text, who)
    if value == "all":
        return Clause("destroy", f"all {'your' if who.is_you else 'their'} RAM", who)
    whose = "your" if who.is_you else "their"
    what = _amount(v, value, "RAM", "RAM", bare=True)
    return Clause(
        "destroy", what if what.startswith("half") else f"{what.removesuffix(' RAM')} of {whose} RAM", who
    )


def recover_ram(v: Voice, value: Any, s: Statement) -> Clause:
    return Clause("put", f"{_things(v, value).text} into your RAM bank, {s['state']}")


def ram_enters(v: Voice, value: Any, s: Statement) -> Clause:
    who = _who(v, s)
    return Clause("arrive", value, Noun(f"RAM that {who.text} install{'' if who.is_you else 's'}"))


def return_ram(v: Voice, value: Any, s: Statement) -> Clause:
    return Clause("return", value, Noun("that RAM"))


def mod_cost(v: Voice, value: Any, s: Statement) -> Clause:
    unit = "source" if "sources" in v.grammar.measures else "RAM"
    many = unit if unit == "RAM" or abs(value) == 1 else f"{unit}s"
    return Clause("cost", f"{abs(value)} {many} {'more' if value > 0 else 'less'}", _played(v, s))


def set_cost(v: Voice, value: Any, s: Statement) -> Clause:
    return Clause("cost", f"{value} RAM", _played(v, s))


def _played(v: Voice, s: Statement) -> Noun:
    """The cards whose cost changes."""
    selector = parse.selector(s["of"], v.grammar)
    bare = " or ".join(v.words(one, zone=False) for one in selector.options)
    who = _who(v, s, "by")
    plays = f"{who.text} {'play' if who.is_you else 'plays'}"
    if s.get("limit") == "first_each_own_turn":
        return Noun(f"the first {bare} {plays} in each of {'your' if who.is_you else 'their own'} turns")
    if s.get("limit") == "next_play":
        return Noun(f"the next {bare} {plays}")
    many = " or ".join(v.words(one, plural=True, zone=False) for one in selector.options)
    if s.get("committed"):
        if who.is_you:
            return Noun(f"your {many}, those in play included,", plural=True)
        return Noun(f"{many} of all players, those in play included,", plural=True)
    if who.text == "each opponent":
        return Noun(f"{many} that your opponents play", plural=True)
    return Noun(f"{many} {plays}", plural=True)


def set_ability_cost(v: Voice, value: Any, s: Statement) -> Clause:
    whose = v.all(parse.selector(s["of"], v.grammar)).text
    return Clause("cost", f"{value} RAM", Noun(f"activated abilities of {whose}", plural=True))


def pay(v: Voice, value: Any, s: Statement) -> Clause:
    verb, _, rest = cost(v, value).partition(" ")
    return Clause(verb, rest, _who(v, s, "by"))


# Cards


def draw(v: Voice, value: Any, s: Statement) -> Clause:
    return Clause("draw", _amount(v, value, "card", "cards", bare=not isinstance(value, int)), _who(v, s))


def discard(v: Voice, value: Any, s: Statement) -> Clause:
    what = _amount(v, value, "card", "cards") if _counts(value, v) else _things(v, value).text
    return Clause("discard", what, _who(v, s))


def index(v: Voice, value: Any, s: Statement) -> Clause:
    who = _who(v, s)
    whose = _whose(who)
    found = article(_one(v, s["of"]))
    cards = _amount(v, value, "card", "cards", bare=True)
    _name(v, s, Noun("the card taken"))
    rest = f"the top {cards} of {whose} cyberdeck; {found} among them may go to {whose} hand, the others go to the bin"
    return Clause("reveal", rest, who)


def _whose(who: Noun) -> str:
    return "your" if who.is_you else "their"


def divine(v: Voice, value: Any, s: Statement) -> Clause:
    who = _who(v, s)
    cards = _amount(v, value, "card", "cards", bare=True)
    again = ""
    if "times" in s:
        times = parse.amount(s["times"], v.grammar)
        again = (
            f"; do this {spelled(times.value)} times"
            if isinstance(times, Number)
            else "; do this once for each of them"
        )
    rest = f"at the top {cards} of {_whose(who)} cyberdeck, take one into hand and put the others into the bin{again}"
    return Clause("look", rest, who)


def search(v: Voice, value: Any, s: Statement) -> Clause:
    deck = "cyberdeck" if v.grammar.game == "neuroscape" else "Draw deck"
    who = _who(v, s)
    _name(v, s, Noun("that card"))
    named = any(one.name == "card" for one in parse.selector(value, v.grammar).options[0].filters)
    found = f"a card named {_one(v, value)}" if named else article(_one(v, value))
    rest = f"{_whose(who)} {deck} for {found}, reveal it, take it into hand and shuffle"
    return Clause("search", rest, who)


def look_top(v: Voice, value: Any, s: Statement) -> Clause:
    deck = "cyberdeck" if v.grammar.game == "neuroscape" else "Draw deck"
    whose = _who(v, s, "whose").possessive
    cards = "card" if value == 1 else _amount(v, value, "card", "cards", bare=True)
    _name(v, s, Noun("it" if value == 1 else "those cards", plural=value != 1))
    any_time = " at any time" if s.get("always") else ""
    who = _stated(_who(v, s)) if any_time else _who(v, s)
    return Clause("may look" if any_time else "look", f"at the top {cards} of {whose} {deck}{any_time}", who)


def reorder_top(v: Voice, value: Any, s: Statement) -> Clause:
    return Clause("put", f"{_things(v, value).text} back on top in any order", _who(v, s, "by"))


def look_facedown(v: Voice, value: Any, s: Statement) -> Clause:
    return Clause("may look", "at face-down cards in play at any time", _stated(_who(v, s)))


def _stated(who: Noun) -> Noun:
    """You as a subject that is said, for permissions: "you may look", where instructions leave it out."""
    return Noun("you", plural=True) if who.is_you else who


def show_hand(v: Voice, value: Any, s: Statement) -> Clause:
    who = v.ref(parse.ref(value, v.grammar))
    if who.is_you:
        return Clause("play", "with your hand revealed")
    return Clause("play", "with a revealed hand", who)


def reveal_hand(v: Voice, value: Any, s: Statement) -> Clause:
    who = v.ref(parse.ref(value, v.grammar))
    if s.get("to") == "you":
        return Clause("look", f"at {who.possessive} hand")
    return Clause("reveal", f"{_whose(who)} hand", who)


def reveal_top(v: Voice, value: Any, s: Statement) -> Clause:
    who = _who(v, s, "whose")
    cards = "card" if value == 1 else _amount(v, value, "card", "cards", bare=True)
    _name(v, s, Noun("that card" if value == 1 else "those cards", plural=value != 1))
    return Clause("reveal", f"the top {cards} of {_whose(who)} cyberdeck", who)


def reveal_until(v: Voice, value: Any, s: Statement) -> Clause:
    who = _who(v, s, "whose")
    found = _one(v, value)
    _name(v, s, Noun(f"that {v.kinds(parse.selector(value, v.grammar).options[0].kinds)}"))
    return Clause(
        "reveal", f"cards from the top of {_whose(who)} cyberdeck until {article(found)} comes up", who
    )


def shuffle_in(v: Voice, value: Any, s: Statement) -> Clause:
    who = _who(v, s, "whose")
    return Clause("shuffle", f"{_things(v, value).text} into {_whose(who)} cyberdeck", who)


def split_piles(v: Voice, value: Any, s: Statement) -> Clause:
    who = _who(v, s, "by")
    down = " face-down" if s.get("facedown") else ""
    return Clause("split", f"{_things(v, value).text} into {spelled(s['into'])}{down} piles", who)


def choose_pile(v: Voice, value: Any, s: Statement) -> Clause:
    words = {"hand": "into hand", "bin": "into the bin"}
    return Clause("put", f"one pile {words[s['chosen']]} and the rest {words[s['rest']]}", _who(v, s, "by"))


def choose(v: Voice, value: Any, s: Statement) -> Clause:
    selector = parse.selector(s["of"], v.grammar)
    what = _amount(
        v, value, f"{'target ' if s.get('target') else ''}{v.one(selector)}", v.one(selector, plural=True)
    )
    noun = v.kinds(selector.options[0].kinds, plural=value != 1)
    who = _who(v, s, "by")
    _name(v, s, Noun(f"that {noun}" if value == 1 else f"those {noun}", plural=value != 1))
    return Clause("choose", what, who)


def mill(v: Voice, value: Any, s: Statement) -> Clause:
    who = _who(v, s)
    cards = "card" if value == 1 else _amount(v, value, "card", "cards", bare=True)
    return Clause("put", f"the top {cards} of {_whose(who)} Draw deck into {_whose(who)} Discard pile", who)


def exchange(v: Voice, value: Any, s: Statement) -> Clause:
    who = _who(v, s)
    cards = _amount(v, value, "card", "cards")
    return Clause(
        "shuffle", f"{cards} from {_whose(who)} hand into {_whose(who)} Draw deck and draw as many", who
    )


# Moving cards


def simple(verb: str, rest: str = "", key: str = "", label: str = "") -> Phrase:
    """A verb done to things: "destroy X", "return X to its owner's hand"."""

    def phrase(v: Voice, value: Any, s: Statement) -> Clause:
        noun = _things(v, value)
        if "as" in s:
            kinds = parse.things(value, v.grammar)[0]
            one = v.kinds(kinds.options[0].kinds) if isinstance(kinds, Selector) else "card"
            _name(v, s, Noun(f"the cards {label}", plural=True, each=f"{one} {label}"))
        own = rest.format(
            its="their" if noun.plural else "its",
            owner="their owners’" if noun.plural else "its owner’s",
            s="s" if noun.plural else "",
        )
        who = _who(v, s, key) if key else YOU
        return Clause(verb, f"{noun.text} {own}".rstrip(), who)

    return phrase


def stability_check(v: Voice, value: Any, s: Statement) -> Clause:
    who = v.ref(parse.ref(value, v.grammar))
    return Clause("make", "a stability check", who)


def put_into_play(v: Voice, value: Any, s: Statement) -> Clause:
    noun = _things(v, value)
    extra = []
    if "set_cost" in s:
        extra.append(f"at a RAM cost of {s['set_cost']}")
    if "counter" in s:
        extra.append(f"with {article(_counter(s['counter']))} counter on {'each' if noun.plural else 'it'}")
    who = _who(v, s, "by")
    if who.text == "its owner":
        owner = "their owners’" if noun.plural else "its owner’s"
        return Clause("enter", f"play under {owner} control {listed(extra)}".strip(), noun)
    return Clause("put", f"{noun.text} into play {listed(extra)}".strip(), who)


def play_now(v: Voice, value: Any, s: Statement) -> Clause:
    price = f" for {s['set_cost']} RAM" if "set_cost" in s else ""
    return Clause("play", f"{_things(v, value).text} at once{price}", _who(v, s, "by"))


def allow_play(v: Voice, value: Any, s: Statement) -> Clause:
    thing = parse.thing(value, v.grammar)
    place = {"bin": "from your bin", "hand": "from your hand", "deck_top": "from the top of your cyberdeck"}[
        s["from"]
    ]
    if isinstance(thing, Selector):
        words = v.one_bare(thing, plural=True)
        number = f"up to {spelled(s['num'])} " if "num" in s else ""
        what = f"{number}{words} {place}"
    else:
        what = v.ref(thing).text
    price = {
        "double": " for twice their RAM cost",
        "base": " for their printed RAM cost",
        "no_ram": " without paying RAM",
    }.get(s.get("pay", "normal"), "")
    purge = "; what is played this way is purged instead of going to the bin" if s.get("on_resolve") else ""
    return Clause("may play", f"{what}{price}", _stated(_who(v, s, "by")), purge)


def allow_reversed(v: Voice, value: Any, s: Statement) -> Clause:
    words = v.one(parse.selector(value, v.grammar), plural=True)
    return Clause("may play", f"{words} reversed", _stated(_who(v, s, "by")))


def attach(v: Voice, value: Any, s: Statement) -> Clause:
    return Clause("attach", f"{_things(v, value).text} to {v.ref(parse.ref(s['to'], v.grammar)).text}")


def reattach(v: Voice, value: Any, s: Statement) -> Clause:
    return Clause(
        "move", f"{_things(v, value).text} to a free slot of another player's mainframe", _who(v, s, "by")
    )


def control(v: Voice, value: Any, s: Statement) -> Clause:
    return Clause("control" if v.passive else "gain control of", _things(v, value).text, _who_states(v, s))


def _who_states(v: Voice, s: Statement) -> Noun:
    return _stated(_who(v, s)) if v.passive else _who(v, s)


# The cache


def retarget(v: Voice, value: Any, s: Statement) -> Clause:
    return Clause("choose", f"new legal targets for {_things(v, value).text}", _who(v, s, "by"))


def copy_action(v: Voice, value: Any, s: Statement) -> Clause:
    new = "; you may choose new targets for the copy" if "new_targets" in s else ""
    return Clause("put", f"a copy of {_things(v, value).text} on top of the cache{new}")


def become_ability(v: Voice, value: Any, s: Statement) -> Clause:
    return Clause(
        "choose", f"an activated ability of {_things(v, value).text}: it replaces this ability, cost included"
    )


def trigger_extra(v: Voice, value: Any, s: Statement) -> Clause:
    whose = v.all(parse.selector(value, v.grammar)).text
    times = "once more" if s["num"] == 1 else f"{_amount(v, s['num'], 'time', 'times', bare=True)} more"
    return Clause(
        "happen", f"{times} each time they trigger", Noun(f"triggered abilities of {whose}", plural=True)
    )


# Counters and values


def _counter(kind: str) -> str:
    return kind.replace("_", " ")


def put_counter(v: Voice, value: Any, s: Statement) -> Clause:
    counter = f"{_counter(value)} counter"
    number = s["num"]
    some = f"{spelled(number)} {counter}s" if isinstance(number, int) and number > 1 else ""
    return Clause("put", f"{some or _amount(v, number, counter, f'{counter}s')} on {_each(v, s['to'])}")


def remove_counter(v: Voice, value: Any, s: Statement) -> Clause:
    counter = "counter" if value == "any" else f"{_counter(value)} counter"
    _name(v, s, Noun("those counters", plural=True, each="counter removed this way"))
    return Clause("remove", f"{_amount(v, s['num'], counter, f'{counter}s')} from {_each(v, s['from'])}")


def double_counters(v: Voice, value: Any, s: Statement) -> Clause:
    return Clause("double", f"the {_counter(value)} counters on {_each(v, s['to'])}")


def toggle_counter(v: Voice, value: Any, s: Statement) -> Clause:
    to = _each(v, s["to"])
    return Clause("put", f"{article(_counter(value))} counter on {to}, or remove the one it has")


def buff(v: Voice, value: Any, s: Statement) -> Clause:
    noun = _things(v, s["to"])
    if any("=each" in str(one) for one in value):
        noun = Noun(f"each of {noun.text.removeprefix('all ')}")
    return Clause("get", _bonus(v, value), noun)


def _bonus(v: Voice, value: Any) -> str:
    """+2 attack and +1 defense for each …"""
    names = ("attack", "defense", "vitality")
    parts: list[tuple[str, str]] = []
    for name, one in zip(names, value, strict=False):
        amount = parse.amount(one, v.grammar)
        if isinstance(amount, Number):
            if amount.value:
                parts.append((f"{amount.value:+d} {name}", ""))
        elif times := v.times(amount):
            parts.append((f"{times[0]:+d} {name}", times[1]))
        else:
            parts.append((f"+{v.plain_amount(amount)} {name}", ""))
    if len({per for _, per in parts}) == 1:
        return f"{listed([text for text, _ in parts])} {parts[0][1]}".strip()
    return listed([f"{text} {per}".strip() for text, per in parts])


def share_base(v: Voice, value: Any, s: Statement) -> Clause:
    noun = v.all(parse.selector(s["of"], v.grammar))
    return Clause("have", f"the highest base {listed(list(s['stats']))} among them", noun)


def swap_base(v: Voice, value: Any, s: Statement) -> Clause:
    noun = _things(v, s["of"])
    their = "their" if noun.plural else "its"
    return Clause("trade", f"{their} base {' for '.join([value[0], f'{their} base {value[1]}'])}", noun)


def scale_base(v: Voice, value: Any, s: Statement) -> Clause:
    noun = _things(v, s["of"])
    return Clause("have", f"{_times(value)} {'their' if noun.plural else 'its'} base {s['stat']}", noun)


def set_attack_type(v: Voice, value: Any, s: Statement) -> Clause:
    return Clause("attack", f"in {value}", _things(v, s["of"]))


def grant(v: Voice, value: Any, s: Statement) -> Clause:
    number = f" {s['num']:+d}" if "num" in s else ""
    noun = _things(v, s["to"])
    return Clause("have" if v.passive else "gain", f"{value}{number}", noun)


def strip(v: Voice, value: Any, s: Statement) -> Clause:
    noun = _things(v, s["from"])
    if value == "passives":
        return Clause("lose", "all passive abilities", noun)
    return Clause("lose", f"{value} and cannot gain it", noun)


def psychosis(v: Voice, value: Any, s: Statement) -> Clause:
    return Clause("get", f"PSYCHOSIS {value:+d}", _things(v, s["to"]))


def scale_psychosis(v: Voice, value: Any, s: Statement) -> Clause:
    noun = _things(v, s["of"])
    return Clause("have", f"{_times(value)} {'their' if noun.plural else 'its'} PSYCHOSIS", noun)


def psychosis_check(v: Voice, value: Any, s: Statement) -> Clause:
    return Clause("make", f"a PSYCHOSIS check for each of {_things(v, value).text}")


def immune(v: Voice, value: Any, s: Statement) -> Clause:
    return Clause("ignore", "PSYCHOSIS", _things(v, s["to"]))


def reboot(v: Voice, value: Any, s: Statement) -> Clause:
    noun = _things(v, value)
    their = "their" if noun.plural else "its"
    return Clause("reboot", f"{noun.text}: {their} activated abilities may be used again")


CANNOT = {
    "attack": "attack",
    "block": "block",
    "be_destroyed": "be destroyed",
    "be_force_quit": "be force-quit",
    "move": "move",
    "be_killed": "be killed",
    "be_overwhelmed": "be overwhelmed",
    "be_seen_from_afar": "be attacked except by adjacent units",
}


def cannot(v: Voice, value: Any, s: Statement) -> Clause:
    return Clause("cannot", CANNOT[value], _things(v, s["who"]))


def must(v: Voice, value: Any, s: Statement) -> Clause:
    return Clause("must", f"{value.replace('_', ' ')} if able", _things(v, s["who"]))


def block_min(v: Voice, value: Any, s: Statement) -> Clause:
    return Clause("can", f"be blocked only by {spelled(value)} or more characters", _things(v, s["who"]))


# Tokens, dice and the game


def token(v: Voice, value: Any, s: Statement) -> Clause:
    name = value.replace("_", " ")
    what = _amount(v, s["num"], f"{name} token", f"{name} tokens")
    colour = s.get("attack_type")
    kind = (
        " of the attack colour you choose"
        if colour == "choose"
        else f" with {colour} attack"
        if colour
        else ""
    )
    state = f" {listed(list(s['state']))}" if "state" in s else ""
    _name(v, s, Noun("that token" if s["num"] == 1 else "those tokens", plural=s["num"] != 1))
    first, each, rest = what.partition(" for each ")
    return Clause("create", f"{first}{kind}{state}{each}{rest}", _who(v, s))


def copy_token(v: Voice, value: Any, s: Statement) -> Clause:
    copies = _amount(v, s["num"], "token copy", "token copies")
    state = f", {listed(list(s['state']))}" if "state" in s else ""
    iconic = " that are not iconic" if s.get("iconic") is False else ""
    of = _things(v, value).text
    _name(v, s, Noun("the copies", plural=True))
    return Clause("create", f"{copies} of {of}{iconic}{state}", _who(v, s))


def name(v: Voice, value: Any, s: Statement) -> Clause:
    what = "faction" if value == "faction" else "RAM cost"
    _name(v, s, Noun(f"the chosen {what}"))
    return Clause("choose", f"a {what}", _who(v, s, "by"))


def player_with_most(v: Voice, value: Any, s: Statement) -> Clause:
    many = v.one(parse.selector(value, v.grammar), plural=True)
    weights = [f"{group} ones count {_times(number)}" for group, number in s.get("weight", {}).items()]
    notes = [*weights, "a tie means nobody"]
    _name(v, s, Noun("that player"))
    return Clause("find", f"the player with the most {many} ({', '.join(notes)})")


def extra_turn(v: Voice, value: Any, s: Statement) -> Clause:
    return Clause("take", "another turn after this one", v.ref(parse.ref(value, v.grammar)))


def win_game(v: Voice, value: Any, s: Statement) -> Clause:
    return Clause("win", "the game", _stated(v.ref(parse.ref(value, v.grammar))))


def copy_limit(v: Voice, value: Any, s: Statement) -> Clause:
    number = "any number of" if value == "unlimited" else f"up to {value}"
    return Clause("may hold", f"{number} copies of this card", Noun("a deck"))


def environment_limit(v: Voice, value: Any, s: Statement) -> Clause:
    number = "any number of" if value == "unlimited" else f"up to {value}"
    return Clause(
        "may be", "in play at once; entering ones destroy nothing", Noun(f"{number} environments", True)
    )


def table_action(v: Voice, value: Any, s: Statement) -> Clause:
    return Clause("make", f"the gesture of the card: {value.replace('_', ' ')}")


# HOPE Cardgame


def sources(verb: str) -> Phrase:
    def phrase(v: Voice, value: Any, s: Statement) -> Clause:
        return Clause(verb, _amount(v, value, "source", "sources", bare=True), _who(v, s))

    return phrase


def wound(v: Voice, value: Any, s: Statement) -> Clause:
    return Clause("give", f"{_each(v, s['to'])} {_amount(v, value, 'wound', 'wounds')}")


def heal(v: Voice, value: Any, s: Statement) -> Clause:
    return Clause("heal", f"{_amount(v, value, 'wound', 'wounds')} of {_each(v, s['to'])}")


def move(v: Voice, value: Any, s: Statement) -> Clause:
    steps = _amount(v, s["steps"], "space", "spaces")
    what = _things(v, value).text
    if "dir" in s:
        away = v.ref(parse.ref(s["dir"].partition("=")[2], v.grammar)).text
        return Clause("move", f"{what} {steps} straight away from {away}", _who(v, s, "by"))
    return Clause("move", f"{what} up to {steps.replace('a space', 'one space')}", _who(v, s, "by"))


def place(v: Voice, value: Any, s: Statement) -> Clause:
    return Clause("put", f"{_things(v, value).text} on {_things(v, s['at']).text}")


def swap(v: Voice, value: Any, s: Statement) -> Clause:
    return Clause("swap", f"the spaces of {_things(v, value).text}")


def flip(v: Voice, value: Any, s: Statement) -> Clause:
    side = {"down": " face down", "up": " face up"}.get(s.get("state", "toggle"), "")
    return Clause("flip", f"{_things(v, value).text}{side}")


def weight(v: Voice, value: Any, s: Statement) -> Clause:
    return Clause(
        "count", f"as {_amount(v, value, 'card', 'cards', bare=True)} in Dominance", _things(v, s["of"])
    )


def hand_limit(v: Voice, value: Any, s: Statement) -> Clause:
    return Clause("have", f"a hand size of {value} in the Draw phase", _stated(_who(v, s)))


def allow_step(v: Voice, value: Any, s: Statement) -> Clause:
    return Clause("may step", "diagonally when moving", _things(v, s["to"]))


def ignore_blocking(v: Voice, value: Any, s: Statement) -> Clause:
    over = v.all(parse.selector(value, v.grammar)).text
    return Clause("attack", f"over {over}", _things(v, s["to"]))


def cost(v: Voice, parts: Mapping[str, Any]) -> str:
    """A price as an instruction: "pay 2 RAM and run this character"."""
    said = [part for key, value in parts.items() if (part := _part(v, key, value, len(parts)))]
    return listed(said) or "pay nothing"


def _part(v: Voice, key: str, value: Any, parts: int) -> str:
    if key in ("ram", "sources"):
        unit = "RAM" if key == "ram" else "source" if value == 1 else "sources"
        return f"pay {value} {unit}"
    if key in ("run", "kill"):
        return f"{key} {v.ref(parse.ref(value, v.grammar)).text}"
    if key == "health":
        tracks = [f"{amount} {track}" for track, amount in value.items()]
        return f"lose {listed(tracks)} health"
    verb = {
        "destroy": "destroy",
        "run_cards": "run",
        "run_and_destroy": "run and destroy",
        "destroy_ram": "destroy",
        "purge": "purge",
        "wound": "wound",
    }[key]
    thing = parse.thing(value["of"], v.grammar)
    if not isinstance(thing, Selector):
        return f"{verb} {v.ref(thing).text}" + (
            "" if value["num"] == 1 else f" {spelled(value['num'])} times"
        )
    one, many = v.one(thing), v.one(thing, plural=True)
    if "as" in value:
        noun = v.kinds(thing.options[0].kinds)
        v.labels[value["as"]] = Noun("those cards", plural=True, each=f"{noun} destroyed for it")
    return f"{verb} {_another(_amount(v, value['num'], one, many))}"


def _another(words: str) -> str:
    return words.replace("an other ", "another ", 1)


PHRASES: Mapping[str, Phrase] = {
    "damage": damage,
    "duel": duel,
    "lose_health": lose_health,
    "gain_health": gain_health,
    "set_health": set_health,
    "prevent": prevent,
    "no_prevention": no_prevention,
    "scale_damage": scale_damage,
    "install_ram": install_ram,
    "destroy_ram": destroy_ram,
    "recover_ram": recover_ram,
    "ram_enters": ram_enters,
    "return_ram": return_ram,
    "mod_cost": mod_cost,
    "set_cost": set_cost,
    "set_ability_cost": set_ability_cost,
    "pay": pay,
    "draw": draw,
    "discard": discard,
    "index": index,
    "divine": divine,
    "search": search,
    "look_top": look_top,
    "reorder_top": reorder_top,
    "look_facedown": look_facedown,
    "show_hand": show_hand,
    "reveal_hand": reveal_hand,
    "reveal_top": reveal_top,
    "reveal_until": reveal_until,
    "shuffle_in": shuffle_in,
    "split_piles": split_piles,
    "choose_pile": choose_pile,
    "choose": choose,
    "bin": simple("put", "into the bin"),
    "to_hand": simple("return", "to {owner} hand{s}"),
    "to_deck_top": simple("put", "on top of {owner} deck{s}"),
    "purge": simple("purge", label="purged this way"),
    "destroy": simple("destroy", label="destroyed this way"),
    "stability_check": stability_check,
    "control": control,
    "put_into_play": put_into_play,
    "play_now": play_now,
    "allow_play": allow_play,
    "allow_reversed": allow_reversed,
    "attach": attach,
    "reattach": reattach,
    "counter_action": simple("counter"),
    "retarget": retarget,
    "copy_action": copy_action,
    "cache_top": simple("move", "to the top of the cache"),
    "become_ability": become_ability,
    "trigger_extra": trigger_extra,
    "buff": buff,
    "put_counter": put_counter,
    "remove_counter": remove_counter,
    "double_counters": double_counters,
    "toggle_counter": toggle_counter,
    "share_base": share_base,
    "swap_base": swap_base,
    "scale_base": scale_base,
    "set_attack_type": set_attack_type,
    "grant": grant,
    "strip": strip,
    "psychosis": psychosis,
    "scale_psychosis": scale_psychosis,
    "psychosis_check": psychosis_check,
    "immune": immune,
    "run": simple("run"),
    "refresh": simple("refresh"),
    "reboot": reboot,
    "cannot": cannot,
    "must": must,
    "block_min": block_min,
    "token": token,
    "copy_token": copy_token,
    "name": name,
    "player_with_most": player_with_most,
    "extra_turn": extra_turn,
    "win_game": win_game,
    "copy_limit": copy_limit,
    "environment_limit": environment_limit,
    "table_action": table_action,
    "gain_sources": sources("gain"),
    "lose_sources": sources("lose"),
    "kill": simple("kill", label="killed this way"),
    "wound": wound,
    "heal": heal,
    "move": move,
    "place": place,
    "swap": swap,
    "flip": flip,
    "undo": simple("put", "back to the space where {its} move began"),
    "remove": simple("remove", "from the game", label="removed this way"),
    "cancel": simple("cancel"),
    "redirect_combat": simple("make", "the card under attack in this combat"),
    "join_combat": simple("let", "join this combat as an attacker"),
    "extra_move": simple("move", "once more this phase, beside your three moves"),
    "mill": mill,
    "exchange": exchange,
    "weight": weight,
    "hand_limit": hand_limit,
    "allow_step": allow_step,
    "ignore_blocking": ignore_blocking,
}
"""Verbs of one clause each; verbs that hold other statements are in ``text``."""
