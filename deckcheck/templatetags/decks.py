"""Small charts of decks as SVG, drawn here: no script, no styles of their own, colours from the stylesheet."""

from collections.abc import Sequence
from typing import Any

from django import template

register = template.Library()

COLUMN, GAP, HEIGHT = 34, 8, 96


@register.inclusion_tag("deckcheck/parts/columns.html")
def columns(data: Sequence[tuple[str, int]], title: str) -> dict[str, Any]:
    """Upright bars, such as a cost curve: (label, value) from left to right."""
    top = max((value for _, value in data), default=0) or 1
    bars = [
        {
            "label": label,
            "value": value,
            "x": place * (COLUMN + GAP),
            "middle": place * (COLUMN + GAP) + COLUMN // 2,
            "height": round(HEIGHT * value / top),
            "y": 18 + HEIGHT - round(HEIGHT * value / top),
            "text_y": 18 + HEIGHT - round(HEIGHT * value / top) - 5,
        }
        for place, (label, value) in enumerate(data)
    ]
    return {
        "bars": bars,
        "title": title,
        "told": _told(data),
        "width": max(1, len(bars) * (COLUMN + GAP) - GAP),
        "column": COLUMN,
        "floor": 18 + HEIGHT,
        "height": 18 + HEIGHT + 20,
    }


@register.inclusion_tag("deckcheck/parts/shares.html")
def shares(data: Sequence[tuple[str, int]], title: str) -> dict[str, Any]:
    """Lying bars with names, such as decks by mainframe: (name, value) from top to bottom."""
    top = max((value for _, value in data), default=0) or 1
    total = sum(value for _, value in data)
    rows = [
        {
            "label": label,
            "value": value,
            "width": max(2, round(1000 * value / top)),
            "share": round(100 * value / total) if total else 0,
        }
        for label, value in data
    ]
    return {"rows": rows, "title": title}


def _told(data: Sequence[tuple[str, int]]) -> str:
    """The chart in words, for who does not see it."""
    return ", ".join(f"{label}: {value}" for label, value in data if value)
