"""Construction of a component set of the board game HOPE: HB-2.2 and HB-2.10, one function for each rule.

A component set is read from a file and has the shape ``{technologies: [name], technology_cards: [{technology: name
or joker: true, regression: true or false, count: n}], tiles: [{id, symbol, arrow, dimensions: {red: n, blue: n,
purple: n}}], tile_back: stable}``. ``count`` is 1 where it is left out, ``planets_per_dimension: {least, most}`` is
for sets whose tiles differ from the rulebook.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from deckcheck.construction.common import plural
from deckcheck.construction.verdict import Fault, Verdict

Data = Mapping[str, object]

CARDS, TECHNOLOGIES = 70, 6
DIMENSIONS = ("red", "blue", "purple")
JOKER = "joker"
BACK = "stable"
PLANETS = (1, 3)
"""HB-2.10: at least one planet; nothing in the game holds more than three (HB-R13)."""
ACCEPTED = (0, 3)
"""HB-R13: what a set may declare for its own tiles."""
OUR_PLANETS = (1, 2)
OUR_FACES, OUR_REGRESSIONS, OUR_JOKERS = 10, 7, 10
"""HB-R22: 7 + 3 cards of each technology, and the Jokers."""


def check_components(data: Data) -> Verdict:
    """Every fault of the set, and as advice where it differs from the set the rulings describe."""
    faults = tuple(fault for rule in RULES for fault in rule(data))
    return Verdict(faults, tuple(fault for rule in ADVICE for fault in rule(data)))


def technologies(data: Data) -> Iterator[Fault]:
    """HB-2.2: six technologies, each with a name of its own."""
    names = _names(data)
    if len(set(names)) != TECHNOLOGIES or len(names) != TECHNOLOGIES or JOKER in names:
        yield Fault(
            "HB-2.2",
            f"The set names {plural(len(set(names)), 'technology', 'technologies')}: {', '.join(names) or 'none'}.",
            f"Exactly {TECHNOLOGIES} different ones; the Joker is none of them.",
            zone="technologies",
        )


def deck_size(data: Data) -> Iterator[Fault]:
    """HB-2.2: exactly 70 technology cards."""
    have = sum(max(_count(card), 0) for card in _entries(data, "technology_cards"))
    if have != CARDS:
        change = f"add {CARDS - have}" if have < CARDS else f"take {have - CARDS} out"
        message = f"The Technology deck holds {plural(have, 'card')}."
        yield Fault("HB-2.2", message, f"Exactly {CARDS}: {change}.", zone="technology_cards")


def card_faces(data: Data) -> Iterator[Fault]:
    """HB-2.2: each card shows one of the technologies or a Joker."""
    names = _names(data)
    for place, card in enumerate(_entries(data, "technology_cards"), 1):
        face = card_face(card)
        if face != JOKER and face not in names:
            yield Fault(
                "HB-2.2",
                f"Entry {place} shows {face or 'nothing, or two things'}.",
                f"One of {', '.join(names)}, or a Joker.",
                zone="technology_cards",
            )


def card_counts(data: Data) -> Iterator[Fault]:
    """HB-2.2: every entry stands for one card or more, with or without a Regression symbol."""
    for place, card in enumerate(_entries(data, "technology_cards"), 1):
        if _count(card) < 1:
            message = f"Entry {place} has the count {card.get('count')!r}."
            yield Fault("HB-2.2", message, "A whole number, 1 or more.", zone="technology_cards")
        if not isinstance(card.get("regression", False), bool):
            message = f"Entry {place} has the regression {card.get('regression')!r}."
            yield Fault("HB-2.2", message, "true with the symbol, false without.", zone="technology_cards")


def some_regression(data: Data) -> Iterator[Fault]:
    """HB-2.2: some of the cards show a Regression symbol, not none and not all."""
    shown = {card.get("regression", False) is True for card in _entries(data, "technology_cards")}
    if shown != {True, False}:
        message = f"{'Every card' if shown == {True} else 'No card'} shows a Regression symbol."
        yield Fault("HB-2.2", message, "Some cards with the symbol, some without.", zone="technology_cards")


def tile_symbols(data: Data) -> Iterator[Fault]:
    """HB-2.10: a tile shows one technology symbol."""
    names = _names(data)
    for name, tile in _tiles(data):
        symbol = tile.get("symbol")
        if not isinstance(symbol, str) or symbol not in names:
            message = f"Tile {name} has the symbol {symbol!r}."
            yield Fault("HB-2.10", message, f"One of {', '.join(names)}.", zone="tiles", cards=((name, 1),))


def tile_arrows(data: Data) -> Iterator[Fault]:
    """HB-2.10: a tile has a positioning arrow; it points to one of the three dimensions."""
    for name, tile in _tiles(data):
        if tile.get("arrow") not in DIMENSIONS:
            message = f"Tile {name} has the positioning arrow {tile.get('arrow')!r}."
            legal = f"An arrow to one of {', '.join(DIMENSIONS)}."
            yield Fault("HB-2.10", message, legal, zone="tiles", cards=((name, 1),))


def tile_dimensions(data: Data) -> Iterator[Fault]:
    """HB-2.10: a tile has the dimensions red, blue and purple, and no other."""
    for name, tile in _tiles(data):
        found = _dimensions(tile)
        if set(found) != set(DIMENSIONS):
            message = f"Tile {name} has the dimensions {', '.join(map(str, found)) or 'none'}."
            yield Fault("HB-2.10", message, f"{', '.join(DIMENSIONS)}.", zone="tiles", cards=((name, 1),))


def planet_range(data: Data) -> Iterator[Fault]:
    """HB-R13: a set may declare 0 to 3 planets for each dimension, not more."""
    least, most = declared_range(data)
    if not ACCEPTED[0] <= least <= most <= ACCEPTED[1]:
        yield Fault(
            "HB-2.10",
            f"The set declares {least} to {most} planets for each dimension.",
            f"From {ACCEPTED[0]} to {ACCEPTED[1]} at the widest.",
            zone="planets_per_dimension",
            rulings=("HB-R13",),
        )


def planets(data: Data) -> Iterator[Fault]:
    """HB-2.10: at least one planet in each dimension, or as many as the set declares (HB-R13)."""
    least, most = declared_range(data)
    for name, tile in _tiles(data):
        for dimension, amount in _dimensions(tile).items():
            number = _whole(amount)
            if number is None or not least <= number <= most:
                yield Fault(
                    "HB-2.10",
                    f"Tile {name} has {amount!r} planets in its {dimension} dimension.",
                    f"From {least} to {most}.",
                    zone="tiles",
                    cards=((name, 1),),
                    rulings=("HB-R13",),
                )


def tile_back(data: Data) -> Iterator[Fault]:
    """HB-2.10: the other side of a tile is its stable side."""
    if data.get("tile_back") != BACK:
        message = f"The back of the tiles is {data.get('tile_back')!r}."
        yield Fault("HB-2.10", message, f"{BACK!r}: the stable side.", zone="tile_back")


def our_distribution(data: Data) -> Iterator[Fault]:
    """HB-R22, advice: 7 cards with and 3 without the symbol of each technology, and 10 Jokers."""
    faces: Counter[str] = Counter()
    symbols: Counter[str] = Counter()
    for card in _entries(data, "technology_cards"):
        faces[card_face(card)] += _count(card)
        symbols[card_face(card)] += _count(card) if card.get("regression") is True else 0
    off = [name for name in _names(data) if (faces[name], symbols[name]) != (OUR_FACES, OUR_REGRESSIONS)]
    if faces[JOKER] != OUR_JOKERS:
        off.append(JOKER)
    if off:
        legal = "7 with the Regression symbol and 3 without for each technology, 10 Jokers."
        message = f"Other numbers than recommended: {', '.join(off)}."
        yield Fault("HB-2.2", message, legal, zone="technology_cards", rulings=("HB-R22",))


def our_planets(data: Data) -> Iterator[Fault]:
    """HB-R13, advice: 1 or 2 planets in each dimension."""
    off = [
        name
        for name, tile in _tiles(data)
        if any(amount not in OUR_PLANETS for amount in _dimensions(tile).values())
    ]
    if off:
        message = f"Other numbers of planets than recommended: {', '.join(off)}."
        yield Fault("HB-2.10", message, "1 or 2 in each dimension.", zone="tiles", rulings=("HB-R13",))


RULES: tuple[Callable[[Data], Iterator[Fault]], ...] = (
    technologies,
    deck_size,
    card_faces,
    card_counts,
    some_regression,
    tile_symbols,
    tile_arrows,
    tile_dimensions,
    planet_range,
    planets,
    tile_back,
)
ADVICE: tuple[Callable[[Data], Iterator[Fault]], ...] = (our_distribution, our_planets)


def card_face(card: Data) -> str:
    """The technology of a card, ``joker``, or nothing where it shows neither or both."""
    technology = card.get("technology")
    if card.get("joker") is True:
        return "" if technology else JOKER
    return technology if isinstance(technology, str) and technology != JOKER else ""


def declared_range(data: Data) -> tuple[int, int]:
    """Fewest and most planets of a dimension: those of the rulebook where the set declares none."""
    declared = data.get("planets_per_dimension")
    if not isinstance(declared, Mapping):
        return PLANETS
    least, most = _whole(declared.get("least")), _whole(declared.get("most"))
    return (PLANETS[0] if least is None else least, PLANETS[1] if most is None else most)


def _names(data: Data) -> list[str]:
    found = data.get("technologies")
    return [str(name) for name in found] if isinstance(found, Sequence) and not isinstance(found, str) else []


def _entries(data: Data, key: str) -> list[Data]:
    """The mappings of a list; anything else stands as an empty one, so that the rules find it wanting."""
    found = data.get(key)
    if not isinstance(found, Sequence) or isinstance(found, str):
        return []
    return [entry if isinstance(entry, Mapping) else {} for entry in found]


def _tiles(data: Data) -> list[tuple[str, Data]]:
    return [(str(tile.get("id", place)), tile) for place, tile in enumerate(_entries(data, "tiles"), 1)]


def _dimensions(tile: Data) -> Data:
    found = tile.get("dimensions")
    return found if isinstance(found, Mapping) else {}


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _count(card: Data) -> int:
    """How many cards an entry stands for; 0 where that is no number."""
    return _whole(card.get("count", 1)) or 0
