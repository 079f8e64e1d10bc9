"""Computer players: legal answers from what a seat may see, and games that come to an end."""

import random
from collections.abc import Mapping
from typing import Any

import pytest

from gameplay.domain.games import TITLES, get, starters
from gameplay.engine.computer import MOST_REPEATS, Computer, HeuristicPlayer, RandomPlayer
from gameplay.engine.playthrough import Playthrough, Prompt

GAMES = [
    pytest.param(code, variant, id=f"{code} {variant}") for code in TITLES for variant in get(code).variants
]
MOST = 5_000
"""Decisions after which a game is given up."""


class Shown:
    """A decision of seat 0 and what it sees, as a game would show them."""

    def __init__(
        self, *verbs: str, least: int = 1, most: int = 1, kind: str = "act", view: Any = None
    ) -> None:
        options = tuple((verb, number) for number, verb in enumerate(verbs))
        self.asked: Prompt | None = Prompt(0, kind, options, least, most, ())
        self.seen = view

    def prompt(self, viewer: int) -> Prompt | None:
        return self.asked

    def view(self, viewer: int) -> Any:
        return self.seen


class Purse:
    """A view with a number of each seat."""

    def __init__(self, *sources: int) -> None:
        self.sources = sources


def heuristic(**preferences: int) -> HeuristicPlayer:
    return HeuristicPlayer(random.Random(1), preferences)


def wanting(preferences: Mapping[str, int]) -> HeuristicPlayer:
    return HeuristicPlayer(random.Random(1), preferences)


def answers(player: Computer, shown: Shown, times: int) -> set[Any]:
    return {player.answer(shown, 0) for _time in range(times)}


# -- random ---------------------------------------------------------------------------------------------------


def test_a_random_player_takes_any_option() -> None:
    assert answers(RandomPlayer(random.Random(1)), Shown("a", "b", "c"), 60) == {0, 1, 2}


def test_a_random_player_picks_within_the_bounds() -> None:
    found = answers(RandomPlayer(random.Random(1)), Shown("a", "b", "c", least=1, most=2), 200)
    assert {len(picked) for picked in found} == {1, 2}
    assert all(list(picked) == sorted(set(picked)) for picked in found)


@pytest.mark.parametrize("player", [RandomPlayer(random.Random(1)), heuristic()])
def test_a_player_that_is_not_asked_says_so(player: Computer) -> None:
    shown = Shown("a")
    with pytest.raises(ValueError, match="seat 2 is not asked"):
        player.answer(shown, 1)
    shown.asked = None
    with pytest.raises(ValueError, match="seat 1 is not asked"):
        player.answer(shown, 0)


# -- heuristic ------------------------------------------------------------------------------------------------


def test_the_option_with_the_greatest_weight_is_taken() -> None:
    assert heuristic(play=1, attack=2).answer(Shown("end", "play", "attack", "move"), 0) == 2


def test_nothing_is_done_that_weighs_less_than_holding_back() -> None:
    assert heuristic(play=-1).answer(Shown("play", "end", "play"), 0) == 1


def test_of_equals_chance_takes_one() -> None:
    player, found = heuristic(play=1), set()
    for number in range(40):
        found.add(player.answer(Shown("play", "play", "end", view=number, kind=str(number)), 0))
    assert found == {0, 1}


def test_the_weight_in_one_kind_of_decision_counts_before_the_general_one() -> None:
    player = wanting({"use": 5, "respond use": -1})
    assert player.answer(Shown("pass", "use", kind="respond"), 0) == 0
    assert player.answer(Shown("pass", "use", kind="act"), 0) == 1


def test_a_verb_is_wanted_only_while_the_own_number_is_great_enough() -> None:
    player = wanting({"play": 5, "play while sources": 6})
    assert player.answer(Shown("end", "play", view=Purse(5, 20)), 0) == 0
    assert player.answer(Shown("end", "play", view=Purse(6, 1)), 0) == 1


def test_a_view_without_such_a_number_limits_nothing() -> None:
    assert wanting({"play": 5, "play while gold": 6}).answer(Shown("end", "play"), 0) == 1


def test_of_several_all_that_are_wanted_are_picked() -> None:
    shown = Shown("attacker", "attacker", "attacker", least=1, most=3)
    assert heuristic(attacker=5).answer(shown, 0) == (0, 1, 2)


def test_of_several_no_more_than_allowed_are_picked() -> None:
    assert len(heuristic(attacker=5).answer(Shown("attacker", "attacker", least=0, most=1), 0)) == 1  # type: ignore[arg-type]


def test_of_several_that_nobody_wants_as_few_as_must_be_are_picked() -> None:
    assert heuristic().answer(Shown("exchange", "exchange", least=0, most=2), 0) == ()
    assert len(heuristic().answer(Shown("discard", "discard", "discard", least=2, most=3), 0)) == 2  # type: ignore[arg-type]


def test_an_option_that_changed_nothing_is_not_taken_again() -> None:
    player, shown = heuristic(use=1), Shown("end", "use", view="the same")
    assert [player.answer(shown, 0), player.answer(shown, 0)] == [1, 0]


def test_an_option_is_not_taken_for_ever_though_something_changes() -> None:
    player, times = heuristic(use=1), 2 * (MOST_REPEATS + 1)
    taken = [player.answer(Shown("end", "use", view=number), 0) for number in range(times)]
    assert taken == [*[1] * MOST_REPEATS, 0] * 2


def test_the_only_option_is_taken_however_often_it_was() -> None:
    player, shown = heuristic(use=1), Shown("use", view="the same")
    assert answers(player, shown, 10) == {0}


# -- games ----------------------------------------------------------------------------------------------------


def game(code: str, variant: str, number: int, players: Mapping[int, Computer]) -> Playthrough:
    """A game of these players, with decks by chance."""
    chance = random.Random(f"{code} {variant} {number}")
    decks, title = list(starters(code).values()), get(code)
    chosen = [chance.choice(decks) for _seat in range(title.seats(variant))]
    play = Playthrough.new(title, chosen, chance.randbytes(32), variant=variant)
    while (decision := play.decision) is not None and play.n < MOST:
        play.answer(decision.seat, players[decision.seat].answer(play, decision.seat))
    return play


def thinker(code: str, number: int, seat: int) -> HeuristicPlayer:
    return HeuristicPlayer(random.Random(f"{number} {seat}"), get(code).preferences)


@pytest.mark.parametrize(("code", "variant"), GAMES)
def test_a_game_between_heuristic_players_comes_to_an_end(code: str, variant: str) -> None:
    for number in range(5):
        players = {seat: thinker(code, number, seat) for seat in range(get(code).seats(variant))}
        assert game(code, variant, number, players).result is not None


@pytest.mark.parametrize("code", TITLES)
def test_the_heuristic_player_beats_the_random_one(code: str) -> None:
    """Seats swapped with every game; 26 of 40 is what chance alone reaches about once in twenty times."""
    won = 0
    for number in range(40):
        seat = number % 2
        players: dict[int, Computer] = {
            seat: thinker(code, number, seat),
            1 - seat: RandomPlayer(random.Random(number)),
        }
        result = game(code, get(code).variants[0], number // 2, players).result
        won += result is not None and result.winners == (seat,)
    assert won >= 26, won


def test_the_same_chance_plays_the_same_game() -> None:
    one, other = (
        game("hope-cardgame", "standard", 3, {seat: thinker("hope-cardgame", 3, seat) for seat in (0, 1)})
        for _time in range(2)
    )
    assert one.digest() == other.digest()


def test_a_player_decides_by_what_its_seat_may_see_and_nothing_else() -> None:
    """Only the prompt and the view of the own seat are asked for."""
    asked = []

    class Watched:
        def __init__(self, play: Playthrough) -> None:
            self.play = play

        def prompt(self, viewer: int) -> Prompt | None:
            asked.append(viewer)
            return self.play.prompt(viewer)

        def view(self, viewer: int) -> Any:
            asked.append(viewer)
            return self.play.view(viewer)

    play = game("hope-cardgame", "standard", 1, {seat: thinker("hope-cardgame", 1, seat) for seat in (0, 1)})
    again = Playthrough.new(
        play.title, play.header.decks, bytes.fromhex(play.header.seed), variant="standard"
    )
    players = {seat: thinker("hope-cardgame", 1, seat) for seat in (0, 1)}
    while (decision := again.decision) is not None:
        asked.clear()
        again.answer(decision.seat, players[decision.seat].answer(Watched(again), decision.seat))
        assert set(asked) == {decision.seat}
    assert again.digest() == play.digest()
