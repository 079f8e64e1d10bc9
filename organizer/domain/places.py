"""Places in an event: who may have one, the waitlist, and the people of an entry.

These are the steps that ``registration``, ``leaving``, ``imports`` and ``events`` share; each takes an open
``Change`` and leaves the log entry to its caller, except ``promote``, which logs every promotion.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from organizer.models import Entry, Event, Member, Phase, Round, User
from organizer.rules import can

from .base import Actor, Change, Refused
from .names import claim_hash, clean_name, new_claim_code

BEFORE_START = (Event.Status.DRAFT, Event.Status.PUBLISHED)
MOST_BYES = 9


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody about to take part: an account, or a guest by name."""

    name: str
    user: User | None = None
    email: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """What an entry gets: its status, and the first round it can play in."""

    status: Entry.Status
    first_round: int = 1


def by_staff(actor: Actor, event: Event) -> bool:
    """Whether the actor manages entries; then registration windows do not count. The clock counts as staff."""
    return actor.user is None or bool(can(actor.user, "entries.manage", event))


def next_round_number(event: Event) -> int:
    """The number of the round to be paired next; a draft is paired already."""
    paired = event.rounds.exclude(status=Round.Status.COMMITTED)
    return 1 + max(paired.values_list("number", flat=True), default=0)


def running_phase(event: Event) -> Phase | None:
    return event.phases.filter(status=Phase.Status.RUNNING).first()


def find_place(change: Change) -> Place:
    """The place that a newcomer gets now, or ``Refused`` (codes ``closed`` and ``full``) when there is none."""
    event = change.event
    if event.status in {Event.Status.FINISHED, Event.Status.CANCELLED}:
        raise Refused(f"This event is {event.get_status_display().lower()}: nobody can enter.", code="closed")
    if not by_staff(change.actor, event):
        _require_open_window(change)
    free = free_places(event)
    if event.status == Event.Status.RUNNING:
        first_round = _late_round(event)
        if free == 0:
            raise Refused(f"All {event.capacity} places are taken.", code="full")
        return Place(Entry.Status.ACTIVE, first_round)
    if free is None or free > 0:
        return Place(Entry.Status.REGISTERED)
    if event.waitlist:
        return Place(Entry.Status.WAITLISTED)
    raise Refused(f"All {event.capacity} places are taken, and there is no waitlist.", code="full")


def free_places(event: Event) -> int | None:
    """How many places are left, or ``None`` when there is no limit."""
    if event.capacity is None:
        return None
    return max(0, event.capacity - event.entries.taking_places().count())


def _require_open_window(change: Change) -> None:
    """Self-registration: from its opening to its closing, and without a closing time until the start."""
    event, now = change.event, change.now
    opens, closes = event.registration_opens_at, event.registration_closes_at
    if event.status == Event.Status.DRAFT:
        raise Refused("This event is not published yet.", code="closed")
    if not event.self_registration:
        raise Refused("The organizers register players for this event themselves.", code="closed")
    if opens and now < opens:
        raise Refused(f"Registration opens on {shown(event, opens)}.", code="closed")
    if closes and now >= closes:
        raise Refused(f"Registration closed on {shown(event, closes)}.", code="closed")
    if event.status == Event.Status.RUNNING:
        if event.late_entry == Event.LateEntry.CLOSED:
            raise Refused("The event has started and takes no late entries.", code="closed")
        if closes is None:
            raise Refused("The event has started: ask at the desk for a late entry.", code="closed")


def _late_round(event: Event) -> int:
    """The first round a late entry can play in; refused when no Swiss round is left."""
    phase = running_phase(event)
    if phase is None or phase.kind != Phase.Kind.SWISS:
        raise Refused("A late entry can join Swiss rounds only, and none are being played.", code="closed")
    made = phase.rounds.exclude(status=Round.Status.COMMITTED).count()
    if phase.rounds_planned is not None and made >= phase.rounds_planned:
        raise Refused("The last Swiss round is paired already; nobody can join now.", code="closed")
    return next_round_number(event)


def promote(change: Change) -> list[Entry]:
    """Give free places to those who waited longest. Does nothing once the event has started."""
    event = change.event
    if event.status not in BEFORE_START:
        return []
    waiting = event.entries.filter(status=Entry.Status.WAITLISTED).order_by("created_at", "pk")
    free = free_places(event)
    promoted = list(waiting if free is None else waiting[:free])
    for entry in promoted:
        entry.status = Entry.Status.REGISTERED
        entry.save(update_fields=["status"])
        change.log(
            "entry.promoted", f"{entry} moved up from the waitlist.", entry=entry, public=is_public(event)
        )
    return promoted


def is_public(event: Event) -> bool:
    """Whether what happens to an entry is shown to everybody: not while the event is a draft."""
    return event.status != Event.Status.DRAFT


def shown(event: Event, moment: datetime) -> str:
    """A moment as the venue's clock shows it, for messages: "28 March 2027, 10:00 (Europe/Prague)"."""
    local = event.local(moment)
    return f"{local.day} {local:%B %Y, %H:%M} ({event.time_zone})"


def team_name(people: Sequence[Person]) -> str:
    return " & ".join(person.name for person in people)


def require_team_size(event: Event, has_partner: bool) -> None:
    if event.team_size == 2 and not has_partner:
        raise Refused("This is an event for teams of two: say who your partner is.", field="partner")
    if event.team_size == 1 and has_partner:
        raise Refused("This is an event for single players: leave the partner empty.", field="partner")


def require_new_people(event: Event, people: Sequence[Person]) -> None:
    """Nobody is in an event twice (T17): accounts by themselves, guests by their name."""
    first, *others = people
    for other in others:
        if (first.user and first.user == other.user) or first.name.casefold() == other.name.casefold():
            raise Refused("A team needs two different people.", field="partner", code="same_person")
    for position, person in enumerate(people):
        field = "partner" if position else None
        if person.user:
            _require_new_account(event, person.user, field)
        else:
            _require_new_guest(event, person.name, field or "name")


def _require_new_account(event: Event, user: User, field: str | None) -> None:
    member = present_members(event).filter(user=user).first()
    if member is None:
        return
    entry = member.entry
    team = f", in the team {entry}" if event.team_size == 2 else ""
    state = "" if entry.status in {"registered", "active"} else f" ({entry.get_status_display().lower()})"
    raise Refused(f"{user.name} is already in this event{team}{state}.", field=field, code="already_in")


def _require_new_guest(event: Event, name: str, field: str) -> None:
    member = present_members(event).filter(name__iexact=name).first()
    if member:
        team = f", in the team {member.entry}" if event.team_size == 2 else ""
        raise Refused(
            f"“{member.name}” is already in this event{team}. If this is somebody else, add something "
            "that tells them apart, such as a town.",
            field=field,
            code="already_in",
        )


def present_members(event: Event) -> QuerySet[Member]:
    """Everybody in the event who has not withdrawn."""
    return (
        Member.objects.filter(event=event)
        .exclude(entry__status=Entry.Status.WITHDRAWN)
        .select_related("entry")
    )


def _others(event: Event, but: Entry | None) -> QuerySet[Entry]:
    others = event.entries.exclude(status=Entry.Status.WITHDRAWN)
    return others.exclude(pk=but.pk) if but else others


def require_free_name(event: Event, name: str, *, but: Entry | None = None) -> None:
    if taken := _others(event, but).filter(name__iexact=name).first():
        raise Refused(
            f"“{taken.name}” is already in this event. Add something that tells the two apart.",
            field="name",
            code="name_taken",
        )


def require_free_seed(event: Event, seed: int | None, *, but: Entry | None = None) -> None:
    if seed is None:
        return
    if seed < 1:
        raise Refused("A seed is a whole number from 1, the strongest.", field="seed")
    if taken := _others(event, but).filter(seed=seed).first():
        raise Refused(f"Seed {seed} belongs to {taken}.", field="seed", code="seed_taken")


def require_byes(count: int) -> None:
    if not 0 <= count <= MOST_BYES:
        raise Refused(f"Awarded byes: a number from 0 to {MOST_BYES}.", field="awarded_byes")


def clean_club(club: str) -> str:
    return clean_name(club, field="club", what="club") if club.strip() else ""


def make_entry(
    change: Change,
    people: Sequence[Person],
    place: Place,
    *,
    name: str,
    club: str = "",
    seed: int | None = None,
    awarded_byes: int = 0,
) -> Entry:
    """Store an entry with its members; what a withdrawn account left behind is used again or put aside."""
    entry = _left_behind(change.event, people) or Entry(event=change.event)
    entry.name, entry.club, entry.seed, entry.awarded_byes = name, club, seed, awarded_byes
    entry.status, entry.first_round = place.status, place.first_round
    entry.created_at, entry.checked_in_at, entry.dropped_after = change.now, None, None
    returning = entry.pk is not None
    entry.save()
    if not returning:
        members, codes = make_members(entry, people)
        Member.objects.bulk_create(members)
        entry.fresh_codes = codes
    return entry


def make_members(entry: Entry, people: Iterable[Person]) -> tuple[list[Member], tuple[str, ...]]:
    """The members of a new entry, not stored yet, and the claim codes of the guests among them."""
    members, codes = [], []
    for person in people:
        member = Member(
            event_id=entry.event_id, entry=entry, user=person.user, name=person.name, email=person.email
        )
        if person.user is None:
            codes.append(new_claim_code())
            member.claim_hash = claim_hash(codes[-1])
        members.append(member)
    return members, tuple(codes)


def _left_behind(event: Event, people: Sequence[Person]) -> Entry | None:
    """The withdrawn entry of exactly these accounts. Other withdrawn entries of theirs lose them."""
    users = {person.user.pk for person in people if person.user}
    old = Member.objects.filter(event=event, user__in=users, entry__status=Entry.Status.WITHDRAWN)
    entries = {member.entry for member in old.select_related("entry")}
    if len(users) == len(people) and len(entries) == 1:
        (entry,) = entries
        if {member.user_id for member in entry.members.all()} == users:
            return entry
    old.delete()
    return None
