"""Events as their organizers make them: create, edit, copy, publish, cancel, and who is on the staff."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from itertools import count
from typing import Any
from zoneinfo import available_timezones

from django.core.exceptions import ValidationError
from django.db import IntegrityError, models, transaction
from django.utils import timezone
from django.utils.text import slugify

from gameplay.games.titles import TITLES
from organizer.models import Entry, Event, LogEntry, Phase, Role, StaffMember, User
from organizer.standings import RulesetError, ruleset

from .advice import warnings
from .base import Actor, Change, Refused, Repeated, change
from .names import clean_name
from .phases import as_planned, check_phases, phase_plan, replace_phases, replan_phases
from .places import BEFORE_START, is_public, promote
from .when import shift, wall_clock_difference

__all__ = [
    "add_staff",
    "cancel_event",
    "copy_event",
    "create_event",
    "edit_event",
    "publish_event",
    "remove_staff",
    "warnings",
]

KEPT = {
    *("id", "slug", "status", "created_at", "version", "log_hash"),
    *("decklists_locked_at", "decklists_published_at"),
}
"""What an event has that nobody types in."""

SETTINGS = tuple(field.name for field in Event._meta.concrete_fields if field.name not in KEPT)
TIMES = tuple(
    field.name
    for field in Event._meta.concrete_fields
    if field.name in SETTINGS and isinstance(field, models.DateTimeField)
)

LOCKED_BY_START = {
    "game",
    "format",
    "team_size",
    "best_of",
    "points_win",
    "points_draw",
    "points_loss",
    "first_round",
    "starts_at",
    "time_zone",
    "check_in",
    "check_in_opens_at",
    "check_in_closes_at",
}
LOCKED_BY_CUT = {"ruleset", "tiebreaks"}
OPEN_AT_THE_END = {"title", "description", "venue", "address", "online_url", "ends_at", "decklists_open"}

DEFAULT_PHASES: tuple[Mapping[str, Any], ...] = ({"kind": Phase.Kind.SWISS},)
NEVER_A_SLUG = {"new"}
TITLE_LENGTH = 120


def create_event(actor: Actor, *, phases: Iterable[Mapping[str, Any]] | None = None, **fields: Any) -> Event:
    """A new draft, owned by the actor. ``fields`` are settings of ``Event``; times are aware.

    ``phases`` are mappings with ``kind`` and, if wanted, ``rounds_planned``, ``cut_size``, ``best_of`` and
    ``round_minutes``; without any, the event is one Swiss phase. The same request key twice is ``Repeated``.
    """
    if actor.user is None:
        raise Refused("Sign in to create an event.")
    event = Event()
    _assign(event, fields)
    plan = check_phases(list(phases or DEFAULT_PHASES))
    with _once(actor, "event.created"):
        _validate(event)
        _save_under_free_slug(event)
        replace_phases(event, plan)
        StaffMember.objects.create(event=event, user=actor.user, role=Role.OWNER)
        with change(event, actor) as c:
            c.log("event.created", f"{event} was created.", data={"title": event.title})
            return c.event


def copy_event(event: Event, actor: Actor, title: str, starts_at: datetime) -> Event:
    """A new draft with the settings, phases and staff of ``event``, and none of its entries.

    All other times move with the start on the venue's wall clock: what opened at 10:00 five days before opens
    at 10:00 five days before, whichever way the clocks were changed in between.
    """
    if actor.user is None:
        raise Refused("Sign in to copy an event.")
    with _once(actor, "event.copied"):
        source = Event.objects.get(pk=event.pk)
        copy = Event(**{name: getattr(source, name) for name in SETTINGS})
        copy.title = title
        by = wall_clock_difference(starts_at, source.starts_at, source.zone)
        for name in TIMES:
            if moment := getattr(source, name):
                setattr(copy, name, shift(moment, by, source.zone))
        copy.starts_at = starts_at
        _validate(copy)
        _save_under_free_slug(copy)
        replace_phases(copy, [phase_plan(phase) for phase in source.phases.all()])
        _copy_staff(source, copy, actor.user)
        with change(copy, actor) as c:
            c.log("event.copied", f"{copy} was made from {source}.", data={"source": source.pk})
            return c.event


def _copy_staff(source: Event, copy: Event, copier: User) -> None:
    rows = {(row.user_id, row.role) for row in source.staff.all()}
    if not any(role == Role.OWNER for _, role in rows):
        rows.add((copier.pk, Role.OWNER))
    if copier.pk not in {user for user, _ in rows}:
        rows.add((copier.pk, Role.OWNER))
    StaffMember.objects.bulk_create(
        StaffMember(event=copy, user_id=user, role=role) for user, role in sorted(rows)
    )


@contextmanager
def _once(actor: Actor, kind: str) -> Iterator[None]:
    """One transaction in which the actor's key makes one event, however often the request comes."""
    assert actor.user is not None
    with transaction.atomic():
        User.objects.select_for_update().get(pk=actor.user.pk)
        if actor.key:
            done = LogEntry.objects.filter(actor=actor.user, kind=kind, key=actor.key).first()
            if done:
                raise Repeated(done)
        yield


def edit_event(
    event: Event,
    actor: Actor,
    fields: Mapping[str, Any],
    phases: Iterable[Mapping[str, Any]] | None = None,
) -> Event:
    """Change settings; what is not in ``fields`` stays. Saving what is there already writes nothing.

    From the start on, what results depend on is fixed; rulesets and tie-breaks are fixed by the cut. A raised
    capacity moves people up from the waitlist.
    """
    with change(event, actor) as c:
        before = {name: getattr(c.event, name) for name in SETTINGS}
        _assign(c.event, fields)
        after = {name: getattr(c.event, name) for name in SETTINGS}
        changed = {name for name in SETTINGS if before[name] != after[name]}
        _require_open(c.event, changed)
        _validate(c.event, changed)
        _require_room(c.event, changed)
        phases_changed = phases is not None and _edit_phases(c, list(phases))
        if not changed and not phases_changed:
            c.unneeded = True
            return c.event
        labels = [_label(name) for name in SETTINGS if name in changed] + ["phases"] * phases_changed
        c.log(
            "event.edited",
            f"Changed: {', '.join(labels)}.",
            public=is_public(c.event),
            data={
                "before": {name: before[name] for name in changed},
                "after": {name: after[name] for name in changed},
            },
        )
        if "capacity" in changed:
            promote(c)
        return c.event


def _assign(event: Event, fields: Mapping[str, Any]) -> None:
    for name, value in fields.items():
        if name not in SETTINGS:
            raise TypeError(f"{name!r} is no setting of an event; there are {', '.join(SETTINGS)}")
        setattr(event, name, value)


def _require_open(event: Event, changed: set[str]) -> None:
    """Refuse changes that come too late, naming the first such field."""
    if event.status in BEFORE_START:
        return
    over = event.status in {Event.Status.FINISHED, Event.Status.CANCELLED}
    cut = event.phases.exclude(status=Phase.Status.PENDING).count() > 1 or (
        event.phases.filter(status=Phase.Status.FINISHED).exists()
    )
    for name in (name for name in SETTINGS if name in changed):
        why = None
        if over and name not in OPEN_AT_THE_END:
            why = f"The event is {event.get_status_display().lower()}"
        elif name in LOCKED_BY_START:
            why = "The event has started"
        elif cut and name in LOCKED_BY_CUT:
            why = "The Swiss rounds are over and their table is final"
        if why:
            raise Refused(f"{why}: {_label(name)} cannot change any more.", field=name, code="locked")


def _require_room(event: Event, changed: set[str]) -> None:
    if "capacity" in changed and event.capacity is not None:
        taken = event.entries.taking_places().count()
        if event.capacity < taken:
            raise Refused(f"{taken} places are taken already; the capacity cannot be less.", field="capacity")
    if "team_size" in changed and event.entries.exclude(status=Entry.Status.WITHDRAWN).exists():
        raise Refused("There are entries already: the team size cannot change any more.", field="team_size")


def _edit_phases(c: Change, wanted: Sequence[Mapping[str, Any]]) -> bool:
    plan = check_phases(as_planned(c.event, wanted))
    old = [phase_plan(phase) for phase in c.event.phases.all()]
    if plan == old:
        return False
    if c.event.status in BEFORE_START:
        replace_phases(c.event, plan)
    elif c.event.status == Event.Status.RUNNING:
        replan_phases(c, plan)
    else:
        raise Refused(
            f"The event is {c.event.get_status_display().lower()}: its phases cannot change any more.",
            field="phases",
            code="locked",
        )
    return True


def _label(name: str) -> str:
    return str(Event._meta.get_field(name).verbose_name)  # type: ignore[union-attr]


def _validate(event: Event, changed: set[str] | None = None) -> None:
    """Refuse settings that make no sense, by field. ``changed`` limits what is looked at, ``None`` is all."""
    looked_at = set(SETTINGS) if changed is None else changed
    if "title" in looked_at:
        event.title = clean_name(event.title, field="title", what="title", length=TITLE_LENGTH)
    try:
        event.clean_fields(exclude=KEPT | (set(SETTINGS) - looked_at))
    except ValidationError as error:
        name, messages = next(iter(error.message_dict.items()))
        raise Refused(messages[0], field=name, code="invalid") from None
    _check_game(event)
    _check_times(event)
    _check_points(event)
    if looked_at & {"ruleset", "tiebreaks", "starts_at", "time_zone"}:
        _check_ruleset(event)


def _check_game(event: Event) -> None:
    formats = dict(TITLES[event.game].formats)
    if event.format and event.format not in formats:
        known = ", ".join(formats.values())
        raise Refused(
            f"{event.game_title.name} has no format {event.format!r}; it has {known}.", field="format"
        )
    if event.time_zone not in available_timezones():
        raise Refused(
            f"There is no time zone {event.time_zone!r}; use a name such as Europe/Prague.", field="time_zone"
        )


def _check_times(event: Event) -> None:
    for name in TIMES:
        moment = getattr(event, name)
        if moment is not None and timezone.is_naive(moment):
            raise ValueError(f"{name} has no time zone")
    for first, then in (
        ("starts_at", "ends_at"),
        ("registration_opens_at", "registration_closes_at"),
        ("check_in_opens_at", "check_in_closes_at"),
    ):
        start, end = getattr(event, first), getattr(event, then)
        if start and end and end <= start:
            raise Refused(f"This has to be later than {_label(first)}.", field=then, code="order")


def _check_points(event: Event) -> None:
    if event.points_draw > event.points_win:
        raise Refused("A draw cannot be worth more than a win.", field="points_draw")
    if event.points_loss > event.points_draw:
        raise Refused("A loss cannot be worth more than a draw.", field="points_loss")
    if event.points_win == event.points_loss:
        raise Refused("A win has to be worth more than a loss.", field="points_win")


def _check_ruleset(event: Event) -> None:
    try:
        rules = ruleset(event.ruleset, event.local(event.starts_at).date())
    except RulesetError as error:
        raise Refused(_sentence(error), field="ruleset") from None
    if not isinstance(event.tiebreaks, list):
        raise Refused("Tie-breaks are a list of their names.", field="tiebreaks")
    if event.tiebreaks:
        try:
            rules.with_chain(event.tiebreaks)
        except RulesetError as error:
            raise Refused(_sentence(error), field="tiebreaks") from None


def _sentence(error: Exception) -> str:
    text = str(error)
    return f"{text[0].upper()}{text[1:]}."


def _save_under_free_slug(event: Event) -> None:
    """Store a new event under its title as a slug, with the first free number when it is taken."""
    base = slugify(event.title)[:70].strip("-") or event.game
    for number in count(1):
        slug = base if number == 1 else f"{base}-{number}"
        if slug in NEVER_A_SLUG or Event.objects.filter(slug=slug).exists():
            continue
        event.slug = slug
        try:
            with transaction.atomic():
                event.save(force_insert=True)
        except IntegrityError:
            if not Event.objects.filter(slug=slug).exists():
                raise
            continue
        return


def publish_event(event: Event, actor: Actor) -> Event:
    """Show a draft to everybody and open its registration, as far as its times say."""
    with change(event, actor) as c:
        if c.event.status != Event.Status.DRAFT:
            state = c.event.get_status_display().lower()
            raise Refused(f"Only a draft can be published; this event is at: {state}.", code="not_a_draft")
        c.event.status = Event.Status.PUBLISHED
        c.log("event.published", f"{c.event} is published.", public=True)
        return c.event


def cancel_event(event: Event, actor: Actor, reason: str) -> Event:
    """Call the event off. Entries, rounds and results stay as they are; everybody sees the reason."""
    with change(event, actor) as c:
        if c.event.status in {Event.Status.FINISHED, Event.Status.CANCELLED}:
            raise Refused(f"The event is {c.event.get_status_display().lower()} already.", code="over")
        if not reason.strip():
            raise Refused("Say why: players will read it.", field="reason", code="required")
        c.event.status = Event.Status.CANCELLED
        c.log("event.cancelled", f"{c.event} is cancelled.", reason=reason.strip(), public=True)
        return c.event


def add_staff(event: Event, actor: Actor, user: User, role: str) -> StaffMember:
    """Give somebody a role in the event; one person may have several."""
    with change(event, actor) as c:
        if role not in Role.values:
            raise Refused(f"There is no role {role!r}; there are {', '.join(Role.values)}.", field="role")
        label = Role(role).label.lower()
        row, new = StaffMember.objects.get_or_create(event=c.event, user=user, role=role)
        if not new:
            raise Refused(f"{user.name} is {label} of this event already.", field="user", code="already_in")
        c.log("staff.added", f"{user.name} is now {label}.", data={"user": user.pk, "role": role})
        return row


def remove_staff(event: Event, actor: Actor, user: User, role: str) -> None:
    """Take a role away. An event keeps at least one owner."""
    with change(event, actor) as c:
        row = c.event.staff.filter(user=user, role=role).first()
        if row is None:
            raise Refused(f"{user.name} does not have this role here.", field="user", code="not_on_staff")
        if role == Role.OWNER and c.event.staff.filter(role=Role.OWNER).count() == 1:
            raise Refused(
                "An event needs an owner: make somebody else one first.", field="user", code="last_owner"
            )
        label = row.get_role_display().lower()
        c.log("staff.removed", f"{user.name} is no longer {label}.", data={"user": user.pk, "role": role})
        row.delete()
