"""The one road by which anything happens: replace, apply, log, notice triggers."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from gameplay.engine.agenda import Result
from gameplay.engine.book import EventKind, Rulebook
from gameplay.engine.event import EVERYBODY, Events, Names, Noticed


class Bell(Events):
    """Things that are counted, and ears: (seat, ability) that hear every ``rung``. The active seat is 0."""

    def __init__(self, book: Rulebook) -> None:
        super().__init__(book)
        self.counted = self.column("counted", 2)
        self.heard = frozenset({"rung"})
        self.ears: list[tuple[int, str]] = []
        self.carried: list[str] = []

    def listeners(self, kind: EventKind) -> list[Any]:
        return list(self.ears)

    def noticed(self, kind: EventKind, listeners: Sequence[Any], names: Names) -> Iterator[Noticed]:
        for seat, ability in listeners:
            yield Noticed(seat, 0, ability, names)

    def carry_out(self, noticed: Noticed) -> None:
        self.carried.append(noticed.ability)

    def trigger_order(self) -> Sequence[int]:
        return (0, 1)


def rules() -> Rulebook:
    """A book of its own for each test, as replacements stay."""
    book = Rulebook("bell", {})
    book.step("trigger")(lambda g, noticed: g.carry_out(Noticed(*noticed)))

    @book.step("order triggers")
    def order(g: Bell, own: tuple[Noticed, ...]) -> None:
        g.ask(own[0].seat, "order triggers", [("first", number) for number in range(len(own))])

    @book.event("{seat} rings {number} times", secret=("number",))
    def rung(g: Bell, seat: int, number: int) -> None:
        g.put(g.counted, seat, g.counted[seat] + number)

    @book.event("{seat} is silent")
    def silent(g: Bell, seat: int) -> None: ...

    return book


@pytest.fixture
def bell() -> Bell:
    return Bell(rules())


def ring(bell: Bell, seat: int, number: int, **more: int) -> bool:
    return bell.do(bell.book.events["rung"], seat, number, **more)


def replacing(*replacements: Callable[..., Any]) -> Bell:
    """A bell with replacements of ``rung``."""
    book = rules()
    for number, rule in enumerate(replacements):
        book.replaces(book.events["rung"], f"replacement {number}")(rule)
    return Bell(book)


def doubled(g: Bell, seat: int, number: int) -> tuple[int, int]:
    return (seat, number * 2)


def one_less(g: Bell, seat: int, number: int) -> tuple[int, int] | None:
    return (seat, number - 1) if number > 1 else None


# -- happening ------------------------------------------------------------------------------------------------


def test_what_happens_is_applied(bell: Bell) -> None:
    ring(bell, 1, 3)
    assert bell.counted == [0, 3]


def test_it_says_that_it_happened(bell: Bell) -> None:
    assert ring(bell, 1, 3)


def test_it_is_logged_with_its_arguments_and_who_saw_it(bell: Bell) -> None:
    ring(bell, 1, 3, seen=2)
    bell.do(bell.book.events["silent"], 0)
    assert bell.events == [("rung", (1, 3), 2), ("silent", (0,), EVERYBODY)]


def test_after_the_end_nothing_happens_any_more(bell: Bell) -> None:
    bell.result = Result((), "over", ())
    assert not ring(bell, 1, 3)
    assert (bell.counted, bell.events) == ([0, 0], [])


def test_whoever_watches_events_is_called_after_each(bell: Bell) -> None:
    seen: list[tuple[str, list[Any]]] = []
    bell.on_event = lambda kind: seen.append((kind.name, list(bell.counted)))
    ring(bell, 0, 2)
    assert seen == [("rung", [2, 0])]


# -- replacements ---------------------------------------------------------------------------------------------


def test_a_replacement_changes_what_happens() -> None:
    bell = replacing(doubled)
    ring(bell, 0, 3)
    assert bell.counted == [6, 0]


def test_what_is_logged_is_what_happened() -> None:
    bell = replacing(doubled)
    ring(bell, 0, 3)
    assert bell.events == [("rung", (0, 6), EVERYBODY)]


def test_a_replacement_that_has_nothing_to_change_leaves_the_event_as_it_is() -> None:
    bell = replacing(lambda g, seat, number: (seat, number))
    ring(bell, 0, 3)
    assert bell.counted == [3, 0]


def test_each_replacement_is_applied_once_in_the_order_in_which_it_was_taught() -> None:
    bell = replacing(doubled, one_less)
    ring(bell, 0, 3)
    assert bell.counted == [5, 0]


def test_a_replacement_can_keep_the_event_from_happening() -> None:
    bell = replacing(one_less)
    assert not ring(bell, 0, 1)
    assert (bell.counted, bell.events) == ([0, 0], [])


def test_a_replacement_can_fit_only_after_another_has_changed_the_event() -> None:
    bell = replacing(
        lambda g, seat, number: (seat, number if number >= 5 else 0), lambda g, seat, n: (seat, n // 2)
    )
    ring(bell, 0, 8)
    assert bell.counted == [0, 0]


def test_other_events_are_not_replaced() -> None:
    bell = replacing(lambda g, seat, number: None)
    assert bell.do(bell.book.events["silent"], 0)


# -- triggers -------------------------------------------------------------------------------------------------


def test_an_ability_that_heard_it_waits_with_what_the_event_said(bell: Bell) -> None:
    bell.ears = [(1, "echo")]
    ring(bell, 0, 2)
    assert bell.waiting == [Noticed(1, 0, "echo", {"ev.seat": 0, "ev.number": 2})]


def test_an_event_that_nothing_in_this_game_hears_leaves_nothing_waiting(bell: Bell) -> None:
    bell.ears = [(1, "echo")]
    bell.do(bell.book.events["silent"], 0)
    assert bell.waiting == []


def test_listeners_are_found_before_the_event_and_asked_after_it() -> None:
    found: list[list[Any]] = []

    class Early(Bell):
        def listeners(self, kind: EventKind) -> list[Any]:
            found.append(list(self.counted))
            return [0]

        def noticed(self, kind: EventKind, listeners: Sequence[Any], names: Names) -> Iterator[Noticed]:
            found.append(list(self.counted))
            yield from ()

    ring(Early(rules()), 0, 2)
    assert found == [[0, 0], [2, 0]]


def settled(bell: Bell, *ears: tuple[int, str]) -> list[str]:
    """The abilities that were carried out, in order, after one event that all of these heard."""
    bell.ears = list(ears)
    ring(bell, 0, 1)
    bell.settle()
    while bell.agenda and bell.asked is None:
        frame = bell.agenda.pop()
        bell.frame = frame
        bell.book.steps[frame[0]](bell, *frame[1:])
    return bell.carried


def test_triggers_happen_seat_by_seat(bell: Bell) -> None:
    assert settled(bell, (1, "later"), (0, "first")) == ["first", "later"]


def test_equal_triggers_of_a_seat_happen_without_asking(bell: Bell) -> None:
    assert settled(bell, (0, "echo"), (0, "echo")) == ["echo", "echo"]


def test_a_seat_orders_its_own_triggers_where_they_differ(bell: Bell) -> None:
    settled(bell, (1, "echo"), (1, "answer"))
    assert bell.asked is not None
    assert (bell.asked.seat, bell.asked.kind, len(bell.asked.options)) == (1, "order triggers", 2)


def test_what_waited_is_on_the_agenda_once(bell: Bell) -> None:
    settled(bell, (0, "echo"))
    bell.settle()
    assert (bell.waiting, bell.agenda) == ([], [])


def test_after_the_end_no_trigger_happens(bell: Bell) -> None:
    bell.ears = [(0, "echo")]
    ring(bell, 0, 1)
    bell.result = Result((), "over", ())
    bell.settle()
    assert bell.agenda == []
