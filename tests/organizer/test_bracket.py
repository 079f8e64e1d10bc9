"""From the Swiss rounds to the cut, the bracket and the champion."""

import pytest

from organizer.domain import bracket, registration, results, rounds
from organizer.domain.base import Refused
from organizer.domain.facts import phase_table
from organizer.models import Entry, Event, Match, Phase, Round
from tests.organizer.roundplay import Play, Winner, pairs

pytestmark = pytest.mark.django_db

CUT_8 = [{"kind": "swiss", "rounds_planned": 3}, {"kind": "elimination", "cut_size": 8}]


def cut(size: int, players: int, **fields: object) -> tuple[Play, Round]:
    """An event after one Swiss round, with the first round of its cut as a draft."""
    phases = [{"kind": "swiss", "rounds_planned": 1}, {"kind": "elimination", "cut_size": size}]
    play = Play(players, phases=phases, **fields)
    play.play()
    return play, bracket.start_next_phase(play.event, play.actor)


def seeds(round: Round) -> list[tuple[int, int | None]]:
    """The seeds that meet, from the top of the bracket."""
    place = {entry: number for number, entry in enumerate(round.phase.seeding, 1)}
    return [(place[m.a_id], place.get(m.b_id)) for m in round.matches.order_by("slot")]


def by_seed(play: Play) -> Winner:
    """The higher seed wins."""
    seeding = play.event.phases.get(kind=Phase.Kind.ELIMINATION).seeding
    return lambda match: "a" if seeding.index(match.a_id) < seeding.index(match.b_id) else "b"


def test_the_cut_of_eight_is_the_standard_bracket() -> None:
    play, draft = cut(8, 12)
    assert seeds(draft) == [(1, 8), (4, 5), (2, 7), (3, 6)]
    assert draft.status == Round.Status.DRAFT
    table = phase_table(play.event.phases.get(number=1))
    assert draft.phase.seeding == [row.id for row in table.rows[:8]]
    assert draft.phase.rounds_planned == 3


@pytest.mark.parametrize("size, rounds_planned", [(2, 1), (4, 2), (8, 3), (16, 4), (32, 5)])
def test_every_cut_has_as_many_rounds_as_it_halves(size: int, rounds_planned: int) -> None:
    _play, draft = cut(size, 40)
    assert draft.phase.rounds_planned == rounds_planned
    assert draft.matches.count() == size // 2


def test_winners_go_on_by_their_place_in_the_bracket() -> None:
    play, draft = cut(8, 10)
    play.finish(rounds.publish_round(draft, play.actor), by_seed(play))
    semis = play.publish()
    assert seeds(semis) == [(1, 4), (2, 3)]
    play.finish(semis, by_seed(play))
    assert seeds(play.publish()) == [(1, 2)]


def test_an_upset_moves_the_winner_not_the_seed() -> None:
    play, draft = cut(8, 10)
    play.finish(rounds.publish_round(draft, play.actor), lambda match: "b")
    assert {frozenset(pair) for pair in seeds(play.publish())} == {frozenset((8, 5)), frozenset((7, 6))}


def test_fewer_players_than_the_cut_give_byes_to_the_top_seeds() -> None:
    _play, draft = cut(8, 6)
    assert seeds(draft) == [(1, None), (4, 5), (2, None), (3, 6)]


def test_an_event_that_is_one_bracket_is_seeded_by_hand() -> None:
    given = {number: {"seed": number} for number in range(1, 6)}
    play = Play(5, phases=[{"kind": "elimination"}], entries=given)
    draft = play.pair()
    assert pairs(draft) == {
        frozenset({"Player 1"}),
        frozenset({"Player 4", "Player 5"}),
        frozenset({"Player 2"}),
        frozenset({"Player 3"}),
    }


def test_who_dropped_before_the_cut_is_passed_over() -> None:
    play = Play(8, phases=[{"kind": "swiss", "rounds_planned": 1}, {"kind": "elimination", "cut_size": 4}])
    play.play()
    best = phase_table(play.event.phases.get(number=1)).rows
    registration.drop(play.event.entries.get(pk=best[0].id), play.actor)
    draft = bracket.start_next_phase(play.event, play.actor)
    assert best[0].id not in draft.phase.seeding
    assert draft.phase.seeding == [row.id for row in best[1:5]]


def test_the_cut_waits_for_results_and_rounds() -> None:
    play = Play(8, phases=CUT_8)
    play.play(2)
    with pytest.raises(Refused, match="2 of 3 planned rounds") as error:
        bracket.start_next_phase(play.event, play.actor)
    assert error.value.code == "rounds_left"
    play.publish()
    with pytest.raises(Refused, match="no final result at table 1"):
        bracket.start_next_phase(play.event, play.actor)
    assert play.event.phases.get(number=1).frozen_standings is None


def test_t13_a_drop_in_the_bracket_leaves_the_swiss_table_as_it_was() -> None:
    play, draft = cut(4, 8)
    before = play.event.phases.get(number=1).frozen_standings
    round = rounds.publish_round(draft, play.actor)
    dropped = round.matches.get(slot=0).b
    registration.drop(dropped, play.actor)
    phase = play.event.phases.get(number=1)
    assert phase.frozen_standings == before
    assert dropped.pk in {row.id for row in bracket.phase_standings(phase).rows if not row.dropped}
    assert round.matches.get(slot=0).outcome == "a"


def test_who_leaves_between_bracket_rounds_loses_the_next_match() -> None:
    play, draft = cut(4, 8)
    play.finish(rounds.publish_round(draft, play.actor), by_seed(play))
    first = draft.phase.seeding[0]
    registration.drop(play.event.entries.get(pk=first), play.actor)
    final = play.publish().matches.get()
    assert final.a_id == first
    assert (final.outcome, final.how, final.status) == ("b", "drop", "final")


def test_nobody_moves_up_for_a_disqualified_player() -> None:
    play, draft = cut(4, 8)
    round = rounds.publish_round(draft, play.actor)
    registration.disqualify(round.matches.get(slot=1).a, play.actor, "cheating")
    play.finish(round, by_seed(play))
    assert seeds(play.publish()) == [(1, 3)]


def test_a_whole_event_ends_with_places_and_a_champion() -> None:
    play, draft = cut(4, 8)
    play.finish(rounds.publish_round(draft, play.actor), by_seed(play))
    play.finish(play.publish(), by_seed(play))
    event = bracket.finish_event(play.event, play.actor)
    assert event.status == Event.Status.FINISHED
    seeding = draft.phase.seeding
    places = dict(event.entries.values_list("pk", "final_place"))
    assert [places[entry] for entry in seeding] == [1, 2, 3, 3]
    assert min(place for entry, place in places.items() if entry not in seeding) == 5
    assert None not in places.values()
    champion = event.entries.get(final_place=1)
    assert event.log.get(kind="event.finished").summary == f"{champion} wins the event."


def test_a_disqualified_player_has_no_final_place() -> None:
    play = Play(5, phases=[{"kind": "swiss", "rounds_planned": 1}])
    play.play()
    registration.disqualify(play["Player 2"], play.actor, "cheating")
    event = bracket.finish_event(play.event, play.actor)
    places = dict(event.entries.values_list("name", "final_place"))
    assert places.pop("Player 2") is None
    assert len(places) == 4
    assert all(place in {1, 2, 3, 4} for place in places.values())


def test_the_event_does_not_finish_with_a_phase_to_come() -> None:
    play = Play(8, phases=[{"kind": "swiss", "rounds_planned": 1}, {"kind": "elimination", "cut_size": 4}])
    play.play()
    with pytest.raises(Refused) as error:
        bracket.finish_event(play.event, play.actor)
    assert error.value.code == "phase_left"


def test_a_finished_event_reopens_for_a_correction_and_finishes_anew() -> None:
    play = Play(4, phases=[{"kind": "swiss", "rounds_planned": 1}])
    play.play()
    bracket.finish_event(play.event, play.actor)
    with pytest.raises(Refused) as error:
        bracket.reopen_event(play.event, play.actor, " ")
    assert error.value.field == "reason"
    event = bracket.reopen_event(play.event, play.actor, "table 1 was entered the wrong way round")
    assert event.status == Event.Status.RUNNING
    assert set(event.entries.values_list("final_place", flat=True)) == {None}
    table = event.rounds.get(number=1).matches.get(table=1)
    results.enter_result(table, play.actor, games_a=0, games_b=2, expected_version=table.version)
    event = bracket.finish_event(event, play.actor)
    assert event.entries.get(pk=table.b_id).final_place in (1, 2)


def test_the_cut_can_be_undone_while_no_bracket_round_is_out() -> None:
    play, _draft = cut(4, 8)
    phase = bracket.undo_next_phase(play.event, play.actor, reason="a result was wrong")
    assert (phase.number, phase.status, phase.frozen_standings) == (1, Phase.Status.RUNNING, None)
    assert play.event.rounds.count() == 1
    again = bracket.start_next_phase(play.event, play.actor)
    rounds.publish_round(again, play.actor)
    with pytest.raises(Refused):
        bracket.undo_next_phase(play.event, play.actor)


def test_the_bracket_shows_places_that_are_still_empty() -> None:
    play, draft = cut(4, 8)
    rounds.publish_round(draft, play.actor)
    shown = bracket.bracket_slots(Phase.objects.get(pk=draft.phase_id))
    assert [len(turn) for turn in shown] == [2, 1]
    assert shown[0][0].seeds == (1, 4)
    assert shown[1][0].match is None


def test_an_elimination_match_takes_no_draw() -> None:
    play, draft = cut(2, 4)
    final = rounds.publish_round(draft, play.actor).matches.get()
    with pytest.raises(Refused):
        results.enter_result(final, play.actor, games_a=1, games_b=1)
    final.refresh_from_db()
    assert final.status == Match.Status.OPEN


def test_entries_outside_the_cut_are_not_paired() -> None:
    play, draft = cut(4, 12)
    assert draft.seatings.count() == 4
    assert play.event.entries.filter(status=Entry.Status.ACTIVE).count() == 12
