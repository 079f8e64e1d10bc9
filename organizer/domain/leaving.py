"""Leaving an event and coming back: withdraw, drop, disqualify, re-enter.

Before the start leaving frees the place for the waitlist. During a round it never changes who met whom: an
open table stays, and the opponent wins it by default. A draft stays as the staff made it, and cannot be
published with somebody in it who left (``rounds.publish_round``): it is paired again, or repaired by hand.
"""

from organizer.models import Entry, Event, Match, Phase, Round, Seating

from .base import Actor, Change, Refused, change
from .places import (
    BEFORE_START,
    by_staff,
    find_place,
    free_places,
    is_public,
    next_round_number,
    promote,
    require_free_name,
    require_free_seed,
    running_phase,
)
from .scores import Outcome, walkover
from .settling import settle

Status = Entry.Status


def load_entry(c: Change, entry: Entry) -> Entry:
    """The entry as it is under the lock."""
    found = c.event.entries.filter(pk=entry.pk).first()
    if found is None:
        raise Refused(f"{entry} is not in this event.", code="gone")
    found.event = c.event
    return found


def withdraw(entry: Entry, actor: Actor) -> Entry:
    """Give the place up before the event starts; whoever waited longest gets it."""
    with change(entry.event_id, actor) as c:
        entry = load_entry(c, entry)
        if c.event.status not in BEFORE_START:
            raise Refused("The event has started: drop from it instead.", code="started")
        return _withdraw(c, entry)


def _withdraw(c: Change, entry: Entry, reason: str = "") -> Entry:
    if entry.status not in {Status.REGISTERED, Status.WAITLISTED}:
        raise Refused(_already(entry), code="left_already")
    entry.status, entry.checked_in_at = Status.WITHDRAWN, None
    entry.save()
    c.log("entry.withdrawn", f"{entry} withdrew.", entry=entry, public=is_public(c.event))
    _note_reason(c, entry, reason)
    promote(c)
    return entry


def drop(entry: Entry, actor: Actor, reason: str = "") -> Entry:
    """Leave the event, by the player's wish or the staff's; before the start the same as ``withdraw``.

    An open match of the running round is lost by default (2-0 in best of three); a result already reported
    there stands. A draft with the entry in it has to be paired again or repaired by hand.
    """
    with change(entry.event_id, actor) as c:
        return drop_entry(c, entry, reason=reason)


def drop_entry(c: Change, entry: Entry, *, reason: str = "") -> Entry:
    """``drop`` in a change that is open already."""
    entry = load_entry(c, entry)
    if c.event.status in BEFORE_START:
        return _withdraw(c, entry, reason)
    _require_running(c.event)
    if entry.status != Status.ACTIVE:
        raise Refused(_already(entry), code="left_already")
    entry.status = Status.DROPPED
    effects = _leave_rounds(c, entry, Match.How.DROP, (Match.Status.OPEN,))
    c.log("entry.dropped", f"{entry} dropped{effects}.", entry=entry, public=True)
    _note_reason(c, entry, reason)
    return entry


def _note_reason(c: Change, entry: Entry, reason: str) -> None:
    """Why somebody left may be private, such as an illness: an entry of its own, for the staff alone."""
    if reason.strip():
        c.log("entry.reason", f"Why {entry} left.", entry=entry, reason=reason.strip())


def disqualify(entry: Entry, actor: Actor, reason: str) -> Entry:
    """Put an entry out of the event: it loses the match it plays and takes no place in the end."""
    with change(entry.event_id, actor) as c:
        return disqualify_entry(c, entry, reason=reason)


def disqualify_entry(c: Change, entry: Entry, *, reason: str) -> Entry:
    """``disqualify`` in a change that is open already. Its log entry gives the reason to the staff alone."""
    entry = load_entry(c, entry)
    if not reason.strip():
        raise Refused("Say why: a disqualification needs a reason.", field="reason", code="required")
    if c.event.status not in (*BEFORE_START, Event.Status.RUNNING):
        raise Refused(f"The event is {c.event.get_status_display().lower()}.", code="not_running")
    if entry.status in {Status.DISQUALIFIED, Status.WITHDRAWN}:
        raise Refused(_already(entry), code="left_already")
    entry.status, was = Status.DISQUALIFIED, entry.status
    unfinished = (Match.Status.OPEN, Match.Status.REPORTED, Match.Status.DISPUTED)
    effects = _leave_rounds(c, entry, Match.How.PENALTY, unfinished, gone_before=was == Status.DROPPED)
    c.log(
        "entry.disqualified",
        f"{entry} was disqualified{effects}.",
        entry=entry,
        reason=reason,
        data={"was": was},
    )
    c.log("entry.left", f"{entry} is out of the event.", entry=entry, public=is_public(c.event))
    promote(c)
    return entry


def _leave_rounds(
    c: Change, entry: Entry, how: str, unfinished: tuple[str, ...], *, gone_before: bool = False
) -> str:
    """Settle the entry's matches and store it; returns what to add to the summary."""
    seats = Seating.objects.filter(entry=entry).select_related("round__phase", "match__a", "match__b")
    effects = ""
    last_played = 0
    for seat in seats.order_by("round__number"):
        if seat.round.status == Round.Status.DRAFT:
            effects = f"; the draft of round {seat.round.number} has to be paired again or repaired"
            continue
        if seat.match.kind != Match.Kind.MISSED:
            last_played = seat.round.number
        if seat.match.status in unfinished:
            _lose(c, seat.match, entry, how)
    if not gone_before:
        entry.dropped_after = last_played
    entry.save()
    return effects


def _lose(c: Change, match: Match, loser: Entry, how: str) -> None:
    """The opponent wins ``match`` by default; it stays a match of these two in their histories."""
    match.event = match.round.event = match.round.phase.event = c.event
    winner = Outcome.B if loser.pk == match.a_id else Outcome.A
    settle(c, match, walkover(match, winner, how), kind="result.default", entry=loser)


def reenter(entry: Entry, actor: Actor) -> Entry:
    """Bring an entry back that withdrew, dropped or was disqualified.

    Before the start it queues like a newcomer. Later it plays from the next round, and rounds missed in
    between are losses; one that had not started yet is a late entry. Results already given stay.
    """
    with change(entry.event_id, actor) as c:
        entry = load_entry(c, entry)
        if entry.status not in {Status.WITHDRAWN, Status.DROPPED, Status.DISQUALIFIED}:
            raise Refused(f"{entry} has not left ({entry.get_status_display().lower()}).")
        if entry.status == Status.DISQUALIFIED and not by_staff(actor, c.event):
            raise Refused("Only the staff can bring back a disqualified entry.", code="disqualified")
        if entry.status == Status.WITHDRAWN or c.event.status in BEFORE_START:
            return _enter_again(c, entry)
        return _play_again(c, entry)


def _enter_again(c: Change, entry: Entry) -> Entry:
    place = find_place(c)
    if entry.members.count() < c.event.team_size:
        raise Refused(f"Somebody of {entry} is in this event with another entry by now.", code="already_in")
    require_free_name(c.event, entry.name, but=entry)
    require_free_seed(c.event, entry.seed, but=entry)
    entry.status, entry.first_round = place.status, place.first_round
    entry.created_at, entry.checked_in_at, entry.dropped_after = c.now, None, None
    entry.save()
    where = {
        Status.WAITLISTED: " and is on the waitlist",
        Status.ACTIVE: f" and plays from round {place.first_round}",
    }.get(place.status, "")
    c.log("entry.reentered", f"{entry} is back{where}.", entry=entry, public=is_public(c.event))
    return entry


def _play_again(c: Change, entry: Entry) -> Entry:
    _require_running(c.event)
    phase = running_phase(c.event)
    if phase and phase.kind == Phase.Kind.ELIMINATION and entry.pk not in phase.seeding:
        raise Refused(f"The cut is made without {entry}; nobody can join it now.", code="closed")
    if free_places(c.event) == 0:
        raise Refused(f"All {c.event.capacity} places are taken: raise the capacity first.", code="full")
    draft = c.event.rounds.filter(status=Round.Status.DRAFT).first()
    number = draft.number if draft else next_round_number(c.event)
    unseated = draft is not None and not draft.seatings.filter(entry=entry).exists()
    left_after = entry.dropped_after or 0
    entry.status, entry.dropped_after = Status.ACTIVE, None
    entry.save()
    c.log(
        "entry.reentered",
        f"{entry} is back and plays from round {number}"
        + ("; its draft has no place for them yet." if unseated else "."),
        entry=entry,
        public=True,
        data={"left_after": left_after, "next_round": number},
    )
    return entry


def _require_running(event: Event) -> None:
    if event.status != Event.Status.RUNNING:
        raise Refused(f"The event is {event.get_status_display().lower()}.", code="not_running")


def _already(entry: Entry) -> str:
    return f"{entry} is not taking part ({entry.get_status_display().lower()})."
