"""Positions of scenarios: laid out from a readable description, and read back by path (``docs/scenarios.md``)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from . import happenings as happen
from .book import PHASES
from .combat import attack_total, defense_total
from .dominance import lines_won
from .rounds import PARTS
from .state import ARTIFACTS, COIN, PHASE, ROUND, Hope
from .winning import team_sum

PILES = ("hand", "deck", "discard", "removed")
SEAT_KEYS = ("battleground", "sources", "out", *PILES)
CARD_KEYS = (
    "card",
    "wounds",
    "flipped",
    "moved",
    "extra",
    "mark",
    "artifacts",
    "controller",
    "used",
    "attacked",
)


def seats_in(position: Mapping[str, Any]) -> list[str]:
    """``P1``, ``P2``, … as the position names them."""
    return sorted(key for key in position if key[:1] == "P" and key[1:].isdigit())


def names_of(part: Mapping[str, Any]) -> list[str]:
    """The names of all cards that a player has in a position. Raises ``ValueError``."""
    unknown = sorted(set(part) - set(SEAT_KEYS))
    if unknown:
        raise ValueError(f"unknown {', '.join(unknown)}; a player has {', '.join(SEAT_KEYS)}")
    cards = [_card(one)["card"] for one in part.get("battleground", {}).values()]
    return cards + [name for pile in PILES for name in part.get(pile, ())]


def _card(value: Any) -> Mapping[str, Any]:
    card = {"card": value} if isinstance(value, str) else value
    unknown = sorted(set(card) - set(CARD_KEYS))
    if unknown:
        raise ValueError(f"unknown {', '.join(unknown)}; a card has {', '.join(CARD_KEYS)}")
    return card


def arrange(g: Hope, position: Mapping[str, Any]) -> None:
    """Lay a position out, with the part that is named about to be asked. Raises ``ValueError``."""
    phase = PHASES.index(position.get("phase", "main"))
    seat = int(str(position.get("part", "P1"))[1:]) - 1
    happen.sources_set.apply(g)
    g.put(g.now, COIN, int(str(position.get("coin", position.get("part", "P1")))[1:]) - 1)
    g.put(g.now, ROUND, int(position.get("round", 1)))
    g.put(g.now, PHASE, phase)
    for name in seats_in(position):
        _seat(g, int(name[1:]) - 1, position[name])
    for name in seats_in(position):
        _attacked(g, position[name])
    if g.variant == ARTIFACTS:
        _artifacts(g, position.get("artifacts", {}))
    _agenda(g, phase, seat)
    happen.part_begins.apply(g, seat, phase)
    g.put(g.moves_made, 0, int(position.get("moves", 0)))
    g.put(g.combats, 0, int(position.get("combats", 0)))
    g.forget()
    faults = g.faults()
    if faults:
        raise ValueError("; ".join(faults))


def _agenda(g: Hope, phase: int, seat: int) -> None:
    """What is still to happen after this part."""
    g.push("rounds")
    g.agenda.append(("round", phase + 1))
    g.push("end of the phase")
    if PHASES[phase] == "dominance":
        g.push("dominance")
    order = g.order(g.coin)
    g.push_each("part", order[order.index(seat) + 1 :], phase)
    g.push(f"{PARTS[phase]} part", seat)


def _seat(g: Hope, seat: int, part: Mapping[str, Any]) -> None:
    g.put(g.sources, seat, int(part.get("sources", 15)))
    for space, value in part.get("battleground", {}).items():
        described = _card(value)
        card = _from_deck(g, seat, described["card"])
        happen.entered.apply(g, card, g.board.find(space))
        for column, key in (
            (g.wounds, "wounds"),
            (g.flipped, "flipped"),
            (g.moved, "moved"),
            (g.extra, "extra"),
            (g.mark_of, "mark"),
        ):
            g.put(column, card, int(described.get(key, 0)))
        if "controller" in described:
            g.put(g.controller, card, int(str(described["controller"])[1:]) - 1)
        for place in described.get("used", ()):
            g.insert(g.uses, (card, int(place), _period(g, card, int(place))))
        for name in described.get("artifacts", ()):
            token = _token(g, name)
            g.relocate(token, g.artifacts)
            g.put(g.bearer, token, card)
    g.put(g.alive, seat, int(not part.get("out", 0)))
    for pile, zone in (("discard", g.discard[seat]), ("hand", g.hand[seat]), ("removed", g.removed)):
        for name in part.get(pile, ()):
            g.relocate(_from_deck(g, seat, name), zone)
    for name in reversed(part.get("deck", ())):
        g.relocate(_from_deck(g, seat, name), g.deck[seat])


def _period(g: Hope, card: int, place: int) -> str:
    """What the uses of this ability are counted over. Raises ``ValueError`` when they are not counted."""
    ability = next((one for one in g.facts(card).used if one.place == place), None)
    if ability is None or not ability.facts.times:
        raise ValueError(f"{g.facts(card).name} has no ability {place} whose uses are counted")
    return str(ability.facts.period)


def _attacked(g: Hope, part: Mapping[str, Any]) -> None:
    """What units have attacked in this round (HCG-11.13), once every card has its space."""
    for space, value in part.get("battleground", {}).items():
        for there in _card(value).get("attacked", ()):
            target = g.cell[g.board.find(there)]
            if target < 0:
                raise ValueError(f"there is no card on {there} that could have been attacked")
            g.insert(g.attacked, (g.cell[g.board.find(space)], target))


def _from_deck(g: Hope, seat: int, name: str) -> int:
    """A card of this name that has not been laid out yet."""
    found = next((card for card in g.cards(g.deck[seat]) if g.facts(card).name == name), None)
    if found is None:
        raise ValueError(f"P{seat + 1} has no {name} left")
    return found


def _token(g: Hope, name: str) -> int:
    known = ("name", "number")
    for token in g.cards(g.pool):
        if name in [getattr(g.facts(token), key) for key in known]:
            return token
    raise ValueError(f"there is no artifact {name} left in the pool")


def _artifacts(g: Hope, lying: Mapping[str, Any]) -> None:
    for space, names in lying.items():
        for name in names if isinstance(names, list | tuple) else (names,):
            up = isinstance(name, Mapping)
            token = _token(g, name["up"] if isinstance(name, Mapping) else name)
            g.relocate(token, g.artifacts if up else g.face_down)
            g.put(g.space, token, g.board.find(space))


# -- reading ---------------------------------------------------------------------------------------------------

OF_CARD: dict[str, Callable[[Hope, int], Any]] = {
    "wounds": lambda g, card: g.wounds[card],
    "flipped": lambda g, card: g.flipped[card],
    "moved": lambda g, card: g.moved[card],
    "mark": lambda g, card: g.mark_of[card],
    "controller": lambda g, card: f"P{g.controller[card] + 1}",
    "artifacts": lambda g, card: sorted(g.facts(token).name for token in g.borne(card)),
}
STATS = (
    "attack",
    "defense",
    "vitality",
    "weight",
    "DAMAGE",
    "MOVE",
    "RANGED",
    "FEROCITY",
    "INCOME",
    "LOCATOR",
)


def look(g: Hope, path: str) -> Any:
    """The value at a path. Raises ``ValueError``."""
    words = path.split()
    if words[0] in OF_GAME and len(words) == 1:
        return OF_GAME[words[0]](g)
    if words[0][:1] == "P" and words[0][1:].isdigit() and len(words) == 2:
        return _of_seat(g, int(words[0][1:]) - 1, words[1])
    if words[0] == "artifact" and len(words) == 2:
        return [_lying(g, token) for token in g.tokens_at(g.board.find(words[1]))]
    card = g.cell[g.board.find(words[0])]
    if len(words) == 1:
        return g.facts(card).name if card >= 0 else None
    if card < 0:
        raise ValueError(f"there is no card on {words[0]}")
    if words[1] in OF_CARD:
        return OF_CARD[words[1]](g, card)
    if words[1] in STATS:
        return g.value(words[1], card)
    raise ValueError(f"no path {path!r}; a card has {', '.join((*OF_CARD, *STATS))}")


def _lying(g: Hope, token: int) -> str:
    return g.facts(token).name if g.place[token] == g.artifacts else "face down"


OF_GAME: dict[str, Callable[[Hope], Any]] = {
    "phase": lambda g: PHASES[g.phase],
    "round": lambda g: g.now[ROUND],
    "part": lambda g: f"P{g.active + 1}",
    "coin": lambda g: f"P{g.coin + 1}",
    "moves": lambda g: g.moves_made[0],
    "combats": lambda g: g.combats[0],
    "totals": lambda g: [attack_total(g), defense_total(g)],
    "stack": lambda g: [g.facts(item.card).name for item in g.stack.items],
    "target": lambda g: g.facts(g.target).name if g.target >= 0 else None,
    "attackers": lambda g: [g.facts(card).name for card in g.attackers],
}


def _of_seat(g: Hope, seat: int, what: str) -> Any:
    zones: dict[str, Sequence[int]] = {
        "hand": g.cards(g.hand[seat]),
        "deck": g.cards(g.deck[seat]),
        "discard": g.cards(g.discard[seat]),
    }
    if what in zones:
        return len(zones[what])
    if what.endswith("s") and what[:-1] in zones:
        return [g.facts(card).name for card in zones[what[:-1]]]
    if what == "sources":
        return g.sources[seat]
    if what == "alive":
        return bool(g.alive[seat])
    if what == "lines":
        return lines_won(g)[g.side[seat]]
    if what == "team":
        return team_sum(g, g.side[seat])
    raise ValueError(
        f"no P{seat + 1} {what}; a player has sources, alive, lines, team, hand(s), deck(s), discard(s)"
    )
