"""What a viewer may know: its own cards, its own names for them, and log lines without what it was not told."""

from typing import Any

import pytest

from gameplay.engine.playthrough import Playthrough
from gameplay.engine.state import JUDGE, SPECTATOR, mask
from gameplay.engine.view import alias, aliases, bit_of, lines, shown_option, told

from .toy import Torches, TorchSpeech, drawn, killed, lost, turned
from .toy_positions import card, play_from


@pytest.fixture
def play() -> Playthrough:
    """P1 has Spark and Torch in hand and Glass in play."""
    return play_from(
        P1={"hand": ["Spark", "Torch"], "field": ["Glass"], "deck": ["Flare"] * 3}, P2={"deck": ["Flare"]}
    )


@pytest.fixture
def g(play: Playthrough) -> Torches:
    assert isinstance(play.state, Torches)
    return play.state


# -- names of cards -------------------------------------------------------------------------------------------


def test_a_judge_calls_a_card_by_its_number_plus_one(g: Torches) -> None:
    assert alias(g, JUDGE, 0) == 1


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_everybody_has_a_name_for_a_card_in_the_open(g: Torches, viewer: int) -> None:
    assert alias(g, viewer, card(g, "Glass")) > 0


@pytest.mark.parametrize("viewer, knows", [(0, True), (1, False), (SPECTATOR, False)])
def test_cards_in_hand_have_a_name_for_their_player_alone(g: Torches, viewer: int, knows: bool) -> None:
    assert bool(alias(g, viewer, card(g, "Spark"))) == knows


def test_names_stand_in_the_order_of_their_cards(g: Torches) -> None:
    cards = [card(g, "Torch"), card(g, "Spark")]
    assert list(aliases(g, 0, cards)) == [alias(g, 0, one) for one in cards]


def test_the_spectator_has_the_bit_after_the_seats(g: Torches) -> None:
    assert [bit_of(g, viewer) for viewer in (0, 1, SPECTATOR)] == [0, 1, 2]


def test_an_option_is_shown_with_the_names_of_its_viewer(g: Torches) -> None:
    spark = card(g, "Spark")
    assert shown_option(g, 0, ("play", spark)) == ("play", alias(g, 0, spark))


def test_an_option_about_nothing_is_shown_as_it_is(g: Torches) -> None:
    assert shown_option(g, 0, ("end",)) == ("end",)


# -- log lines ------------------------------------------------------------------------------------------------


def said(g: Torches, viewer: int) -> list[str]:
    return [line for line, _cite in lines(g, TorchSpeech(g), viewer)]


def draw_two(g: Torches) -> None:
    g.do(drawn, 0, (card(g, "Spark"), card(g, "Torch")), seen=mask([0]))


@pytest.mark.parametrize(
    "viewer, line",
    [
        (0, "P1 draws Spark, Torch"),
        (JUDGE, "P1 draws Spark, Torch"),
        (1, "P1 draws 2 cards"),
        (SPECTATOR, "P1 draws 2 cards"),
    ],
)
def test_the_secret_part_of_an_event_is_told_to_those_who_saw_it(g: Torches, viewer: int, line: str) -> None:
    draw_two(g)
    assert said(g, viewer) == [line]


def test_one_hidden_card_is_a_card(g: Torches) -> None:
    g.do(drawn, 0, (card(g, "Spark"),), seen=mask([0]))
    assert said(g, 1) == ["P1 draws a card"]


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR, JUDGE])
def test_what_is_open_is_told_to_everybody(g: Torches, viewer: int) -> None:
    g.do(killed, card(g, "Glass"))
    assert said(g, viewer) == ["Glass is killed"]


def test_a_line_has_the_clauses_of_its_event(g: Torches) -> None:
    g.do(lost, 1, 3)
    assert lines(g, TorchSpeech(g), 0) == [("P2 loses 3", ("T3", "T6"))]


def test_a_quiet_event_has_no_line(g: Torches) -> None:
    g.do(turned, 1)
    assert said(g, JUDGE) == []


def test_lines_can_start_later(g: Torches) -> None:
    g.do(lost, 1, 3)
    g.do(lost, 0, 3)
    assert [line for line, _cite in lines(g, TorchSpeech(g), 0, 1)] == ["P1 loses 2"]


@pytest.mark.parametrize("viewer, knows", [(0, True), (1, False), (SPECTATOR, False), (JUDGE, True)])
def test_who_was_told_is_known_of_each_event(g: Torches, viewer: int, knows: bool) -> None:
    draw_two(g)
    assert told(g.events[0], g, viewer) == knows


@pytest.mark.parametrize(
    "kind, thing, name",
    [
        ("seat", 0, "P1"),
        ("seats", (0, 2), "P1, P3"),
        ("seats", (), "nobody"),
        ("cards", (), "nothing"),
        ("number", 4, "4"),
    ],
)
def test_things_have_names_by_their_kind(g: Torches, kind: str, thing: Any, name: str) -> None:
    assert TorchSpeech(g).name(kind, thing) == name


# -- views ----------------------------------------------------------------------------------------------------


def hands(play: Playthrough, viewer: int) -> list[list[str]]:
    return [[name for _alias, name in hand] for hand in play.view(viewer)["hands"]]


@pytest.mark.parametrize(
    "viewer, seen",
    [(0, [["Spark", "Torch"], []]), (1, [[], []]), (SPECTATOR, [[], []]), (JUDGE, [["Spark", "Torch"], []])],
)
def test_a_hand_is_seen_by_its_player_and_a_judge(
    play: Playthrough, viewer: int, seen: list[list[str]]
) -> None:
    assert hands(play, viewer) == seen


def test_options_are_shown_to_the_seat_that_decides_and_to_a_judge(play: Playthrough) -> None:
    prompts = {viewer: play.prompt(viewer) for viewer in (0, 1, SPECTATOR, JUDGE)}
    assert {viewer: len(prompt.options) for viewer, prompt in prompts.items() if prompt} == {
        0: 3,
        1: 0,
        SPECTATOR: 0,
        JUDGE: 3,
    }


def test_the_others_learn_only_whose_decision_it_is(play: Playthrough) -> None:
    assert play.prompt(1) == (0, "", (), 0, 0, ())
