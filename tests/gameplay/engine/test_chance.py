"""Chance is uniform, keyed, the same for ever, and can be checked by anybody afterwards."""

import hashlib
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise, permutations

import pytest

from gameplay.engine.chance import VERSION, Chance, commitment, verify

SEED = bytes(range(32))
OTHER_SEED = bytes(range(1, 33))
SALTS = (b"north", b"south")


def chi_square(drawn: Iterable[object], cells: int) -> float:
    """How far the counts lie from equal ones; about ``cells`` when they are drawn uniformly."""
    counts = Counter(drawn)
    expected = counts.total() / cells
    return (
        sum((count - expected) ** 2 for count in counts.values()) / expected
        + (cells - len(counts)) * expected
    )


def dice(chance: Chance, purpose: str = "dice", times: int = 40) -> list[int]:
    return [chance.number(purpose, count, 6) for count in range(times)]


# -- the same for ever ------------------------------------------------------------------------------------------


def test_the_version_is_the_one_these_vectors_were_frozen_for() -> None:
    assert VERSION == 1


def test_frozen_numbers() -> None:
    chance = Chance(SEED, SALTS)
    assert dice(chance, times=20) == [5, 3, 4, 2, 0, 0, 3, 4, 4, 2, 1, 0, 4, 0, 1, 0, 5, 3, 5, 1]
    assert chance.number("dice", 7, 10**30) == 974596504324778542140096170498
    assert chance.number("dice", 2, 3 << 510) >> 480 == 1271885508  # its first block is rejected
    assert chance.number("dice", 2, 3 << 1_022) >> 992 == 2860199242  # its first two blocks


def test_frozen_permutations() -> None:
    chance = Chance(SEED, SALTS)
    assert chance.permutation("deck 1", 0, 12) == [3, 5, 1, 6, 9, 11, 2, 4, 8, 7, 10, 0]
    assert chance.permutation("deck 1", 1, 100)[:12] == [97, 26, 8, 80, 24, 68, 37, 81, 36, 99, 61, 43]


def test_frozen_commitment() -> None:
    assert commitment(SEED) == "d0349a3cb22bc9a1fde62c3495acf3a3c0bf618789da27d3c511a1e282985ed6"


def test_a_draw_can_be_recomputed_from_the_documented_hashes_alone() -> None:
    salted = b"".join([b"\0\0\0\5north", b"\0\0\0\5south"])
    key = hashlib.blake2b(b"hourglass chance key 1" + SEED + salted, digest_size=32).digest()
    block = hashlib.blake2b(b"1:permutation:deck 1:4:0", key=key).hexdigest()
    swaps = int(block, 16) % 6
    order = ["a", "b", "c"]
    order[2], order[swaps % 3] = order[swaps % 3], order[2]
    order[1], order[swaps // 3] = order[swaps // 3], order[1]
    assert ["abc"[at] for at in Chance(SEED, SALTS).permutation("deck 1", 4, 3)] == order


# -- uniform ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("below", [2, 3, 6, 7, 10, 36])
def test_numbers_are_uniform(below: int) -> None:
    chance = Chance(SEED)
    drawn = [chance.number("die", count, below) for count in range(6_000)]
    assert set(drawn) == set(range(below))
    assert chi_square(drawn, below) < below + 6 * below**0.5


def test_a_limit_that_does_not_divide_the_stream_favours_nobody() -> None:
    """Plain remainders of 512 bits would draw the lowest third twice as often as the others."""
    chance = Chance(SEED)
    drawn = [chance.number("wide", count, 3 << 510) >> 510 for count in range(3_000)]
    assert chi_square(drawn, 3) < 14


def test_a_number_can_be_larger_than_one_block() -> None:
    chance = Chance(SEED)
    drawn = [chance.number("huge", count, 6 << 1_024) >> 1_024 for count in range(1_200)]
    assert chi_square(drawn, 6) < 21


def test_all_orders_of_three_come_equally_often() -> None:
    chance = Chance(SEED)
    drawn = [tuple(chance.permutation("three", count, 3)) for count in range(6_000)]
    assert set(drawn) == set(permutations(range(3)))
    assert chi_square(drawn, 6) < 21


def test_every_card_reaches_every_place_of_a_deck_equally_often() -> None:
    chance = Chance(SEED)
    shuffled = [chance.permutation("deck", count, 36) for count in range(2_000)]
    for place in (0, 1, 17, 34, 35):
        assert chi_square((order[place] for order in shuffled), 36) < 36 + 6 * 6


@pytest.mark.parametrize("size", [0, 1, 2, 36, 98, 99, 300])
def test_a_permutation_has_each_thing_once(size: int) -> None:
    assert sorted(Chance(SEED).permutation("deck", 0, size)) == list(range(size))


# -- independent ------------------------------------------------------------------------------------------------


def test_the_same_draw_is_the_same_whatever_was_drawn_in_between() -> None:
    """An undo never buys a new roll, and a shuffle does not depend on how many dice the others rolled."""
    chance = Chance(SEED, SALTS)
    roll, shuffled = chance.number("dice", 3, 6), chance.permutation("deck 1", 2, 36)
    dice(chance, times=500)
    assert (chance.number("dice", 3, 6), chance.permutation("deck 1", 2, 36)) == (roll, shuffled)


def test_purposes_do_not_tell_of_each_other() -> None:
    chance = Chance(SEED)
    pairs = [(chance.number("coin", n, 6), chance.number("dice", n, 6)) for n in range(7_200)]
    assert chi_square(pairs, 36) < 36 + 6 * 6


def test_counts_do_not_tell_of_each_other() -> None:
    rolls = dice(Chance(SEED), times=7_201)
    assert chi_square(pairwise(rolls), 36) < 36 + 6 * 6


def test_a_number_does_not_tell_the_permutation_of_the_same_purpose_and_count() -> None:
    chance = Chance(SEED)
    pairs = [(chance.number("deck", n, 6), tuple(chance.permutation("deck", n, 3))) for n in range(7_200)]
    assert chi_square(pairs, 36) < 36 + 6 * 6


def test_the_end_of_a_purpose_is_not_taken_for_the_count() -> None:
    chance = Chance(SEED)
    assert chance.number("dice:1", 2, 10**30) != chance.number("dice", 12, 10**30)
    assert chance.number("dice1", 2, 10**30) != chance.number("dice", 12, 10**30)


# -- seeds and salts --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "chance",
    [
        Chance(OTHER_SEED, SALTS),
        Chance(SEED),
        Chance(SEED, (b"north",)),
        Chance(SEED, (b"south", b"north")),
        Chance(SEED, (b"north", b"South")),
        Chance(SEED, (b"norths", b"outh")),
        Chance(SEED, (b"northsouth",)),
        Chance(SEED, (b"north", b"south", b"")),
    ],
    ids=["seed", "none", "fewer", "order", "letter", "boundary", "joined", "empty"],
)
def test_another_seed_or_another_salt_is_another_game(chance: Chance) -> None:
    same = Chance(SEED, SALTS)
    assert dice(chance) != dice(same)
    assert chance.permutation("deck 1", 0, 36) != same.permutation("deck 1", 0, 36)


def test_equal_seed_and_salts_are_the_same_game() -> None:
    assert dice(Chance(SEED, SALTS)) == dice(Chance(bytes(range(32)), (b"north", b"south")))


# -- commitment -------------------------------------------------------------------------------------------------


def test_a_revealed_seed_is_verified() -> None:
    assert verify(SEED, commitment(SEED))


@pytest.mark.parametrize("seed", [OTHER_SEED, SEED[:31], SEED + b"\0", b""])
def test_another_seed_is_not(seed: bytes) -> None:
    assert not verify(seed, commitment(SEED))


@pytest.mark.parametrize(
    "committed", ["", "0" * 64, commitment(SEED).upper(), commitment(SEED)[:-1], "Ω" * 64]
)
def test_a_commitment_is_compared_as_a_whole(committed: str) -> None:
    assert not verify(SEED, committed)


def test_a_commitment_does_not_show_the_seed_nor_its_plain_hash() -> None:
    committed = commitment(SEED)
    assert len(committed) == 64
    assert committed != hashlib.sha256(SEED).hexdigest()
    assert not any(committed[at : at + 8] in SEED.hex() for at in range(57))


def test_commitments_of_near_seeds_differ_in_about_half_of_their_bits() -> None:
    near = bytes([SEED[0] ^ 1]) + SEED[1:]
    differing = (int(commitment(SEED), 16) ^ int(commitment(near), 16)).bit_count()
    assert 90 < differing < 166


# -- errors -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("length", [0, 16, 31, 33, 64])
def test_a_seed_of_another_length_is_refused_with_the_right_one(length: int) -> None:
    with pytest.raises(ValueError, match=f"a seed has 32 bytes, not {length}"):
        Chance(bytes(length))
    with pytest.raises(ValueError, match=f"a seed has 32 bytes, not {length}"):
        commitment(bytes(length))


@pytest.mark.parametrize("below", [0, -1])
def test_there_is_no_number_below_nothing(below: int) -> None:
    with pytest.raises(ValueError, match=f"below 1 or more, not below {below}"):
        Chance(SEED).number("dice", 0, below)


def test_fewer_than_no_things_cannot_be_shuffled() -> None:
    with pytest.raises(ValueError, match="0 or more things are shuffled, not -1"):
        Chance(SEED).permutation("deck", 0, -1)


def test_a_die_of_one_side_always_shows_it() -> None:
    assert Chance(SEED).number("dice", 0, 1) == 0
