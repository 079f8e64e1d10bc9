"""No round is better: compared with complete enumeration and with a matching of the whole field."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from organizer.pairing import Pairing, Player, pair_swiss, parity_bound, runs, swiss, verify
from tests.organizer.pairing.pairing_fields import (
    SimulatedEvent,
    best_by_enumeration,
    best_by_matching,
    goals,
)

SLOW = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def small_fields(draw: st.DrawFn, most: int = 8) -> list[Player]:
    """2 to `most` players with any scores, byes and histories, possible in an event or not."""
    size = draw(st.integers(2, most))
    pairs = [(a, b) for a in range(size) for b in range(a)]
    met = draw(st.sets(st.sampled_from(pairs)))
    return [
        Player(
            number,
            draw(st.integers(0, 9)),
            frozenset({a + b - number for a, b in met if number in (a, b)}),
            draw(st.integers(0, 2)),
        )
        for number in range(size)
    ]


@settings(max_examples=150, deadline=None)
@given(small_fields(), st.integers())
def test_small_fields_have_the_best_round_there_is(field: list[Player], seed: int) -> None:
    pairing = pair_swiss(field, seed)
    assert goals(field, pairing.tables, pairing.bye) == best_by_enumeration(field)


@settings(max_examples=100, deadline=None)
@given(small_fields(), st.integers())
def test_what_a_certificate_calls_least_is_least(field: list[Player], seed: int) -> None:
    certificate = pair_swiss(field, seed).certificate
    best = best_by_enumeration(field)
    assert (certificate.least_gap, certificate.least_squares) == best[4:]
    assert certificate.parity_gap <= best[4]
    assert certificate.parity_squares <= best[5]


@SLOW
@given(
    size=st.integers(9, 120),
    seed=st.integers(0, 10**6),
    draws=st.sampled_from([0, 0.05, 0.2]),
    count=st.integers(2, 9),
)
def test_simulated_events_are_paired_as_well_as_the_whole_field_solved_at_once(
    size: int, seed: int, draws: float, count: int
) -> None:
    for players, pairing in SimulatedEvent(size, seed, draws).rounds(count):
        assert goals(players, pairing.tables, pairing.bye) == best_by_matching(players)
        assert pairing.certificate.kind != "none"


@SLOW
@given(size=st.integers(30, 300), seed=st.integers(0, 10**6))
def test_everybody_is_seated_once_and_the_certificate_is_recomputed_by_other_code(
    size: int, seed: int
) -> None:
    for players, pairing in SimulatedEvent(size, seed, 0.15).rounds(8):
        check = verify(players, pairing.tables, pairing.bye)
        certificate = pairing.certificate
        assert check.seated
        assert (check.rematches, check.gap, check.squares) == (0, certificate.gap, certificate.squares)
        assert check.parity_gap == certificate.parity_gap == certificate_bound(players, pairing)
        assert check.parity_squares == certificate.parity_squares
        assert check.proved_best or certificate.kind in ("exact", "window")


def certificate_bound(players: list[Player], pairing: Pairing) -> int:
    return parity_bound(player.score for player in players if player.id != pairing.bye).gap


def crowded_field(size: int, seed: int, levels: int, met: int) -> list[Player]:
    """Small scores whose members have met nearly everybody near them: the quick way must stop."""
    chance = random.Random(seed)
    score = {number: chance.randrange(levels) for number in range(size)}
    opponents: dict[int, set[int]] = {number: set() for number in range(size)}
    for a in range(size):
        near = sorted(range(size), key=lambda b: (abs(score[a] - score[b]), chance.random()))
        for b in near:
            if b != a and len(opponents[a]) < met and len(opponents[b]) < met:
                opponents[a].add(b)
                opponents[b].add(a)
    return [Player(number, score[number], frozenset(opponents[number])) for number in range(size)]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("size", "levels", "met"), [(61, 12, 8), (121, 30, 6), (260, 60, 7), (401, 90, 7)])
def test_fields_full_of_rematches_are_solved_by_windows_as_well_as_at_once(
    size: int, levels: int, met: int, seed: int
) -> None:
    field = crowded_field(size, seed, levels, met)
    pairing = pair_swiss(field, seed)
    assert goals(field, pairing.tables, pairing.bye) == best_by_matching(field)


def strangers_but_for(levels: int, each: int, closed: set[int]) -> list[Player]:
    """Levels of `each` players without history, but in the `closed` levels everybody has met."""
    members = {level: [level * each + k for k in range(each)] for level in range(levels)}
    return [
        Player(number, level, frozenset(members[level]) - {number} if level in closed else frozenset())
        for level in members
        for number in members[level]
    ]


@pytest.mark.parametrize("seed", range(4))
def test_windows_show_where_more_than_parity_is_needed(seed: int) -> None:
    field = strangers_but_for(90, 4, {20, 21, 60})
    certificate = pair_swiss(field, seed).certificate
    assert certificate.kind == "window"
    assert certificate.parity_gap == 0
    assert certificate.least_gap == certificate.gap == best_by_matching(field)[4]
    assert sum(stretch.least for stretch in certificate.stretches) == certificate.gap
    assert all(stretch.gap == stretch.least for stretch in certificate.stretches)
    assert [any(s.bottom < level < s.top for s in certificate.stretches) for level in (20, 60, 75)] == [
        True,
        True,
        False,
    ]


@pytest.mark.parametrize("seed", range(4))
def test_a_closed_stretch_between_two_large_scores_borrows_from_both(seed: int) -> None:
    field = [Player(1000 + k, 9) for k in range(80)] + [Player(2000 + k, 3) for k in range(80)]
    closed = frozenset(range(6))
    field += [Player(k, 6, closed - {k}) for k in closed]
    pairing = pair_swiss(field, seed)
    assert goals(field, pairing.tables, pairing.bye) == best_by_matching(field) == (0, 0, 0, 0, 18, 54)
    assert pairing.certificate.kind == "window"


@pytest.mark.parametrize("seed", range(4))
def test_a_bye_that_saves_a_point_is_found_among_the_equals(seed: int) -> None:
    """Of the last three, two have met: only a bye for one of these two leaves them a table."""
    field = [Player(k, 9) for k in range(60)]
    field += [Player("x", 0, frozenset({"y"})), Player("y", 0, frozenset({"x"})), Player("z", 0)]
    pairing = pair_swiss(field, seed)
    assert pairing.bye in ("x", "y")
    assert pairing.certificate.gap == 0


@pytest.mark.parametrize("seed", range(20))
def test_windows_in_crowded_fields_do_not_miss_a_point(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With every run called long, windows alone decide, and what they prove is true."""
    monkeypatch.setattr(runs, "LONG_RUN", 10)
    field = crowded_field(80 + seed % 2, seed, 25, 3 + seed % 3)
    pairing = pair_swiss(field, seed)
    assert goals(field, pairing.tables, pairing.bye)[:5] == best_by_matching(field)[:5]
    assert pairing.certificate.least_gap == pairing.certificate.gap


def test_a_run_too_long_to_solve_is_still_without_rematches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "LONG_RUN", 10**6)
    monkeypatch.setattr(runs, "HOPELESS_RUN", 100)
    monkeypatch.setattr(swiss, "EXACT_FIELD", 100)
    field = strangers_but_for(90, 4, {20, 21, 60})
    pairing = pair_swiss(field, 1)
    check = verify(field, pairing.tables, pairing.bye)
    assert (check.seated, check.rematches, pairing.certificate.kind) == (True, 0, "none")
    assert pairing.certificate.least_gap == pairing.certificate.parity_gap


def test_a_large_event_has_a_proof_for_every_round() -> None:
    kinds: Counter[str] = Counter()
    for players, pairing in SimulatedEvent(3001, 5, 0.2).rounds(11):
        assert verify(players, pairing.tables, pairing.bye).rematches == 0
        kinds[pairing.certificate.kind] += 1
    assert kinds["none"] == 0
    assert kinds["parity"] >= 8
