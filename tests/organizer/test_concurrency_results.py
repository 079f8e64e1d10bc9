"""Two people at once, on real PostgreSQL: nothing lost, nothing doubled."""

import threading
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from organizer.domain import corrections, leaving, penalties, results, standings
from organizer.domain.base import Actor, Refused, Repeated, Stale, verify_log
from organizer.models import Entry, Match, Report
from tests.organizer.desk import Desk, open_desk

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def desk() -> Iterator[Desk]:
    desk = open_desk()
    yield desk
    assert verify_log(desk.event) is None


@pytest.fixture
def match(desk: Desk) -> Match:
    return desk.round(("Ada", "Bo"), ("Cy", "Dee"))[0]


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """Run each in a thread with its own connection, started together; what they returned or raised, in order."""
    gate = threading.Barrier(len(acts))
    came: list[Any] = [None] * len(acts)

    def run(number: int, act: Callable[[], Any]) -> None:
        try:
            gate.wait(10)
            came[number] = act()
        except Exception as error:
            came[number] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return came


def kinds(came: list[Any]) -> list[str]:
    return sorted(type(one).__name__ for one in came)


def test_t15_the_same_report_posted_many_times_at_once_is_one(desk: Desk, match: Match) -> None:
    actor = desk.as_("Ada", key="one-press")
    came = at_once(*[lambda: results.report_result(match, actor, desk["Ada"], games_a=2)] * 5)
    assert kinds(came) == ["Repeated"] * 4 + ["Report"]
    assert (match.reports.count(), match.log.count()) == (1, 1)


def test_t15_conflicting_reports_at_once_are_a_dispute_and_change_no_standings(
    desk: Desk, match: Match
) -> None:
    before = standings.current(desk.event, live=True).standings
    came = at_once(
        lambda: results.report_result(match, desk.as_("Ada"), desk["Ada"], games_a=2),
        lambda: results.report_result(match, desk.as_("Bo"), desk["Bo"], games_b=2),
    )
    assert kinds(came) == ["Report", "Report"]
    match.refresh_from_db()
    assert match.status == Match.Status.DISPUTED
    assert standings.current(desk.event, live=True).standings == before


def test_both_reporting_the_same_at_once_is_one_final_result(desk: Desk, match: Match) -> None:
    at_once(
        lambda: results.report_result(match, desk.as_("Ada"), desk["Ada"], games_a=2),
        lambda: results.report_result(match, desk.as_("Bo"), desk["Bo"], games_a=2),
    )
    match.refresh_from_db()
    assert (match.status, match.outcome) == ("final", "a")
    assert match.log.filter(kind="result.confirmed").count() == 1


def test_two_scorekeepers_entering_the_same_result_at_once(desk: Desk, match: Match) -> None:
    kim, lee = desk.staff("Kim"), desk.staff("Lee")
    came = at_once(
        lambda: results.enter_result(match, kim, games_a=2, expected_version=0),
        lambda: results.enter_result(match, lee, games_a=2, expected_version=0),
    )
    assert kinds(came) == ["Match", "Match"]
    assert match.log.filter(kind="result.entered").count() == 1


def test_two_scorekeepers_entering_different_results_at_once(desk: Desk, match: Match) -> None:
    kim, lee = desk.staff("Kim"), desk.staff("Lee")
    came = at_once(
        lambda: results.enter_result(match, kim, games_a=2, expected_version=0),
        lambda: results.enter_result(match, lee, games_b=2, expected_version=0),
    )
    assert kinds(came) == ["Match", "Stale"]
    first = "Kim" if isinstance(came[1], Stale) else "Lee"
    (stale,) = (one for one in came if isinstance(one, Stale))
    assert f"by {first}" in stale.message
    match.refresh_from_db()
    assert match.outcome == ("a" if first == "Kim" else "b")


def test_scorekeepers_at_different_tables_do_not_hinder_each_other(desk: Desk, match: Match) -> None:
    kim, lee = desk.staff("Kim"), desk.staff("Lee")
    other = desk.event.matches.get(table=2)
    came = at_once(
        lambda: results.enter_result(match, kim, games_a=2, expected_version=0),
        lambda: results.enter_result(other, lee, games_b=2, expected_version=0),
    )
    assert kinds(came) == ["Match", "Match"]
    assert desk.event.matches.filter(status=Match.Status.FINAL).count() == 2


def test_sweeps_at_once_confirm_once(desk: Desk, match: Match) -> None:
    results.report_result(match, desk.as_("Ada"), desk["Ada"], games_a=2)
    due = timezone.now() + timedelta(hours=1)
    came = at_once(*[lambda: results.confirm_overdue(due)] * 4)
    assert sorted(came) == [0, 0, 0, 1]
    assert match.log.filter(kind="result.confirmed").count() == 1


def test_a_dispute_and_the_sweep_at_once_give_one_answer(desk: Desk, match: Match) -> None:
    results.report_result(match, desk.as_("Ada"), desk["Ada"], games_a=2)
    due = timezone.now() + timedelta(hours=1)
    swept, disputed = at_once(
        lambda: results.confirm_overdue(due),
        lambda: results.dispute_report(match, desk.as_("Bo"), desk["Bo"]),
    )
    match.refresh_from_db()
    if swept:
        assert (match.status, isinstance(disputed, Refused)) == ("final", True)
    else:
        assert match.status == "disputed"
    assert Report.objects.count() == 1


def test_a_staff_result_and_a_confirmation_at_once_leave_one(desk: Desk, match: Match) -> None:
    results.report_result(match, desk.as_("Ada"), desk["Ada"], games_a=2)
    seen = Match.objects.get(pk=match.pk).version
    entered, confirmed = at_once(
        lambda: results.enter_result(match, desk.judge, games_b=2, expected_version=seen),
        lambda: results.confirm_report(match, desk.as_("Bo"), desk["Bo"]),
    )
    match.refresh_from_db()
    assert (isinstance(entered, Stale), match.outcome) in {(True, "a"), (False, "b")}
    assert isinstance(entered, Stale) != isinstance(confirmed, Refused)


def test_a_drop_and_a_report_at_once_keep_one_result(desk: Desk, match: Match) -> None:
    dropped, reported = at_once(
        lambda: leaving.drop(desk["Bo"], desk.judge),
        lambda: results.report_result(match, desk.as_("Ada"), desk["Ada"], games_a=2, games_b=1),
    )
    match.refresh_from_db()
    assert isinstance(dropped, Entry)
    assert (match.status, isinstance(reported, Refused)) in {("final", True), ("reported", False)}


def test_game_losses_for_both_at_once_are_both_counted(desk: Desk, match: Match) -> None:
    at_once(
        lambda: penalties.give_penalty(desk.event, desk.judge, desk["Ada"], "game_loss", reason="late"),
        lambda: penalties.give_penalty(desk.event, desk.judge, desk["Bo"], "game_loss", reason="late"),
    )
    match.refresh_from_db()
    assert (match.game_losses_a, match.game_losses_b) == (1, 1)


def test_the_same_correction_pressed_twice_at_once_is_one(desk: Desk, match: Match) -> None:
    results.enter_result(match, desk.judge, games_a=2)
    actor = Actor(desk.judge.user, key="one-press")
    came = at_once(
        *[lambda: corrections.correct_result(match, actor, reason="misread", games_b=2, apply_repair=True)]
        * 2
    )
    assert kinds(came) == ["Match", "Repeated"]
    assert isinstance(next(one for one in came if not isinstance(one, Match)), Repeated)
    assert match.log.filter(kind="result.corrected").count() == 1
