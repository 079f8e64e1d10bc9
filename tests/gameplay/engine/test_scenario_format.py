"""The scenario format, carried out with the toy game: what goes as written, and clear messages for what does not."""

from collections.abc import Mapping
from typing import Any

import pytest

from gameplay.engine.scenario import ForcedChance, ScenarioError, run, start

from .toy_positions import Placed, names

POSITION = {
    "P1": {"hand": ["Spark"], "field": ["Torch"]},
    "P2": {"hand": ["Flare"], "sources": 6, "deck": ["Glass"]},
}


def scenario(*steps: Any, **more: Any) -> dict[str, Any]:
    return {"game": "torches", "title": "a test", "position": POSITION, "steps": list(steps), **more}


def failures(*steps: Any, **more: Any) -> list[str]:
    return [str(failure) for failure in run(scenario(*steps, **more), Placed())]


# -- what goes as written -------------------------------------------------------------------------------------


def test_a_scenario_that_goes_as_written_has_no_failures() -> None:
    assert failures({"do": ["P1: play Spark", "P1: end"]}, {"expect": {"P2 sources": 3}}) == []


@pytest.mark.parametrize(
    "expected",
    [
        {"P1 field": ["Torch"]},
        {"P1 sources": 10, "P2 sources": 6},
        {"asked": "P1 act"},
        {"result": "none"},
        {"P1 may": ["end", "play Spark"]},
        {"P1 may": ["play Spark"]},
        {"P2 may": []},
    ],
)
def test_a_position_is_laid_out_as_written(expected: Mapping[str, Any]) -> None:
    assert failures({"expect": expected}) == []


def test_a_value_that_differs_is_named_with_what_it_is() -> None:
    (failure,) = failures({"expect": {"P1 sources": 9, "P2 sources": 6, "result": "P1 sources"}})
    assert failure.endswith("P1 sources is 10, expected 9; result is 'none', expected 'P1 sources'")


def test_a_failure_names_its_step_and_its_text() -> None:
    (failure,) = failures({"do": "P1: play Spark"}, {"expect": {"P1 sources": 9}})
    assert failure.startswith("step 2 (expect: {'P1 sources': 9}): ")


def test_the_log_of_a_player_is_what_that_player_reads() -> None:
    steps = (
        {"do": ["P1: end"]},
        {"expect": {"log": "P2 draws Glass", "P2 log": "P2 draws Glass", "P1 log": "P2 draws a card"}},
    )
    assert failures(*steps) == []


def test_a_log_line_that_is_not_there_is_answered_with_the_latest_lines() -> None:
    (failure,) = failures({"do": "P1: play Spark"}, {"expect": {"log": "Spark is killed"}})
    assert "log is ['P1 plays Spark'], expected 'Spark is killed'" in failure


def test_the_end_of_a_game_can_be_expected() -> None:
    assert failures({"do": "P2: concede"}, {"expect": {"result": "P1 concession", "asked": "nobody"}}) == []


def test_who_is_only_asked_for_an_answer_passes_when_nothing_is_written() -> None:
    position = {"P1": {"hand": ["Flare"], "field": ["Torch"]}, "P2": {"hand": ["Gust"], "deck": ["Glass"]}}
    steps = ({"do": ["P1: play Flare at Torch", "P1: end"]}, {"expect": {"P2 sources": 6}})
    assert failures(*steps, position=position) == []


def test_everybody_passes_until_somebody_has_something_else_to_decide() -> None:
    position = {"P1": {"hand": ["Flare"], "field": ["Torch"]}, "P2": {"hand": ["Gust"]}}
    steps = ({"do": "P1: play Flare at Torch"}, {"pass": "all"}, {"expect": {"asked": "P1 act"}})
    assert failures(*steps, position=position) == []


def test_a_judge_can_rule_in_a_scenario() -> None:
    change = {"changes": [{"set": "sources", "of": 1, "to": 1}], "reason": "miscounted"}
    assert failures({"rule": change}, {"expect": {"P2 sources": 1}}) == []


def test_a_ruling_that_is_refused_is_a_failure() -> None:
    (failure,) = failures({"rule": {"changes": [{"set": "hand", "of": 1, "to": 1}], "reason": "miscounted"}})
    assert "only sources can be set" in failure


def test_time_can_be_called_in_a_scenario() -> None:
    assert failures({"time": "called"}, {"expect": {"result": "P1 time"}}) == []


def test_a_scenario_can_go_back_to_an_entry() -> None:
    steps = (
        {"do": ["P1: play Spark", "P1: end"]},
        {"rewind": 1},
        {"expect": {"asked": "P1 act", "P2 sources": 6}},
    )
    assert failures(*steps) == []


@pytest.mark.parametrize("to", ["first", True, 7])
def test_an_entry_that_cannot_be_gone_back_to_is_a_failure(to: Any) -> None:
    (failure,) = failures({"do": "P1: play Spark"}, {"rewind": to})
    assert failure.startswith(f"step 2 (rewind: {to}): ")


# -- what must not be possible --------------------------------------------------------------------------------


def test_what_is_refused_by_its_clause_goes_as_written() -> None:
    assert failures({"refuse": "P1: play Glass", "by": "T4"}) == []


def test_a_refusal_by_another_clause_is_a_failure() -> None:
    (failure,) = failures({"refuse": "P1: play Glass", "by": "T7"})
    assert failure.endswith("refused by T4, not by T7")


def test_what_another_seat_does_out_of_turn_is_refused() -> None:
    assert failures({"refuse": "P2: end", "by": "T4"}) == []


def test_what_is_possible_but_should_be_refused_is_a_failure() -> None:
    (failure,) = failures({"refuse": "P1: play Spark", "by": "T4"})
    assert failure.endswith("it is possible, but should be refused")


def test_trying_what_should_be_refused_changes_nothing() -> None:
    steps = ({"refuse": "P1: play Spark", "by": "T4"}, {"expect": {"P1 field": ["Torch"], "asked": "P1 act"}})
    assert len(failures(*steps)) == 1


# -- clear messages -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "sentence, message",
    [
        ("P1: play Glass", "not possible: only cards in hand can be played, at what is in play (T4)"),
        ("P1: play Glass", "Asked is act; possible are end, play Spark"),
        ("P1: play Lamp", "there is no 'Lamp' in this game"),
        ("P1: jump", "'jump' is no action; actions are: "),
        ("P2: end", "P1 decides now (act), not P2"),
        ("play Spark", "write it as \"P1: action\", not 'play Spark'"),
        ("X1: end", 'write it as "P1: action"'),
        ("P1 end", 'write it as "P1: action"'),
    ],
)
def test_a_sentence_that_cannot_be_done_says_what_would_be_right(sentence: str, message: str) -> None:
    (failure,) = failures({"do": sentence})
    assert failure.startswith(f"step 1 (do: {sentence}): ")
    assert message in failure


def test_after_something_that_cannot_be_done_the_rest_is_not_tried() -> None:
    assert len(failures({"do": "P1: jump"}, {"expect": {"P1 sources": 0}})) == 1


def test_after_a_value_that_differs_the_rest_is_tried() -> None:
    assert len(failures({"expect": {"P1 sources": 0}}, {"expect": {"P2 sources": 0}})) == 2


def test_nothing_can_be_done_after_the_end() -> None:
    (failure,) = failures({"do": ["P1: concede", "P1: end"]})
    assert failure.endswith("the game is over")


def test_a_path_that_there_is_not_is_named() -> None:
    (failure,) = failures({"expect": {"P1 luck": 3}})
    assert "there is no 'P1 luck' to look at" in failure


@pytest.mark.parametrize("step", [{"dance": "P1"}, "P1: end", {"do": "P1: end", "dance": 1}])
def test_a_step_that_is_none_is_refused_with_what_there_is(step: Any) -> None:
    with pytest.raises(ScenarioError, match="step 1: a step is one of do, refuse, expect, pass, rule"):
        failures(step)


def test_a_key_that_there_is_not_is_refused_with_what_there_is() -> None:
    with pytest.raises(ScenarioError, match="unknown keys colour; a scenario has game, title, cites"):
        failures(colour="red")


@pytest.mark.parametrize(
    "more, message",
    [
        ({"position": {"P1": {"hand": ["Lamp"]}, "P2": {}}}, "position: no card is called Lamp"),
        ({"position": {"P1": {}}}, "position: duel is not for 1 players"),
        ({"variant": "solo"}, "position: solo is not for 2 players"),
    ],
)
def test_a_position_that_cannot_be_laid_out_says_why(more: dict[str, Any], message: str) -> None:
    with pytest.raises(ScenarioError, match=message):
        failures(**more)


def test_a_scenario_without_a_position_and_without_decks_is_refused() -> None:
    with pytest.raises(ScenarioError, match="decks"):
        start({"game": "torches"}, Placed())


# -- decks, variants, chance ----------------------------------------------------------------------------------

DECKS = {"P1": ["Spark"] * 4 + ["Torch"] * 4, "P2": ["Glass"] * 8}


def test_with_decks_the_game_begins_with_its_setup() -> None:
    play = start({"game": "torches", "decks": DECKS}, Placed())
    assert (len(names(play.state, 0, "hand")), len(names(play.state, 1, "hand"))) == (4, 3)


def test_a_scenario_is_the_same_every_time() -> None:
    data = {"game": "torches", "decks": DECKS}
    assert start(data, Placed()).digest() == start(data, Placed()).digest()


def test_a_variant_can_be_named() -> None:
    position = {"P1": {}, "P2": {}, "P3": {"sources": 2}}
    assert failures({"expect": {"P3 sources": 2}}, variant="trio", position=position) == []


def test_chance_gives_the_written_numbers_first() -> None:
    chance, free = ForcedChance({"coin": [1, 0, 1]}), ForcedChance({})
    drawn = [chance.number("coin", count, 10**9) for count in range(4)]
    assert drawn == [1, 0, 1, free.number("coin", 3, 10**9)]


def test_written_numbers_of_one_purpose_leave_others_alone() -> None:
    assert ForcedChance({"coin": [1]}).number("dice", 0, 10**9) == ForcedChance({}).number("dice", 0, 10**9)
