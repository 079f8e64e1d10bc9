"""Random events: the fast table against a slow second implementation, and what must always hold."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from organizer.standings import CATALOGUE, RULESETS, Standings, compute
from tests.organizer.standings.standings_field import Naive, events, rules

F = Fraction
NEAR_THIRD = F(33, 100)
CARDS = (F(3), F(1))
CHESS = (F(1), F(1, 2))
DEFINITIONS = [
    ("magic", "points", CARDS, lambda naive, entry: naive.points(entry)),
    ("magic", "mw", CARDS, lambda naive, entry: naive.mw(entry)),
    ("magic", "omw", CARDS, lambda naive, entry: naive.omw(entry, NEAR_THIRD)),
    ("magic", "gw", CARDS, lambda naive, entry: naive.gw(entry, NEAR_THIRD)),
    ("magic", "ogw", CARDS, lambda naive, entry: naive.ogw(entry, NEAR_THIRD)),
    ("magic-software", "omw", CARDS, lambda naive, entry: naive.omw(entry, NEAR_THIRD, byes=False)),
    ("hourglass", "omw", CARDS, lambda naive, entry: naive.omw(entry, F(1, 3))),
    ("pokemon", "owp", CARDS, lambda naive, entry: naive.owp(entry)),
    ("pokemon", "oowp", CARDS, lambda naive, entry: naive.oowp(entry)),
    ("netrunner", "sos", CARDS, lambda naive, entry: naive.sos(entry)),
    ("netrunner", "xsos", CARDS, lambda naive, entry: naive.xsos(entry)),
    ("fide-2024", "buchholz", CHESS, lambda naive, entry: naive.fide_buchholz(entry, None, 0)),
    ("fide-2024", "buchholz_cut1", CHESS, lambda naive, entry: naive.fide_buchholz(entry, None, 1)),
    ("fide-2024", "sb", CHESS, lambda naive, entry: naive.fide_sb(entry, None)),
    ("fide-2026", "buchholz", CHESS, lambda naive, entry: naive.fide_buchholz(entry, F(1, 2), 0)),
    ("fide-2026", "buchholz_cut1", CHESS, lambda naive, entry: naive.fide_buchholz(entry, F(1, 2), 1)),
    ("fide-2026", "sb", CHESS, lambda naive, entry: naive.fide_sb(entry, F(1, 2))),
    ("challonge", "median_buchholz", CHESS, lambda naive, entry: naive.median(entry)),
]


@pytest.mark.parametrize(
    "name, key, points, define", DEFINITIONS, ids=[f"{name}-{key}" for name, key, _p, _d in DEFINITIONS]
)
@given(event=events())
@settings(max_examples=60, deadline=None)
def test_the_fast_table_agrees_with_the_definition(name, key, points, define, event):
    entrants, matches, rounds = event
    naive = Naive(entrants, matches, rounds, *points)
    table = compute(entrants, matches, rules(name, key), rounds_completed=rounds)
    expected = {e.id: define(naive, e.id) for e in entrants if not e.disqualified}
    assert {row.id: row.values[0] for row in table.rows} == expected
    for row in table.rows:
        assert row.place == 1 + sum(value > row.values[0] for value in expected.values())


@given(event=events(), ruleset=st.sampled_from(RULESETS))
@settings(max_examples=150, deadline=None)
def test_the_terms_of_every_working_add_up_to_the_value(event, ruleset):
    entrants, matches, rounds = event
    table = compute(entrants, matches, ruleset, rounds_completed=rounds, lot_seed="s")
    for row in table.rows:
        for key, value in zip(table.keys, row.values, strict=True):
            work = table.working(row.id, key)
            assert work.result == value
            assert value is None or work.recomputed == value


@given(event=events(), key=st.sampled_from(sorted(CATALOGUE)))
@settings(max_examples=150, deadline=None)
def test_every_tie_break_works_in_every_ruleset(event, key):
    entrants, matches, rounds = event
    for ruleset in RULESETS:
        table = compute(entrants, matches, ruleset.with_chain([key]), rounds_completed=rounds)
        for row in table.rows:
            assert table.working(row.id, key).result == row.values[0]


@given(event=events(), ruleset=st.sampled_from(RULESETS), random=st.randoms(use_true_random=False))
@settings(max_examples=100, deadline=None)
def test_the_order_in_which_facts_arrive_changes_nothing(event, ruleset, random):
    entrants, matches, rounds = event
    before = compute(entrants, matches, ruleset, rounds_completed=rounds, lot_seed="s").to_json()
    random.shuffle(entrants)
    random.shuffle(matches)
    assert compute(entrants, matches, ruleset, rounds_completed=rounds, lot_seed="s").to_json() == before


@given(event=events(), ruleset=st.sampled_from(RULESETS))
@settings(max_examples=100, deadline=None)
def test_a_table_comes_back_from_text_without_loss(event, ruleset):
    entrants, matches, rounds = event
    table = compute(entrants, matches, ruleset, rounds_completed=rounds, lot_seed="s")
    again = Standings.from_json(table.to_json())
    assert again == table
    assert again.to_json() == table.to_json()


@given(event=events())
@settings(max_examples=100, deadline=None)
def test_with_the_lot_at_the_end_no_place_is_shared(event):
    entrants, matches, rounds = event
    table = compute(entrants, matches, rules("hourglass"), rounds_completed=rounds, lot_seed="s")
    assert [row.place for row in table.rows] == list(range(1, len(table.rows) + 1))
