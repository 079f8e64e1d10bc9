"""Derived values: pure functions of base values and of what is in force, never applied and un-applied.

base -> set -> add -> strip, then the game's floors. A value is kept for as long as nothing that it could follow from
has been written (``Table.kept``).
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from .state import State
from .table import DERIVED

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
    found: Callable[[Any, Any], Sequence[int]]
    """(state, env): the things it reaches"""
    amount: Callable[[Any, Any], int]
    """(state, env)"""
    reaches: Callable[[Any, Any, int], bool] | None = None
    """(state, env, thing): asked of one thing where not all that it reaches can be listed, such as cards in hands"""
    extra: Any = None
    """What else the game needs to know of it."""


class Sum(NamedTuple):
    """What everything in force does to a value: what it is set to (None: nothing), added, and whether it is
    stripped."""

    base: int | None
    added: int
    stripped: bool


NOTHING = Sum(None, 0, False)


InForce = dict[str, list[tuple[Any, Any, Change]]]
"""By stat: the surroundings of a passive ability, the ability, and what it does to that stat."""


class Stats(State):
    """A state with derived values. ``printed``: by kind of card, what is printed of each stat."""

    printed: Sequence[Mapping[str, int]]
    in_play: list[int]

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.lasting: list[Lasting] = self.zone("lasting", group=DERIVED)
        self._changes: InForce = {}
        self._asked: InForce = {}
        self._kinds: dict[str, dict[int, int]] = {}
        self._entries: dict[str, list[Lasting]] = {}

    def memo(self) -> dict[Any, Any]:
        """What is kept for as long as nothing that values follow from is written to (see ``Table``)."""
        return self.refresh() if self.kept is None else self.kept

    def cast(self) -> dict[Any, Any]:
        """What is kept for as long as it stays the same who is in play, and whose (see ``Table``)."""
        if self.roster is None:
            self.roster = {}
            self._changes = self.in_force()
            self._asked = {}
            for stat, changes in self._changes.items():
                asked = [one for one in changes if one[2].reaches is not None]
                if asked:
                    self._asked[stat] = asked
        return self.roster

    def refresh(self) -> dict[Any, Any]:
        """Something was written: find what is in force."""
        if self.roster is None:
            self.cast()
        kept: dict[Any, Any] = {}
        self.kept = kept
        if self.lasting or self._entries:
            self._entries = {}
            for entry in self.lasting:
                self._entries.setdefault(entry.what, []).append(entry)
        return kept

    def value(self, stat: str, thing: int) -> int:
        """The value of a stat of a card, or of a seat as ``~seat``, as it is now."""
        kept = self.kept
        if kept is None:
            kept = self.refresh()
        if stat not in self._changes and stat not in self._entries:
            return self.printed[self.kind[thing]].get(stat, 0) if thing >= 0 else self.base(stat, thing)
        sums: dict[int, Sum] | None = kept.get(stat)
        if sums is None:
            sums = kept[stat] = self._sums(stat)
        found = sums.get(thing)
        if stat in self._asked:
            found = self._asked_of(stat, thing, found or NOTHING)
        base = self.printed[self.kind[thing]].get(stat, 0) if thing >= 0 else self.base(stat, thing)
        return base if found is None else self._summed(stat, base, found)

    def _summed(self, stat: str, base: int, found: Sum) -> int:
        if found.base is not None:
            base = found.base
        return self.clamped(stat, 0 if found.stripped else base + found.added)

    def _asked_of(self, stat: str, thing: int, found: Sum) -> Sum:
        """The sum with what can only be asked of one thing."""
        for env, ability, change in self._asked[stat]:
            assert change.reaches is not None
            if change.reaches(self, env, thing) and self.holds(env, ability):
                found = _layered(found, change.layer, change.amount(self, env))
        return found

    def values(self, stat: str) -> Mapping[int, int]:
        """The values of this stat that are not 0, by card in play."""
        kept, key = self.kept, ("values", stat)
        if kept is None:
            kept = self.refresh()
        found: dict[int, int] | None = kept.get(key)
        if found is None:
            found = self._printed(stat)
            if stat in self._changes or stat in self._entries:
                found = {card: n for card, n in {**found, **self._changed(stat)}.items() if n}
            kept[key] = found
        return found

    def _printed(self, stat: str) -> dict[int, int]:
        """The printed values that are not 0, by card in play."""
        roster, key = self.cast(), ("printed", stat)
        found: dict[int, int] | None = roster.get(key)
        if found is None:
            printed, kind = self.printed, self.kind
            found = roster[key] = {
                card: n for card in self.in_play if (n := printed[kind[card]].get(stat, 0))
            }
        return found

    def _having(self, stat: str) -> dict[int, int]:
        """The printed values that are not 0, by kind of the cards of this game."""
        found = self._kinds.get(stat)
        if found is None:
            kinds = sorted(set(self.kind))
            found = self._kinds[stat] = {kind: n for kind in kinds if (n := self.printed[kind].get(stat, 0))}
        return found

    def _changed(self, stat: str) -> dict[int, int]:
        """The values of the cards that something in force changes."""
        assert self.kept is not None
        sums: dict[int, Sum] | None = self.kept.get(stat)
        if sums is None:
            sums = self.kept[stat] = self._sums(stat)
        printed, kind = self.printed, self.kind
        return {
            card: self._summed(stat, printed[kind[card]].get(stat, 0), total)
            for card, total in sums.items()
            if card >= 0
        }

    def _sums(self, stat: str) -> dict[int, Sum]:
        """What is in force for a stat, by thing."""
        sums: dict[int, Sum] = {}
        for env, ability, change in self._changes.get(stat, ()):
            if change.reaches is None and self.holds(env, ability):
                amount = change.amount(self, env)
                for thing in change.found(self, env):
                    sums[thing] = _layered(sums.get(thing, NOTHING), change.layer, amount)
        for entry in self._entries.get(stat, ()):
            sums[entry.thing] = _layered(sums.get(entry.thing, NOTHING), entry.layer, entry.amount)
        return sums

    def changes_of(self, stat: str) -> list[tuple[Any, Change]]:
        """The passive abilities in force that change this stat, each with its surroundings."""
        if self.kept is None:
            self.refresh()
        return [
            (env, change) for env, ability, change in self._changes.get(stat, ()) if self.holds(env, ability)
        ]

    def watched(self, what: str) -> Sequence[Lasting]:
        """What lasts now of this kind."""
        if self.kept is None:
            self.refresh()
        return self._entries.get(what, ())

    def last(self, entry: Lasting) -> None:
        """From now until its moment this is in force."""
        self.insert(self.lasting, entry)

    def expire(self, moment: str) -> None:
        """Everything that lasts until this moment ends."""
        if self.lasting:
            for entry in [one for one in self.lasting if one.until == moment]:
                self.end(entry)

    def end(self, entry: Lasting) -> None:
        self.delete(self.lasting, entry)
        ending = self.book.expiries.get(entry.what)
        if ending is not None:
            ending(self, entry)

    # -- what a game says ---------------------------------------------------------------------------------

    def base(self, stat: str, player: int) -> int:
        """The value of a player (``~seat``) before anything changes it; of a card it is what is printed."""
        return 0

    def clamped(self, stat: str, value: int) -> int:
        """The value within the game's floors."""
        return value

    def in_force(self) -> InForce:
        """The passive abilities by the stat they change, in canonical order."""
        return {}

    def holds(self, env: Any, ability: Any) -> bool:
        """Whether the condition of a passive ability holds, if it has one. A condition that looks at what its own
        ability changes is asked without that change.
        """
        if ability.condition is None:
            return True
        kept, key = self.memo(), ("holds", env.source, ability.key)
        found: bool | None = kept.get(key)
        if found is None:
            self.kept = {
                **kept,
                key: False,
            }  # what is found meanwhile goes without the change: it is not kept
            found = bool(ability.condition(self, env))
            self.kept = kept
            kept[key] = found
        return found


def _layered(total: Sum, layer: int, amount: int) -> Sum:
    """The sum with one thing more."""
    if layer == ADD:
        return Sum(total.base, total.added + amount, total.stripped)
    if layer == SET:
        return Sum(amount, total.added, total.stripped)
    return Sum(total.base, total.added, True)
