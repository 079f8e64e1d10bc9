"""The event log: one entry per write, chained by hashes; a repeated request is carried out once."""

from functools import partial

import pytest
from django.db import transaction

from gameplay.models import StreamEntry
from organizer.domain import events, registration
from organizer.domain.base import CLOCK, Actor, Refused, Repeated, change, link, verify_log
from organizer.models import Event, LogEntry
from tests.organizer.concurrently import at_once
from tests.organizer.factories import make_event, make_user, owner_of

pytestmark = pytest.mark.django_db


def _some_log(event: Event) -> None:
    owner = owner_of(event)
    for name in ("Ada", "Bo", "Cy"):
        registration.register_guest(event, owner, name, club="Café Noël")


def test_the_log_of_an_event_verifies(event: Event) -> None:
    _some_log(event)
    assert event.log.count() == 5
    assert verify_log(event) is None


@pytest.mark.parametrize(
    "field, value",
    [
        ("summary", "Ada was never here."),
        ("actor_name", "somebody else"),
        ("acting_as", "player"),
        ("reason", "made up"),
        ("kind", "entry.dropped"),
        ("public", False),
        ("data", {"name": "Eve", "refs": {}}),
        ("hash", "0" * 64),
    ],
)
def test_a_changed_entry_is_found(event: Event, field: str, value: object) -> None:
    _some_log(event)
    LogEntry.objects.filter(event=event, seq=3).update(**{field: value})
    assert verify_log(event) == 3


def test_a_removed_entry_is_found(event: Event) -> None:
    _some_log(event)
    LogEntry.objects.filter(event=event, seq=3).delete()
    assert verify_log(event) == 4


def test_a_changed_time_is_found(event: Event, owner: Actor) -> None:
    _some_log(event)
    row = event.log.get(seq=2)
    LogEntry.objects.filter(pk=row.pk).update(at=row.at.replace(year=2020))
    assert verify_log(event) == 2


def test_an_entry_rewritten_with_a_hash_of_its_own_is_found_at_the_next(event: Event) -> None:
    _some_log(event)
    before, row = event.log.get(seq=2), event.log.get(seq=3)
    row.summary = "Ada was never here."
    row.hash = link(before.hash, row)
    row.save()
    assert verify_log(event) == 4


def test_the_event_carries_the_head_of_its_log(event: Event) -> None:
    _some_log(event)
    event.refresh_from_db()
    head = event.log.last()
    assert head is not None
    assert (event.version, event.log_hash) == (head.seq, head.hash)


def test_the_same_request_twice_is_done_once(event: Event, owner: Actor) -> None:
    again = Actor(owner.user, "key-1")
    registration.register_guest(event, again, "Ada")
    with pytest.raises(Repeated) as repeated:
        registration.register_guest(event, again, "Ada")
    assert repeated.value.entry.kind == "entry.registered"
    assert event.entries.count() == 1


def test_a_refused_request_may_be_sent_again_with_its_key(event: Event, owner: Actor) -> None:
    actor = Actor(owner.user, "key-1")
    with pytest.raises(Refused):
        registration.register_guest(event, actor, " ")
    registration.register_guest(event, actor, "Ada")
    assert event.entries.get().name == "Ada"


def test_a_change_without_a_log_entry_is_a_bug_and_is_undone(event: Event) -> None:
    def forgetful() -> None:
        with change(event, CLOCK) as c:
            c.event.title = "Never stored"
            c.event.save()

    with pytest.raises(RuntimeError):
        forgetful()
    event.refresh_from_db()
    assert event.title != "Never stored"


def test_a_change_that_fails_leaves_neither_rows_nor_log(event: Event, owner: Actor) -> None:
    before = event.log.count()

    def failing() -> None:
        with change(event, owner) as c:
            c.log("entry.registered", "Ada is registered.")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        failing()
    assert event.log.count() == before
    assert verify_log(event) is None


def test_public_entries_reach_both_streams_and_the_others_the_staff_alone(event: Event, owner: Actor) -> None:
    with change(event, owner) as c:
        c.log("test.public", "For everybody.", public=True)
        c.log("test.private", "For the staff.")
    kinds = {
        name: set(StreamEntry.objects.filter(stream__name=name).values_list("kind", flat=True))
        for name in (event.stream, f"{event.stream}:staff")
    }
    assert "test.public" in kinds[event.stream]
    assert "test.private" not in kinds[event.stream]
    assert {"test.public", "test.private"} <= kinds[f"{event.stream}:staff"]


def test_the_clock_acts_as_the_system(event: Event) -> None:
    with change(event, CLOCK) as c:
        row = c.log("test.clock", "Time passed.")
    assert (row.actor, row.actor_name, row.acting_as) == (None, "clock", "system")


def test_a_retried_creation_makes_one_event(event: Event) -> None:
    actor = Actor(make_user("ada"), "key-1")
    fields = {"title": "Spring", "game": event.game, "starts_at": event.starts_at}
    made = events.create_event(actor, **fields)
    with pytest.raises(Repeated) as repeated:
        events.create_event(actor, **fields)
    assert repeated.value.entry.event == made
    assert Event.objects.count() == 2


def test_a_retried_copy_makes_one_event(event: Event, owner: Actor) -> None:
    actor = Actor(owner.user, "key-1")
    events.copy_event(event, actor, "Again", event.starts_at)
    with pytest.raises(Repeated):
        events.copy_event(event, actor, "Again", event.starts_at)
    assert Event.objects.count() == 2


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_twenty_writers_at_once_make_one_unbroken_log() -> None:
    event = make_event()
    owner = owner_of(event)
    at_once(*(partial(registration.register_guest, event, owner, f"Player {k}") for k in range(20)))
    assert event.log.filter(kind="entry.registered").count() == 20
    assert verify_log(event) is None


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_the_same_request_from_two_processes_at_once_is_done_once() -> None:
    event = make_event()
    actor = Actor(owner_of(event).user, "key-1")
    raised = at_once(*[partial(registration.register_guest, event, actor, "Ada")] * 8)
    assert sorted(type(error).__name__ for error in raised) == ["NoneType", *["Repeated"] * 7]
    assert event.entries.count() == 1


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_reader_sees_a_change_with_its_log_entry_or_not_at_all() -> None:
    """What a killed worker leaves behind is what its open transaction shows to others: nothing."""
    event = make_event()
    owner = owner_of(event)
    seen: list[tuple[int, int]] = []
    with transaction.atomic():
        registration.register_guest(event, owner, "Ada")
        at_once(lambda: seen.append((event.entries.count(), event.log.count())))
        transaction.set_rollback(True)
    assert seen == [(0, 2)]
    assert (event.entries.count(), event.log.count()) == (0, 2)
