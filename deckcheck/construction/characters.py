"""Construction of Neon Hope characters: NH-3.20, NH-21.2, NH-25 and NH-26, one function for each rule.

Cards are read from a file and have the shape ``{number, name, kind, level, set, traits: [name], universal, character}``
with the kinds ``character``, ``character_tool``, ``tool``, ``ally`` and ``action``; only Action cards have a level and
a set. A choice names cards as ``character-number``, Action cards by their level 1 card, for example ``rook-12``.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from deckcheck.construction.common import plural
from deckcheck.construction.verdict import Fault, Verdict

Data = Mapping[str, object]

TRAITS = ("insider", "influencer", "activist", "maker", "authority", "underground", "analyst", "believer")
"""NH-25.15."""
UNIVERSAL = "universal"
KINDS = ("character", "character_tool", "tool", "ally", "action")
LEVELS = (1, 2, 3)
NUMBERS = range(1, 36)
ACTIONS, TOOLS, SETS, SET_SIZE, UNIVERSALS, TOOLS_PER_TRAIT, SOLO_ACTIONS = 8, 8, 3, 2, 2, 2, 2


@dataclass(frozen=True)
class CharacterCard:
    """One of the 35 cards of a character; ``traits`` are without Universal, which is ``universal``."""

    number: int
    name: str
    kind: str
    character: str
    level: int = 0
    set: str = ""
    traits: frozenset[str] = frozenset()
    universal: bool = False

    @property
    def id(self) -> str:
        return f"{self.character}-{self.number}"


@dataclass(frozen=True, slots=True)
class Customization:
    """What a player takes. Empty ``actions``, ``tools``, ``ally`` and ``character_tool`` are the character's own.

    Full customization leaves nothing but the Character Tool empty. The solo extras are for a player alone.
    """

    mode: Literal["preconstructed", "light", "full"]
    character: str
    actions: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    ally: str = ""
    solo_actions: tuple[str, ...] = ()
    solo_ally: str = ""
    at_campaign_start: bool = True
    character_tool: str = ""


@dataclass(frozen=True)
class Chosen:
    """A choice next to the cards it is made from; ids of no card are left out of the lists of cards."""

    cards: tuple[CharacterCard, ...]
    choice: Customization

    @cached_property
    def by_id(self) -> dict[str, CharacterCard]:
        return {card.id: card for card in self.cards}

    def own(self, kind: str) -> list[CharacterCard]:
        """The character's own cards of a kind, Action cards at level 1."""
        return [
            card
            for card in self.cards
            if card.character == self.choice.character and card.kind == kind and card.level <= 1
        ]

    def _ids(self, kind: str, chosen: Iterable[str]) -> tuple[str, ...]:
        """The ids named; where none are and the mode starts from the character, those of its own cards."""
        named = tuple(one for one in chosen if one)
        if named or (self.choice.mode == "full" and kind != "character_tool"):
            return named
        return tuple(card.id for card in self.own(kind))

    @cached_property
    def action_ids(self) -> tuple[str, ...]:
        return self._ids("action", self.choice.actions)

    @cached_property
    def tool_ids(self) -> tuple[str, ...]:
        return self._ids("tool", self.choice.tools)

    @cached_property
    def ally_ids(self) -> tuple[str, ...]:
        return self._ids("ally", (self.choice.ally,))

    @cached_property
    def character_tool_ids(self) -> tuple[str, ...]:
        return self._ids("character_tool", (self.choice.character_tool,))

    @property
    def extra_ids(self) -> tuple[str, ...]:
        """The solo extras."""
        return (*self.choice.solo_actions, *((self.choice.solo_ally,) if self.choice.solo_ally else ()))

    @property
    def all_ids(self) -> tuple[str, ...]:
        return (*self.action_ids, *self.tool_ids, *self.ally_ids, *self.character_tool_ids, *self.extra_ids)

    def found(self, ids: Iterable[str]) -> list[CharacterCard]:
        return [self.by_id[one] for one in ids if one in self.by_id]

    @cached_property
    def traits(self) -> frozenset[str]:
        """The traits of the character (NH-21.2)."""
        own = self.own("character")
        return own[0].traits if own else frozenset()


def check_character(cards: Iterable[Data]) -> Verdict:
    """Every fault in the 35 cards of one character."""
    data = list(cards)
    return Verdict(tuple(fault for rule in CHARACTER_RULES for fault in rule(data)))


def check_customization(cards: Iterable[Data], choice: Customization) -> Verdict:
    """Every fault of one player's choice; solo extras are checked where any are named."""
    chosen = Chosen(read_cards(cards), choice)
    rules = COMMON_RULES + MODE_RULES[choice.mode] + (SOLO_RULES if chosen.extra_ids else ())
    return Verdict(tuple(fault for rule in rules for fault in rule(chosen)))


def check_group(cards: Iterable[Data], choices: Sequence[Customization]) -> Verdict:
    """Every fault of all players' choices; a player alone takes the solo extras, others must not."""
    read = tuple(cards)
    faults = [fault for choice in choices for fault in check_customization(read, choice).faults]
    group = [Chosen(read_cards(read), choice) for choice in choices]
    for rule in (one_character_each, one_copy, extras_when_alone):
        faults.extend(rule(group))
    return Verdict(tuple(faults))


def brought_cards(cards: Iterable[Data], choice: Customization) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """NH-25.14: ids of the Action cards used at campaign start, and of those set aside; levels come by name."""
    chosen = Chosen(read_cards(cards), choice)
    start = (*chosen.action_ids, *choice.solo_actions)
    return start, tuple(card.id for one in chosen.found(start) for card in _higher(chosen, one))


def read_cards(cards: Iterable[Data]) -> tuple[CharacterCard, ...]:
    """Cards of the plain data; what is missing or of a wrong type stands as zero or empty."""
    return tuple(
        CharacterCard(
            number=_whole(card.get("number")),
            name=str(card.get("name", "")),
            kind=str(card.get("kind", "")),
            character=str(card.get("character", "")),
            level=_whole(card.get("level")),
            set=str(card.get("set") or ""),
            traits=frozenset(_traits(card)) - {UNIVERSAL},
            universal=card.get("universal") is True or UNIVERSAL in _traits(card),
        )
        for card in cards
    )


def expand_characters(data: Data) -> tuple[dict[str, object], ...]:
    """All cards of a short description, 35 for each character.

    The shape is ``{characters: [{id, name, traits, character_tool, tools: [[name, trait, ...]], ally, sets: [{set,
    traits, cards: [name]}], universal: [name]}]}``. Numbers follow NH-3.20, those of levels 2 and 3 in turn.
    """
    return tuple(card for one in _mappings(data.get("characters")) for card in _expand(one))


def _expand(data: Data) -> Iterator[dict[str, object]]:
    who = str(data.get("id"))
    yield {
        "number": 1,
        "name": data.get("name"),
        "kind": "character",
        "traits": data.get("traits"),
        "character": who,
    }
    yield {"number": 2, "name": data.get("character_tool"), "kind": "character_tool", "character": who}
    for number, tool in enumerate(_sequence(data.get("tools")), 3):
        name, *traits = _sequence(tool)
        yield {"number": number, "name": name, "kind": "tool", "traits": traits, "character": who}
    yield {"number": 11, "name": data.get("ally"), "kind": "ally", "universal": True, "character": who}
    actions: list[dict[str, object]] = [
        {"name": name, "set": group.get("set"), "traits": group.get("traits")}
        for group in _mappings(data.get("sets"))
        for name in _sequence(group.get("cards"))
    ]
    actions += [
        {"name": name, "set": UNIVERSAL, "universal": True} for name in _sequence(data.get("universal"))
    ]
    for level in LEVELS:
        for place, action in enumerate(actions):
            number = 12 + (level - 1) * ACTIONS + place
            yield {**action, "number": number, "kind": "action", "level": level, "character": who}


def numbering(cards: Sequence[Data]) -> Iterator[Fault]:
    """NH-3.20: the numbers 1 to 35, each once."""
    have = Counter(card.number for card in read_cards(cards))
    wrong = sorted(number for number in {*have, *NUMBERS} if have[number] != (number in NUMBERS))
    if wrong:
        message = f"{plural(have.total(), 'card')}; missing, repeated or unknown numbers: {_list(wrong)}."
        yield Fault("NH-3.20", message, "The numbers 1 to 35, each once.")


def kinds_by_number(cards: Sequence[Data]) -> Iterator[Fault]:
    """NH-3.20: which kind of card has which number, and the levels of the Action cards."""
    for card in read_cards(cards):
        legal = _legal_kinds(card.number)
        found = f"{card.kind} {card.level}" if card.kind == "action" else card.kind
        if legal and found not in legal:
            message = f"Number {card.number}, {card.name}, is {found or 'of no kind'}."
            yield Fault("NH-3.20", message, f"{' or '.join(legal)}.", cards=((card.id, 1),))


def allies_in_kit(cards: Sequence[Data]) -> Iterator[Fault]:
    """NH-3.20: the tool kit is 8 Tools and 1 Ally."""
    have = Counter(card.kind for card in read_cards(cards))
    if (have["tool"], have["ally"]) != (TOOLS, 1):
        message = (
            f"The tool kit has {plural(have['tool'], 'Tool')} and {plural(have['ally'], 'Ally', 'Allies')}."
        )
        yield Fault("NH-3.20", message, "8 Tools and 1 Ally.")


def three_levels(cards: Sequence[Data]) -> Iterator[Fault]:
    """NH-25.14: each Action card is there at level 1, 2 and 3."""
    levels: dict[str, list[int]] = {}
    for card in read_cards(cards):
        if card.kind == "action":
            levels.setdefault(card.name, []).append(card.level)
    for name, found in levels.items():
        if sorted(found) != list(LEVELS):
            yield Fault(
                "NH-25.14", f"{name} is there at level {_list(sorted(found))}.", "At levels 1, 2 and 3."
            )


def two_traits(cards: Sequence[Data]) -> Iterator[Fault]:
    """NH-21.2: the Character card has the two traits by which cards are chosen."""
    for data, card in zip(cards, read_cards(cards), strict=True):
        if card.kind == "character" and (len(card.traits) != 2 or len(_traits(data)) != 2):
            message = f"{card.name} has {_list(_traits(data)) or 'no traits'}."
            yield Fault("NH-21.2", message, "Two different traits.", cards=((card.id, 1),))


def traits_to_choose_by(cards: Sequence[Data]) -> Iterator[Fault]:
    """NH-21.2: Action cards and Tools have a trait or are Universal, or nobody could choose them."""
    for card in read_cards(cards):
        if card.kind in ("action", "tool") and not card.traits and not card.universal:
            message = f"{card.name} has no trait."
            yield Fault("NH-21.2", message, "At least one trait, or Universal.", cards=((card.id, 1),))


def known_traits(cards: Sequence[Data]) -> Iterator[Fault]:
    """NH-25.15: the eight traits and no other; Universal is for cards, never for a character."""
    for card in read_cards(cards):
        unknown = sorted(card.traits - set(TRAITS))
        if card.universal and card.kind == "character":
            unknown.append(UNIVERSAL)
        if unknown:
            message = f"{card.name} has the trait {_list(unknown)}."
            yield Fault("NH-25.15", message, f"One of {', '.join(TRAITS)}.", cards=((card.id, 1),))


CHARACTER_RULES: tuple[Callable[[Sequence[Data]], Iterator[Fault]], ...] = (
    numbering,
    kinds_by_number,
    allies_in_kit,
    three_levels,
    two_traits,
    traits_to_choose_by,
    known_traits,
)


def only_at_start(chosen: Chosen) -> Iterator[Fault]:
    """NH-25.1: a character is customized when a campaign starts, not later."""
    if chosen.choice.mode != "preconstructed" and not chosen.choice.at_campaign_start:
        yield Fault("NH-25.1", "The campaign has begun.", "Customize at campaign start.")


def known_cards(chosen: Chosen) -> Iterator[Fault]:
    """NH-25.2: cards are of the game and its expansions, each of them once."""
    for one, count in Counter(chosen.all_ids).items():
        if one not in chosen.by_id:
            yield Fault(
                "NH-25.2",
                f"{one}: there is no such card.",
                "Cards of this collection.",
                cards=((one, count),),
            )
        elif count > 1:
            yield _fault("NH-25.2", f"taken {count} times", "There is one copy.", chosen.by_id[one])


def kinds(chosen: Chosen) -> Iterator[Fault]:
    """NH-25.3 and NH-25.7: Action cards, Tools and an Ally each in their place."""
    clause = {"full": "NH-25.7", "light": "NH-25.3", "preconstructed": "NH-25.1"}[chosen.choice.mode]
    places = (("action", chosen.action_ids), ("tool", chosen.tool_ids), ("ally", chosen.ally_ids))
    for kind, ids in places:
        for card in chosen.found(ids):
            if card.kind != kind:
                yield _fault(
                    clause, f"chosen as {kind}, but {card.kind}", f"A card of the kind {kind}.", card
                )


def level_one(chosen: Chosen) -> Iterator[Fault]:
    """NH-25.14: an Action card is chosen by its level 1 card, and brings levels 2 and 3 along."""
    for card in chosen.found((*chosen.action_ids, *chosen.choice.solo_actions)):
        if card.kind != "action":
            continue
        if card.level != 1:
            yield _fault(
                "NH-25.14", f"level {card.level}", "Start with level 1; levels 2 and 3 are set aside.", card
            )
        elif sorted(higher.level for higher in _higher(chosen, card)) != [2, 3]:
            yield _fault("NH-25.14", "levels 2 and 3 are not both there", "All three levels.", card)


def unchanged(chosen: Chosen) -> Iterator[Fault]:
    """NH-25.1: a preconstructed character is played with all its own cards and no others."""
    if Counter(chosen.all_ids) - Counter(chosen.extra_ids) != Counter(_own_ids(chosen)):
        yield Fault(
            "NH-25.1", "The cards are not those of the preconstructed character.", "Its own, or customize it."
        )


def complete_base(chosen: Chosen) -> Iterator[Fault]:
    """NH-25.3: a complete preconstructed character; exchanges leave its numbers and its Character Tool alone."""
    if not chosen.own("character"):
        yield Fault(
            "NH-25.3", f"There is no character {chosen.choice.character}.", "A preconstructed character."
        )
    if set(chosen.character_tool_ids) != {card.id for card in chosen.own("character_tool")}:
        yield Fault("NH-25.3", "The Character Tool was exchanged.", "Keep the character's own.")
    for word, ids, limit in (
        ("Action card", chosen.action_ids, ACTIONS),
        ("Tool", chosen.tool_ids, TOOLS),
    ):
        if len(ids) != limit:
            yield Fault("NH-25.3", f"{plural(len(ids), word)}.", f"{limit}: each exchanged for another one.")


def light_actions(chosen: Chosen) -> Iterator[Fault]:
    """NH-25.4: own Universal Action cards are exchanged for other Universal ones; all other cards stay."""
    given, taken = _exchange(chosen, "action", chosen.action_ids)
    for card in (*given, *taken):
        if not card.universal:
            word = "given away" if card in given else "taken in"
            yield _fault(
                "NH-25.4", f"{word}, but not Universal", "Universal cards for Universal cards.", card
            )


def light_tools(chosen: Chosen) -> Iterator[Fault]:
    """NH-25.5: each Tool taken in has a trait of the Tool it replaces (NH-R95)."""
    given, taken = _exchange(chosen, "tool", chosen.tool_ids)
    for card in _without_partner(given, taken):
        yield Fault(
            "NH-25.5",
            f"{card.id} {card.name}: shares no trait with a Tool given away for it.",
            f"Given away: {_list(f'{one.name} ({_list(sorted(one.traits))})' for one in given) or 'nothing'}.",
            cards=((card.id, 1),),
            rulings=("NH-R95",),
        )


def light_ally(chosen: Chosen) -> Iterator[Fault]:
    """NH-25.6: the Ally may be exchanged for another Universal Ally."""
    given, taken = _exchange(chosen, "ally", chosen.ally_ids)
    for card in taken:
        if card.kind != "ally" or not card.universal:
            yield _fault("NH-25.6", "taken in, but no Universal Ally", "Another Universal Ally.", card)
    if len(given) != len(taken):
        yield Fault("NH-25.6", f"{plural(len(chosen.ally_ids), 'Ally', 'Allies')}.", "One Ally.")


def full_base(chosen: Chosen) -> Iterator[Fault]:
    """NH-25.7: one Character card and the Character Tool that belongs to it."""
    if len(chosen.own("character")) != 1:
        yield Fault("NH-25.7", f"There is no character {chosen.choice.character!r}.", "One Character card.")
    own = {card.id for card in chosen.own("character_tool")}
    if len(own) != 1 or set(chosen.character_tool_ids) != own:
        message = f"The Character Tool is {_list(chosen.character_tool_ids) or 'missing'}."
        yield Fault("NH-25.7", message, f"{_list(own) or 'The one that belongs to the character'}.")


def full_actions(chosen: Chosen) -> Iterator[Fault]:
    """NH-25.8: 8 Action cards, 3 sets with 2 cards each and 2 Universal cards."""
    sizes = sorted(len(cards) for cards in _sets(chosen).values())
    universal = sum(card.universal for card in chosen.found(chosen.action_ids))
    if len(chosen.action_ids) != ACTIONS or sizes != [SET_SIZE] * SETS or universal != UNIVERSALS:
        yield Fault(
            "NH-25.8",
            f"{plural(len(chosen.action_ids), 'Action card')}: sets of {_list(sizes) or '0'}, {universal} Universal.",
            "8: 3 sets with 2 cards each, and 2 Universal cards.",
        )


def full_both_traits(chosen: Chosen) -> Iterator[Fault]:
    """NH-25.9: one of the sets has both traits of the character."""
    if not any(chosen.traits <= _set_traits(cards) for cards in _sets(chosen).values()):
        yield Fault("NH-25.9", "No set has both traits of the character.", f"{_list(sorted(chosen.traits))}.")


def full_one_trait(chosen: Chosen) -> Iterator[Fault]:
    """NH-25.10: each set has at least one trait of the character (NH-R95)."""
    for name, cards in _sets(chosen).items():
        if not chosen.traits & _set_traits(cards):
            yield Fault(
                "NH-25.10",
                f"The set {name} has no trait of the character.",
                f"{' or '.join(sorted(chosen.traits))}.",
                cards=tuple((card.id, 1) for card in cards),
                rulings=("NH-R95",),
            )


def full_kit(chosen: Chosen) -> Iterator[Fault]:
    """NH-25.11: the tool kit is 8 Tools and 1 Universal Ally."""
    if len(chosen.tool_ids) != TOOLS or len(chosen.ally_ids) != 1:
        message = (
            f"{plural(len(chosen.tool_ids), 'Tool')} and {plural(len(chosen.ally_ids), 'Ally', 'Allies')}."
        )
        yield Fault("NH-25.11", message, "9 cards: 8 Tools and 1 Universal Ally.")
    for card in chosen.found(chosen.ally_ids):
        if card.kind != "ally" or not card.universal:
            yield _fault("NH-25.11", "no Universal Ally", "A Universal Ally.", card)


def full_tool_traits(chosen: Chosen) -> Iterator[Fault]:
    """NH-25.12: every Tool shares a trait with the character (NH-R95)."""
    for card in chosen.found(chosen.tool_ids):
        if not card.traits & chosen.traits:
            yield _fault(
                "NH-25.12", "no trait of the character", f"{' or '.join(sorted(chosen.traits))}.", card
            )


def full_tools_per_trait(chosen: Chosen) -> Iterator[Fault]:
    """NH-25.13: at least 2 Tools for each of the traits; a Tool with both counts for both (NH-R95)."""
    tools = chosen.found(chosen.tool_ids)
    for trait in sorted(chosen.traits):
        have = sum(trait in card.traits for card in tools)
        if have < TOOLS_PER_TRAIT:
            legal = f"At least {TOOLS_PER_TRAIT}."
            yield Fault("NH-25.13", f"{plural(have, 'Tool')} with {trait}.", legal, rulings=("NH-R95",))


def solo_actions(chosen: Chosen) -> Iterator[Fault]:
    """NH-26.1: 2 Universal Action cards of other characters, different from the own ones (NH-R96, NH-R97)."""
    rulings = ("NH-R96", "NH-R97")
    ids = chosen.choice.solo_actions
    if len(ids) != SOLO_ACTIONS or len(set(ids)) != len(ids):
        message = f"{plural(len(set(ids)), 'different extra Action card')}."
        yield Fault("NH-26.1", message, "2 different ones.", rulings=rulings)
    for card in chosen.found(ids):
        if card.kind != "action" or not _is_extra(chosen, card) or card.id in chosen.action_ids:
            legal = "A Universal Action card of another character that is not among your own."
            message = f"{card.id} {card.name}: no card to add for solo play."
            yield Fault("NH-26.1", message, legal, cards=((card.id, 1),), rulings=rulings)


def solo_ally(chosen: Chosen) -> Iterator[Fault]:
    """NH-26.2: 1 Universal Ally of another character, different from the own one (NH-R97)."""
    card = chosen.by_id.get(chosen.choice.solo_ally)
    if card is None or card.kind != "ally" or not _is_extra(chosen, card) or card.id in chosen.ally_ids:
        name = f"{card.id} {card.name}" if card else "Nothing"
        legal = "A Universal Ally of another character that is not your own."
        yield Fault("NH-26.2", f"{name} as the extra Ally.", legal, rulings=("NH-R97",))


Rules = tuple[Callable[[Chosen], Iterator[Fault]], ...]
COMMON_RULES: Rules = (only_at_start, known_cards, kinds, level_one)
MODE_RULES: Mapping[str, Rules] = {
    "preconstructed": (unchanged,),
    "light": (complete_base, light_actions, light_tools, light_ally),
    "full": (
        full_base,
        full_actions,
        full_both_traits,
        full_one_trait,
        full_kit,
        full_tool_traits,
        full_tools_per_trait,
    ),
}
SOLO_RULES: Rules = (solo_actions, solo_ally)


def one_character_each(group: Sequence[Chosen]) -> Iterator[Fault]:
    """NH-25.2 with NH-R7: no two players take the same character."""
    for character, count in Counter(chosen.choice.character for chosen in group).items():
        if count > 1:
            message = f"{count} players take {character}."
            yield Fault("NH-25.2", message, "Each character is taken once.", rulings=("NH-R7",))


def one_copy(group: Sequence[Chosen]) -> Iterator[Fault]:
    """NH-25.2: no card is in the decks of two players."""
    have = Counter(one for chosen in group for one in set(chosen.all_ids))
    for one, count in have.items():
        if count > 1:
            message = f"{one} is in the decks of {count} players."
            yield Fault("NH-25.2", message, "In one of them.", cards=((one, count),), rulings=("NH-R7",))


def extras_when_alone(group: Sequence[Chosen]) -> Iterator[Fault]:
    """NH-26.1 and NH-26.2: a player alone adds 2 Action cards and an Ally; in a group nobody does."""
    for chosen in group:
        extras = (("NH-26.1", chosen.choice.solo_actions), ("NH-26.2", chosen.choice.solo_ally))
        for clause, named in extras:
            if named and len(group) > 1:
                message = f"{chosen.choice.character} has extras of the solo game."
                yield Fault(clause, message, f"None with {len(group)} players.")
            elif not chosen.extra_ids and len(group) == 1:
                legal = "2 Universal Action cards and 1 Universal Ally of other characters."
                yield Fault(clause, "The extras of the solo game are missing.", legal)


def _legal_kinds(number: int) -> tuple[str, ...]:
    """The kinds a number may have by NH-3.20, Action cards with their level; none for a number outside."""
    if number in (1, 2):
        return (KINDS[number - 1],)
    if number in range(3, 12):
        return ("tool", "ally")
    if number in range(12, 20):
        return ("action 1",)
    return ("action 2", "action 3") if number in NUMBERS else ()


def _higher(chosen: Chosen, card: CharacterCard) -> list[CharacterCard]:
    """Levels 2 and 3 of an Action card: the cards of its name and character."""
    return [
        other
        for other in chosen.cards
        if (other.kind, other.name, other.character) == ("action", card.name, card.character)
        and other.level > 1
    ]


def _own_ids(chosen: Chosen) -> list[str]:
    return [card.id for kind in KINDS[1:] for card in chosen.own(kind)]


def _exchange(
    chosen: Chosen, kind: str, ids: Sequence[str]
) -> tuple[list[CharacterCard], list[CharacterCard]]:
    """The own cards given away and the other cards taken in."""
    own = chosen.own(kind)
    given = [card for card in own if card.id not in ids]
    return given, [card for card in chosen.found(ids) if card not in own]


def _without_partner(given: list[CharacterCard], taken: list[CharacterCard]) -> list[CharacterCard]:
    """Cards taken in that are left over when as many as possible replace a card of a common trait."""
    replaced: dict[str, CharacterCard] = {}

    def place(card: CharacterCard, tried: set[str]) -> bool:
        for old in given:
            if old.traits & card.traits and old.id not in tried:
                tried.add(old.id)
                if old.id not in replaced or place(replaced[old.id], tried):
                    replaced[old.id] = card
                    return True
        return False

    return [card for card in taken if not place(card, set())]


def _sets(chosen: Chosen) -> dict[str, list[CharacterCard]]:
    """The chosen Action cards that are not Universal, by set."""
    found: dict[str, list[CharacterCard]] = {}
    for card in chosen.found(chosen.action_ids):
        if not card.universal:
            found.setdefault(card.set, []).append(card)
    return found


def _set_traits(cards: list[CharacterCard]) -> frozenset[str]:
    """The traits all cards of a set have."""
    return frozenset.intersection(*(card.traits for card in cards))


def _is_extra(chosen: Chosen, card: CharacterCard) -> bool:
    return card.universal and card.character != chosen.choice.character


def _fault(clause: str, wrong: str, legal: str, card: CharacterCard) -> Fault:
    return Fault(clause, f"{card.id} {card.name}: {wrong}.", legal, cards=((card.id, 1),))


def _traits(card: Data) -> list[str]:
    return [str(trait).casefold() for trait in _sequence(card.get("traits"))]


def _sequence(value: object) -> list[object]:
    return list(value) if isinstance(value, Sequence) and not isinstance(value, str) else []


def _mappings(value: object) -> list[Data]:
    return [one for one in _sequence(value) if isinstance(one, Mapping)]


def _whole(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def _list(values: Iterable[object]) -> str:
    return ", ".join(map(str, values))
