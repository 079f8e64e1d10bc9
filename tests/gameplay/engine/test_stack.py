"""The stack: announced things wait, may be answered, and are carried out last in, first out."""

from collections.abc import Sequence
from typing import Any

import pytest

from gameplay.engine.agenda import Agenda, Result
from gameplay.engine.ask import Option
from gameplay.engine.book import Rulebook
from gameplay.engine.stack import Item, Stack, StackRules, teach_stack

from .toy_positions import choose, names, play_from


class Pile(Agenda):
    """Three seats; everybody can always answer with ``add``, unless ``forced`` says that they cannot."""

    active = 0

    def __init__(self, book: Rulebook) -> None:
        super().__init__(book)
        self.stack = Stack(self)
        self.done: list[str] = []
        self.forced = False

    def others(self, seat: int) -> tuple[int, ...]:
        return tuple([one % 3 for one in range(seat + 1, seat + 3)])


def pile(*, batch: bool) -> Pile:
    """A pile whose items are written down when they are carried out; ``chain`` adds one more."""
    book = Rulebook("pile", {})

    def responses(g: Pile, seat: int) -> Sequence[Option]:
        return [("pass",)] if g.forced else [("pass",), ("add", "answer")]

    def respond(g: Pile, seat: int, option: Option) -> None:
        g.push("answers", g.others(seat))
        g.stack.put(g, 0, option[1], seat, {})

    def evaluate(g: Pile, item: Item) -> None:
        g.done.append(item.ability)
        if item.ability == "chain":
            g.stack.put(g, 0, "more", item.seat, {})

    rules = StackRules(
        order=lambda g, seat: g.others(seat),
        batch=batch,
        responses=responses,
        may_answer=lambda g, seat: not g.forced,
        respond=respond,
        evaluate=evaluate,
    )
    teach_stack(book, rules, answers=("T5",), evaluate=("T6",))

    @book.step("over")
    def over(g: Pile) -> None:
        g.result = Result((), "over", ())

    made = Pile(book)
    made.push("over")
    return made


def announce(g: Pile, *abilities: str, seat: int = 0) -> None:
    """These lie on the stack, and the others may answer."""
    for ability in abilities:
        g.stack.put(g, 0, ability, seat, {})
    g.push("answers", g.others(seat))
    g.run()


def asked(g: Pile) -> int | None:
    return g.asked.seat if g.asked else None


# -- items ----------------------------------------------------------------------------------------------------


@pytest.fixture
def g() -> Pile:
    return pile(batch=True)


def test_an_item_lies_on_top_of_the_others(g: Pile) -> None:
    g.stack.put(g, 7, "first", 0, {})
    g.stack.put(g, 8, "second", 1, {})
    assert [item.card for item in g.stack.items] == [7, 8]


def test_an_item_keeps_what_it_was_announced_with(g: Pile) -> None:
    item = g.stack.put(g, 7, "Gust.1", 1, {"t1": (3,)})
    assert item == Item(1, 7, "Gust.1", 1, {"t1": (3,)}, False)


def test_no_two_items_of_a_game_have_one_number(g: Pile) -> None:
    first = g.stack.put(g, 7, "first", 0, {})
    g.delete(g.stack.items, first)
    assert g.stack.put(g, 8, "second", 0, {}).number != first.number


def test_an_item_is_found_by_its_number(g: Pile) -> None:
    item = g.stack.put(g, 7, "first", 0, {})
    assert g.stack.find(item.number) == item


def test_an_item_that_is_gone_is_not_found(g: Pile) -> None:
    item = g.stack.put(g, 7, "first", 0, {})
    g.delete(g.stack.items, item)
    assert g.stack.find(item.number) is None


def test_an_item_is_changed_where_it_lies(g: Pile) -> None:
    first = g.stack.put(g, 7, "first", 0, {})
    g.stack.put(g, 8, "second", 0, {})
    g.stack.change(g, first.number, cancelled=True)
    assert [item.cancelled for item in g.stack.items] == [True, False]


def test_a_change_of_an_item_can_be_taken_back(g: Pile) -> None:
    item = g.stack.put(g, 7, "first", 0, {})
    before = len(g.undo)
    g.stack.change(g, item.number, cancelled=True)
    g.undo_to(before)
    assert g.stack.items == [item]


def test_a_card_that_leaves_is_no_target_any_more(g: Pile) -> None:
    g.stack.put(g, 7, "first", 0, {"t1": (3, 4), "choice": 3})
    g.stack.forget(g, 3)
    assert g.stack.items[0].names == {"t1": (4,), "choice": 3}


def test_what_is_no_target_stays_when_a_card_leaves(g: Pile) -> None:
    g.stack.put(g, 7, "first", 0, {"ev.cards": (3, 4)})
    g.stack.forget(g, 3)
    assert g.stack.items[0].names == {"ev.cards": (3, 4)}


# -- answering ------------------------------------------------------------------------------------------------


def test_the_others_are_asked_in_turn(g: Pile) -> None:
    announce(g, "first")
    assert asked(g) == 1
    g.reply(0)
    assert asked(g) == 2


def test_a_decision_to_answer_cites_the_clauses_of_the_game(g: Pile) -> None:
    announce(g, "first")
    assert g.asked is not None
    assert (g.asked.kind, g.asked.cite) == ("respond", ("T5",))


def test_once_all_have_passed_it_is_carried_out(g: Pile) -> None:
    announce(g, "first")
    g.reply(0)
    assert g.done == []
    g.reply(0)
    assert g.done == ["first"]


def test_after_an_answer_everybody_else_may_answer_that(g: Pile) -> None:
    announce(g, "first")
    g.reply(1)
    assert asked(g) == 2
    g.reply(0)
    assert asked(g) == 0


def test_an_answer_is_carried_out_before_what_it_answers(g: Pile) -> None:
    announce(g, "first")
    g.reply(1)
    g.reply(0)
    g.reply(0)
    assert g.done == ["answer", "first"]


def test_who_everybody_knows_cannot_answer_is_not_asked(g: Pile) -> None:
    g.forced = True
    announce(g, "first")
    assert g.done == ["first"]


def test_with_nothing_on_the_stack_passing_carries_out_nothing(g: Pile) -> None:
    announce(g)
    g.reply(0)
    g.reply(0)
    assert (g.done, g.result) == ([], Result((), "over", ()))


# -- carrying out ---------------------------------------------------------------------------------------------


def test_in_a_batch_everything_is_carried_out_without_a_break(g: Pile) -> None:
    announce(g, "first", "second")
    g.reply(0)
    g.reply(0)
    assert g.done == ["second", "first"]


def test_without_batches_the_others_of_the_active_seat_are_asked_again_after_each_item() -> None:
    g = pile(batch=False)
    announce(g, "first", "second", seat=1)
    g.reply(0)
    g.reply(0)
    assert g.done == ["second"]
    assert asked(g) == 1


def test_without_batches_the_next_item_follows_when_all_pass_again() -> None:
    g = pile(batch=False)
    announce(g, "first", "second")
    for _pass in range(4):
        g.reply(0)
    assert g.done == ["second", "first"]


def test_what_is_put_on_the_stack_meanwhile_is_carried_out_before_what_lies_below(g: Pile) -> None:
    announce(g, "first", "chain")
    g.reply(0)
    g.reply(0)
    assert g.done == ["chain", "more", "first"]


def test_evaluating_an_empty_stack_does_nothing(g: Pile) -> None:
    g.push("evaluate")
    g.run()
    assert g.done == []


# -- in a game ------------------------------------------------------------------------------------------------


def test_an_answer_can_take_the_target_away() -> None:
    """T5: the kill is done first, so the Flare has nothing to change."""
    play = play_from(
        P1={"field": ["Spark"], "hand": ["Flare"]},
        P2={"hand": ["Gust"], "field": ["Torch"], "deck": ["Spark"]},
    )
    choose(play, "play Flare at Spark", "play Gust at Spark")
    g: Any = play.state
    assert (names(g, 0, "discard"), list(g.lasting)) == (["Spark", "Flare"], [])


def test_a_seat_that_holds_cards_is_asked_so_that_a_pass_tells_nothing() -> None:
    play = play_from(P1={"field": ["Spark"], "hand": ["Flare"]}, P2={"hand": ["Spark"]})
    choose(play, "play Flare at Spark")
    assert play.decision is not None
    assert [play.says(option) for option in play.decision.options] == ["pass"]
