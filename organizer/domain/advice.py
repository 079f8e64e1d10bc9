"""What an organizer had better look at: settings that are allowed and probably not meant."""

from datetime import datetime

from django.utils import timezone

from organizer.models import Entry, Event, Phase
from organizer.pairing import rounds_possible, warn_rounds

from .places import BEFORE_START, shown

MANY_ROUNDS = 15


def warnings(event: Event, now: datetime | None = None) -> list[str]:
    """Sentences about the event as it is; an empty list when there is nothing to say. Reads only."""
    found = [*_about_rounds(event), *_about_cut(event)]
    if event.status in BEFORE_START:
        found += [*_about_times(event, now or timezone.now()), *_about_settings(event)]
    return found


def expected_entries(event: Event) -> int:
    """How many entries to plan for: who plays, else the capacity, else who has registered so far."""
    if event.status not in BEFORE_START:
        return event.entries.active().count()
    return event.capacity or event.entries.taking_places().count()


def _about_rounds(event: Event) -> list[str]:
    first = event.phases.order_by("number").first()
    entries = expected_entries(event)
    if first is None:
        return ["The event has no phases: add one, such as Swiss rounds."]
    if entries < 2 or event.status in {Event.Status.FINISHED, Event.Status.CANCELLED}:
        return []
    if first.kind == Phase.Kind.SWISS and first.rounds_planned:
        text = warn_rounds(entries, first.rounds_planned)
        return [text] if text else []
    if first.kind == Phase.Kind.ROUND_ROBIN and rounds_possible(entries) > MANY_ROUNDS:
        return [f"A round robin of {entries} entries takes {rounds_possible(entries)} rounds."]
    return []


def _about_cut(event: Event) -> list[str]:
    cut = event.phases.filter(status=Phase.Status.PENDING, cut_size__isnull=False).first()
    entries = expected_entries(event)
    if cut is None or cut.cut_size is None or not entries:
        return []
    if entries < cut.cut_size:
        what = "The capacity is" if event.capacity and event.status in BEFORE_START else "There are"
        return [f"{what} {entries}, fewer than the cut to {cut.cut_size}."]
    if entries == cut.cut_size:
        return [f"The cut to {cut.cut_size} leaves nobody out."]
    return []


def _about_times(event: Event, now: datetime) -> list[str]:
    start, found = event.starts_at, []
    if start <= now:
        found.append(f"The start, {shown(event, start)}, has passed.")
    if event.registration_opens_at and event.registration_opens_at >= start:
        found.append("Registration opens only after the start.")
    closes = event.registration_closes_at
    if closes and closes > start and event.late_entry == Event.LateEntry.CLOSED:
        found.append("Registration closes after the start, but late entries are not allowed.")
    if event.check_in and event.check_in_opens_at and event.check_in_opens_at >= start:
        found.append("Check-in opens only after the start; nobody could check in.")
    elif event.check_in and event.check_in_closes_at and event.check_in_closes_at > start:
        found.append("Check-in closes after the start; it ends when the event is started.")
    if event.decklists != Event.Decklists.NONE and (event.decklists_lock_at or start) > start:
        found.append("Decklists can still be changed after the start.")
    return found


def _about_settings(event: Event) -> list[str]:
    found = []
    if event.mode == Event.Mode.VENUE:
        if not event.venue:
            found.append("No venue is named.")
        if event.time_zone == "UTC":
            found.append("The time zone is UTC. Players come by the venue's own clock: set its zone.")
    elif not event.online_url:
        found.append("No address says where the event takes place online.")
    if event.first_round == Event.FirstRound.SEED:
        entries = event.entries.taking_places()
        if entries.exists() and not entries.filter(seed__isnull=False).exists():
            found.append("The first round goes by seed, but no entry has one.")
    waiting = event.entries.filter(status=Entry.Status.WAITLISTED).count()
    if waiting and not event.waitlist:
        found.append(f"The waitlist is off, but {waiting} wait on it.")
    if event.confirm_minutes > event.round_minutes:
        found.append("Reports confirm themselves only after the round is over.")
    return found
