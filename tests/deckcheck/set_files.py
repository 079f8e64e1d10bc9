"""Small card set files for tests."""

from typing import Any

import yaml


def card(number: int, name: str, **facts: Any) -> dict[str, Any]:
    """A character of the test set; ``facts`` replace or add to what it is."""
    made = {
        "number": f"TST-{number}",
        "name": name,
        "type": "Character",
        "factions": ["Hacker"],
        "ram": 1,
        "attack_type": "blue",
        "attack": 1,
        "defense": 1,
        "rarity": "Common",
        "iconic": False,
        "copy_limit": 4,
        "zone": "cyberdeck",
        "keywords": [],
        "ports": "unknown",
        "abilities": [],
    }
    return made | facts


def set_file(*cards: dict[str, Any], **top: Any) -> str:
    """A Neuroscape set "TST" of these cards, two of them when none is given."""
    listed = list(cards) or [card(1, "Ash Runner"), card(2, "Bit Broker", ram=3)]
    content = {
        "set": "TST",
        "set_name": "Test",
        "game": "neuroscape",
        "cards_total": len(listed),
        "notation": 1,
    }
    return yaml.safe_dump(content | top | {"cards": listed}, sort_keys=False)
