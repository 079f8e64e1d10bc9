"""The one road by which anything happens: replace, apply, log, notice triggers."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from .agenda import Agenda
from .book import EventKind, Rule

EVERYBODY = -1
"""A mask of seats in which every bit is set."""

Names = dict[str, Any]


class Noticed(NamedTuple):
    """A triggered ability whose event has happened: it waits until the step is done.

    ``ability`` is its key, ``source`` its card, ``seat`` who controls it, ``names`` what the event said.
    """

    seat: int
    source: int
    ability: str
    names: Names


class Events(Agenda):
    """A state to which things happen."""

    waiting: list[Noticed]

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.heard: frozenset[str] = frozenset()
        """Names of the events that anything in this game may ever listen to."""
        self.on_event: Callable[[EventKind], None] | None = None
        """Called after every event: how the laws are checked in between."""

    def do(self, kind: EventKind, *args: Any, seen: int = EVERYBODY) -> bool:
        """Let it happen; whether it did. After the end of a game nothing happens any more.

        ``seen``: a mask of the seats that learn the secret parts.
        """
        if self.result is not None:
            return False
        if kind.replacements:
            replaced = self._replaced(kind.replacements, args)
            if replaced is None:
                return False
            args = replaced
        listeners = self.listeners(kind) if kind.name in self.heard else None
        size = len(args)
        if size == 1:  # calls with a fixed number of arguments are much cheaper
            kind.apply(self, args[0])
        elif size == 2:
            kind.apply(self, args[0], args[1])
        elif size == 3:
            kind.apply(self, args[0], args[1], args[2])
        else:
            kind.apply(self, *args)
        self.events.append((kind.name, args, seen))
        if listeners is not None:
            names = {f"ev.{name}": value for name, value in zip(kind.names, args, strict=True)}
            self.waiting += self.noticed(kind, listeners, names)
        if self.on_event is not None:
            self.on_event(kind)
        return True

    def _replaced(self, replacements: Sequence[Rule], args: tuple[Any, ...]) -> tuple[Any, ...] | None:
        """The arguments after every replacement that changes something, each applied once; looked at again
        after each of them. None: the event does not happen.
        """
        left = list(replacements)
        while left:
            for replacement in left:
                changed = replacement(self, *args)
                if changed is None:
                    return None
                if changed != args:
                    args = tuple(changed)
                    left.remove(replacement)
                    break
            else:
                break
        return args

    # -- what a game with cards adds ----------------------------------------------------------------------

    def listeners(self, kind: EventKind) -> list[Any]:
        """Whoever may notice such an event, found before it happens: a card that leaves by it still hears it."""
        return []

    def noticed(self, kind: EventKind, listeners: list[Any], names: Names) -> Iterable[Noticed]:
        """Those listeners, from before and after it has happened, whose condition fits."""
        return ()

    def carry_out(self, noticed: Noticed) -> None:
        """Put a triggered ability where it is to happen."""
        raise NotImplementedError

    def trigger_order(self) -> Sequence[int]:
        """Seats in the order in which their triggered abilities happen."""
        raise NotImplementedError

    def settle(self) -> None:
        """Triggered abilities go on the agenda: seat by seat, each seat ordering its own where they differ."""
        waiting, self.waiting = self.waiting, []
        if self.result is not None:
            return
        for seat in reversed(self.trigger_order()):
            own = tuple(one for one in waiting if one.seat == seat)
            if len({one.ability for one in own}) > 1:
                self.push("order triggers", own)
            else:
                for one in reversed(own):
                    self.push("trigger", one)
