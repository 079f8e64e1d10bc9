"""The state of a game of HOPE Cardgame: what lies where, and what is counted (catalogue: ``state``)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gameplay.engine.book import EventKind
from gameplay.engine.chance import Chance
from gameplay.engine.effects import Ability, Env
from gameplay.engine.event import Names, Noticed
from gameplay.engine.stack import Item, Stack
from gameplay.engine.stats import InForce, Stats
from gameplay.engine.table import DERIVED, LOOSE

from .board import ONE_BOARD, TWO_BOARDS, Board
from .book import PHASES, book
from .definitions import RED, Cards, Definition, Settings

STANDARD, ARTIFACTS, TEAMS = "standard", "artifacts", "two-on-two"
VARIANTS = (STANDARD, ARTIFACTS, TEAMS)
PHASE, ROUND, ACTIVE, COIN = range(4)
TARGET, ATTACKING, NUMBER, STEP = range(4)
LOOKED_AT = {
    "hand": ("hand",),
    "deck": ("deck",),
    "discard": ("discard",),
    "stack": ("stack", "event", "ability", "has_target"),
    "wounds": ("wounds", "wounded"),
    "moved": ("moved",),
    "target tokens": ("marked",),
    "combat": ("attacking", "not_attacking", "attackers", "defending", "defender", "in_combat"),
    "now": ("active",),
    "sources": ("sources",),
}
"""Columns that only some words of the notation look at."""
WORDS_OF_COLUMNS = frozenset(word for words in LOOKED_AT.values() for word in words)
WORDS_OF_PLACES = frozenset(
    [
        "adjacent",
        "row",
        "column",
        "within",
        "home",
        "not_home",
        "beside",
        "free",
        "space",
        "bearer",
        "attack",
        "defense",
        "vitality",
    ]
)
"""Words that look at where cards are, or at their values."""
ROSTER, KEPT, ALL = range(3)
"""What an ability looks at: who is in play, and whose; all that values are derived from; or anything."""
ITEM, SPACE = 10**6, 2 * 10**6
"""In effects, items of the Stack and spaces are told from cards by these offsets."""

Listeners = list[tuple[int, int, Ability]]


@dataclass(frozen=True, slots=True)
class Seating:
    """Who plays: sides by seat, and the deck of each seat as indexes of definitions."""

    sides: tuple[int, ...]
    decks: tuple[tuple[int, ...], ...]
    tokens: tuple[int, ...] = ()


class Hope(Stats):
    """One game. Card columns: ``space`` (-1 off the battleground), ``wounds``, ``flipped``, ``moved``, ``extra``
    (extra moves allowed), ``mark`` (Target token), ``bearer`` (of an artifact: the unit, or -1).
    """

    def __init__(
        self,
        variant: str,
        seating: Seating,
        cards: Cards,
        settings: Settings,
        chance: Chance,
    ) -> None:
        kinds = [kind for deck in seating.decks for kind in deck] + list(seating.tokens)
        owners = [seat for seat, deck in enumerate(seating.decks) for _card in deck] + [0] * len(
            seating.tokens
        )
        seats = range(len(seating.sides))
        shuffles = [f"{purpose} {seat}" for purpose in ("deck", "toss") for seat in seats]
        super().__init__(
            book, seating.sides, cards.definitions, kinds, owners, chance, ["coin", "artifacts", *shuffles]
        )
        self.variant, self.settings, self.programs = variant, settings, cards.programs
        self.printed, self.is_kind, self.event_flag = cards.printed, cards.is_kind, cards.event_flag
        self.used, self.always, self.hears = cards.used, cards.always, cards.hears
        here = set(kinds)
        self.heard = frozenset(event for event, of in cards.hears.items() if not here.isdisjoint(of))
        self.loose_words = WORDS_OF_COLUMNS.difference(*(cards.looks_at[kind] for kind in here))
        """Words of the notation by which nothing that is derived looks at the position in this game."""
        self._looks: dict[str, int] = {}
        self.numbers, self.index = cards.numbers, cards.index
        self.pictured: tuple[Any, Any, tuple[Any, ...]] | None = None
        self.piles: dict[int, tuple[tuple[int, ...], tuple[str, ...]]] = {}
        """What ``views`` has drawn of this position, and of piles."""
        self.board: Board = TWO_BOARDS if variant == TEAMS else ONE_BOARD
        self.first_token = len(kinds) - len(seating.tokens)
        self.shown = self.new_group()
        """The group of what lies on cards in play."""
        self._zones()
        self._columns(len(kinds))
        for card, owner in enumerate(owners):
            self.arrive(card, self.pool if card >= self.first_token else self.deck[owner])

    def _group(self, name: str, group: int = LOOSE) -> int:
        """The group of this column: ``DERIVED`` where something that is derived in this game looks at it."""
        return group if self.loose_words.issuperset(LOOKED_AT[name]) else DERIVED

    def _zones(self) -> None:
        seats, group = range(self.seats), self._group
        self.hand = [
            self.card_zone("hand", seat, faces=1 << seat, tracked=1 << seat, group=group("hand"))
            for seat in seats
        ]
        self.deck = [self.card_zone("deck", seat, faces=0, tracked=0, group=group("deck")) for seat in seats]
        self.discard = [self.card_zone("discard", seat, group=group("discard")) for seat in seats]
        self.battleground = self.card_zone("battleground")
        self.played = self.card_zone("stack", group=group("stack"))
        self.removed = self.card_zone("removed", group=LOOSE)
        self.pool = self.card_zone("artifact pool", faces=0, tracked=0, group=LOOSE)
        self.face_down = self.card_zone("face-down artifacts", faces=0, group=DERIVED)
        self.artifacts = self.card_zone("artifacts")
        self.in_play: list[int] = self.zones[self.battleground]

    def _columns(self, size: int) -> None:
        group, shown = self._group, self.shown
        self.space = self.column("space", size, -1, group=DERIVED)
        self.flipped = self.column("flipped", size)
        self.bearer = self.column("bearer", size, -1)
        self.cell = self.column("cells", self.board.size, -1, group=DERIVED)
        self.alive = self.column("alive", self.seats, 1)
        self.wounds = self.column("wounds", size, group=group("wounds", shown))
        self.moved = self.column("moved", size, group=group("moved", shown))
        self.mark_of = self.column("target tokens", size, group=group("target tokens", shown))
        self.attackers: list[int] = self.zone("attackers", group=group("combat", shown))
        self.combat = self.column("combat", 4, -1, group=group("combat", shown))
        self.now = self.column("now", 4, group=group("now"))
        self.sources = self.column("sources", self.seats, group=group("sources"))
        self.extra = self.column("extra moves", size, group=LOOSE)
        self.exchanged = self.column("exchanged", self.seats, -1, group=LOOSE)
        self.moves_made = self.column("moves made", 1, group=LOOSE)
        self.combats = self.column("combats", 1, group=LOOSE)
        self.uses: list[tuple[int, int, str]] = self.zone("uses", group=LOOSE)
        self.attacked: list[tuple[int, int]] = self.zone("attacked", group=LOOSE)
        self.stack = Stack(self)

    # -- who and when -------------------------------------------------------------------------------------

    @property
    def phase(self) -> int:
        return int(self.now[PHASE])

    @property
    def active(self) -> int:
        """The seat whose part it is."""
        return int(self.now[ACTIVE])

    @property
    def coin(self) -> int:
        return int(self.now[COIN])

    @property
    def answering(self) -> tuple[str, tuple[Any, ...]] | None:
        """The action that the open decision may answer, with its arguments, if it is one (HCG-R20)."""
        frame = self.frame
        return frame[2] if frame[0] == "answers" and len(frame) > 2 else None

    @property
    def target(self) -> int:
        """The card under attack, or -1 outside a combat."""
        return int(self.combat[TARGET])

    @property
    def fighting(self) -> bool:
        """Whether a combat is going on; its target may be gone already (HCG-R38)."""
        return bool(self.combat[NUMBER] > 0)

    def forget(self) -> None:
        super().forget()
        self.pictured = None
        self.piles.clear()

    def lives(self, seat: int) -> bool:
        return bool(self.alive[seat])

    def living(self) -> list[int]:
        return [seat for seat in range(self.seats) if self.alive[seat]]

    def order(self, first: int) -> list[int]:
        """Living seats in the circle from this one on: opponents alternate (HCG-7.3, HCG-R77)."""
        roster, key = self.roster or self.cast(), ("order", first)
        found: list[int] | None = roster.get(key)
        if found is None:
            circle = (*range(first, self.seats), *range(first))
            found = roster[key] = [seat for seat in circle if self.alive[seat]]
        return found

    def others(self, seat: int) -> tuple[int, ...]:
        """Everybody else, in the order in which they may answer (HCG-6.2, HCG-R85)."""
        roster, key = self.roster or self.cast(), ("others", seat)
        found: tuple[int, ...] | None = roster.get(key)
        if found is None:
            found = roster[key] = tuple([one for one in self.order(seat) if one != seat])
        return found

    def trigger_order(self) -> Sequence[int]:
        return self.order(self.active)

    # -- cards --------------------------------------------------------------------------------------------

    def cards(self, zone: int) -> list[int]:
        return self.zones[zone]

    def on_board(self, card: int) -> bool:
        return card >= 0 and self.place[card] == self.battleground

    def can_change(self, thing: int) -> bool:
        return thing < 0 or self.on_board(thing)

    def player_of(self, thing: int) -> int:
        """Who controls a card or an item of the Stack; the seat of a player."""
        if thing < 0:
            return ~thing
        if thing >= SPACE:
            return -1
        if thing >= ITEM:
            item = self.stack.find(thing - ITEM)
            return item.seat if item is not None else -1
        if thing >= self.first_token:
            holder = self.bearer[thing]
            return int(self.controller[holder]) if holder >= 0 else -1
        return int(self.controller[thing])

    def in_combat(self, card: int) -> bool:
        """Whether the card is attacking or defending in the current combat (HCG-5.8, HCG-5.10)."""
        return self.combat[TARGET] >= 0 and (card == self.combat[TARGET] or card in self.attackers)

    def friendly(self, seat: int, card: int) -> bool:
        return self.side[seat] == self.side[int(self.controller[card])]

    def enemies(self, seat: int) -> list[int]:
        """Cards on the battleground that another side controls."""
        roster, key = self.roster or self.cast(), ("enemies", seat)
        found: list[int] | None = roster.get(key)
        if found is None:
            own, side, controller = self.side[seat], self.side, self.controller
            found = roster[key] = [card for card in self.in_play if side[controller[card]] != own]
        return found

    def announced(self, item: Item) -> Definition:
        """The card whose ability the item is, as it was announced: it may have gone to a hand since (HCG-R19)."""
        made: Definition = self.definitions[self.index[item.ability.rpartition(".")[0]]]
        return made

    def tokens_at(self, space: int) -> list[int]:
        """Artifacts that lie on a space, face down or up."""
        if self.variant != ARTIFACTS:
            return []
        lying = (*self.zones[self.face_down], *self.zones[self.artifacts])
        return [token for token in lying if self.space[token] == space and self.bearer[token] < 0]

    def borne(self, unit: int) -> list[int]:
        """Artifacts that a unit bears (HCG-19.6, HCG-19.9)."""
        if self.variant != ARTIFACTS:
            return []
        return [token for token in self.zones[self.artifacts] if self.bearer[token] == unit]

    # -- derived values (HCG-5.4) -------------------------------------------------------------------------

    def base(self, stat: str, player: int) -> int:
        return 6 if stat == "hand limit" else 0  # HCG-15.2

    def clamped(self, stat: str, value: int) -> int:
        """HCG-R12, O16"""
        if stat in ("attack", "defense", "price", "weight"):
            return max(0, value)
        return max(1, value) if stat == "vitality" else value

    def in_force(self) -> InForce:
        """Passive abilities of face-up cards and of borne artifacts (HCG-R59)."""
        found: InForce = {}
        kind, always, flipped = self.kind, self.always, self.flipped
        sources = [card for card in self.in_play if always[kind[card]] and not flipped[card]]
        if self.variant == ARTIFACTS:
            sources += [token for token in self.zones[self.artifacts] if self.bearer[token] >= 0]
        for card in sources:
            env = Env(card, self.player_of(card), {})
            for ability in always[kind[card]]:
                for change in ability.changes:
                    found.setdefault(change.stat, []).append((env, ability, change))
        return found

    def price(self, card: int) -> int:
        """What playing the card changes in its player's sources: minus the price, plus a green one (HCG-4.1 to
        HCG-4.3); only red prices are modified (HCG-R71)."""
        made: Definition = self.definitions[self.kind[card]]
        if made.colour == RED:
            return -self.value("price", card)
        return made.price if made.colour == "green" else 0

    def looks_at(self, ability: Ability) -> int:
        """How far the condition and the targets of an announced ability look: ``ROSTER``, ``KEPT`` or ``ALL``."""
        found = self._looks.get(ability.key)
        if found is None:
            words, free = ability.words, ability.facts.involved or ability.answers_to is not None
            if free or not words.isdisjoint(self.loose_words):
                found = ALL
            elif words.isdisjoint(WORDS_OF_COLUMNS) and words.isdisjoint(WORDS_OF_PLACES):
                found = ROSTER
            else:
                found = KEPT
            self._looks[ability.key] = found
        return found

    def can_pay(self, seat: int, amount: int) -> bool:
        """HCG-R7: a payment leaves at least one source."""
        return amount <= 0 or int(self.sources[seat]) > amount

    # -- triggered abilities ------------------------------------------------------------------------------

    def listeners(self, kind: EventKind) -> Listeners:
        """Abilities in play that hear such an event, each with its card and who controls it."""
        roster = self.roster or self.cast()
        found: Listeners | None = roster.get(kind)
        if found is None:
            found = roster[kind] = self._listening(kind.name)
        if self.lasting:
            watching = self.watched(f"watch {kind.name}")
            return found + [(one.source, one.by, self.programs[one.extra[0]]) for one in watching]
        return found

    def _listening(self, event: str) -> Listeners:
        hears, kind, flipped = self.hears[event], self.kind, self.flipped
        cards = self.in_play if self.variant != ARTIFACTS else [*self.in_play, *self.zones[self.artifacts]]
        controller, first_token = self.controller, self.first_token
        return [
            (card, controller[card] if card < first_token else self.player_of(card), ability)
            for card in cards
            if kind[card] in hears and not flipped[card]
            for ability in hears[kind[card]]
        ]

    def noticed(self, kind: EventKind, listeners: Listeners, names: Names) -> list[Noticed]:
        """Listeners from before and after the event: a card that entered by it hears it, and so does one that
        left by it, if it is about that card (O14)."""
        after = self.listeners(kind)
        if after is not listeners:
            known = {(card, ability.key) for card, _seat, ability in listeners}
            listeners = listeners + [one for one in after if (one[0], one[2].key) not in known]
        if not listeners:
            return []
        subject = names[f"ev.{kind.subject}"]
        if book.kinds.get(kind.subject) == "seat":
            subject = ~subject
        found = []
        for card, seat, ability in listeners:
            watching = not ability.place
            if not watching and card < self.first_token and not self.on_board(card) and card != subject:
                continue
            if self._hears(ability, Env(card, seat, names), subject, names):
                told = self._known_to(card, ability) if watching else {}
                found.append(Noticed(seat, card, ability.key, {**told, **names}))
        return found

    def _known_to(self, card: int, ability: Ability) -> Names:
        return next(
            (dict(one.extra[1]) for one in self.lasting if one.extra and one.extra[0] == ability.key), {}
        )

    def _hears(self, ability: Ability, env: Env, subject: int, names: Names) -> bool:
        name = ability.timing.name
        if name == "enters":
            fits = subject == env.source
        elif name == "locator":
            fits = subject == env.source and self.value("LOCATOR", env.source) > 0
        elif name == "taken":
            fits = names["ev.token"] == env.source
        elif name == "phase-start":
            fits = self._own_phase(ability, env, names)
        else:
            fits = ability.heard is not None and ability.heard(self, env, subject)
        return fits and (ability.condition is None or ability.condition(self, env))

    def _own_phase(self, ability: Ability, env: Env, names: Names) -> bool:
        phase, whose = ability.timing.phase, ability.timing.player
        mine = names["ev.seat"] == env.you
        wanted = whose.name if whose is not None else "you"
        if wanted == "opps":
            mine = self.opposes(env.you, names["ev.seat"])
        return PHASES[names["ev.phase"]] == phase and (mine or wanted == "any")

    def carry_out(self, noticed: Noticed) -> None:
        """Triggered abilities happen at once and cannot be answered (O2)."""
        ability = self.programs[noticed.ability]
        names = noticed.names
        if ability.targets:
            self.push("trigger targets", noticed, 0)
        else:
            self.push("effect", noticed.ability, 0, Env(noticed.source, noticed.seat, names))

    # -- what is wrong with a position --------------------------------------------------------------------

    def faults(self) -> list[str]:
        found = super().faults()
        for card in range(self.first_token):
            on = self.on_board(card)
            if on != (self.space[card] >= 0):
                found.append(f"card {card} on the battleground has no space, or has one off it")
            if not on and (self.wounds[card] or self.flipped[card] or self.mark_of[card]):
                found.append(f"card {card} is off the battleground and not as new (HCG-R89)")
            if not on and self.controller[card] != self.owner[card]:
                found.append(f"card {card} is off the battleground and not its owner's (HCG-R63)")
        walking = next((frame[1] for frame in reversed(self.agenda) if frame[0] == "walk"), -1)
        for space, card in enumerate(self.cell):
            if card >= 0 and (not self.on_board(card) or self.space[card] != space):
                found.append(f"space {self.board.name(space)} holds card {card}, which is not there")
        lying = [card for card in self.in_play if self.cell[self.space[card]] != card and card != walking]
        found += [f"card {card} shares its space (HCG-2.13)" for card in lying]
        found += [
            f"sources of P{seat + 1} are {n}"
            for seat, n in enumerate(self.sources)
            if not self.result and n <= 0 and self.alive[seat]
        ]
        return found
