"""The verifier finds what is wrong with a round, by itself."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from organizer.pairing import Player, Table, pair_swiss, parity_bound, verify
from tests.organizer.pairing.pairing_fields import best_by_enumeration, every_round, goals

FIELD = [
    Player("A", 6, frozenset({"B"})),
    Player("B", 6, frozenset({"A"})),
    Player("C", 6),
    Player("D", 3, byes=1),
    Player("E", 0),
]
GOOD = [Table("A", "C", 6, 6), Table("B", "D", 6, 3)]


def test_a_good_round_has_no_fault_and_is_proved() -> None:
    check = verify(FIELD, GOOD, "E")
    assert check.faults == ()
    assert check.proved_best


def test_a_rematch_is_counted_even_when_one_side_alone_lists_it() -> None:
    field = [Player("A", 6), *FIELD[1:]]
    check = verify(field, [Table("A", "B", 6, 6), Table("C", "D", 6, 3)], "E")
    assert check.rematches == 1
    assert not check.proved_best


@pytest.mark.parametrize(
    "tables, bye, fault",
    [
        (GOOD[:1], "E", "B is not seated."),
        (GOOD, None, "E is not seated."),
        ([*GOOD, Table("C", "E", 6, 0)], None, "C is seated 2 times."),
        (GOOD, "C", "C is seated 2 times."),
        ([*GOOD, Table("E", "Z", 0, 0)], None, "Z is not among the players."),
        ([*GOOD, Table("E", "E", 0, 0)], None, "E is seated against themselves."),
    ],
)
def test_who_is_not_seated_once_is_named(tables: list[Table], bye: str | None, fault: str) -> None:
    check = verify(FIELD, tables, bye)
    assert fault in check.faults
    assert not check.seated
    assert not check.proved_best


def test_somebody_with_a_bye_by_right_may_not_be_seated() -> None:
    field = [Player("A"), Player("B", awarded_bye=True)]
    assert verify(field, [Table("A", "B", 0, 0)], None).faults == ("B has a bye by right and is seated.",)


def test_a_bye_too_high_or_repeated_is_measured() -> None:
    high = verify(FIELD, [Table("A", "E", 6, 0), Table("B", "D", 6, 3)], "C")
    assert (high.bye_above, high.bye_repeats, high.proved_best) == (6, 0, False)
    repeated = verify(FIELD, [Table("A", "C", 6, 6), Table("B", "E", 6, 0)], "D")
    assert (repeated.bye_above, repeated.bye_repeats, repeated.proved_best) == (3, 1, False)


def test_scores_on_the_tables_are_not_believed() -> None:
    lied = [Table("A", "C", 6, 6), Table("B", "D", 6, 6)]
    assert verify(FIELD, lied, "E").gap == 3


def test_mates_count_when_they_are_to_be_kept_apart() -> None:
    field = [Player("A", groups=frozenset({"club"})), Player("B", groups=frozenset({"club", "team"}))]
    table = [Table("A", "B", 0, 0)]
    assert verify(field, table, None).together == 0
    assert verify(field, table, None, keep_apart=True).together == 1


@settings(max_examples=80, deadline=None)
@given(st.lists(st.integers(0, 12), min_size=2, max_size=8).filter(lambda scores: len(scores) % 2 == 0))
def test_parity_bounds_are_reached_by_strangers_and_never_beaten(scores: list[int]) -> None:
    """Without history the gap of the best round is the bound, and no round has smaller squares."""
    field = [Player(number, score) for number, score in enumerate(scores)]
    bound = parity_bound(scores)
    check = verify(field, pair_swiss(field, 1).tables, None)
    assert (check.parity_gap, check.parity_squares) == (bound.gap, bound.squares)
    assert best_by_enumeration(field)[4] == bound.gap
    assert all(
        goals(field, tables, None)[5] >= bound.squares for tables, _ in every_round(list(range(len(scores))))
    )


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 1)), min_size=3, max_size=7), st.randoms())
def test_a_round_called_proved_is_one_of_the_best(facts: list[tuple[int, int]], chance) -> None:
    field = [Player(number, score, byes=byes) for number, (score, byes) in enumerate(facts)]
    rounds = list(every_round(list(range(len(field)))))
    best = best_by_enumeration(field)
    for tables, bye in chance.sample(rounds, min(20, len(rounds))):
        seated = [Table(a, b, field[a].score, field[b].score) for a, b in tables]
        if verify(field, seated, bye).proved_best:
            assert goals(field, tables, bye) == best
