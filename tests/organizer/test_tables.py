"""Changing a round by hand, and the smallest repair of one that is out."""

import pytest

from organizer.domain import penalties, registration, results, rounds, tables
from organizer.domain.base import Refused
from organizer.models import Entry, Match, Round, Seating
from tests.organizer.roundplay import Play, pairs, table_numbers

pytestmark = pytest.mark.django_db


def consistent(round: Round) -> bool:
    """Seats and tables say the same, everybody once."""
    seats = sorted(Seating.objects.filter(round=round).values_list("match", "entry"))
    sides = [(m.pk, side) for m in round.matches.all() for side in (m.a_id, m.b_id) if side]
    return seats == sorted(sides) and len({entry for _, entry in seats}) == len(seats)


def sides(match: Match) -> set[str]:
    return {str(side) for side in (match.a, match.b) if side}


def test_two_players_exchange_their_seats() -> None:
    play = Play(6)
    draft = play.pair()
    one, other = draft.matches.order_by("table")[:2]
    tables.swap(draft, play.actor, one.b, other.b)
    assert {frozenset((str(one.a), str(other.b))), frozenset((str(other.a), str(one.b)))} <= pairs(draft)
    assert consistent(draft)
    assert set(draft.matches.filter(by_hand=True).values_list("table", flat=True)) == {1, 2}


def test_the_difference_from_the_engine_is_shown() -> None:
    play = Play(6)
    draft = play.pair()
    assert tables.shown_difference(draft) == tables.Difference((), ())
    one, other = draft.matches.order_by("table")[:2]
    tables.swap(draft, play.actor, one.b, other.b)
    found = tables.shown_difference(draft)
    assert {frozenset(pair) for pair in found.engine} == {
        frozenset((one.a_id, one.b_id)),
        frozenset((other.a_id, other.b_id)),
    }
    assert {frozenset(pair) for pair in found.instead} == {
        frozenset((one.a_id, other.b_id)),
        frozenset((other.a_id, one.b_id)),
    }


def test_t19_a_player_changes_places_with_the_bye() -> None:
    play = Play(5)
    round = play.publish()
    bye = round.matches.get(kind=Match.Kind.BYE)
    table = round.matches.get(table=1)
    tables.swap(round, play.actor, bye.a, table.a)
    now = round.matches.get(kind=Match.Kind.BYE)
    assert (now.a_id, now.status, now.outcome, now.table) == (table.a_id, "final", "a", None)
    assert frozenset((str(bye.a), str(table.b))) in pairs(round)
    assert consistent(round)


def test_a_swap_that_makes_a_rematch_is_refused_until_forced() -> None:
    play = Play(4)
    play.play()
    round = play.publish()
    one, other = round.matches.order_by("table")
    first = pairs(play.event.rounds.get(number=1))
    partner = next(side for side in (other.a, other.b) if frozenset((str(one.a), str(side))) in first)
    with pytest.raises(Refused, match="have met already") as error:
        tables.swap(round, play.actor, one.b, partner)
    assert error.value.code == "warnings"
    assert any("have met" in line for line in tables.swap_warnings(round, one.b, partner))
    tables.swap(round, play.actor, one.b, partner, force=True)
    assert frozenset((str(one.a), str(partner))) in pairs(round)


def test_a_second_bye_is_refused_until_forced() -> None:
    play = Play(5)
    first = play.play()
    had = first.matches.get(kind=Match.Kind.BYE).a
    draft = play.pair()
    table = next(match for match in draft.matches.all() if had.pk in (match.a_id, match.b_id))
    tables.break_table(table, play.actor)
    with pytest.raises(Refused, match="has had a bye already"):
        tables.give_bye(draft, play.actor, had)
    assert tables.give_bye(draft, play.actor, had, force=True).kind == Match.Kind.BYE


def test_a_running_clock_is_a_warning() -> None:
    play = Play(4)
    round = play.publish(start_clock=True)
    one, other = round.matches.order_by("table")
    with pytest.raises(Refused, match="clock of Round 1 has started"):
        tables.swap(round, play.actor, one.a, other.a)


def test_a_table_with_a_result_is_never_taken_apart() -> None:
    play = Play(4)
    round = play.publish()
    one, other = round.matches.order_by("table")
    results.enter_result(one, play.actor, games_a=2, games_b=0)
    before = pairs(round)
    with pytest.raises(Refused) as error:
        tables.swap(round, play.actor, one.a, other.a, force=True)
    assert error.value.code == "started"
    with pytest.raises(Refused):
        tables.break_table(one, play.actor)
    assert pairs(round) == before
    assert consistent(round)


def test_a_table_is_broken_and_two_are_made_of_four() -> None:
    play = Play(4)
    draft = play.pair()
    one, other = draft.matches.order_by("table")
    tables.break_table(one, play.actor)
    tables.break_table(other, play.actor)
    tables.make_table(draft, play.actor, one.a, other.a)
    tables.make_table(draft, play.actor, one.b, other.b, table=9)
    assert pairs(draft) == {frozenset((str(one.a), str(other.a))), frozenset((str(one.b), str(other.b)))}
    assert sorted(draft.matches.values_list("table", flat=True)) == [1, 9]
    assert consistent(draft)


def test_a_round_is_not_published_while_a_player_has_no_seat() -> None:
    play = Play(4)
    draft = play.pair()
    table = draft.matches.get(table=1)
    tables.break_table(table, play.actor)
    with pytest.raises(Refused, match=f"{table.a}") as error:
        rounds.publish_round(draft, play.actor)
    assert error.value.code == "unseated"


def test_a_seated_player_gets_no_second_seat() -> None:
    play = Play(4)
    draft = play.pair()
    one, other = draft.matches.order_by("table")
    for act in (
        lambda: tables.make_table(draft, play.actor, one.a, other.a),
        lambda: tables.give_bye(draft, play.actor, one.a),
    ):
        with pytest.raises(Refused, match="has a seat") as error:
            act()
        assert error.value.code == "seated"


def test_nobody_plays_themselves() -> None:
    play = Play(4)
    draft = play.pair()
    with pytest.raises(Refused, match="against themselves"):
        tables.make_table(draft, play.actor, play["Player 1"], play["Player 1"])


def test_a_dropped_player_is_not_seated() -> None:
    play = Play(5)
    play.play()
    play.drop("Player 1")
    draft = play.pair()
    with pytest.raises(Refused, match="is dropped"):
        tables.give_bye(draft, play.actor, play["Player 1"])


def test_t19_a_late_player_takes_the_seat_of_the_bye() -> None:
    play = Play(5)
    round = play.publish()
    before = {match.pk: sides(match) for match in round.matches.filter(kind=Match.Kind.PLAYED)}
    holder = round.matches.get(kind=Match.Kind.BYE).a
    late = play.late("Zoe")
    match = tables.add_late(round, play.actor, late, "bye_seat")
    assert (sides(match), match.kind, match.status, match.table) == (
        {str(holder), "Zoe"},
        "played",
        "open",
        3,
    )
    now = {row.pk: sides(row) for row in round.matches.exclude(pk=match.pk)}
    assert now == before
    late.refresh_from_db()
    assert late.first_round == 1
    assert consistent(round)


@pytest.mark.parametrize("fate, outcome, kind", [("bye", "a", "bye"), ("loss", "b", "missed")])
def test_t19_without_a_bye_a_late_player_gets_the_round_as_loss_or_bye(
    fate: tables.Fate, outcome: str, kind: str
) -> None:
    play = Play(4)
    round = play.publish()
    before = pairs(round)
    match = tables.add_late(round, play.actor, play.late("Zoe"), fate)
    assert (match.outcome, match.kind, match.status) == (outcome, kind, "final")
    assert before <= pairs(round)


def test_t19_after_a_late_entry_there_are_no_rematches() -> None:
    play = Play(7)
    round = play.publish()
    tables.take_bye_seat(round, play.actor, play.late("Zoe"))
    play.finish(round)
    play.play(2)
    seen = [pair for row in play.event.rounds.all() for pair in pairs(row) if len(pair) == 2]
    assert len(seen) == len(set(seen)) == 12


def test_t19_there_is_no_seat_of_the_bye_without_a_bye() -> None:
    play = Play(4)
    round = play.publish()
    late = play.late("Zoe")
    with pytest.raises(Refused) as error:
        tables.add_late(round, play.actor, late, "bye_seat")
    assert (error.value.field, error.value.code) == ("fate", "no_bye")


def test_two_late_players_are_paired_with_each_other() -> None:
    play = Play(4)
    round = play.publish()
    zoe, yan = play.late("Zoe"), play.late("Yan")
    Entry.objects.filter(pk=zoe.pk).update(first_round=1)
    match = tables.add_late(round, play.actor, yan, "pair")
    assert (sides(match), match.table) == ({"Zoe", "Yan"}, 3)


def test_a_late_player_of_a_later_round_has_missed_the_ones_before() -> None:
    play = Play(5)
    play.play()
    round = play.publish()
    late = play.late("Zoe")
    tables.take_bye_seat(round, play.actor, late)
    missed = Match.objects.get(a=late, kind=Match.Kind.MISSED)
    assert (missed.round.number, missed.outcome) == (1, "b")


def test_a_table_number_that_is_taken_is_exchanged() -> None:
    play = Play(6)
    draft = play.pair()
    first, third = draft.matches.get(table=1), draft.matches.get(table=3)
    tables.set_table_number(first, play.actor, 3)
    first.refresh_from_db()
    third.refresh_from_db()
    assert (first.table, third.table) == (3, 1)


@pytest.mark.parametrize("number", [0, -1, 100_001])
def test_impossible_table_numbers_are_refused(number: int) -> None:
    play = Play(4)
    table = play.pair().matches.get(table=1)
    with pytest.raises(Refused) as error:
        tables.set_table_number(table, play.actor, number)
    assert error.value.field == "table"


def test_a_new_table_leaves_a_fixed_table_to_whom_it_belongs() -> None:
    play = Play(5, entries={5: {"fixed_table": 3}})
    play.play()
    play.drop("Player 5")
    registration.reenter(play["Player 5"], play.actor)
    round = play.publish()
    assert table_numbers(round)["Player 5"] in (3, None)
    numbers = [row.table for row in round.matches.exclude(a__name="Player 5").exclude(b__name="Player 5")]
    assert 3 not in numbers


def test_t20_a_repair_changes_the_tables_it_names_and_no_others() -> None:
    play = Play(8)
    play.play()
    round = play.publish()
    rows = list(round.matches.order_by("table"))
    results.enter_result(rows[0], play.actor, games_a=2, games_b=0)
    one, other, last = rows[1:]
    made = tables.apply_repair(round, play.actor, [(one.a_id, other.a_id), (one.b_id, other.b_id)])
    assert {match.table for match in made} == {2, 3}
    assert pairs(round) == {
        frozenset(sides(rows[0])),
        frozenset(sides(last)),
        frozenset((str(one.a), str(other.a))),
        frozenset((str(one.b), str(other.b))),
    }
    rows[0].refresh_from_db()
    assert rows[0].outcome == "a"
    assert consistent(round)


def test_t20_a_repair_may_not_touch_a_finished_table() -> None:
    play = Play(4)
    round = play.publish()
    one, other = round.matches.order_by("table")
    results.enter_result(one, play.actor, games_a=2, games_b=0)
    before = pairs(round)
    with pytest.raises(Refused) as error:
        tables.apply_repair(round, play.actor, [(one.a_id, other.a_id), (one.b_id, other.b_id)])
    assert error.value.code == "started"
    assert pairs(round) == before


def test_a_repair_leaves_nobody_without_a_seat() -> None:
    play = Play(4)
    round = play.publish()
    one, other = round.matches.order_by("table")
    with pytest.raises(Refused) as error:
        tables.apply_repair(round, play.actor, [(one.a_id, other.a_id)])
    assert error.value.code == "unseated"
    assert consistent(round)


def test_a_table_that_stays_the_same_is_not_touched() -> None:
    play = Play(4)
    round = play.publish()
    one = round.matches.get(table=1)
    (same,) = tables.apply_repair(round, play.actor, [(one.a_id, one.b_id)])
    assert (same.pk, same.version, same.by_hand) == (one.pk, one.version, False)


def test_a_game_loss_goes_with_the_player_to_another_table() -> None:
    play = Play(4)
    round = play.publish()
    one, other = round.matches.order_by("table")
    penalties.give_penalty(
        play.event, play.actor, one.a, "game_loss", infraction="Tardiness", reason="late", match=one
    )
    tables.swap(round, play.actor, one.a, other.a)
    for match in round.matches.all():
        losses = {match.a_id: match.game_losses_a, match.b_id: match.game_losses_b}
        assert {entry for entry, count in losses.items() if count} <= {one.a_id}
    assert sum(m.game_losses_a + m.game_losses_b for m in round.matches.all()) == 1


def test_changes_by_hand_are_logged_with_their_reason() -> None:
    play = Play(4)
    draft = play.pair()
    one, other = draft.matches.order_by("table")
    tables.swap(draft, play.actor, one.a, other.a, reason="wheelchair")
    logged = play.event.log.get(kind="tables.swapped")
    assert logged.reason == "wheelchair"
    assert not logged.public


def test_a_bracket_is_not_changed_by_hand() -> None:
    play = Play(4, phases=[{"kind": "elimination"}])
    draft = play.pair()
    one, other = draft.matches.order_by("table")
    with pytest.raises(Refused, match="bracket"):
        tables.swap(draft, play.actor, one.a, other.a)
