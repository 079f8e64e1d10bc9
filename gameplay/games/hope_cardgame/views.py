"""What each viewer may know of a game (HCG-21, HCG-R88), as plain values, and as a board for terminals."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from gameplay.engine.agenda import NEW
from gameplay.engine.state import JUDGE, SPECTATOR
from gameplay.engine.view import Speech

from .book import PHASES
from .state import ARTIFACTS, ATTACKING, ITEM, NUMBER, ROUND, SPACE, Hope


class CardView(NamedTuple):
    """A card on the battleground, as everybody sees it."""

    number: str
    space: int
    owner: int
    controller: int
    attack: int
    defense: int
    vitality: int
    wounds: int
    flipped: int
    moved: int
    mark: int
    attacking: bool
    artifacts: tuple[str, ...]


class View(NamedTuple):
    """The position as one viewer may know it. Lists by seat stand in order of seats.

    ``called`` is what this viewer calls the cards of the ``battleground``, in their order. ``hand`` is the viewer's
    own (alias, card number); of others only ``hands`` counts. ``artifacts`` lie on spaces: (space, card number, or ""
    while face down).
    """

    viewer: int
    round: int
    phase: str
    active: int
    coin: int
    sources: tuple[int, ...]
    alive: tuple[int, ...]
    hands: tuple[int, ...]
    decks: tuple[int, ...]
    discards: tuple[tuple[str, ...], ...]
    removed: tuple[str, ...]
    exchanged: tuple[int, ...]
    battleground: tuple[CardView, ...]
    called: tuple[int, ...]
    artifacts: tuple[tuple[int, str], ...]
    stack: tuple[tuple[int, str, int, int, bool, tuple[int, ...]], ...]
    combat: tuple[int, ...]
    moves_made: int
    combats: int
    hand: tuple[tuple[int, str], ...]
    hands_seen: tuple[tuple[tuple[int, str], ...], ...]
    result: Any


def view(g: Hope, viewer: int) -> View:
    """Built up from what the viewer is entitled to: public zones (HCG-21.2, HCG-21.3), counts, the own hand."""
    names, kind = g.definitions, g.kind
    called = range(1, len(kind) + 1) if viewer == JUDGE else g.alias[viewer]
    own = () if viewer in (SPECTATOR, JUDGE) else g.zones[g.hand[viewer]]
    everybody = [g.zones[zone] for zone in g.hand] if viewer == JUDGE else ()
    memo, seen = g.memo(), g.epochs[g.shown]
    cards = memo.get("cards")
    if cards is None or cards[0] != seen:
        cards = memo["cards"] = (seen, tuple(_cards(g)))
    return View._make(
        (
            viewer,
            *_counts(g),
            cards[1],
            tuple([called[card] for card in g.in_play]),
            *_actions(g),
            tuple([(called[card], names[kind[card]].number) for card in own]),
            tuple([tuple([(called[card], names[kind[card]].number) for card in hand]) for hand in everybody]),
            g.result,
        )
    )


def _counts(g: Hope) -> tuple[Any, ...]:
    names, kind, zones = g.definitions, g.kind, g.zones
    return (
        g.now[ROUND],
        PHASES[g.phase],
        g.active,
        g.coin,
        tuple(g.sources),
        tuple(g.alive),
        tuple([len(zones[zone]) for zone in g.hand]),
        tuple([len(zones[zone]) for zone in g.deck]),
        tuple([tuple([names[kind[card]].number for card in zones[zone]]) for zone in g.discard]),
        tuple([names[kind[card]].number for card in zones[g.removed]]),
        tuple(g.exchanged),
    )


def _cards(g: Hope) -> Iterator[CardView]:
    """HCG-21.3"""
    names, kind, value, attackers = g.definitions, g.kind, g.value, g.attackers
    for card in g.in_play:
        made = names[kind[card]]
        row = (
            made.number,
            g.space[card],
            g.owner[card],
            g.controller[card],
            value("attack", card) if made.unit else 0,
            value("defense", card),
            value("vitality", card) if made.unit else 0,
            g.wounds[card],
            g.flipped[card],
            g.moved[card],
            g.mark_of[card],
            card in attackers,
            tuple([names[kind[token]].number for token in g.borne(card)]) if g.variant == ARTIFACTS else (),
        )
        yield NEW(CardView, row)


def _actions(g: Hope) -> tuple[Any, ...]:
    names, kind = g.definitions, g.kind
    lying = [(g.space[token], "") for token in g.zones[g.face_down]]
    lying += [(g.space[t], names[kind[t]].number) for t in g.zones[g.artifacts] if g.bearer[t] < 0]
    return (
        tuple(sorted(lying)),
        tuple([_item(g, item) for item in g.stack.items]),
        tuple(g.combat),
        g.moves_made[0],
        g.combats[0],
    )


def _item(g: Hope, item: Any) -> tuple[int, str, int, int, bool, tuple[int, ...]]:
    """A thing on the Stack: number, card, which ability, whose, cancelled, and its targets (spaces, items and
    players by number; cards by the number of their space, which everybody sees)."""
    ability = g.programs[item.ability]
    targets = [thing for target in ability.targets for thing in item.names.get(target.label, ())]
    shown = [
        g.space[one] + SPACE if 0 <= one < ITEM and g.on_board(one) else one if one >= ITEM or one < 0 else -1
        for one in targets
    ]
    return (item.number, g.facts(item.card).number, ability.place, item.seat, item.cancelled, tuple(shown))


class HopeSpeech(Speech):
    """Names of things as the log, options and scenarios say them."""

    g: Hope

    def name(self, kind: str, thing: Any) -> str:
        g = self.g
        if kind in ("space", "start"):
            return g.board.name(thing - SPACE if thing >= SPACE else thing)
        if kind == "phase":
            return PHASES[thing].capitalize()
        if kind == "changes":
            return ", ".join(f"P{seat + 1} {change:+d}" for seat, change in thing)
        if kind == "entry":
            return f"{thing.what} {thing.amount:+d} until {thing.until.replace('_', ' ')}"
        if kind == "item":
            item = g.stack.find(thing - ITEM if thing >= ITEM else thing)
            return g.facts(item.card).name if item is not None else "it"
        if kind == "thing":
            return self.thing(thing)
        return super().name(kind, thing)

    def thing(self, thing: int) -> str:
        """A card, a player, a space or an item of the Stack."""
        if thing < 0:
            return self.name("seat", ~thing)
        if thing >= SPACE:
            return self.name("space", thing)
        if thing >= ITEM:
            return self.name("item", thing)
        return self.card(thing)

    def card(self, card: int) -> str:
        return str(self.g.facts(card).name)


def board(g: Hope, viewer: int) -> str:
    """The position as text: the battleground seen from player 1, then what each player has."""
    seen = view(g, viewer)
    width = 14
    columns = g.board.columns
    cells: dict[int, CardView] = {card.space: card for card in seen.battleground}
    lying: dict[int, list[str]] = {}
    for space, number in seen.artifacts:
        lying.setdefault(space, []).append(_short(g, number) if number else "artifact?")
    edge = "   +" + ("-" * width + "+") * columns
    out = [_header(g, seen), edge]
    for row in reversed(range(g.board.size // columns)):
        spaces = range(row * columns, (row + 1) * columns)
        first = [_name(g, cells.get(s)) or ",".join(lying.get(s, ())) for s in spaces]
        second = [_numbers(cells.get(s)) for s in spaces]
        out.append(f" {row + 1} |" + "|".join(f"{text[:width]:<{width}}" for text in first) + "|")
        out.append("   |" + "|".join(f"{text[:width]:<{width}}" for text in second) + "|")
        out.append(edge)
    out.append("    " + " ".join(f"{g.board.name(c)[0]:^{width}}" for c in range(columns)))
    out += [_seat(g, seen, seat) for seat in range(g.seats)]
    if seen.stack:
        out.append(
            "Stack, top last: " + ", ".join(f"{_short(g, item[1])} (P{item[3] + 1})" for item in seen.stack)
        )
    if seen.combat[NUMBER] > 0:
        out.append(f"Combat {seen.combat[NUMBER]} of P{seen.combat[ATTACKING] + 1}")
    if seen.hand:
        out.append("Hand: " + ", ".join(_short(g, number) for _alias, number in seen.hand))
    return "\n".join(out)


def _header(g: Hope, seen: View) -> str:
    if seen.result is not None:
        winners = ", ".join(f"P{seat + 1}" for seat in seen.result.winners) or "nobody"
        return f"Round {seen.round}: {winners} won ({seen.result.reason})"
    return f"Round {seen.round}, {seen.phase.capitalize()} phase, P{seen.active + 1}'s part, coin with P{seen.coin + 1}"


def _short(g: Hope, number: str) -> str:
    return next((made.name for made in g.definitions if made.number == number), number)


def _name(g: Hope, card: CardView | None) -> str:
    return "" if card is None else f"{card.controller + 1} {_short(g, card.number)}"


def _numbers(card: CardView | None) -> str:
    if card is None:
        return ""
    text = f"{card.attack}/{card.defense}/{card.vitality}" if card.vitality else f"defense {card.defense}"
    marks = "*" * card.wounds + ("~" if card.flipped else "") + (f"#{card.mark}" if card.mark else "")
    return f"{text} {marks}{'>' if card.attacking else ''}"


def _seat(g: Hope, seen: View, seat: int) -> str:
    out = "" if seen.alive[seat] else ", out of the game"
    return (
        f"P{seat + 1}: {seen.sources[seat]} sources, hand {seen.hands[seat]}, Draw deck {seen.decks[seat]}, "
        f"Discard pile {len(seen.discards[seat])}{out}"
    )
