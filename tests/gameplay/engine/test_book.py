"""A rulebook: what a game registers, each name once."""

from typing import Any

import pytest

from gameplay.engine.book import Rulebook


@pytest.fixture
def book() -> Rulebook:
    return Rulebook("torches", {"seat": "seat"})


def test_a_step_is_known_by_its_name_with_its_clauses(book: Rulebook) -> None:
    @book.step("draw", "T3")
    def draw(g: Any) -> None: ...

    assert book.steps["draw"] is draw
    assert book.cites["draw"] == ("T3",)


def test_two_steps_cannot_have_one_name(book: Rulebook) -> None:
    book.step("draw")(lambda g: None)
    with pytest.raises(ValueError, match="'draw'"):
        book.step("draw")(lambda g: None)


def test_a_procedure_is_a_step_with_its_parts_and_clauses(book: Rulebook) -> None:
    book.procedure("turn", "draw", "act", cite=("T2",))
    assert book.procedures["turn"] == ("draw", "act")
    assert "turn" in book.steps
    assert book.cites["turn"] == ("T2",)


def test_an_answer_belongs_to_the_step_of_its_name(book: Rulebook) -> None:
    @book.answer("act")
    def acted(g: Any, option: Any) -> None: ...

    assert book.answers["act"] is acted


def test_an_event_takes_its_name_and_arguments_from_the_function_that_applies_it(book: Rulebook) -> None:
    @book.event("{seat} loses {number}", "T6")
    def lost(g: Any, seat: int, number: int) -> None: ...

    assert (lost.name, lost.names, lost.cite) == ("lost", ("seat", "number"), ("T6",))
    assert book.events["lost"] is lost


def test_the_subject_of_an_event_is_its_first_argument(book: Rulebook) -> None:
    @book.event("{seat} loses {number}")
    def lost(g: Any, seat: int, number: int) -> None: ...

    @book.event("it is over")
    def over(g: Any) -> None: ...

    assert (lost.subject, over.subject) == ("seat", "")


def test_two_events_cannot_have_one_name(book: Rulebook) -> None:
    def lost(g: Any) -> None: ...

    book.event("lost")(lost)
    with pytest.raises(ValueError, match="'lost'"):
        book.event("lost")(lost)


def test_an_event_cannot_keep_an_argument_secret_that_it_has_not(book: Rulebook) -> None:
    with pytest.raises(ValueError, match="no argument cards"):

        @book.event("drawn", secret=("cards",))
        def drawn(g: Any, seat: int) -> None: ...


def test_an_event_without_words_has_to_be_quiet(book: Rulebook) -> None:
    with pytest.raises(ValueError, match="quiet=True"):

        @book.event()
        def turned(g: Any) -> None: ...


def test_a_quiet_event_needs_no_words(book: Rulebook) -> None:
    @book.event(quiet=True)
    def turned(g: Any) -> None: ...

    assert turned.quiet


def test_an_expiry_is_known_by_the_kind_of_what_ends(book: Rulebook) -> None:
    @book.expiry("control")
    def give_back(g: Any, entry: Any) -> None: ...

    assert book.expiries["control"] is give_back


def test_an_action_has_words_and_clauses(book: Rulebook) -> None:
    book.action("play", "play {card}", "T4")
    assert (book.forms["play"].verb, book.forms["play"].words) == ("play", "play {card}")
    assert book.cites["action play"] == ("T4",)
