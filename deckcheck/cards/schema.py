"""The shape of a set file: which keys there are, and what may stand in them."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

Check = Callable[[Any], str | None]
"""What is wrong with a value: ``None`` when nothing is."""

NUMBER = re.compile(r"[A-Z][A-Z0-9]{0,7}-[A-Z0-9]{1,12}\Z")
SET_CODE = re.compile(r"[A-Z][A-Z0-9]{0,7}\Z")
LONGEST = {"name": 120, "text": 4000}


def shown(value: Any) -> str:
    """A value as it reads in a message, cut when it is long."""
    text = f'"{value}"' if isinstance(value, str) else _as_yaml(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _as_yaml(value: Any) -> str:
    words = {True: "true", False: "false", None: "null"}
    if value is None or isinstance(value, bool):
        return words[value]
    if isinstance(value, Mapping):
        return "a mapping"
    return "a list" if isinstance(value, list | tuple) else str(value)


def near(word: str, known: Collection[str]) -> str:
    """ " Did you mean …?" for a word close to a known one, else nothing."""
    found = get_close_matches(str(word), list(known), n=1, cutoff=0.7)
    return f"; did you mean {found[0]}?" if found else ""


def whole(least: int = 0, most: int = 10**6) -> Check:
    def check(value: Any) -> str | None:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            return f"must be a whole number from {least} to {most}, not {shown(value)}"
        return None

    return check


def text(longest: int = LONGEST["text"]) -> Check:
    def check(value: Any) -> str | None:
        if not isinstance(value, str):
            return f"must be text, not {shown(value)}; quote it if it is meant as text"
        if not value.strip():
            return "must not be empty"
        return f"must not be longer than {longest} characters" if len(value) > longest else None

    return check


def boolean(value: Any) -> str | None:
    return None if isinstance(value, bool) else f"must be true or false, not {shown(value)}"


def one_of(*words: str) -> Check:
    def check(value: Any) -> str | None:
        if value in words:
            return None
        return f"must be one of {', '.join(words)}, not {shown(value)}{near(value, words)}"

    return check


def either(*checks: Check) -> Check:
    def check(value: Any) -> str | None:
        found = [one(value) for one in checks]
        return None if None in found else " or ".join(str(one) for one in found)

    return check


def matching(pattern: re.Pattern[str], example: str) -> Check:
    def check(value: Any) -> str | None:
        if isinstance(value, str) and pattern.match(value):
            return None
        return f"must look like {example}, not {shown(value)}"

    return check


def list_of(item: Check) -> Check:
    def check(value: Any) -> str | None:
        if not isinstance(value, list | tuple):
            return f"must be a list, not {shown(value)}"
        found = ((number, item(one)) for number, one in enumerate(value, 1))
        return next((f"item {number} {message}" for number, message in found if message), None)

    return check


def mapping_of(value_check: Check) -> Check:
    def check(value: Any) -> str | None:
        if not isinstance(value, Mapping):
            return f"must be a mapping, not {shown(value)}"
        found = ((key, value_check(one)) for key, one in value.items())
        return next((f"{key} {message}" for key, message in found if message), None)

    return check


def record(keys: Mapping[str, Check], needs: Collection[str] = ()) -> Check:
    def check(value: Any) -> str | None:
        if not isinstance(value, Mapping):
            return f"must be a mapping, not {shown(value)}"
        return next((f"{path} {message}".strip() for path, message in misshapen(value, keys, needs)), None)

    return check


def anything(value: Any) -> str | None:
    return None


def mapping(value: Any) -> str | None:
    return None if isinstance(value, Mapping) else f"must be a mapping, not {shown(value)}"


def listing(value: Any) -> str | None:
    return None if isinstance(value, list | tuple) else f"must be a list, not {shown(value)}"


def misshapen(
    value: Mapping[str, Any], keys: Mapping[str, Check], needs: Collection[str] = ()
) -> Iterator[tuple[str, str]]:
    """(key, message) of unknown keys, missing keys and values that are not what the key holds."""
    for key, part in value.items():
        if key not in keys:
            yield key, f"is no key that is read here{near(key, keys)}"
        elif message := keys[key](part):
            yield key, message
    for key in needs:
        if key not in value:
            yield key, "is missing"


@dataclass(frozen=True)
class Shape:
    """The cards of one game: their types, zones, keys by name, and keys that each type must have."""

    types: tuple[str, ...]
    keys: Mapping[str, Check]
    needs: Mapping[str, tuple[str, ...]]


COMMON_KEYS: dict[str, Check] = {
    "number": matching(NUMBER, "SET-1"),
    "name": text(LONGEST["name"]),
    "subtype": text(60),
    "tags": list_of(text(60)),
    "rarity": text(60),
    "copy_limit": either(whole(1, 1000), one_of("unlimited")),
    "text": text(),
    "fact_notes": either(text(), list_of(text())),
    "mentions": list_of(text(60)),
    "wave": whole(1, 100),
    "abilities": listing,
}

COLOUR = one_of("red", "blue", "choose")
FACTIONS = list_of(text(40))
FACTION_REQ = record(
    {"faction": text(40), "amount": either(whole(1, 20), one_of("unknown")), "amount_ruling": whole(1, 20)},
    ("faction", "amount"),
)
PORTS = ("head", "left_arm", "right_arm", "arm", "body", "any")
PORT = record(
    {"port": one_of(*PORTS), "level": whole(1, 3), "basis": text(40), "ends": whole(1, 2)}, ("port", "level")
)

NEUROSCAPE = Shape(
    types=("Character", "Program", "Gear", "Mainframe", "RAM"),
    keys={
        **COMMON_KEYS,
        "type": anything,
        "factions": FACTIONS,
        "ram": whole(0, 99),
        "faction_req": FACTION_REQ,
        "attack_type": either(COLOUR, one_of("unknown")),
        "attack_type_ruling": COLOUR,
        "attack": whole(0, 999),
        "defense": whole(0, 999),
        "iconic": boolean,
        "zone": one_of("cyberdeck", "mainframe", "ram"),
        "keywords": list_of(text(60)),
        "attaches_to": text(),
        "ports": either(one_of("unknown"), PORT, mapping_of(whole(0, 3))),
        "port_ruling": PORT,
        "tiers": listing,
    },
    needs={
        "Character": ("factions", "ram", "attack_type", "attack", "defense"),
        "Program": ("factions", "ram"),
        "Gear": ("factions", "ram"),
        "Mainframe": ("tiers",),
        "RAM": (),
    },
)

PRICE = record({"color": one_of("red", "red-green", "green"), "amount": whole(0, 99)}, ("color", "amount"))
PASSIVE = either(whole(-9, 9), one_of("default"), lambda value: None if value is True else "or true")
PASSIVES = ("DAMAGE", "MOVE", "RANGED", "FEROCITY", "INCOME", "LOCATOR")
FLAGS = ("MAIN", "MOVE", "COMBAT", "ANYTIME")

HOPE_CARDGAME = Shape(
    types=("Unit", "Location", "Event"),
    keys={
        **COMMON_KEYS,
        "type": anything,
        "race": one_of("Aliens", "Bots", "Humans", "Mutants"),
        "price": PRICE,
        "attack": whole(0, 99),
        "defense": whole(0, 99),
        "vitality": whole(1, 99),
        "unique": boolean,
        "passives": record(dict.fromkeys(PASSIVES, PASSIVE)),
        "flag": one_of(*FLAGS),
    },
    needs={
        "Unit": ("race", "price", "attack", "defense", "vitality"),
        "Location": ("price", "defense"),
        "Event": ("price", "flag"),
    },
)

SHAPES: Mapping[str, Shape] = {"neuroscape": NEUROSCAPE, "hope-cardgame": HOPE_CARDGAME}

ARTIFACT_KEYS: Mapping[str, Check] = {
    "number": matching(NUMBER, "SET-T1"),
    "name": text(LONGEST["name"]),
    "rule_term": text(60),
    "clause": text(40),
    "copies": whole(1, 99),
    "variants": list_of(one_of("standard", "artifact", "two_on_two")),
    "text": text(),
    "abilities": listing,
}

TOKEN = record(
    {"attack_type": COLOUR, "attack": whole(0, 999), "defense": whole(0, 999), "factions": FACTIONS},
    ("attack_type", "attack", "defense"),
)
MEANINGS = mapping_of(text())

TOP_KEYS: Mapping[str, Check] = {
    "set": matching(SET_CODE, "ABC"),
    "set_name": text(LONGEST["name"]),
    "game": one_of(*SHAPES),
    "cards_total": whole(1, 100_000),
    "notation": lambda value: (
        None if value == 1 else f"must be 1, the only notation there is, not {shown(value)}"
    ),
    "version": whole(1),
    "rules": one_of(*SHAPES),
    "sources": list_of(text()),
    "settings": mapping,
    "notation_additions": mapping,
    "timings": MEANINGS,
    "events": MEANINGS,
    "verbs": MEANINGS,
    "keyword_rules": MEANINGS,
    "counter_rules": MEANINGS,
    "passive_rules": MEANINGS,
    "tokens": mapping_of(TOKEN),
    "rulings": MEANINGS,
    "artifacts": listing,
    "cards": listing,
    "decks": list_of(mapping),
    "coverage": mapping,
    "open_points": list_of(mapping),
}
TOP_NEEDS = ("set", "cards_total", "notation", "cards")
