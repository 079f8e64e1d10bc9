"""The demo: what a visitor finds, once and on an empty database only."""

import io

import pytest
from django.contrib.auth import authenticate
from django.core.management import CommandError, call_command
from django.test import TestCase

from organizer.domain import demo
from organizer.domain.base import verify_log
from organizer.models import Entry, Event, Match, User
from organizer.rules import can
from tests.organizer.factories import make_entries, make_event, make_user

pytestmark = pytest.mark.django_db


def seed(*options: str) -> str:
    said = io.StringIO()
    call_command("seed_demo", *options, stdout=said)
    return said.getvalue()


def statuses(event: Event) -> dict[str, int]:
    found: dict[str, int] = {}
    for status in event.matches.filter(round__number=3).values_list("status", flat=True):
        found[status] = found.get(status, 0) + 1
    return found


class TestWhatAVisitorFinds(TestCase):
    """What is read alone, of one demo: each test begins with it as it was made."""

    @classmethod
    def setUpTestData(cls) -> None:
        cls.said = seed()

    def test_the_logins_are_told_and_work(self) -> None:
        for email in ("organizer@example.org", "judge@example.org", "ada@example.org", "bo@example.org"):
            assert email in self.said
            user = User.objects.get(email=email)
            assert authenticate(username=user.username, password=demo.PASSWORD) == user
            assert user.emailaddress_set.get(verified=True, primary=True).email == email  # type: ignore[attr-defined]
        assert demo.PASSWORD in self.said

    def test_a_running_event_shows_every_state_of_a_table(self) -> None:
        running = Event.objects.get(status=Event.Status.RUNNING)
        found = statuses(running)
        assert (found["reported"], found["disputed"]) == (1, 1)
        assert found["final"] >= 5
        assert found["open"] >= 3
        shown = running.rounds.get(number=3)
        assert shown.clock_started_at is not None
        assert running.phases.get(number=1).rounds_planned == 5

    def test_ada_and_bo_can_report_their_match(self) -> None:
        ada, bo = User.objects.get(username="ada"), User.objects.get(username="bo")
        match = Match.objects.get(
            round__number=3, event__status="running", seatings__entry__members__user=ada
        )
        assert {match.a.name, match.b and match.b.name} == {"Ada", "Bo"}
        assert match.status == Match.Status.OPEN
        assert can(ada, "match.report", match)
        assert can(bo, "match.report", match)

    def test_an_event_is_over_one_fills_up_and_one_is_a_draft(self) -> None:
        over = Event.objects.get(status=Event.Status.FINISHED)
        assert over.entries.filter(final_place=1).count() == 1
        assert over.entries.filter(final_place=5).count() == 4
        coming = Event.objects.get(status=Event.Status.PUBLISHED)
        assert coming.entries.taking_places().count() == coming.capacity
        assert coming.entries.filter(status=Entry.Status.WAITLISTED).count() == 2
        assert Event.objects.filter(status=Event.Status.DRAFT).count() == 1

    def test_its_logs_verify(self) -> None:
        assert [verify_log(event) for event in Event.objects.all()] == [None] * 4


def test_a_second_time_changes_nothing_and_says_so() -> None:
    seed()
    before = [(event.pk, event.version) for event in Event.objects.all()], User.objects.count()
    assert "nothing was changed" in seed()
    assert before == ([(event.pk, event.version) for event in Event.objects.all()], User.objects.count())


def test_a_database_in_use_is_refused() -> None:
    make_user("somebody")
    with pytest.raises(CommandError, match="in use"):
        seed()
    assert (User.objects.count(), Event.objects.count()) == (1, 0)


def test_force_adds_it_to_what_is_there() -> None:
    somebody = make_user("somebody")
    seed("--force")
    assert User.objects.contains(somebody)
    assert Event.objects.count() == 4


@pytest.mark.parametrize("rows", [1, 2, 3])
def test_ada_plays_bo_whatever_the_draw_says(rows: int) -> None:
    """The draw depends on the entries' numbers in the database; what the demo promises does not."""
    make_entries(make_event(), rows)
    seed("--force")
    match = Match.objects.get(round__number=3, event__status="running", seatings__entry__name="Ada")
    assert match.seatings.filter(entry__name="Bo").exists()
