"""First rounds: drawn at random, or folded by seed."""

from __future__ import annotations

from collections import Counter

import pytest

from organizer.pairing import Options, Player, pair_swiss, verify
from tests.organizer.pairing.pairing_fields import table_set

BY_SEED = Options(first_round="seed")


def seeded(size: int) -> list[Player]:
    return [Player(f"P{number}", seed=number) for number in range(1, size + 1)]


def test_by_seed_the_upper_half_meets_the_lower_half_in_order() -> None:
    pairing = pair_swiss(seeded(8), 1, BY_SEED)
    assert table_set(pairing) == {frozenset({f"P{k}", f"P{k + 4}"}) for k in range(1, 5)}
    assert pairing.first_round == "seed"
    assert pairing.certificate.kind == "parity"


def test_by_seed_the_bye_goes_to_the_lowest_seed() -> None:
    assert pair_swiss(seeded(9), 1, BY_SEED).bye == "P9"


def test_by_seed_a_bye_by_right_is_not_seated() -> None:
    field = seeded(9)
    field[0] = Player("P1", seed=1, awarded_bye=True)
    pairing = pair_swiss(field, 1, BY_SEED)
    assert table_set(pairing) == {frozenset({f"P{k}", f"P{k + 4}"}) for k in range(2, 6)}
    assert pairing.bye is None


def test_players_without_a_seed_come_last_in_drawn_order() -> None:
    field = [*seeded(4), *(Player(name) for name in "wxyz")]
    met = Counter(frozenset(table_of("P1", pair_swiss(field, seed, BY_SEED)) - {"P1"}) for seed in range(40))
    assert set(met) == {frozenset(name) for name in "wxyz"}


def table_of(key: str, pairing) -> frozenset:
    return next(pair for pair in table_set(pairing) if key in pair)


@pytest.mark.parametrize("size", [12, 250])
def test_by_seed_mates_are_kept_apart_near_the_fold(size: int) -> None:
    field = [
        Player(number, seed=number, groups=frozenset({"club"} if number in (1, 1 + size // 2) else ()))
        for number in range(1, size + 1)
    ]
    pairing = pair_swiss(field, 1, Options(first_round="seed", keep_apart=True))
    assert pairing.certificate.together == 0
    folded = {frozenset({k, k + size // 2}) for k in range(1, size // 2 + 1)}
    assert len(table_set(pairing) - folded) == 2
    assert verify(field, pairing.tables, None).seated


def test_a_later_round_is_not_folded() -> None:
    field = [Player(f"P{number}", 3, seed=number) for number in range(1, 9)]
    drawn = {frozenset(table_set(pair_swiss(field, seed, BY_SEED))) for seed in range(10)}
    assert len(drawn) > 5
    assert pair_swiss(field, 1, BY_SEED).first_round is None


def test_at_random_everybody_may_meet_everybody() -> None:
    field = seeded(6)
    met = {pair for seed in range(150) for pair in table_set(pair_swiss(field, seed))}
    assert len(met) == 15
    assert pair_swiss(field, 1).first_round == "random"


def test_at_random_all_rounds_are_about_equally_likely() -> None:
    """Four players have three rounds: each about a third of 900 draws (four standard deviations)."""
    field = seeded(4)
    drawn = Counter(frozenset(table_set(pair_swiss(field, seed))) for seed in range(900))
    assert len(drawn) == 3
    assert all(243 <= count <= 357 for count in drawn.values())
