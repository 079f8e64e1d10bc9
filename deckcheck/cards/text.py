"""The text of a card in plain English, made from its data: what it says is what it does."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from . import parse
from .card import UNLIMITED, Card
from .notation import GRAMMARS
from .phrases import PHRASES, Clause, Statement, cost
from .syntax import Event, Timing
from .wording import Lookup, Noun, Voice, listed, spelled

REMINDERS: Mapping[str, str] = {
    "SWIFT": "may be played on any swift check, not only in your deploy phase",
    "STEALTH": "only characters with VISION can block it",
    "VISION": "it can block characters with STEALTH",
    "OVERRUN": "when it is blocked, damage above the defense of its blockers goes to the attacked player",
    "STAMINA": "attacking does not run it",
    "CLOAKED": "it cannot be targeted",
    "MIRAGE": "when an opponent targets it, you may return it to your hand at once",
    "FEEDBACK": "damage it takes is also dealt, in red, to the controller of the source",
    "DATAVAMP": "you gain the blue damage its attacks deal to players as blue health",
    "BIOVAMP": "you gain the red damage its attacks deal to players as red health",
    "PSYCHOSIS": "when it attacks or runs, roll a d20; below this number it fails and hits its own controller",
    "MALICIOUS": "may be attached to any character",
    "TETHER": "attached to two of your characters at once; linked characters form a chain",
    "TROJAN": "goes face down into a free slot of any player",
    "REVERSED": "has a second effect, usable while something allows you to play it reversed",
    "DAMAGE": "changes the wounds this unit deals",
    "MOVE": "changes how far this unit moves",
    "RANGED": "attacks from further away",
    "FEROCITY": "fights on with what is left of its strength",
    "INCOME": "changes the sources you gain",
    "LOCATOR": "when played, you may search your Draw deck for a location",
}

CONDITIONS = frozenset({"if", "otherwise", "on", "whenever", "until", "for", "at"})
SUBJECTS = CONDITIONS | {
    "the",
    "you",
    "each",
    "that",
    "those",
    "its",
    "all",
    "this",
    "target",
    "your",
    "up",
    "a",
}
"""First words of sentences that are no instruction to the reader."""

TIERS: Mapping[str, str] = {
    "base": "",
    "instead": "instead, ",
    "or": "or, if you choose this tier, ",
    "plus": "in addition, ",
    "separate": "also, ",
}


@dataclass(frozen=True, slots=True)
class CardText:
    """What is printed on a card. Empty parts are not on it; ``paragraphs`` are whole sentences."""

    type_line: str
    cost: str
    stats: str
    paragraphs: tuple[str, ...]


def generated_text(card: Card, lookup: Lookup | None = None) -> CardText:
    """The text of a compiled card. ``lookup`` finds the names of other cards that it speaks of.

    A card with a ``text`` of its own says that; the effects speak where there is none.
    """
    paragraphs = (*_keywords(card), *_slots(card), *_body(card, lookup))
    return CardText(
        _type_line(card), _cost(card), _stats(card), tuple(one.replace("'", "’") for one in paragraphs)
    )


def _body(card: Card, lookup: Lookup | None) -> Iterator[str]:
    own = card.facts.get("text")
    if own:
        yield own
        return
    yield from (_ability(card, ability, lookup) for ability in card.facts.get("abilities", ()))
    yield from (_tier(card, tier, lookup) for tier in card.facts.get("tiers", ()))
    if card.copy_limit == UNLIMITED and not card.facts.get("abilities"):
        yield "A deck may hold any number of copies of this card."


def _type_line(card: Card) -> str:
    facts = card.facts
    words = ["Iconic" if facts.get("iconic") else "", "Unique" if facts.get("unique") else ""]
    words += [str(facts.get("race", "")), str(facts.get("subtype", "")), card.type]
    groups = [*facts.get("factions", ()), *facts.get("tags", ())]
    line = " ".join(word for word in dict.fromkeys(words) if word)
    return f"{line}: {', '.join(groups)}" if groups else line


def _cost(card: Card) -> str:
    facts = card.facts
    if "price" in facts:
        price = facts["price"]
        return f"{price['amount']} {price['color']}"
    if "ram" not in facts:
        return ""
    needs = facts.get("faction_req")
    if not needs:
        return f"{facts['ram']} RAM"
    number = needs["amount"] if isinstance(needs["amount"], int) else needs.get("amount_ruling", 1)
    return f"{facts['ram']} RAM; needs {spelled(number)} {needs['faction']} icon{'s' if number > 1 else ''}"


def _stats(card: Card) -> str:
    facts = card.facts
    parts = [f"{facts[key]} {key}" for key in ("attack", "defense", "vitality") if key in facts]
    colour = facts.get("attack_type_ruling") or facts.get("attack_type")
    if colour:
        parts[0] = f"{facts['attack']} {'red or blue' if colour == 'choose' else colour} attack"
    return ", ".join(parts)


def _keywords(card: Card) -> Iterator[str]:
    if card.facts.get("text"):
        return
    for word in card.facts.get("keywords", ()):
        reminder = REMINDERS.get(word.split(" ")[0])
        yield f"{word} ({reminder})." if reminder else f"{word}."
    own = {ability.get("timing") for ability in card.facts.get("abilities", ())}
    for name, value in card.facts.get("passives", {}).items():
        if name == "LOCATOR" and "locator" in own:
            continue
        number = f" {value:+d}" if isinstance(value, int) and not isinstance(value, bool) else ""
        yield f"{name}{number} ({REMINDERS[name]})." if name in REMINDERS else f"{name}{number}."


def _slots(card: Card) -> Iterator[str]:
    """Where a program or gear goes, and the port it takes."""
    facts = card.facts
    place = str(facts.get("attaches_to", ""))
    if place.startswith("any player"):
        yield "Goes to a free slot of any player’s mainframe; that player is its host."
    elif place.startswith("own mainframe"):
        yield "Goes to a free slot of your mainframe."
    port = facts.get("port_ruling") or facts.get("ports")
    if isinstance(port, Mapping) and "port" in port:
        place = str(port["port"]).replace("_", " ")
        yield f"Takes {'any port' if place == 'any' else f'the {place} port'} of level {port['level']} or higher."


# Abilities


def _ability(card: Card, ability: Statement, lookup: Lookup | None) -> str:
    voice = Voice(card, GRAMMARS[card.game], lookup)
    lead, tail = _lead(voice, ability)
    return _paragraph(lead, _effect(voice, ability), tail)


def _tier(card: Card, tier: Statement, lookup: Lookup | None) -> str:
    needs = [f"{spelled(number)} {group}" for group, number in tier["needs"]["synergy"].items()]
    icons = "icon" if list(tier["needs"]["synergy"].values()) == [1] else "icons"
    voice = Voice(card, GRAMMARS[card.game], lookup)
    lead, tail = _lead(voice, tier)
    said = _paragraph(f"{TIERS[tier['op']]}{lead}", _effect(voice, tier), tail)
    return f"With {listed(needs)} {icons}: {said}"


def _paragraph(lead: str, sentences: list[str], tail: str = "") -> str:
    if sentences and tail:
        sentences = [*sentences, tail]
    if not sentences:
        return f"{_capital(lead.rstrip(' :,.'))}."
    first, *others = sentences
    text = f"{lead}{_capital(first) if lead.endswith((': ', '. ')) else first}"
    return " ".join(f"{_capital(one)}." for one in (text, *others))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _effect(voice: Voice, ability: Statement) -> list[str]:
    condition = ability.get("if")
    timing = str(ability.get("timing", ""))
    voice.passive = timing in ("passive", "deckbuilding")
    sentences = list(_sentences(voice, ability.get("do", ())))
    unnamed = [name for name in ability.get("targets", {}) if name not in voice.seen]
    if unnamed:
        sentences.insert(0, f"choose {listed([voice.target(name).text for name in unnamed])}")
    if condition and sentences:
        word = "while" if voice.passive else "if"
        said = voice.condition(parse.condition(condition, voice.grammar))
        lead = f"only {word} {said}: " if sentences[0].startswith("if ") else f"{word} {said}, "
        sentences[0] = f"{lead}{sentences[0]}"
    return sentences


def _lead(voice: Voice, ability: Statement) -> tuple[str, str]:
    """What stands before the effect, and the limit that stands behind it."""
    timing = parse.timing(ability["timing"], voice.grammar)
    price = cost(voice, ability["cost"]) if "cost" in ability else ""
    mode = "Reversed: " if ability.get("mode") == "reversed" else ""
    if "response_to" in ability:
        event = voice.event(parse.event(ability["response_to"], voice.grammar))
        mode = f"{mode}Play only in answer when {event}: "
    lead = f"{mode}{_when(voice, timing, price, ability)}"
    voice.aim(ability.get("targets", {}))
    return lead, _limit(ability.get("limit"))


def _when(voice: Voice, timing: Timing, price: str, ability: Statement) -> str:
    if timing.name == "activated":
        flag = (
            f"{ability['flag']}, "
            if "flag" in ability and price
            else f"{ability['flag']}: "
            if "flag" in ability
            else ""
        )
        return f"{flag}{_capital(price) if not flag else price}: " if price else flag
    if timing.name == "play":
        return f"As an additional cost to play this, {price}. ".replace("pay nothing", "") if price else ""
    if timing.name == "trojan":
        return f"Turn it up ({price}): "
    if timing.event:
        return f"whenever {voice.event(timing.event)}, "
    return _moment(voice, timing)


def _moment(voice: Voice, timing: Timing) -> str:
    this = voice.this.text
    own = timing.player and timing.player.name in ("you", "opps", "host_player", "ctrl")
    whose = voice.ref(timing.player).possessive if timing.player and own else "each"
    said = {
        "netcheck": f"at {whose} NETCHECK, ",
        "system-check": f"at {whose} system check, ",
        "phase-start": f"at the start of {whose} {timing.phase} phase, ",
        "enters": f"when {this} enters play, ",
        "leaves": f"when {this} leaves play, ",
        "attached": f"when {this} is attached, ",
        "turn-end": "at the end of the turn, ",
        "locator": "LOCATOR: ",
        "taken": "when a unit takes this, ",
    }
    return said.get(timing.name, "")


def _limit(limit: Any) -> str:
    if limit == "once_per_turn":
        return "this happens only once each turn"
    if isinstance(limit, Mapping):
        words = {"per_round": "round", "per_combat": "combat", "per_game": "game"}
        times = [f"{_often(number)} each {words[key]}" for key, number in limit.items()]
        return f"use this only {listed(times)}"
    return ""


def _often(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{spelled(number)} times")


# Statements


def _sentences(voice: Voice, statements: Sequence[Statement]) -> Iterator[str]:
    for statement in statements:
        yield from _statement(voice, statement)


def _statement(voice: Voice, statement: Statement) -> Iterator[str]:
    verb = next(iter(statement))
    before = _condition(voice, statement) if verb != "later" else ""
    if verb in BLOCKS:
        sentences = list(BLOCKS[verb](voice, statement))
        yield f"{before}{sentences[0]}"
        yield from sentences[1:]
        return
    if verb == "pay" and "else" in statement and "then" not in statement:
        otherwise = _joined(voice, statement["else"])
        yield f"{before}{otherwise} unless {PHRASES[verb](voice, statement[verb], statement).said()}"
        return
    clause = PHRASES[verb](voice, statement[verb], statement)
    may = voice.ref(parse.ref(statement["may"], voice.grammar)) if "may" in statement else None
    lasts = voice.until(statement["until"]) if "until" in statement else ""
    may = clause.subject if verb == "pay" else may
    yield f"{before}{clause.said(may, lasts)}"
    yield from _outcome(voice, statement, may)


def _condition(voice: Voice, statement: Statement) -> str:
    if "if" not in statement or "branch" in statement:
        return ""
    return f"if {voice.condition(parse.condition(statement['if'], voice.grammar))}, "


def _outcome(voice: Voice, statement: Statement, may: Noun | None) -> Iterator[str]:
    """What follows when the statement was done, and when it was not."""
    who = "you do" if may is None or may.is_you else "they do"
    if "then" in statement:
        yield f"if {who}, {_joined(voice, statement['then'])}"
    if "else" in statement:
        yield f"otherwise, {_joined(voice, statement['else'])}"


def _joined(voice: Voice, statements: Sequence[Statement]) -> str:
    """Several sentences as one; instructions and sentences about others do not share an "and"."""
    said = list(_sentences(voice, statements))
    first_words = [one.split(" ")[0].rstrip(",") for one in said]
    own = {word in SUBJECTS for word in first_words}
    if len(own) > 1 or CONDITIONS.intersection(first_words[1:]):
        return "; ".join(said)
    return listed(said)


def _branch(voice: Voice, statement: Statement) -> Iterator[str]:
    condition = voice.condition(parse.condition(statement["branch"], voice.grammar))
    seen = set(voice.seen)
    yield f"if {condition}, {_joined(voice, statement['then'])}"
    if "else" in statement:
        voice.seen = seen
        yield f"otherwise, {_joined(voice, statement['else'])}"


def _watch(voice: Voice, statement: Statement) -> Iterator[str]:
    event: Event = parse.event(statement["watch"], voice.grammar)
    when = voice.event(event)
    until = voice.until(statement["until"])
    voice.aim(statement.get("targets", {}))
    yield f"{until}, whenever {when}, {_joined(voice, statement['do'])}"


def _replace(voice: Voice, statement: Statement) -> Iterator[str]:
    event: Event = parse.event(statement["replace"], voice.grammar)
    when = voice.event(event)
    until = voice.until(statement["until"]) if "until" in statement else ""
    lead = f"{until}, if {when}" if until else f"if {when}"
    yield f"{lead}, this happens instead: {_joined(voice, statement['with'])}"


def _later(voice: Voice, statement: Statement) -> Iterator[str]:
    yield f"at the end of the turn, {_condition(voice, statement)}{_joined(voice, statement['do'])}"


def _for_each(voice: Voice, statement: Statement) -> Iterator[str]:
    noun = voice.things(parse.things(statement["for_each"], voice.grammar))
    voice.each = Noun("it")
    yield f"for each of {noun.text}, {_joined(voice, statement['do'])}"


def _roll(voice: Voice, statement: Statement) -> Iterator[str]:
    who = voice.ref(parse.ref(statement["by"], voice.grammar)) if "by" in statement else Noun("you")
    may = voice.ref(parse.ref(statement["may"], voice.grammar)) if "may" in statement else None
    twice = ""
    if "twice_if" in statement:
        said = voice.condition(parse.condition(statement["twice_if"], voice.grammar))
        twice = f", or two if {said}"
    yield f"{Clause('roll', 'a d20', who).said(may)}{twice}"
    for band, statements in statement["bands"].items():
        yield f"on {str(band).replace('-', ' to ')}, {_joined(voice, statements)}"


def _toss(voice: Voice, statement: Statement) -> Iterator[str]:
    yield "toss the coin"
    for side in ("win", "lose"):
        if side in statement:
            yield f"if you {side}, {_joined(voice, statement[side])}"


def _choose_one(voice: Voice, statement: Statement) -> Iterator[str]:
    options = []
    for option in statement["choose_one"]:
        voice.aim(option.get("targets", {}))
        options.append(_joined(voice, option["do"]))
    yield f"choose one: {'; or '.join(options)}"


BLOCKS = {
    "branch": _branch,
    "watch": _watch,
    "replace": _replace,
    "later": _later,
    "for_each": _for_each,
    "roll": _roll,
    "toss": _toss,
    "choose_one": _choose_one,
}
"""Verbs that hold other statements."""
