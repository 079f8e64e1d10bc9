"""Every card of the open set works: its numbers count, and what it does has a scenario of its own."""

from pathlib import Path
from typing import Any

import pytest

from gameplay.domain.games import get, read_scenarios
from gameplay.engine.scenario import start

FOLDER = Path(__file__).parents[2] / "scenarios" / "hope-cardgame" / "cards"
CARDS = {card.number: card.facts for found in get("hope-cardgame").sets for card in found.cards}
TITLES = [str(one["title"]) for file in sorted(FOLDER.glob("*.yaml")) for one in read_scenarios(file)]
ON_BOARD = [number for number, facts in CARDS.items() if facts["type"] != "Event"]


@pytest.mark.parametrize("number", [number for number, facts in CARDS.items() if facts.get("abilities")])
def test_a_card_that_does_something_has_a_scenario_of_its_own(number: str) -> None:
    assert any(title.startswith(f"{number} ") for title in TITLES)


@pytest.mark.parametrize("number", ON_BOARD)
def test_the_numbers_of_a_card_are_its_values_in_play(number: str) -> None:
    """HCG-2.8, HCG-5.4: where nothing else lies and the own conditions do not hold."""
    facts: Any = CARDS[number]
    title = get("hope-cardgame")
    play = start(
        {"game": "hope-cardgame", "position": {"P1": {"battleground": {"C3": facts["name"]}}, "P2": {}}},
        title,
    )
    state: Any = play.state
    look = {
        name: title.look(state, f"C3 {name}") for name in ("attack", "defense", "vitality", "MOVE", "RANGED")
    }
    passives = {
        name: 1 if value == "default" else int(value) for name, value in facts.get("passives", {}).items()
    }
    assert look["defense"] == facts["defense"]
    assert (look["MOVE"], look["RANGED"]) == (passives.get("MOVE", 0), passives.get("RANGED", 0))
    if facts["type"] == "Unit":
        assert (look["attack"], look["vitality"]) == (facts["attack"], facts["vitality"])


@pytest.mark.parametrize("number", ON_BOARD)
def test_a_card_is_played_for_its_price(number: str) -> None:
    """HCG-4.1 to HCG-4.3: red is paid, red-green is free, green is received."""
    facts: Any = CARDS[number]
    unit = facts["type"] == "Unit"
    position: dict[str, Any] = {
        "phase": "main" if unit else "explore",
        "P1": {"hand": [facts["name"]]},
        "P2": {},
    }
    position["P1"]["battleground"] = {} if unit else {"C2": "Camp Runner"}
    play = start({"game": "hope-cardgame", "position": position}, get("hope-cardgame"))
    space = "C1" if unit else "C3"
    action = play.reads(0, f"play {facts['name']} on {space}")
    assert play.decision is not None
    play.answer(0, list(play.decision.options).index(action))
    state: Any = play.state
    change = {"red": -1, "red-green": 0, "green": 1}[facts["price"]["color"]] * facts["price"]["amount"]
    assert state.sources[0] == 15 + change
    assert get("hope-cardgame").look(state, space) == facts["name"]
