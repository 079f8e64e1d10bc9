"""What each viewer may know of a game (HCG-21, HCG-R88), as plain values, and as a board for terminals."""

from typing import Any, NamedTuple

from gameplay.engine.agenda import NEW
from gameplay.engine.state import JUDGE, SPECTATOR
from gameplay.engine.view import Speech

from .book import PHASES
from .state import ACTIVE, ARTIFACTS, ATTACKING, COIN, ITEM, NUMBER, PHASE, ROUND, SPACE, Hope


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
    artifacts: tuple[tuple[int, str], ...]
    stack: tuple[tuple[int, str, int, int, bool, tuple[int, ...]], ...]
    combat: tuple[int, ...]
    moves_made: int
    combats: int
    result: Any
    called: tuple[int, ...]
    hand: tuple[tuple[int, str], ...]
    hands_seen: tuple[tuple[tuple[int, str], ...], ...]


def view(g: Hope, viewer: int) -> View:
    """Built up from what the viewer is entitled to: what is public, then the own names and the own hand."""
    numbers, kind = g.numbers, g.kind
    called = range(1, len(kind) + 1) if viewer == JUDGE else g.alias[viewer]
    own = () if viewer in (SPECTATOR, JUDGE) else g.zones[g.hand[viewer]]
    everybody = [g.zones[zone] for zone in g.hand] if viewer == JUDGE else ()
    return NEW(
        View,
        (
            viewer,
            *_public(g),
            tuple([called[card] for card in g.in_play]),
            tuple([(called[card], numbers[kind[card]]) for card in own]),
            tuple([tuple([(called[card], numbers[kind[card]]) for card in hand]) for hand in everybody]),
        ),
    )


def _public(g: Hope) -> tuple[Any, ...]:
    """What everybody may know: public zones (HCG-21.2, HCG-21.3) and counts; made once for all viewers of a
    position."""
    latest = g.undo[-1] if g.undo else None
    if not g.pictured or g.pictured[0] is not latest or g.pictured[1] is not g.result:
        g.pictured = (latest, g.result, _drawn(g))
    found: tuple[Any, ...] = g.pictured[2]
    return found


def _drawn(g: Hope) -> tuple[Any, ...]:
    zones, now = g.zones, g.now
    memo, seen = g.memo(), g.epochs[g.shown]
    cards = memo.get("cards")
    if cards is None or cards[0] != seen:
        cards = memo["cards"] = (seen, _cards(g))
    return (
        now[ROUND],
        PHASES[now[PHASE]],
        now[ACTIVE],
        now[COIN],
        tuple(g.sources),
        tuple(g.alive),
        tuple([len(zones[zone]) for zone in g.hand]),
        tuple([len(zones[zone]) for zone in g.deck]),
        tuple([_pile(g, zone) for zone in g.discard]),
        _pile(g, g.removed),
        tuple(g.exchanged),
        cards[1],
        _lying(g) if g.variant == ARTIFACTS else (),
        tuple([_item(g, item) for item in g.stack.items]),
        tuple(g.combat),
        g.moves_made[0],
        g.combats[0],
        g.result,
    )


def _pile(g: Hope, zone: int) -> tuple[str, ...]:
    """Card numbers of a pile that is open to everybody, found once for as long as the same cards lie in it."""
    cards = tuple(g.zones[zone])
    known = g.piles.get(zone)
    if known is None or known[0] != cards:
        numbers, kind = g.numbers, g.kind
        known = g.piles[zone] = (cards, tuple([numbers[kind[card]] for card in cards]))
    return known[1]


def _cards(g: Hope) -> tuple[CardView, ...]:
    """HCG-21.3"""
    kind, unit, numbers, attackers = g.kind, g.is_kind["unit"], g.numbers, g.attackers
    attack, defense, vitality = g.values("attack"), g.values("defense"), g.values("vitality")
    space, owner, controller, wounds = g.space, g.owner, g.controller, g.wounds
    flipped, moved, mark, found = g.flipped, g.moved, g.mark_of, []
    for card in g.in_play:
        is_unit = unit[kind[card]]
        row = (
            numbers[kind[card]],
            space[card],
            owner[card],
            controller[card],
            attack.get(card, 0) if is_unit else 0,
            defense.get(card, 0),
            vitality.get(card, 0) if is_unit else 0,
            wounds[card],
            flipped[card],
            moved[card],
            mark[card],
            card in attackers,
            tuple([numbers[kind[token]] for token in g.borne(card)]) if g.variant == ARTIFACTS else (),
        )
        found.append(NEW(CardView, row))
    return tuple(found)


def _lying(g: Hope) -> tuple[tuple[int, str], ...]:
    """HCG-19.2, HCG-19.11"""
    lying = [(g.space[token], "") for token in g.zones[g.face_down]]
    lying += [(g.space[t], g.numbers[g.kind[t]]) for t in g.zones[g.artifacts] if g.bearer[t] < 0]
    return tuple(sorted(lying))


def _item(g: Hope, item: Any) -> tuple[int, str, int, int, bool, tuple[int, ...]]:
    """A thing on the Stack: number, card, which ability, whose, cancelled, and its targets (spaces, items and
    players by number; cards by the number of their space, which everybody sees)."""
    ability = g.programs[item.ability]
    targets = [thing for target in ability.targets for thing in item.names.get(target.label, ())]
    shown = [
        g.space[one] + SPACE if 0 <= one < ITEM and g.on_board(one) else one if one >= ITEM or one < 0 else -1
        for one in targets
    ]
    return (item.number, g.announced(item).number, ability.place, item.seat, item.cancelled, tuple(shown))


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
            return g.announced(item).name if item is not None else "it"
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
