"""Correcting a result after the event has gone on (T20)."""

from datetime import timedelta

import pytest
from django.utils import timezone

from organizer.domain import corrections, results, standings
from organizer.domain.base import Refused, Stale
from organizer.domain.facts import phase_table
from organizer.models import Entry, Event, Match, Penalty, Phase, Round
from tests.organizer.desk import Desk, open_desk

pytestmark = pytest.mark.django_db


def play(desk: Desk, matches: list[Match]) -> None:
    """The first player of each table wins 2-0."""
    for match in matches:
        if match.b_id:
            results.enter_result(match, desk.judge, games_a=2)


@pytest.fixture
def desk() -> Desk:
    """Eight players, two rounds played, round 3 out: Ada and Cy 6; Eli and Gus 3 and so on."""
    desk = open_desk(8)
    play(desk, desk.round(("Ada", "Bo"), ("Cy", "Dee"), ("Eli", "Fay"), ("Gus", "Hal")))
    play(desk, desk.round(("Ada", "Eli"), ("Cy", "Gus"), ("Bo", "Fay"), ("Dee", "Hal")))
    desk.round(("Ada", "Cy"), ("Eli", "Gus"), ("Bo", "Dee"), ("Fay", "Hal"))
    return desk


def table(desk: Desk, round: int, number: int) -> Match:
    return desk.event.matches.get(round__number=round, table=number)


def points(desk: Desk) -> dict[str, str]:
    return {line.entry.name: line.cells[0] for line in standings.current(desk.event).lines()}


def correct(desk: Desk, match: Match, **given: object) -> Match:
    return corrections.correct_result(match, desk.judge, **{"reason": "slip misread", "games_b": 2, **given})


def tables_of(desk: Desk, round: int) -> list[str]:
    return [str(match) for match in desk.event.matches.filter(round__number=round).order_by("table")]


def test_t20_standings_change_at_once(desk: Desk) -> None:
    assert (points(desk)["Ada"], points(desk)["Eli"]) == ("6", "3")
    correct(desk, table(desk, 2, 1))
    assert (points(desk)["Ada"], points(desk)["Eli"]) == ("3", "6")


def test_t20_the_round_that_is_out_stays(desk: Desk) -> None:
    before = tables_of(desk, 3)
    correct(desk, table(desk, 2, 1))
    assert tables_of(desk, 3) == before


def test_t20_the_log_keeps_old_and_new_value_who_and_why(desk: Desk) -> None:
    match = correct(desk, table(desk, 2, 1), games_a=1)
    entry = match.log.get(kind="result.corrected")
    assert entry.summary == "Round 2, table 1 corrected: Eli beat Ada 2-1 (was: Ada beat Eli 2-0)"
    assert (entry.actor_name, entry.reason, entry.public) == ("Jules", "slip misread", True)
    assert (entry.data["before"]["outcome"], entry.data["after"]["outcome"]) == ("a", "b")


def test_t20_the_preview_lists_standings_before_and_after(desk: Desk) -> None:
    found = corrections.preview_correction(table(desk, 2, 1), games_b=2)
    moved = {found.entries[int(change.id)].name: change for change in found.standings}
    assert next((v.key, v.before, v.after) for v in moved["Ada"].values) == ("points", 6, 3)
    # Cy and Eli have 6 points each then; Cy's opponents have 3 of 6 both, Eli's 3 of 6 and the floor.
    assert (moved["Eli"].place_before, moved["Eli"].place_after) == (3, 2)


def test_t20_the_preview_lists_tables_whose_score_difference_changes(desk: Desk) -> None:
    found = corrections.preview_correction(table(desk, 2, 1), games_b=2)
    shifts = [(str(shift.match), shift.before, shift.after) for shift in found.shifts]
    assert shifts == [("Ada v Cy", 0, 3), ("Eli v Gus", 0, 3)]


def test_t20_the_preview_offers_the_smallest_repair(desk: Desk) -> None:
    found = corrections.preview_correction(table(desk, 2, 1), games_b=2)
    assert found.repair
    assert sorted(map(str, found.repair.broken)) == ["Ada v Cy", "Eli v Gus"]
    made = {frozenset((a.name, b.name)) for a, b in found.repair.made}
    assert made == {frozenset({"Cy", "Eli"}), frozenset({"Ada", "Gus"})}
    assert (found.repair.gap_before, found.repair.gap) == (6, 0)


def test_t20_the_preview_writes_nothing(desk: Desk) -> None:
    version = Event.objects.get(pk=desk.event.pk).version
    corrections.preview_correction(table(desk, 2, 1), games_b=2)
    assert Event.objects.get(pk=desk.event.pk).version == version
    assert table(desk, 2, 1).outcome == "a"


def test_t20_the_repair_is_made_when_asked_for(desk: Desk) -> None:
    match = table(desk, 2, 1)
    plan = corrections.preview_correction(match, games_b=2).repair
    assert plan
    correct(desk, match, apply_repair=True, repair_key=plan.key)
    made = {frozenset(text.split(" v ")) for text in tables_of(desk, 3)}
    assert made == {
        frozenset(pair) for pair in (("Cy", "Eli"), ("Ada", "Gus"), ("Bo", "Dee"), ("Fay", "Hal"))
    }
    assert desk.event.rounds.get(number=3).seatings.count() == 8
    assert desk.event.log.filter(kind="round.repaired").count() == 1


def test_t20_a_repaired_table_keeps_a_number_and_is_marked(desk: Desk) -> None:
    correct(desk, table(desk, 2, 1), apply_repair=True)
    marked = desk.event.matches.filter(round__number=3, by_hand=True)
    assert sorted(marked.values_list("table", flat=True)) == [1, 2]


def test_t20_after_some_results_finished_tables_are_never_paired_again(desk: Desk) -> None:
    played = table(desk, 3, 1)
    results.enter_result(played, desk.judge, games_a=2)
    correct(desk, table(desk, 2, 1), apply_repair=True)
    played.refresh_from_db()
    assert (str(Match.objects.get(pk=played.pk)), played.outcome) == ("Ada v Cy", "a")
    assert len(tables_of(desk, 3)) == 4


def test_t20_a_reported_table_is_never_paired_again(desk: Desk) -> None:
    reported = table(desk, 3, 2)
    results.report_result(reported, desk.as_("Eli"), desk["Eli"], games_a=2)
    found = corrections.preview_correction(table(desk, 2, 1), games_b=2)
    assert found.repair is None or reported not in found.repair.broken


def test_t20_a_table_with_a_penalty_is_never_paired_again(desk: Desk) -> None:
    Match.objects.filter(pk=table(desk, 3, 2).pk).update(game_losses_a=1)
    found = corrections.preview_correction(table(desk, 2, 1), games_b=2)
    assert found.repair is None or table(desk, 3, 2) not in found.repair.broken


def test_after_the_clock_ran_out_no_repair_is_offered(desk: Desk) -> None:
    begun = timezone.now() - timedelta(minutes=51)
    desk.event.rounds.filter(number=3).update(clock_started_at=begun)
    found = corrections.preview_correction(table(desk, 2, 1), games_b=2)
    assert (len(found.shifts), found.repair) == (2, None)


def test_while_the_clock_runs_the_staff_is_told_to_ask(desk: Desk) -> None:
    desk.event.rounds.filter(number=3).update(clock_started_at=timezone.now())
    found = corrections.preview_correction(table(desk, 2, 1), games_b=2)
    assert found.repair
    assert found.notes == ["The clock of Round 3 is running: ask each table before you break it."]


def test_a_draft_is_to_be_paired_again_rather_than_repaired(desk: Desk) -> None:
    desk.event.rounds.filter(number=3).update(status=Round.Status.DRAFT)
    found = corrections.preview_correction(table(desk, 2, 1), games_b=2)
    assert found.repair is None
    assert found.notes == ["Round 3 is a draft: discard it and pair it again with the right scores."]


def test_another_repair_than_the_one_seen_is_refused(desk: Desk) -> None:
    match = table(desk, 2, 1)
    plan = corrections.preview_correction(match, games_b=2).repair
    assert plan
    results.enter_result(table(desk, 3, 1), desk.judge, games_a=2)
    with pytest.raises(Stale):
        correct(desk, match, apply_repair=True, repair_key=plan.key)
    assert table(desk, 2, 1).outcome == "a"


def test_games_alone_may_be_corrected(desk: Desk) -> None:
    found = corrections.preview_correction(table(desk, 2, 1), games_a=2, games_b=1)
    assert (found.shifts, found.repair) == ([], None)
    assert {value.key for change in found.standings for value in change.values} == {"omw", "gw", "ogw"} - {
        "omw"
    }


def test_a_repair_can_move_the_bye() -> None:
    desk = open_desk(5)
    play(desk, desk.round(("Ada", "Bo"), ("Cy", "Dee"), ("Eli", None)))
    desk.round(("Ada", "Cy"), ("Eli", "Dee"), ("Bo", None))
    match = table(desk, 1, 1)
    plan = corrections.preview_correction(match, games_b=2).repair
    assert plan
    # Ada and Dee have no points then, and have not had the bye.
    assert str(plan.bye_before) == "Bo"
    assert str(plan.bye) in {"Ada", "Dee"}
    correct(desk, match, apply_repair=True)
    bye = desk.event.matches.get(round__number=2, kind="bye")
    assert (str(bye.a), bye.status, bye.score()) == (str(plan.bye), "final", (2, 0, 0))
    assert desk.event.rounds.get(number=2).seatings.count() == 5


def test_the_cut_line_is_shown_before_the_cut(desk: Desk) -> None:
    play(desk, list(desk.event.matches.filter(round__number=3)))
    Phase.objects.create(event=desk.event, number=2, kind=Phase.Kind.ELIMINATION, cut_size=1)
    found = corrections.preview_correction(table(desk, 3, 1), games_b=2)
    assert found.cut
    assert not found.cut.started
    assert ([str(e) for e in found.cut.joining], [str(e) for e in found.cut.leaving]) == (["Cy"], ["Ada"])


def test_a_cut_that_has_started_stays_as_it_was_made(desk: Desk) -> None:
    play(desk, list(desk.event.matches.filter(round__number=3)))
    frozen = phase_table(desk.phase).to_json()
    Phase.objects.filter(pk=desk.phase.pk).update(frozen_standings=frozen)
    # Ada has won three times. Bo, Cy and Eli are equal behind her; the lot says who of them is in the cut.
    second = standings.current(desk.event).top(2)[1]
    cut = desk.cut("Ada", second.name)
    seeding = list(cut.seeding)
    match = desk.event.matches.filter(a=second).first()
    assert match
    found = corrections.preview_correction(match, games_b=2)
    assert found.cut
    assert found.cut.started
    assert found.cut.leaving == [second]
    correct(desk, match)
    cut.refresh_from_db()
    desk.phase.refresh_from_db()
    assert (cut.seeding, desk.phase.frozen_standings) == (seeding, frozen)


def test_an_unchanged_cut_is_not_mentioned(desk: Desk) -> None:
    Phase.objects.create(event=desk.event, number=2, kind=Phase.Kind.ELIMINATION, cut_size=8)
    assert corrections.preview_correction(table(desk, 2, 1), games_b=2).cut is None


def test_a_correction_needs_a_reason(desk: Desk) -> None:
    with pytest.raises(Refused) as refused:
        correct(desk, table(desk, 2, 1), reason=" ")
    assert refused.value.field == "reason"
    assert table(desk, 2, 1).outcome == "a"


def test_an_impossible_result_is_refused_at_its_field(desk: Desk) -> None:
    for attempt in (
        lambda: corrections.preview_correction(table(desk, 2, 1), games_b=3),
        lambda: correct(desk, table(desk, 2, 1), games_b=3),
    ):
        with pytest.raises(Refused) as refused:
            attempt()
        assert refused.value.field == "games_b"


def test_correcting_to_what_stands_changes_nothing(desk: Desk) -> None:
    correct(desk, table(desk, 2, 1), games_a=2, games_b=0)
    assert not desk.event.log.filter(kind="result.corrected").exists()


def test_a_correction_of_what_was_not_seen_is_refused(desk: Desk) -> None:
    match = table(desk, 2, 1)
    seen = match.version
    correct(desk, match, expected_version=seen)
    with pytest.raises(Stale, match="changed meanwhile by Jules"):
        correct(desk, match, games_a=1, expected_version=seen)


def test_an_open_match_is_entered_not_corrected(desk: Desk) -> None:
    with pytest.raises(Refused, match="no final result yet"):
        correct(desk, table(desk, 3, 1))


def test_a_finished_event_is_reopened_first(desk: Desk) -> None:
    Event.objects.filter(pk=desk.event.pk).update(status=Event.Status.FINISHED)
    with pytest.raises(Refused, match="reopened"):
        correct(desk, table(desk, 2, 1))


@pytest.fixture
def bracket() -> Desk:
    """A cut to four: both semi-finals are played, the final is out."""
    desk = open_desk(4)
    cut = desk.cut("Ada", "Bo", "Cy", "Dee")
    play(desk, desk.round(("Ada", "Dee"), ("Bo", "Cy"), phase=cut))
    desk.round(("Ada", "Bo"), phase=cut)
    return desk


def test_in_a_bracket_the_right_winner_takes_the_place(bracket: Desk) -> None:
    correct(bracket, table(bracket, 1, 1))
    final = table(bracket, 2, 1)
    assert str(final) == "Dee v Bo"
    seated = final.seatings.values_list("entry__name", flat=True)
    assert sorted(seated) == ["Bo", "Dee"]


def test_the_preview_says_who_would_go_on(bracket: Desk) -> None:
    found = corrections.preview_correction(table(bracket, 1, 1), games_b=2)
    assert found.advance
    assert (str(found.advance.entry), str(found.advance.instead_of)) == ("Dee", "Ada")
    assert [str(match) for match in found.advance.matches] == ["Ada v Bo"]


def test_in_a_bracket_the_same_winner_changes_no_later_match(bracket: Desk) -> None:
    correct(bracket, table(bracket, 1, 1), games_a=2, games_b=1)
    assert str(table(bracket, 2, 1)) == "Ada v Bo"


@pytest.mark.parametrize("how", ["reported", "final"])
def test_in_a_bracket_a_winner_who_played_on_stays(bracket: Desk, how: str) -> None:
    final = table(bracket, 2, 1)
    if how == "final":
        results.enter_result(final, bracket.judge, games_a=2)
    else:
        results.report_result(final, bracket.as_("Ada"), bracket["Ada"], games_a=2)
    with pytest.raises(Refused, match="Ada has played on in round 2"):
        correct(bracket, table(bracket, 1, 1))
    assert (table(bracket, 1, 1).outcome, str(table(bracket, 2, 1))) == ("a", "Ada v Bo")


def test_in_a_bracket_no_draw_is_corrected_in(bracket: Desk) -> None:
    with pytest.raises(Refused, match="no draws"):
        correct(bracket, table(bracket, 1, 1), games_a=1, games_b=1)


def test_who_left_does_not_go_on(bracket: Desk) -> None:
    Entry.objects.filter(name="Dee").update(status=Entry.Status.DROPPED)
    with pytest.raises(Refused, match="Dee has left the event"):
        correct(bracket, table(bracket, 1, 1))


def test_a_penalty_stays_with_the_one_who_got_it(bracket: Desk) -> None:
    final = table(bracket, 2, 1)
    penalty = Penalty.objects.create(
        event=bracket.event, entry=bracket["Ada"], match=final, kind="game_loss", reason="late"
    )
    Match.objects.filter(pk=final.pk).update(game_losses_a=1)
    with pytest.raises(Refused, match="played on"):
        correct(bracket, table(bracket, 1, 1))
    penalty.refresh_from_db()
    assert penalty.match == final
