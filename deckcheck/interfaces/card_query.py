"""A card search as it stands in an address. A value that makes no sense is left out, never an error."""

from collections.abc import Iterator
from dataclasses import dataclass
from types import MappingProxyType

from django.http import QueryDict

from deckcheck.cards.search import FACETS, RANGES, Query

MOST_TEXT = 80
MOST_NUMBER = 9999


@dataclass(frozen=True, slots=True)
class Chosen:
    """One choice that narrows the search: its words, and the name and value in the address that make it."""

    label: str
    name: str
    value: str


def read_query(values: QueryDict) -> Query:
    """``q``, the facets (each may be given several times) and ``<range>_min`` / ``<range>_max``."""
    facets = {name: tuple(dict.fromkeys(filter(None, values.getlist(name)))) for name in FACETS}
    ranges = {name: (_number(values, f"{name}_min"), _number(values, f"{name}_max")) for name in RANGES}
    return Query(
        text=" ".join(values.get("q", "")[:MOST_TEXT].replace("\x00", " ").split()),
        facets=MappingProxyType({name: found for name, found in facets.items() if found}),
        ranges=MappingProxyType({name: found for name, found in ranges.items() if found != (None, None)}),
    )


def choices(query: Query) -> Iterator[Chosen]:
    """Everything that the query asks for, to show it with a way to take it back."""
    if query.text:
        yield Chosen(f"“{query.text}”", "q", query.text)
    for name, values in query.facets.items():
        for value in values:
            yield Chosen(value if value != "none" else f"no {name}", name, value)
    for name, (least, most) in query.ranges.items():
        if least is not None:
            yield Chosen(f"{name} {least} or more", f"{name}_min", str(least))
        if most is not None:
            yield Chosen(f"{name} {most} or less", f"{name}_max", str(most))


def _number(values: QueryDict, name: str) -> int | None:
    text = values.get(name, "").strip()
    return min(int(text), MOST_NUMBER) if text.isascii() and text.isdigit() and len(text) < 9 else None
