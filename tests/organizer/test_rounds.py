"""The life of a round: committed, paired, published, taken back."""

import hashlib

import pytest

from organizer import pairing
from organizer.domain import registration, results, rounds
from organizer.domain.base import Actor, Refused, Repeated, Stale, verify_log
from organizer.domain.facts import event_ruleset, phase_facts, phase_table, players_for_pairing
from organizer.models import Entry, Event, Match, Phase, Round, Seating
from organizer.standings.tally import Tally
from tests.organizer import factories
from tests.organizer.roundplay import Play, pairs, table_numbers

pytestmark = pytest.mark.django_db


def refused(act: object, *args: object, **options: object) -> Refused:
    with pytest.raises(Refused) as error:
        act(*args, **options)  # type: ignore[operator]
    return error.value


def test_starting_makes_registered_entries_active_and_commits_the_first_seed() -> None:
    play = Play(5)
    assert play.event.status == Event.Status.RUNNING
    assert set(play.event.entries.values_list("status", flat=True)) == {Entry.Status.ACTIVE}
    first = play.event.rounds.get()
    assert first.status == Round.Status.COMMITTED
    assert first.seed_hash == hashlib.sha256(first.seed.encode()).hexdigest()


def test_the_seed_is_not_in_the_log_before_the_round_is_published_and_then_it_is() -> None:
    play = Play(4)
    draft = play.pair()
    seed = draft.seed
    assert not any(seed in str(row.data) + row.summary for row in play.event.log.all())
    assert draft.seed_hash in str(list(play.event.log.filter(public=True).values_list("data")))
    rounds.publish_round(draft, play.actor)
    published = play.event.log.get(kind="round.published")
    assert published.public
    assert (published.data["seed"], published.data["seed_hash"]) == (seed, draft.seed_hash)
    assert published.data["certificate"]["kind"] == draft.certificate["kind"]


def test_seeds_are_drawn_anew_for_every_event_and_round() -> None:
    assert len({rounds.fresh_seed() for _ in range(50)}) == 50
    assert len(rounds.fresh_seed()) == 32


def test_anybody_can_run_the_pairing_again_from_the_revealed_seed() -> None:
    play = Play(21)
    play.play(2)
    players = players_for_pairing(play.event.phases.get(), 3)
    round = play.publish()
    again = pairing.pair_swiss(players, round.seed)
    assert [[table.a, table.b] for table in again.tables] + [[again.bye, None]] == round.engine_tables


def test_starting_needs_two_players() -> None:
    event = factories.make_event()
    factories.make_entries(event, 1)
    error = refused(rounds.start_event, event, factories.owner_of(event))
    assert "at least two" in error.message
    assert not event.rounds.exists()
    assert event.entries.get().status == Entry.Status.REGISTERED


def test_starting_with_check_in_withdraws_who_did_not_come() -> None:
    event = factories.make_event(check_in=True)
    actor = factories.owner_of(event)
    here = factories.make_entries(event, 3)
    away = factories.make_entries(event, 1)[0]
    for entry in here:
        registration.check_in(entry, actor)
    rounds.start_event(event, actor)
    away.refresh_from_db()
    assert away.status == Entry.Status.WITHDRAWN
    assert event.entries.active().count() == 3


def test_an_event_starts_only_once() -> None:
    play = Play(4)
    assert refused(rounds.start_event, play.event, play.actor).code == "wrong_status"
    assert play.event.rounds.count() == 1


def test_the_number_of_rounds_is_found_at_the_start() -> None:
    assert Play(33).event.phases.get().rounds_planned == pairing.recommended_rounds(33) == 6


def test_a_fixed_number_of_rounds_stays() -> None:
    play = Play(8, phases=[{"kind": "swiss", "rounds_planned": 5}])
    assert play.event.phases.get().rounds_planned == 5


def test_everybody_sits_once_and_a_draft_is_not_public() -> None:
    play = Play(9)
    draft = play.pair()
    assert not draft.public
    assert Seating.objects.filter(round=draft).values("entry").distinct().count() == 9
    assert draft.matches.filter(kind=Match.Kind.BYE).count() == 1


def test_every_table_has_an_explanation() -> None:
    play = Play(6)
    assert all(match.explanation for match in play.pair().matches.all())


def test_t14_an_open_and_a_disputed_match_keep_the_next_round_from_being_paired() -> None:
    play = Play(6)
    round = play.publish()
    _first, second, third = round.matches.order_by("table")
    results.enter_result(third, play.actor, games_a=2, games_b=0)
    Match.objects.filter(pk=second.pk).update(status=Match.Status.DISPUTED)
    error = refused(rounds.pair_round, play.event, play.actor)
    assert error.code == "open_matches"
    assert "table 1" in error.message
    assert "table 2" in error.message
    assert "table 3" not in error.message
    assert play.event.rounds.filter(status=Round.Status.DRAFT).count() == 0


def test_t14_staff_override_is_logged_and_the_open_match_counts_as_nothing() -> None:
    play = Play(4)
    round = play.publish()
    open_table, other = round.matches.order_by("table")
    results.enter_result(other, play.actor, games_a=2, games_b=0)
    draft = play.pair(override_open=True, reason="the players went home")
    scores = {player.id: player.score for player in players_for_pairing(play.event.phases.get(), 2)}
    assert (scores[open_table.a_id], scores[open_table.b_id], scores[other.a_id]) == (0, 0, 3)
    assert frozenset((str(open_table.a), str(open_table.b))) not in pairs(draft)
    logged = play.event.log.get(kind="round.paired_over_open")
    assert logged.reason == "the players went home"
    assert logged.data["open"] == [open_table.pk]


def test_t15_pairing_twice_makes_one_round() -> None:
    play = Play(6)
    draft = play.pair()
    error = refused(rounds.pair_round, play.event, play.actor)
    assert isinstance(error, Stale)
    assert draft.seatings.count() == 6


def test_t15_a_repeated_request_is_recognized() -> None:
    play = Play(6)
    again = Actor(play.actor.user, "5e3b")
    rounds.pair_round(play.event, again)
    with pytest.raises(Repeated):
        rounds.pair_round(play.event, again)
    assert play.event.rounds.get(number=1).seatings.count() == 6


def test_a_page_that_means_an_earlier_round_is_told_so() -> None:
    play = Play(6)
    play.play()
    assert isinstance(refused(rounds.pair_round, play.event, play.actor, number=1), Stale)
    assert play.pair(number=2).number == 2


def test_t16_when_all_have_dropped_the_round_is_refused_clearly() -> None:
    play = Play(4)
    play.play()
    play.drop("Player 1", "Player 2", "Player 3")
    error = refused(rounds.pair_round, play.event, play.actor)
    assert error.code == "nobody_to_pair"
    assert "at least two active players" in error.message
    assert play.event.rounds.get(number=2).status == Round.Status.COMMITTED
    assert play.event.rounds.get(number=1).status == Round.Status.PUBLISHED


def test_t16_a_drop_after_the_pairings_are_out_leaves_the_table() -> None:
    play = Play(6)
    round = play.publish()
    table = round.matches.first()
    play.drop(str(table.a))
    table.refresh_from_db()
    assert (table.outcome, table.how, table.status) == ("b", "drop", "final")
    play.finish(round)
    following = play.publish()
    names = {name for pair in pairs(following) for name in pair}
    assert str(table.a) not in names
    assert len(names) == 5


def test_discarding_a_draft_and_pairing_again_gives_the_same_tables() -> None:
    play = Play(17)
    play.play()
    draft = play.pair()
    before = pairs(draft), table_numbers(draft)
    rounds.discard_draft(draft, play.actor)
    assert not play.event.rounds.get(number=2).matches.exists()
    again = play.pair()
    assert (pairs(again), table_numbers(again)) == before


def test_a_published_round_cannot_be_discarded() -> None:
    play = Play(4)
    assert refused(rounds.discard_draft, play.publish(), play.actor).code == "wrong_status"


def test_publishing_wins_the_bye_and_commits_the_next_round() -> None:
    play = Play(5)
    round = play.publish(start_clock=True)
    bye = round.matches.get(kind=Match.Kind.BYE)
    assert (bye.status, bye.outcome, bye.score()) == ("final", "a", (2, 0, 0))
    assert round.length_ms == 50 * 60_000
    assert round.clock_started_at is not None
    assert play.event.rounds.get(number=2).status == Round.Status.COMMITTED


@pytest.mark.parametrize("best_of, games", [(1, 1), (5, 3)])
def test_a_bye_is_worth_the_games_that_win_a_match(best_of: int, games: int) -> None:
    play = Play(3, best_of=best_of)
    assert play.publish().matches.get(kind=Match.Kind.BYE).score() == (games, 0, 0)


def test_the_last_planned_round_commits_no_further_one() -> None:
    play = Play(4, phases=[{"kind": "swiss", "rounds_planned": 1}])
    play.play()
    assert play.event.rounds.count() == 1
    assert refused(rounds.pair_round, play.event, play.actor).code == "no_more_rounds"


def test_rounds_may_be_added_while_the_event_runs() -> None:
    play = Play(8, phases=[{"kind": "swiss", "rounds_planned": 1}])
    play.play()
    rounds.plan_rounds(play.event, play.actor, play.event.phases.get(), 2)
    assert play.event.rounds.get(number=2).status == Round.Status.COMMITTED
    assert play.publish().number == 2


def test_rounds_cannot_be_planned_away_once_paired() -> None:
    play = Play(8)
    play.play(2)
    phase = play.event.phases.get()
    error = refused(rounds.plan_rounds, play.event, play.actor, phase, 1)
    assert error.field == "rounds_planned"
    rounds.plan_rounds(play.event, play.actor, phase, 2)
    assert play.event.rounds.count() == 2


def test_a_round_is_taken_back_while_nothing_is_reported() -> None:
    play = Play(5)
    round = play.publish(start_clock=True)
    before = pairs(round)
    draft = rounds.take_back_round(round, play.actor, reason="wrong hall")
    assert draft.status == Round.Status.DRAFT
    assert draft.clock_started_at is None
    assert set(draft.matches.values_list("status", flat=True)) == {"open"}
    again = rounds.publish_round(draft, play.actor)
    assert pairs(again) == before
    assert again.matches.get(kind=Match.Kind.BYE).outcome == "a"
    assert play.event.rounds.count() == 2


def test_a_round_with_a_result_is_not_taken_back() -> None:
    play = Play(4)
    round = play.publish()
    table = round.matches.get(table=2)
    results.enter_result(table, play.actor, games_a=2, games_b=0)
    error = refused(rounds.take_back_round, round, play.actor)
    assert error.code == "reported"
    assert "table 2" in error.message
    table.refresh_from_db()
    assert table.outcome == "a"


def test_a_drop_into_the_draft_keeps_it_from_being_published() -> None:
    play = Play(6)
    draft = play.pair()
    play.drop("Player 2")
    error = refused(rounds.publish_round, draft, play.actor)
    assert error.code == "field_changed"
    assert "Player 2" in error.message
    rounds.discard_draft(draft, play.actor)
    assert {name for pair in pairs(play.publish()) for name in pair} == {
        f"Player {number}" for number in (1, 3, 4, 5, 6)
    }


def test_a_draft_published_anyway_is_lost_by_who_left() -> None:
    play = Play(4)
    draft = play.pair()
    play.drop("Player 2")
    round = rounds.publish_round(draft, play.actor, force=True)
    table = next(match for match in round.matches.all() if "Player 2" in str(match))
    winner = table.a if table.outcome == "a" else table.b
    assert (table.status, table.how) == ("final", "drop")
    assert str(winner) != "Player 2"


def test_t7_awarded_byes() -> None:
    awarded = {number: {"awarded_byes": 1} for number in (1, 2, 3, 4)}
    play = Play(9, entries=awarded)
    first = play.publish()
    assert first.matches.filter(kind=Match.Kind.AWARDED_BYE).count() == 4
    assert first.matches.filter(kind=Match.Kind.PLAYED).count() == 2
    bye = first.matches.get(kind=Match.Kind.BYE)
    assert str(bye.a) not in {f"Player {number}" for number in (1, 2, 3, 4)}
    play.finish(first)
    had = {row.a_id for row in first.matches.filter(kind__in=["bye", "awarded_bye"])}
    points = {player.id: player.score for player in players_for_pairing(play.event.phases.get(), 2)}
    assert {points[entry] for entry in had} == {3}
    second = play.publish()
    assert second.matches.get(kind=Match.Kind.BYE).a_id not in had
    assert not second.matches.filter(kind=Match.Kind.AWARDED_BYE).exists()


def test_two_awarded_byes_cover_two_rounds() -> None:
    play = Play(6, entries={1: {"awarded_byes": 2}})
    kinds = []
    for _ in range(3):
        round = play.play()
        kinds.append(round.matches.get(a=play["Player 1"]).kind if round.number < 3 else "")
    assert kinds[:2] == ["awarded_bye", "awarded_bye"]
    assert not play.event.rounds.get(number=3).matches.filter(kind="awarded_bye").exists()


@pytest.mark.parametrize("rule, score", [("loss", 0), ("bye", 6)])
def test_a_late_entry_gets_its_missed_rounds_by_the_events_rule(rule: str, score: int) -> None:
    play = Play(8, late_entry=rule)
    play.play(2)
    late = play.late("Zoe")
    draft = play.pair()
    missed = Match.objects.filter(a=late, kind=Match.Kind.MISSED).order_by("round__number")
    assert [match.round.number for match in missed] == [1, 2]
    assert {match.status for match in missed} == {"final"}
    player = next(p for p in players_for_pairing(play.event.phases.get(), 3) if p.id == late.pk)
    assert player.score == score
    assert draft.seatings.filter(entry=late).exists()


def test_discarding_the_draft_takes_the_missed_rounds_of_a_late_entry_with_it() -> None:
    play = Play(7)
    play.play()
    play.late("Zoe")
    draft = play.pair()
    assert Match.objects.filter(kind=Match.Kind.MISSED).count() == 1
    rounds.discard_draft(draft, play.actor)
    assert not Match.objects.filter(kind=Match.Kind.MISSED).exists()


def test_rounds_missed_by_leaving_are_lost_even_where_late_entries_get_byes() -> None:
    play = Play(8, late_entry="bye")
    play.play()
    play.drop("Player 1")
    play.play()
    registration.reenter(play["Player 1"], play.actor)
    play.publish()
    missed = Match.objects.get(kind=Match.Kind.MISSED)
    assert (missed.a.name, missed.round.number, missed.outcome) == ("Player 1", 2, "b")


def test_the_winner_of_more_sits_at_a_lower_table() -> None:
    play = Play(16)
    play.play(2)
    scores = {player.id: player.score for player in players_for_pairing(play.event.phases.get(), 3)}
    tables = play.publish().matches.order_by("table")
    tops = [max(scores[match.a_id], scores[match.b_id]) for match in tables]
    assert tops == sorted(tops, reverse=True)
    assert [match.table for match in tables] == list(range(1, 9))


def test_a_fixed_table_is_kept_and_given_to_nobody_else() -> None:
    play = Play(8, entries={3: {"fixed_table": 2}, 6: {"fixed_table": 40}})
    for _ in range(3):
        round = play.play()
        numbers = table_numbers(round)
        assert numbers["Player 6"] == 40 or numbers["Player 6"] == numbers["Player 3"]
        assert numbers["Player 3"] == 2
        assert len(set(numbers.values())) == 4


def test_points_for_pairing_are_those_of_the_standings() -> None:
    play = Play(11, points_win=2, points_draw=1, points_loss=0)
    outcomes = iter(["a", "draw", "b", "a", "draw"] * 20)
    play.play(3, lambda match: next(outcomes))
    play.drop("Player 4")
    phase = play.event.phases.get()
    facts, rules = phase_facts(phase), event_ruleset(play.event)
    tally = Tally(
        facts.entrants, facts.matches, rules.points, rules.game_points, facts.rounds_completed, True
    )
    for player in players_for_pairing(phase):
        place = tally.index[player.id]
        assert player.score == tally.points[place]
        assert set(player.opponents) == {tally.id(other) for other in tally.opponents[place]}
        assert player.byes == tally.bye_rounds[place]


def test_who_was_paired_down_is_counted() -> None:
    play = Play(6)
    play.play()
    scores = {player.id: player.score for player in players_for_pairing(play.event.phases.get(), 2)}
    round = play.play()
    (table,) = (match for match in round.matches.all() if scores[match.a_id] != scores[match.b_id])
    upper = table.a_id if scores[table.a_id] > scores[table.b_id] else table.b_id
    found = players_for_pairing(play.event.phases.get(), 3)
    assert {player.id: player.downs for player in found if player.downs} == {upper: 1}


def test_players_who_are_in_the_middle_of_a_round_do_not_change_the_official_table() -> None:
    play = Play(6)
    play.play()
    phase: Phase = play.event.phases.get()
    before = phase_table(phase)
    round = play.publish()
    results.enter_result(round.matches.get(table=1), play.actor, games_a=2, games_b=0)
    assert phase_table(phase) == before
    assert phase_table(phase, live=True) != before


def test_the_first_round_by_seed_sets_the_top_half_against_the_bottom_half() -> None:
    seeds = {number: {"seed": number} for number in range(1, 9)}
    play = Play(8, first_round="seed", entries=seeds)
    assert pairs(play.pair()) == {frozenset((f"Player {k}", f"Player {k + 4}")) for k in range(1, 5)}


def test_club_mates_are_kept_apart_when_the_event_asks_for_it() -> None:
    clubs = {number: {"club": "North" if number <= 4 else "South"} for number in range(1, 9)}
    play = Play(8, keep_clubs_apart=True, entries=clubs)
    for pair in pairs(play.pair()):
        assert len({int(name.split()[1]) <= 4 for name in pair}) == 2


def test_a_round_robin_lets_everybody_meet_everybody() -> None:
    play = Play(5, phases=[{"kind": "round_robin"}])
    seen: list[frozenset[str]] = []
    for _ in range(5):
        seen += pairs(play.play())
    games = [pair for pair in seen if len(pair) == 2]
    assert len(games) == len(set(games)) == 10
    assert sorted(len(pair) for pair in seen).count(1) == 5
    assert refused(rounds.pair_round, play.event, play.actor).code == "no_more_rounds"


def test_who_left_a_round_robin_loses_the_rest_by_default() -> None:
    play = Play(4, phases=[{"kind": "round_robin"}])
    play.play()
    play.drop("Player 1")
    round = play.publish()
    table = next(match for match in round.matches.all() if "Player 1" in str(match))
    assert (table.status, table.how) == ("final", "drop")


def test_the_log_of_a_whole_phase_hangs_together() -> None:
    play = Play(7)
    play.play(3)
    assert verify_log(play.event) is None
