"""Pages that everybody may read."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from zeal import zeal_context

from organizer.domain import events
from organizer.models import Entry, Event
from tests.organizer import factories
from tests.organizer.pages.players import enter

pytestmark = pytest.mark.django_db


def test_home_shows_strangers_what_the_site_is_and_what_comes(client: Client, event: Event) -> None:
    page = client.get("/")
    assert "Sign up" in page.text
    assert event.title in page.text


def test_home_shows_a_player_their_own_events_first(client: Client, event: Event) -> None:
    entry, user = enter(event)
    client.force_login(user)
    page = client.get("/")
    assert [row.pk for row in page.context["mine"]] == [entry.pk]


def test_the_list_leaves_drafts_out(client: Client, event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(status=Event.Status.DRAFT)
    page = client.get("/events/?when=all")
    assert event.title not in page.text
    assert "No event matches" in page.text


@pytest.mark.parametrize(
    "query, found",
    [("game=hope", False), ("q=nowhere", False), ("q=&game=neuroscape", True), ("page=99", True)],
)
def test_the_list_filters_by_game_and_words(client: Client, event: Event, query: str, found: bool) -> None:
    Event.objects.filter(pk=event.pk).update(game="neuroscape", starts_at=timezone.now() + timedelta(days=3))
    assert (event.title in client.get(f"/events/?{query}").text) is found


def test_the_list_ignores_a_filter_that_makes_no_sense(client: Client, event: Event) -> None:
    assert client.get("/events/?game=chess&when=never").status_code == 200


def test_a_draft_does_not_exist_for_strangers(client: Client, event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(status=Event.Status.DRAFT)
    assert client.get(event.get_absolute_url()).status_code == 404


def test_the_staff_sees_a_draft(client: Client, event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(status=Event.Status.DRAFT)
    client.force_login(factories.owner_of(event).user)
    assert "A draft." in client.get(event.get_absolute_url()).text


def test_event_times_are_on_the_venues_clock(client: Client, event: Event) -> None:
    start = timezone.now().replace(year=2027, month=7, day=1, hour=8, minute=0)
    Event.objects.filter(pk=event.pk).update(time_zone="Europe/Prague", starts_at=start)
    assert "Thu 1 Jul 2027, 10:00 CEST" in client.get(event.get_absolute_url()).text


def test_a_description_is_text_never_markup(client: Client, event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(description="<script>alert(1)</script>")
    page = client.get(event.get_absolute_url()).text
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page


def test_a_cancelled_event_says_why(client: Client, event: Event) -> None:
    events.cancel_event(event, factories.owner_of(event), "The roof leaks.")
    assert "The roof leaks." in client.get(event.get_absolute_url()).text


def test_players_are_found_by_name_and_club(client: Client, event: Event) -> None:
    enter(event, "Ada", club="Hill")
    enter(event, "Bela", club="River")
    page = client.get(f"/events/{event.slug}/players/?q=riv")
    assert [entry.name for entry in page.context["page"]] == ["Bela"]


def test_who_withdrew_is_not_listed(client: Client, event: Event) -> None:
    factories.make_entries(event, 1, status=Entry.Status.WITHDRAWN)
    assert "Nobody has registered yet" in client.get(f"/events/{event.slug}/players/").text


def test_the_players_page_of_a_large_event_asks_few_questions(client: Client, event: Event) -> None:
    factories.make_entries(event, 2000)
    with CaptureQueriesContext(connection) as asked, zeal_context():
        page = client.get(f"/events/{event.slug}/players/")
    assert len(page.context["page"]) == 100
    assert len(asked) <= 10


def test_an_entry_page_shows_no_address_of_a_guest(client: Client, event: Event) -> None:
    (entry,) = factories.make_entries(event, 1)
    entry.members.update(email="ada@example.org")
    page = client.get(f"/events/{event.slug}/players/{entry.pk}/")
    assert page.status_code == 200
    assert "ada@example.org" not in page.text


def test_an_entry_of_another_event_is_not_found(client: Client, event: Event) -> None:
    (entry,) = factories.make_entries(factories.make_event(), 1)
    assert client.get(f"/events/{event.slug}/players/{entry.pk}/").status_code == 404


def test_every_page_names_itself_and_its_language(client: Client, event: Event) -> None:
    page = client.get(event.get_absolute_url()).text
    assert f"<title>{event.title} · Hourglass</title>" in page
    assert '<html lang="en"' in page
    assert '<meta name="description"' in page


def test_pages_hold_no_inline_styles_or_scripts(client: Client, event: Event) -> None:
    for address in ("/", "/events/", event.get_absolute_url(), "/accounts/login/"):
        page = client.get(address).text
        assert " style=" not in page
        assert "<script>" not in page
        assert " onclick=" not in page


def test_the_chosen_theme_is_written_into_the_page(client: Client) -> None:
    client.cookies["theme"] = "dark"
    assert 'data-theme="dark"' in client.get("/").text


def test_an_invented_theme_is_left_out(client: Client) -> None:
    client.cookies["theme"] = "pink"
    assert "pink" not in client.get("/").text


def test_an_unknown_address_says_so_in_the_sites_own_frame(client: Client) -> None:
    page = client.get("/nothing/")
    assert page.status_code == 404
    assert "There is nothing here" in page.text
