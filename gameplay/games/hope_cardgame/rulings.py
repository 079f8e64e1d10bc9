"""Changes that a judge may make to a position, each by one of the three writes (see ``Playthrough.rule``)."""

from collections.abc import Mapping
from typing import Any

from . import happenings as happen
from .state import Hope

SEAT_COLUMNS = ("sources",)
CARD_COLUMNS = ("wounds", "flipped", "moved", "extra moves", "target tokens", "controller")


def edit(g: Hope, change: Mapping[str, Any]) -> None:
    """``{"set": COLUMN, "of": CARD or SEAT, "to": NUMBER}`` or ``{"move": CARD, "to": ZONE, "space": SPACE,
    "seat": SEAT}``. Raises ``ValueError``.
    """
    if "set" in change:
        _set(g, str(change["set"]), int(change["of"]), int(change["to"]))
    elif "move" in change:
        _move(g, int(change["move"]), str(change["to"]), change)
    else:
        raise ValueError(f"a change sets a value or moves a card, not {dict(change)!r}")


def _set(g: Hope, name: str, of: int, to: int) -> None:
    if name in SEAT_COLUMNS:
        known = range(g.seats)
    elif name in CARD_COLUMNS:
        known = range(len(g.kind))
    else:
        raise ValueError(f"{name!r} cannot be set; {', '.join((*SEAT_COLUMNS, *CARD_COLUMNS))} can")
    if of not in known:
        raise ValueError(f"{name} has no place {of}")
    g.put(g.columns[name], of, to)


def _move(g: Hope, card: int, to: str, change: Mapping[str, Any]) -> None:
    if not 0 <= card < g.first_token:
        raise ValueError(f"there is no card {card}")
    seat = g.owner[card]
    zones = {"hand": g.hand[seat], "deck": g.deck[seat], "discard": g.discard[seat], "removed": g.removed}
    if to == "battleground":
        space = int(change["space"])
        if not 0 <= space < g.board.size or g.cell[space] >= 0:
            raise ValueError(f"space {space} is not free")
        if g.on_board(card):
            happen.placed.apply(g, card, space)
        else:
            happen.entered.apply(g, card, space)
    elif to in zones:
        happen.taken_out.apply(g, card)
        g.relocate(card, zones[to])
    else:
        raise ValueError(f"{to!r} is no zone; zones are battleground, {', '.join(zones)}")
