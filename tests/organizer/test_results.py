"""What a result may be, and results entered by the staff."""

import pytest

from organizer.domain import results
from organizer.domain.base import Refused, Repeated, Stale
from organizer.domain.scores import check_result, describe
from organizer.models import Entry, Match, Round
from tests.organizer.desk import Desk, open_desk

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Desk:
    return open_desk()


@pytest.fixture
def match(desk: Desk) -> Match:
    return desk.round(("Ada", "Bo"), ("Cy", "Dee"))[0]


def state(match: Match) -> tuple[object, ...]:
    match.refresh_from_db()
    return match.status, match.outcome, match.how, match.score()


POSSIBLE = [
    (1, {"games_a": 1}, "a", "1-0"),
    (1, {"games_drawn": 1}, "draw", "0-0-1"),
    (3, {"games_a": 2}, "a", "2-0"),
    (3, {"games_a": 1, "games_b": 2}, "b", "1-2"),
    (3, {"games_a": 1}, "a", "1-0"),
    (3, {"games_a": 1, "games_drawn": 1}, "a", "1-0-1"),
    (3, {"games_a": 1, "games_b": 1, "games_drawn": 1}, "draw", "1-1-1"),
    (3, {"games_drawn": 1}, "draw", "0-0-1"),
    (3, {"games_a": 2, "games_b": 1, "games_drawn": 2}, "a", "2-1-2"),
    (5, {"games_a": 3, "games_b": 2}, "a", "3-2"),
    (5, {"games_a": 2, "games_b": 2, "games_drawn": 1}, "draw", "2-2-1"),
]


@pytest.mark.parametrize(("best_of", "games", "outcome", "score"), POSSIBLE)
def test_the_outcome_follows_from_the_games(best_of: int, games: dict, outcome: str, score: str) -> None:
    match = open_desk(best_of=best_of).round(("Ada", "Bo"))[0]
    result = check_result(match, **games)
    assert (result.outcome, result.score) == (outcome, score)


IMPOSSIBLE = [
    (1, {"games_a": 2}, "games_a"),
    (1, {"games_a": 1, "games_b": 1}, "games_b"),
    (3, {"games_a": 3}, "games_a"),
    (3, {"games_b": 3}, "games_b"),
    (3, {"games_a": 2, "games_b": 2}, "games_b"),
    (3, {"games_a": 2, "games_b": 1, "games_drawn": 3}, "games_drawn"),
    (3, {"games_a": -1}, "games_a"),
    (3, {"games_drawn": -1, "games_a": 2}, "games_drawn"),
    (3, {}, "games_a"),
    (3, {"games_a": 2, "outcome": "b"}, "outcome"),
    (3, {"games_a": 2, "outcome": "draw"}, "outcome"),
    (3, {"games_a": 2, "outcome": "nobody"}, "outcome"),
    (3, {"games_a": 2, "how": "magic"}, "how"),
    (3, {"games_a": 1, "games_b": 0, "how": "concession"}, "games_a"),
    (3, {"games_b": 1, "how": "no_show"}, "games_b"),
    (3, {"how": "no_show"}, "outcome"),
    (3, {"outcome": "a", "how": "concession"}, "games_a"),
    (3, {"games_a": 1, "games_b": 1, "games_drawn": 1, "how": "penalty"}, "how"),
    (3, {"outcome": "double_loss", "how": "concession"}, "how"),
    (3, {"games_a": 2, "intentional_draw": True}, "outcome"),
    (3, {"games_a": 2, "endings": ["bioframe"] * 3}, "endings"),
    (3, {"games_a": 2, "endings": ["checkmate"]}, "endings"),
    (5, {"games_a": 4}, "games_a"),
]


@pytest.mark.parametrize(("best_of", "given", "field"), IMPOSSIBLE)
def test_what_cannot_have_happened_is_refused_at_its_field(best_of: int, given: dict, field: str) -> None:
    match = open_desk(best_of=best_of).round(("Ada", "Bo"))[0]
    with pytest.raises(Refused) as refused:
        check_result(match, **given)
    assert refused.value.field == field


@pytest.mark.parametrize(("best_of", "score"), [(1, "0-0-1"), (3, "0-0-3"), (5, "0-0-5")])
def test_an_agreed_draw_without_games_is_all_games_drawn(best_of: int, score: str) -> None:
    match = open_desk(best_of=best_of).round(("Ada", "Bo"))[0]
    result = check_result(match, intentional_draw=True)
    assert (result.outcome, result.score) == ("intentional_draw", score)


def test_an_agreed_draw_after_games_keeps_them(match: Match) -> None:
    assert check_result(match, games_a=1, games_b=1, games_drawn=1, intentional_draw=True).score == "1-1-1"


def test_an_event_can_forbid_agreed_draws() -> None:
    match = open_desk(intentional_draws=False).round(("Ada", "Bo"))[0]
    with pytest.raises(Refused, match="does not allow agreed draws") as refused:
        check_result(match, intentional_draw=True)
    assert refused.value.field == "outcome"


@pytest.mark.parametrize(
    "given",
    [
        {"games_a": 1, "games_b": 1, "games_drawn": 1},
        {"games_drawn": 1},
        {"intentional_draw": True},
        {"outcome": "double_loss", "how": "no_show"},
    ],
)
def test_an_elimination_match_has_a_winner(desk: Desk, given: dict) -> None:
    match = desk.round(("Ada", "Bo"), phase=desk.cut("Ada", "Bo"))[0]
    with pytest.raises(Refused) as refused:
        check_result(match, **given)
    assert refused.value.field == "outcome"


def test_the_phase_may_have_its_own_best_of(desk: Desk) -> None:
    phase = desk.cut("Ada", "Bo")
    phase.best_of = 5
    phase.save()
    match = desk.round(("Ada", "Bo"), phase=phase)[0]
    assert check_result(match, games_a=3, games_b=2).score == "3-2"


def test_a_game_lost_by_penalty_is_part_of_the_score(match: Match) -> None:
    match.game_losses_a = 1
    with pytest.raises(Refused, match="Ada lost a game by penalty") as refused:
        check_result(match, games_a=2)
    assert refused.value.field == "games_b"
    assert check_result(match, games_a=2, games_b=1).outcome == "a"


def test_endings_are_those_of_the_game_and_may_be_left_open(match: Match) -> None:
    result = check_result(match, games_a=2, games_b=1, endings=["bioframe", "", "win-effect"])
    assert result.endings == ("bioframe", "", "win-effect")


WORDS = [
    ({"games_a": 2, "games_b": 1}, "Ada beat Bo 2-1"),
    ({"games_b": 2}, "Bo beat Ada 2-0"),
    ({"games_a": 1, "games_b": 1, "games_drawn": 1}, "Ada and Bo drew 1-1-1"),
    ({"intentional_draw": True}, "Ada and Bo agreed to a draw"),
    ({"games_a": 1, "games_b": 2, "how": "concession"}, "Bo beat Ada 2-1 (Ada conceded)"),
    ({"games_a": 2, "how": "no_show"}, "Ada beat Bo 2-0 (Bo did not come)"),
    ({"outcome": "double_loss", "how": "no_show"}, "Ada and Bo both lost (neither came)"),
]


@pytest.mark.parametrize(("given", "words"), WORDS)
def test_a_result_in_words(match: Match, given: dict, words: str) -> None:
    assert describe(match, check_result(match, **given)) == words


def test_the_staffs_result_is_final_at_once(desk: Desk, match: Match) -> None:
    results.enter_result(match, desk.judge, games_a=2, games_b=1)
    assert state(match) == ("final", "a", "played", (2, 1, 0))
    assert match.finished_at is not None


def test_the_log_says_in_plain_words_what_was_entered(desk: Desk, match: Match) -> None:
    results.enter_result(match, desk.judge, games_a=2, games_b=1)
    entry = match.log.get()
    assert entry.summary == "Table 1: Ada beat Bo 2-1 (entered by Jules)"
    assert entry.public
    assert entry.data["after"]["games_b"] == 1


def test_two_scorekeepers_with_the_same_result_enter_it_once(desk: Desk, match: Match) -> None:
    results.enter_result(match, desk.staff("Kim"), games_a=2, expected_version=0)
    results.enter_result(match, desk.staff("Lee"), games_a=2, expected_version=0)
    assert match.log.count() == 1


def test_a_scorekeeper_with_another_result_is_told_who_was_first(desk: Desk, match: Match) -> None:
    results.enter_result(match, desk.staff("Kim"), games_a=2, expected_version=0)
    with pytest.raises(Stale, match=r"Table 1 was changed meanwhile by Kim .*Ada beat Bo 2-0"):
        results.enter_result(match, desk.staff("Lee"), games_b=2, expected_version=0)
    assert state(match) == ("final", "a", "played", (2, 0, 0))


def test_a_final_result_is_not_overwritten_unseen(desk: Desk, match: Match) -> None:
    results.enter_result(match, desk.judge, games_a=2)
    with pytest.raises(Stale):
        results.enter_result(match, desk.judge, games_b=2)


def test_a_result_in_view_can_be_changed_while_the_round_runs(desk: Desk, match: Match) -> None:
    seen = results.enter_result(match, desk.judge, games_a=2)
    results.enter_result(match, desk.judge, games_b=2, expected_version=seen.version)
    assert state(match) == ("final", "b", "played", (0, 2, 0))
    last = match.log.last()
    assert last
    assert last.summary == "Table 1: Bo beat Ada 2-0 (entered by Jules) (was: Ada beat Bo 2-0)"


def test_after_the_round_a_result_is_corrected_not_entered(desk: Desk, match: Match) -> None:
    seen = results.enter_result(match, desk.judge, games_a=2)
    Round.objects.filter(pk=match.round_id).update(status=Round.Status.FINISHED)
    with pytest.raises(Refused, match="Use a correction"):
        results.enter_result(match, desk.judge, games_b=2, expected_version=seen.version)


def test_a_match_left_open_can_get_its_result_after_the_round(desk: Desk, match: Match) -> None:
    Round.objects.filter(pk=match.round_id).update(status=Round.Status.FINISHED)
    results.enter_result(match, desk.judge, games_a=2)
    assert state(match)[0] == "final"


def test_a_bye_has_no_result_to_enter(desk: Desk) -> None:
    bye = desk.round(("Ada", "Bo"), ("Cy", None))[1]
    with pytest.raises(Refused, match="no opponent"):
        results.enter_result(bye, desk.judge, games_a=2)


def test_a_draft_takes_no_results(desk: Desk) -> None:
    match = desk.round(("Ada", "Bo"), status="draft")[0]
    with pytest.raises(Refused, match="not published"):
        results.enter_result(match, desk.judge, games_a=2)


def test_a_table_that_was_broken_takes_no_results(desk: Desk, match: Match) -> None:
    Match.objects.filter(pk=match.pk).delete()
    with pytest.raises(Refused, match="does not exist any more"):
        results.enter_result(match, desk.judge, games_a=2)


def test_a_result_is_cleared_and_played_again(desk: Desk, match: Match) -> None:
    results.enter_result(match, desk.judge, games_a=2)
    results.clear_result(match, desk.judge, "wrong table")
    assert state(match) == ("open", "", "played", (0, 0, 0))
    last = match.log.last()
    assert last
    assert (last.reason, last.data["before"]["games_a"]) == ("wrong table", 2)


def test_clearing_an_open_table_changes_nothing(desk: Desk, match: Match) -> None:
    results.clear_result(match, desk.judge, "nothing there")
    assert not match.log.exists()


@pytest.mark.parametrize(
    ("who", "outcome", "score"),
    [("a", "b", (0, 2, 0)), ("b", "a", (2, 0, 0)), ("both", "double_loss", (0, 0, 0))],
)
def test_a_no_show_loses_the_match(
    desk: Desk, match: Match, who: str, outcome: str, score: tuple[int, int, int]
) -> None:
    results.no_show(match, desk.judge, who)
    assert state(match) == ("final", outcome, "no_show", score)
    assert desk.event.entries.filter(status=Entry.Status.ACTIVE).count() == 4


def test_a_no_show_can_be_dropped_in_the_same_step(desk: Desk, match: Match) -> None:
    results.no_show(match, desk.judge, "b", drop=True)
    statuses = dict(desk.event.entries.values_list("name", "status"))
    assert (statuses["Ada"], statuses["Bo"]) == ("active", "dropped")
    assert state(match) == ("final", "a", "no_show", (2, 0, 0))


def test_both_no_shows_can_be_dropped(desk: Desk, match: Match) -> None:
    results.no_show(match, desk.judge, "both", drop=True)
    assert desk.event.entries.filter(status=Entry.Status.DROPPED).count() == 2


def test_a_no_show_after_a_result_is_refused(desk: Desk, match: Match) -> None:
    results.enter_result(match, desk.judge, games_a=2)
    with pytest.raises(Refused, match="Table 1 has a result: Ada beat Bo 2-0"):
        results.no_show(match, desk.judge, "b", drop=True)
    assert not desk.event.entries.filter(status=Entry.Status.DROPPED).exists()


def test_many_results_at_once_have_one_log_entry_each(desk: Desk, match: Match) -> None:
    other = desk.event.matches.get(table=2)
    results.enter_results(
        match.round, desk.judge, [(other.pk, {"games_b": 2}), (match.pk, {"games_a": 2, "games_b": 1})]
    )
    assert state(match) == ("final", "a", "played", (2, 1, 0))
    assert state(other) == ("final", "b", "played", (0, 2, 0))
    assert [entry.match_id for entry in desk.event.log.filter(kind="result.entered")] == [other.pk, match.pk]


def test_many_results_are_stored_all_or_none(desk: Desk, match: Match) -> None:
    other = desk.event.matches.get(table=2)
    with pytest.raises(Refused, match="Table 2: Best of 3") as refused:
        results.enter_results(
            match.round, desk.judge, [(match.pk, {"games_a": 2}), (other.pk, {"games_b": 3})]
        )
    assert refused.value.field == f"{other.pk}.games_b"
    assert state(match)[0] == "open"


def test_many_results_given_again_change_nothing(desk: Desk, match: Match) -> None:
    for _ in range(2):
        results.enter_results(match.round, desk.judge, [(match.pk, {"games_a": 2})])
    assert match.log.count() == 1


def test_t17_a_match_given_twice_or_of_another_round_is_refused(desk: Desk, match: Match) -> None:
    later = desk.round(("Ada", "Cy"), ("Bo", "Dee"))
    with pytest.raises(Refused, match="no match"):
        results.enter_results(later[0].round, desk.judge, [(match.pk, {"games_a": 2})])
    with pytest.raises(Refused, match="given twice"):
        results.enter_results(later[0].round, desk.judge, [(later[0].pk, {"games_a": 2})] * 2)
    assert not desk.event.log.filter(kind="result.entered").exists()


def test_t17_results_by_player_name_a_table_that_exists(desk: Desk, match: Match) -> None:
    ada, bo, cy = desk["Ada"].pk, desk["Bo"].pk, desk["Cy"].pk
    stranger = open_desk(1)["Ada"].pk
    assert results.match_between(match.round, bo, ada) == match
    for a, b, code in (
        (ada, ada, "same_player"),
        (ada, 10**9, "unknown_player"),
        (stranger, bo, "unknown_player"),
        (ada, cy, "other_table"),
    ):
        with pytest.raises(Refused) as refused:
            results.match_between(match.round, a, b)
        assert refused.value.code == code


def test_t15_the_same_request_twice_is_one_result(desk: Desk, match: Match) -> None:
    from organizer.domain.base import Actor

    actor = Actor(desk.judge.user, key="a-request")
    results.enter_result(match, actor, games_a=2)
    with pytest.raises(Repeated):
        results.enter_result(match, actor, games_a=2)
    assert match.log.count() == 1
