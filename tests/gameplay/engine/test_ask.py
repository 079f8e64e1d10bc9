"""Decisions: which answers are legal, and how options are written and read."""

from typing import Any

import pytest

from gameplay.engine.ask import Decision, Form, IllegalAnswer, checked, read, written


def decision(least: int = 1, most: int = 1, count: int = 4) -> Decision:
    return Decision(0, "pick", [("take", number) for number in range(count)], 0, ("T1",), least, most)


# -- answers --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", [0, 3])
def test_an_index_of_an_option_is_legal(answer: int) -> None:
    assert checked(decision(), answer) == answer


@pytest.mark.parametrize("answer", [-1, 4, "0", 1.0, None, True, (), (0, 1), [0, 1]])
def test_anything_else_is_illegal(answer: Any) -> None:
    with pytest.raises(IllegalAnswer, match="a number from 0 to 3"):
        checked(decision(), answer)


def test_one_index_in_a_list_is_that_index() -> None:
    assert checked(decision(), [2]) == 2


def test_an_illegal_answer_names_the_clauses_that_ask() -> None:
    with pytest.raises(IllegalAnswer) as found:
        checked(decision(), 9)
    assert found.value.cite == ("T1",)


def test_several_picks_come_in_ascending_order() -> None:
    assert checked(decision(1, 3), [2, 0]) == (0, 2)


def test_one_index_will_do_where_several_may_be_picked() -> None:
    assert checked(decision(0, 3), 2) == (2,)


def test_nothing_may_be_picked_where_the_least_is_none() -> None:
    assert checked(decision(0, 1), ()) == ()


@pytest.mark.parametrize("answer", [(0,), (0, 1, 2)])
def test_too_few_or_too_many_picks_are_illegal(answer: tuple[int, ...]) -> None:
    with pytest.raises(IllegalAnswer, match="pick 2 of the 4 options"):
        checked(decision(2, 2), answer)


def test_bounds_that_differ_are_both_named() -> None:
    with pytest.raises(IllegalAnswer, match="pick 1 to 2 of the 4 options, not 3"):
        checked(decision(1, 2), (0, 1, 2))


def test_an_option_cannot_be_picked_twice() -> None:
    with pytest.raises(IllegalAnswer, match="once"):
        checked(decision(1, 3), (1, 1))


@pytest.mark.parametrize("answer", [(4,), (-1,), (True,), ("0",), "01", None, True, {0}])
def test_picks_that_are_no_indexes_are_illegal(answer: Any) -> None:
    with pytest.raises(IllegalAnswer, match="numbers from 0 to 3"):
        checked(decision(0, 3), answer)


@pytest.mark.parametrize("least, most, single", [(1, 1, True), (0, 1, False), (1, 2, False), (2, 2, False)])
def test_exactly_one_is_answered_with_an_index(least: int, most: int, single: bool) -> None:
    assert decision(least, most).single == single


# -- sentences ------------------------------------------------------------------------------------------------

FORMS = {
    one.verb: one
    for one in (
        Form("pass", "pass"),
        Form("play", "play {card}"),
        Form("place", "play {card} on {space}"),
        Form("swap", "swap {card} and {card}"),
    )
}
KNOWN = {("card", "Spark"): 3, ("card", "Torch"): 4, ("space", "C3"): 12, ("card", "Light on water"): 5}


def name(kind: str, thing: Any) -> str:
    return next(word for (of, word), number in KNOWN.items() if (of, number) == (kind, thing))


def find(kind: str, word: str) -> int:
    if (kind, word) not in KNOWN:
        raise ValueError(f"no {kind} {word}")
    return KNOWN[kind, word]


def test_a_form_knows_the_kinds_of_its_things() -> None:
    assert FORMS["place"].kinds == ("card", "space")


@pytest.mark.parametrize(
    "option, sentence",
    [
        (("pass",), "pass"),
        (("play", 3), "play Spark"),
        (("place", 3, 12), "play Spark on C3"),
        (("swap", 3, 4), "swap Spark and Torch"),
        (("play", 5), "play Light on water"),
    ],
)
def test_an_option_is_written_and_read_as_one_sentence(option: tuple[Any, ...], sentence: str) -> None:
    assert written(option, FORMS, name) == sentence
    assert read(sentence, FORMS, find) == option


def test_a_form_reads_no_sentence_of_another() -> None:
    assert FORMS["place"].read("play Spark") is None


def test_a_form_reads_no_sentence_that_goes_on() -> None:
    assert FORMS["pass"].read("pass it on") is None


def test_signs_in_the_words_stand_for_themselves() -> None:
    assert Form("odd", "what? {card} (now)").read("what? Spark (now)") == ("Spark",)


def test_what_no_form_has_is_refused_with_the_forms_there_are() -> None:
    with pytest.raises(ValueError, match=r"'jump' is no action; actions are: pass; play {card}; "):
        read("jump", FORMS, find)


def test_a_thing_that_is_not_there_is_named() -> None:
    with pytest.raises(ValueError, match="no space C9"):
        read("play Spark on C9", FORMS, find)
