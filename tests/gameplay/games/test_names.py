"""What a seat may call by name, and what options are called to it (HCG-21, HCG-R88)."""

import random

import pytest

from gameplay.domain.exercise import begin
from gameplay.domain.games import get
from gameplay.engine.playthrough import Playthrough


@pytest.fixture
def play() -> Playthrough:
    return begin("hope-cardgame", "standard", random.Random(4))


def hidden_name(play: Playthrough) -> str:
    """A card of player 2 that is in no deck of player 1."""
    g = play.state
    own = {g.facts(card).name for card in range(len(g.kind)) if g.owner[card] == 0}
    return next(g.facts(card).name for card in range(len(g.kind)) if g.facts(card).name not in own)


def test_a_card_that_only_the_opponent_knows_of_is_like_one_that_is_not_in_the_game(
    play: Playthrough,
) -> None:
    title, name = get("hope-cardgame"), hidden_name(play)
    with pytest.raises(ValueError, match="you know of no card called") as hidden:
        title.find(play.state, 0, "card", name)
    with pytest.raises(ValueError, match="you know of no card called") as nowhere:
        title.find(play.state, 0, "card", "Nowhere")
    assert str(hidden.value).replace(name, "X") == str(nowhere.value).replace("Nowhere", "X")


def test_its_owner_may_call_it_by_name(play: Playthrough) -> None:
    name = hidden_name(play)
    card = get("hope-cardgame").find(play.state, 1, "card", name)
    assert play.state.facts(card).name == name


def test_a_target_goes_by_the_alias_of_the_viewer(play: Playthrough) -> None:
    """``choose {thing}`` shows cards as every other option does."""
    g = play.state
    card = g.zones[g.hand[0]][-1]
    assert g.asked is not None
    g.asked = g.asked._replace(seat=0, options=[("choose", card), ("choose", ~1)], least=1, most=1)
    prompt = play.prompt(0)
    assert prompt is not None
    assert prompt.options == (("choose", g.alias[0][card]), ("choose", ~1))
    assert g.alias[0][card] != card
