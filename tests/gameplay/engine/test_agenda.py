"""What is still to happen: frames run last in, first out, until somebody decides or the game is over."""

from typing import Any

import pytest

from gameplay.engine.agenda import STEP_BUDGET, Agenda, DeadEnd, NoProgress, Result
from gameplay.engine.book import Rulebook

OVER = Result((0,), "over", ("T1",))


class Pad(Agenda):
    """An agenda that writes down what ran; seat 9 takes no part any more."""

    def __init__(self, book: Rulebook) -> None:
        super().__init__(book)
        self.ran: list[Any] = []
        self.notes = self.zone("notes")
        self.waiting: list[Any] = []

    def lives(self, seat: int) -> bool:
        return seat != 9

    def settle(self) -> None:
        self.ran += self.waiting
        self.waiting = []


@pytest.fixture
def book() -> Rulebook:
    """Steps: ``note`` writes down its arguments, ``over`` ends the game, ``ask`` asks a seat for left or right."""
    made = Rulebook("pad", {})
    made.step("note")(lambda g, *args: g.ran.append(args))

    @made.step("over")
    def over(g: Pad) -> None:
        g.result = OVER

    @made.step("ask")
    def ask(g: Pad, seat: int, **more: Any) -> None:
        g.ask(seat, "way", (("left",), ("right",)), "T1", default=1)

    @made.answer("ask")
    def answered(g: Pad, option: Any, seat: int) -> None:
        g.insert(g.notes, option[0])

    @made.step("several")
    def several(g: Pad) -> None:
        g.ask(0, "ways", (("left",), ("right",), ("back",)), default=(), least=0, most=3)

    @made.answer("several")
    def several_answered(g: Pad, options: Any) -> None:
        g.ran.append(options)

    @made.step("forced")
    def forced(g: Pad, public: bool) -> None:
        g.ask(0, "way", (("left",),), public=public)

    @made.answer("forced")
    def forced_answered(g: Pad, option: Any, public: bool) -> None:
        g.ran.append(option)

    @made.step("nothing")
    def nothing(g: Pad, least: int) -> None:
        g.ask(0, "way", (), least=least)

    @made.step("again")
    def again(g: Pad) -> None:
        g.push("again")

    return made


@pytest.fixture
def pad(book: Rulebook) -> Pad:
    made = Pad(book)
    made.push("over")
    return made


# -- running --------------------------------------------------------------------------------------------------


def test_what_is_pushed_last_happens_first(pad: Pad) -> None:
    pad.push("note", 1)
    pad.push("note", 2)
    pad.run()
    assert pad.ran == [(2,), (1,)]


def test_a_step_for_each_runs_in_their_order_with_the_other_arguments(pad: Pad) -> None:
    pad.push_each("note", (1, 2), "x")
    pad.run()
    assert pad.ran == [(1, "x"), (2, "x")]


def test_a_procedure_runs_its_parts_in_order_with_its_arguments(pad: Pad, book: Rulebook) -> None:
    book.step("first")(lambda g, seat: g.ran.append(("first", seat)))
    book.step("second")(lambda g, seat: g.ran.append(("second", seat)))
    book.procedure("both", "first", "second")
    pad.push_procedure("both", 1)
    pad.run()
    assert pad.ran == [("first", 1), ("second", 1)]


def test_what_a_part_of_a_procedure_pushes_happens_before_the_next_part(pad: Pad, book: Rulebook) -> None:
    book.step("first")(lambda g: g.push("note", "between"))
    book.step("second")(lambda g: g.ran.append("second"))
    book.procedure("both", "first", "second")
    pad.push_procedure("both")
    pad.run()
    assert pad.ran == [("between",), "second"]


def test_it_stops_when_the_game_is_over(pad: Pad) -> None:
    pad.push("note", "never")
    pad.push("over")
    pad.run()
    assert pad.result == OVER
    assert pad.ran == []


def test_what_a_step_noticed_is_settled_before_the_next_step(pad: Pad, book: Rulebook) -> None:
    book.step("notice")(lambda g: g.waiting.append("noticed"))
    pad.push("note", "later")
    pad.push("notice")
    pad.run()
    assert pad.ran == ["noticed", ("later",)]


def test_what_an_answer_noticed_is_settled_before_the_next_step(pad: Pad, book: Rulebook) -> None:
    book.answer("ask")(lambda g, option, seat: g.waiting.append("noticed"))
    pad.push("note", "later")
    pad.push("ask", 0)
    pad.run()
    pad.reply(0)
    assert pad.ran == ["noticed", ("later",)]


def test_names_of_steps_are_noted_when_somebody_counts_them(pad: Pad) -> None:
    pad.visited = set()
    pad.push("note", 1)
    pad.run()
    assert pad.visited == {"note", "over"}


def test_nothing_left_to_happen_without_a_result_is_an_error(book: Rulebook) -> None:
    with pytest.raises(DeadEnd, match="pad"):
        Pad(book).run()


def test_steps_that_go_round_in_circles_are_an_error(pad: Pad) -> None:
    pad.push("again")
    with pytest.raises(NoProgress, match=f"{STEP_BUDGET} steps.*'again'"):
        pad.run()


# -- asking ---------------------------------------------------------------------------------------------------


def test_a_decision_stops_everything(pad: Pad) -> None:
    pad.push("ask", 0)
    pad.run()
    assert pad.asked is not None
    assert pad.result is None


def test_a_decision_says_who_decides_what_and_why(pad: Pad) -> None:
    pad.push("ask", 1)
    pad.run()
    assert pad.asked == (1, "way", (("left",), ("right",)), 1, ("T1",), 1, 1)


def test_an_answer_is_carried_out_and_the_game_goes_on(pad: Pad) -> None:
    pad.push("ask", 0)
    pad.run()
    pad.reply(1)
    assert pad.notes == ["right"]
    assert pad.result == OVER


def test_several_picks_come_as_a_tuple_of_options(pad: Pad) -> None:
    pad.push("several")
    pad.run()
    pad.reply((0, 2))
    assert pad.ran == [(("left",), ("back",))]


def test_no_pick_comes_as_an_empty_tuple(pad: Pad) -> None:
    pad.push("several")
    pad.run()
    pad.reply(())
    assert pad.ran == [()]


def test_nobody_can_answer_what_is_not_asked(pad: Pad) -> None:
    pad.run()
    with pytest.raises(DeadEnd):
        pad.reply(0)


def test_a_decision_without_an_option_is_an_error(pad: Pad) -> None:
    pad.push("nothing", 1)
    with pytest.raises(DeadEnd, match="seat 0 has no option for way"):
        pad.run()


def test_a_decision_without_an_option_can_be_asked_when_nothing_has_to_be_picked(pad: Pad) -> None:
    pad.push("nothing", 0)
    pad.run()
    assert pad.asked is not None


def test_one_option_that_everybody_knows_of_decides_itself(pad: Pad) -> None:
    pad.push("forced", True)
    pad.run()
    assert pad.ran == [("left",)]
    assert pad.result == OVER


def test_one_option_that_is_hidden_is_asked_for_so_that_it_tells_nothing(pad: Pad) -> None:
    pad.push("forced", False)
    pad.run()
    assert pad.asked is not None


def test_a_seat_that_takes_no_part_does_what_is_default(pad: Pad) -> None:
    pad.push("ask", 9)
    pad.run()
    assert pad.notes == ["right"]


def test_asking_again_asks_the_same_decision_anew(pad: Pad) -> None:
    pad.push("ask", 0)
    pad.run()
    before = pad.asked
    pad.ask_again()
    assert pad.asked == before
    assert pad.agenda == [("over",)]


# -- going back -----------------------------------------------------------------------------------------------


def test_going_back_to_a_mark_gives_the_decision_and_the_agenda_back(pad: Pad) -> None:
    pad.push("ask", 1)
    pad.push("ask", 0)
    pad.run()
    mark, asked, digest = pad.mark(), pad.asked, pad.digest()
    pad.reply(0)
    pad.rewind(mark)
    assert (pad.asked, pad.digest()) == (asked, digest)


def test_going_back_takes_what_was_written_back(pad: Pad) -> None:
    pad.push("ask", 0)
    pad.run()
    mark = pad.mark()
    pad.reply(0)
    pad.rewind(mark)
    assert pad.notes == []


def test_going_back_takes_the_end_of_the_game_back(pad: Pad) -> None:
    pad.push("ask", 0)
    pad.run()
    mark = pad.mark()
    pad.reply(0)
    pad.rewind(mark)
    assert pad.result is None


def test_after_going_back_another_answer_can_be_given(pad: Pad) -> None:
    pad.push("ask", 0)
    pad.run()
    mark = pad.mark()
    pad.reply(0)
    pad.rewind(mark)
    pad.reply(1)
    assert pad.notes == ["right"]


def test_marks_nest(pad: Pad) -> None:
    pad.push("ask", 1)
    pad.push("ask", 0)
    pad.run()
    outer = pad.mark()
    pad.reply(0)
    inner = pad.mark()
    pad.reply(1)
    pad.rewind(inner)
    assert pad.notes == ["left"]
    pad.rewind(outer)
    assert pad.notes == []


@pytest.mark.parametrize("change", ["agenda", "asked", "result"])
def test_the_digest_covers_what_is_asked_what_is_to_happen_and_the_result(pad: Pad, change: str) -> None:
    digest = pad.digest()
    if change == "agenda":
        pad.push("note", 1)
    elif change == "asked":
        pad.ask(0, "way", (("left",),))
    else:
        pad.result = OVER
    assert pad.digest() != digest
