"""The round clock: stored moments and whole milliseconds, no timers.

Moments are stored in UTC, so a change of summer time while a round runs adds and takes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from organizer.models import Match, Round

from .base import Actor, Change, Refused, change
from .drawing import names_at
from .rounds import require_round

MINUTE_MS = 60_000
LONGEST_MS = 24 * 60 * MINUTE_MS


def table_remaining_ms(match: Match, now: datetime) -> int:
    """Milliseconds left for this table: the round's plus its own extension; negative in overtime."""
    return match.round.remaining_ms(now) + match.extension_ms


def start_clock(round: Round, actor: Actor) -> Round:
    """Start the round clock. Refused when it runs already."""
    with _published(round, actor) as (c, round):
        if round.clock_started_at is not None:
            raise Refused(f"The clock of {round} has been started already.", code="already_started")
        round.clock_started_at = c.now
        _save(c, round, "clock.started", f"The clock of {round} started: {_minutes(round.length_ms)}.")
        return round


def pause_clock(round: Round, actor: Actor, reason: str = "") -> Round:
    """Stop the running clock. Refused when it has not started or stands still already."""
    with _published(round, actor) as (c, round):
        _require_started(round)
        if round.clock_paused_at is not None:
            raise Refused(f"The clock of {round} is paused already.", code="already_paused")
        round.clock_paused_at = c.now
        _save(c, round, "clock.paused", f"The clock of {round} was paused.", reason)
        return round


def resume_clock(round: Round, actor: Actor) -> Round:
    """Let a paused clock run on; the pause costs nobody time."""
    with _published(round, actor) as (c, round):
        _require_started(round)
        if round.clock_paused_at is None:
            raise Refused(f"The clock of {round} is running.", code="not_paused")
        round.clock_paused_ms += max(0, (c.now - round.clock_paused_at) // timedelta(milliseconds=1))
        round.clock_paused_at = None
        _save(c, round, "clock.resumed", f"The clock of {round} runs again.")
        return round


def extend_round(round: Round, actor: Actor, minutes: int, reason: str = "") -> Round:
    """Give all tables more time, or take some back with negative minutes."""
    with _published(round, actor) as (c, round):
        round.length_ms = _extended(round.length_ms, minutes)
        text = f"{round}: {_more(minutes)} for all tables."
        _save(c, round, "clock.extended", text, reason, minutes=minutes)
        return round


def extend_table(match: Match, actor: Actor, minutes: int, reason: str = "") -> Match:
    """Give one table more time, or take some of its extra time back with negative minutes."""
    with change(match.round.event_id, actor) as c:
        return extend_table_in(c, match, minutes, reason)


def extend_table_in(c: Change, match: Match, minutes: int, reason: str = "") -> Match:
    """``extend_table`` inside an open change, for what gives time beside other things, such as a deck check."""
    round = require_round(c, match.round, Round.Status.PUBLISHED)
    match = round.matches.select_related("a", "b").get(pk=match.pk)
    match.round = round
    if match.kind != Match.Kind.PLAYED:
        raise Refused("A bye has no clock.", code="no_table")
    if match.status == Match.Status.FINAL:
        raise Refused(f"{names_at([match]).capitalize()} has finished.", field="minutes", code="finished")
    match.extension_ms = _extended(match.extension_ms, minutes)
    match.version += 1
    match.save(update_fields=["extension_ms", "version"])
    c.log(
        "table.extended",
        f"Table {match.table}: {_more(minutes)}, {_minutes(match.extension_ms)} extra in all.",
        public=True,
        reason=reason,
        round=round,
        match=match,
        data={"minutes": minutes, "extension_ms": match.extension_ms},
    )
    return match


def end_round(round: Round, actor: Actor) -> Round:
    """Close the round once every table has a final result."""
    with _published(round, actor) as (c, round):
        waiting = list(
            round.matches.exclude(status=Match.Status.FINAL).select_related("a", "b").order_by("table", "pk")
        )
        if waiting:
            raise Refused(
                f"{round} is not over: there is no final result at {names_at(waiting)}.", code="open_matches"
            )
        round.status = Round.Status.FINISHED
        round.finished_at = c.now
        _save(c, round, "round.finished", f"{round} is over.")
        return round


@contextmanager
def _published(round: Round, actor: Actor) -> Iterator[tuple[Change, Round]]:
    """An open change with the round as it is now; refused unless the round is published."""
    with change(round.event_id, actor) as c:
        yield c, require_round(c, round, Round.Status.PUBLISHED)


def _require_started(round: Round) -> None:
    if round.clock_started_at is None:
        raise Refused(f"The clock of {round} has not been started.", code="not_started")


def _extended(now_ms: int, minutes: int) -> int:
    after = now_ms + minutes * MINUTE_MS
    if minutes == 0:
        raise Refused("Give the number of minutes.", field="minutes")
    if after < 0:
        raise Refused(f"Only {_minutes(now_ms)} can be taken back.", field="minutes")
    if after > LONGEST_MS:
        raise Refused("A round cannot be longer than 24 hours.", field="minutes")
    return after


def _minutes(ms: int) -> str:
    return f"{ms // MINUTE_MS} minute{'' if ms == MINUTE_MS else 's'}"


def _more(minutes: int) -> str:
    return f"{_minutes(abs(minutes) * MINUTE_MS)} {'more' if minutes > 0 else 'less'}"


def _save(c: Change, round: Round, kind: str, text: str, reason: str = "", **data: int) -> None:
    """Write the clock, and tell everybody what a page needs to show it without asking again."""
    round.save()
    shown = {
        "length_ms": round.length_ms,
        "remaining_ms": round.remaining_ms(c.now),
        "paused": round.clock_paused_at is not None,
    }
    c.log(kind, text, public=True, reason=reason, round=round, data=shown | data)
