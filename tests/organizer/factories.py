"""What tests of the organizer stand on: people, events and entries in one line each.

Made by the domain functions wherever those are what happens in life; ``make_entries`` stores its entries in
two queries, so that a field of hundreds costs nothing.
"""

from datetime import timedelta
from itertools import count
from typing import Any

from django.utils import timezone

from organizer.domain import events
from organizer.domain.base import Actor
from organizer.models import Entry, Event, Member, Role, StaffMember, User

PASSWORD = "correct horse battery"
_numbers = count(1)


def make_user(username: str | None = None, **fields: Any) -> User:
    """An account; its password is ``PASSWORD``."""
    username = username or f"person{next(_numbers)}"
    fields.setdefault("email", f"{username}@example.org")
    return User.objects.create_user(username, password=PASSWORD, **fields)


def make_event(
    *, owner: User | None = None, status: str = Event.Status.PUBLISHED, phases: Any = None, **fields: Any
) -> Event:
    """A Swiss event in registration that starts in a week, without entries."""
    settings: dict[str, Any] = {
        "title": f"Event {next(_numbers)}",
        "game": "neuroscape",
        "starts_at": timezone.now() + timedelta(days=7),
        "time_zone": "Europe/Prague",
        "venue": "Town hall",
    }
    event = events.create_event(Actor(owner or make_user()), phases=phases, **{**settings, **fields})
    if status != Event.Status.DRAFT:
        event = events.publish_event(event, owner_of(event))
    if status not in {Event.Status.DRAFT, Event.Status.PUBLISHED}:
        Event.objects.filter(pk=event.pk).update(status=status)
        event.refresh_from_db()
    return event


def owner_of(event: Event) -> Actor:
    """The event's owner as an actor, without a request key."""
    return Actor(event.staff.get(role=Role.OWNER).user)


def make_staff(event: Event, role: str, user: User | None = None) -> User:
    """Somebody with this role in the event."""
    user = user or make_user()
    StaffMember.objects.create(event=event, user=user, role=role)
    return user


def make_entries(
    event: Event, number: int, *, accounts: bool = False, status: str | None = None, **fields: Any
) -> list[Entry]:
    """``number`` entries named "Player 1" onwards: guests, or accounts that may sign in (slower).

    Without a status they are registered, and active when the event is running.
    """
    if status is None:
        running = event.status == Event.Status.RUNNING
        status = Entry.Status.ACTIVE if running else Entry.Status.REGISTERED
    before = event.entries.count()
    entries = Entry.objects.bulk_create(
        Entry(event=event, name=f"Player {before + k}", status=status, **fields) for k in range(1, number + 1)
    )
    Member.objects.bulk_create(
        Member(event=event, entry=entry, name=entry.name, user=_account(entry) if accounts else None)
        for entry in entries
    )
    return entries


def _account(entry: Entry) -> User:
    return make_user(display_name=entry.name)


def actor_for(entry: Entry) -> Actor:
    """The account behind an entry as an actor."""
    user = entry.members.exclude(user=None).get().user
    assert user is not None
    return Actor(user)
