"""Derived values: pure functions of base values and of what is in force, never applied and un-applied.

base -> set -> add -> strip, then the game's floors. A value is kept for as long as nothing that it could follow from
has been written (``Table.epoch``).
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
        self._changes: dict[str, list[tuple[Any, Change]]] = {}
        self._entries: dict[str, list[Lasting]] = {}
        self._seen = -1

    def memo(self) -> dict[Any, Any]:
        """What is remembered about this epoch: anything that follows from columns that are not loose."""
        if self._seen != self.epoch:
            self.refresh()
        return self._memo

    def refresh(self) -> None:
        """A new epoch: find what is in force."""
        self._seen = self.epoch
        self._memo = {}
        entries: dict[str, list[Lasting]] = {}
        for entry in self.lasting:
            entries.setdefault(entry.what, []).append(entry)
        self._entries = entries
        self._changes = self.in_force()

    def forget(self) -> None:
        """Remember nothing: somebody changed the position in another way."""
        self.epoch += 1

    def value(self, stat: str, thing: int) -> int:
        """The value of a stat of a card, or of a seat as ``~seat``, as it is now."""
        if self._seen != self.epoch:
            self.refresh()
        if stat not in self._changes and stat not in self._entries:
            return self.base(stat, thing)
        key = (stat, thing)
        found: int | None = self._memo.get(key)
        if found is None:
            found = self._memo[key] = self._derived(stat, thing)
        return found

    def _derived(self, stat: str, thing: int) -> int:
        base = self.base(stat, thing)
        added, stripped = 0, False
        for env, change in self._changes.get(stat, ()):
            if change.reaches(self, env, thing):
                if change.layer == ADD:
                    added += change.amount(self, env)
                elif change.layer == SET:
                    base = change.amount(self, env)
                else:
                    stripped = True
        for entry in self._entries.get(stat, ()):
            if entry.thing == thing:
                if entry.layer == ADD:
                    added += entry.amount
                elif entry.layer == SET:
                    base = entry.amount
                else:
                    stripped = True
        return self.clamped(stat, 0 if stripped else base + added)

    def changes_of(self, stat: str) -> Sequence[tuple[Any, Change]]:
        """The passive abilities in force that change this stat, each with its surroundings."""
        if self._seen != self.epoch:
            self.refresh()
        return self._changes.get(stat, ())

    def watched(self, what: str) -> Sequence[Lasting]:
        """What lasts now of this kind."""
        if self._seen != self.epoch:
            self.refresh()
        return self._entries.get(what, ())

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
        """The value before anything changes it, within the floors."""
        raise NotImplementedError

    def clamped(self, stat: str, value: int) -> int:
        """The value within the game's floors."""
        return value

    def in_force(self) -> dict[str, list[tuple[Any, Change]]]:
        """The passive abilities in force by the stat they change, each with its surroundings, in canonical
        order."""
        return {}
