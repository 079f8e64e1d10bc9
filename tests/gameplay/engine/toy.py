"""Torches: a whole game in one file, for whoever writes the next one. It uses only what the engine offers to games.

T1 Everybody has ten sources and three cards. T2 A turn is: draw, act, shine; then it is the next player's.
T3 Who cannot draw loses a source. T4 Who acts plays cards until it is enough; units enter play. T5 Events wait on the
stack, where others may answer; the last one happens first. T6 To shine: each opponent loses as many sources as the own
units have attack. T7 Glass takes one off each loss. T8 Without sources one is out; the last side wins. T9 When time is
called, or somebody gives up, most sources win.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from deckcheck.cards.notation import HOPE_CARDGAME
from gameplay.engine.agenda import Result
from gameplay.engine.ask import Option, Refusal
from gameplay.engine.book import EventKind, Rulebook
from gameplay.engine.chance import Chance
from gameplay.engine.effects import (
    Ability,
    Compiler,
    Continuous,
    Env,
    Statement,
    Verb,
    Vocabulary,
    teach_effects,
)
from gameplay.engine.event import Names, Noticed
from gameplay.engine.log import Header
from gameplay.engine.stack import Item, Stack, StackRules, teach_stack
from gameplay.engine.state import mask
from gameplay.engine.stats import ADD, InForce, Lasting, Stats
from gameplay.engine.view import Speech, alias

VARIANTS = {"duel": (0, 1), "trio": (0, 1, 2), "pairs": (0, 1, 0, 1)}  # sides by seat
ATTACK = {"Spark": 1, "Torch": 2, "Glass": 0, "Banner": 0, "Mourner": 1}  # the units; other cards are events
ABILITIES: dict[str, dict[str, Any]] = {
    "Banner": {"timing": "passive", "do": [{"buff": [1], "to": "you unit other"}]},
    "Mourner": {"timing": "triggered(killed you unit other)", "do": [{"draw": 1, "may": "you"}]},
    "Gust": {"timing": "play", "targets": {"t1": "unit"}, "do": [{"kill": "t1", "else": [{"draw": 1}]}]},
    "Flare": {"timing": "play", "targets": {"t1": "unit"}, "do": [{"buff": [2], "to": "t1"}]},
}


class Card(NamedTuple):
    name: str
    unit: bool
    ability: Ability | None


class Torches(Stats):
    """The position: the columns and zones that every game with cards has, and those of this one."""

    def __init__(
        self, sides: Sequence[int], cards: list[Card], decks: list[list[int]], chance: Chance
    ) -> None:
        owners = [seat for seat, deck in enumerate(decks) for _card in deck]
        seats = range(len(sides))
        kinds = [kind for deck in decks for kind in deck]
        super().__init__(book, sides, cards, kinds, owners, chance, [f"deck {seat}" for seat in seats])
        self.printed = [{"attack": ATTACK.get(card.name, 0)} for card in cards]
        self.is_kind = {"unit": [card.unit for card in cards]}
        self.heard = frozenset({"killed"})
        self.deck = [self.card_zone("deck", seat, faces=0, tracked=0) for seat in seats]
        self.hand = [self.card_zone("hand", seat, faces=mask([seat]), tracked=mask([seat])) for seat in seats]
        self.discard = [self.card_zone("discard", seat) for seat in seats]
        self.field, self.waits = self.card_zone("field"), self.card_zone("waits")
        self.in_play = self.zones[self.field]
        self.sources, self.turn = self.column("sources", self.seats, 10), self.column("turn", 1)
        self.stack = Stack(self)
        self.programs: dict[str, Ability] = {}
        for card, owner in enumerate(owners):
            self.arrive(card, self.deck[owner])

    @property
    def active(self) -> int:
        return int(self.turn[0])

    def lives(self, seat: int) -> bool:
        return bool(self.sources[seat] > 0)

    def living(self) -> list[int]:
        return [seat for seat in range(self.seats) if self.lives(seat)]

    def others(self, seat: int) -> tuple[int, ...]:
        """The living ones, in turn from the one after this seat."""
        return tuple(sorted((one for one in self.living() if one != seat), key=lambda one: (one < seat, one)))

    def can_change(self, thing: int) -> bool:
        return thing in self.in_play

    def able(self) -> list[tuple[int, int, Ability]]:
        """Cards in play with an ability, and whose they are."""
        return [
            (one, self.controller[one], made) for one in self.in_play if (made := self.facts(one).ability)
        ]

    def in_force(self) -> InForce:
        able = [(Env(card, seat, {}), ability) for card, seat, ability in self.able()]
        return {"attack": [(env, ability, change) for env, ability in able for change in ability.changes]}

    def listeners(self, kind: EventKind) -> list[tuple[int, int, Ability, Names]]:
        """Cards and watches, as they are before it happens: who leaves by an event still hears it."""
        found: list[tuple[int, int, Ability, Names]] = [
            (card, seat, ability, {})
            for card, seat, ability in self.able()
            if ability.timing.event and ability.timing.event.name == kind.name
        ]
        watching = self.watched(f"watch {kind.name}")
        return found + [(one.source, one.by, self.programs[one.extra[0]], one.extra[1]) for one in watching]

    def noticed(self, kind: EventKind, listeners: Sequence[Any], names: Names) -> Iterator[Noticed]:
        for card, seat, ability, known in listeners:
            if ability.heard(self, Env(card, seat, names), names[f"ev.{kind.subject}"]):
                yield Noticed(seat, card, ability.key, {**known, **names})

    def carry_out(self, noticed: Noticed) -> None:
        self.push("effect", noticed.ability, 0, Env(noticed.source, noticed.seat, noticed.names))

    def trigger_order(self) -> Sequence[int]:
        return (self.active, *self.others(self.active))


# -- what can happen: the only functions that write -----------------------------------------------------------

book = Rulebook("torches", {"card": "card", "cards": "cards", "seat": "seat"})
teach_effects(book)
for verb, sentence in {
    "end": "end",
    "pass": "pass",
    "play": "play {card}",
    "aim": "play {card} at {unit}",
}.items():
    book.action(verb, sentence, "T4", "T5")


@book.event("a judge rules: {reason}")
def ruled(g: Torches, reason: str, cites: tuple[str, ...]) -> None:
    """``Playthrough.rule`` writes it; the changes are its own."""


@book.event("{seat} draws {cards}", "T1", "T3", secret=("cards",))
def drawn(g: Torches, seat: int, cards: tuple[int, ...]) -> None:
    for card in cards:
        g.relocate(card, g.hand[seat])


@book.event(quiet=True)
def turned(g: Torches, seat: int) -> None:
    g.expire("round_end")
    g.put(g.turn, 0, seat)


@book.event("{seat} plays {card}", "T4", "T5")
def played(g: Torches, card: int, seat: int, targets: tuple[int, ...]) -> None:
    made = g.facts(card)
    g.relocate(card, g.field if made.unit else g.waits)
    if not made.unit:
        g.stack.put(g, card, made.ability.key, seat, {"t1": targets})


@book.event("{card} is killed", "T5")
def killed(g: Torches, card: int) -> None:
    g.relocate(card, g.discard[g.owner[card]])
    g.stack.forget(g, card)


@book.event("{card} is done", "T5")
def done(g: Torches, card: int) -> None:
    g.relocate(card, g.discard[g.owner[card]])


@book.event("{card} shines otherwise", "T5")
def changed(g: Torches, card: int, entry: Lasting) -> None:
    g.last(entry)


@book.event("{seat} loses {number}", "T3", "T6")
def lost(g: Torches, seat: int, number: int) -> None:
    g.put(g.sources, seat, max(0, g.sources[seat] - number))


@book.replaces(lost, "Glass")
def through_glass(g: Torches, seat: int, number: int) -> tuple[int, int] | None:
    """T7"""
    glass = any(g.facts(card).name == "Glass" and g.controller[card] == seat for card in g.in_play)
    return (seat, number - glass) if number > glass else None


def lose(g: Torches, seat: int, number: int) -> None:
    g.do(lost, seat, number)
    if len({g.side[one] for one in g.living()}) == 1:
        most_win(g, "sources", "T8")


def most_win(g: Torches, reason: str, clause: str) -> None:
    sums = [sum(n for n, of in zip(g.sources, g.side, strict=True) if of == side) for side in g.side]
    g.result = Result(tuple([seat for seat, n in enumerate(sums) if n == max(sums)]), reason, (clause,))


def draw(g: Torches, seat: int, number: int) -> tuple[int, ...]:
    cards = tuple(g.zones[g.deck[seat]][-number:])
    return cards if cards and g.do(drawn, seat, cards, seen=mask([seat])) else ()


# -- the course of the game -----------------------------------------------------------------------------------


@book.step("set up", "T1")
def set_up(g: Torches) -> None:
    for seat in range(g.seats):
        g.shuffle(f"deck {seat}", g.deck[seat])
        draw(g, seat, 3)
    g.push_procedure("turn", 0)


book.procedure("turn", "draw", "act", "shine", "next", cite=("T2",))


@book.step("draw", "T3")
def draw_one(g: Torches, seat: int) -> None:
    if not draw(g, seat, 1):
        lose(g, seat, 1)


@book.step("act", "T4")
def act(g: Torches, seat: int) -> None:
    g.ask(seat, "act", [("end",), *plays(g, seat, True)], "T4")


@book.answer("act")
def acted(g: Torches, option: Option, seat: int) -> None:
    if option[0] != "end":
        g.push("act", seat)
        play(g, seat, option)


@book.step("shine", "T6")
def shine(g: Torches, seat: int) -> None:
    light = sum(g.value("attack", card) for card in g.in_play if g.controller[card] == seat)
    for other in g.others(seat):
        if light and g.opposes(seat, other):
            lose(g, other, light)


@book.step("next", "T2")
def next_turn(g: Torches, seat: int) -> None:
    g.do(turned, g.others(seat)[0])
    g.push_procedure("turn", g.active)


def plays(g: Torches, seat: int, units: bool) -> list[Option]:
    """T4, T5: an event needs its target; units do not answer."""
    hand = [(card, g.facts(card)) for card in g.zones[g.hand[seat]]]
    found: list[Option] = [("play", card) for card, made in hand if made.unit and units]
    for card, made in hand:
        if not made.unit:
            chosen = made.ability.targets[0].chosen
            found += [("aim", card, one) for one in chosen.everything(g, Env(card, seat, {}))]
    return found


def play(g: Torches, seat: int, option: Option) -> None:
    if option[0] == "aim":
        g.push("answers", g.others(seat))
    g.do(played, option[1], seat, option[2:])


def evaluate(g: Torches, item: Item) -> None:
    g.push("done", item.card)
    g.push("effect", item.ability, 0, Env(item.card, item.seat, item.names))


book.step("done", "T5")(lambda g, card: g.do(done, card))
STACK = StackRules(
    order=lambda g, seat: g.others(seat),
    batch=False,
    responses=lambda g, seat: [("pass",), *plays(g, seat, False)],
    may_answer=lambda g, seat: bool(g.zones[g.hand[seat]]),
    respond=play,
    evaluate=evaluate,
)
teach_stack(book, STACK, answers=("T5",), evaluate=("T5",))

# -- what the words on the cards mean -------------------------------------------------------------------------

words = Vocabulary(HOPE_CARDGAME)
words.player_of = lambda g, thing: ~thing if thing < 0 else g.controller[thing]
words.lies_in = lambda g, thing, zone: thing < 0 or g.zone_of(thing) == (zone or "field")
words.things = {"": lambda g: g.in_play, "player": lambda g: [~seat for seat in g.living()]}
words.zones = {"hand": lambda g, seat: g.zones[g.hand[seat]]}
words.kinds = {
    "unit": lambda g, thing: thing >= 0 and g.facts(thing).unit,
    "card": lambda g, thing: thing >= 0,
    "player": lambda g, thing: thing < 0,
}
words.columns = frozenset({"unit"})
words.measures = {
    "attack": lambda g, thing: g.value("attack", thing),
    "sources": lambda g, thing: g.sources[~thing],
}
words.moment = lambda g: "round_end"


@words.change("buff")
def buff(s: Statement) -> Iterator[Continuous]:
    yield Continuous("attack", ADD, s.things("to"), s.compiler.amount(s.main()[0]))


@words.verb("draw")
def draw_cards(s: Statement) -> Verb:
    players, amount = s.player("who"), s.amount()
    return lambda g, env: tuple([card for one in players(g, env) for card in draw(g, ~one, amount(g, env))])


@words.verb("kill")
def kill(s: Statement) -> Verb:
    units = s.things()
    return lambda g, env: tuple([one for one in units(g, env) if one in g.in_play and g.do(killed, one)])


# -- the title: what ``Playthrough`` is given -----------------------------------------------------------------


class TorchSpeech(Speech):
    def name(self, kind: str, thing: Any) -> str:
        return super().name("card" if kind == "unit" else kind, thing)


class Title:
    """Card numbers are names."""

    code, book, variants, rules, cards = "torches", book, tuple(VARIANTS), "1", "1"
    preferences: Mapping[str, int] = {"play": 2, "aim": 1}

    def __init__(self) -> None:
        self.compiler = Compiler(words)
        made = {name: self.compiler.ability(name, 1, data) for name, data in ABILITIES.items()}
        self.made = [Card(name, name in ATTACK, made.get(name)) for name in sorted({*ATTACK, *ABILITIES})]

    def begin(self, header: Header, chance: Chance) -> Torches:
        names, sides = [card.name for card in self.made], VARIANTS.get(header.variant, ())
        if len(header.decks) != len(sides):
            raise ValueError(f"{header.variant} is not for {len(header.decks)} players")
        decks = [sorted(names.index(name) for name in deck) for deck in header.decks]
        g = Torches(sides, self.made, decks, chance)
        g.programs = self.compiler.programs
        g.push("set up")
        return g

    def view(self, g: Torches, viewer: int) -> dict[str, Any]:
        """Built up from what the viewer is entitled to."""

        def shown(card: int) -> tuple[int, str]:
            return (alias(g, viewer, card), g.facts(card).name)

        return {
            "active": g.active,
            "sources": tuple(g.sources),
            "field": [(*shown(card), g.controller[card], g.value("attack", card)) for card in g.in_play],
            "stack": [g.facts(item.card).name for item in g.stack.items],
            "discards": [[shown(card) for card in g.zones[zone]] for zone in g.discard],
            "counts": [len(g.zones[zone]) for zone in (*g.hand, *g.deck)],
            "hands": [[shown(card) for card in g.zones[zone] if g.sees(viewer, card)] for zone in g.hand],
        }

    def board(self, g: Torches, viewer: int) -> str:
        return "\n".join(f"{key}: {value}" for key, value in self.view(g, viewer).items())

    def speech(self, g: Torches) -> Speech:
        return TorchSpeech(g)

    def find(self, g: Torches, seat: int, kind: str, name: str) -> int:
        for card in (*(g.zones[g.hand[seat]] if kind == "card" else ()), *g.in_play, *range(len(g.kind))):
            if g.facts(card).name == name:
                return int(card)
        raise ValueError(f"there is no {name!r} in this game")

    def why_not(self, g: Torches, seat: int, action: Option) -> Refusal:
        return Refusal(("T4",), "only cards in hand can be played, at what is in play")

    def concede(self, g: Torches, seat: int) -> None:
        g.put(g.sources, seat, 0)
        most_win(g, "concession", "T9")

    def time_called(self, g: Torches) -> None:
        most_win(g, "time", "T9")

    def edit(self, g: Torches, change: Mapping[str, Any]) -> None:
        if change.get("set") != "sources":
            raise ValueError("only sources can be set")
        g.put(g.sources, change["of"], change["to"])
