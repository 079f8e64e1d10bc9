"""The twelve traps of tie-breaks, one test or more for each."""

from dataclasses import replace
from fractions import Fraction

import pytest

from organizer.standings import (
    Entrant,
    FactError,
    MatchFact,
    Outcome,
    Points,
    Standings,
    bye,
    compute,
    decimal,
    double_loss,
    intentional_draw,
    match_loss,
    no_show,
    played,
    ruleset,
)
from tests.organizer.standings.standings_field import EXAMPLE_ENTRANTS, EXAMPLE_MATCHES, rules

F = Fraction


def table(names, matches, rules_used, rounds):
    return compute([Entrant(name) for name in names], matches, rules_used, rounds_completed=rounds)


@pytest.mark.parametrize(
    "name, value, shown", [("magic", F(33, 100), "0.3300"), ("hourglass", F(1, 3), "0.3333")]
)
def test_trap_1_the_floor_is_what_the_ruleset_says(name, value, shown):
    found = table("AB", [played(1, "A", "B", 2, 0)], rules(name), 1).value("A", "omw")
    assert (found, decimal(found)) == (value, shown)


def test_trap_1_the_own_game_win_percentage_has_the_floor_too():
    assert table("AB", [played(1, "A", "B", 2, 0)], rules("magic"), 1).value("B", "gw") == F(33, 100)


def test_trap_2_the_bye_in_the_opponents_percentage_changes_first_place():
    matches = [played(1, "A", "C", 2, 0), played(1, "B", "D", 2, 0)]
    matches += [bye(number, name) for name in "AB" for number in (2, 3)]
    matches += [bye(2, "C"), played(3, "C", "E", 1, 1, 1)]
    matches += [played(2, "D", "E", 2, 0), played(3, "D", "F", 0, 2)]
    printed = table("ABCDEF", matches, rules("magic"), 3)
    software = table("ABCDEF", matches, rules("magic-software"), 3)
    assert (printed.rows[0].id, printed.value("A", "omw"), printed.value("B", "omw")) == (
        "A",
        F(4, 9),
        F(1, 3),
    )
    assert (software.rows[0].id, software.value("A", "omw")) == ("B", F(33, 100))


def test_trap_3_the_cap_for_a_leaver_changes_places():
    entrants = [Entrant("A"), Entrant("B"), Entrant("C", dropped_after=1), Entrant("D")]
    matches = [
        played(1, "C", "A", 2, 0),
        played(1, "D", "B", 2, 0),
        played(2, "D", "E", 1, 1, 1),
        played(3, "D", "E", 2, 0),
    ]
    entrants.append(Entrant("E"))
    left = compute(entrants, matches, rules("pokemon", "owp"), rounds_completed=3)
    assert left.value("A", "owp") == F(3, 4)
    assert left.value("B", "owp") == F(5, 6)
    stayed = [replace(entrant, dropped_after=None) for entrant in entrants]
    without = compute(stayed, matches, rules("pokemon", "owp"), rounds_completed=3)
    assert without.value("A", "owp") == 1
    assert left.row("A").place > left.row("B").place
    assert without.row("A").place < without.row("B").place


def test_trap_3_a_drop_after_the_last_completed_round_is_no_cap_yet():
    entrants = [Entrant("A"), Entrant("C", dropped_after=1)]
    found = compute(entrants, [played(1, "C", "A", 2, 0)], rules("pokemon"), rounds_completed=1)
    assert found.value("A", "owp") == 1


def test_trap_4_the_mean_is_of_percentages_not_of_pooled_points():
    matches = [
        played(1, "A", "B", 2, 0),
        played(2, "A", "C", 0, 2),
        played(2, "B", "D", 2, 0),
        played(3, "B", "E", 2, 0),
    ]
    # B has 6 of 9, C has 3 of 3: pooled that is 9 of 12.
    assert table("ABCDE", matches, rules("magic"), 3).value("A", "omw") == F(5, 6)


def test_trap_5_an_agreed_draw_is_three_drawn_games():
    found = table("AB", [intentional_draw(1, "A", "B")], rules("magic"), 1)
    assert found.value("A", "gw") == F(3, 9)
    assert found.value("A", "points") == 1


def test_trap_6_the_unfinished_game_is_a_drawn_game():
    found = table("AB", [played(1, "A", "B", 1, 1, 1)], rules("magic"), 1)
    assert found.value("A", "gw") == F(4, 9)
    assert found.value("A", "points") == 1


def test_trap_7_a_double_loss_is_a_round_with_nothing_for_both():
    matches = [double_loss(1, "A", "B"), played(2, "A", "C", 2, 0)]
    found = table("ABC", matches, rules("magic", "points", "mw", "omw"), 2)
    assert (found.value("A", "points"), found.value("A", "mw")) == (3, F(1, 2))
    assert found.value("B", "omw") == F(1, 2)


def test_trap_8_a_game_lost_by_penalty_is_a_lost_game():
    found = table("AB", [played(1, "A", "B", 2, 1)], rules("magic"), 1)
    assert found.value("A", "gw") == F(6, 9)


def test_trap_8_a_match_lost_by_penalty_is_nothing_to_two():
    found = table("AB", [match_loss(1, "A", "B")], rules("magic", "points", "gw", "game_difference"), 1)
    assert [found.value("B", key) for key in found.keys] == [0, F(33, 100), 2 * -1]


def test_trap_9_rounds_not_completed_are_not_looked_at():
    running = [*EXAMPLE_MATCHES, played(4, "A", "D", 0, 2)]
    before = compute(EXAMPLE_ENTRANTS, EXAMPLE_MATCHES, rules("magic"), rounds_completed=3)
    assert compute(EXAMPLE_ENTRANTS, running, rules("magic"), rounds_completed=3) == before


def test_trap_9_a_match_without_result_counts_as_nothing():
    one_open = [match for match in EXAMPLE_MATCHES if (match.round, match.a) != (3, "E")]
    found = compute(EXAMPLE_ENTRANTS, one_open, rules("magic", "points", "mw"), rounds_completed=3)
    assert [found.value("E", key) for key in found.keys] == [1, F(1, 6)]


def test_trap_10_the_highest_value_ranks_first():
    values = [
        row.values
        for row in compute(EXAMPLE_ENTRANTS, EXAMPLE_MATCHES, rules("magic"), rounds_completed=3).rows
    ]
    assert values == sorted(values, reverse=True)


def test_trap_10_values_that_look_equal_in_four_digits_are_told_apart():
    # 5/8999 and 5/9000 points per game both show as 0.0006 (a league with very many games).
    near = [
        MatchFact(1, "A", "C", 3, 897, 0, Outcome.DRAW),
        MatchFact(1, "B", "D", 3, 898, 0, Outcome.DRAW),
    ]
    rules_used = replace(rules("hourglass"), chain=(ruleset("netrunner").rule("gw"),))
    found = table("ABCD", near, rules_used, 1)
    a, b = found.value("A", "gw"), found.value("B", "gw")
    assert decimal(a, 4) == decimal(b, 4)
    assert a > b
    assert found.row("A").place < found.row("B").place


def test_trap_10_equal_to_the_last_is_a_shared_place():
    matches = [played(1, "A", "B", 2, 0), played(1, "C", "D", 2, 0)]
    found = table("ABCD", matches, rules("magic"), 1)
    assert [(row.place, row.shared) for row in found.rows] == [(1, True), (1, True), (3, True), (3, True)]


def test_trap_10_the_lot_settles_what_is_left_and_is_kept():
    matches = [played(1, "A", "B", 2, 0), played(1, "C", "D", 2, 0)]
    entrants = [Entrant(name) for name in "ABCD"]
    orders = {
        tuple(
            row.id
            for row in compute(facts, matches, rules("hourglass"), rounds_completed=1, lot_seed="s").rows
        )
        for facts in (entrants, entrants[::-1])
    }
    assert len(orders) == 1
    found = compute(entrants, matches, rules("hourglass"), rounds_completed=1, lot_seed="s")
    assert [row.place for row in found.rows] == [1, 2, 3, 4]


def test_trap_11_t13_a_frozen_table_is_byte_identical_after_a_drop_in_the_cut():
    frozen = compute(EXAMPLE_ENTRANTS, EXAMPLE_MATCHES, rules("magic"), rounds_completed=3).to_json()
    assert Standings.from_json(frozen).to_json() == frozen
    cut = [*EXAMPLE_MATCHES, played(4, "A", "D", 2, 0), no_show(4, "F", "E")]
    again = compute(EXAMPLE_ENTRANTS, cut, rules("magic"), rounds_completed=3)
    assert again.to_json().encode() == frozen.encode()


@pytest.mark.parametrize(
    "name, key, value",
    [
        ("magic", "omw", F(33, 100)),
        ("magic", "ogw", F(33, 100)),
        ("magic-software", "omw", F(33, 100)),
        ("hourglass", "omw", F(1, 3)),
        ("pokemon", "owp", F(1, 4)),
        ("pokemon", "oowp", F(1, 4)),
        ("netrunner", "sos", F(0)),
        ("netrunner", "xsos", F(0)),
        ("challonge", "median_buchholz", F(0)),
    ],
)
def test_trap_12_without_opponents_the_convention_holds(name, key, value):
    found = compute([Entrant("A", dropped_after=1)], [bye(1, "A")], rules(name, key), rounds_completed=2)
    assert found.value("A", key) == value
    assert found.working("A", key).recomputed == value


@pytest.mark.parametrize("name", ["magic", "magic-software", "pokemon", "hourglass"])
def test_trap_12_the_ruleset_says_so(name):
    assert any("met nobody" in note for note in ruleset(name).notes)


def test_a_no_show_is_won_two_nothing_and_counts_as_met():
    found = table("AB", [no_show(1, "A", "B")], rules("magic"), 1)
    assert [found.value("A", key) for key in found.keys] == [3, F(33, 100), 1, F(33, 100)]
    assert [term.counted for term in found.working("A", "omw").terms] == [True]


def test_a_no_show_does_not_count_as_met_where_the_ruleset_says_so():
    strict = replace(rules("magic"), unplayed_meets=False)
    found = table("AB", [no_show(1, "A", "B")], strict, 1)
    assert [term.counted for term in found.working("A", "omw").terms] == [False]


@pytest.mark.parametrize("best_of, games", [(1, 1), (3, 2), (5, 3)])
def test_a_bye_is_won_without_losing_a_game(best_of, games):
    fact = bye(1, "A", best_of)
    assert (fact.games_a, fact.games_b, fact.games_drawn) == (games, 0, 0)


def test_a_disqualified_entry_takes_no_place_but_feeds_the_others():
    entrants = [replace(entrant, disqualified=entrant.id == "A") for entrant in EXAMPLE_ENTRANTS]
    found = compute(entrants, EXAMPLE_MATCHES, rules("magic"), rounds_completed=3)
    assert [(row.place, row.id) for row in found.rows] == list(enumerate("FEDBC", start=1))
    assert found.value("F", "omw") == F(14, 27)


def test_other_points_change_the_percentages_with_them():
    two_points = rules("hourglass").with_points(2, 1, 0)
    found = table("AB", [played(1, "A", "B", 1, 1)], two_points, 1)
    assert (found.value("A", "points"), found.value("A", "omw")) == (1, F(1, 2))


@pytest.mark.parametrize(
    "matches, message",
    [
        ([played(1, "A", "A", 2, 0)], "against itself"),
        ([played(1, "A", "X", 2, 0)], "no entry has the id 'X'"),
        ([played(1, "X", "A", 2, 0)], "no entry has the id 'X'"),
        ([played(1, "A", "B", 2, 0), played(1, "B", "A", 2, 0)], "two results in round 1"),
        ([bye(1, "B"), played(1, "A", "B", 2, 0)], "'B' has two results in round 1"),
        ([played(1, "A", "B", 2, 0), bye(1, "A")], "two results in round 1"),
        ([played(0, "A", "B", 2, 0)], "numbered from 1"),
        ([played(1, "A", "B", -1, 0)], "games of 'A'"),
        ([played(1, "A", None, 2, 0)], "has no opponent"),
        ([replace(bye(1, "A"), b="B")], "bye result and an opponent"),
        ([replace(bye(1, "A"), outcome=Outcome.B)], "must be a win"),
    ],
)
def test_t17_facts_that_do_not_fit_are_refused(matches, message):
    with pytest.raises(FactError, match=message):
        table("AB", matches, rules("magic"), 1)


def test_t17_the_same_entry_twice_is_refused():
    with pytest.raises(FactError, match="'A' is listed twice"):
        table("AA", [], rules("magic"), 0)


def test_points_that_reward_losing_are_refused():
    with pytest.raises(FactError, match="at least"):
        Points(F(0), F(1), F(0))
