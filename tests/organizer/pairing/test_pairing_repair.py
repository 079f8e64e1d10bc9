"""Repairs: rematch-free, as near in score as can be, and with the fewest tables touched."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from organizer.pairing import (
    DuplicatePlayer,
    Player,
    Repair,
    SelfMeeting,
    Table,
    UnknownPlayer,
    pair_swiss,
    repair,
)
from tests.organizer.pairing.pairing_fields import SimulatedEvent, every_round


def rated(
    players: Sequence[Player], old: Sequence[tuple], bye: object, now: Sequence[tuple], new_bye: object
) -> tuple[int, int, int, int, int]:
    """(rematches, byes of the holder, their score, gap, places changed) of a round, recounted."""
    known = {player.id: player for player in players}
    before = {frozenset(pair[:2]) for pair in old}
    changed = sum(frozenset(pair[:2]) not in before for pair in now)
    changed += new_bye is not None and new_bye != bye
    holder = known.get(new_bye, Player("nobody"))
    return (
        sum(pair[1] in known[pair[0]].opponents for pair in now),
        holder.byes,
        holder.score,
        sum(abs(known[pair[0]].score - known[pair[1]].score) for pair in now),
        changed,
    )


def tables_after(old: Sequence[tuple], mended: Repair) -> list[tuple]:
    return [tuple(old[number][:2]) for number in mended.kept] + [(t.a, t.b) for t in mended.made]


@st.composite
def rounds(draw: st.DrawFn) -> tuple[list[Player], list[tuple[int, int]], int | None]:
    size = draw(st.integers(2, 8))
    pairs = [(a, b) for a in range(size) for b in range(a)]
    met = draw(st.sets(st.sampled_from(pairs), max_size=12))
    players = [
        Player(
            number,
            draw(st.integers(0, 6)),
            frozenset({a + b - number for a, b in met if number in (a, b)}),
            draw(st.integers(0, 1)),
        )
        for number in range(size)
    ]
    order = draw(st.permutations(range(size)))
    tables = list(zip(order[::2], order[1::2], strict=False))
    return players, tables, order[-1] if size % 2 else None


@settings(max_examples=150, deadline=None)
@given(rounds())
def test_no_repair_with_the_best_gap_breaks_fewer_tables(given_round) -> None:
    players, tables, bye = given_round
    mended = repair(players, tables, bye)
    ids = [player.id for player in players]
    best = min(rated(players, tables, bye, now, holder) for now, holder in every_round(ids))
    assert rated(players, tables, bye, tables_after(tables, mended), mended.bye) == best
    assert len(mended.broken) == len(tables) - (len(mended.kept))


@settings(max_examples=150, deadline=None)
@given(rounds())
def test_no_repair_breaks_fewer_tables_when_these_come_first(given_round) -> None:
    players, tables, bye = given_round
    mended = repair(players, tables, bye, prefer="tables")
    ids = [player.id for player in players]

    def order(now: Sequence[tuple], holder: object) -> tuple[int, ...]:
        rematches, byes, score, gap, changed = rated(players, tables, bye, now, holder)
        return rematches, changed, byes, score, gap

    best = min(order(now, holder) for now, holder in every_round(ids))
    assert order(tables_after(tables, mended), mended.bye) == best


def test_a_round_that_is_already_best_is_left_alone() -> None:
    for players, pairing in SimulatedEvent(60, 4).rounds(5):
        mended = repair(players, pairing.tables, pairing.bye)
        assert mended.changes_nothing
        assert mended.gap == mended.gap_before == pairing.certificate.gap


def test_T20_after_a_flipped_result_only_what_must_change_changes() -> None:
    """Scores of A and B trade places; one exchange of opponents makes the round good again."""
    players = [Player("A", 0), Player("B", 3), Player("C", 3), Player("D", 0)]
    players += [Player(f"E{k}", 6) for k in range(20)]
    tables = [Table("A", "C", 3, 3), Table("B", "D", 0, 0)]
    tables += [Table(f"E{k}", f"E{k + 1}", 6, 6) for k in range(0, 20, 2)]
    mended = repair(players, tables, None, changed={"A", "B"})
    assert mended.broken == (0, 1)
    assert mended.made == (Table("B", "C", 3, 3), Table("A", "D", 0, 0))
    assert (mended.gap_before, mended.gap) == (6, 0)
    assert mended.moved == ("A", "B", "C", "D")


def test_T20_a_started_table_is_never_touched() -> None:
    players = [Player("A", 0), Player("B", 3), Player("C", 3), Player("D", 0)]
    mended = repair(players, [("A", "C"), ("B", "D")], None, frozen={0})
    assert mended.changes_nothing
    assert mended.kept == (0, 1)


def test_T19_a_late_player_takes_the_seat_of_the_bye() -> None:
    for seed in range(5):
        players = [Player(k) for k in range(21)]
        pairing = pair_swiss(players, seed)
        late = [*players, Player("late")]
        mended = repair(late, pairing.tables, pairing.bye, prefer="tables")
        assert mended.broken == ()
        assert mended.bye is None
        assert {mended.made[0].a, mended.made[0].b} == {pairing.bye, "late"}
        assert set(mended.moved) == {pairing.bye, "late"}


def test_T19_without_a_bye_on_the_books_the_late_player_gets_it() -> None:
    players = [Player(k, 3) for k in range(20)]
    pairing = pair_swiss(players, 1)
    mended = repair([*players, Player("late")], pairing.tables, None, prefer="tables")
    assert (mended.broken, mended.made, mended.bye) == ((), (), "late")


def test_opponents_of_two_who_left_meet_each_other() -> None:
    players = [Player(k, 3) for k in range(20)]
    tables = [(k, k + 1) for k in range(0, 20, 2)]
    left = {0, 5}
    mended = repair([p for p in players if p.id not in left], tables, None, prefer="tables")
    assert mended.broken == (0, 2)
    assert [{table.a, table.b} for table in mended.made] == [{1, 4}]
    assert mended.bye is None


def test_opponents_who_met_before_need_one_more_table() -> None:
    players = [Player(k, 3) for k in range(20)]
    players[1] = Player(1, 3, frozenset({4}))
    players[4] = Player(4, 3, frozenset({1}))
    tables = [(k, k + 1) for k in range(0, 20, 2)]
    mended = repair([p for p in players if p.id not in (0, 5)], tables, None, prefer="tables")
    assert mended.rematches == 0
    assert len(mended.broken) == 3


def test_a_repair_is_the_same_in_any_order() -> None:
    *_, (players, pairing) = SimulatedEvent(40, 8).rounds(4)
    shifted = [Player(p.id, p.score + 3 * (p.id % 5 == 0), p.opponents, p.byes) for p in players]
    mixed = random.Random(1).sample(shifted, len(shifted))
    assert repair(shifted, pairing.tables, pairing.bye) == repair(mixed, pairing.tables, pairing.bye)


def test_mates_are_not_put_together_by_a_repair() -> None:
    club = frozenset({"club"})
    players = [Player("A", groups=club), Player("B", groups=club), Player("C"), Player("D")]
    mended = repair(players, [("A", "B"), ("C", "D")], None, keep_apart=True)
    assert mended.together == 0
    assert mended.broken == (0, 1)
    assert repair(players, [("A", "B"), ("C", "D")], None).changes_nothing


def test_a_large_round_is_repaired_near_the_trouble() -> None:
    *_, (players, pairing) = SimulatedEvent(2001, 3).rounds(6)
    saved = 0
    for number in (100, 300, 500):
        wronged = pairing.tables[number].a
        now = [Player(p.id, p.score + 3 * (p.id == wronged), p.opponents, p.byes) for p in players]
        mended = repair(now, pairing.tables, pairing.bye, changed={wronged})
        assert mended.rematches == 0
        assert len(mended.broken) <= 4
        assert bool(mended.broken) == (mended.gap < mended.gap_before)
        saved += mended.gap_before - mended.gap
    assert saved > 0


@pytest.mark.parametrize(
    "tables, bye, frozen, error, text",
    [
        ([("A", "A")], None, (), SelfMeeting, "Table 0 seats A against themselves"),
        ([("A", "B"), ("B", "C")], None, (), DuplicatePlayer, "B is seated twice"),
        ([("A", "B")], "A", (), DuplicatePlayer, "A is seated twice"),
        ([("A", "B")], None, {1}, UnknownPlayer, "no table with the index 1"),
    ],
)
def test_a_round_that_cannot_be_is_refused(tables, bye, frozen, error, text) -> None:
    with pytest.raises(error, match=text):
        repair([Player("A"), Player("B"), Player("C")], tables, bye, frozen)
