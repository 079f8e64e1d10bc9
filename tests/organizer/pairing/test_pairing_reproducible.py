"""The same seed gives the same round: in any order, on any machine, with any solver."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from organizer.pairing import Player, pair_swiss, seed_hash
from tests.organizer.pairing.pairing_fields import SimulatedEvent, networkx_matching

ROOT = Path(__file__).parents[3]


@settings(max_examples=15, deadline=None)
@given(size=st.integers(5, 80), seed=st.integers(0, 10**6))
def test_the_order_of_the_players_does_not_matter(size: int, seed: int) -> None:
    for players, pairing in SimulatedEvent(size, seed).rounds(4):
        round_number = pairing.seed
        mixed = random.Random(seed).sample(players, len(players))
        assert pair_swiss(mixed, round_number) == pairing


def test_ids_as_numbers_and_as_text_give_the_same_tables() -> None:
    *_, (players, pairing) = SimulatedEvent(41, 3).rounds(5)
    written = [
        replace(player, id=str(player.id), opponents=frozenset(map(str, player.opponents)))
        for player in players
    ]
    again = pair_swiss(written, pairing.seed)
    assert [(table.a, table.b) for table in again.tables] == [
        (str(table.a), str(table.b)) for table in pairing.tables
    ]


def test_another_seed_gives_another_round() -> None:
    field = [Player(number) for number in range(40)]
    assert pair_swiss(field, 1).tables != pair_swiss(field, 2).tables


def test_number_text_and_bytes_are_the_same_seed_when_they_read_the_same() -> None:
    field = [Player(number) for number in range(40)]
    assert pair_swiss(field, 77) == pair_swiss(field, "77") == pair_swiss(field, b"\x77")


def test_the_hash_of_a_seed_is_sha256_of_its_text() -> None:
    assert seed_hash("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


PRINT_ROUNDS = """
from tests.organizer.pairing.pairing_fields import SimulatedEvent
for size in (12, 75, 400):
    for players, pairing in SimulatedEvent(size, 4, 0.2).rounds(8):
        print(pairing)
"""


def printed(hash_seed: str) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", PRINT_ROUNDS]
    return subprocess.run(
        command, env=environment, cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout


def test_the_hash_seed_of_python_does_not_matter() -> None:
    first, second = printed("1"), printed("4242")
    assert first.count("Pairing(") == 24
    assert first == second


@pytest.mark.parametrize(("size", "seed", "rounds"), [(8, 11, 6), (23, 11, 7), (90, 2, 9), (100, 11, 9)])
def test_another_solver_gives_the_same_round(size: int, seed: int, rounds: int) -> None:
    asked = []

    def other_solver(nodes: int, edges: list) -> list:
        asked.append(nodes)
        return networkx_matching(nodes, edges)

    for players, pairing in SimulatedEvent(size, seed, 0.2).rounds(rounds):
        assert pair_swiss(players, pairing.seed, solver=other_solver) == pairing
    assert asked


@pytest.mark.parametrize(
    "size, tables, bye",
    [
        (
            30,
            "26-27 28-29 25-22 20-23 21-24 15-17 18-19 16-10 12-14 11-13 8-6 5-7 9-0 4-2 3-1",
            None,
        ),
        (21, "20-17 15-16 18-19 10-14 12-11 13-8 7-5 9-6 0-1 3-4", "2"),
    ],
)
def test_rounds_stay_as_they_were_published(size: int, tables: str, bye: str | None) -> None:
    """A change of the method must change METHOD: old rounds are re-run from their seeds."""
    field = [Player(f"P{number}", number // 5 * 3) for number in range(size)]
    pairing = pair_swiss(field, "published")
    assert pairing.method == "swiss/1"
    assert " ".join(f"{table.a}-{table.b}" for table in pairing.tables).replace("P", "") == tables
    assert pairing.bye == (bye and f"P{bye}")
