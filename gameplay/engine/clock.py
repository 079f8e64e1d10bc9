"""The clocks of one table: settings, and arithmetic in whole milliseconds. No timers here, and no wall clock.

``now`` is always an argument: a moment in milliseconds of one clock, the database's. A moment before the open
decision counts as its opening, so that a clock that was set back charges nobody and pays nobody.

A seat's time runs from ``start`` to ``answer``. It is taken from the seat's grace first, then from the limit of the
decision, then from the bank. All of it is up at the ``deadline``: from that moment on the seat is refused
(``TimeIsUp``) until the caller has settled the time-out, with ``time_out`` or with ``finish``; before it, nobody can
settle anything. Whatever wakes the caller late, early, twice or never cannot change who has how much time.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, NamedTuple, Self

USES: Mapping[str, tuple[str, ...]] = {
    "bank": ("bank_ms", "increment_ms", "grace_ms", "grace_refill_ms"),
    "decision": ("decision_ms", "grace_ms", "grace_refill_ms"),
    "none": (),
}
"""The kinds of clock, and the times that each uses. The first one it cannot do without."""


class ClockError(Exception):
    """What this clock cannot do now; the text says why. Nothing has changed."""


class TimeIsUp(ClockError):
    """Too late: the deadline passed ``late_ms`` milliseconds ago, and the time-out is to be settled first."""

    def __init__(self, seat: int, late_ms: int) -> None:
        super().__init__(f"the time of seat {seat + 1} was up {late_ms} ms ago: its time-out comes first")
        self.late_ms = late_ms


@dataclass(frozen=True, slots=True)
class Settings:
    """What is agreed about time, in milliseconds.

    ``bank``: each seat has ``bank_ms`` for the game, and ``increment_ms`` more for each answer. ``decision``: each
    decision has ``decision_ms``, and nothing is carried over. ``none``: nothing runs out. With the first two, a seat
    has ``grace_ms`` for a slow line, used first, and gets ``grace_refill_ms`` of it back with each answer, never more
    than ``grace_ms``. Raises ``ValueError`` for a negative time, a missing one, or one that the kind does not use.
    """

    kind: str
    bank_ms: int = 0
    increment_ms: int = 0
    decision_ms: int = 0
    grace_ms: int = 0
    grace_refill_ms: int = 0

    def __post_init__(self) -> None:
        if self.kind not in USES:
            raise ValueError(f"a clock is one of {', '.join(USES)}, not {self.kind!r}")
        used = USES[self.kind]
        times = asdict(self)
        del times["kind"]
        for name, ms in times.items():
            if ms < 0:
                raise ValueError(f"{name} is 0 or more, not {ms}")
            if ms and name not in used:
                raise ValueError(f"a clock of the kind {self.kind!r} has no {name}")
        if used and not getattr(self, used[0]):
            raise ValueError(f"a clock of the kind {self.kind!r} needs {used[0]}")
        if self.grace_refill_ms > self.grace_ms:
            raise ValueError(
                f"grace_refill_ms is at most grace_ms, {self.grace_ms}, not {self.grace_refill_ms}"
            )


class Spent(NamedTuple):
    """What a seat has used for the open decision so far, by where it is taken from, in milliseconds."""

    grace: int
    limit: int
    bank: int


@dataclass(frozen=True, slots=True)
class Clock:
    """The clocks of one table at one moment. Nothing changes it: every operation returns another one.

    ``banks`` and ``grace``: milliseconds left by seat (with a limit per decision, the bank holds what judges gave).
    ``to_act``: whose time runs, None when nobody's does; ``started_at``: since when, pauses and outages taken out.
    ``paused_since``: since when all stands still. ``version`` rises whenever the deadline moves, so that a timer set
    for an older one can be told. Raises ``ValueError`` for values that contradict each other.
    """

    settings: Settings
    banks: tuple[int, ...]
    grace: tuple[int, ...]
    to_act: int | None = None
    started_at: int | None = None
    paused_since: int | None = None
    version: int = 0
    finished: bool = False

    def __post_init__(self) -> None:
        if not self.banks or len(self.banks) != len(self.grace):
            raise ValueError("a clock has a bank and a grace for each seat, and one seat or more")
        if min(self.banks) < 0 or min(self.grace) < 0 or max(self.grace) > self.settings.grace_ms:
            raise ValueError("banks are 0 or more, and grace is from 0 to grace_ms")
        if self.to_act is not None and not 0 <= self.to_act < len(self.banks):
            raise ValueError(f"seats are 0 to {len(self.banks) - 1}, not {self.to_act}")
        if (self.to_act is None) != (self.started_at is None):
            raise ValueError("a seat's time runs since some moment, and nobody's since none")
        if self.finished and (self.to_act, self.paused_since) != (None, None):
            raise ValueError("on a finished clock no time runs, and nothing is paused")

    @classmethod
    def new(cls, settings: Settings, seats: int) -> Self:
        """Full clocks for so many seats; nobody's time runs."""
        return cls(settings, (settings.bank_ms,) * seats, (settings.grace_ms,) * seats)

    # -- what the clock says ------------------------------------------------------------------------------

    def deadline(self) -> int | None:
        """The moment from which the seat to act is too late; None when no time runs out."""
        if self.started_at is None or self.to_act is None or self.paused_since is not None:
            return None
        return None if self.settings.kind == "none" else self.started_at + self._allowed(self.to_act)

    def expired(self, now: int) -> bool:
        """Whether a time-out is to be settled."""
        deadline = self.deadline()
        return deadline is not None and now >= deadline

    def spent(self, now: int) -> Spent:
        """What the seat to act has used for its decision, never more than it had; nothing when nobody is to act."""
        if self.started_at is None or self.to_act is None:
            return Spent(0, 0, 0)
        until = now if self.paused_since is None else min(now, self.paused_since)
        elapsed = min(max(0, until - self.started_at), self._allowed(self.to_act))
        grace = min(elapsed, self.grace[self.to_act])
        limit = min(elapsed - grace, self.settings.decision_ms)
        return Spent(grace, limit, elapsed - grace - limit)

    def remaining(self, seat: int, now: int) -> int | None:
        """Milliseconds the seat has left, or would have if it had to act: its page counts this down, and it ends the
        game when it is 0. None when no time runs out at this table.
        """
        if self.settings.kind == "none":
            return None
        return self._allowed(seat) - (sum(self.spent(now)) if seat == self.to_act else 0)

    # -- decisions ----------------------------------------------------------------------------------------

    def start(self, seat: int, now: int) -> Self:
        """A decision of this seat is open. In a pause its time starts to run when the pause ends.
        Raises ``ClockError``, and ``ValueError`` for a seat there is not.
        """
        self._require_unfinished()
        if self.to_act is not None:
            raise ClockError(
                f"the time of seat {self.to_act + 1} runs: it answers first, or its decision is withdrawn"
            )
        return self._changed(to_act=seat, started_at=now)

    def answer(self, now: int) -> Self:
        """The seat to act has answered: what it used is taken off, its increment and its refill are added.
        Raises ``TimeIsUp`` and ``ClockError``.
        """
        self._require_in_time(now)
        if self.paused_since is not None:
            raise ClockError("the clock is paused: nobody answers before it runs again")
        return self._charged(now, self.settings.increment_ms, self.settings.grace_refill_ms)

    def withdraw(self, now: int) -> Self:
        """The open decision is no more (a ruling, a rewind, a concession): what was used of it is taken off, and
        nothing is added. Also in a pause. Raises ``TimeIsUp`` and ``ClockError``.
        """
        self._require_in_time(now)
        return self._charged(now, 0, 0)

    def time_out(self, now: int) -> Self:
        """The default is played for the seat whose time is up: all its time is gone, its increment is added, its
        grace is not refilled. What passed since the deadline is nobody's. Raises ``ClockError`` before the deadline.
        """
        if not self.expired(now):
            raise ClockError("no time is up: there is nothing to settle")
        return self._charged(now, self.settings.increment_ms, 0)

    def finish(self) -> Self:
        """The game is over: there is no deadline any more, and never will be. Finishing twice is finishing."""
        if self.finished:
            return self
        return replace(
            self, to_act=None, started_at=None, paused_since=None, finished=True, version=self.version + 1
        )

    # -- judges and outages -------------------------------------------------------------------------------

    def pause(self, now: int) -> Self:
        """Stand still: no time runs until ``resume``. Raises ``TimeIsUp`` and ``ClockError``."""
        self._require_unfinished()
        if self.paused_since is not None:
            raise ClockError("the clock is paused already")
        if self.to_act is not None:
            self._require_in_time(now)
        return self._changed(paused_since=now)

    def resume(self, now: int) -> Self:
        """Run on after a pause with exactly the time that was left. Raises ``ClockError``."""
        if self.paused_since is None:
            raise ClockError("the clock is not paused")
        if self.started_at is None:
            return self._changed(paused_since=None)
        stood = max(0, now - max(self.paused_since, self.started_at))
        return self._changed(paused_since=None, started_at=self.started_at + stood)

    def extend(self, seat: int, ms: int) -> Self:
        """Give a seat more time, now if its time runs. With a limit per decision it keeps what it does not need.
        An expired clock runs on, so settle it first. Raises ``ClockError``, and ``ValueError`` for less than 1 ms.
        """
        self._require_unfinished()
        if self.settings.kind == "none":
            raise ClockError("no time runs out at this table: there is nothing to extend")
        if ms < 1:
            raise ValueError(f"an extension is 1 ms or more, not {ms}")
        return self._changed(banks=_plus(self.banks, seat, ms))

    def shift(self, ms: int) -> Self:
        """Take an outage out of the running decision: its deadline moves by ``ms``, the part of the outage since the
        decision was opened. A decision that expired in the outage runs on. Nothing changes when no time runs, or in
        a pause, which costs nobody time anyway. Each call moves it: an outage is one entry of the log, and one call.
        Raises ``ValueError`` for a negative time.
        """
        if ms < 0:
            raise ValueError(f"an outage lasts 0 ms or more, not {ms}")
        if self.started_at is None or self.paused_since is not None:
            return self
        return self._changed(started_at=self.started_at + ms)

    # -- plain data ---------------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """All of it as plain data for JSON."""
        return {**asdict(self), "banks": list(self.banks), "grace": list(self.grace)}

    @classmethod
    def from_state(cls, state: Mapping[str, Any]) -> Self:
        """The clock that ``state`` was taken of. Raises ``ValueError`` for data that is no clock."""
        known = [field.name for field in fields(cls)]
        if sorted(state) != sorted(known):
            raise ValueError(f"the state of a clock has {', '.join(known)}; this has {', '.join(state)}")
        try:
            settings = Settings(**state["settings"])
            banks, grace = tuple(state["banks"]), tuple(state["grace"])
            return cls(**{**state, "settings": settings, "banks": banks, "grace": grace})
        except TypeError as problem:
            raise ValueError(f"this is not the state of a clock: {problem}") from problem

    # -- arithmetic ---------------------------------------------------------------------------------------

    def _allowed(self, seat: int) -> int:
        return self.grace[seat] + self.settings.decision_ms + self.banks[seat]

    def _charged(self, now: int, increment: int, refill: int) -> Self:
        """Nobody's time runs any more, and the seat to act has paid for what it used."""
        seat = self._require_seat()
        spent = self.spent(now)
        refilled = min(self.settings.grace_ms - self.grace[seat] + spent.grace, refill)
        return self._changed(
            banks=_plus(self.banks, seat, increment - spent.bank),
            grace=_plus(self.grace, seat, refilled - spent.grace),
            to_act=None,
            started_at=None,
        )

    def _changed(self, **parts: Any) -> Self:
        """With these parts changed, and the next version when the deadline has moved."""
        changed = replace(self, **parts)
        if changed.deadline() == self.deadline():
            return changed
        return replace(changed, version=self.version + 1)

    def _require_unfinished(self) -> None:
        if self.finished:
            raise ClockError("the game is over: its clock has been finished")

    def _require_seat(self) -> int:
        self._require_unfinished()
        if self.to_act is None:
            raise ClockError("nobody is to act: no time runs")
        return self.to_act

    def _require_in_time(self, now: int) -> None:
        seat, deadline = self._require_seat(), self.deadline()
        if deadline is not None and now >= deadline:
            raise TimeIsUp(seat, now - deadline)


def _plus(times: tuple[int, ...], seat: int, ms: int) -> tuple[int, ...]:
    if not 0 <= seat < len(times):
        raise ValueError(f"seats are 0 to {len(times) - 1}, not {seat}")
    return (*times[:seat], times[seat] + ms, *times[seat + 1 :])
