"""Random games, and the laws of the engine on the toy game: whatever holds here holds without any other rules."""

import random
from typing import Any

import pytest

from gameplay.engine.ask import Decision
from gameplay.engine.playout import Outcome, play_games, random_answer
from gameplay.engine.playthrough import Playthrough
from gameplay.engine.state import SPECTATOR

from .toy import VARIANTS, Title

TITLE = Title()
NAMES = [card.name for card in TITLE.made]


def begin(chance: random.Random, variant: str = "duel") -> Playthrough:
    """A game with random decks of twenty cards."""
    decks = [[chance.choice(NAMES) for _card in range(20)] for _seat in VARIANTS[variant]]
    return Playthrough.new(TITLE, decks, chance.randbytes(32), variant=variant)


# -- random answers -------------------------------------------------------------------------------------------


def test_a_random_answer_is_any_of_the_options() -> None:
    decision = Decision(0, "pick", [("take", n) for n in range(3)], 0, (), 1, 1)
    chance = random.Random(1)
    assert {random_answer(chance, decision) for _time in range(100)} == {0, 1, 2}


def test_random_picks_keep_to_the_bounds_and_reach_both() -> None:
    decision = Decision(0, "pick", [("take", n) for n in range(4)], 0, (), 1, 3)
    chance = random.Random(1)
    picks = [random_answer(chance, decision) for _time in range(300)]
    assert all(isinstance(pick, tuple) and list(pick) == sorted(set(pick)) for pick in picks)
    assert {len(pick) for pick in picks if isinstance(pick, tuple)} == {1, 2, 3}


# -- random games ---------------------------------------------------------------------------------------------


def test_games_are_counted_with_their_decisions_and_endings() -> None:
    outcome = play_games(begin, 5, seed=3)
    assert (outcome.games, outcome.endings.total(), outcome.faults) == (5, 5, [])
    assert outcome.decisions > 50


def test_the_same_seed_gives_the_same_games() -> None:
    assert play_games(begin, 3, seed=3) == play_games(begin, 3, seed=3)


def test_another_seed_gives_other_games() -> None:
    assert play_games(begin, 3, seed=3) != play_games(begin, 3, seed=4)


def test_a_game_does_not_depend_on_those_before_it() -> None:
    begun: list[str] = []

    def noting(chance: random.Random) -> Playthrough:
        play = begin(chance)
        begun.append(play.digest())
        return play

    play_games(noting, 2, seed=3)
    play_games(noting, 1, seed=3)
    assert begun[0] == begun[2] != begun[1]


def test_a_position_with_a_fault_is_reported_with_its_game_and_entry() -> None:
    class Leaky(Title):
        def begin(self, header: Any, chance: Any) -> Any:
            g: Any = super().begin(header, chance)
            g.faults = lambda: ["a card is lost"]
            return g

    leaky = Leaky()
    outcome = play_games(
        lambda chance: Playthrough.new(leaky, [NAMES, NAMES], bytes(32)), 1, seed=3, laws=True
    )
    assert outcome.faults[0] == "game 0, entry 0: a card is lost"


def test_a_game_that_cannot_be_gone_back_in_is_reported() -> None:
    class Forgetful(Title):
        def begin(self, header: Any, chance: Any) -> Any:
            """What a seat loses is written past the three writes."""
            g = super().begin(header, chance)
            g.columns["secret"] = secret = [0]
            g.on_event = lambda kind: secret.append(1)
            return g

    forgetful = Forgetful()
    outcome = play_games(
        lambda chance: Playthrough.new(forgetful, [NAMES, NAMES], bytes(32)), 1, seed=3, laws=True
    )
    assert "game 0, rewinding to entry 0 gives another position" in outcome.faults


def test_a_game_that_its_record_does_not_determine_is_reported() -> None:
    made: list[int] = []

    class Fickle(Title):
        def begin(self, header: Any, chance: Any) -> Any:
            made.append(1)
            g = super().begin(header, chance)
            g.column("made", 1, len(made))
            return g

    fickle = Fickle()
    outcome = play_games(
        lambda chance: Playthrough.new(fickle, [NAMES, NAMES], bytes(32)), 1, seed=3, laws=True
    )
    assert outcome.faults == ["game 0, its record replays to another position"]


def test_an_outcome_starts_with_nothing() -> None:
    assert Outcome().games == 0


# -- the laws -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_laws_hold_in_random_games(variant: str) -> None:
    """Conservation after every decision, rewind everywhere, replay everywhere (DESIGN 4)."""
    outcome = play_games(lambda chance: begin(chance, variant), 15, seed=5, laws=True)
    assert outcome.faults == []
    assert outcome.endings == {"sources": 15}


def positions(variant: str, number: int) -> Any:
    """A random game, decision by decision."""
    chance = random.Random(f"{variant} {number}")
    play = begin(chance, variant)
    while (decision := play.decision) is not None:
        yield play, chance
        play.answer(decision.seat, random_answer(chance, decision))


@pytest.mark.parametrize("variant", VARIANTS)
def test_cards_are_in_exactly_one_zone_after_every_event(variant: str) -> None:
    for play, _chance in positions(variant, 1):
        play.state.on_event = lambda kind, g=play.state: everything_lies_once(g)


def everything_lies_once(g: Any) -> None:
    assert sorted(card for zone in g.zones for card in zone) == list(range(len(g.kind)))


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_a_viewer_may_not_know_changes_nothing_it_sees(variant: str) -> None:
    probes = 0
    for play, chance in positions(variant, 2):
        g = play.state
        for viewer in (*range(g.seats), SPECTATOR):
            deck = g.zones[g.deck[chance.randrange(g.seats)]]
            if len(deck) < 2:
                continue
            seen = (play.view(viewer), play.prompt(viewer), play.lines(viewer))
            one, other = chance.sample(deck, 2)
            g.kind[one], g.kind[other] = g.kind[other], g.kind[one]
            g.forget()
            assert (play.view(viewer), play.prompt(viewer), play.lines(viewer)) == seen
            g.kind[one], g.kind[other] = g.kind[other], g.kind[one]
            g.forget()
            probes += 1
    assert probes > 30


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_decision_has_a_legal_default(variant: str) -> None:
    for play, _chance in positions(variant, 3):
        mark = play.state.mark()
        play.state.reply(play.decision.default)
        play.state.rewind(mark)
