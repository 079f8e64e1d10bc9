"""Playing units and locations, and duplicates of unique units (HCG-4, HCG-8, HCG-10, HCG-16.13)."""

from gameplay.engine.ask import Option

from . import happenings as happen
from .artifacts import take_artifacts
from .book import EXPLORE, MAIN, book
from .removal import kill_the_dead
from .state import Hope
from .winning import change_sources


def unit_spaces(g: Hope, seat: int) -> list[int]:
    """Free spaces where this seat may play a unit: its home base (HCG-8.2, HCG-20.11) and next to a face-up
    location of its own (HCG-8.3) or of its teammate (HCG-20.12), never diagonally (HCG-8.4)."""
    memo = g.memo()
    key = ("unit spaces", g.side[seat])
    found: list[int] | None = memo.get(key)
    if found is None:
        cell, beside = g.cell, g.board.beside
        near = set(g.board.home(g.side[seat]))
        for card in g.in_play:
            if g.definitions[g.kind[card]].location and not g.flipped[card] and g.friendly(seat, card):
                near.update(beside[g.space[card]])
        found = memo[key] = sorted(space for space in near if cell[space] < 0)  # HCG-8.5
    return found


def location_spaces(g: Hope, seat: int) -> list[int]:
    """Free spaces where this seat may play a location: next to a unit of its own (HCG-10.2) or of its teammate
    (HCG-20.15), not in its own home base (HCG-10.4, HCG-R86), not on an artifact (HCG-19.5)."""
    memo, key = g.memo(), ("location spaces", seat)
    found: list[int] | None = memo.get(key)
    if found is None:
        cell, beside = g.cell, g.board.beside
        near: set[int] = set()
        for card in g.in_play:
            if g.definitions[g.kind[card]].unit and g.friendly(seat, card):
                near.update(beside[g.space[card]])
        home = g.board.home(g.side[seat])
        found = memo[key] = sorted(
            space for space in near if cell[space] < 0 and space not in home and not g.tokens_at(space)
        )
    return found


def own_kinds(g: Hope, seat: int) -> dict[int, int]:
    """The kinds of cards that the seat controls on the battleground, each with its first card."""
    roster, key = g.roster or g.cast(), ("own kinds", seat)
    found: dict[int, int] | None = roster.get(key)
    if found is None:
        found = roster[key] = {
            g.kind[card]: card for card in reversed(g.in_play) if g.controller[card] == seat
        }
    return found


def has_unique(g: Hope, seat: int, name: str) -> bool:
    """Whether the seat controls a card of this name on the battleground (HCG-R23)."""
    return any(g.definitions[kind].name == name for kind in own_kinds(g, seat))


def playable(g: Hope, seat: int, card: int) -> bool:
    """Whether the card, a unit or a location, can be paid (HCG-R7) and is no second unique one (HCG-R23)."""
    made = g.definitions[g.kind[card]]
    if made.unique and has_unique(g, seat, made.name):
        return False
    return g.can_pay(seat, -g.price(card))


def unit_plays(g: Hope, seat: int) -> list[Option]:
    """Every unit in hand on every space (HCG-8.1)."""
    unit, kind = g.is_kind["unit"], g.kind
    cards = [card for card in g.zones[g.hand[seat]] if unit[kind[card]] and playable(g, seat, card)]
    if not cards:
        return []
    spaces = unit_spaces(g, seat)
    return [("play", card, space) for card in cards for space in spaces]


def location_plays(g: Hope, seat: int) -> list[Option]:
    """Every location in hand on every space (HCG-10.1)."""
    location, kind = g.is_kind["location"], g.kind
    cards = [card for card in g.zones[g.hand[seat]] if location[kind[card]] and playable(g, seat, card)]
    if not cards:
        return []
    spaces = location_spaces(g, seat)
    return [("play", card, space) for card in cards for space in spaces]


def duplicates(g: Hope, seat: int) -> list[Option]:
    """Duplicates of own unique units (HCG-8.7): discarded as they are, or to heal a wound (HCG-8.8, HCG-R24)."""
    found: list[Option] = []
    for card in g.zones[g.hand[seat]]:
        made = g.definitions[g.kind[card]]
        if made.unique and made.unit:
            unit = original(g, seat, card)
            if unit >= 0:
                found.append(("duplicate", card))
                if g.wounds[unit]:
                    found.append(("heal", card))
    return found


def original(g: Hope, seat: int, card: int) -> int:
    """The own unique unit on the battleground that this hand card duplicates (HCG-16.13), or -1."""
    return own_kinds(g, seat).get(g.kind[card], -1)


def discard_duplicate(g: Hope, seat: int, card: int, heal: bool) -> None:
    """Outside the Stack, free and not answered (HCG-8.9, HCG-R24)."""
    unit = original(g, seat, card)
    g.do(happen.duplicate_discarded, seat, card, unit)
    if heal:
        g.do(happen.healed, unit, 1)


def play(g: Hope, seat: int, card: int, space: int) -> None:
    """Pay, put the card there, let what happens on entering happen, then let others answer (HCG-R20, O2)."""
    g.push("answer to", "played", (card, seat, space))
    g.push("enter", seat, card, space)
    change_sources(g, (seat, g.price(card)))


@book.step("enter", "HCG-8.1", "HCG-10.1", "HCG-R69")
def enter(g: Hope, seat: int, card: int, space: int) -> None:
    g.do(happen.entered, card, space)
    g.do(happen.played, card, seat, space)
    take_artifacts(g, card)
    kill_the_dead(g, -1)


PLAYED_IN = {MAIN: unit_plays, EXPLORE: location_plays}
"""HCG-8.12, HCG-10.6: units in the Main phase only, locations in the Explore phase only."""
