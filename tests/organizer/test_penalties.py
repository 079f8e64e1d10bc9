"""Penalties change results as their name says."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from organizer.domain import penalties, results
from organizer.domain.base import Refused, change
from organizer.models import Entry, Event, Match, Penalty, Round
from tests.organizer.desk import Desk, open_desk

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Desk:
    return open_desk()


@pytest.fixture
def match(desk: Desk) -> Match:
    return desk.round(("Ada", "Bo"), ("Cy", "Dee"))[0]


def give(desk: Desk, name: str, kind: str, **more: object) -> Penalty:
    more.setdefault("reason", "as seen at the table")
    return penalties.give_penalty(desk.event, desk.judge, desk[name], kind, **more)


def state(match: Match) -> tuple[object, ...]:
    match.refresh_from_db()
    return match.status, match.outcome, match.how, match.score()


OPEN = ("open", "", "played", (0, 0, 0))


def test_a_warning_changes_no_result(desk: Desk, match: Match) -> None:
    penalty = give(desk, "Ada", "warning", infraction="Slow play", match=match)
    assert (state(match), match.game_losses_a) == (OPEN, 0)
    assert (penalty.infraction, penalty.issued_by) == ("Slow play", desk.judge.user)


def test_a_penalty_is_logged_for_the_staff_alone(desk: Desk, match: Match) -> None:
    give(desk, "Ada", "warning", infraction="Slow play", reason="Two minutes for a land")
    entry = desk.event.log.get(kind="penalty.given")
    assert (entry.summary, entry.reason) == ("Warning for Ada: Slow play", "Two minutes for a land")
    assert not entry.public


def test_a_penalty_needs_a_reason(desk: Desk, match: Match) -> None:
    with pytest.raises(Refused) as refused:
        give(desk, "Ada", "warning", reason="  ")
    assert refused.value.field == "reason"
    assert not Penalty.objects.exists()


def test_a_game_loss_counts_in_the_match_being_played(desk: Desk, match: Match) -> None:
    penalty = give(desk, "Bo", "game_loss", infraction="Tardiness")
    assert penalty.match == match
    assert (state(match), match.game_losses_a, match.game_losses_b) == (OPEN, 0, 1)


def test_a_report_without_the_game_loss_counts_no_more(desk: Desk, match: Match) -> None:
    results.report_result(match, desk.as_("Ada"), desk["Ada"], games_b=2)
    give(desk, "Bo", "game_loss")
    assert state(match)[0] == "open"
    with pytest.raises(Refused, match="Bo lost a game by penalty"):
        results.report_result(match, desk.as_("Ada"), desk["Ada"], games_b=2)


def test_a_report_with_the_game_loss_still_waits(desk: Desk, match: Match) -> None:
    results.report_result(match, desk.as_("Ada"), desk["Ada"], games_a=1, games_b=2)
    give(desk, "Bo", "game_loss")
    assert state(match)[0] == "reported"


def test_a_game_loss_in_best_of_one_is_the_match() -> None:
    desk = open_desk(best_of=1)
    match = desk.round(("Ada", "Bo"))[0]
    give(desk, "Ada", "game_loss")
    assert state(match) == ("final", "b", "penalty", (0, 1, 0))


def test_two_game_losses_decide_best_of_three(desk: Desk, match: Match) -> None:
    give(desk, "Bo", "game_loss")
    give(desk, "Ada", "game_loss")
    assert state(match) == OPEN
    give(desk, "Ada", "game_loss")
    assert state(match) == ("final", "b", "penalty", (1, 2, 0))


def test_a_game_loss_in_a_finished_match_is_refused(desk: Desk, match: Match) -> None:
    results.enter_result(match, desk.judge, games_a=2)
    with pytest.raises(Refused, match="Leave the match empty") as refused:
        give(desk, "Ada", "game_loss", match=match)
    assert refused.value.field == "match"


def test_a_match_loss_is_nil_two(desk: Desk, match: Match) -> None:
    give(desk, "Ada", "match_loss")
    assert state(match) == ("final", "b", "penalty", (0, 2, 0))


def test_a_match_loss_overrules_the_result_of_the_running_round(desk: Desk, match: Match) -> None:
    results.enter_result(match, desk.judge, games_a=2)
    give(desk, "Ada", "match_loss", match=match)
    assert state(match) == ("final", "b", "penalty", (0, 2, 0))
    last = match.log.last()
    assert last
    assert last.data["before"]["outcome"] == "a"


def test_a_match_loss_for_both_is_a_double_loss(desk: Desk, match: Match) -> None:
    give(desk, "Ada", "match_loss", match=match)
    give(desk, "Bo", "match_loss", match=match)
    assert state(match) == ("final", "double_loss", "penalty", (0, 0, 0))


def test_in_elimination_both_cannot_lose(desk: Desk) -> None:
    match = desk.round(("Ada", "Bo"), phase=desk.cut("Ada", "Bo"))[0]
    give(desk, "Ada", "match_loss", match=match)
    with pytest.raises(Refused, match="somebody goes on"):
        give(desk, "Bo", "match_loss", match=match)
    assert state(match) == ("final", "b", "penalty", (0, 2, 0))


def test_after_the_round_a_match_loss_is_refused(desk: Desk, match: Match) -> None:
    results.enter_result(match, desk.judge, games_a=2)
    Round.objects.filter(pk=match.round_id).update(status=Round.Status.FINISHED)
    with pytest.raises(Refused, match="Use a correction"):
        give(desk, "Ada", "match_loss", match=match)


def test_a_disqualification_loses_the_match_and_the_place(desk: Desk, match: Match) -> None:
    give(desk, "Ada", "disqualification", infraction="Bribery")
    assert state(match) == ("final", "b", "penalty", (0, 2, 0))
    assert Entry.objects.get(pk=desk["Ada"].pk).status == Entry.Status.DISQUALIFIED


def test_a_penalty_for_another_events_entry_is_refused(desk: Desk, match: Match) -> None:
    stranger = open_desk(1)["Ada"]
    with pytest.raises(Refused):
        penalties.give_penalty(desk.event, desk.judge, stranger, "warning", reason="x")
    assert not Penalty.objects.exists()


def test_a_penalty_in_anothers_match_is_refused(desk: Desk, match: Match) -> None:
    with pytest.raises(Refused, match="does not play at table 1"):
        give(desk, "Cy", "game_loss", match=match)


def test_a_game_loss_between_rounds_waits_for_the_next_match(desk: Desk, match: Match) -> None:
    results.enter_result(match, desk.judge, games_a=2)
    penalty = give(desk, "Ada", "game_loss")
    assert penalty.match is None
    later = desk.round(("Ada", "Cy"), ("Bo", "Dee"))[0]
    with change(desk.event, desk.judge) as c:
        assert penalties.apply_waiting_penalties(c, later.round) == 1
        c.log("round.published", "Round 2 published.")
    later.refresh_from_db()
    assert later.game_losses_a == 1


def test_a_game_loss_before_the_start_waits_for_the_first_match() -> None:
    desk = open_desk(status=Event.Status.PUBLISHED)
    give(desk, "Ada", "game_loss", infraction="Decklist problem")
    Event.objects.update(status=Event.Status.RUNNING)
    match = desk.round(("Bo", "Ada"))[0]
    with change(desk.event, desk.judge) as c:
        penalties.apply_waiting_penalties(c, match.round)
        c.log("round.published", "Round 1 published.")
    match.refresh_from_db()
    assert match.game_losses_b == 1


def test_a_waiting_penalty_passes_over_a_bye(desk: Desk, match: Match) -> None:
    results.enter_result(match, desk.judge, games_a=2)
    penalty = give(desk, "Ada", "match_loss")
    bye = desk.round(("Ada", None), ("Bo", "Cy"))[0]
    with change(desk.event, desk.judge) as c:
        assert penalties.apply_waiting_penalties(c, bye.round) == 0
        c.log("round.published", "Round 2 published.")
    penalty.refresh_from_db()
    assert penalty.match is None


def test_a_penalty_waits_again_when_its_table_is_broken(desk: Desk, match: Match) -> None:
    penalty = give(desk, "Ada", "game_loss")
    Match.objects.filter(round=match.round_id).delete()
    later = desk.round(("Ada", "Cy"), ("Bo", "Dee"))[0]
    with change(desk.event, desk.judge) as c:
        penalties.apply_waiting_penalties(c, later.round)
        c.log("round.published", "Round 2 published.")
    penalty.refresh_from_db()
    assert penalty.match == later


def test_a_revoked_game_loss_is_given_back(desk: Desk, match: Match) -> None:
    penalty = give(desk, "Ada", "game_loss")
    penalties.revoke_penalty(penalty, desk.judge, "wrong player")
    match.refresh_from_db()
    assert match.game_losses_a == 0
    assert not Penalty.objects.exists()


def test_the_log_keeps_what_was_revoked_and_why(desk: Desk, match: Match) -> None:
    penalty = give(desk, "Ada", "game_loss", infraction="Tardiness")
    penalties.revoke_penalty(penalty, desk.judge, "the round started early")
    entry = desk.event.log.get(kind="penalty.revoked")
    assert entry.reason == "the round started early"
    assert (entry.data["infraction"], entry.data["given_for"]) == ("Tardiness", "as seen at the table")


def test_a_revoked_match_loss_opens_the_match(desk: Desk, match: Match) -> None:
    penalty = give(desk, "Ada", "match_loss")
    penalties.revoke_penalty(penalty, desk.judge, "appeal upheld")
    assert state(match) == OPEN


def test_one_of_two_match_losses_revoked_leaves_the_other(desk: Desk, match: Match) -> None:
    penalty = give(desk, "Ada", "match_loss", match=match)
    give(desk, "Bo", "match_loss", match=match)
    penalties.revoke_penalty(penalty, desk.judge, "appeal upheld")
    assert state(match) == ("final", "a", "penalty", (2, 0, 0))


def test_a_game_loss_already_played_with_is_not_revoked(desk: Desk, match: Match) -> None:
    penalty = give(desk, "Ada", "game_loss")
    results.enter_result(match, desk.judge, games_a=2, games_b=1)
    with pytest.raises(Refused, match="Correct the result instead"):
        penalties.revoke_penalty(penalty, desk.judge, "appeal upheld")
    assert Penalty.objects.exists()


def test_a_penalty_is_revoked_once(desk: Desk, match: Match) -> None:
    penalty = give(desk, "Ada", "warning")
    penalties.revoke_penalty(penalty, desk.judge, "wrong player")
    with pytest.raises(Refused, match="taken back already"):
        penalties.revoke_penalty(penalty, desk.judge, "wrong player")


def test_a_disqualification_is_undone_by_bringing_the_entry_back(desk: Desk, match: Match) -> None:
    penalty = give(desk, "Ada", "disqualification")
    with pytest.raises(Refused, match="Bring the entry back"):
        penalties.revoke_penalty(penalty, desk.judge, "mistake")


def test_the_history_counts_by_infraction_and_by_day() -> None:
    desk = open_desk(time_zone="Europe/Prague")
    with time_machine.travel("2026-12-05T22:00:00+00:00", tick=False) as clock:
        give(desk, "Ada", "warning", infraction="Slow play")
        give(desk, "Ada", "game_loss", infraction="Tardiness")
        clock.shift(timedelta(hours=2))
        give(desk, "Ada", "warning", infraction="Slow play")
        give(desk, "Bo", "warning", infraction="Slow play")
        found = penalties.history(desk.event, desk["Ada"], timezone.now())
    assert [(row.infraction, row.today, row.in_all, row.last) for row in found] == [
        ("Slow play", 1, 2, "Warning"),
        ("Tardiness", 0, 1, "Game loss"),
    ]
