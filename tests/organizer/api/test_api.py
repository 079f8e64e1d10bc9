"""The REST API: what it lists, what it keeps to itself, and that it does what its description says."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from organizer.domain import events, registration, results, rounds
from organizer.models import Event, Role, Round
from tests.organizer.factories import make_entries, make_event, make_staff, make_user, owner_of
from tests.organizer.story import Story

pytestmark = pytest.mark.django_db


def listed(client: Client, **query: Any) -> list[str]:
    return [event["title"] for event in client.get(reverse("api-event-list"), query).json()["results"]]


def url(name: str, *args: Any) -> str:
    return reverse(f"api-{name}", args=args)


def test_published_events_are_listed_with_their_phases(client: Client) -> None:
    event = make_event(title="Spring", phases=[{"kind": "swiss", "rounds_planned": 4}], capacity=32)
    (found,) = client.get(url("event-list")).json()["results"]
    assert (found["slug"], found["title"], found["capacity"]) == (event.slug, "Spring", 32)
    assert found["phases"] == [
        {
            "number": 1,
            "kind": "swiss",
            "status": "pending",
            "rounds_planned": 4,
            "cut_size": None,
            "best_of": None,
        }
    ]


@pytest.mark.parametrize(
    "query, titles",
    [
        ({"game": "hope"}, ["Hope"]),
        ({"status": "cancelled"}, ["Gone"]),
        ({"game": "neuroscape", "status": "published"}, ["Soon", "Later"]),
        ({"starts_after": "in 20 days"}, ["Later"]),
        ({"starts_before": "in 5 days"}, ["Soon"]),
    ],
)
def test_filters_narrow_the_list(client: Client, query: dict[str, str], titles: list[str]) -> None:
    now = timezone.now()
    for title, game, days in (("Soon", "neuroscape", 3), ("Later", "neuroscape", 30), ("Hope", "hope", 7)):
        make_event(title=title, game=game, starts_at=now + timedelta(days=days))
    gone = make_event(title="Gone", game="neon-hope", starts_at=now + timedelta(days=8))
    events.cancel_event(gone, owner_of(gone), "no venue")
    asked = {
        key: (now + timedelta(days=int(value.split()[1]))).isoformat() if key.startswith("starts") else value
        for key, value in query.items()
    }
    assert sorted(listed(client, **asked)) == sorted(titles)


@pytest.mark.parametrize(
    "query",
    [
        {"game": "chess"},
        {"status": "lost"},
        {"starts_after": "soon"},
        {"starts_before": "0001-01-01T00:00:00+14:00"},
    ],
)
def test_a_filter_with_an_unknown_value_is_an_error_at_its_name(
    client: Client, query: dict[str, str]
) -> None:
    answer = client.get(url("event-list"), query)
    assert answer.status_code == 400
    assert list(answer.json()) == list(query)


@pytest.mark.parametrize("moment", ["0155-06-03T18:10:19-20:28", "9999-12-31T23:59:59+23:59"])
def test_a_moment_of_any_offset_is_understood(client: Client, moment: str) -> None:
    make_event(title="Soon")
    assert listed(client, starts_after=moment) == (["Soon"] if moment.startswith("0") else [])


def test_long_lists_come_in_pages(client: Client) -> None:
    event = make_event()
    make_entries(event, 5)
    first = client.get(url("entry-list", event.slug), {"limit": 2}).json()
    assert (first["count"], len(first["results"]), first["previous"]) == (5, 2, None)
    names = [entry["name"] for entry in first["results"]]
    page = first
    while page["next"]:
        page = client.get(page["next"]).json()
        names += [entry["name"] for entry in page["results"]]
    assert names == [f"Player {number}" for number in range(1, 6)]


OF_AN_EVENT = ["event-detail", "entry-list", "round-list", "standings"]


@pytest.mark.parametrize("name", OF_AN_EVENT)
def test_a_draft_is_told_about_to_its_staff_alone(client: Client, name: str) -> None:
    draft = make_event(title="Secret", status=Event.Status.DRAFT)
    judge, stranger, foreign = make_staff(draft, Role.JUDGE), make_user(), owner_of(make_event()).user
    address = url(name, draft.slug)
    found = []
    for person in (None, stranger, foreign, judge):
        if person is not None:
            client.force_login(person)
        found.append(client.get(address).status_code)
    assert found[:3] == [404, 404, 404]
    assert found[3] == (409 if name == "standings" else 200)
    assert "Secret" not in listed(Client())


@pytest.mark.parametrize("name", OF_AN_EVENT)
def test_what_is_not_there_is_a_404_in_json(client: Client, name: str) -> None:
    answer = client.get(url(name, "nowhere"))
    assert answer.status_code == 404
    assert "detail" in answer.json()


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_nothing_can_be_written(client: Client, method: str) -> None:
    event = make_event()
    client.force_login(owner_of(event).user)
    answer = getattr(client, method)(url("event-detail", event.slug), {"title": "Mine"})
    assert answer.status_code == 405
    event.refresh_from_db()
    assert event.title != "Mine"


def everything(client: Client, event: Event) -> str:
    """All that the API says about an event, and the event's public pages that speak of rounds."""
    addresses = [url(name, event.slug) for name in OF_AN_EVENT]
    for number in event.rounds.values_list("number", flat=True):
        addresses += [url("round-detail", event.slug, number), url("round-matches", event.slug, number)]
    addresses += [reverse(name, args=[event.slug]) for name in ("event", "event_log", "standings")]
    return "\n".join(client.get(address).content.decode() for address in addresses)


def test_a_seed_is_never_told_before_its_round_is_published(client: Client) -> None:
    story = Story("ABCD")
    committed = story.event.rounds.get()
    people = [make_user(), story.users["A"], *(make_staff(story.event, role) for role in Role)]
    for status in (Round.Status.COMMITTED, Round.Status.DRAFT):
        if status == Round.Status.DRAFT:
            rounds.pair_round(story.event, story.staff)
        committed.refresh_from_db()
        assert committed.status == status
        assert committed.seed not in everything(Client(), story.event)
        for person in people:
            client.force_login(person)
            assert committed.seed not in everything(client, story.event)
        assert committed.seed_hash in everything(client, story.event)
    rounds.publish_round(committed, story.staff)
    following = story.event.rounds.get(number=2)
    text = everything(client, story.event)
    assert committed.seed in text
    assert following.seed_hash in text
    assert following.seed not in text


def test_the_tables_of_a_draft_are_not_told(client: Client) -> None:
    story = Story("ABCD")
    rounds.pair_round(story.event, story.staff)
    for person in (None, story.users["A"], story.staff.user):
        if person:
            client.force_login(person)
        assert client.get(url("round-matches", story.event.slug, 1)).status_code == 404
        assert client.get(url("round-detail", story.event.slug, 1)).json()["certificate"] is None


def test_a_draft_shows_as_committed(client: Client) -> None:
    story = Story("ABCD")
    before = client.get(url("round-detail", story.event.slug, 1)).json()
    rounds.pair_round(story.event, story.staff)
    assert client.get(url("round-detail", story.event.slug, 1)).json() == before


def tables(client: Client, shown: Round) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get(url("round-matches", shown.event.slug, shown.number)).json()[
        "results"
    ]
    return found


def test_the_tables_of_a_round_are_listed_by_number(client: Client) -> None:
    story = Story("ABCDE")
    shown = story.seat("AB", "CD", "E")
    found = tables(client, shown)
    played = [row for row in found if row["kind"] == "played"]
    assert [row["table"] for row in played] == sorted(
        shown.matches.exclude(table=None).values_list("table", flat=True)
    )
    assert {"".join(sorted(row["a_name"] + row["b_name"])) for row in played} == {"AB", "CD"}
    (bye,) = [row for row in found if row["kind"] == "bye"]
    assert (bye["a_name"], bye["b"], bye["b_name"], bye["result"]["outcome"]) == ("E", None, None, "a")


def test_what_is_only_reported_or_disputed_is_not_told(client: Client) -> None:
    story = Story("ABCD")
    shown = story.seat("AB", "CD")
    match = story.match(shown, "A")
    results.report_result(match, story.as_("A"), story["A"], games_a=2, games_b=1)
    (row,) = [row for row in tables(client, shown) if row["id"] == match.pk]
    assert (row["status"], row["result"]) == ("reported", None)
    results.dispute_report(match, story.as_("B"), story["B"], "it was the other way round")
    (row,) = [row for row in tables(client, shown) if row["id"] == match.pk]
    assert (row["status"], row["result"]) == ("disputed", None)
    results.enter_result(match, story.staff, games_a=1, games_b=2)
    (row,) = [row for row in tables(client, shown) if row["id"] == match.pk]
    assert (row["result"]["outcome"], row["result"]["games_a"], row["result"]["games_b"]) == ("b", 1, 2)


def test_nobody_s_address_is_told(client: Client) -> None:
    story = Story("AB")
    registration.register_guest(make_event(title="Other"), story.staff, "Guest", email="guest@example.org")
    for event in Event.objects.all():
        assert "@" not in everything(client, event).replace("@media", "")


def test_standings_of_an_event_that_has_not_begun_are_a_conflict(client: Client) -> None:
    answer = client.get(url("standings", make_event().slug))
    assert answer.status_code == 409
    assert answer.json() == {"detail": "There are no standings before the first round."}


def test_standings_are_the_table_of_the_page(client: Client) -> None:
    story = Story("ABCDEF")
    story.play("AB 2-1, CD 2-0, EF 1-1-1")
    page = client.get(reverse("standings", args=[story.event.slug])).context["table"]
    found = client.get(url("standings", story.event.slug)).json()
    assert found["columns"] == [key for key, _ in page.columns]
    assert [(line["place"], line["name"], line["shown"]) for line in found["lines"]] == [
        (line.place, line.entry.name, list(line.cells)) for line in page.lines()
    ]
    assert (found["rounds"], found["phase"], found["live"], found["frozen"]) == (1, 1, False, False)


def test_live_standings_count_the_running_round(client: Client) -> None:
    story = Story("ABCD")
    shown = story.seat("AB", "CD")
    story.enter(shown, "AB", "a")
    address = url("standings", story.event.slug)
    official, live = client.get(address).json(), client.get(address, {"live": "true"}).json()
    assert (official["rounds"], live["live"]) == (0, True)
    assert {line["values"][0] for line in official["lines"]} == {"0"}
    assert {line["name"]: line["values"][0] for line in live["lines"]}["A"] == "3"


def test_lists_take_a_fixed_number_of_queries(client: Client, django_assert_max_num_queries: Any) -> None:
    story = Story("ABCDEFGHIJKL")
    story.play("AB a, CD a, EF a, GH a, IJ a, KL a")
    for name in OF_AN_EVENT:
        with django_assert_max_num_queries(10):
            client.get(url(name, story.event.slug))
    with django_assert_max_num_queries(10):
        client.get(url("round-matches", story.event.slug, 1))


def test_the_description_has_no_gap() -> None:
    call_command("spectacular", validate=True, fail_on_warn=True, file="/dev/null")


def test_the_description_is_served(client: Client) -> None:
    answer = client.get(reverse("schema"))
    assert answer.status_code == 200
    assert b"/api/v1/events/{slug}/standings/" in answer.content
