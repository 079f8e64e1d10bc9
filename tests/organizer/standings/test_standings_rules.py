"""Head-to-head, lot, seeds, FIDE's unplayed rounds, dated rulesets, and tables compared."""

from dataclasses import replace
from datetime import date
from fractions import Fraction
from hashlib import sha256

import pytest

from organizer.standings import (
    CATALOGUE,
    RULESETS,
    Entrant,
    FactError,
    RulesetError,
    Standings,
    absent,
    bye,
    compute,
    diff,
    double_loss,
    no_show,
    played,
    ruleset,
)
from tests.organizer.standings.standings_field import EXAMPLE_ENTRANTS, EXAMPLE_MATCHES, rules

F = Fraction
CHAIN = rules("hourglass", "points", "h2h")


def table(names, matches, rules_used, rounds, seed=""):
    entrants = [Entrant(name) for name in names]
    return compute(entrants, matches, rules_used, rounds_completed=rounds, lot_seed=seed)


def test_head_to_head_settles_two_who_met():
    matches = [played(1, "A", "B", 0, 2), played(2, "A", "C", 2, 0), played(2, "B", "D", 0, 2)]
    found = table("ABCD", [*matches, bye(3, "A"), bye(3, "B")], CHAIN, 3)
    assert [row.id for row in found.rows[:2]] == ["B", "A"]
    assert [found.value(name, "h2h") for name in "AB"] == [0, 3]


def test_head_to_head_in_a_cycle_leaves_all_level():
    cycle = [played(1, "A", "B", 2, 0), played(2, "B", "C", 2, 0), played(3, "C", "A", 2, 0)]
    found = table("ABC", cycle, CHAIN, 3)
    assert [(row.place, row.shared) for row in found.rows] == [(1, True)] * 3
    assert [found.value(name, "h2h") for name in "ABC"] == [3, 3, 3]


def test_head_to_head_does_not_apply_when_two_of_the_tied_never_met():
    matches = [played(1, "A", "B", 2, 0), played(2, "B", "D", 2, 0), played(2, "C", "E", 2, 0)]
    found = table("ABCDE", matches, CHAIN, 2)
    tied = [row.id for row in found.rows if row.place == 1]
    assert sorted(tied) == ["A", "B", "C"]
    assert found.value("A", "h2h") is None
    assert "not all met" in found.working("A", "h2h").steps()[0]


def test_head_to_head_does_not_apply_when_the_tied_met_others_instead():
    matches = [
        played(1, "A", "B", 2, 0),
        double_loss(2, "A", "D"),
        played(2, "B", "E", 2, 0),
        played(1, "C", "D", 2, 0),
        played(2, "C", "F", 0, 2),
        played(1, "E", "F", 0, 0, 3),
    ]
    found = table("ABCDEF", matches, CHAIN, 2)
    assert [row.values for row in found.rows if row.id in "ABC"] == [(3, None)] * 3
    assert [row.place for row in found.rows if row.id in "ABC"] == [2] * 3


def test_head_to_head_that_settles_some_passes_the_rest_on_together():
    matches = [
        played(1, "A", "B", 2, 0),
        played(2, "A", "C", 2, 0),
        played(3, "B", "C", 1, 1),
        *[bye(number, name) for number, name in ((4, "B"), (5, "B"), (4, "C"), (5, "C"))],
        played(6, "A", "D", 0, 0, 3),
    ]
    found = table("ABCD", matches, CHAIN, 6)
    assert next((row.place, row.id) for row in found.rows if row.place < 4) == (1, "A")
    assert {row.id for row in found.rows if row.place == 2} == {"B", "C"}


def test_head_to_head_of_two_meetings_is_their_mean():
    matches = [played(1, "A", "B", 2, 0), played(2, "B", "A", 1, 1), bye(3, "B")]
    found = table("AB", [*matches], CHAIN, 3)
    assert [found.value(name, "h2h") for name in "AB"] == [F(2), F(1, 2)]


def test_the_lot_is_the_published_hash():
    names = [f"player {number}" for number in range(20)]
    found = table(names, [], rules("hourglass"), 0, "spring")
    expected = sorted(names, key=lambda name: sha256(f"spring\n{name}".encode()).digest())
    assert [row.id for row in found.rows] == expected
    assert [row.values[-1] for row in found.rows] == list(range(1, 21))


def test_another_seed_draws_another_lot():
    names = [f"player {number}" for number in range(20)]
    orders = {tuple(row.id for row in table(names, [], rules("hourglass"), 0, s).rows) for s in "abc"}
    assert len(orders) == 3


def test_the_lot_between_two_does_not_depend_on_who_else_takes_part():
    few = [row.id for row in table("ABC", [], rules("hourglass"), 0, "x").rows]
    many = [row.id for row in table("ABCDEFG", [], rules("hourglass"), 0, "x").rows if row.id in "ABC"]
    assert few == many


def test_late_entries_rank_below_their_equals_only():
    entrants = [Entrant("A", late=True), Entrant("B"), Entrant("C"), Entrant("D")]
    matches = [played(1, "A", "C", 2, 0), played(1, "B", "D", 2, 0)]
    found = compute(entrants, matches, rules("pokemon"), rounds_completed=1)
    assert [row.id for row in found.rows[:2]] == ["B", "A"]


def test_a_hand_set_seed_ranks_low_first_and_none_last():
    entrants = [Entrant("A"), Entrant("B", seed=2), Entrant("C", seed=1)]
    found = compute(entrants, [], rules("netrunner"), rounds_completed=0)
    assert [row.id for row in found.rows] == ["C", "B", "A"]
    assert [row.values[1] for row in found.rows] == [1, 2, None]


def test_game_difference_may_be_negative():
    found = table("AB", [played(1, "A", "B", 2, 1)], rules("magic", "game_difference"), 1)
    assert [row.values[0] for row in found.rows] == [1, -1]


def test_fide_counts_rounds_after_leaving_as_draws_for_the_opponents():
    work = compute(EXAMPLE_ENTRANTS, EXAMPLE_MATCHES, rules("fide"), rounds_completed=3).working(
        "D", "buchholz"
    )
    assert [term.value for term in work.terms] == [2, 1, F(3, 2)]
    assert "after leaving" in work.terms[0].note
    assert "dummy" in work.terms[1].note


def test_fide_2026_caps_the_dummy_and_2024_does_not():
    matches = [bye(number, "A") for number in (1, 2)]
    values = [
        table("A", matches, rules(name), 2).value("A", "buchholz") for name in ("fide-2024", "fide-2026")
    ]
    assert values == [4, 2]


def test_fide_cuts_a_round_stayed_away_from_before_a_weaker_opponent():
    matches = [absent(1, "A", drawn=True), played(1, "B", "C", 0, 2), played(2, "A", "B", 2, 0)]
    work = table("ABC", matches, rules("fide-2024"), 2).working("A", "buchholz_cut1")
    assert [(term.counted, term.value) for term in work.terms] == [(False, F(3, 2)), (True, 0)]


def test_fide_takes_a_no_show_as_not_played():
    found = table("AB", [no_show(1, "A", "B")], rules("fide-2024"), 1)
    assert found.value("A", "buchholz") == 1


@pytest.mark.parametrize(
    "name, on, expected",
    [
        ("fide", date(2024, 8, 1), "fide-2024"),
        ("fide", date(2026, 2, 28), "fide-2024"),
        ("fide", date(2026, 3, 1), "fide-2026"),
        ("fide", None, "fide-2026"),
        ("fide-2024", date(2026, 6, 1), "fide-2024"),
        ("magic", date(2026, 2, 27), "magic-2026"),
        ("pokemon", date(2020, 1, 1), "pokemon-2026"),
    ],
)
def test_a_ruleset_is_picked_by_date(name, on, expected):
    assert ruleset(name, on).id == expected


def test_the_default_is_the_printed_magic_text():
    assert ruleset().id == "magic-2026"


@pytest.mark.parametrize(
    "name, on, message",
    [
        ("chess", None, "there are magic, magic-software, pokemon, netrunner, fide, challonge, hourglass"),
        ("magic", date(2026, 2, 26), "no text of magic was in force on 2026-02-26"),
    ],
)
def test_an_unknown_ruleset_says_what_there_is(name, on, message):
    with pytest.raises(RulesetError, match=message):
        ruleset(name, on)


def test_texts_of_one_family_never_overlap():
    for first in RULESETS:
        for second in RULESETS:
            if first is not second and first.family == second.family:
                assert not (first.in_force(second.valid_from) and second.valid_from >= first.valid_from)


def test_a_chosen_chain_keeps_the_parameters_of_the_ruleset():
    assert rules("hourglass", "gw", "omw").with_chain(["omw"]).rule("omw") == ruleset("hourglass").rule("omw")


@pytest.mark.parametrize(
    "keys, message",
    [(["points", "elo"], "'elo'; there are"), (["gw", "gw"], "named twice"), ([], "at least one")],
)
def test_a_chain_that_makes_no_sense_is_refused(keys, message):
    with pytest.raises(RulesetError, match=message):
        ruleset("magic").with_chain(keys)


@pytest.mark.parametrize("key", sorted(CATALOGUE))
def test_every_tie_break_has_formula_source_and_docstring(key):
    rule = CATALOGUE[key]
    assert rule.title
    assert rule.formula
    assert rule.source
    assert "Source" in (type(rule).__doc__ or "")


def test_a_working_shows_skipped_byes_and_floors():
    matches = [played(1, "A", "B", 2, 0), bye(2, "A"), played(3, "A", "C", 2, 0), bye(3, "B")]
    work = table("ABC", matches, rules("magic"), 3).working("A", "omw")
    assert [(term.round, term.opponent, term.counted, term.value) for term in work.terms] == [
        (1, "B", True, F(1, 2)),
        (2, None, False, 0),
        (3, "C", True, F(33, 100)),
    ]
    assert "skipped" in work.terms[1].note
    assert "floor applied" in work.terms[2].note
    assert work.steps() == (
        "1/2 + 33/100 = 83/100",
        "83/100 / 2 = 83/200",
        "Opponents' match-win %: 83/200 (0.4150)",
    )


def test_a_disqualified_entry_still_has_a_working():
    entrants = [Entrant("A", disqualified=True), Entrant("B")]
    found = compute(entrants, [played(1, "A", "B", 2, 0)], rules("magic"), rounds_completed=1)
    assert found.working("A", "points").result == 3


def test_a_working_of_an_unknown_entry_is_refused():
    with pytest.raises(FactError, match="no entry has the id 'X'"):
        table("AB", [], rules("magic"), 0).working("X", "omw")


def test_a_correction_shows_what_it_changes():
    corrected = [
        played(3, "E", "D", 1, 2) if (match.round, match.a) == (3, "E") else match
        for match in EXAMPLE_MATCHES
    ]
    before = compute(EXAMPLE_ENTRANTS, EXAMPLE_MATCHES, rules("magic"), rounds_completed=3)
    changes = diff(before, compute(EXAMPLE_ENTRANTS, corrected, rules("magic"), rounds_completed=3))
    d = next(change for change in changes if change.id == "D")
    assert (d.place_before, d.place_after) == (4, 2)
    points = next(value for value in d.values if value.key == "points")
    assert (points.before, points.after) == (3, 6)


def test_equal_tables_have_no_difference():
    before = compute(EXAMPLE_ENTRANTS, EXAMPLE_MATCHES, rules("magic"), rounds_completed=3)
    assert diff(before, Standings.from_json(before.to_json())) == ()


def test_a_disqualification_shows_as_gone_and_others_move_up():
    before = compute(EXAMPLE_ENTRANTS, EXAMPLE_MATCHES, rules("magic"), rounds_completed=3)
    entrants = [replace(entrant, disqualified=entrant.id == "A") for entrant in EXAMPLE_ENTRANTS]
    changes = diff(before, compute(entrants, EXAMPLE_MATCHES, rules("magic"), rounds_completed=3))
    assert [(change.id, change.place_before, change.place_after) for change in changes] == [
        ("F", 2, 1),
        ("E", 3, 2),
        ("D", 4, 3),
        ("B", 5, 4),
        ("C", 6, 5),
        ("A", 1, None),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"format":2}',
        '{"format":1,"ruleset":"x","rounds":1,"keys":["a"],"titles":["A"],"rows":[[1,false,"x",false,[]]]}',
        '{"format":1,"ruleset":"x","rounds":1,"keys":["a"],"titles":["A"],"rows":[[1,false,"x",false,["1/0"]]]}',
        '{"format":1,"ruleset":"x","rounds":1,"keys":["a"],"titles":["A"],"rows":[[1,false,2.5,false,["1"]]]}',
    ],
)
def test_a_text_that_is_no_table_is_refused(text):
    with pytest.raises(FactError):
        Standings.from_json(text)


def test_a_frozen_table_says_that_it_has_no_workings():
    frozen = Standings.from_json(
        compute(EXAMPLE_ENTRANTS, EXAMPLE_MATCHES, rules("magic"), rounds_completed=3).to_json()
    )
    with pytest.raises(FactError, match="frozen"):
        frozen.working("A", "omw")
