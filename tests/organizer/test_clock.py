"""The round clock: start, pause, extend, end; and the night when the clocks are changed."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
import time_machine

from organizer.domain import clock
from organizer.domain.base import Refused
from organizer.models import Match, Round
from tests.organizer.roundplay import Play

pytestmark = pytest.mark.django_db

MINUTE = 60_000
NOON = datetime(2026, 12, 5, 12, 0, tzinfo=UTC)


@pytest.fixture
def play() -> Play:
    return Play(4)


def at(moment: datetime, act: Callable[[], Round]) -> Round:
    with time_machine.travel(moment, tick=False):
        return act()


def test_the_full_time_is_shown_before_the_start(play: Play) -> None:
    round = play.publish()
    assert round.remaining_ms(NOON) == 50 * MINUTE


def test_the_clock_runs_down_and_into_overtime(play: Play) -> None:
    round = play.publish()
    round = at(NOON, lambda: clock.start_clock(round, play.actor))
    assert round.remaining_ms(NOON + timedelta(minutes=20)) == 30 * MINUTE
    assert round.remaining_ms(NOON + timedelta(milliseconds=1)) == 50 * MINUTE - 1
    assert round.remaining_ms(NOON + timedelta(minutes=51)) == -MINUTE


def test_a_pause_costs_nobody_time(play: Play) -> None:
    round = play.publish()
    round = at(NOON, lambda: clock.start_clock(round, play.actor))
    round = at(NOON + timedelta(minutes=10), lambda: clock.pause_clock(round, play.actor, "fire alarm"))
    assert round.remaining_ms(NOON + timedelta(minutes=30)) == 40 * MINUTE
    round = at(NOON + timedelta(minutes=30), lambda: clock.resume_clock(round, play.actor))
    assert round.clock_paused_ms == 20 * MINUTE
    assert round.remaining_ms(NOON + timedelta(minutes=35)) == 35 * MINUTE


def test_two_pauses_add_up(play: Play) -> None:
    round = play.publish()
    round = at(NOON, lambda: clock.start_clock(round, play.actor))
    for minute, act in ((1, clock.pause_clock), (3, clock.resume_clock), (4, clock.pause_clock)):
        round = at(NOON + timedelta(minutes=minute), partial(act, round, play.actor))
    round = at(NOON + timedelta(minutes=9), lambda: clock.resume_clock(round, play.actor))
    assert round.remaining_ms(NOON + timedelta(minutes=10)) == 47 * MINUTE


def test_the_clock_cannot_be_started_twice(play: Play) -> None:
    round = play.publish(start_clock=True)
    with pytest.raises(Refused, match="started already"):
        clock.start_clock(round, play.actor)


@pytest.mark.parametrize("act", [clock.pause_clock, clock.resume_clock])
def test_a_clock_that_has_not_started_neither_stops_nor_goes_on(play: Play, act: object) -> None:
    round = play.publish()
    with pytest.raises(Refused, match="has not been started"):
        act(round, play.actor)  # type: ignore[operator]


def test_a_running_clock_is_not_resumed_and_a_paused_one_not_paused(play: Play) -> None:
    round = play.publish(start_clock=True)
    with pytest.raises(Refused, match="is running"):
        clock.resume_clock(round, play.actor)
    clock.pause_clock(round, play.actor)
    with pytest.raises(Refused, match="paused already"):
        clock.pause_clock(round, play.actor)


def test_a_draft_has_no_clock(play: Play) -> None:
    with pytest.raises(Refused, match="only while it is published"):
        clock.start_clock(play.pair(), play.actor)


def test_time_for_all_tables_and_for_one(play: Play) -> None:
    round = play.publish()
    round = at(NOON, lambda: clock.start_clock(round, play.actor))
    clock.extend_round(round, play.actor, 5)
    first, second = Match.objects.filter(round=round).order_by("table")
    first = clock.extend_table(first, play.actor, 3, "deck check")
    later = NOON + timedelta(minutes=10)
    second = Match.objects.select_related("round").get(pk=second.pk)
    first = Match.objects.select_related("round").get(pk=first.pk)
    assert clock.table_remaining_ms(first, later) == 48 * MINUTE
    assert clock.table_remaining_ms(second, later) == 45 * MINUTE


def test_an_extension_is_logged_with_its_reason(play: Play) -> None:
    table = play.publish().matches.first()
    clock.extend_table(table, play.actor, 7, "deck check")
    logged = play.event.log.get(kind="table.extended")
    assert (logged.reason, logged.data["minutes"], logged.public) == ("deck check", 7, True)


def test_an_extension_can_be_taken_back_but_not_more(play: Play) -> None:
    table = play.publish().matches.first()
    clock.extend_table(table, play.actor, 7)
    assert clock.extend_table(table, play.actor, -7).extension_ms == 0
    with pytest.raises(Refused) as error:
        clock.extend_table(table, play.actor, -1)
    assert error.value.field == "minutes"


@pytest.mark.parametrize("minutes", [0, -51, 1440])
def test_impossible_extensions_are_refused(play: Play, minutes: int) -> None:
    round = play.publish()
    with pytest.raises(Refused) as error:
        clock.extend_round(round, play.actor, minutes)
    assert error.value.field == "minutes"
    round.refresh_from_db()
    assert round.length_ms == 50 * MINUTE


def test_a_finished_table_gets_no_more_time(play: Play) -> None:
    round = play.finish(play.publish())
    with pytest.raises(Refused, match=r"Table 1 .* has finished"):
        clock.extend_table(round.matches.get(table=1), play.actor, 3)


def test_a_round_ends_when_all_tables_are_final(play: Play) -> None:
    round = play.publish()
    with pytest.raises(Refused, match=r"table 1 .*table 2"):
        clock.end_round(round, play.actor)
    ended = clock.end_round(play.finish(round), play.actor)
    assert ended.status == Round.Status.FINISHED
    assert ended.finished_at is not None


def test_a_phase_of_its_own_round_length() -> None:
    play = Play(4, phases=[{"kind": "swiss", "round_minutes": 75}])
    assert play.publish().length_ms == 75 * MINUTE


@pytest.mark.parametrize(
    "change, wall_clock_hours",
    [
        (datetime(2026, 3, 29, 1, 0, tzinfo=UTC), 2),  # Europe/Prague: 02:00 becomes 03:00
        (datetime(2026, 10, 25, 1, 0, tzinfo=UTC), 0),  # 03:00 becomes 02:00
    ],
)
def test_a_round_over_the_change_of_clocks_lasts_as_long_as_any_other(
    play: Play, change: datetime, wall_clock_hours: int
) -> None:
    round = play.publish()
    start, later = change - timedelta(minutes=30), change + timedelta(minutes=30)
    at(start, lambda: clock.start_clock(round, play.actor))
    stored = Round.objects.select_related("event").get(pk=round.pk)
    assert stored.remaining_ms(later) == -10 * MINUTE
    assert stored.clock_started_at is not None
    shown = stored.event.local(later).replace(tzinfo=None) - stored.event.local(
        stored.clock_started_at
    ).replace(tzinfo=None)
    assert shown == timedelta(hours=wall_clock_hours)


def test_a_pause_over_the_change_of_clocks_counts_in_real_minutes(play: Play) -> None:
    change = datetime(2026, 10, 25, 1, 0, tzinfo=UTC)
    round = play.publish()
    at(change - timedelta(minutes=20), lambda: clock.start_clock(round, play.actor))
    at(change - timedelta(minutes=10), lambda: clock.pause_clock(round, play.actor))
    round = at(change + timedelta(minutes=10), lambda: clock.resume_clock(round, play.actor))
    assert round.clock_paused_ms == 20 * MINUTE
    assert round.remaining_ms(change + timedelta(minutes=10)) == 40 * MINUTE


def test_the_pages_learn_what_the_clock_shows(play: Play) -> None:
    round = play.publish()
    at(NOON, lambda: clock.start_clock(round, play.actor))
    at(NOON + timedelta(minutes=5), lambda: clock.pause_clock(round, play.actor))
    logged = play.event.log.get(kind="clock.paused")
    assert (logged.data["remaining_ms"], logged.data["paused"]) == (45 * MINUTE, True)
