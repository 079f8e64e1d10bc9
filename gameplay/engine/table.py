"""State: columns of integers and zones of ids, changed by three writes only, each of which can be undone."""

import hashlib
from collections.abc import Sequence
from typing import Any

Undo = tuple[list[Any], int, Any]
"""A list, a place in it, and what to do to undo: put a value back, take it out (``GONE``), or insert it."""
GONE = object()


LOOSE, DERIVED = 0, 1
"""Groups of columns: those that nothing is derived from, and those that only ``kept`` is derived from."""


class Grouped(list[Any]):
    """A column of a group."""

    __slots__ = ("group",)

    def __init__(self, values: list[Any], group: int) -> None:
        super().__init__(values)
        self.group = group


class Table:
    """Columns (one value an entity) and zones (ordered ids). Values are integers or tuples of them.

    Everything that a position consists of is registered with ``column`` or ``zone``; nothing else may change
    except through ``put``, ``insert`` and ``delete``.

    What is derived from columns is kept for as long as they stay as they are. A write to a column without a group
    forgets ``roster`` (what follows from those columns alone: who is in play, and whose) and ``kept`` (what follows
    from those and from the group ``DERIVED``); a write to one of ``DERIVED`` forgets ``kept``; a write to another
    group neither, but ``epochs[group]`` grows with every write to it. A step back forgets everything.
    """

    def __init__(self) -> None:
        self.columns: dict[str, list[Any]] = {}
        self.undo: list[Undo] = []
        self.roster: dict[Any, Any] | None = None
        self.kept: dict[Any, Any] | None = None
        self.epochs = [0, 0]

    def new_group(self) -> int:
        """A group for columns that something is derived from that nothing else follows."""
        self.epochs.append(0)
        return len(self.epochs) - 1

    def column(self, name: str, size: int, fill: Any = 0, *, group: int | None = None) -> list[Any]:
        """A new column of ``size`` values under this name; ``ValueError`` when the name is taken."""
        return self._register(name, [fill] * size, group)

    def zone(self, name: str, *, group: int | None = None) -> list[Any]:
        """A new empty zone under this name; ``ValueError`` when the name is taken."""
        return self._register(name, [], group)

    def _register(self, name: str, values: list[Any], group: int | None) -> list[Any]:
        if name in self.columns:
            raise ValueError(f"there is a column {name!r} already")
        self.columns[name] = values if group is None else Grouped(values, group)
        return self.columns[name]

    # -- the three writes ---------------------------------------------------------------------------------

    def put(self, column: list[Any], place: int, value: Any) -> None:
        """Write a value into a place (0 or higher). A value that is there already is no write."""
        old = column[place]
        if old != value:
            self.undo.append((column, place, old))
            column[place] = value
            if type(column) is list:
                self.kept = self.roster = None
            elif column.group == DERIVED:  # type: ignore[attr-defined]
                self.kept = None
            else:
                self.epochs[column.group] += 1  # type: ignore[attr-defined]

    def insert(self, column: list[Any], value: Any, place: int | None = None) -> None:
        """Put a value at the end, or before the one at ``place``."""
        at = len(column) if place is None else place
        self.undo.append((column, at, GONE))
        column.insert(at, value)
        if type(column) is list:
            self.kept = self.roster = None
        elif column.group == DERIVED:  # type: ignore[attr-defined]
            self.kept = None
        else:
            self.epochs[column.group] += 1  # type: ignore[attr-defined]

    def delete(self, column: list[Any], value: Any) -> None:
        """Take the first such value out; ``ValueError`` when there is none."""
        at = column.index(value)
        self.undo.append((column, -1 - at, value))
        del column[at]
        if type(column) is list:
            self.kept = self.roster = None
        elif column.group == DERIVED:  # type: ignore[attr-defined]
            self.kept = None
        else:
            self.epochs[column.group] += 1  # type: ignore[attr-defined]

    # -- going back ---------------------------------------------------------------------------------------

    def undo_to(self, length: int) -> None:
        """Undo all writes since the undo list had this length."""
        undo = self.undo
        if len(undo) > length:
            self.forget()
        while len(undo) > length:
            column, place, old = undo.pop()
            if old is GONE:
                del column[place]
            elif place < 0:
                column.insert(-1 - place, old)
            else:
                column[place] = old

    def forget(self) -> None:
        """Keep nothing that is derived: somebody may have changed the position in another way."""
        self.kept = self.roster = None
        self.epochs = [epoch + 1 for epoch in self.epochs]

    def position(self) -> dict[str, list[Any]]:
        """A copy of every column and zone, by name."""
        return {name: list(values) for name, values in self.columns.items()}

    def digest(self, *more: Any) -> str:
        """SHA-256 over every column, in order of their names, and over ``more``: equal positions, equal digests."""
        parts: Sequence[Any] = [sorted(self.columns.items()), *more]
        return hashlib.sha256(repr(parts).encode()).hexdigest()
