"""A position as a scenario writes it: the opposite of ``positions.arrange`` (``docs/scenarios.md``)."""

from typing import Any

from .book import PHASES
from .positions import OF_CARD
from .rounds import PARTS
from .state import ARTIFACTS, COIN, ROUND, Hope

COUNTS = ("wounds", "flipped", "moved", "extra", "mark")


def describe(g: Hope) -> dict[str, Any] | None:
    """The position in words; None where words do not say all of it: in the middle of an action, a combat or a
    Stack, while something lasts, or in a decision that is none of a part of a phase."""
    if not between_actions(g):
        return None
    seats = range(g.seats)
    found: dict[str, Any] = {
        "phase": PHASES[g.phase],
        "part": f"P{g.active + 1}",
        "coin": f"P{g.now[COIN] + 1}",
        "round": g.now[ROUND],
        "moves": g.moves_made[0],
        "combats": g.combats[0],
        **{f"P{seat + 1}": _seat(g, seat) for seat in seats},
    }
    if g.variant == ARTIFACTS:
        found["artifacts"] = _artifacts(g)
    return {key: value for key, value in found.items() if value not in (0, {}) or key.startswith("P")}


def between_actions(g: Hope) -> bool:
    """Whether the open decision is a part of a phase, and nothing else is going on or to come than the parts of the
    others and the rest of the round."""
    if g.asked is None or g.frame[0] != f"{PARTS[g.phase]} part":
        return False
    going_on = (g.stack.items, g.zones[g.played], g.attackers, g.lasting, g.waiting)
    if g.fighting or any(going_on):
        return False
    if any(not g.on_board(card) for card, _place, _period in g.uses):
        return False
    order = g.order(g.coin)
    later = order[order.index(g.active) + 1 :] if g.active in order else []
    parts = [frame for frame in g.agenda if frame[0] == "part" and g.alive[frame[1]]]
    rest = [frame for frame in g.agenda if frame[0] != "part"]
    last = [("dominance",)] if PHASES[g.phase] == "dominance" else []
    return parts == [("part", seat, g.phase) for seat in reversed(later)] and rest == [
        ("rounds",),
        ("round", g.phase + 1),
        ("end of the phase",),
        *last,
    ]


def _seat(g: Hope, seat: int) -> dict[str, Any]:
    """What a player has; cards of the Draw deck from the top."""
    piles = {
        "hand": g.cards(g.hand[seat]),
        "deck": list(reversed(g.cards(g.deck[seat]))),
        "discard": g.cards(g.discard[seat]),
        "removed": [card for card in g.cards(g.removed) if g.owner[card] == seat],
    }
    found: dict[str, Any] = {"sources": g.sources[seat]}
    if not g.alive[seat]:
        found["out"] = 1
    own = [card for card in g.in_play if g.owner[card] == seat]
    if own:
        found["battleground"] = {g.board.name(g.space[card]): _card(g, card) for card in own}
    named = {pile: [g.facts(card).name for card in cards] for pile, cards in piles.items() if cards}
    return {**found, **named}


def _card(g: Hope, card: int) -> Any:
    """Its name alone, or with all that lies on it and is remembered of it."""
    columns = dict(zip(COUNTS, (g.wounds, g.flipped, g.moved, g.extra, g.mark_of), strict=True))
    found: dict[str, Any] = {key: column[card] for key, column in columns.items() if column[card]}
    if g.controller[card] != g.owner[card]:
        found["controller"] = f"P{g.controller[card] + 1}"
    if artifacts := [g.facts(token).name for token in g.borne(card)]:
        found["artifacts"] = artifacts
    if used := [place for one, place, _period in g.uses if one == card]:
        found["used"] = used
    if attacked := [g.board.name(g.space[target]) for one, target in g.attacked if one == card]:
        found["attacked"] = attacked
    name = g.facts(card).name
    return {"card": name, **found} if found else name


def _artifacts(g: Hope) -> dict[str, Any]:
    """Tokens on spaces. Several on one space stand in a list."""
    found: dict[str, Any] = {}
    for space in range(g.board.size):
        tokens = g.tokens_at(space)
        said = [
            {"up": g.facts(token).name} if g.place[token] == g.artifacts else g.facts(token).name
            for token in tokens
        ]
        if said:
            found[g.board.name(space)] = said[0] if len(said) == 1 else said
    return found


def values(g: Hope) -> dict[str, Any]:
    """The paths of a position that say where everything is, with their values (``positions.look``)."""
    found: dict[str, Any] = {
        "phase": PHASES[g.phase],
        "round": g.now[ROUND],
        "part": f"P{g.active + 1}",
        "coin": f"P{g.now[COIN] + 1}",
    }
    for seat in range(g.seats):
        found[f"P{seat + 1} sources"] = g.sources[seat]
        for pile, zone in (("hand", g.hand), ("deck", g.deck), ("discard", g.discard)):
            found[f"P{seat + 1} {pile}"] = len(g.cards(zone[seat]))
    for card in sorted(g.in_play, key=lambda one: int(g.space[one])):
        space = g.board.name(g.space[card])
        found[space] = g.facts(g.cell[g.space[card]]).name
        if wounds := OF_CARD["wounds"](g, g.cell[g.space[card]]):
            found[f"{space} wounds"] = wounds
    return found
