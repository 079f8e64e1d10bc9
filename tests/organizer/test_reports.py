"""Players report their results, confirm and dispute them; the clock confirms what nobody answers."""

from datetime import datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from organizer.domain import results
from organizer.domain.base import Actor, Refused, Repeated
from organizer.domain.events import edit_event
from organizer.models import Event, Match, Report, Round
from tests.organizer.desk import Desk, open_desk

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Desk:
    return open_desk()


@pytest.fixture
def match(desk: Desk) -> Match:
    return desk.round(("Ada", "Bo"), ("Cy", "Dee"))[0]


def report(desk: Desk, match: Match, name: str, a: int, b: int, drawn: int = 0, **more: object) -> Report:
    return results.report_result(
        match, desk.as_(name), desk[name], games_a=a, games_b=b, games_drawn=drawn, **more
    )


def state(match: Match) -> tuple[object, ...]:
    match.refresh_from_db()
    return match.status, match.outcome, match.score()


OPEN = ("open", "", (0, 0, 0))


def statuses(match: Match) -> list[str]:
    return list(match.reports.order_by("pk").values_list("status", flat=True))


def test_a_report_waits_for_the_opponent(desk: Desk, match: Match) -> None:
    report(desk, match, "Ada", 2, 1)
    assert state(match) == ("reported", "", (0, 0, 0))
    assert statuses(match) == ["pending"]


def test_the_log_asks_the_opponent_to_confirm(desk: Desk, match: Match) -> None:
    report(desk, match, "Ada", 2, 1)
    assert match.log.get().summary == "Table 1: Ada reports: Ada beat Bo 2-1; Bo has to confirm"


def test_the_opponent_confirms(desk: Desk, match: Match) -> None:
    report(desk, match, "Ada", 2, 1)
    results.confirm_report(match, desk.as_("Bo"), desk["Bo"])
    assert state(match) == ("final", "a", (2, 1, 0))
    assert statuses(match) == ["confirmed"]
    last = match.log.last()
    assert last
    assert last.summary == "Table 1: Ada beat Bo 2-1 (reported by Ada, confirmed by Bo)"


def test_confirming_twice_is_one_result(desk: Desk, match: Match) -> None:
    report(desk, match, "Ada", 2, 1)
    for _ in range(2):
        results.confirm_report(match, desk.as_("Bo"), desk["Bo"])
    assert match.log.filter(kind="result.confirmed").count() == 1


def test_the_opponent_reporting_the_same_score_confirms_it(desk: Desk, match: Match) -> None:
    report(desk, match, "Ada", 2, 1)
    report(desk, match, "Bo", 2, 1)
    assert state(match) == ("final", "a", (2, 1, 0))
    assert statuses(match) == ["confirmed", "confirmed"]


def test_another_score_is_a_dispute(desk: Desk, match: Match) -> None:
    report(desk, match, "Ada", 2, 1)
    report(desk, match, "Bo", 1, 2)
    assert state(match) == ("disputed", "", (0, 0, 0))
    assert statuses(match) == ["disputed", "disputed"]


def test_a_dispute_ends_when_one_side_comes_round(desk: Desk, match: Match) -> None:
    report(desk, match, "Ada", 2, 1)
    report(desk, match, "Bo", 1, 2)
    report(desk, match, "Ada", 1, 2)
    assert state(match) == ("final", "b", (1, 2, 0))


def test_a_third_score_keeps_the_dispute(desk: Desk, match: Match) -> None:
    report(desk, match, "Ada", 2, 1)
    report(desk, match, "Bo", 1, 2)
    report(desk, match, "Ada", 2, 0)
    assert state(match)[0] == "disputed"
    assert statuses(match) == ["superseded", "disputed", "disputed"]


def test_the_staff_ends_a_dispute(desk: Desk, match: Match) -> None:
    report(desk, match, "Ada", 2, 1)
    report(desk, match, "Bo", 1, 2)
    results.enter_result(match, desk.judge, games_a=2, games_b=1)
    assert state(match) == ("final", "a", (2, 1, 0))
    assert statuses(match) == ["superseded", "superseded"]


def test_a_report_is_disputed_without_another_one(desk: Desk, match: Match) -> None:
    report(desk, match, "Ada", 2, 1)
    results.dispute_report(match, desk.as_("Bo"), desk["Bo"], "we drew")
    assert state(match)[0] == "disputed"
    last = match.log.last()
    assert last
    assert last.reason == "we drew"


def test_who_was_disputed_can_report_anew(desk: Desk, match: Match) -> None:
    report(desk, match, "Ada", 2, 1)
    results.dispute_report(match, desk.as_("Bo"), desk["Bo"])
    report(desk, match, "Ada", 1, 2)
    assert (state(match)[0], statuses(match)) == ("reported", ["superseded", "pending"])
    results.confirm_report(match, desk.as_("Bo"), desk["Bo"])
    assert state(match) == ("final", "b", (1, 2, 0))


def test_ones_own_report_can_be_changed_before_the_answer(desk: Desk, match: Match) -> None:
    report(desk, match, "Ada", 2, 1)
    report(desk, match, "Ada", 2, 0)
    assert statuses(match) == ["superseded", "pending"]
    results.confirm_report(match, desk.as_("Bo"), desk["Bo"])
    assert state(match) == ("final", "a", (2, 0, 0))


def test_ones_own_report_is_not_confirmed_by_oneself(desk: Desk, match: Match) -> None:
    report(desk, match, "Ada", 2, 1)
    for answer in (results.confirm_report, results.dispute_report):
        with pytest.raises(Refused, match="your own report"):
            answer(match, desk.as_("Ada"), desk["Ada"])
    assert state(match)[0] == "reported"


def test_a_report_is_taken_back(desk: Desk, match: Match) -> None:
    report(desk, match, "Ada", 2, 1)
    results.withdraw_report(match, desk.as_("Ada"), desk["Ada"])
    assert (state(match), statuses(match)) == (OPEN, ["superseded"])


def test_nobody_takes_back_what_another_reported(desk: Desk, match: Match) -> None:
    report(desk, match, "Ada", 2, 1)
    with pytest.raises(Refused, match="no report of yours"):
        results.withdraw_report(match, desk.as_("Bo"), desk["Bo"])


def test_there_is_nothing_to_confirm_without_a_report(desk: Desk, match: Match) -> None:
    with pytest.raises(Refused, match="No report waits"):
        results.confirm_report(match, desk.as_("Bo"), desk["Bo"])


def test_a_final_result_takes_no_reports(desk: Desk, match: Match) -> None:
    results.enter_result(match, desk.judge, games_a=2)
    with pytest.raises(Refused, match="tell the staff"):
        report(desk, match, "Bo", 0, 2)


def test_after_the_round_players_ask_the_staff(desk: Desk, match: Match) -> None:
    Round.objects.filter(pk=match.round_id).update(status=Round.Status.FINISHED)
    with pytest.raises(Refused, match="Round 1 is over: tell the staff"):
        report(desk, match, "Ada", 2, 0)


def test_a_round_not_yet_published_takes_no_reports(desk: Desk) -> None:
    match = desk.round(("Ada", "Bo"), status="draft")[0]
    with pytest.raises(Refused, match="not published"):
        report(desk, match, "Ada", 2, 0)


def test_players_do_not_decide_no_shows_or_penalties(desk: Desk, match: Match) -> None:
    for how in ("no_show", "penalty", "drop"):
        with pytest.raises(Refused) as refused:
            report(desk, match, "Ada", 2, 0, how=how)
        assert refused.value.field == "how"


def test_an_agreed_draw_needs_both(desk: Desk, match: Match) -> None:
    report(desk, match, "Ada", 0, 0, intentional_draw=True)
    report(desk, match, "Bo", 0, 0, intentional_draw=True)
    assert state(match) == ("final", "intentional_draw", (0, 0, 3))


def test_an_agreed_draw_is_not_the_same_as_a_played_one(desk: Desk, match: Match) -> None:
    report(desk, match, "Ada", 1, 1, 1)
    report(desk, match, "Bo", 1, 1, 1, intentional_draw=True)
    assert state(match)[0] == "disputed"


def test_a_conceder_loses_at_once_and_keeps_the_games_won(desk: Desk, match: Match) -> None:
    results.concede(match, desk.as_("Ada"), desk["Ada"], games_won=1)
    assert state(match) == ("final", "b", (1, 2, 0))
    assert match.how == "concession"


def test_conceding_answers_a_pending_report(desk: Desk, match: Match) -> None:
    report(desk, match, "Ada", 2, 1)
    results.concede(match, desk.as_("Bo"), desk["Bo"])
    assert (state(match), statuses(match)) == (("final", "a", (2, 0, 0)), ["superseded"])


def test_t14_a_report_while_reporting_is_off_is_refused_and_not_stored() -> None:
    desk = open_desk(players_report=False)
    match = desk.round(("Ada", "Bo"))[0]
    version = desk.event.version
    for attempt in (
        lambda: report(desk, match, "Ada", 2, 0),
        lambda: results.concede(match, desk.as_("Ada"), desk["Ada"]),
    ):
        with pytest.raises(Refused) as refused:
            attempt()
        assert refused.value.code == "reporting_off"
    assert (state(match), match.reports.count()) == (OPEN, 0)
    assert Event.objects.get(pk=desk.event.pk).version == version


def test_t15_the_same_report_twice_is_one_report(desk: Desk, match: Match) -> None:
    first = report(desk, match, "Ada", 2, 1)
    second = report(desk, match, "Ada", 2, 1)
    assert first == second
    assert (match.reports.count(), match.log.count()) == (1, 1)


def test_t15_the_same_request_twice_is_one_report(desk: Desk, match: Match) -> None:
    actor = desk.as_("Ada", key="one-request")
    results.report_result(match, actor, desk["Ada"], games_a=2)
    with pytest.raises(Repeated):
        results.report_result(match, actor, desk["Ada"], games_a=2)
    assert match.reports.count() == 1


def test_t17_a_player_of_another_table_cannot_report(desk: Desk, match: Match) -> None:
    for act in (results.confirm_report, results.dispute_report, results.withdraw_report, results.concede):
        with pytest.raises(Refused) as refused:
            act(match, desk.as_("Cy"), desk["Cy"])
        assert refused.value.code == "other_table"
    with pytest.raises(Refused, match="Cy does not play at table 1"):
        report(desk, match, "Cy", 2, 0)
    assert (state(match), match.reports.count()) == (OPEN, 0)


def test_t17_an_entry_of_another_event_cannot_report(desk: Desk, match: Match) -> None:
    other = open_desk(1)
    with pytest.raises(Refused, match="does not play at table 1"):
        results.report_result(match, other.as_("Ada"), other["Ada"], games_a=2)


def later(minutes: float) -> datetime:
    return timezone.now() + timedelta(minutes=minutes)


def test_an_unanswered_report_confirms_itself(desk: Desk, match: Match) -> None:
    report(desk, match, "Ada", 2, 1)
    assert results.confirm_overdue(later(11)) == 1
    assert state(match) == ("final", "a", (2, 1, 0))
    assert statuses(match) == ["unanswered"]
    last = match.log.last()
    assert last
    assert (last.actor_name, last.acting_as) == ("clock", "system")
    assert last.summary == "Table 1: Ada beat Bo 2-1 (reported by Ada, unanswered, so confirmed by time)"


def test_a_report_is_not_confirmed_before_its_time(desk: Desk, match: Match) -> None:
    report(desk, match, "Ada", 2, 1)
    assert results.confirm_overdue(later(9)) == 0
    assert state(match)[0] == "reported"


@pytest.mark.parametrize("runs", [0, 1, 50])
def test_the_sweep_gives_one_result_however_often_it_runs(desk: Desk, match: Match, runs: int) -> None:
    report(desk, match, "Ada", 2, 1)
    due = later(60)
    assert sum(results.confirm_overdue(due) for _ in range(runs)) == min(runs, 1)
    assert match.log.filter(kind="result.confirmed").count() == min(runs, 1)


def test_a_sweep_days_late_still_confirms(desk: Desk, match: Match) -> None:
    report(desk, match, "Ada", 2, 1)
    assert results.confirm_overdue(later(3 * 24 * 60)) == 1


def test_an_answered_report_is_left_alone(desk: Desk, match: Match) -> None:
    report(desk, match, "Ada", 2, 1)
    results.dispute_report(match, desk.as_("Bo"), desk["Bo"])
    assert results.confirm_overdue(later(60)) == 0
    assert state(match)[0] == "disputed"


def test_a_changed_report_gets_its_full_time(desk: Desk, match: Match) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        report(desk, match, "Ada", 2, 1)
        clock.shift(timedelta(minutes=9))
        report(desk, match, "Ada", 2, 0)
        assert results.confirm_overdue(later(5)) == 0
        assert results.confirm_overdue(later(10)) == 1


def test_the_time_to_answer_is_the_events_own() -> None:
    desk = open_desk(confirm_minutes=60)
    match = desk.round(("Ada", "Bo"))[0]
    report(desk, match, "Ada", 2, 1)
    assert results.confirm_overdue(later(59)) == 0
    assert results.confirm_overdue(later(61)) == 1


def test_a_cancelled_event_confirms_nothing(desk: Desk, match: Match) -> None:
    report(desk, match, "Ada", 2, 1)
    Event.objects.filter(pk=desk.event.pk).update(status=Event.Status.CANCELLED)
    assert results.confirm_overdue(later(60)) == 0


def test_one_report_that_cannot_be_confirmed_holds_up_no_other(desk: Desk, match: Match) -> None:
    report(desk, match, "Ada", 2, 1)
    other = desk.event.matches.get(table=2)
    report(desk, other, "Cy", 2, 1)
    Match.objects.filter(pk=match.pk).update(kind=Match.Kind.MISSED)
    assert results.confirm_overdue(later(60)) == 1
    assert state(other)[0] == "final"


def test_the_summer_time_change_does_not_move_the_deadline() -> None:
    desk = open_desk(time_zone="Europe/Prague")
    match = desk.round(("Ada", "Bo"))[0]
    with time_machine.travel("2027-03-28T00:55:00+00:00", tick=False) as clock:
        report(desk, match, "Ada", 2, 1)
        clock.shift(timedelta(minutes=9))
        assert results.confirm_overdue() == 0
        clock.shift(timedelta(minutes=1))
        assert results.confirm_overdue() == 1


def test_switching_reports_off_keeps_those_that_wait(desk: Desk, match: Match) -> None:
    report(desk, match, "Ada", 2, 1)
    edit_event(desk.event, Actor(desk.judge.user), {"players_report": False}, None)
    results.confirm_report(match, desk.as_("Bo"), desk["Bo"])
    assert state(match) == ("final", "a", (2, 1, 0))
