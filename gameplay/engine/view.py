"""What a viewer may know: log lines, names of options, and the parts views are built from.

A view starts from nothing and adds what the viewer is entitled to. Cards go by the viewer's own aliases; a card
the viewer cannot tell apart has none.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from .ask import Option
from .event import EVERYBODY
from .state import JUDGE, SPECTATOR, State


def bit_of(g: State, viewer: int) -> int:
    """The viewer's place in masks; a judge has none, as a judge is in all of them."""
    return g.seats if viewer == SPECTATOR else viewer


def alias(g: State, viewer: int, card: int) -> int:
    """What this viewer calls the card; 0 when it is one of a crowd. A judge calls it by its number plus one."""
    if viewer == JUDGE:
        return card + 1
    return int(g.alias[viewer][card])


def told(entry: tuple[str, tuple[Any, ...], int], g: State, viewer: int) -> bool:
    """Whether the viewer was told the secret parts of this event."""
    seen = entry[2]
    return seen == EVERYBODY or viewer == JUDGE or bool(seen >> bit_of(g, viewer) & 1)


class Speech:
    """How a game says its things: names of cards, seats, spaces and numbers, by kind."""

    def __init__(self, g: State) -> None:
        self.g = g

    def name(self, kind: str, thing: Any) -> str:
        """The name of a thing that may be said."""
        if kind in ("card", "cards", "unit") and isinstance(thing, tuple):
            return ", ".join(self.name("card", one) for one in thing) or "nothing"
        if kind == "card":
            return str(self.g.facts(thing).name)
        if kind == "seat":
            return f"P{thing + 1}"
        if kind == "seats":
            return ", ".join(f"P{seat + 1}" for seat in thing) or "nobody"
        return str(thing)

    def hidden(self, kind: str, thing: Any) -> str:
        """The name of a thing that may not be said."""
        if isinstance(thing, tuple):
            return "a card" if len(thing) == 1 else f"{len(thing)} cards"
        return "a card"

    def line(self, entry: tuple[str, tuple[Any, ...], int], viewer: int) -> str:
        """The event as a sentence for this viewer; empty when it is not one for people."""
        kind = self.g.book.events[entry[0]]
        if kind.quiet:
            return ""
        text, knows = kind.words, not kind.secret or told(entry, self.g, viewer)
        for name, value in zip(kind.names, entry[1], strict=True):
            place = "{" + name + "}"
            if place in text:
                of = self.g.book.kinds.get(name, name)
                said = self.name(of, value) if knows or name not in kind.secret else self.hidden(of, value)
                text = text.replace(place, said)
        return text


def lines(g: State, speech: Speech, viewer: int, start: int = 0) -> list[tuple[str, tuple[str, ...]]]:
    """Log lines from the ``start``-th event on, each with the clauses it enforces."""
    found = []
    for entry in g.events[start:]:
        line = speech.line(entry, viewer)
        if line:
            found.append((line, g.book.events[entry[0]].cite))
    return found


def is_card(g: State, kind: str, thing: Any) -> bool:
    """Whether what an option is about is a card: said to be one, or a thing with the number of one."""
    of = g.book.kinds.get(kind)
    return of == "card" or (of == "thing" and 0 <= thing < len(g.kind))


def shown_option(g: State, viewer: int, option: Option) -> tuple[Any, ...]:
    """An option with the viewer's aliases in place of cards."""
    form = g.book.forms[option[0]]
    things = [
        alias(g, viewer, thing) if is_card(g, kind, thing) else thing
        for kind, thing in zip(form.kinds, option[1:], strict=True)
    ]
    return (option[0], *things)


def aliases(g: State, viewer: int, cards: Iterable[int]) -> Sequence[int]:
    """The viewer's aliases of these cards, in their order."""
    return [alias(g, viewer, card) for card in cards]
