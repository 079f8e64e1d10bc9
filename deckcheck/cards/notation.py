"""The effect notation of each game as data: its words, and what every verb reads."""

from collections.abc import Mapping
from dataclasses import dataclass, field

Reader = str | tuple[str, ...] | frozenset[str]
"""What a parameter holds: a reader by name (see ``lint``), one of these words, or a list of these words."""


@dataclass(frozen=True)
class Verb:
    """``main`` is read from the verb's own value, ``needs`` and ``reads`` from its other parameters.

    ``lasts``: reads ``until``; ``names``: reads ``as``. Every verb reads ``if``, ``may``, ``then`` and ``else``.
    """

    main: Reader
    needs: Mapping[str, Reader] = field(default_factory=dict)
    reads: Mapping[str, Reader] = field(default_factory=dict)
    lasts: bool = False
    names: bool = False

    def parameters(self) -> dict[str, Reader]:
        """Every parameter beside the verb itself, with its reader."""
        found: dict[str, Reader] = {**ANY_VERB, **self.needs, **self.reads}
        if self.lasts:
            found["until"] = "until"
        if self.names:
            found["as"] = "label"
        return found


ANY_VERB: Mapping[str, Reader] = {
    "if": "condition",
    "may": "player",
    "then": "statements",
    "else": "statements",
}


@dataclass(frozen=True)
class Grammar:
    """The words of one game's notation.

    ``filters`` maps a filter to what stands behind its sign ("" when it stands alone), ``events`` an event to
    the data it brings, ``timings`` a timing to what its brackets hold, ``costs`` a part to its reader,
    ``limits`` a limit to its reader ("" for a single word), ``traits`` a kind to the types or subtypes of the
    cards it covers.
    """

    game: str
    zones: tuple[str, ...]
    kinds: Mapping[str, tuple[str, ...]]
    filters: Mapping[str, str]
    refs: frozenset[str]
    players: frozenset[str]
    measures: Mapping[str, str]
    questions: Mapping[str, int]
    events: Mapping[str, tuple[str, ...]]
    timings: Mapping[str, str]
    costs: Mapping[str, Reader]
    until: tuple[str, ...]
    limits: Mapping[str, str]
    verbs: Mapping[str, Verb]
    ability_keys: tuple[str, ...]
    counters: frozenset[str] = frozenset()
    keywords: frozenset[str] = frozenset()
    phases: tuple[str, ...] = ()
    groups: frozenset[str] = frozenset()


COLOURS = ("red", "blue")
TRACKS = ("blue", "red", "both", "choose")
RAM_STATES = ("running", "refreshed")
STATS = frozenset({"attack", "defense"})
LIMITS = ("first_each_own_turn", "next_play")

SHARED_REFS = frozenset({"self", "you", "opps", "players", "active", "owner", "each", "rest"})
SHARED_PLAYERS = frozenset({"you", "opps", "players", "active", "owner"})
SHARED_KEYS = ("timing", "cost", "targets", "if", "limit", "do", "until", "notes", "ruling")
SHARED_FILTERS: Mapping[str, str] = {"other": "", "attacking": "", "not": "ref", "from": "label"}

SHARED_VERBS: Mapping[str, Verb] = {
    "draw": Verb("amount", reads={"who": "player"}),
    "discard": Verb("things or amount", reads={"who": "player"}, names=True),
    "to_hand": Verb("things"),
    "to_deck_top": Verb("things"),
    "destroy": Verb("things", reads={"by": "ref"}, names=True),
    "retarget": Verb("things", reads={"by": "player"}),
    "search": Verb("selector", reads={"who": "player"}, names=True),
    "look_top": Verb("amount", reads={"whose": "player", "who": "player", "always": "true"}, names=True),
    "reorder_top": Verb("things", reads={"by": "player"}),
    "reveal_hand": Verb("player", reads={"to": "player"}),
    "choose": Verb("amount", {"of": "selector"}, {"by": "player", "target": "true"}, names=True),
    "choose_one": Verb("options", reads={"by": "player"}),
    "watch": Verb("event", {"do": "statements", "until": "until"}, {"targets": "targets"}),
    "buff": Verb("stats", {"to": "things"}, lasts=True),
    "swap_base": Verb(STATS, {"of": "things"}, lasts=True),
    "control": Verb("things", {"who": "player"}, lasts=True),
    "for_each": Verb("things", {"do": "statements"}),
    "branch": Verb("condition"),
}

NEUROSCAPE_VERBS: Mapping[str, Verb] = {
    "damage": Verb("amount", {"kind": "colour", "to": "things"}, {"by": "ref"}, names=True),
    "duel": Verb("things", {"with": "ref"}, names=True),
    "lose_health": Verb("amount", {"track": TRACKS}, {"who": "player"}),
    "gain_health": Verb("amount", {"track": TRACKS}, {"who": "player"}),
    "set_health": Verb("amount", {"track": TRACKS}, {"who": "player"}),
    "prevent": Verb("amount", reads={"to": "things", "kind": COLOURS}, lasts=True),
    "no_prevention": Verb("true", lasts=True),
    "scale_damage": Verb("number"),
    "install_ram": Verb("amount", {"state": RAM_STATES}, {"who": "player"}, names=True),
    "destroy_ram": Verb("things or amount", reads={"who": "player"}, names=True),
    "recover_ram": Verb("things", {"state": RAM_STATES}),
    "ram_enters": Verb(RAM_STATES, reads={"who": "player"}, lasts=True),
    "return_ram": Verb(RAM_STATES),
    "mod_cost": Verb(
        "number", {"of": "selector"}, {"by": "player", "limit": LIMITS, "committed": "true"}, lasts=True
    ),
    "set_cost": Verb(
        "number", {"of": "selector"}, {"by": "player", "limit": LIMITS, "committed": "true"}, lasts=True
    ),
    "set_ability_cost": Verb("number", {"of": "selector"}, lasts=True),
    "pay": Verb("cost", {"by": "player"}),
    "index": Verb("amount", {"of": "selector"}, {"who": "player"}, names=True),
    "divine": Verb("amount", reads={"times": "amount", "who": "player"}),
    "look_facedown": Verb(("all",), reads={"who": "player"}, lasts=True),
    "show_hand": Verb("player", {"to": "player"}, lasts=True),
    "reveal_top": Verb("amount", {"as": "label"}, {"whose": "player"}),
    "reveal_until": Verb("selector", {"as": "label"}, {"whose": "player"}),
    "shuffle_in": Verb("things", reads={"whose": "player"}),
    "split_piles": Verb("things", {"into": "number", "by": "player"}, {"facedown": "true"}),
    "choose_pile": Verb("things", {"by": "player", "chosen": ("hand", "bin"), "rest": ("hand", "bin")}),
    "bin": Verb("things"),
    "purge": Verb("things", names=True),
    "stability_check": Verb("player"),
    "put_into_play": Verb("things", reads={"by": "player", "set_cost": "number", "counter": "counter"}),
    "play_now": Verb("things", reads={"by": "player", "set_cost": "number"}),
    "allow_play": Verb(
        "things",
        {"from": ("bin", "hand", "deck_top")},
        {
            "by": "player",
            "pay": ("normal", "double", "base", "no_ram"),
            "on_resolve": ("purge",),
            "num": "amount",
        },
        lasts=True,
    ),
    "allow_reversed": Verb("selector", reads={"by": "player"}, lasts=True),
    "attach": Verb("things", {"to": "ref"}),
    "reattach": Verb("things", {"to": "selector"}, {"by": "player"}),
    "counter_action": Verb("things"),
    "copy_action": Verb("things", reads={"new_targets": ("may",)}),
    "cache_top": Verb("things"),
    "become_ability": Verb("things", {"replaces": "ability"}, lasts=True),
    "trigger_extra": Verb("selector", {"num": "amount"}, lasts=True),
    "put_counter": Verb("counter", {"to": "things", "num": "amount"}),
    "remove_counter": Verb("counter or any", {"from": "things", "num": "amount"}, names=True),
    "double_counters": Verb("counter", {"to": "things"}),
    "toggle_counter": Verb("counter", {"to": "things"}),
    "share_base": Verb(("max",), {"stats": STATS, "of": "selector"}, lasts=True),
    "scale_base": Verb("number", {"stat": ("attack", "defense"), "of": "things"}, lasts=True),
    "set_attack_type": Verb(COLOURS, {"of": "things"}, lasts=True),
    "grant": Verb("keyword", {"to": "things"}, lasts=True),
    "strip": Verb("keyword", {"from": "things"}, lasts=True),
    "psychosis": Verb("number", {"to": "things"}, lasts=True),
    "scale_psychosis": Verb("number", {"of": "things"}, lasts=True),
    "psychosis_check": Verb("things"),
    "immune": Verb(("PSYCHOSIS",), {"to": "things"}, lasts=True),
    "run": Verb("things"),
    "refresh": Verb("things"),
    "reboot": Verb("things"),
    "cannot": Verb(("attack", "block", "be_destroyed", "be_force_quit"), {"who": "things"}, lasts=True),
    "must": Verb(("attack", "attack_or_block"), {"who": "things"}, lasts=True),
    "block_min": Verb("number", {"who": "things"}, lasts=True),
    "token": Verb(
        "token",
        {"num": "amount"},
        {"who": "player", "attack_type": ("choose", *COLOURS), "state": frozenset({"attacking", "running"})},
        names=True,
    ),
    "copy_token": Verb(
        "things",
        {"num": "amount"},
        {"iconic": "boolean", "state": frozenset({"attacking", "running"}), "who": "player"},
        names=True,
    ),
    "roll": Verb(("d20",), {"bands": "bands"}, {"by": "player", "twice_if": "condition"}),
    "name": Verb(("faction", "ram_cost"), {"as": "label"}, {"by": "player"}),
    "player_with_most": Verb("selector", {"as": "label", "tie": ("nobody",)}, {"weight": "weights"}),
    "later": Verb(("turn-end",), {"do": "statements"}),
    "replace": Verb("event", {"with": "statements"}, lasts=True),
    "extra_turn": Verb("player"),
    "win_game": Verb("player"),
    "copy_limit": Verb("number or unlimited"),
    "environment_limit": Verb("number or unlimited", lasts=True),
    "table_action": Verb("text"),
}

HOPE_VERBS: Mapping[str, Verb] = {
    "gain_sources": Verb("amount", {"who": "player"}),
    "lose_sources": Verb("amount", {"who": "player"}),
    "kill": Verb("things", reads={"by": "player"}, names=True),
    "wound": Verb("amount", {"to": "things"}),
    "heal": Verb("amount", {"to": "things"}),
    "move": Verb("things", {"steps": "amount"}, {"by": "player", "dir": "direction"}),
    "place": Verb("things", {"at": "things"}),
    "swap": Verb("two things"),
    "flip": Verb("things", reads={"state": ("down", "up", "toggle")}, lasts=True),
    "undo": Verb("things"),
    "remove": Verb("things", names=True),
    "cancel": Verb("things"),
    "redirect_combat": Verb("things"),
    "join_combat": Verb("things"),
    "extra_move": Verb("things"),
    "mill": Verb("amount", {"who": "player"}),
    "exchange": Verb("amount", {"who": "player"}),
    "toss": Verb(("coin",), {"win": "statements"}, {"by": "player", "lose": "statements"}),
    "grant": Verb("keyword", {"to": "things"}, {"num": "number"}, lasts=True),
    "strip": Verb("keyword or passives", {"from": "things"}, lasts=True),
    "cannot": Verb(
        ("move", "be_killed", "be_overwhelmed", "be_seen_from_afar"), {"who": "things"}, lasts=True
    ),
    "weight": Verb("amount", {"of": "things"}, lasts=True),
    "mod_cost": Verb("number", {"of": "selector"}, {"by": "player"}, lasts=True),
    "hand_limit": Verb("number", {"who": "player"}, lasts=True),
    "allow_step": Verb(("diagonal",), {"to": "things"}, lasts=True),
    "ignore_blocking": Verb("selector", {"to": "things"}, lasts=True),
}

NEUROSCAPE = Grammar(
    game="neuroscape",
    zones=("bin", "hand", "deck", "cache", "bank"),
    kinds={
        "character": ("Character",),
        "program": ("Program",),
        "gear": ("Gear",),
        "ram": ("RAM",),
        "mainframe": ("Mainframe",),
        "script": ("Script", "Drug", "Tarot"),
        "protocol": ("Protocol", "Virus", "Trojan", "Datashard"),
        "drug": ("Drug",),
        "tarot": ("Tarot",),
        "environment": ("Environment",),
        "virus": ("Virus",),
        "trojan": ("Trojan",),
        "datashard": ("Datashard",),
        "tether": ("Tether",),
        "cyberware": ("Cyberware",),
        "weapon": ("Weapon",),
        "persistent": ("Character", "Gear", "Program"),
        "card": ("Character", "Program", "Gear", "Mainframe", "RAM"),
        "player": (),
        "any": (),
        "action": (),
        "ability": (),
    },
    filters={
        **SHARED_FILTERS,
        **dict.fromkeys(
            (
                "running",
                "refreshed",
                "blocking",
                "damaged_this_turn",
                "iconic",
                "non_token",
                "has_counter",
                "activated",
                "targeted",
                "owner_faction_match",
            ),
            "",
        ),
        "targets": "kind",
        "faction": "group",
        "not_faction": "group",
        "gear_faction": "group",
        "card": "card",
        "not_card": "card",
        "name_has": "name",
        "token": "token",
        "has": "counter",
        "def<=": "number",
        "on": "ref",
        "attached_to": "ref",
        "blocking=": "ref",
        "chain": "ref",
    },
    refs=SHARED_REFS | {"host", "host_player", "everything"},
    players=SHARED_PLAYERS | {"host_player", "opp"},
    measures={
        "synergy": "group",
        "counters": "ref counter",
        "attack": "ref",
        "defense": "ref",
        "cost": "ref",
        "n": "label",
        "played_this_turn": "kind",
    },
    questions={"is_opponent": 1, "in_play": 1, "playable": 2, "destroyed_in": 2},
    events={
        "played": ("player", "card"),
        "attacks": ("card", "defender"),
        "blocked": ("card", "n"),
        "hits_player": ("player", "card", "amount"),
        "hits_character": ("card", "source", "amount"),
        "damaged": ("card", "amount"),
        "destroyed": ("card", "player", "n"),
        "ram_installed": ("player",),
        "last_ram_used": ("player",),
        "d20_rolled": ("player",),
        "counter_put": ("card", "player"),
        "would_be_damaged": ("player", "amount", "source"),
        "would_draw": ("player", "amount"),
        "would_lose_game": ("player",),
        "would_be_destroyed": ("card",),
        "would_leave": ("card",),
        "would_return_ram": ("card", "amount"),
        "would_hit_player": ("player", "card", "amount"),
        "would_hit_character": ("card", "source", "amount"),
    },
    timings={
        "play": "",
        "activated": "",
        "trojan": "",
        "passive": "",
        "triggered": "event",
        "on-hit": "hit",
        "netcheck": "player",
        "system-check": "player",
        "enters": "",
        "leaves": "",
        "attached": "",
        "turn-end": "",
        "deckbuilding": "",
    },
    costs={
        "ram": "amount",
        "run": ("self", "host"),
        "health": "health",
        "destroy": "group of",
        "run_cards": "group of",
        "run_and_destroy": "group of",
        "destroy_ram": "group of",
        "purge": "group of",
    },
    until=(
        "turn_end",
        "your_next_system_check",
        "leaves",
        "while_in_play",
        "while_attached",
        "while_tier_active",
    ),
    limits={"once_per_turn": ""},
    verbs={**SHARED_VERBS, **NEUROSCAPE_VERBS},
    ability_keys=(*SHARED_KEYS, "mode", "tier", "op", "needs"),
    counters=frozenset({"+1/+1", "-1/-1", "CORRUPTION", "BLEED", "INVERT", "SPIRIT", "ARMOR"}),
    keywords=frozenset(
        {
            "SWIFT",
            "STEALTH",
            "VISION",
            "OVERRUN",
            "STAMINA",
            "CLOAKED",
            "MIRAGE",
            "FEEDBACK",
            "DATAVAMP",
            "BIOVAMP",
            "PSYCHOSIS",
            "MALICIOUS",
            "TETHER",
            "TROJAN",
            "REVERSED",
        }
    ),
    phases=("initialize", "deploy", "combat", "turn-end"),
    groups=frozenset(
        {
            "Hacker",
            "Cybernetic",
            "Corpo",
            "Dustrunner",
            "Mystic",
            "Thrasher",
            "Nanobot",
            "Wonderland",
            "Null",
        }
    ),
)

HOPE_CARDGAME = Grammar(
    game="hope-cardgame",
    zones=("hand", "deck", "discard", "stack"),
    kinds={
        "unit": ("Unit",),
        "location": ("Location",),
        "card": ("Unit", "Location", "Event"),
        "event": ("Event",),
        "ability": (),
        "player": (),
        "space": (),
    },
    filters={
        **SHARED_FILTERS,
        **dict.fromkeys(
            (
                "not_attacking",
                "defending",
                "in_combat",
                "marked",
                "moved",
                "wounded",
                "flipped",
                "bearer",
                "has_target",
                "free",
            ),
            "",
        ),
        "race": "group",
        "card": "card",
        "cost<=": "number",
        "adjacent": "ref",
        "row": "ref",
        "column": "ref",
        "within": "steps",
        "home": "ref",
        "not_home": "ref",
        "beside": "kind",
    },
    refs=SHARED_REFS | {"defender", "attackers", "bearer"},
    players=SHARED_PLAYERS | {"opp"},
    measures={
        "attack": "ref",
        "defense": "ref",
        "vitality": "ref",
        "wounds": "ref",
        "cost": "ref",
        "sources": "ref",
        "n": "label",
    },
    questions={},
    events={
        "killed": ("card", "player"),
        "wins_combat": ("winner", "loser", "defender"),
        "combat_won": ("winner", "loser"),
        "repels": ("attackers",),
        "moved": ("card", "start"),
        "taken": ("card",),
    },
    timings={
        "play": "",
        "activated": "",
        "passive": "",
        "triggered": "event",
        "enters": "",
        "locator": "",
        "phase-start": "phase",
        "taken": "",
    },
    costs={"sources": "amount", "wound": "group of", "kill": "ref"},
    until=("combat_end", "phase_end", "round_end", "leaves", "while_in_play"),
    limits={"per_round": "number", "per_combat": "number", "per_game": "number"},
    verbs={**SHARED_VERBS, **HOPE_VERBS},
    ability_keys=(*SHARED_KEYS, "flag", "response_to"),
    keywords=frozenset({"DAMAGE", "MOVE", "RANGED", "FEROCITY", "INCOME", "LOCATOR"}),
    phases=("main", "move", "explore", "battle", "dominance", "draw"),
    groups=frozenset({"Aliens", "Bots", "Humans", "Mutants"}),
)

GRAMMARS: Mapping[str, Grammar] = {"neuroscape": NEUROSCAPE, "hope-cardgame": HOPE_CARDGAME}
