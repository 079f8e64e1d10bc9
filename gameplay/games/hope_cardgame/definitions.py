"""Cards as the rules need them: the record of HCG-R1, with its abilities compiled."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gameplay.engine.effects import Ability, Compiler, Count, Find

UNIT, LOCATION, EVENT, ARTIFACT = "Unit", "Location", "Event", "Artifact"
RED, RED_GREEN, GREEN = "red", "red-green", "green"
PASSIVES = ("DAMAGE", "MOVE", "RANGED", "FEROCITY", "INCOME", "LOCATOR")

HEARS = {"enters": "entered", "locator": "played", "phase-start": "part_begins", "taken": "artifact_taken"}
"""The event that each timing other than ``triggered`` listens to."""


@dataclass(slots=True)
class Settings:
    """Numbers that an organizer may correct: the factor of Overwhelm (HCG-R43), what RANGED and INCOME without a
    number mean (HCG-R32, HCG-R51), and copies of each artifact in the pool (HCG-R68).
    """

    overwhelm_factor: int = 2
    ranged_default: int = 1
    income_default: int = 1


@dataclass(slots=True)
class Definition:
    """One card (HCG-R1). ``reward`` is the printed red price, 0 for the others (HCG-R8). ``hears`` lists abilities
    by the event they listen to, ``used`` those that are announced, ``always`` the passive ones.
    """

    number: str
    name: str
    type: str
    race: str
    colour: str
    price: int
    attack: int
    defense: int
    vitality: int
    unique: bool
    flag: str
    passives: dict[str, int]
    reward: int = 0
    unit: bool = False
    location: bool = False
    event: bool = False
    hears: dict[str, list[Ability]] = field(default_factory=dict)
    used: list[Ability] = field(default_factory=list)
    always: list[Ability] = field(default_factory=list)
    play: Ability | None = None
    text: str = ""
    heard: frozenset[str] = frozenset()
    """Events that an ability of this card, or an effect of it that watches, may listen to."""
    stats: dict[str, int] = field(default_factory=dict)
    """Printed values by the name of the stat (HCG-14.2, HCG-14.3 for the weight in Dominance)."""


class Cards:
    """All cards of a title, and what the rules look up of them, by kind (the place in ``definitions``).

    ``hears``: abilities that listen, by event and kind; ``looks_at``: the words of the passive abilities.
    """

    def __init__(self, definitions: list[Definition], programs: dict[str, Ability]) -> None:
        self.definitions, self.programs = definitions, programs
        self.numbers = [made.number for made in definitions]
        self.index = {made.number: kind for kind, made in enumerate(definitions)}
        self.printed = [made.stats for made in definitions]
        self.event_flag = [made.flag if made.event else "" for made in definitions]
        self.used = [made.used for made in definitions]
        self.always = [made.always for made in definitions]
        self.looks_at = [{word for ability in made.always for word in ability.words} for made in definitions]
        self.is_kind = {
            "unit": [made.unit for made in definitions],
            "location": [made.location for made in definitions],
            "card": [made.unit or made.location for made in definitions],
        }
        self.hears: dict[str, dict[int, list[Ability]]] = {}
        for kind, made in enumerate(definitions):
            for event in made.heard:
                self.hears.setdefault(event, {})[kind] = made.hears.get(event, [])


def define(facts: Mapping[str, Any], compiler: Compiler, settings: Settings, type_: str = "") -> Definition:
    """The definition of a card or artifact of a set file. Raises ``EffectError``."""
    price = facts.get("price", {})
    colour, amount = price.get("color", RED_GREEN), int(price.get("amount", 0))
    made = Definition(
        number=facts["number"],
        name=facts["name"],
        type=type_ or facts["type"],
        race=facts.get("race", ""),
        colour=colour,
        price=amount,
        attack=int(facts.get("attack", 0)),
        defense=int(facts.get("defense", 0)),
        vitality=int(facts.get("vitality", 1)),
        unique=bool(facts.get("unique", False)),
        flag=facts.get("flag", ""),
        passives={name: _passive(name, value, settings) for name, value in facts.get("passives", {}).items()},
        reward=amount if colour == RED else 0,
        text=facts.get("text", ""),
    )
    made.stats = {
        **made.passives,
        "attack": made.attack,
        "defense": made.defense,
        "vitality": made.vitality,
        "weight": 2 if made.type == LOCATION else 1,
        "price": made.price,
    }
    made.unit, made.location, made.event = made.type == UNIT, made.type == LOCATION, made.type == EVENT
    for place, data in enumerate(facts.get("abilities", ()), 1):
        _sort_in(made, compiler.ability(made.number, place, data), compiler)
    if made.passives.get("LOCATOR") and "played" not in made.hears:
        made.hears["played"] = [compiler.programs.get(STANDARD_LOCATOR) or locator(compiler)]
    made.heard = frozenset({*made.hears, *_watched(made.number, compiler)})
    return made


def _watched(number: str, compiler: Compiler) -> list[str]:
    """Events that effects of this card watch for a while."""
    timings = [one.timing for key, one in compiler.programs.items() if key.startswith(f"{number}.")]
    return [timing.event.name for timing in timings if timing.name == "watch" and timing.event is not None]


def _passive(name: str, value: Any, settings: Settings) -> int:
    if value == "default":
        return {"RANGED": settings.ranged_default, "INCOME": settings.income_default}.get(name, 1)
    return int(value)


@dataclass(frozen=True, slots=True)
class Announced:
    """How an ability is announced: its flag (HCG-R15), what it costs, how often it may be used in which period
    (HCG-R14; 0: as often as it is paid), the targets that would change sides (O8), and whether it is a COMBAT
    event, whose targets take part in the combat (HCG-5.8, HCG-R16).
    """

    flag: str
    sources: Count | None
    wounds: tuple[Count, Find] | None
    kills: Find | None
    times: int
    period: str
    taken_over: frozenset[str]
    involved: bool

    def narrows(self, label: str) -> bool:
        """Whether more than the selector says what this target may be."""
        return self.involved or label in self.taken_over


def _announced(made: Definition, ability: Ability, compiler: Compiler) -> Announced:
    data, costs = ability.data, ability.data.get("cost", {})
    period, times = ability.limit or ("per_round", 0 if costs else 1)
    wound = costs.get("wound")
    return Announced(
        flag=data.get("flag", "ANYTIME"),
        sources=compiler.amount(costs["sources"]) if "sources" in costs else None,
        wounds=(compiler.amount(wound["num"]), compiler.things(wound["of"])) if wound else None,
        kills=compiler.things(costs["kill"]) if "kill" in costs else None,
        times=times,
        period=period,
        taken_over=frozenset(str(one["control"]) for one in data["do"] if "control" in one),
        involved=ability.timing.name == "play" and made.flag == "COMBAT",
    )


def _sort_in(made: Definition, ability: Ability, compiler: Compiler) -> None:
    """Put an ability where the rules look for it (HCG-5.3)."""
    timing = ability.timing
    if timing.name in ("activated", "play"):
        ability.facts = _announced(made, ability, compiler)
    if timing.name == "passive":
        made.always.append(ability)
    elif timing.name == "activated":
        made.used.append(ability)
    elif timing.name == "play":
        made.play = ability
    else:
        event = timing.event.name if timing.event is not None else HEARS[timing.name]
        made.hears.setdefault(event, []).append(ability)


STANDARD_LOCATOR = "LOCATOR.1"


def locator(compiler: Compiler) -> Ability:
    """The standard script of LOCATOR (HCG-R56)."""
    script = {"timing": "locator", "do": [{"search": "location", "who": "you", "may": "you"}]}
    return compiler.ability("LOCATOR", 1, script)
