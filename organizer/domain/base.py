"""What every domain function stands on: the actor, refusals, and one transaction with its log entry."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.utils import timezone

from gameplay.domain import live
from organizer.models import Entry, Event, LogEntry, Match, Round, User
from organizer.rules import acting_as


class Refused(Exception):
    """The change was not made, and nothing was written. The text says what was wrong and what would be right.

    ``field`` names the form field it belongs to, if any; ``code`` is a stable word for programs.
    """

    def __init__(self, message: str, *, field: str | None = None, code: str = "refused") -> None:
        super().__init__(message)
        self.message = message
        self.field = field
        self.code = code


class Stale(Refused):
    """Somebody else changed it in between; the page should be shown again as it is now."""

    def __init__(self, message: str) -> None:
        super().__init__(message, code="stale")


class Repeated(Exception):
    """The same request came before and was carried out then; ``entry`` is its log entry."""

    def __init__(self, entry: LogEntry) -> None:
        super().__init__(f"already done: {entry}")
        self.entry = entry


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts. ``key`` is the request's own token (at most 64 characters), empty when there is none."""

    user: User | None = None
    key: str = ""

    @property
    def name(self) -> str:
        return self.user.name if self.user else "clock"

    def role_in(self, event: Event) -> str:
        return acting_as(self.user, event) if self.user else "system"


CLOCK = Actor()

MANY = 20
"""Entries of one kind in one change that are announced one by one."""


@dataclass(slots=True)
class Change:
    """An open change of one event. ``event`` is locked; ``now`` is the one moment of the change."""

    event: Event
    actor: Actor
    now: datetime
    entries: list[LogEntry] = field(default_factory=list)
    unneeded: bool = False
    """Set by a block that found everything as wanted already and wrote nothing."""

    def log(
        self,
        kind: str,
        summary: str,
        *,
        reason: str = "",
        public: bool = False,
        round: Round | None = None,
        match: Match | None = None,
        entry: Entry | None = None,
        data: dict[str, Any] | None = None,
    ) -> LogEntry:
        """Write the next log entry. ``public`` entries are shown to everybody, live and on the event's page."""
        self.event.version += 1
        refs = {"round": round and round.number, "match": match and match.pk, "entry": entry and entry.pk}
        row = LogEntry(
            event=self.event,
            seq=self.event.version,
            at=self.now,
            actor=self.actor.user,
            actor_name=self.actor.name[:80],
            acting_as=self.actor.role_in(self.event),
            kind=kind,
            summary=summary[:300],
            reason=reason[:300],
            public=public,
            round=round,
            match=match,
            entry=entry,
            data=_as_stored({**(data or {}), "refs": {k: ref for k, ref in refs.items() if ref is not None}}),
            key="" if self.entries else self.actor.key,
        )
        row.hash = self.event.log_hash = link(self.event.log_hash, row)
        row.save(force_insert=True)
        self.entries.append(row)
        return row


def _as_stored(data: dict[str, Any]) -> dict[str, Any]:
    """``data`` as it will be read back, so that the hash can be checked later."""
    stored: dict[str, Any] = json.loads(json.dumps(data, cls=DjangoJSONEncoder))
    return stored


def link(previous: str, row: LogEntry) -> str:
    """The hash of ``row`` in a log whose last hash was ``previous``: SHA-256, hexadecimal."""
    content = [
        row.seq,
        row.at,
        row.actor_name,
        row.acting_as,
        row.kind,
        row.summary,
        row.reason,
        row.public,
        row.data,
    ]
    text = json.dumps([previous, *content], sort_keys=True, cls=DjangoJSONEncoder, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


@contextmanager
def change(event: Event | int, actor: Actor) -> Iterator[Change]:
    """Lock the event, run the block as one transaction, keep its log entries and tell the listeners.

    Raises ``Repeated`` when the actor's key was used before; a block that wrote no log entry is a
    bug, unless it says that it was ``unneeded``.
    """
    with transaction.atomic():
        pk = event if isinstance(event, int) else event.pk
        locked = Event.objects.select_for_update().get(pk=pk)
        if actor.key:
            done = LogEntry.objects.filter(event=locked, key=actor.key).first()
            if done:
                raise Repeated(done)
        open_change = Change(locked, actor, timezone.now())
        yield open_change
        if not open_change.entries:
            if open_change.unneeded:
                return
            raise RuntimeError("a change without a log entry")
        locked.save()
        _announce(open_change)


def _announce(done: Change) -> None:
    """Tell the pages of every entry; of many of one kind once, without naming a match: it concerns all."""
    count = Counter(row.kind for row in done.entries)
    last = {row.kind: row for row in done.entries}
    staff, everybody = [], []
    for row in done.entries:
        refs: dict[str, Any] = row.data["refs"]
        if count[row.kind] > MANY:
            if row is not last[row.kind]:
                continue
            refs = {"many": count[row.kind]}
        notice = (row.kind, {"seq": row.seq, **refs})
        staff.append(notice)
        if row.public:
            everybody.append(notice)
    if everybody:
        live.publish_all(done.event.stream, everybody)
    live.publish_all(f"{done.event.stream}:staff", staff)


def verify_log(event: Event) -> int | None:
    """The ``seq`` of the first log entry whose hash does not follow from those before it, or ``None``."""
    previous = ""
    for expected, row in enumerate(event.log.order_by("seq").iterator(), start=1):
        if row.seq != expected or link(previous, row) != row.hash:
            return row.seq
        previous = row.hash
    return None
