"""Writing a deck in every format, so that reading it again gives the same deck."""

import json
from collections.abc import Iterable, Iterator, Mapping

from deckcheck.cards.card import Card, Pool
from deckcheck.lists.deck import Deck
from deckcheck.lists.names import DECLARATIONS, ZONE_TITLES, Vocabulary, plural, vocabulary
from deckcheck.lists.reading import ListError
from deckcheck.lists.shapes import clean_name
from deckcheck.lists.tables import write_rows

Cards = Mapping[str, int]
# The order of groups in a HOPE list; types that are not named follow.
_GROUP_ORDER = ("Unit", "Location", "Event")


class Writer:
    """One deck on its way into a format. Raises ListError for a card or zone that the pool does not have."""

    def __init__(self, deck: Deck, pool: Pool) -> None:
        self.words: Vocabulary = vocabulary(pool)
        if deck.game != pool.game:
            raise ListError(f"A deck of “{deck.game}” cannot be written with cards of “{pool.game}”.")
        strange = [zone for zone in deck.zones if zone not in self.words.zones]
        if strange:
            raise ListError(f"{self.words.title} has no zone “{strange[0]}”.")
        self.zones = {zone: dict(deck.zones[zone]) for zone in self.words.zones if deck.zones.get(zone)}
        self.name = clean_name(deck.name)
        self.declared = {
            key: deck.declared[key] for key in DECLARATIONS.get(deck.game, {}) if key in deck.declared
        }

    def card(self, number: str) -> Card:
        found = self.words.numbered(number)
        if not found:
            raise ListError(f"The card {number} is not in this format, so the deck cannot be written.")
        return found

    def rows(self, cards: Cards, times: str = "") -> Iterator[str]:
        return (f"{count}{times} {self.card(number).name}" for number, count in cards.items())

    def declarations(self, mark: str = "") -> Iterator[str]:
        for key, values in self.declared.items():
            yield f"{mark}{key.capitalize()}: {', '.join(values) or 'none'}"

    def at_home(self, zones: Iterable[str]) -> bool:
        """Whether each card is where its type belongs, so that these zones need no headers."""
        return all(
            self.words.home(self.card(number)) == zone for zone in zones for number in self.zones[zone]
        )


def _deckplanet(deck: Writer) -> Iterator[str]:
    if deck.name:
        yield f"Name ({deck.name})"
    yield from deck.declarations("# ")
    for zone, cards in deck.zones.items():
        yield "# RAM Deck" if zone == "ram" else f"# {ZONE_TITLES[zone]}"
        for number, row in zip(cards, deck.rows(cards), strict=True):
            yield f"{row} [{deck.card(number).set}]"


def _deckscape(deck: Writer) -> Iterator[str]:
    if deck.name:
        yield f"// Deck: {deck.name}"
    yield from deck.declarations("// ")
    for place, (zone, cards) in enumerate(deck.zones.items()):
        if place or deck.name or deck.declared:
            yield ""
        total = sum(cards.values())
        yield f"// {ZONE_TITLES[zone]}" + ("" if zone == "mainframe" and total == 1 else f" ({total})")
        yield from deck.rows(cards, "x")


def _decklab(deck: Writer) -> Iterator[str]:
    if deck.name:
        yield f"Deck: {deck.name}"
    yield from deck.declarations()
    zones = dict(deck.zones)
    alone = next(iter(zones["mainframe"])) if list(zones.get("mainframe", {}).values()) == [1] else ""
    # A name of digits alone would read as the total of a header.
    if alone and not deck.card(alone).name.isdecimal():
        yield f"Mainframe: {deck.card(alone).name}"
        del zones["mainframe"]
    main = [zone for zone in zones if zone != "sideboard"]
    headed = not deck.at_home(main)
    for zone, cards in zones.items():
        if headed or zone == "sideboard":
            yield f"{ZONE_TITLES[zone]}:"
        yield from deck.rows(cards)


def _plain(deck: Writer) -> Iterator[str]:
    if deck.name:
        yield f"Name: {deck.name}"
    yield from deck.declarations()
    main = [zone for zone in deck.zones if zone != "sideboard"]
    headed = not deck.at_home(main)
    for zone, cards in deck.zones.items():
        if headed or zone == "sideboard":
            yield ZONE_TITLES[zone]
        yield from deck.rows(cards)


def _hope(deck: Writer) -> Iterator[str]:
    if deck.name:
        yield f"Deck: {deck.name}"
    yield from deck.declarations()
    for title, cards in _groups(deck):
        yield ""
        yield f"// {title} ({sum(cards.values())})"
        yield from deck.rows(cards)


def _groups(deck: Writer) -> Iterator[tuple[str, Cards]]:
    """The groups of the only zone by card type; in a game with zones, these."""
    if len(deck.words.zones) > 1:
        yield from ((ZONE_TITLES[zone], cards) for zone, cards in deck.zones.items())
        return
    groups: dict[str, dict[str, int]] = {kind: {} for kind in _GROUP_ORDER}
    for cards in deck.zones.values():
        for number, count in cards.items():
            groups.setdefault(deck.card(number).type, {})[number] = count
    yield from ((plural(kind), cards) for kind, cards in groups.items() if cards)


def _csv(deck: Writer) -> str:
    rows = [("name", "", deck.name, "")] if deck.name else []
    rows += [(key, "", ", ".join(values) or "none", "") for key, values in deck.declared.items()]
    for zone, cards in deck.zones.items():
        rows += [(zone, str(count), deck.card(number).name, number) for number, count in cards.items()]
    return write_rows(rows)


def _json(deck: Writer) -> str:
    """With one card on a line, so that a person can read it and an answer can name the line."""
    zones = []
    for zone, cards in deck.zones.items():
        entries = [
            json.dumps({"count": count, "name": deck.card(number).name, "number": number}, ensure_ascii=False)
            for number, count in cards.items()
        ]
        zones.append(f"    {json.dumps(zone)}: [\n      " + ",\n      ".join(entries) + "\n    ]")
    members = [f'  "game": {json.dumps(deck.words.game)}']
    if deck.name:
        members.append(f'  "name": {json.dumps(deck.name, ensure_ascii=False)}')
    if deck.declared:
        members.append(f'  "declared": {json.dumps(deck.declared, ensure_ascii=False)}')
    members.append('  "zones": {\n' + ",\n".join(zones) + "\n  }")
    return "{\n" + ",\n".join(members) + "\n}\n"


_LINES = {
    "deckplanet": _deckplanet,
    "deckscape": _deckscape,
    "decklab": _decklab,
    "plain": _plain,
    "hope": _hope,
}
_WHOLE = {"json": _json, "csv": _csv}


def write_list(deck: Deck, pool: Pool, format: str) -> str:
    """The deck as text in this format, with a line feed after each line.

    Raises ListError for a format that does not exist and for a card that is not in the pool.
    """
    writer = Writer(deck, pool)
    if format in _WHOLE:
        return _WHOLE[format](writer)
    if format not in _LINES:
        raise ListError(f"There is no format “{format}”; there are {', '.join((*_LINES, *_WHOLE))}.")
    return "".join(f"{line}\n" for line in _LINES[format](writer))
