"""The titles that have rules here, made of the shipped card sets, and scenario files read and carried out."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from deckcheck.cards.card import CardSet
from deckcheck.cards.compile import compile_set
from deckcheck.cards.errors import SetErrors
from deckcheck.cards.loader import read_document
from deckcheck.domain.library import shipped_sets
from gameplay.engine.scenario import Failure, ScenarioError, run
from gameplay.games.hope_cardgame.title import HopeCardgame

TITLES = {"hope-cardgame": HopeCardgame}
"""Titles whose rules the engine enforces."""
SCENARIO_SET = "SCN"
PLAIN: dict[str, dict[str, Any]] = {
    "Unit": {"race": "Humans", "attack": 1, "defense": 1, "vitality": 1},
    "Location": {"defense": 1},
    "Event": {"flag": "ANYTIME"},
}
"""What a card of a scenario has where nothing is written; its price is red-green."""


def _sets(code: str) -> list[CardSet]:
    return [found for found in shipped_sets().values() if found.game == code]


@cache
def get(code: str) -> HopeCardgame:
    """The title with the shipped sets. Raises ``KeyError`` naming the titles there are."""
    if code not in TITLES:
        raise KeyError(f"no rules for {code!r} here; there are {', '.join(TITLES)}")
    return TITLES[code](_sets(code))


def starters(code: str) -> dict[str, list[str]]:
    """The ready-made decks of the shipped sets, as card numbers, by their id."""
    return {
        deck["id"]: [number for number, copies in deck["cards"].items() for _copy in range(copies)]
        for found in _sets(code)
        for deck in found.data.get("decks", ())
        if deck.get("published")
    }


def with_cards(code: str, cards: list[Mapping[str, Any]]) -> HopeCardgame:
    """The title with cards of a scenario beside the shipped sets. Raises ``ScenarioError``."""
    if not cards:
        return get(code)
    written = [
        {
            "number": f"{SCENARIO_SET}-{place:03}",
            "price": {"color": "red-green", "amount": 0},
            **PLAIN.get(str(card.get("type")), {}),
            **card,
        }
        for place, card in enumerate(cards, 1)
    ]
    content = {
        "set": SCENARIO_SET,
        "game": code,
        "notation": 1,
        "cards_total": len(written),
        "cards": [_plain(card) for card in written],
    }
    text = yaml.safe_dump(content, sort_keys=False)
    try:
        made = compile_set(text, file="cards of the scenario")
    except SetErrors as errors:
        raise ScenarioError(str(errors)) from errors
    return TITLES[code]([made, *_sets(code)])


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(part) for key, part in value.items()}
    return [_plain(part) for part in value] if isinstance(value, list | tuple) else value


def read_scenarios(file: Path) -> list[Mapping[str, Any]]:
    """The scenarios of a file: one, or a list under ``scenarios`` that share the other keys. Raises
    ``ScenarioError``.
    """
    try:
        content = read_document(file.read_bytes(), file.name).content
    except (SetErrors, OSError) as problem:
        raise ScenarioError(str(problem)) from problem
    if not isinstance(content, Mapping) or "game" not in content:
        raise ScenarioError(f"{file.name}: a scenario names its game")
    shared = {key: value for key, value in content.items() if key != "scenarios"}
    return [{**shared, **one} for one in content.get("scenarios", ({},))]


def run_scenario(data: Mapping[str, Any]) -> list[Failure]:
    """What does not go as the scenario says. Raises ``ScenarioError``."""
    if data["game"] not in TITLES:
        raise ScenarioError(f"no rules for {data['game']!r} here; there are {', '.join(TITLES)}")
    return run(data, with_cards(data["game"], list(data.get("cards", ()))))
