"""The state of a game of HOPE Cardgame: what lies where, and what is counted (catalogue: ``state``)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from gameplay.engine.book import EventKind
from gameplay.engine.chance import Chance
from gameplay.engine.effects import Ability, Env
from gameplay.engine.event import Names, Noticed
from gameplay.engine.stack import Stack
from gameplay.engine.stats import Change, Stats

from .board import ONE_BOARD, TWO_BOARDS, Board
from .book import PHASES, book
from .definitions import RED, Definition, Settings

STANDARD, ARTIFACTS, TEAMS = "standard", "artifacts", "two-on-two"
VARIANTS = (STANDARD, ARTIFACTS, TEAMS)
PHASE, ROUND, ACTIVE, COIN = range(4)
TARGET, ATTACKING, NUMBER, STEP = range(4)
ITEM, SPACE = 10**6, 2 * 10**6
"""In effects, items of the Stack and spaces are told from cards by these offsets."""


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
        definitions: Sequence[Definition],
        programs: dict[str, Ability],
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
            book, seating.sides, definitions, kinds, owners, chance, ["coin", "artifacts", *shuffles]
        )
        self.variant, self.settings, self.programs = variant, settings, programs
        self.printed = [made.stats for made in definitions]
        self.is_kind = {
            "unit": [made.unit for made in definitions],
            "location": [made.location for made in definitions],
            "card": [made.unit or made.location for made in definitions],
        }
        self.calm = not any(ability.far for kind in set(kinds) for ability in definitions[kind].always)
        """Whether no passive ability looks beyond the battleground (see ``Loose``)."""
        self.board: Board = TWO_BOARDS if variant == TEAMS else ONE_BOARD
        self.first_token = len(kinds) - len(seating.tokens)
        self._zones()
        self._columns(len(kinds))
        self.heard_kinds = self._heard()
        for card, owner in enumerate(owners):
            self.arrive(card, self.pool if card >= self.first_token else self.deck[owner])

    def _zones(self) -> None:
        seats = range(self.seats)
        calm = self.calm
        self.hand = [
            self.card_zone("hand", seat, faces=1 << seat, tracked=1 << seat, loose=calm) for seat in seats
        ]
        self.deck = [self.card_zone("deck", seat, faces=0, tracked=0, loose=calm) for seat in seats]
        self.discard = [self.card_zone("discard", seat) for seat in seats]
        self.battleground = self.card_zone("battleground")
        self.played = self.card_zone("stack", loose=calm)
        self.removed = self.card_zone("removed")
        self.pool = self.card_zone("artifact pool", faces=0, tracked=0)
        self.face_down = self.card_zone("face-down artifacts", faces=0)
        self.artifacts = self.card_zone("artifacts")
        self.in_play: list[int] = self.zones[self.battleground]

    def _columns(self, size: int) -> None:
        self.space = self.column("space", size, -1)
        self.wounds = self.column("wounds", size)
        self.flipped = self.column("flipped", size)
        self.moved = self.column("moved", size)
        self.extra = self.column("extra moves", size)
        self.mark_of = self.column("target tokens", size)
        self.bearer = self.column("bearer", size, -1)
        self.cell = self.column("cells", self.board.size, -1)
        self.now = self.column("now", 4)
        self.combat = self.column("combat", 4, -1)
        self.sources = self.column("sources", self.seats, loose=self.calm)
        self.alive = self.column("alive", self.seats, 1)
        self.exchanged = self.column("exchanged", self.seats, -1)
        self.moves_made = self.column("moves made", 1, loose=True)
        self.combats = self.column("combats", 1, loose=True)
        self.attackers: list[int] = self.zone("attackers")
        self.uses: list[tuple[int, int, str]] = self.zone("uses", loose=True)
        self.attacked: list[tuple[int, int]] = self.zone("attacked", loose=True)
        self.answered: list[tuple[str, tuple[Any, ...]]] = self.zone("answered", loose=True)
        self.stack = Stack(self)

    def _heard(self) -> frozenset[str]:
        found = {event for kind in set(self.kind) for event in self.definitions[kind].hears}
        return frozenset(found)

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
    def target(self) -> int:
        """The card under attack, or -1 outside a combat."""
        return int(self.combat[TARGET])

    @property
    def fighting(self) -> bool:
        """Whether a combat is going on; its target may be gone already (HCG-R38)."""
        return bool(self.combat[NUMBER] > 0)

    def lives(self, seat: int) -> bool:
        return bool(self.alive[seat])

    def living(self) -> list[int]:
        return [seat for seat in range(self.seats) if self.alive[seat]]

    def order(self, first: int) -> list[int]:
        """Living seats in the circle from this one on: opponents alternate (HCG-7.3, HCG-R77)."""
        return [
            seat % self.seats for seat in range(first, first + self.seats) if self.alive[seat % self.seats]
        ]

    def others(self, seat: int) -> tuple[int, ...]:
        """Everybody else, in the order in which they may answer (HCG-6.2, HCG-R85)."""
        return tuple([one for one in self.order(seat) if one != seat])

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

    def base(self, stat: str, thing: int) -> int:
        if thing < 0:
            return 6 if stat == "hand limit" else 0  # HCG-15.2
        printed: dict[str, int] = self.printed[self.kind[thing]]
        return printed.get(stat, 0)

    def clamped(self, stat: str, value: int) -> int:
        """HCG-R12, O16"""
        if stat in ("attack", "defense", "price", "weight"):
            return max(0, value)
        return max(1, value) if stat == "vitality" else value

    def in_force(self) -> dict[str, list[tuple[Env, Change]]]:
        """Passive abilities of face-up cards and of borne artifacts whose condition holds (HCG-R59)."""
        found: dict[str, list[tuple[Env, Change]]] = {}
        kind, definitions, flipped = self.kind, self.definitions, self.flipped
        sources = [card for card in self.in_play if definitions[kind[card]].always and not flipped[card]]
        if self.variant == ARTIFACTS:
            sources += [token for token in self.zones[self.artifacts] if self.bearer[token] >= 0]
        for card in sources:
            env = Env(card, self.player_of(card), {})
            for ability in definitions[kind[card]].always:
                if ability.condition is None or ability.condition(self, env):
                    for change in ability.changes:
                        found.setdefault(change.stat, []).append((env, change))
        return found

    def price(self, card: int) -> int:
        """What playing the card changes in its player's sources: minus the price, plus a green one (HCG-4.1 to
        HCG-4.3); only red prices are modified (HCG-R71)."""
        made: Definition = self.definitions[self.kind[card]]
        if made.colour == RED:
            return -self.value("price", card)
        return made.price if made.colour == "green" else 0

    def can_pay(self, seat: int, amount: int) -> bool:
        """HCG-R7: a payment leaves at least one source."""
        return amount <= 0 or int(self.sources[seat]) > amount

    # -- triggered abilities ------------------------------------------------------------------------------

    def listeners(self, kind: EventKind) -> list[tuple[int, int, Ability]] | None:
        if kind.name in self.heard_kinds or (self.lasting and self.watched(f"watch {kind.name}")):
            return self._listening(kind.name)
        return None

    def _listening(self, event: str) -> list[tuple[int, int, Ability]]:
        found = []
        for card in (*self.in_play, *(self.zones[self.artifacts] if self.variant == ARTIFACTS else ())):
            if not self.flipped[card]:
                hears = self.definitions[self.kind[card]].hears.get(event, ())
                found += [(card, self.player_of(card), ability) for ability in hears]
        watching = self.watched(f"watch {event}")
        return found + [(one.source, one.by, self.programs[one.extra[0]]) for one in watching]

    def noticed(self, kind: EventKind, listeners: Sequence[Any], names: Names) -> Iterator[Noticed]:
        """Listeners from before and after the event: a card that entered by it hears it, and so does one that
        left by it, if it is about that card (O14)."""
        subject = names[f"ev.{kind.subject}"]
        if book.kinds.get(kind.subject) == "seat":
            subject = ~subject
        heard = {(card, ability.key): (card, seat, ability) for card, seat, ability in listeners}
        for card, seat, ability in self._listening(kind.name):
            heard.setdefault((card, ability.key), (card, seat, ability))
        for card, seat, ability in heard.values():
            env = Env(card, seat, names)
            watching = not ability.place
            if not watching and card < self.first_token and not self.on_board(card) and card != subject:
                continue
            if self._hears(ability, env, subject, names):
                known = self._known_to(card, ability) if watching else {}
                yield Noticed(seat, card, ability.key, {**known, **names})

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
