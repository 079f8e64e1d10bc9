"""The desk: the next step, quick entry, the round, result entry, corrections and penalties."""

import uuid
from typing import Any

import pytest
from django.test import Client

from organizer.domain import events, penalties, results, rounds
from organizer.models import Entry, Event, Match, Penalty, Role, Round
from tests.organizer import factories
from tests.organizer.desk import Desk, open_desk
from tests.organizer.roundplay import Play, pairs

pytestmark = pytest.mark.django_db


def page(event: Event) -> str:
    return f"/events/{event.slug}/desk/"


def press(client: Client, event: Event, action: str, **fields: Any) -> Any:
    return client.post(page(event), {"action": action, **fields}, follow=True)


@pytest.fixture
def play(client: Client) -> Play:
    """Four players in a Swiss event that has started; its owner is signed in."""
    started = Play(4)
    client.force_login(started.actor.user)
    return started


@pytest.fixture
def desk(client: Client) -> Desk:
    """Ada against Bo and Cy against Dee; a scorekeeper is signed in."""
    opened = open_desk(4)
    opened.round(("Ada", "Bo"), ("Cy", "Dee"))
    client.force_login(opened.staff("Sam").user)
    return opened


def table(desk: Desk, number: int) -> Match:
    return desk.event.matches.get(table=number, round__number=1)


# The dashboard


def test_players_do_not_reach_the_desk(client: Client) -> None:
    desk = open_desk(2)
    client.force_login(desk.as_("Ada").user)
    assert client.get(page(desk.event)).status_code == 403


def test_the_desk_leads_through_an_event(client: Client, event: Event) -> None:
    client.force_login(factories.owner_of(event).user)
    factories.make_entries(event, 4)
    assert client.get(page(event)).context["step"].action == "start"
    press(client, event, "start")
    assert client.get(page(event)).context["step"].action == "pair"
    draft = press(client, event, "pair")
    assert draft.redirect_chain[-1][0] == f"{page(event)}rounds/1/"
    assert client.get(page(event)).context["step"].label == "Review the draft"
    client.post(f"{page(event)}rounds/1/", {"action": "publish"})
    assert client.get(page(event)).context["step"].action == "start_clock"
    press(client, event, "start_clock")
    assert client.get(page(event)).context["step"].title == "2 results missing"
    for match in event.matches.all():
        press(client, event, "quick", line=f"{match.table} 2-0")
    assert client.get(page(event)).context["step"].label == "Pair round 2"


def test_a_draft_event_is_published_from_the_desk(client: Client) -> None:
    event = factories.make_event(status=Event.Status.DRAFT)
    client.force_login(factories.owner_of(event).user)
    assert client.get(page(event)).context["step"].action == "publish_event"
    press(client, event, "publish_event")
    event.refresh_from_db()
    assert event.status == Event.Status.PUBLISHED


def test_the_desk_leads_from_the_last_swiss_round_to_the_champion(client: Client) -> None:
    play = Play(4, phases=[{"kind": "swiss", "rounds_planned": 1}, {"kind": "elimination", "cut_size": 2}])
    client.force_login(play.actor.user)
    play.play()
    assert client.get(page(play.event)).context["step"].label == "Start the top 2"
    press(client, play.event, "next_phase")
    draft = play.event.rounds.get(number=2)
    play.finish(rounds.publish_round(draft, play.actor))
    assert client.get(page(play.event)).context["step"].action == "finish"
    press(client, play.event, "finish")
    assert play.event.entries.get(final_place=1)


def test_pair_pressed_twice_makes_one_round(client: Client, play: Play) -> None:
    key = uuid.uuid4().hex
    for _ in range(2):
        press(client, play.event, "pair", number=1, key=key)
    press(client, play.event, "pair", number=1)
    assert play.event.rounds.filter(status=Round.Status.DRAFT).count() == 1
    assert play.event.matches.count() == 2


def test_a_judge_may_look_but_not_pair(client: Client, play: Play) -> None:
    client.force_login(factories.make_staff(play.event, Role.JUDGE))
    assert client.get(page(play.event)).status_code == 200
    assert press(client, play.event, "pair").status_code == 403
    assert not play.event.matches.exists()


def test_open_tables_hold_up_the_next_round_unless_overridden(client: Client, play: Play) -> None:
    play.publish()
    assert "no final result" in press(client, play.event, "pair", number=2).text
    press(client, play.event, "pair", number=2, override_open="1", reason="They left the hall.")
    assert play.event.rounds.get(number=2).status == Round.Status.DRAFT


def test_disputes_come_first(client: Client, desk: Desk) -> None:
    match = table(desk, 1)
    results.report_result(match, desk.as_("Ada"), desk["Ada"], games_a=2)
    results.report_result(match, desk.as_("Bo"), desk["Bo"], games_b=2)
    context = client.get(page(desk.event)).context
    assert context["step"].title == "1 disputed result"
    assert [row["match"] for row in context["disputes"]] == [match]
    assert {report.outcome for report in context["disputes"][0]["reports"]} == {"a", "b"}


def test_an_unknown_button_is_not_there(client: Client, desk: Desk) -> None:
    assert press(client, desk.event, "explode").status_code == 404


# Quick entry


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("1 2-1", ("a", 2, 1, 0)),
        ("1 1–2", ("b", 1, 2, 0)),
        ("1 1 1 1", ("draw", 1, 1, 1)),
        ("1: 2/0", ("a", 2, 0, 0)),
        ("1 id", ("intentional_draw", 0, 0, 3)),
        ("1 dl", ("double_loss", 0, 0, 0)),
        ("1 ns2", ("a", 2, 0, 0)),
        ("1 co1", ("b", 0, 2, 0)),
    ],
)
def test_one_line_enters_a_result(
    client: Client, desk: Desk, line: str, expected: tuple[str, int, int, int]
) -> None:
    press(client, desk.event, "quick", line=line)
    match = table(desk, 1)
    assert match.status == Match.Status.FINAL
    assert (match.outcome, *match.score()) == expected


@pytest.mark.parametrize("line", ["", "2-1", "1 2-1-1-1", "1 xx", "one 2-0", "1 5-0", "9 2-0"])
def test_a_line_that_makes_no_sense_saves_nothing(client: Client, desk: Desk, line: str) -> None:
    answer = press(client, desk.event, "quick", line=line)
    assert answer.context["quick"].errors["line"]
    assert not desk.event.matches.exclude(status=Match.Status.OPEN).exists()


def test_quick_entry_answers_htmx_with_what_was_saved(client: Client, desk: Desk) -> None:
    form = {"action": "quick", "line": "2 2-0"}
    answer = client.post(page(desk.event), form, headers={"HX-Request": "true"})
    assert "Cy beat Dee 2-0" in answer.text
    assert "<html" not in answer.text


def test_quick_entry_does_not_overwrite_another_result(client: Client, desk: Desk) -> None:
    results.enter_result(table(desk, 1), desk.judge, games_a=2)
    answer = press(client, desk.event, "quick", line="1 0-2")
    assert "was changed meanwhile by Jules" in str(answer.context["quick"].errors["line"])
    assert table(desk, 1).outcome == "a"


def test_the_same_result_entered_again_is_no_conflict(client: Client, desk: Desk) -> None:
    results.enter_result(table(desk, 1), desk.judge, games_a=2)
    assert (
        "Saved"
        in client.post(
            page(desk.event), {"action": "quick", "line": "1 2-0"}, headers={"HX-Request": "true"}
        ).text
    )


# The round


def at_round(play: Play, number: int = 1) -> str:
    return f"{page(play.event)}rounds/{number}/"


def test_the_draft_shows_proof_and_explanations(client: Client, play: Play) -> None:
    play.pair()
    text = client.get(at_round(play)).text
    assert "Proved: no rematch" in text
    assert "A draft: only the staff see it" in text


def test_publishing_can_start_the_clock(client: Client, play: Play) -> None:
    play.pair()
    client.post(at_round(play), {"action": "publish", "start_clock": "on"})
    assert play.event.rounds.get(number=1).clock_started_at


def test_publishing_over_a_drop_asks_first(client: Client, play: Play) -> None:
    play.pair()
    play.drop("Player 1")
    asked = client.post(at_round(play), {"action": "publish"})
    assert "Publish anyway" in asked.text
    client.post(at_round(play), {"action": "publish", "force": "1"})
    assert play.event.rounds.get(number=1).status == Round.Status.PUBLISHED


def test_discard_leaves_the_seed_committed(client: Client, play: Play) -> None:
    seed = play.pair().seed
    client.post(at_round(play), {"action": "discard"})
    again = play.event.rounds.get(number=1)
    assert (again.status, again.seed) == (Round.Status.COMMITTED, seed)


def test_a_round_is_taken_back_while_nothing_is_reported(client: Client, play: Play) -> None:
    play.publish()
    client.post(at_round(play), {"action": "take_back"})
    assert play.event.rounds.get(number=1).status == Round.Status.DRAFT


def test_the_clock_is_started_paused_resumed_and_extended(client: Client, play: Play) -> None:
    play.publish()
    before = play.event.rounds.get(number=1).length_ms
    for action in ("start_clock", "pause"):
        client.post(at_round(play), {"action": action})
    assert play.event.rounds.get(number=1).clock_paused_at
    client.post(at_round(play), {"action": "resume"})
    client.post(at_round(play), {"action": "extend", "minutes": 4})
    shown = play.event.rounds.get(number=1)
    assert shown.clock_paused_at is None
    assert shown.length_ms == before + 4 * 60_000


@pytest.mark.parametrize("minutes", ["", "0", "-3", "many", "100000"])
def test_an_extension_that_is_no_number_of_minutes_changes_nothing(
    client: Client, play: Play, minutes: str
) -> None:
    before = play.publish().length_ms
    client.post(at_round(play), {"action": "extend", "minutes": minutes})
    assert play.event.rounds.get(number=1).length_ms == before


def test_two_players_are_swapped(client: Client, play: Play) -> None:
    one, two = play.pair().matches.order_by("table")
    client.post(at_round(play), {"action": "swap", "swap-entry_x": one.a.name, "swap-entry_y": two.a.name})
    assert frozenset({one.a.name, two.b.name}) in pairs(play.event.rounds.get(number=1))


def test_a_swap_with_a_warning_is_asked_again_then_done(client: Client, play: Play) -> None:
    play.play()
    second = play.pair()
    one, two = second.matches.order_by("table")
    met = {frozenset(pair) for pair in play.event.matches.filter(round__number=1).values_list("a", "b")}
    swapped = two.a if frozenset({one.a_id, two.a_id}) in met else two.b
    # Whoever met one.a before comes to one.a's table, in place of one.b.
    form = {"action": "swap", "swap-entry_x": one.b.name, "swap-entry_y": swapped.name}
    asked = client.post(at_round(play, 2), form)
    assert "have met already" in asked.text
    assert "Do it anyway" in asked.text
    assert frozenset({one.a.name, one.b.name}) in pairs(second)
    client.post(at_round(play, 2), {**form, "swap-force": "on", "warned_for": asked.context["warned"]})
    assert frozenset({one.a.name, swapped.name}) in pairs(second)


def test_a_yes_to_one_warning_is_no_yes_to_another(client: Client, play: Play) -> None:
    play.play()
    second = play.pair()
    before = pairs(second)
    one, two = second.matches.order_by("table")
    met = {frozenset(pair) for pair in play.event.matches.filter(round__number=1).values_list("a", "b")}
    swapped = two.a if frozenset({one.a_id, two.a_id}) in met else two.b
    form = {"action": "swap", "swap-entry_x": one.b.name, "swap-entry_y": swapped.name, "swap-force": "on"}
    asked = client.post(at_round(play, 2), {**form, "warned_for": "Player 8/Player 9"})
    assert "Do it anyway" in asked.text
    assert pairs(second) == before


def test_an_unknown_name_is_told_at_its_field(client: Client, play: Play) -> None:
    play.pair()
    answer = client.post(
        at_round(play), {"action": "swap", "swap-entry_x": "Nobody", "swap-entry_y": "Player 1"}
    )
    assert answer.status_code == 422
    assert "Nobody" in str(answer.context["forms"]["swap"].errors["entry_x"])


def test_a_table_is_broken_up_and_made_again(client: Client, play: Play) -> None:
    match = play.pair().matches.get(table=1)
    client.post(at_round(play), {"action": "break_table", "match": match.pk})
    assert {entry.name for entry in client.get(at_round(play)).context["unseated"]} == {
        match.a.name,
        match.b.name,
    }
    form = {"make_table-a": match.a.name, "make_table-b": match.b.name, "make_table-table": 9}
    client.post(at_round(play), {"action": "make_table", **form})
    assert play.event.matches.get(table=9).b == match.b


def test_a_late_player_takes_the_seat_opposite_the_bye(client: Client) -> None:
    play = Play(5)
    client.force_login(play.actor.user)
    shown = play.publish()
    free = shown.matches.get(kind=Match.Kind.BYE).a
    play.late("Late")
    form = {"action": "add_late", "add_late-entry": "Late", "add_late-fate": "bye_seat"}
    client.post(at_round(play), form)
    assert frozenset({"Late", free.name}) in pairs(shown)


def test_a_table_moves_to_another_number(client: Client, play: Play) -> None:
    match = play.pair().matches.get(table=1)
    client.post(at_round(play), {"action": "number", "match": match.pk, "number": 30})
    match.refresh_from_db()
    assert match.table == 30


# Entering results


def entry_page(desk: Desk, match: Match) -> str:
    return f"{page(desk.event)}matches/{match.pk}/"


def test_staff_enter_a_result(client: Client, desk: Desk) -> None:
    match = table(desk, 1)
    answer = client.post(
        entry_page(desk, match), {"action": "enter", "result": "1-2-0", "version": match.version}, follow=True
    )
    assert "Bo beat Ada 2-1" in answer.text
    assert table(desk, 1).outcome == "b"


def test_a_no_show_can_drop_who_did_not_come(client: Client, desk: Desk) -> None:
    match = table(desk, 1)
    client.post(
        entry_page(desk, match),
        {"action": "enter", "result": "no_show_b", "drop": "on", "version": match.version},
    )
    match = table(desk, 1)
    assert (match.outcome, match.how) == ("a", "no_show")
    assert match.b.status == Entry.Status.DROPPED


def test_the_second_scorekeeper_is_shown_what_the_first_entered(client: Client, desk: Desk) -> None:
    match = table(desk, 1)
    seen = match.version
    results.enter_result(match, desk.judge, games_a=2)
    answer = client.post(entry_page(desk, match), {"action": "enter", "result": "0-2-0", "version": seen})
    assert answer.status_code == 422
    assert "was changed meanwhile by Jules" in answer.text
    assert table(desk, 1).outcome == "a"
    assert int(answer.context["form"]["version"].value()) > seen


def test_a_reported_result_is_filled_in(client: Client, desk: Desk) -> None:
    match = table(desk, 1)
    results.report_result(match, desk.as_("Ada"), desk["Ada"], games_a=2, games_b=1)
    assert client.get(entry_page(desk, match)).context["form"]["result"].value() == "2-1-0"


def test_clearing_a_result_needs_a_reason(client: Client, desk: Desk) -> None:
    match = table(desk, 1)
    results.enter_result(match, desk.judge, games_a=2)
    client.post(entry_page(desk, match), {"action": "clear"})
    assert table(desk, 1).status == Match.Status.FINAL
    client.post(entry_page(desk, match), {"action": "clear", "reason": "Wrong table."})
    assert table(desk, 1).status == Match.Status.OPEN


def test_a_table_gets_extra_minutes(client: Client, desk: Desk) -> None:
    match = table(desk, 2)
    client.post(entry_page(desk, match), {"action": "extend", "minutes": 6})
    assert table(desk, 2).extension_ms == 6 * 60_000


# Corrections


@pytest.fixture
def finished(client: Client) -> Play:
    """Eight players after the first of five rounds; the second is published. The owner is signed in."""
    played = Play(8, phases=[{"kind": "swiss", "rounds_planned": 5}])
    played.play()
    played.publish()
    client.force_login(played.actor.user)
    return played


def correct_page(play: Play) -> tuple[str, Match]:
    match = play.event.matches.get(round__number=1, table=1)
    return f"{page(play.event)}matches/{match.pk}/correct/", match


def test_a_correction_shows_first_what_it_would_change(client: Client, finished: Play) -> None:
    url, match = correct_page(finished)
    answer = client.post(url, {"action": "preview", "result": "0-2-0", "version": match.version})
    effects = answer.context["effects"]
    assert {row.match.pk for row in effects.shifts}
    assert {one["entry"] for one in answer.context["moved"]} >= {match.a, match.b}
    match.refresh_from_db()
    assert match.outcome == "a"


def preview(client: Client, url: str, match: Match) -> dict[str, Any]:
    """The fields of the form as the preview of a loss for a sends them back."""
    form = client.post(url, {"action": "preview", "result": "0-2-0", "version": match.version}).context[
        "form"
    ]
    hidden = {name: form[name].value() or "" for name in ("version", "previewed", "repair_key")}
    return {"action": "save", "result": "0-2-0", **hidden}


def test_a_correction_is_saved_with_its_reason(client: Client, finished: Play) -> None:
    url, match = correct_page(finished)
    client.post(url, preview(client, url, match) | {"reason": "Slip was misread."})
    match.refresh_from_db()
    assert match.outcome == "b"
    assert match.log.get(kind="result.corrected").reason == "Slip was misread."


def test_a_correction_needs_a_reason(client: Client, finished: Play) -> None:
    url, match = correct_page(finished)
    answer = client.post(url, preview(client, url, match))
    assert "reason" in answer.context["form"].errors
    match.refresh_from_db()
    assert match.outcome == "a"


def test_only_what_was_previewed_is_saved(client: Client, finished: Play) -> None:
    url, match = correct_page(finished)
    client.post(url, preview(client, url, match) | {"reason": "Typo.", "result": "1-2-0"})
    match.refresh_from_db()
    assert match.outcome == "a"


def test_the_proposed_repair_can_be_carried_out_as_well(client: Client, finished: Play) -> None:
    url, match = correct_page(finished)
    sent = preview(client, url, match)
    assert sent["repair_key"]
    client.post(url, sent | {"reason": "Slip was misread.", "apply_repair": "on"})
    assert finished.event.log.filter(kind="round.repaired").exists()


def test_a_judge_may_not_correct(client: Client, finished: Play) -> None:
    url, _match = correct_page(finished)
    client.force_login(factories.make_staff(finished.event, Role.JUDGE))
    assert client.get(url).status_code == 403


# Penalties


@pytest.fixture
def judge(client: Client, desk: Desk) -> Desk:
    """``desk`` with the head judge signed in."""
    client.force_login(desk.judge.user)
    return desk


def give(client: Client, desk: Desk, **fields: Any) -> Any:
    form = {"entry": "Ada", "kind": "warning", "infraction": "Slow play", "reason": "Twice asked.", **fields}
    return client.post(f"{page(desk.event)}penalties/new/", form, follow=True)


def test_a_warning_is_recorded(client: Client, judge: Desk) -> None:
    give(client, judge)
    penalty = judge.event.penalties.get()
    assert (penalty.entry, penalty.infraction) == (judge["Ada"], "Slow play")


def test_a_game_loss_reaches_the_match(client: Client, judge: Desk) -> None:
    give(client, judge, kind="game_loss", for_match="on")
    assert table(judge, 1).game_losses_a == 1


def test_a_repeated_infraction_hints_at_an_upgrade(client: Client, judge: Desk) -> None:
    give(client, judge)
    address = f"{page(judge.event)}penalties/new/?entry={judge['Ada'].pk}"
    assert "the next one upgrades" in client.get(address).text


def test_a_penalty_without_reason_is_refused_at_the_field(client: Client, judge: Desk) -> None:
    answer = give(client, judge, reason="")
    assert "reason" in answer.context["form"].errors
    assert not judge.event.penalties.exists()


def test_a_judge_does_not_disqualify(client: Client, desk: Desk) -> None:
    client.force_login(desk.staff("Jo", Role.JUDGE).user)
    answer = give(client, desk, kind="disqualification")
    assert "kind" in answer.context["form"].errors
    assert not Penalty.objects.exists()


def test_a_scorekeeper_gives_no_penalties(client: Client, desk: Desk) -> None:
    assert give(client, desk).status_code == 403


def test_a_penalty_is_revoked_with_a_reason(client: Client, judge: Desk) -> None:
    penalty = penalties.give_penalty(
        judge.event,
        judge.judge,
        judge["Ada"],
        "game_loss",
        infraction="Late",
        reason="Late.",
        match=table(judge, 1),
    )
    address = f"{page(judge.event)}penalties/{penalty.pk}/revoke/"
    client.post(address)
    assert Penalty.objects.exists()
    client.post(address, {"reason": "The bus was late."})
    assert not Penalty.objects.exists()
    assert table(judge, 1).game_losses_a == 0


def test_a_penalty_for_a_stranger_is_refused_at_the_field(client: Client, judge: Desk) -> None:
    answer = give(client, judge, entry="Stranger")
    assert "entry" in answer.context["form"].errors


def test_cancelled_events_have_nothing_left_to_do(client: Client, event: Event) -> None:
    owner = factories.owner_of(event)
    events.cancel_event(event, owner, "No venue.")
    client.force_login(owner.user)
    assert client.get(page(event)).context["step"].title == "The event is cancelled"
