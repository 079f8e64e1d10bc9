"""Setup, the round and its six phases (HCG-3, 7, 14, 15)."""

from typing import Any

from gameplay.engine.ask import Option

from . import happenings as happen
from .book import BATTLE, DOMINANCE, DRAW, EXPLORE, MAIN, MOVE, book
from .combat import declare_target, targets
from .dominance import pay_dominance
from .movement import begin_move, unit_moves
from .playing import discard_duplicate, duplicates, location_plays, play, unit_plays
from .removal import kill_the_dead
from .responses import acts, picked, respond
from .state import ARTIFACTS, Hope
from .verbs import draw, exchange_cards
from .winning import check_artifacts

HAND = 6
"""HCG-3.7"""

# -- setup (HCG-3) --------------------------------------------------------------------------------------------

book.procedure(
    "game",
    "set sources",
    "toss the coin",
    "shuffle the decks",
    "draw opening hands",
    "mulligans",
    "lay out artifacts",
    "rounds",
    cite=("HCG-3.11",),
)


@book.step("set sources", "HCG-3.2", "HCG-R78")
def set_sources(g: Hope) -> None:
    g.do(happen.sources_set)


@book.step("toss the coin", "HCG-3.4", "HCG-R4")
def toss_the_coin(g: Hope) -> None:
    g.do(happen.coin_tossed, g.roll("coin", g.seats))


@book.step("shuffle the decks", "HCG-3.6")
def shuffle_the_decks(g: Hope) -> None:
    for seat in g.order(g.coin):
        g.do(happen.deck_shuffled, seat)


@book.step("draw opening hands", "HCG-3.7")
def draw_opening_hands(g: Hope) -> None:
    for seat in g.order(g.coin):
        draw(g, seat, HAND)


@book.step("mulligans", "HCG-3.8", "HCG-3.10", "HCG-R6")
def mulligans(g: Hope) -> None:
    """Coin holder first, each player once."""
    g.push_each("mulligan", g.order(g.coin))


@book.step("mulligan", "HCG-3.8", "HCG-3.9", "HCG-3.10")
def mulligan(g: Hope, seat: int) -> None:
    options = [("exchange", card) for card in g.cards(g.hand[seat])]
    if options:
        g.ask(seat, "mulligan", options, "HCG-3.8", "HCG-3.9", default=(), least=0, most=len(options))


@book.answer("mulligan")
def mulligan_chosen(g: Hope, chosen: Any, seat: int) -> None:
    exchange_cards(g, seat, picked(chosen))


@book.step("lay out artifacts", "HCG-19.1")
def lay_out_artifacts(g: Hope) -> None:
    if g.variant == ARTIFACTS:
        g.do(happen.artifacts_laid)


# -- the round (HCG-7) ----------------------------------------------------------------------------------------

book.procedure(
    "round",
    "main phase",
    "move phase",
    "explore phase",
    "battle phase",
    "dominance phase",
    "draw phase",
    "end of the round",
    cite=("HCG-7.1", "HCG-R3"),
)


@book.step("rounds", "HCG-7.5", "HCG-3.11")
def rounds(g: Hope) -> None:
    """One round after the other."""
    g.push("rounds")
    g.push_procedure("round")
    g.do(happen.round_begins, g.now[1] + 1, g.coin)


def _phase(name: str, phase: int, *last: str) -> None:
    """A phase is played by every player, the coin holder first, before the next begins (HCG-7.2 to HCG-7.4)."""

    def begin(g: Hope) -> None:
        g.do(happen.phase_begins, phase)
        g.push("end of the phase")
        for step in reversed(last):
            g.push(step)
        g.push_each("part", g.order(g.coin), phase)

    book.step(f"{name} phase", "HCG-7.2", "HCG-7.3", "HCG-7.4")(begin)


_phase("main", MAIN)
_phase("move", MOVE)
_phase("explore", EXPLORE)
_phase("battle", BATTLE)
_phase("dominance", DOMINANCE, "dominance")
_phase("draw", DRAW)


@book.step("part", "HCG-7.2", "HCG-20.8")
def part(g: Hope, seat: int, phase: int) -> None:
    """One player's part of a phase; what happens at its beginning comes first."""
    if g.alive[seat]:
        g.push(f"{PARTS[phase]} part", seat)
        g.do(happen.part_begins, seat, phase)


PARTS = ("main", "move", "explore", "battle", "dominance", "draw")


@book.step("end of the phase", "HCG-7.4", "HCG-8.13", "HCG-9.17", "HCG-10.7", "HCG-11.22")
def end_of_the_phase(g: Hope) -> None:
    g.do(happen.phase_over)
    kill_the_dead(g, -1)


@book.step("end of the round", "HCG-7.5", "HCG-15.7", "HCG-19.12", "HCG-R74", "HCG-R77", "HCG-R82")
def end_of_the_round(g: Hope) -> None:
    if g.variant == ARTIFACTS:
        check_artifacts(g)
    g.do(happen.round_over)
    kill_the_dead(g, -1)
    after = [seat for seat in g.order((g.coin + 1) % g.seats) if seat != g.coin or g.seats == 1]
    g.do(happen.coin_passed, after[0])


# -- parts ----------------------------------------------------------------------------------------------------


def _part(name: str, kind: str, found: Any, answered: Any, *cite: str) -> None:
    """A part: its player does one thing after the other until ending it; with the others' answers in between."""

    def ask(g: Hope, seat: int) -> None:
        g.pose(seat, kind, [("end",), *found(g, seat), *acts(g, seat)], cite)

    def answer(g: Hope, option: Option, seat: int) -> None:
        if option[0] == "end":
            ended(g, seat, name)
            return
        g.push(f"{name} part", seat)
        if option[0] in ("event", "use"):
            respond(g, seat, option)
        else:
            answered(g, seat, option)

    book.step(f"{name} part", *cite)(ask)
    book.answer(f"{name} part")(answer)


def ended(g: Hope, seat: int, name: str) -> None:
    if name == "battle":
        g.do(happen.marks_removed)


def _main_options(g: Hope, seat: int) -> list[Option]:
    return [*unit_plays(g, seat), *duplicates(g, seat)]


def _main_answer(g: Hope, seat: int, option: Option) -> None:
    if option[0] == "play":
        play(g, seat, option[1], option[2])
    else:
        discard_duplicate(g, seat, option[1], heal=option[0] == "heal")


def _move_answer(g: Hope, seat: int, option: Option) -> None:
    begin_move(g, option[1], option[2])


def _explore_answer(g: Hope, seat: int, option: Option) -> None:
    play(g, seat, option[1], option[2])


def _battle_answer(g: Hope, seat: int, option: Option) -> None:
    declare_target(g, seat, option[1])


def _nothing(g: Hope, seat: int) -> list[Option]:
    return []


_part("main", "main_action", _main_options, _main_answer, "HCG-8.1", "HCG-8.6", "HCG-8.7", "HCG-5.11")
_part("move", "move_action", unit_moves, _move_answer, "HCG-9.1", "HCG-9.16", "HCG-5.11")
_part("explore", "explore_action", location_plays, _explore_answer, "HCG-10.1", "HCG-10.5", "HCG-5.11")
_part("battle", "battle_action", targets, _battle_answer, "HCG-11.1", "HCG-11.4", "HCG-11.15", "HCG-5.11")
_part("dominance", "dominance_action", _nothing, None, "HCG-14.9", "HCG-5.11")


# -- Dominance and Draw ---------------------------------------------------------------------------------------


@book.step("dominance", "HCG-14.1", "HCG-14.10", "HCG-R50")
def dominance(g: Hope) -> None:
    pay_dominance(g)


@book.step("draw part", "HCG-15.1", "HCG-15.6", "HCG-5.11")
def draw_part(g: Hope, seat: int) -> None:
    g.ask(seat, "draw_action", [("discards",), *acts(g, seat)], "HCG-15.1", "HCG-15.6")


@book.answer("draw part")
def draw_part_answered(g: Hope, option: Option, seat: int) -> None:
    if option[0] == "discards":
        g.push("discards", seat)
    else:
        g.push("draw part", seat)
        respond(g, seat, option)


@book.step("discards", "HCG-15.1", "HCG-15.3", "HCG-R54")
def discards(g: Hope, seat: int) -> None:
    """Any number, in one batch; at least down to the hand size."""
    hand = g.cards(g.hand[seat])
    least = max(0, len(hand) - hand_size(g, seat))
    if hand:
        options = [("discard", card) for card in hand]
        g.ask(
            seat,
            "discards",
            options,
            "HCG-15.1",
            "HCG-15.3",
            default=tuple(range(least)),
            least=least,
            most=len(hand),
        )
    else:
        refill(g, seat)


@book.answer("discards")
def discards_chosen(g: Hope, chosen: Any, seat: int) -> None:
    cards = picked(chosen)
    if cards:
        g.do(happen.discarded, seat, cards)
    refill(g, seat)


def hand_size(g: Hope, seat: int) -> int:
    """Six, unless a card says otherwise (HCG-15.2)."""
    return g.value("hand limit", ~seat)


def refill(g: Hope, seat: int) -> None:
    """Draw up to the hand size; not optional (HCG-15.2, HCG-R53), and never from the Discard pile (HCG-15.5)."""
    draw(g, seat, max(0, hand_size(g, seat) - len(g.cards(g.hand[seat]))))
