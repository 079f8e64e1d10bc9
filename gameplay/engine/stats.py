"""Derived values: pure functions of base values and of what is in force, never applied and un-applied.

base -> set -> add -> strip, then the game's floors. A value is kept for as long as nothing has been written: the
length of the undo list is the epoch.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from .state import State

SET, ADD, STRIP = 0, 1, 2
"""Layers, in the order in which they count. Within one, the later entry wins a ``SET``; ``STRIP`` leaves 0."""
NO_LAYER = -1


class Lasting(NamedTuple):
    """Something that lasts until a moment: a change of a value, or what ``expiry`` of its kind ends.

    ``thing`` is a card, or a seat as ``~seat``; ``by`` the seat whose effect it is; ``extra`` what else the kind
    needs, as plain values.
    """

    what: str
    layer: int
    thing: int
    amount: int
    until: str
    by: int
    source: int
    extra: Any = ()


class Change(NamedTuple):
    """What a passive ability does to one value of the things it reaches."""

    stat: str
    layer: int
    reaches: Callable[[Any, Any, int], bool]
    """(state, env, thing)"""
    amount: Callable[[Any, Any], int]
    """(state, env)"""
    extra: Any = None
    """What else the game needs to know of it."""


class Stats(State):
    """A state with derived values."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.lasting: list[Lasting] = self.zone("lasting")
        self._memo: dict[Any, Any] = {}
        self._epoch = -1

    def memo(self) -> dict[Any, Any]:
        """What is remembered about this very position; empty after every write."""
        if self._epoch != len(self.undo):
            self._epoch = len(self.undo)
            self._memo = {}
        return self._memo

    def forget(self) -> None:
        """Remember nothing: somebody changed the position in another way."""
        self._epoch = -1

    def undo_to(self, length: int) -> None:
        super().undo_to(length)
        self.forget()

    def value(self, stat: str, thing: int) -> int:
        """The value of a stat of a card, or of a seat as ``~seat``, as it is now."""
        memo = self.memo()
        key = (stat, thing)
        found = memo.get(key)
        if found is None:
            found = memo[key] = self._derived(stat, thing)
        return int(found)

    def _derived(self, stat: str, thing: int) -> int:
        base = self.base(stat, thing)
        added, stripped = 0, False
        for env, change in self.passives(stat):
            if change.reaches(self, env, thing):
                if change.layer == ADD:
                    added += change.amount(self, env)
                elif change.layer == SET:
                    base = change.amount(self, env)
                else:
                    stripped = True
        for entry in self.lasting:
            if entry.thing == thing and entry.what == stat:
                if entry.layer == ADD:
                    added += entry.amount
                elif entry.layer == SET:
                    base = entry.amount
                else:
                    stripped = True
        return self.clamped(stat, 0 if stripped else base + added)

    def last(self, entry: Lasting) -> None:
        """From now until its moment this is in force."""
        self.insert(self.lasting, entry)

    def expire(self, moment: str) -> None:
        """Everything that lasts until this moment ends."""
        for entry in [one for one in self.lasting if one.until == moment]:
            self.end(entry)

    def end(self, entry: Lasting) -> None:
        self.delete(self.lasting, entry)
        ending = self.book.expiries.get(entry.what)
        if ending is not None:
            ending(self, entry)

    # -- what a game says ---------------------------------------------------------------------------------

    def base(self, stat: str, thing: int) -> int:
        """The value before anything changes it."""
        raise NotImplementedError

    def clamped(self, stat: str, value: int) -> int:
        """The value within the game's floors."""
        return value

    def passives(self, stat: str) -> Sequence[tuple[Any, Change]]:
        """The passive abilities in force that change this stat, each with its surroundings, in canonical order."""
        return ()
