"""Known cases: rounds that other systems got wrong, with every right answer."""

from __future__ import annotations

import io
import json
from dataclasses import replace

import pytest
from django.core.management import call_command

from organizer.pairing import NobodyToPair, Player, pair_swiss
from tests.organizer.pairing.pairing_fields import CASES, case_players, table_set


def answers(case: dict) -> set:
    return {(answer["bye"], frozenset(map(frozenset, answer["pairs"]))) for answer in case["answers"]}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_every_seed_gives_a_listed_answer_and_each_answer_comes_up(case: dict) -> None:
    drawn = [pair_swiss(case_players(case), seed) for seed in range(60)]
    assert {(pairing.bye, frozenset(table_set(pairing))) for pairing in drawn} == answers(case)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_command_gives_a_listed_answer(case: dict, tmp_path) -> None:
    opponents: dict[str, list[str]] = {key: [] for key in case["score"]}
    for a, b in case["played"]:
        opponents[a].append(b)
        opponents[b].append(a)
    entries = [
        {"id": key, "points": points, "opponents": opponents[key], "byes": case["byes"].get(key, 0)}
        for key, points in case["score"].items()
    ]
    path = tmp_path / "case.json"
    for seed in range(5):
        path.write_text(json.dumps({"entries": entries, "seed": seed}))
        out = io.StringIO()
        call_command("pair", str(path), stdout=out)
        answer = json.loads(out.getvalue())
        bye = answer["bye"] and answer["bye"]["id"]
        tables = frozenset(frozenset((table["a"], table["b"])) for table in answer["tables"])
        assert (bye, tables) in answers(case)
        assert answer["certificate"]["gap"] == case["best"]["total_gap"]


def awarded_field() -> list[Player]:
    return [Player(f"P{number}", awarded_bye=number < 4) for number in range(9)]


def test_T7_awarded_byes_leave_two_tables_and_one_further_bye() -> None:
    pairing = pair_swiss(awarded_field(), 7)
    assert pairing.awarded == ("P0", "P1", "P2", "P3")
    assert len(pairing.tables) == 2
    assert pairing.bye not in {None, *pairing.awarded}


@pytest.mark.parametrize("seed", range(20))
def test_T7_nobody_who_had_a_bye_gets_the_one_of_round_two(seed: int) -> None:
    first = pair_swiss(awarded_field(), seed)
    after = {key: Player(key, 3, byes=1) for key in (*first.awarded, first.bye)}
    for table in first.tables:
        after[table.a] = Player(table.a, 3, frozenset({table.b}))
        after[table.b] = Player(table.b, 0, frozenset({table.a}))
    assert sum(player.score == 3 and player.byes == 1 for player in after.values()) == 5
    second = pair_swiss(after.values(), seed)
    assert after[second.bye].byes == 0
    assert after[second.bye].score == 0


def test_T9_the_first_of_eight_equals_meets_every_legal_opponent() -> None:
    field = [Player(f"P{number}", 6, frozenset()) for number in range(8)]
    field[0] = replace(field[0], opponents=frozenset({"P1"}))
    field[1] = replace(field[1], opponents=frozenset({"P0"}))
    met = {
        key
        for seed in range(200)
        for pair in table_set(pair_swiss(field, seed))
        if "P0" in pair
        for key in pair
    }
    assert met - {"P0"} == {f"P{number}" for number in range(2, 8)}


def test_T9_places_in_the_list_do_not_steer_the_round() -> None:
    field = [Player(f"P{number}", 6, seed=number) for number in range(8)]
    reseeded = [replace(player, seed=9 - player.seed) for player in field]
    for seed in range(20):
        assert pair_swiss(field, seed) == pair_swiss(reversed(field), seed) == pair_swiss(reseeded, seed)


@pytest.mark.parametrize("spare", [0, 40])
def test_T10_nobody_is_paired_down_twice_while_an_equal_was_not(spare: int) -> None:
    """With few players the exact solver decides, with many the quick way does."""
    field = [Player("A", 9, downs=1), Player("B", 9), Player("C", 9), Player("D", 6)]
    field += [Player(f"P{number}", 3) for number in range(spare)]
    downs = {table.a for seed in range(60) for table in pair_swiss(field, seed).tables if table.gap == 3}
    assert downs == {"B", "C"}


def test_T10_a_large_group_sends_down_somebody_who_was_not() -> None:
    field = [Player(number, 9, downs=number != 77) for number in range(101)]
    field += [Player(200 + number, 6) for number in range(101)]
    for seed in range(10):
        assert [table.a for table in pair_swiss(field, seed).tables if table.gap] == [77]


def test_T16_a_round_for_nobody_is_refused_in_words() -> None:
    with pytest.raises(NobodyToPair, match="Nobody is left to pair"):
        pair_swiss([], 1)
    with pytest.raises(NobodyToPair, match="every entry has dropped or has a bye"):
        pair_swiss([Player("A", awarded_bye=True)], 1)
    with pytest.raises(NobodyToPair, match="Only A is left"):
        pair_swiss([Player("A", 6)], 1)
