"""The game's own stack: announced things wait, may be answered, and are carried out last in, first out.

HOPE Cardgame's Stack and Neuroscape's cache are settings of it (``StackRules``).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from .ask import Option
from .book import Rulebook
from .event import Names
from .table import LOOSE


class Item(NamedTuple):
    """One thing on the stack: the ability (its key) of a card, who announced it, and what it was announced with
    (targets by label, ``choice``). ``number`` names it while it is there.
    """

    number: int
    card: int
    ability: str
    seat: int
    names: Names
    cancelled: bool = False


@dataclass(frozen=True, slots=True)
class StackRules:
    """What a game says of its stack. ``order``: who may answer, in turn, after this seat has acted. ``batch``:
    once all have passed, everything is carried out without a break; otherwise answers are asked for again after
    each item. ``responses``: what a seat may answer with, ``("pass",)`` first; ``may_answer``: whether it might
    have an answer as far as everybody knows; ``respond``: announce one; ``evaluate``: carry out an item.
    """

    order: Callable[[Any, int], Sequence[int]]
    batch: bool
    responses: Callable[[Any, int], Sequence[Option]]
    may_answer: Callable[[Any, int], bool]
    respond: Callable[[Any, int, Option], None]
    evaluate: Callable[[Any, Item], None]


class Stack:
    """The stack of a state: a zone of items."""

    def __init__(self, g: Any) -> None:
        self.items: list[Item] = g.zone("stack items", group=LOOSE)
        self.made = g.column("stack items made", 1, group=LOOSE)

    def put(self, g: Any, card: int, ability: str, seat: int, names: Names) -> Item:
        """Put an item on top."""
        g.put(self.made, 0, self.made[0] + 1)
        item = Item(self.made[0], card, ability, seat, names)
        g.insert(self.items, item)
        return item

    def find(self, number: int) -> Item | None:
        """The item of this number, as it is now; None when it is gone."""
        return next((item for item in self.items if item.number == number), None)

    def change(self, g: Any, number: int, **fields: Any) -> None:
        """Change an item where it lies: other targets, cancelled."""
        for place, item in enumerate(self.items):
            if item.number == number:
                g.put(self.items, place, item._replace(**fields))

    def forget(self, g: Any, card: int) -> None:
        """A card that leaves is no target any more: what aims at it aims at nothing."""
        for place, item in enumerate(self.items):
            names = {name: _without(value, card, name) for name, value in item.names.items()}
            if names != item.names:
                g.put(self.items, place, item._replace(names=names))


def _without(value: Any, card: int, name: str) -> Any:
    return (
        tuple(one for one in value if one != card) if isinstance(value, tuple) and name[0] == "t" else value
    )


def teach_stack(
    book: Rulebook, rules: StackRules, *, answers: tuple[str, ...], evaluate: tuple[str, ...]
) -> None:
    """The steps ``answers`` (who may still answer, and what happened that they may answer) and ``evaluate``,
    citing these clauses."""

    def ask_next(g: Any, seats: tuple[int, ...], *happened: Any) -> None:
        if seats:
            seat = seats[0]
            g.pose(seat, "respond", rules.responses(g, seat), answers, public=not rules.may_answer(g, seat))
        elif g.stack.items:
            g.push("evaluate")

    def answered(g: Any, option: Option, seats: tuple[int, ...], *happened: Any) -> None:
        if option[0] != "pass":
            rules.respond(g, seats[0], option)
        elif len(seats) > 1:
            g.push("answers", seats[1:], *happened)
        elif g.stack.items:
            g.push("evaluate")

    def evaluate_next(g: Any) -> None:
        if not g.stack.items:
            return
        item = g.stack.items[-1]
        g.delete(g.stack.items, item)
        if g.stack.items:
            if rules.batch:
                g.push("evaluate")
            else:
                g.push("answers", tuple(rules.order(g, g.active)))
        rules.evaluate(g, item)

    book.step("answers", *answers)(ask_next)
    book.answer("answers")(answered)
    book.step("evaluate", *evaluate)(evaluate_next)
