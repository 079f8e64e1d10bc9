"""State: columns of integers and zones of ids, changed by three writes only, each of which can be undone."""

import hashlib
from collections.abc import Sequence
from typing import Any

Undo = tuple[list[Any], int, Any]
"""A list, a place in it, and what to do to undo: put a value back, take it out (``GONE``), or insert it."""
GONE = object()


class Loose(list[Any]):
    """A column that no derived value looks at: writing to it starts no new epoch."""


class Table:
    """Columns (one value an entity) and zones (ordered ids). Values are integers or tuples of them.

    Everything that a position consists of is registered with ``column`` or ``zone``; nothing else may change
    except through ``put``, ``insert`` and ``delete``. ``epoch`` grows with every write that derived values may
    depend on, and with every step back: as long as it stays, so do they.
    """

    def __init__(self) -> None:
        self.columns: dict[str, list[Any]] = {}
        self.undo: list[Undo] = []
        self.epoch = 0

    def column(self, name: str, size: int, fill: Any = 0, *, loose: bool = False) -> list[Any]:
        """A new column of ``size`` values under this name; ``ValueError`` when the name is taken."""
        return self._register(name, [fill] * size, loose)

    def zone(self, name: str, *, loose: bool = False) -> list[Any]:
        """A new empty zone under this name; ``ValueError`` when the name is taken."""
        return self._register(name, [], loose)

    def _register(self, name: str, values: list[Any], loose: bool) -> list[Any]:
        if name in self.columns:
            raise ValueError(f"there is a column {name!r} already")
        self.columns[name] = Loose(values) if loose else values
        return self.columns[name]

    # -- the three writes ---------------------------------------------------------------------------------

    def put(self, column: list[Any], place: int, value: Any) -> None:
        """Write a value into a place (0 or higher). A value that is there already is no write."""
        old = column[place]
        if old != value:
            self.undo.append((column, place, old))
            column[place] = value
            if type(column) is list:
                self.epoch += 1

    def insert(self, column: list[Any], value: Any, place: int | None = None) -> None:
        """Put a value at the end, or before the one at ``place``."""
        at = len(column) if place is None else place
        self.undo.append((column, at, GONE))
        column.insert(at, value)
        if type(column) is list:
            self.epoch += 1

    def delete(self, column: list[Any], value: Any) -> None:
        """Take the first such value out; ``ValueError`` when there is none."""
        at = column.index(value)
        self.undo.append((column, -1 - at, value))
        del column[at]
        if type(column) is list:
            self.epoch += 1

    # -- going back ---------------------------------------------------------------------------------------

    def undo_to(self, length: int) -> None:
        """Undo all writes since the undo list had this length."""
        undo = self.undo
        self.epoch += 1
        while len(undo) > length:
            column, place, old = undo.pop()
            if old is GONE:
                del column[place]
            elif place < 0:
                column.insert(-1 - place, old)
            else:
                column[place] = old

    def position(self) -> dict[str, list[Any]]:
        """A copy of every column and zone, by name."""
        return {name: list(values) for name, values in self.columns.items()}

    def digest(self, *more: Any) -> str:
        """SHA-256 over every column, in order of their names, and over ``more``: equal positions, equal digests."""
        parts: Sequence[Any] = [sorted(self.columns.items()), *more]
        return hashlib.sha256(repr(parts).encode()).hexdigest()
