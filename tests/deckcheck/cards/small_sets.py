"""Card set files of a card or two, and what the compiler says about them."""

import copy
from typing import Any

import yaml

from deckcheck.cards.compile import SetErrors, compile_set

CHARACTER: dict[str, Any] = {
    "number": "TST-1",
    "name": "Ash Runner",
    "type": "Character",
    "factions": ["Hacker"],
    "ram": 2,
    "attack_type": "blue",
    "attack": 1,
    "defense": 1,
}
UNIT: dict[str, Any] = {
    "number": "TST-1",
    "name": "Ridge Hand",
    "type": "Unit",
    "race": "Humans",
    "price": {"color": "red", "amount": 2},
    "attack": 1,
    "defense": 4,
    "vitality": 1,
}


def content(*cards: dict[str, Any], **top: Any) -> dict[str, Any]:
    """A set "TST" of these cards, one character when none is given."""
    listed = list(cards) or [CHARACTER]
    head = {"set": "TST", "game": "neuroscape", "cards_total": len(listed), "notation": 1}
    return copy.deepcopy(head | top | {"cards": listed})


def written(*cards: dict[str, Any], **top: Any) -> str:
    return yaml.safe_dump(content(*cards, **top), sort_keys=False)


def with_ability(base: dict[str, Any] = CHARACTER, **ability: Any) -> dict[str, Any]:
    """A card with one ability, activated unless it says otherwise."""
    return base | {"abilities": [{"timing": "activated"} | ability]}


def doing(*statements: dict[str, Any], base: dict[str, Any] = CHARACTER, **ability: Any) -> dict[str, Any]:
    return with_ability(base, **ability, do=list(statements))


def mistakes(text: str | bytes, **how: Any) -> list[tuple[str, str, str, str]]:
    """(file, card, path, message) of every mistake in the text."""
    try:
        compile_set(text, file="tst.yaml", **how)
    except SetErrors as refused:
        return [(one.file, one.card, one.path, one.message) for one in refused.errors]
    return []
