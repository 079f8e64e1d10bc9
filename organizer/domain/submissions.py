"""Decklists of an event: handing in, locking, unlocking, reminding, publishing.

A list may be changed until it is locked: at the event's lock time, or at its start if that comes first. Whether
it is open follows from these times alone (``why_closed``); the sweep ``lock_due`` writes down what they already say.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from deckcheck.domain import decks
from deckcheck.domain.base import Refused as NotRead
from deckcheck.domain.checking import Checked
from deckcheck.domain.formats import Format, format_for, formats_of
from deckcheck.domain.overview import NO_GROUP, group
from deckcheck.lists.deck import ZONES
from deckcheck.models import DeckVersion
from organizer.models import Entry, Event, Submission
from organizer.rules import can, is_member

from .base import CLOCK, Actor, Change, Refused, change
from .leaving import load_entry

log = logging.getLogger(__name__)

LISTED = (Entry.Status.REGISTERED, Entry.Status.ACTIVE, Entry.Status.DROPPED, Entry.Status.DISQUALIFIED)
"""Entries whose list belongs to the event."""

PLAYING = (Entry.Status.REGISTERED, Entry.Status.ACTIVE)
MAY_SUBMIT = (*PLAYING, Entry.Status.WAITLISTED)
LONGEST_UNLOCK = timedelta(days=7)
LONGEST_REMINDER = timedelta(hours=720)
"""As the setting allows."""


def has_lists(event: Event) -> bool:
    """Whether decklists are handed in to this event: it asks for them, and its game has them."""
    return event.decklists != Event.Decklists.NONE and event.game in ZONES


def rules_day(event: Event) -> date:
    """The day by whose rules lists are judged: the event's first, on the venue's calendar."""
    return event.local(event.starts_at).date()


def format_code(event: Event) -> str:
    """The event's format; an event of any format takes its game's first."""
    return event.format or next((code for code, _ in formats_of(event.game)), "")


def event_format(event: Event) -> Format:
    """Cards and construction rules of the event. Raises ``Refused``."""
    with _told():
        return format_for(event.game, format_code(event), rules_day(event))


def check_for(event: Event, text: str) -> tuple[Checked, Format]:
    """The verdict on a list by the rules of the event. Raises ``Refused`` (field ``text``)."""
    with _told():
        return decks.check(text, event.game, format_code(event), rules_day(event))


def why_closed(event: Event, submission: Submission | None, now: datetime) -> str:
    """Why the players of an entry cannot hand in or change their list now; empty when they can."""
    if event.decklists == Event.Decklists.NONE:
        return "This event has no decklists."
    if event.game not in ZONES:
        return f"{event.get_game_display()} is played without decklists."
    if event.status in {Event.Status.FINISHED, Event.Status.CANCELLED}:
        return f"The event is {event.get_status_display().lower()}."
    if submission is not None and submission.unlocked(now):
        return ""
    if event.decklists_lock_at is not None and event.decklists_lock_at <= now:
        return f"Decklists were locked on {moment(event, event.decklists_lock_at)}. Ask the staff to unlock yours."
    if event.status == Event.Status.RUNNING:
        return "Decklists were locked when the event started. Ask the staff to unlock yours."
    return ""


def moment(event: Event, at: datetime) -> str:
    """A moment on the venue's clock with its zone, such as "28 March 2027 at 10:00 CEST"."""
    there = event.local(at)
    return f"{there:%-d %B %Y at %H:%M} {there.tzname()}"


def submission_of(entry: Entry) -> Submission | None:
    return Submission.objects.filter(entry=entry).select_related("version__deck").first()


def submit_deck(
    entry: Entry, actor: Actor, *, text: str | None = None, version: DeckVersion | None = None
) -> Submission:
    """Hand in a list, pasted (``text``) or from a deck box (``version``); it replaces the one before.

    An illegal list is stored as well, marked so: the player sees the faults, the desk lists it. The players of the
    entry may until it is locked; the desk may at any time for an entry that is not its own. The list that is
    there already changes nothing.
    """
    with change(entry.event_id, actor) as c:
        entry = load_entry(c, entry)
        row = _row(entry)
        _require_may_submit(c, entry, row)
        wanted = decks.tidy(version.text if version is not None else text or "")
        if not wanted:
            raise Refused("The list is empty: paste one, or pick a deck.", field="text", code="required")
        checked, fmt = check_for(c.event, wanted)
        before = row.version
        if before is not None and before.text == wanted and row.faults == decks.fault_list(checked):
            c.unneeded = True
            return row
        row.version = _snapshot(c, checked, fmt, wanted, version)
        row.by, row.submitted_at = actor.user, c.now
        _judge(row, checked, fmt)
        if c.event.decklists_locked(c.now) and not row.unlocked(c.now):
            row.locked_at = c.now
        row.save()
        _tidy_up(before, row.version)
        verdict = "legal" if row.legal else f"not legal, {len(row.faults)} faults"
        c.log(
            "decklist.changed" if before else "decklist.submitted",
            f"{entry}: decklist {'changed' if before else 'handed in'} ({verdict}).",
            entry=entry,
            data={"version": row.version.pk, "before": before and before.pk, "legal": row.legal},
        )
        return row


def _row(entry: Entry) -> Submission:
    found = submission_of(entry) or Submission(entry=entry)
    found.entry = entry
    return found


def _require_may_submit(c: Change, entry: Entry, row: Submission) -> None:
    if not has_lists(c.event):
        raise Refused(why_closed(c.event, row, c.now), code="no_lists")
    if entry.status not in MAY_SUBMIT:
        raise Refused(
            f"{entry} is not in the event any more ({entry.get_status_display().lower()}).", code="left"
        )
    if _desk_for(c, entry):
        if c.event.status in {Event.Status.FINISHED, Event.Status.CANCELLED}:
            raise Refused(why_closed(c.event, row, c.now), code="over")
        return
    if closed := why_closed(c.event, row, c.now):
        raise Refused(closed, code="locked")


def _desk_for(c: Change, entry: Entry) -> bool:
    """Whether the actor acts as the desk here: nobody does for the own entry."""
    user = c.actor.user
    return user is not None and not is_member(user, entry) and bool(can(user, "decks.unlock", c.event))


def _snapshot(
    c: Change, checked: Checked, fmt: Format, text: str, version: DeckVersion | None
) -> DeckVersion:
    """The version itself when it was read with the cards of the event, else the same text read with them."""
    sets = {card_set.code: card_set.content_hash for card_set in fmt.pool.sets}
    if version is not None and version.game == c.event.game and version.card_sets == sets:
        return version
    return decks.store_version(checked, fmt, text, now=c.now)


def _judge(row: Submission, checked: Checked, fmt: Format) -> None:
    row.legal = checked.legal
    row.faults = decks.fault_list(checked)
    row.group = group(checked.reading.deck, fmt.pool)[:80]


def _tidy_up(before: DeckVersion | None, now: DeckVersion) -> None:
    """A pasted list that was replaced and is not of any deck box is not kept, unless a deck check names it."""
    if before is not None and before.pk != now.pk:
        decks.forget_version(before)


def unlock(entry: Entry, actor: Actor, until: datetime, reason: str) -> Submission:
    """Let the players of an entry change (or hand in) their list until a moment, whatever the lock says."""
    with change(entry.event_id, actor) as c:
        entry = load_entry(c, entry)
        if not has_lists(c.event):
            raise Refused("This event has no decklists.", code="no_lists")
        if c.event.status in {Event.Status.FINISHED, Event.Status.CANCELLED}:
            raise Refused(f"The event is {c.event.get_status_display().lower()}.", code="over")
        if not reason.strip():
            raise Refused("Say why: it is kept in the log.", field="reason", code="required")
        if until <= c.now:
            raise Refused("Give a time that is still to come.", field="minutes", code="past")
        if until - c.now > LONGEST_UNLOCK:
            raise Refused("A list is unlocked for a week at most.", field="minutes", code="too_long")
        row = _row(entry)
        row.unlocked_until, row.locked_at = until, None
        row.save()
        c.log(
            "decklist.unlocked",
            f"{entry}: the decklist may be changed until {moment(c.event, until)}.",
            reason=reason.strip(),
            entry=entry,
            data={"until": until},
        )
        return row


def lock_again(entry: Entry, actor: Actor) -> Submission:
    """End an unlocking before its time."""
    with change(entry.event_id, actor) as c:
        entry = load_entry(c, entry)
        row = _row(entry)
        if row.unlocked_until is None:
            raise Refused(f"The decklist of {entry} is not unlocked.", code="not_unlocked")
        _close(c, row)
        return row


def _close(c: Change, row: Submission) -> None:
    row.unlocked_until = None
    if row.version_id and c.event.decklists_locked(c.now):
        row.locked_at = c.now
    row.save(update_fields=["unlocked_until", "locked_at"])
    c.log("decklist.locked", f"{row.entry}: the decklist is locked again.", entry=row.entry)


def publish_lists(event: Event, actor: Actor) -> Event:
    """Show all lists of a finished event to everybody."""
    with change(event, actor) as c:
        if not has_lists(c.event):
            raise Refused("This event has no decklists.", code="no_lists")
        if c.event.status != Event.Status.FINISHED:
            raise Refused("Lists are published after the event: finish it first.", code="not_finished")
        if c.event.decklists_published_at is not None:
            c.unneeded = True
            return c.event
        c.event.decklists_published_at = c.now
        c.log("decklists.published", "The decklists are published.", public=True)
        return c.event


def unpublish_lists(event: Event, actor: Actor) -> Event:
    """Take the published lists back; who has read them has read them."""
    with change(event, actor) as c:
        if c.event.decklists_published_at is None:
            c.unneeded = True
            return c.event
        c.event.decklists_published_at = None
        c.log("decklists.unpublished", "The decklists are not public any more.", public=True)
        return c.event


def judge_again(event: Event, actor: Actor) -> int:
    """Judge all lists by the rules of the event as they are now; returns for how many the verdict changed."""
    with change(event, actor) as c:
        changed = _judge_all(c)
        if not changed:
            c.unneeded = True
            return 0
        c.log(
            "decklists.judged",
            f"All decklists were checked again; {len(changed)} verdicts changed.",
            data={"entries": changed},
        )
        return len(changed)


def _judge_all(c: Change) -> list[int]:
    changed = []
    for row in Submission.objects.filter(entry__event=c.event).handed_in().select_related("version"):
        assert row.version is not None
        before = (row.legal, row.faults, row.group)
        checked, fmt = check_for(c.event, row.version.text)
        _judge(row, checked, fmt)
        if (row.legal, row.faults, row.group) != before:
            row.save(update_fields=["legal", "faults", "group"])
            changed.append(row.entry_id)
    return changed


def lock_due(now: datetime | None = None, *, limit: int = 200) -> int:
    """Write down the locks whose time has come, and open again where the time was moved; returns how many.

    Looked at again under each event's lock, so late, doubled or killed runs do no harm.
    """
    now = now or timezone.now()
    asks = Event.objects.filter(game__in=ZONES).exclude(decklists=Event.Decklists.NONE)
    due = asks.filter(decklists_locked_at=None).filter(
        Q(status=Event.Status.RUNNING) | Q(status=Event.Status.PUBLISHED, decklists_lock_at__lte=now)
    )
    moved = asks.filter(decklists_locked_at__isnull=False, status=Event.Status.PUBLISHED).filter(
        Q(decklists_lock_at=None) | Q(decklists_lock_at__gt=now)
    )
    again = Submission.objects.filter(unlocked_until__lte=now).values_list("entry__event_id", flat=True)
    events = {
        *due.values_list("pk", flat=True)[:limit],
        *moved.values_list("pk", flat=True)[:limit],
        *again[:limit],
    }
    return sum(_settled(event, now) for event in sorted(events))


def _settled(event_id: int, now: datetime) -> bool:
    try:
        with change(event_id, CLOCK) as c:
            _settle_locks(c, now)
            c.unneeded = not c.entries
            return not c.unneeded
    except Exception:
        log.exception("decklists of event %s could not be locked", event_id)
        return False


def _settle_locks(c: Change, now: datetime) -> None:
    event = c.event
    rows = Submission.objects.filter(entry__event=event)
    for row in rows.filter(unlocked_until__lte=now).select_related("entry"):
        _close(c, row)
    locked = event.decklists_locked(now)
    if locked and event.decklists_locked_at is None and has_lists(event):
        event.decklists_locked_at = c.now
        changed = _judge_all(c)
        rows.handed_in().filter(unlocked_until=None).update(locked_at=c.now)
        count = rows.handed_in().count()
        c.log(
            "decklists.locked",
            f"The decklists are locked: {count} handed in.",
            public=True,
            data={"count": count, "verdicts_changed": changed},
        )
    elif not locked and event.decklists_locked_at is not None and event.status == Event.Status.PUBLISHED:
        event.decklists_locked_at = None
        rows.update(locked_at=None)
        c.log("decklists.reopened", "The decklists may be changed again.", public=True)


@dataclass(frozen=True, slots=True)
class Reminder:
    """A mail to send: ``to`` are addresses of the entry's people; ``locks_at`` is on the venue's clock."""

    event: Event
    entry: Entry
    to: tuple[str, ...]
    locks_at: str


def claim_reminders(now: datetime | None = None, *, limit: int = 200) -> list[Reminder]:
    """The mails that are due to who has not handed in a required list. Each is given out once, and recorded."""
    now = now or timezone.now()
    soon = Event.objects.filter(
        decklists=Event.Decklists.REQUIRED,
        status=Event.Status.PUBLISHED,
        decklists_remind_hours__gt=0,
        decklists_lock_at__gt=now,
        decklists_lock_at__lte=now + LONGEST_REMINDER,
    )
    found: list[Reminder] = []
    for event in soon.order_by("decklists_lock_at"):
        if _reminds_from(event) <= now and _to_remind(event).exists():
            found += _claim(event.pk, now)
            if len(found) >= limit:
                break
    return found


def _reminds_from(event: Event) -> datetime:
    assert event.decklists_lock_at is not None
    return event.decklists_lock_at - timedelta(hours=event.decklists_remind_hours)


def _to_remind(event: Event) -> QuerySet[Entry]:
    return (
        event.entries.filter(status=Entry.Status.REGISTERED, submission__version=None)
        .filter(submission__reminded_at=None)
        .order_by("pk")
    )


def _claim(event_id: int, now: datetime) -> list[Reminder]:
    with change(event_id, CLOCK) as c:
        lock_at = c.event.decklists_lock_at
        if lock_at is None or why_closed(c.event, None, now):
            c.unneeded = True
            return []
        found = []
        for entry in _to_remind(c.event).select_related("submission").prefetch_related("members__user"):
            row = _row(entry)
            row.reminded_at = c.now
            row.save()
            people = (member.user.email if member.user else member.email for member in entry.members.all())
            to = tuple(address for address in people if address)
            if to:
                found.append(Reminder(c.event, entry, to, moment(c.event, lock_at)))
        if not found:
            c.unneeded = True
            return []
        names = [reminder.entry.pk for reminder in found]
        c.log(
            "decklists.reminded",
            f"{len(found)} without a decklist were reminded by mail.",
            data={"entries": names},
        )
        return found


@dataclass(slots=True)
class Overview:
    """How an event stands: entries that play, by what they handed in; ``groups`` are counts for a chart."""

    entries: list[Entry]
    missing: list[Entry] = field(default_factory=list)
    illegal: list[Entry] = field(default_factory=list)
    legal: list[Entry] = field(default_factory=list)

    @property
    def groups(self) -> tuple[tuple[str, int], ...]:
        """(mainframe or races, decks), the most played first."""
        names = (entry.submission.group or NO_GROUP for entry in [*self.legal, *self.illegal])
        return tuple(sorted(Counter(names).items(), key=lambda item: (-item[1], item[0])))


def overview(event: Event) -> Overview:
    """The lists of an event for its desk, players by name; who withdrew or waits is not counted."""
    rows = event.entries.filter(status__in=LISTED).select_related("submission__version")
    found = Overview(list(rows.prefetch_related("members").order_by("name", "pk")))
    for entry in found.entries:
        entry.event = event
        row = getattr(entry, "submission", None)
        if row is None or row.version is None:
            if entry.status in PLAYING:
                found.missing.append(entry)
        else:
            (found.legal if row.legal else found.illegal).append(entry)
    return found


def without_legal_list(event: Event) -> int:
    """How many who are to play have no legal list; 0 where none is required."""
    if event.decklists != Event.Decklists.REQUIRED or not has_lists(event):
        return 0
    playing = event.entries.filter(status__in=PLAYING)
    return playing.exclude(submission__legal=True, submission__version__isnull=False).count()


@contextmanager
def _told() -> Iterator[None]:
    """A refusal of the decks' side as one of this side."""
    try:
        yield
    except NotRead as refused:
        raise Refused(refused.message, field=refused.field, code=refused.code) from None
