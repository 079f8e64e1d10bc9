"""The one road by which anything happens: replace, apply, log, notice triggers."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from .agenda import Agenda
from .book import EventKind

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
    on_event: Callable[[EventKind], None] | None

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.waiting = []
        self.on_event = None
        """Called after every event: how the laws are checked in between."""

    def do(self, kind: EventKind, *args: Any, seen: int = EVERYBODY) -> bool:
        """Let it happen; whether it did. After the end of a game nothing happens any more.

        ``seen``: a mask of the seats that learn the secret parts.
        """
        if self.result is not None:
            return False
        replacements = self.book.replacements.get(kind.name)
        if replacements:
            replaced = self._replaced(replacements, args)
            if replaced is None:
                return False
            args = replaced
        listeners = self.listeners(kind)
        kind.apply(self, *args)
        self.events.append((kind.name, args, seen))
        if listeners is not None:
            names = {f"ev.{name}": value for name, value in zip(kind.names, args, strict=True)}
            self.waiting += self.noticed(kind, listeners, names)
        if self.on_event is not None:
            self.on_event(kind)
        return True

    def _replaced(
        self, replacements: Sequence[tuple[str, Any]], args: tuple[Any, ...]
    ) -> tuple[Any, ...] | None:
        """The arguments after every replacement that changes something, each applied once; looked at again
        after each of them. None: the event does not happen.
        """
        left = list(replacements)
        while left:
            for replacement in left:
                changed = replacement[1](self, *args)
                if changed is None:
                    return None
                if changed != args:
                    args = changed
                    left.remove(replacement)
                    break
            else:
                break
        return args

    # -- what a game with cards adds ----------------------------------------------------------------------

    def listeners(self, kind: EventKind) -> Sequence[Any] | None:
        """Whoever may notice such an event, found before it happens: a card that leaves by it still hears it.
        None: nobody in this game ever does.
        """
        return None

    def noticed(self, kind: EventKind, listeners: Sequence[Any], names: Names) -> Iterator[Noticed]:
        """Those listeners whose condition fits."""
        yield from ()

    def carry_out(self, noticed: Noticed) -> None:
        """Put a triggered ability where it is to happen."""
        raise NotImplementedError

    def trigger_order(self) -> Sequence[int]:
        """Seats in the order in which their triggered abilities happen."""
        raise NotImplementedError

    def settle(self) -> None:
        """Triggered abilities go on the agenda: seat by seat, each seat ordering its own where they differ."""
        if not self.waiting or self.result is not None:
            return
        waiting, self.waiting = self.waiting, []
        for seat in reversed(self.trigger_order()):
            own = tuple(one for one in waiting if one.seat == seat)
            if len({one.ability for one in own}) > 1:
                self.push("order triggers", own)
            else:
                for one in reversed(own):
                    self.push("trigger", one)
