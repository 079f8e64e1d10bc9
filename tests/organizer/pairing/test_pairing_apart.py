"""Team mates and clubs are kept apart: right below rematches."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from organizer.pairing import Options, Player, pair_swiss, verify
from tests.organizer.pairing.pairing_fields import SimulatedEvent, best_by_enumeration, goals

APART = Options(keep_apart=True)


@st.composite
def clubs(draw: st.DrawFn) -> list[Player]:
    size = draw(st.integers(2, 8))
    pairs = [(a, b) for a in range(size) for b in range(a)]
    met = draw(st.sets(st.sampled_from(pairs), max_size=10))
    return [
        Player(
            number,
            draw(st.integers(0, 6)),
            frozenset({a + b - number for a, b in met if number in (a, b)}),
            draw(st.integers(0, 1)),
            groups=frozenset(draw(st.sets(st.sampled_from("xyz"), max_size=2))),
        )
        for number in range(size)
    ]


@settings(max_examples=120, deadline=None)
@given(clubs(), st.integers())
def test_small_fields_keep_as_many_apart_as_can_be(field: list[Player], seed: int) -> None:
    pairing = pair_swiss(field, seed, APART)
    found = goals(field, pairing.tables, pairing.bye, apart=True)
    assert found == best_by_enumeration(field, apart=True)
    assert pairing.certificate.together == found[1]


@pytest.mark.parametrize(("size", "clubs"), [(61, 9), (300, 12), (1001, 25)])
def test_larger_events_keep_all_apart(size: int, clubs: int) -> None:
    for players, pairing in SimulatedEvent(size, 2, clubs=clubs).rounds(6, APART):
        check = verify(players, pairing.tables, pairing.bye, keep_apart=True)
        assert (check.seated, check.rematches, check.together) == (True, 0, 0)
        assert pairing.certificate.kind != "none"


def test_without_the_wish_mates_meet() -> None:
    together = sum(
        verify(players, pairing.tables, pairing.bye, keep_apart=True).together
        for players, pairing in SimulatedEvent(300, 2, clubs=3).rounds(3)
    )
    assert together > 50


@pytest.mark.parametrize("size", [100, 1000])
def test_a_club_with_most_of_the_players_meets_itself_as_little_as_possible(size: int) -> None:
    """Seven of ten are of one club: three tables in ten part them, two in ten cannot."""
    field = [
        Player(number, number % 4, groups=frozenset({"large"} if number % 10 < 7 else {f"own {number}"}))
        for number in range(size)
    ]
    pairing = pair_swiss(field, 3, APART)
    assert pairing.certificate.together == size // 5
    assert pairing.certificate.rematches == 0


def test_a_rematch_is_worse_than_a_table_of_mates() -> None:
    mates = frozenset({"club"})
    field = [Player("A", 3, frozenset({"B"})), Player("B", 3, frozenset({"A"}))]
    field += [Player("C", 3, groups=mates), Player("D", 3, frozenset({"C"}), groups=mates)]
    field[0] = Player("A", 3, frozenset({"B", "D"}), groups=mates)
    field[1] = Player("B", 3, frozenset({"A", "C"}))
    pairing = pair_swiss(field, 1, APART)
    assert {frozenset((table.a, table.b)) for table in pairing.tables} == {frozenset("AC"), frozenset("BD")}
    assert pairing.certificate.together == 1
