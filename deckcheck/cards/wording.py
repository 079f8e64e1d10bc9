"""The words of card text: things, amounts, conditions, events and durations in plain English."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from . import parse
from .card import Card
from .notation import Grammar
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
    Number,
    Ref,
    Selection,
    Selector,
    Sum,
    Thing,
    Things,
    Until,
    Word,
)


class Lookup(Protocol):
    """Cards by number, for texts that name other cards: a ``Pool``, or any index of cards."""

    def get(self, number: str) -> Card | None: ...


@dataclass(frozen=True, slots=True)
class Noun:
    """Words for one thing or several. ``each``: what one of them is called in "for each …"."""

    text: str
    plural: bool = False
    each: str = ""

    @property
    def is_you(self) -> bool:
        return self.text == "you"

    @property
    def possessive(self) -> str:
        if self.is_you:
            return "your"
        if self.text == "it":
            return "its"
        return f"{self.text}'" if self.text.endswith("s") and self.plural else f"{self.text}'s"


YOU = Noun("you")
ORDINALS = ("first", "second", "third", "fourth")
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

KIND_NOUNS: Mapping[str, tuple[str, str]] = {
    "gear": ("gear card", "gear cards"),
    "ram": ("RAM", "RAM"),
    "cyberware": ("cyberware card", "cyberware cards"),
    "persistent": ("card", "cards"),
    "any": ("character or player", "characters and players"),
    "virus": ("virus", "viruses"),
    "ability": ("ability", "abilities"),
    "location": ("location", "locations"),
}

ADJECTIVES: Mapping[str, str] = {
    "other": "other",
    "running": "running",
    "refreshed": "refreshed",
    "attacking": "attacking",
    "not_attacking": "not attacking",
    "blocking": "blocking",
    "defending": "defending",
    "iconic": "iconic",
    "non_token": "non-token",
    "activated": "activated",
    "wounded": "wounded",
    "flipped": "flipped",
    "free": "free",
}

AFTER: Mapping[str, str] = {
    "damaged_this_turn": "that was damaged this turn",
    "has_counter": "with a counter on it",
    "targeted": "that has a target",
    "has_target": "that has a target",
    "owner_faction_match": "of the faction of its owner's mainframe",
    "in_combat": "in this combat",
    "marked": "with a Target token",
    "moved": "that has moved this phase",
    "bearer": "that bears an artifact",
    "defending": "under attack",
    "not_attacking": "that is not attacking",
}

SELF_NOUNS: Mapping[str, str] = {
    "Character": "this character",
    "Gear": "this gear",
    "Mainframe": "this mainframe",
    "Unit": "this unit",
    "Location": "this location",
    "Event": "this event",
    "Artifact": "this artifact",
}

UNDER_ATTACK: Mapping[str, str] = {
    "neuroscape": "the player or character under attack",
    "hope-cardgame": "the unit under attack",
}

UNTIL: Mapping[str, str] = {
    "turn_end": "until the end of the turn",
    "your_next_system_check": "until your next system check",
    "combat_end": "until the end of the combat",
    "phase_end": "until the end of the phase",
    "round_end": "until the end of the round",
    "while_in_play": "",
    "while_attached": "",
    "while_tier_active": "",
}


def article(words: str) -> str:
    """The words with "a" or "an" in front, by their sound."""
    first = words.split(" ")[0]
    vowel = first[:1].lower() in "aeiou" and not first.lower().startswith(("uni", "one"))
    spelled = first.isupper() and len(first) > 1 and first not in ("RAM", "CORRUPTION", "BLEED", "SPIRIT")
    return f"{'an' if vowel and (not spelled or first[0] in 'AEIO') else 'a'} {words}"


def listed(parts: list[str], word: str = "and") -> str:
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def spelled(number: int) -> str:
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else str(number)


@dataclass
class Voice:
    """Speaks about one ability: what its targets, labels and event are called, and what was named already."""

    card: Card
    grammar: Grammar
    lookup: Lookup | None = None
    targets: dict[str, tuple[Mapping[str, Any], Selector]] = field(default_factory=dict)
    later: dict[str, Noun] = field(default_factory=dict)
    labels: dict[str, Noun] = field(default_factory=dict)
    data: dict[str, Noun] = field(default_factory=dict)
    seen: set[str] = field(default_factory=set)
    each: Noun = Noun("it")
    passive: bool = False

    # Things

    @property
    def this(self) -> Noun:
        return Noun(SELF_NOUNS.get(self.card.type, "this card"))

    def ref(self, ref: Ref) -> Noun:
        if ref.name == "ctrl" and ref.of:
            noun = self.ref(ref.of)
            long = len(noun.text.split(" ")) > 2
            return Noun(f"the controller of {noun.text}" if long else f"{noun.possessive} controller")
        if ref.name in self.targets:
            return self.target(ref.name)
        known = self.fixed().get(ref.name) or self.labels.get(ref.name)
        if known:
            return known
        if ref.name.startswith("ev."):
            return self.data.get(ref.name[3:], Noun("that card"))
        if ref.name.endswith(".each"):
            return Noun("the target chosen for it")
        return Noun("the one chosen before" if "." in ref.name else "that card")

    def fixed(self) -> Mapping[str, Noun]:
        host = Noun("its wearer" if self.card.type == "Gear" else "its host")
        return {
            "self": self.this,
            "you": YOU,
            "opps": Noun("each opponent"),
            "opp": Noun("an opponent"),
            "players": Noun("each player"),
            "active": Noun("the active player"),
            "everything": Noun("anything"),
            "owner": Noun("its owner"),
            "each": self.each,
            "rest": Noun("the rest", plural=True),
            "host": host,
            "host_player": Noun("its host"),
            "bearer": Noun("the bearer"),
            "defender": Noun("the card under attack"),
            "attackers": Noun("the attackers", plural=True),
        }

    def target(self, name: str) -> Noun:
        """In full when it is named for the first time, short from then on."""
        if name in self.seen:
            return self.later[name]
        self.seen.add(name)
        return self.targeted(*self.targets[name])

    def aim(self, targets: Mapping[str, Any]) -> None:
        """Learn what the targets of an ability are called."""
        for name, value in targets.items():
            full = value if isinstance(value, Mapping) else {"num": 1, "of": value}
            selector = parse.selector(full["of"], self.grammar)
            self.targets[name] = full, selector
            plural = full.get("num") != 1
            noun = self.kinds(selector.options[0].kinds, plural)
            self.later[name] = Noun(f"those {noun}" if plural else f"that {noun}", plural, each=noun)
            self.seen.discard(name)
        nouns = [self.later[name].text for name in targets]
        for place, name in enumerate(targets):
            if nouns.count(nouns[place]) > 1 and place < len(ORDINALS):
                self.later[name] = Noun(f"the {ORDINALS[place]} {self.later[name].each}")

    def targeted(self, full: Mapping[str, Any], selector: Selector) -> Noun:
        number = parse.amount(full.get("up_to", full.get("num", 1)), self.grammar)
        one = f"{'another ' if _not_another(selector) else ''}target {self.one(selector)}"
        if isinstance(number, Number) and number.value == 1 and "up_to" not in full:
            return Noun(f"up to one {one}" if full.get("optional") else one)
        many = f"target {self.one(selector, plural=True)}"
        if isinstance(number, Number):
            return Noun(f"{'up to ' if 'up_to' in full else ''}{spelled(number.value)} {many}", plural=True)
        again = ", the same one more than once if you like" if full.get("repeat") else ""
        return Noun(f"one {one} {self.per(number) or 'for each'}{again}", plural=True)

    def things(self, things: Things) -> Noun:
        """All of them as a subject or an object: "your Hacker characters", "target player"."""
        nouns = [self.thing(one) for one in things]
        return Noun(listed([noun.text for noun in nouns]), len(nouns) > 1 or nouns[0].plural, nouns[0].each)

    def thing(self, thing: Thing) -> Noun:
        return self.ref(thing) if isinstance(thing, Ref) else self.all(thing)

    def each_thing(self, things: Things) -> str:
        """All of them one by one: "each opposing character"."""
        found = []
        for one in things:
            each = isinstance(one, Selector) and "mainframe" not in one.options[0].kinds
            found.append(
                f"each {self.one(one)}" if isinstance(one, Selector) and each else self.thing(one).text
            )
        return listed(found)

    def all(self, selector: Selector) -> Noun:
        parts = [self.group(option) for option in selector.options]
        return Noun(listed(parts), plural="mainframe" not in selector.options[0].kinds or len(parts) > 1)

    def group(self, option: Selection) -> str:
        if option.kinds == ("mainframe",) and (option.owner or option.scope == "you"):
            return f"{self.owner(option)} mainframe"
        owner = self.owner(option) if not option.zone else ""
        words = self.words(option, plural=True)
        if owner:
            return f"{owner} {words}"
        return f"all {words}" if option.scope != "opp" else f"all opposing {words}"

    def owner(self, option: Selection) -> str:
        if option.owner:
            return self.ref(option.owner).possessive
        return "your" if option.scope == "you" else ""

    def one(self, selector: Selector, plural: bool = False) -> str:
        """One of them without an article, whose it is behind it: "Hacker character you control"."""
        options = selector.options
        if len(options) > 1 and len({(one.zone, one.scope, one.owner) for one in options}) == 1:
            words = listed([self.words(one, plural, zone=False) for one in options], "or")
            return f"{words}{self.whose(options[0])}"
        return listed([self.words(one, plural, zone=False, whose=self.whose(one)) for one in options], "or")

    def one_bare(self, selector: Selector, plural: bool = False) -> str:
        """What fits, without whose it is or where."""
        return listed([self.words(one, plural, zone=False) for one in selector.options], "or")

    def whose(self, option: Selection) -> str:
        if option.kinds == ("player",):
            return ""
        if option.zone:
            return f" {self.zone(option)}"
        if option.owner:
            return f" of {self.ref(option.owner).text}"
        return " you control" if option.scope == "you" else ""

    def zone(self, option: Selection) -> str:
        if option.zone in ("cache", "stack"):
            place = "on the Stack" if option.zone == "stack" else "on the cache"
            return f"{place} that you control" if option.scope == "you" else place
        word = {"bin": "bin", "discard": "Discard pile", "deck": "deck", "bank": "RAM bank"}.get(
            option.zone, "hand"
        )
        owner = self.owner(option) or ("an opponent's" if option.scope == "opp" else "any player's")
        return f"{'from' if option.zone == 'deck' else 'in'} {owner} {word}"

    def words(self, option: Selection, plural: bool = False, *, zone: bool = True, whose: str = "") -> str:
        """Adjectives, noun, whose it is, and what comes behind it."""
        before = [ADJECTIVES[one.name] for one in option.filters if self.is_before(one)]
        if option.scope == "opp" and not zone:
            before.insert(0, "opposing")
        before += [
            self.factions(one)
            for one in option.filters
            if one.name in ("faction", "race") and self.plain(one)
        ]
        before += [
            f"non-{listed(list(one.values), 'or')}" for one in option.filters if one.name == "not_faction"
        ]
        named = next((self.named(one, plural) for one in option.filters if one.name in ("card", "token")), "")
        noun = named or self.kinds(option.kinds, plural)
        if option.scope == "opp" and option.kinds == ("player",):
            before, noun = [], "opponents" if plural else "opponent"
        after = [words for one in option.filters if (words := self.after(one))]
        where = [self.zone(option)] if zone and option.zone else []
        return " ".join([*before, f"{noun}{whose}", *after, *where])

    def is_before(self, one: Filter) -> bool:
        return not one.op and one.name in ADJECTIVES and one.name not in AFTER

    def plain(self, one: Filter) -> bool:
        """Whether the groups are named outright, not by a label."""
        return not any(value in self.labels for value in one.values)

    def factions(self, one: Filter) -> str:
        return listed(list(one.values), "or")

    def kinds(self, kinds: tuple[str, ...], plural: bool = False) -> str:
        return listed([KIND_NOUNS.get(kind, (kind, f"{kind}s"))[plural] for kind in kinds], "or")

    def named(self, one: Filter, plural: bool = False) -> str:
        if one.name == "token":
            names = listed([value.replace("_", " ") for value in one.values], "or")
            return f"{names} token{'s' if plural else ''}"
        return listed([self.name_of(value) for value in one.values], "or")

    def name_of(self, number: str) -> str:
        if number == self.card.number:
            return self.card.name
        found = self.lookup.get(number) if self.lookup else None
        return found.name if found else number

    def after(self, one: Filter) -> str:
        """What a filter says behind the noun; empty when it is said elsewhere."""
        if not one.op:
            return AFTER.get(one.name, "")
        values = listed(list(one.values), "or").replace("_", " ")
        if one.name in ("faction", "race") and not self.plain(one):
            return "of the chosen faction"
        if one.name == "within":
            return f"at most {spelled(one.steps)} {'space' if one.steps == 1 else 'spaces'} from {self.near(one)}"
        if one.name == "not" and one.ref and one.ref.name in self.targets:
            return ""
        if one.ref:
            return AFTER_REF[one.name].format(self.near(one), self.actor(one.ref).possessive)
        said = {
            "def": f"with defense {values} or less",
            "cost": f"of cost {values} or less",
            "has": f"with {article(f'{values} counter')}",
            "gear_faction": f"wearing {values} gear",
            "name_has": f"with {values} in its name",
            "not_card": f"other than {listed([self.name_of(value) for value in one.values], 'or')}",
            "targets": f"that targets {article(values)}",
            "from": "among them",
            "beside": f"next to one of your {self.kinds(one.values, plural=True)}",
        }
        return said.get(one.name, "")

    def near(self, one: Filter) -> str:
        return self.ref(one.ref).text if one.ref else ""

    # Amounts

    def amount_of(
        self, amount: Amount, one: str, many: str, *, mass: bool = False, bare: bool = False
    ) -> str:
        """ "a card", "2 cards", "that many cards", "1 card for each …"; ``mass`` as in "that much damage"."""
        if isinstance(amount, Number):
            return (
                article(one)
                if amount.value == 1 and not bare
                else f"{amount.value} {one if amount.value == 1 else many}"
            )
        each = self.times(amount)
        if each:
            factor, per = each
            return f"{factor} {one if factor == 1 else many} {per}"
        if isinstance(amount, Word):
            return self.word_of(amount.word, many, mass)
        if isinstance(amount, Half):
            whole = f"that {many}" if mass and isinstance(amount.of, Word) else self.whole(amount.of)
            return f"half of {whole} (rounded down)"
        if isinstance(amount, Sum):
            return f"{self.amount_of(amount.left, one, many, mass=mass)} {_sign(amount.op)} {self.plain_amount(amount.right)}"
        return f"{many} equal to {self.whole(amount)}"

    def word_of(self, word: str, many: str, mass: bool) -> str:
        said = {
            "X": f"X {many}",
            "all": f"all {many}",
            "any": f"any number of {many}",
            "prevented": f"as much {many} as was prevented",
        }
        return said.get(word, f"that {'much' if mass else 'many'} {many}")

    def times(self, amount: Amount) -> tuple[int, str] | None:
        """(factor, "for each …") of an amount that counts something."""
        if isinstance(amount, Sum) and amount.op == "*" and isinstance(amount.left, Number):
            inner = self.times(amount.right)
            return (amount.left.value * inner[0], inner[1]) if inner else None
        if isinstance(amount, Half) and (half := self.counted(amount.of, plural=True)):
            return 1, f"for every two {half}"
        counted = self.counted(amount)
        return (1, f"for each {counted}") if counted else None

    def counted(self, amount: Amount, plural: bool = False) -> str:
        """One of what an amount counts, empty when it measures instead."""
        if isinstance(amount, Count):
            return "" if plural else self.one(amount.of)
        if not isinstance(amount, Measure):
            return ""
        s = "s" if plural else ""
        if amount.name == "counters" and amount.ref:
            return f"{amount.detail} counter{s} on {self.ref(amount.ref).text}"
        if amount.name == "synergy":
            return f"{amount.detail} icon{s} you have"
        if amount.name == "played_this_turn":
            return f"{self.kinds((amount.detail,), plural)} you played this turn"
        if amount.name == "n" and amount.ref:
            return self.labels.get(amount.ref.name, Noun("")).each or "one of them"
        return ""

    def per(self, amount: Amount) -> str:
        found = self.times(amount)
        return found[1] if found else ""

    def whole(self, amount: Amount) -> str:
        """An amount as a thing by itself: "its attack", "your RAM", "that"."""
        if isinstance(amount, Count):
            return self.all(amount.of).text
        if isinstance(amount, Measure) and amount.ref:
            words = {"cost": "cost", "sources": "sources", "wounds": "wounds"}
            return f"{self.ref(amount.ref).possessive} {words.get(amount.name, amount.name)}"
        if isinstance(amount, Half):
            return f"half of {self.whole(amount.of)} (rounded down)"
        return self.plain_amount(amount)

    def plain_amount(self, amount: Amount) -> str:
        """A number for itself: "2", "X", "that number", "the number of …"."""
        if isinstance(amount, Number):
            return str(amount.value)
        if isinstance(amount, Word):
            known = self.labels.get(amount.word)
            return (
                known.text
                if known
                else {"X": "X", "all": "all", "any": "any number"}.get(amount.word, "that")
            )
        if counted := self.counted(amount, plural=True):
            return f"the number of {counted}"
        if isinstance(amount, Sum):
            return f"{self.plain_amount(amount.left)} {_sign(amount.op)} {self.plain_amount(amount.right)}"
        return self.whole(amount)

    # Conditions

    def condition(self, condition: Condition) -> str:
        if isinstance(condition, Both):
            return listed([self.condition(part) for part in condition.parts])
        if isinstance(condition, Not):
            return self.negated(condition.of)
        if isinstance(condition, Exists):
            return self.exists(condition.of)
        if isinstance(condition, Is):
            return self.is_so(condition)
        if isinstance(condition, Asks):
            return self.asks(condition)
        return self.compared(condition)

    def negated(self, condition: Condition) -> str:
        if isinstance(condition, Exists):
            return self.exists(condition.of, none=True)
        if isinstance(condition, Is):
            return self.is_so(condition, negated=True)
        return f"it is not so that {self.condition(condition)}"

    def exists(self, selector: Selector, none: bool = False) -> str:
        option = selector.options[0]
        words = listed([self.words(one) for one in selector.options], "or")
        named = any(one.name == "card" for one in option.filters)
        what = f"no {words}" if none else words if named else article(words)
        where = " in play" if named and not option.zone else ""
        if option.scope == "you":
            return f"you have {what}{where}"
        if option.owner:
            return f"{self.ref(option.owner).text} has {what}{where}"
        if option.scope == "opp":
            return f"an opponent has {what}{where}" if not none else f"no opponent has {article(words)}"
        return f"there is {what}{where}" if not named or none else f"{what} is in play"

    def is_so(self, condition: Is, negated: bool = False) -> str:
        subject = self.ref(condition.ref)
        no = " not" if negated else ""
        return f"{subject.text} {listed([self.trait(one, no) for one in condition.filters])}"

    def trait(self, one: Filter, no: str) -> str:
        if one.name in ("faction", "race"):
            return f"is{no} {listed(list(one.values), 'or')}"
        if one.name == "not_faction":
            return f"is{'' if no else ' not'} {listed(list(one.values), 'or')}"
        if one.name in ("card", "token"):
            return f"is{no} {self.named(one)}"
        if one.name == "name_has":
            return f"{'does not have' if no else 'has'} {listed(list(one.values), 'or').replace('_', ' ')} in its name"
        if one.name in TRAITS and not one.op:
            return TRAITS[one.name][bool(no)]
        if one.name in self.grammar.kinds:
            return f"is{no} {article(self.kinds((one.name,)))}"
        after = self.after(one).removeprefix("that is ").removeprefix("that ")
        return f"is{no} {ADJECTIVES.get(one.name) or after}"

    def asks(self, condition: Asks) -> str:
        nouns = [self.ref(ref) for ref in condition.refs]
        if condition.name == "is_opponent":
            return f"{nouns[0].text} is an opponent"
        if condition.name == "in_play":
            return f"{nouns[0].text} is still in play"
        if condition.name == "playable":
            return f"{nouns[1].text} can play {nouns[0].text}"
        return f"{nouns[0].text} is destroyed in {nouns[1].text}"

    def compared(self, condition: Compare) -> str:
        left, op, right = condition.left, condition.op, condition.right
        if isinstance(right, Number):
            number = right.value
            if isinstance(left, Measure) and left.name == "counters" and left.ref:
                return f"{self.ref(left.ref).text} has {_many(op, number, f'{left.detail} counter')}"
            if isinstance(left, Measure) and left.name == "synergy":
                return f"you have {_many(op, number, f'{left.detail} icon')}"
            if isinstance(left, Count):
                return self.counts(left.of, op, number)
        words = {">=": "at least", "<=": "at most", "==": "exactly"}[op]
        word = "" if op == "==" else f"{words} "
        return f"{self.whole(left)} is {word}{self.plain_amount(right)}"

    def counts(self, selector: Selector, op: str, number: int) -> str:
        option = selector.options[0]
        one, many = self.words(option), self.words(option, plural=True)
        if option.scope == "you":
            return f"you have {_many(op, number, one, many)}"
        if option.owner:
            return f"{self.ref(option.owner).text} has {_many(op, number, one, many)}"
        if option.scope == "opp":
            return f"your opponents have {_many(op, number, one, many)}"
        return f"there {'is' if number < 2 and op == '==' else 'are'} {_many(op, number, one, many)}"

    # Events and durations

    def event(self, event: Event) -> str:
        """ "a character attacks", "you play a tarot"; learns what the data of the event is called."""
        actor = self.actor(event.by) if event.by else None
        who = actor.text if actor else "a player"
        what = f"one or more of {self.several(event.what)}" if event.batch else self.of_event(event.what)
        self.learn(event)
        template = BY_SOMEBODY.get(event.name) if actor else None
        said = (template or EVENT_WORDS[event.name]).format(
            who=who,
            what=what,
            to=self.of_event(event.to) if event.to else "a player",
            are="are" if event.batch else "is",
            colour=f"{event.colour} " if event.colour else "",
            counter=article(f"{event.counter} counter"),
            outside=f" outside the {event.outside} phase" if event.outside else "",
        )
        you = YOU.text in (who, what)
        return said.replace("~", "" if you else "s")

    def learn(self, event: Event) -> None:
        """What ``ev.card``, ``ev.player`` and the rest are called from here on."""
        hit = event.name == "hits_character" or event.name.startswith("would_hit")
        self.data |= {
            "card": Noun("that character" if hit else self.short(event.what)),
            "player": Noun("that player"),
            "defender": Noun(UNDER_ATTACK[self.grammar.game]),
            "source": Noun("its source"),
            "winner": Noun("the winner"),
            "loser": Noun("the loser"),
            "attackers": Noun("the attackers", plural=True),
            "start": Noun("the space it came from"),
        }

    def actor(self, ref: Ref) -> Noun:
        """Who does it once: "a player" rather than "each player"."""
        one = {"players": "a player", "opps": "an opponent", "opp": "an opponent"}
        return Noun(one[ref.name]) if ref.name in one else self.ref(ref)

    def of_event(self, thing: Thing | None) -> str:
        if thing is None:
            return "it"
        return self.ref(thing).text if isinstance(thing, Ref) else article(self.one(thing))

    def several(self, thing: Thing | None) -> str:
        return self.all(thing).text.removeprefix("all ") if isinstance(thing, Selector) else "these"

    def short(self, thing: Thing | None) -> str:
        if isinstance(thing, Selector):
            return f"that {self.kinds(thing.options[0].kinds)}"
        return self.ref(thing).text if thing else "that card"

    def until(self, value: str) -> str:
        until: Until = parse.until(value, self.grammar)
        if until.ref:
            return f"for as long as {self.ref(until.ref).text} stays in play"
        return UNTIL[until.name]


EVENT_WORDS: Mapping[str, str] = {
    "played": "{who} play~ {what}",
    "attacks": "{what} attacks",
    "blocked": "{what} {are} blocked",
    "hits_player": "an attack by {what} damages a player",
    "hits_character": "an attack by {what} damages a character",
    "damaged": "{what} is dealt {colour}damage",
    "destroyed": "{what} {are} destroyed",
    "ram_installed": "{who} install~ RAM",
    "last_ram_used": "{who} use~ the last refreshed RAM in the bank",
    "d20_rolled": "{who} roll~ a d20",
    "counter_put": "{who} put~ {counter} on {what}",
    "would_be_damaged": "{what} would be dealt {colour}damage",
    "would_draw": "{what} would draw cards{outside}",
    "would_lose_game": "{what} would lose the game",
    "would_be_destroyed": "{what} would be destroyed",
    "would_leave": "{what} would leave play",
    "would_return_ram": "RAM committed to {what} would return because it is destroyed",
    "would_hit_player": "an attack by {what} would damage {to}",
    "would_hit_character": "an attack by {what} would damage {to}",
    "killed": "{what} is killed",
    "wins_combat": "{what} wins a combat",
    "combat_won": "{what} win~ this combat",
    "repels": "{what} repels an attack",
    "moved": "{what} ends a move",
    "taken": "{what} takes the artifact",
}
"""Events in words; ~ is an s unless "you" are the one who does it."""

BY_SOMEBODY: Mapping[str, str] = {
    "destroyed": "{who} destroy~ {what}",
    "killed": "{who} kill~ {what}",
    "would_return_ram": "RAM committed to {what} would return because {who} destroy~ it",
}
"""The same where a player is the cause."""

AFTER_REF: Mapping[str, str] = {
    "not": "other than {0}",
    "on": "on {1} mainframe",
    "attached_to": "attached to {0}",
    "blocking": "blocking {0}",
    "chain": "in the same tether chain as {0}",
    "adjacent": "next to {0}",
    "row": "in the row of {0}",
    "column": "in the column of {0}",
    "home": "in {1} home base",
    "not_home": "not in {1} home base",
}

TRAITS: Mapping[str, tuple[str, str]] = {
    "has_counter": ("has a counter on it", "has no counter on it"),
    "damaged_this_turn": ("was damaged this turn", "was not damaged this turn"),
    "targeted": ("has a target", "has no target"),
    "has_target": ("has a target", "has no target"),
    "marked": ("has a Target token", "has no Target token"),
    "moved": ("has moved this phase", "has not moved this phase"),
    "bearer": ("bears an artifact", "bears no artifact"),
    "in_combat": ("is in this combat", "is not in this combat"),
    "defending": ("is under attack", "is not under attack"),
    "not_attacking": ("is not attacking", "is attacking"),
}


def _not_another(selector: Selector) -> bool:
    """Whether it excludes another target: "another target character" says so."""
    filters = [one for option in selector.options for one in option.filters]
    return any(one.name == "not" and one.ref and parse.TARGET.match(one.ref.name) for one in filters)


def _many(op: str, number: int, one: str, many: str = "") -> str:
    many = many or f"{one}s"
    if number == 0 and op != ">=":
        return f"no {one}"
    word = {">=": " or more", "<=": " or fewer", "==": ""}[op]
    exactly = "exactly " if op == "==" else ""
    return f"{exactly}{spelled(number)}{word} {one if number == 1 and op == '==' else many}"


def _sign(op: str) -> str:
    return {"+": "plus", "-": "minus", "*": "times"}[op]
