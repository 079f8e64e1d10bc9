"""Round robins, brackets, and how many rounds to play."""

from __future__ import annotations

from collections import Counter

import pytest

from organizer.pairing import (
    DuplicatePlayer,
    NobodyToPair,
    PairingError,
    bracket,
    bracket_size,
    next_place,
    recommended_rounds,
    round_robin,
    rounds_guaranteed,
    rounds_possible,
    seed_order,
    warn_rounds,
)


@pytest.mark.parametrize("size", range(2, 14))
def test_in_a_round_robin_each_two_meet_once(size: int) -> None:
    rounds = round_robin(size, "seed")
    assert len(rounds) == rounds_possible(size)
    met = Counter(frozenset(table) for played in rounds for table in played.tables)
    assert set(met.values()) == {1}
    assert len(met) == size * (size - 1) // 2
    for played in rounds:
        seated = [key for table in played.tables for key in table] + [played.bye] * (size % 2)
        assert sorted(seated) == list(range(1, size + 1))


@pytest.mark.parametrize("size", range(2, 14))
def test_in_a_round_robin_going_first_is_shared(size: int) -> None:
    tables = [table for played in round_robin(size, "seed") for table in played.tables]
    firsts, seconds = (Counter(table[side] for table in tables) for side in (0, 1))
    assert all(abs(firsts[key] - seconds[key]) <= 1 for key in range(1, size + 1))


def test_a_double_round_robin_exchanges_sides() -> None:
    rounds = round_robin("ABCDE", 1, double=True)
    tables = Counter(table for played in rounds for table in played.tables)
    assert tables == Counter((a, b) for a in "ABCDE" for b in "ABCDE" if a != b)


def test_a_round_robin_is_drawn_from_its_seed_alone() -> None:
    assert round_robin("ABCDE", 1) == round_robin("EDCBA", 1)
    assert round_robin("ABCDE", 1) != round_robin("ABCDE", 2)


def test_a_round_robin_of_nobody_is_refused() -> None:
    with pytest.raises(NobodyToPair):
        round_robin(1, 1)
    with pytest.raises(DuplicatePlayer):
        round_robin("AA", 1)


def test_the_standard_bracket_of_eight() -> None:
    pairs = [(match.a_seed, match.b_seed) for match in bracket(8, "ABCDEFGH")]
    assert pairs == [(1, 8), (4, 5), (2, 7), (3, 6)]
    assert [(match.a, match.b) for match in bracket(8, "ABCDEFGH")] == [
        ("A", "H"),
        ("D", "E"),
        ("B", "G"),
        ("C", "F"),
    ]


@pytest.mark.parametrize("size", [2, 4, 8, 16, 32, 64])
def test_when_the_higher_seed_wins_the_best_always_meets_the_weakest(size: int) -> None:
    seeds = seed_order(size)
    while len(seeds) > 1:
        pairs = list(zip(seeds[::2], seeds[1::2], strict=True))
        assert all(sum(pair) == len(seeds) + 1 for pair in pairs)
        seeds = [min(pair) for pair in pairs]
    assert seeds == [1]


def test_missing_entries_are_byes_of_the_top_seeds() -> None:
    matches = bracket(8, "ABCDE")
    assert {match.a for match in matches if match.b is None} == {"A", "B", "C"}


def test_winners_go_to_neighbouring_places() -> None:
    assert [next_place(position) for position in range(4)] == [(0, 0), (0, 1), (1, 0), (1, 1)]


def test_the_bracket_for_a_number_of_entries() -> None:
    assert [bracket_size(entries) for entries in (2, 3, 4, 5, 8, 9)] == [2, 4, 4, 8, 8, 16]


@pytest.mark.parametrize(
    "size, seeds, text",
    [
        (6, "AB", "not 6"),
        (1, "AB", "not 1"),
        (4, "ABCDE", "5 entries do not fit"),
        (8, "ABCD", "too large for 4"),
        (2, "A", "at least two"),
        (2, "AA", "seeded twice"),
    ],
)
def test_a_bracket_that_cannot_be_is_refused(size: int, seeds: str, text: str) -> None:
    with pytest.raises(PairingError, match=text):
        bracket(size, seeds)


@pytest.mark.parametrize(
    "entries, classic, current, short",
    [
        (0, 0, 0, 0),
        (1, 0, 0, 0),
        (2, 1, 1, 1),
        (3, 2, 2, 2),
        (8, 3, 3, 3),
        (9, 4, 4, 4),
        (17, 5, 5, 5),
        (32, 5, 5, 5),
        (33, 6, 6, 6),
        (64, 6, 6, 6),
        (65, 7, 7, 7),
        (128, 7, 7, 7),
        (129, 8, 8, 8),
        (212, 8, 8, 8),
        (213, 8, 9, 8),
        (226, 8, 9, 8),
        (227, 9, 9, 8),
        (384, 9, 9, 9),
        (385, 9, 10, 9),
        (409, 9, 10, 9),
        (410, 10, 10, 9),
        (672, 10, 10, 10),
        (673, 10, 11, 10),
        (1248, 10, 11, 11),
        (1249, 10, 12, 11),
        (2272, 10, 12, 12),
        (2273, 10, 13, 12),
        (10_000, 10, 13, 13),
    ],
)
def test_recommended_rounds(entries: int, classic: int, current: int, short: int) -> None:
    tables = ("classic", "current", "short")
    assert [recommended_rounds(entries, table) for table in tables] == [classic, current, short]


def test_more_rounds_than_opponents_are_warned_of() -> None:
    assert "cannot avoid rematches" in (warn_rounds(6, 6) or "")
    assert "cannot avoid rematches" in (warn_rounds(5, 6) or "")
    assert "only the first 3 are sure" in (warn_rounds(6, 4) or "")
    assert warn_rounds(6, 3) is None
    assert warn_rounds(33, 6) is None
    assert "at least two" in (warn_rounds(1, 1) or "")


def test_guaranteed_rounds_never_exceed_possible_ones() -> None:
    assert all(rounds_guaranteed(entries) <= rounds_possible(entries) for entries in range(60))
