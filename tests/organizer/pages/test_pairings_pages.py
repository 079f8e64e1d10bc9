"""Pairings by table and by name, their proof, the bracket, the hall clock and live updates."""

import json
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from organizer.domain import clock, results, tables
from organizer.interfaces.offline import read_event
from organizer.interfaces.offline_pairing import pair_event
from organizer.interfaces.pages.round_clock import face
from organizer.interfaces.streams import may_listen
from organizer.models import Match, Role, Round
from tests.organizer import factories
from tests.organizer.desk import open_desk
from tests.organizer.roundplay import Play

pytestmark = pytest.mark.django_db


def page(play: Play, number: int = 1) -> str:
    return f"/events/{play.event.slug}/rounds/{number}/"


def test_everybody_sees_the_tables_of_a_published_round(client: Client) -> None:
    play = Play(5)
    play.publish()
    text = client.get(page(play)).text
    assert all(f"Player {number}" in text for number in range(1, 6))
    assert "Bye" in text


def test_by_name_lists_every_player_once_in_the_order_of_names(client: Client) -> None:
    play = Play(6)
    play.publish()
    shown = client.get(page(play) + "?by=name").context["places"]()
    assert [place.entry.name for place in shown] == [f"Player {number}" for number in range(1, 7)]


def test_a_draft_is_shown_to_the_staff_only(client: Client) -> None:
    play = Play(4)
    play.pair()
    assert client.get(page(play)).status_code == 404
    client.force_login(factories.make_staff(play.event, Role.JUDGE))
    assert client.get(page(play)).status_code == 200


def test_a_player_finds_the_own_table_on_top(client: Client) -> None:
    desk = open_desk(4)
    desk.round(("Ada", "Bo"), ("Cy", "Dee"))
    client.force_login(desk.as_("Cy").user)
    context = client.get(f"/events/{desk.event.slug}/rounds/1/").context
    assert context["own"].table == 2


@pytest.mark.parametrize("order", ["", "?by=name"])
def test_the_number_of_queries_does_not_grow_with_the_round(client: Client, order: str) -> None:
    asked = []
    for players in (4, 60):
        play = Play(players)
        play.publish()
        with CaptureQueriesContext(connection) as counted:
            client.get(page(play) + order)
        asked.append(len(counted))
    assert asked[0] == asked[1] < 15


def test_the_badge_says_what_is_proved(client: Client) -> None:
    play = Play(5)
    play.play(2)
    play.publish()
    assert "Proved: no rematch, pair-down" in client.get(page(play, 3)).text


def test_the_seed_is_shown_with_the_round_and_not_before(client: Client) -> None:
    play = Play(4)
    first = play.publish()
    coming = play.event.rounds.get(number=2)
    text = client.get(page(play)).text
    assert first.seed in text
    assert first.seed_hash in text
    assert coming.seed_hash in text
    assert coming.seed not in text


def test_the_downloaded_round_pairs_again_to_the_same_tables(client: Client) -> None:
    play = Play(11, entries={3: {"awarded_byes": 1}, 5: {"club": "Hill"}}, keep_clubs_apart=True)
    play.play(2, lambda match: "draw" if match.table == 2 else "a")
    play.drop("Player 7")
    last = play.publish()
    text = client.get(page(play, 3) + "pairing.json").text
    event = read_event(text)
    again = pair_event(event, str(event.seed))
    made = {(str(table["a"]), str(table["b"])) for table in again["tables"]}  # type: ignore[attr-defined]
    assert made == {(str(m.a_id), str(m.b_id)) for m in last.matches.filter(kind=Match.Kind.PLAYED)}
    assert again["bye"] is None


def test_a_round_that_is_not_out_cannot_be_downloaded(client: Client) -> None:
    play = Play(4)
    play.pair()
    client.force_login(play.actor.user)
    assert client.get(page(play) + "pairing.json").status_code == 404


def test_changes_by_hand_are_shown_as_a_difference(client: Client) -> None:
    play = Play(4)
    shown = play.publish()
    one, two = shown.matches.order_by("table")
    tables.swap(shown, play.actor, one.a, two.a, force=True)
    changes = client.get(page(play)).context["changes"]
    assert f"{one.a} v {one.b}" in changes["undone"]
    assert len(changes["made"]) == 2


def test_a_page_that_shows_this_state_already_gets_nothing(client: Client) -> None:
    play = Play(4)
    play.publish()
    seen = client.get(page(play)).context["live"].state
    assert client.get(page(play) + f"?seen={seen}").status_code == 204
    results.enter_result(play.event.matches.first(), play.actor, games_a=2)
    assert client.get(page(play) + f"?seen={seen}").status_code == 200


def test_the_hall_clock_shows_time_open_tables_and_extensions(client: Client) -> None:
    play = Play(6, round_minutes=40)
    shown = play.publish()
    one, two, _three = shown.matches.all()
    results.enter_result(one, play.actor, games_a=2)
    clock.extend_table(two, play.actor, 7)
    text = client.get(f"/events/{play.event.slug}/clock/").text
    assert "40:00" in text
    assert "2 of 3 tables still playing" in text
    assert f"Table {two.table}: +7:00" in text


def test_the_hall_clock_before_the_first_round(client: Client) -> None:
    play = Play(4)
    assert "No round is out yet" in client.get(f"/events/{play.event.slug}/clock/").text


def test_the_bracket_shows_seeds_scores_and_places_to_come(client: Client) -> None:
    desk = open_desk(4)
    cut = desk.cut("Ada", "Bo", "Cy", "Dee")
    final_four = desk.round(("Ada", "Dee"), ("Bo", "Cy"), phase=cut)
    results.enter_result(final_four[0], desk.judge, games_a=2, games_b=1)
    columns = client.get(f"/events/{desk.event.slug}/bracket/").context["columns"]
    assert [column.title for column in columns] == ["Semi-finals", "Final"]
    ada, dee = columns[0].nodes[0][1]
    assert (ada.seed, ada.games, ada.won) == (1, 2, True)
    assert (dee.seed, dee.games, dee.won) == (4, 1, False)
    assert columns[1].nodes[0][0] is None


def test_streams_are_for_who_may_see_what_they_tell() -> None:
    play = Play(4)
    stream, player, judge = (
        play.event.stream,
        factories.make_user(),
        factories.make_staff(play.event, Role.JUDGE),
    )
    assert may_listen(player, stream)
    assert not may_listen(player, f"{stream}:staff")
    assert may_listen(judge, f"{stream}:staff")


def test_the_file_names_who_had_left(client: Client) -> None:
    play = Play(5)
    play.play()
    play.drop("Player 1")
    play.publish()
    facts = json.loads(client.get(page(play, 2) + "pairing.json").text)
    left = {entry["name"]: entry.get("dropped_after") for entry in facts["entries"]}
    assert left["Player 1"] == 1
    assert left["Player 2"] is None


def test_a_committed_round_is_no_page(client: Client) -> None:
    play = Play(4)
    assert play.event.rounds.get().status == Round.Status.COMMITTED
    assert client.get(page(play)).status_code == 404


@pytest.mark.parametrize(
    ("spent", "text", "words"),
    [
        (0, "50:00", "Time left"),
        (0.4, "50:00", "Time left"),
        (3000, "0:00", "Time left"),
        (3090.5, "+1:30", "Overtime"),
    ],
)
def test_a_clock_counts_down_to_zero_and_up_in_overtime(spent: float, text: str, words: str) -> None:
    start = timezone.now()
    shown = Round(status=Round.Status.PUBLISHED, length_ms=50 * 60_000, clock_started_at=start)
    drawn = face(shown, now=start + timedelta(seconds=spent))
    assert (drawn.text, drawn.words) == (text, words)


def test_a_tables_clock_has_its_own_extension() -> None:
    now = timezone.now()
    shown = Round(status=Round.Status.PUBLISHED, length_ms=50 * 60_000, clock_started_at=now)
    drawn = face(shown, Match(extension_ms=3 * 60_000), now)
    assert drawn.text == "53:00"
    assert drawn.deadline is not None
    assert drawn.deadline - drawn.now == 53 * 60_000


def test_a_paused_clock_has_no_deadline() -> None:
    now = timezone.now()
    shown = Round(
        status=Round.Status.PUBLISHED,
        length_ms=60_000,
        clock_started_at=now,
        clock_paused_at=now + timedelta(seconds=20),
    )
    drawn = face(shown, now=now + timedelta(hours=1))
    assert (drawn.state, drawn.text, drawn.deadline) == ("paused", "0:40", None)
