"""Sealed decisions: several seats answer the same question, and nothing shows before all have answered.

Votes, bids and secret choices are asked of one seat after the other. What has been given waits in the frame, which no
view shows; it takes effect, and becomes events, when the last seat has answered.
"""

from collections.abc import Callable, Sequence
from typing import Any

from .ask import Option
from .book import Rulebook

Options = Callable[..., Sequence[Option]]
"""``(state, seat, *arguments)``: what the seat may answer, which may not depend on what others have given."""
Revealed = Callable[..., None]
"""``(state, {seat: option}, *arguments)``: what happens when all have answered."""


def teach_sealed(book: Rulebook, name: str, options: Options, revealed: Revealed, *cite: str) -> None:
    """The step ``name``, put on the agenda with ``push_sealed``."""

    def ask(g: Any, seats: tuple[int, ...], given: tuple[Option, ...], *args: Any) -> None:
        if len(given) < len(seats):
            seat = seats[len(given)]
            g.pose(seat, name, options(g, seat, *args), cite)
        else:
            revealed(g, dict(zip(seats, given, strict=True)), *args)

    def answered(
        g: Any, option: Option, seats: tuple[int, ...], given: tuple[Option, ...], *args: Any
    ) -> None:
        g.push(name, seats, (*given, option), *args)

    book.step(name, *cite)(ask)
    book.answer(name)(answered)


def push_sealed(g: Any, name: str, seats: Sequence[int], *args: Any) -> None:
    """These seats are asked next, in this order."""
    g.push(name, tuple(seats), (), *args)
