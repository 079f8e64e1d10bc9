"""Creating, editing, publishing, copying and cancelling events, and their staff."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from organizer.domain.base import Actor
from organizer.interfaces.forms.event import EventForm
from organizer.models import Event, Role, User
from tests.organizer import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def organizer(client: Client) -> User:
    """Somebody signed in."""
    user = factories.make_user(display_name="Olga")
    client.force_login(user)
    return user


@pytest.fixture
def own(organizer: User) -> Event:
    """A draft of the organizer."""
    return factories.make_event(owner=organizer, status=Event.Status.DRAFT)


def _form(event: Event | None = None, **changes: Any) -> dict[str, Any]:
    """What the browser would send for the form as it is shown, with some fields changed."""
    form = EventForm(event=event)
    sent: dict[str, Any] = {}
    for field in form:
        value = field.value()
        if field.name == "tiebreaks":
            sent |= {f"tiebreaks_{k}": key for k, key in enumerate(value or [])}
        elif isinstance(value, datetime):
            sent[field.name] = f"{value:%Y-%m-%dT%H:%M}"
        elif value is True:
            sent[field.name] = "on"
        elif value is not None and value is not False and value != "":
            sent[field.name] = value
    sent |= {"title": sent.get("title", "Spring Open"), "game": sent.get("game", "neuroscape")}
    return {name: value for name, value in {**sent, **changes}.items() if value is not None}


def test_creating_an_event_needs_an_account(client: Client) -> None:
    assert client.get("/events/new/").headers["Location"].startswith("/accounts/login/")


def test_a_new_event_is_a_draft_with_its_phases(client: Client, organizer: User) -> None:
    answer = client.post("/events/new/", _form(cut_size="8", main_rounds="5"))
    event = Event.objects.get()
    assert answer.headers["Location"] == f"/events/{event.slug}/publish/"
    assert event.status == Event.Status.DRAFT
    assert [(phase.kind, phase.rounds_planned, phase.cut_size) for phase in event.phases.all()] == [
        ("swiss", 5, None),
        ("elimination", None, 8),
    ]


def test_a_form_sent_twice_makes_one_event(client: Client, organizer: User) -> None:
    form = _form(key="abc")
    places = {client.post("/events/new/", form).headers["Location"] for _ in range(2)}
    assert Event.objects.count() == 1
    assert len(places) == 1


def test_times_are_typed_on_the_venues_clock(client: Client, organizer: User) -> None:
    client.post("/events/new/", _form(starts_at="2027-07-01T10:00", time_zone="Europe/Prague"))
    assert Event.objects.get().starts_at == datetime(2027, 7, 1, 8, 0, tzinfo=UTC)


def test_a_time_that_summer_time_skips_is_refused_at_its_field(client: Client, organizer: User) -> None:
    page = client.post("/events/new/", _form(starts_at="2027-03-28T02:30", time_zone="Europe/Prague"))
    assert page.status_code == 422
    assert "use 03:30" in page.context["form"].errors["starts_at"][0]
    assert not Event.objects.exists()


@pytest.mark.parametrize(
    "field, text",
    [
        ("title", " "),
        ("game", "chess"),
        ("format", "standard"),
        ("starts_at", "tomorrow"),
        ("starts_at", ""),
        ("ends_at", "2020-01-01T10:00"),
        ("time_zone", "Mars/Olympus"),
        ("capacity", "1"),
        ("points_draw", "9"),
        ("round_minutes", "0"),
        ("main_rounds", "51"),
        ("cut_size", "7"),
        ("online_url", "javascript:alert(1)"),
        ("tiebreaks_0", "luck"),
    ],
)
def test_bad_input_is_refused_at_its_field_and_nothing_is_saved(
    client: Client, organizer: User, field: str, text: str
) -> None:
    page = client.post("/events/new/", _form(**{field: text}))
    assert page.status_code == 422
    assert field.removesuffix("_0") in page.context["form"].errors
    assert "data-error-summary" in page.text
    assert not Event.objects.exists()


def test_a_cut_after_an_elimination_is_refused(client: Client, organizer: User) -> None:
    page = client.post("/events/new/", _form(main_kind="elimination", cut_size="8"))
    assert "main_kind" in page.context["form"].errors


def test_tie_breaks_keep_their_order(client: Client, organizer: User) -> None:
    client.post("/events/new/", _form(tiebreaks_0="points", tiebreaks_1="ogw", tiebreaks_2="omw"))
    assert Event.objects.get().tiebreaks == ["points", "ogw", "omw"]


def test_saving_without_a_change_writes_nothing(client: Client, own: Event) -> None:
    before = Event.objects.get().version
    assert client.post(f"/events/{own.slug}/edit/", _form(own)).status_code == 302
    assert Event.objects.get().version == before


def test_moving_to_another_zone_keeps_the_hands_of_the_clock(client: Client, own: Event) -> None:
    wall = own.local(own.starts_at).replace(second=0, microsecond=0, tzinfo=None)
    client.post(f"/events/{own.slug}/edit/", _form(own, time_zone="Asia/Tokyo"))
    moved = Event.objects.get()
    assert moved.time_zone == "Asia/Tokyo"
    assert moved.local(moved.starts_at).replace(tzinfo=None) == wall


def test_a_running_event_still_takes_a_new_description(client: Client, own: Event) -> None:
    Event.objects.filter(pk=own.pk).update(status=Event.Status.RUNNING)
    own.refresh_from_db()
    client.post(f"/events/{own.slug}/edit/", _form(own, description="Bring water."))
    assert Event.objects.get().description == "Bring water."


def test_a_running_events_game_stays(client: Client, own: Event) -> None:
    Event.objects.filter(pk=own.pk).update(status=Event.Status.RUNNING)
    own.refresh_from_db()
    client.post(f"/events/{own.slug}/edit/", _form(own, game="hope"))
    assert Event.objects.get().game == "neuroscape"


@pytest.mark.parametrize("page", ["edit", "publish", "cancel", "copy", "staff"])
def test_other_peoples_events_cannot_be_changed(client: Client, event: Event, page: str) -> None:
    client.force_login(factories.make_user())
    assert client.get(f"/events/{event.slug}/{page}/").status_code == 403


def test_warnings_are_shown_before_publishing(client: Client, own: Event) -> None:
    Event.objects.filter(pk=own.pk).update(venue="")
    page = client.get(f"/events/{own.slug}/publish/")
    assert "No venue is named." in page.text
    assert "Publish anyway" in page.text


def test_publishing(client: Client, own: Event) -> None:
    client.post(f"/events/{own.slug}/publish/")
    assert Event.objects.get().status == Event.Status.PUBLISHED


def test_cancelling_needs_a_reason(client: Client, own: Event) -> None:
    page = client.post(f"/events/{own.slug}/cancel/", {"reason": ""})
    assert "reason" in page.context["form"].errors
    assert Event.objects.get().status == Event.Status.DRAFT


def test_copying_makes_a_new_draft(client: Client, own: Event) -> None:
    client.post(f"/events/{own.slug}/copy/", {"title": "Next week", "starts_at": "2027-05-01T10:00"})
    copy = Event.objects.get(title="Next week")
    assert copy.status == Event.Status.DRAFT
    assert copy.local(copy.starts_at).hour == 10


def test_owners_give_and_take_roles(client: Client, own: Event) -> None:
    judge = factories.make_user("jude")
    client.post(f"/events/{own.slug}/staff/", {"user": "JUDE", "role": "judge"})
    assert own.staff.get(user=judge).role == Role.JUDGE
    client.post(f"/events/{own.slug}/staff/", {"do": "remove", "user": str(judge.pk), "role": "judge"})
    assert not own.staff.filter(user=judge).exists()


def test_the_last_owner_stays(client: Client, own: Event, organizer: User) -> None:
    form = {"do": "remove", "user": str(organizer.pk), "role": "owner"}
    page = client.post(f"/events/{own.slug}/staff/", form, follow=True)
    assert "An event needs an owner" in page.text


def test_an_unknown_user_name_is_an_error_at_its_field(client: Client, own: Event) -> None:
    page = client.post(f"/events/{own.slug}/staff/", {"user": "nobody", "role": "judge"})
    assert "user" in page.context["form"].errors


def test_only_owners_change_the_staff(client: Client, event: Event) -> None:
    client.force_login(factories.make_staff(event, Role.ORGANIZER))
    assert client.post(f"/events/{event.slug}/staff/", {"user": "x", "role": "judge"}).status_code == 403


def test_the_actor_is_who_signed_in(client: Client, own: Event, organizer: User) -> None:
    client.post(f"/events/{own.slug}/publish/")
    assert own.log.get(kind="event.published").actor == Actor(organizer).user
