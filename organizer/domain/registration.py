"""Coming into an event: registration, guests and their claim codes, check-in. Leaving is in ``leaving``.

Every function is one transaction with its log entry and returns the entry as it is then. Registration
windows bind players; whoever manages entries may register, check in and edit at any time.
"""

from collections.abc import Mapping

from organizer.models import Entry, Event, Member, Round, User

from .base import Actor, Change, Refused, change
from .leaving import (
    disqualify,
    disqualify_entry,
    drop,
    drop_entry,
    load_entry,
    reenter,
    withdraw,
)
from .names import claim_hash, clean_name, new_claim_code
from .places import (
    BEFORE_START,
    Person,
    Place,
    by_staff,
    clean_club,
    find_place,
    is_public,
    make_entry,
    require_byes,
    require_free_name,
    require_free_seed,
    require_new_people,
    require_team_size,
    shown,
    team_name,
)

__all__ = [
    "check_in",
    "claim_place",
    "disqualify",
    "disqualify_entry",
    "drop",
    "drop_entry",
    "edit_entry",
    "reenter",
    "register",
    "register_guest",
    "renew_claim_code",
    "undo_check_in",
    "withdraw",
]


def register(
    event: Event,
    actor: Actor,
    user: User,
    *,
    name: str | None = None,
    club: str = "",
    partner: User | str | None = None,
) -> Entry:
    """Enter an account, in an event for teams with a partner: another account, or a guest by name.

    ``name`` is what pairings show; empty, it is the account's name, or both names for a team. A full event
    puts the entry on the waitlist. The guest's claim code is in ``fresh_codes`` of the entry returned.
    """
    with change(event, actor) as c:
        people = [Person(user.name, user)]
        if isinstance(partner, User):
            people.append(Person(partner.name, partner))
        elif partner is not None and partner.strip():
            people.append(Person(clean_name(partner, field="partner", what="name for your partner")))
        return _enter(c, people, name=name or "", club=club)


def register_guest(
    event: Event,
    actor: Actor,
    name: str,
    *,
    email: str = "",
    club: str = "",
    seed: int | None = None,
    awarded_byes: int = 0,
    partner_name: str = "",
) -> tuple[Entry, list[str]]:
    """Enter somebody without an account; returns the entry and a claim code for each guest in it.

    The codes are not stored and cannot be shown again; ``renew_claim_code`` makes new ones.
    """
    with change(event, actor) as c:
        people = [Person(clean_name(name), email=email.strip())]
        if partner_name.strip():
            people.append(Person(clean_name(partner_name, field="partner", what="name for the partner")))
        entry = _enter(c, people, club=club, seed=seed, awarded_byes=awarded_byes)
        return entry, list(entry.fresh_codes)


def _enter(
    c: Change,
    people: list[Person],
    *,
    name: str = "",
    club: str = "",
    seed: int | None = None,
    awarded_byes: int = 0,
) -> Entry:
    place = find_place(c)
    require_team_size(c.event, len(people) > 1)
    require_new_people(c.event, people)
    name = clean_name(name or team_name(people))
    require_free_name(c.event, name)
    require_free_seed(c.event, seed)
    require_byes(awarded_byes)
    entry = make_entry(
        c, people, place, name=name, club=clean_club(club), seed=seed, awarded_byes=awarded_byes
    )
    _log_entered(c, entry, place)
    return entry


def _log_entered(c: Change, entry: Entry, place: Place) -> None:
    data = {"name": entry.name, "club": entry.club, "seed": entry.seed, "byes": entry.awarded_byes}
    if place.status == Entry.Status.WAITLISTED:
        kind, summary = "entry.waitlisted", f"{entry} is on the waitlist."
    elif place.status == Entry.Status.ACTIVE:
        kind, summary = "entry.registered", f"{entry} enters late and plays from round {place.first_round}."
        data["first_round"] = place.first_round
    else:
        kind, summary = "entry.registered", f"{entry} is registered."
    c.log(kind, summary, public=is_public(c.event), entry=entry, data=data)


def claim_place(actor: Actor, code: str) -> Entry:
    """Make the actor's account the guest whom this code was given to."""
    if actor.user is None:
        raise Refused("Sign in to claim a place.")
    hashed = claim_hash(code)
    found = Member.objects.filter(claim_hash=hashed).first()
    if found is None:
        raise Refused(_NO_SUCH_CODE, field="code", code="unknown_code")
    with change(found.event_id, actor) as c:
        member = Member.objects.select_related("entry").filter(pk=found.pk, claim_hash=hashed).first()
        if member is None:
            raise Refused(_NO_SUCH_CODE, field="code", code="unknown_code")
        _require_claimable(member, actor.user)
        member.user = actor.user
        member.save(update_fields=["user"])
        entry = member.entry
        c.log("entry.claimed", f"{actor.user.name} claimed the place of {member.name}.", entry=entry)
        return entry


_NO_SUCH_CODE = "No place has this code. It has three groups of four, such as 7K3M-Q0ZD-19XH; ask the desk."


def _require_claimable(member: Member, user: User) -> None:
    if member.user_id == user.pk:
        raise Refused("You have claimed this place already.", field="code", code="claimed")
    if member.user_id is not None:
        raise Refused(
            "This place is claimed already. If it is yours, ask the organizers of the event.",
            field="code",
            code="claimed",
        )
    other = Member.objects.filter(event=member.event_id, user=user).select_related("entry").first()
    if other is None:
        return
    if other.entry.status == Entry.Status.WITHDRAWN:
        other.delete()
        return
    raise Refused(f"You are in this event already, as {other.entry}.", field="code", code="already_in")


def renew_claim_code(member: Member, actor: Actor) -> str:
    """A new code for a guest; the old one stops working."""
    with change(member.event_id, actor) as c:
        fresh = Member.objects.select_related("entry").get(pk=member.pk)
        if fresh.user_id is not None:
            raise Refused(f"{fresh.name} has an account here already.", code="claimed")
        code = new_claim_code()
        fresh.claim_hash = claim_hash(code)
        fresh.save(update_fields=["claim_hash"])
        c.log("entry.code_renewed", f"{fresh.name} got a new claim code.", entry=fresh.entry)
        return code


def check_in(entry: Entry, actor: Actor) -> Entry:
    """Note that the entry is here. Players do it in the check-in window, staff until the start."""
    with change(entry.event_id, actor) as c:
        entry = _load_for_check_in(c, entry)
        if entry.checked_in_at:
            raise Refused(
                f"{entry} checked in on {shown(c.event, entry.checked_in_at)}.", code="checked_in_already"
            )
        if not by_staff(actor, c.event):
            _require_check_in_window(c)
        entry.checked_in_at = c.now
        entry.save(update_fields=["checked_in_at"])
        c.log("entry.checked_in", f"{entry} checked in.", entry=entry, public=is_public(c.event))
        return entry


def undo_check_in(entry: Entry, actor: Actor) -> Entry:
    """Take a check-in back, until the event starts."""
    with change(entry.event_id, actor) as c:
        entry = _load_for_check_in(c, entry)
        if not entry.checked_in_at:
            raise Refused(f"{entry} has not checked in.")
        entry.checked_in_at = None
        entry.save(update_fields=["checked_in_at"])
        c.log("entry.check_in_undone", f"{entry} is not checked in.", entry=entry, public=is_public(c.event))
        return entry


def _load_for_check_in(c: Change, entry: Entry) -> Entry:
    if not c.event.check_in:
        raise Refused("This event has no check-in.")
    if c.event.status not in BEFORE_START:
        raise Refused("Check-in ended when the event started.", code="closed")
    entry = load_entry(c, entry)
    if entry.status != Entry.Status.REGISTERED:
        state = entry.get_status_display().lower()
        raise Refused(f"Only registered entries check in; {entry} is {state}.", code="not_registered")
    return entry


def _require_check_in_window(c: Change) -> None:
    event, opens, closes = c.event, c.event.check_in_opens_at, c.event.check_in_closes_at
    if event.status == Event.Status.DRAFT:
        raise Refused("This event is not published yet.", code="closed")
    if opens and c.now < opens:
        raise Refused(f"Check-in opens on {shown(event, opens)}.", code="closed")
    if closes and c.now >= closes:
        raise Refused(f"Check-in closed on {shown(event, closes)}; go to the desk.", code="closed")


class _Unset:
    """The default of an argument whose ``None`` means something: "take it away"."""


KEEP = _Unset()


def edit_entry(
    entry: Entry,
    actor: Actor,
    *,
    name: str | _Unset = KEEP,
    club: str | _Unset = KEEP,
    seed: int | _Unset | None = KEEP,
    fixed_table: int | _Unset | None = KEEP,
    awarded_byes: int | _Unset = KEEP,
) -> Entry:
    """Change what is known about an entry. Arguments left out stay as they are.

    Seeds and awarded byes are settled once the first round is paired.
    """
    with change(entry.event_id, actor) as c:
        entry = load_entry(c, entry)
        wanted = {
            "name": name if isinstance(name, _Unset) else clean_name(name),
            "club": club if isinstance(club, _Unset) else clean_club(club),
            "seed": seed,
            "fixed_table": fixed_table,
            "awarded_byes": awarded_byes,
        }
        new = {key: value for key, value in wanted.items() if not isinstance(value, _Unset)}
        before = {key: getattr(entry, key) for key in new}
        changed = [key for key in new if new[key] != before[key]]
        if not changed:
            c.unneeded = True
            return entry
        _require_editable(c.event, entry, {key: new[key] for key in changed})
        for key in changed:
            setattr(entry, key, new[key])
        entry.save()
        if "name" in changed and c.event.team_size == 1:
            entry.members.filter(user=None).update(name=entry.name)
        c.log(
            "entry.edited",
            _edited(before, new, changed),
            entry=entry,
            public="name" in changed and is_public(c.event),
            data={"before": {k: before[k] for k in changed}, "after": {k: new[k] for k in changed}},
        )
        return entry


def _edited(before: Mapping[str, object], new: Mapping[str, object], changed: list[str]) -> str:
    parts = [
        f"{key.replace('_', ' ')} {before[key] or '(none)'} is now {new[key] or '(none)'}" for key in changed
    ]
    text = "; ".join(parts)
    return f"{text[0].upper()}{text[1:]}."


def _require_editable(event: Event, entry: Entry, new: Mapping[str, object]) -> None:
    if "name" in new:
        require_free_name(event, str(new["name"]), but=entry)
    paired = event.rounds.exclude(status=Round.Status.COMMITTED).exists()
    for key in ("seed", "awarded_byes"):
        if key in new and paired:
            label = key.replace("_", " ")
            raise Refused(f"The first round is paired: {label} cannot change any more.", field=key)
    if "seed" in new:
        seed = new["seed"]
        require_free_seed(event, seed if isinstance(seed, int) else None, but=entry)
    if isinstance(byes := new.get("awarded_byes"), int):
        require_byes(byes)
    if isinstance(table := new.get("fixed_table"), int):
        _require_free_table(event, entry, table)


def _require_free_table(event: Event, entry: Entry, table: int) -> None:
    if table < 1:
        raise Refused("Tables are numbered from 1.", field="fixed_table")
    others = event.entries.exclude(pk=entry.pk).exclude(
        status__in=[Entry.Status.WITHDRAWN, Entry.Status.DROPPED, Entry.Status.DISQUALIFIED]
    )
    if taken := others.filter(fixed_table=table).first():
        raise Refused(f"Table {table} is kept for {taken}.", field="fixed_table")
