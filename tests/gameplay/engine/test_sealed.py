"""Sealed decisions: asked one after the other, in force only when all have answered (DESIGN 4, ``ask``)."""

from typing import Any

import pytest

from gameplay.engine.agenda import Agenda
from gameplay.engine.book import Rulebook
from gameplay.engine.sealed import push_sealed, teach_sealed

WAYS = (("left",), ("right",))


class Council(Agenda):
    """Seats that vote; ``dead`` ones take no part."""

    dead: tuple[int, ...] = ()

    def __init__(self, book: Rulebook) -> None:
        super().__init__(book)
        self.opened: list[Any] = []

    def lives(self, seat: int) -> bool:
        return seat not in self.dead


@pytest.fixture
def council() -> Council:
    book = Rulebook("council", {})
    teach_sealed(
        book,
        "vote",
        lambda g, seat, about: WAYS,
        lambda g, given, about: g.opened.append((about, given)),
        "C1",
    )
    book.step("rest")(lambda g: g.pose(9, "rest", WAYS, ()))
    book.answer("rest")(lambda g, option: None)
    made = Council(book)
    made.push("rest")
    push_sealed(made, "vote", (2, 0, 1), "the gate")
    return made


def test_every_seat_is_asked_in_turn_with_the_clauses(council: Council) -> None:
    council.run()
    asked = []
    for _seat in range(3):
        assert council.asked is not None
        asked.append((council.asked.seat, council.asked.kind, council.asked.cite))
        council.reply(0)
    assert asked == [(2, "vote", ("C1",)), (0, "vote", ("C1",)), (1, "vote", ("C1",))]


def test_nothing_takes_effect_before_all_have_answered(council: Council) -> None:
    council.run()
    council.reply(1)
    council.reply(0)
    assert council.opened == []
    assert council.events == []


def test_all_answers_take_effect_together(council: Council) -> None:
    council.run()
    for answer in (1, 0, 1):
        council.reply(answer)
    assert council.opened == [("the gate", {2: ("right",), 0: ("left",), 1: ("right",)})]


def test_a_seat_that_is_out_votes_by_default(council: Council) -> None:
    council.dead = (0,)
    council.run()
    council.reply(1)
    council.reply(1)
    assert council.opened == [("the gate", {2: ("right",), 0: ("left",), 1: ("right",)})]


def test_an_answer_that_was_given_can_be_taken_back(council: Council) -> None:
    council.run()
    council.reply(1)
    mark = council.mark()
    council.reply(1)
    council.rewind(mark)
    council.reply(0)
    council.reply(0)
    assert council.opened == [("the gate", {2: ("right",), 0: ("left",), 1: ("left",)})]
