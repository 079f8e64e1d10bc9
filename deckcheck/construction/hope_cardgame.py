"""Construction of HOPE Cardgame decks: HCG-1.4 and HCG-18 with their rulings, one function for each rule."""

from collections.abc import Iterator

from deckcheck.cards.card import Card, Pool
from deckcheck.construction.common import (
    Asked,
    Rules,
    banned_cards,
    counted,
    named,
    plural,
    too_many,
    total,
    unknown_cards,
)
from deckcheck.construction.options import Construction
from deckcheck.construction.verdict import Fault, Verdict
from deckcheck.lists.deck import Deck

RACES = ("Aliens", "Bots", "Humans", "Mutants")
"""HCG-1.4."""
FRIENDLY = {frozenset(pair) for pair in (("Aliens", "Mutants"), ("Mutants", "Humans"), ("Humans", "Bots"))}
"""HCG-18.7 to HCG-18.9, HCG-R64."""
PAIR_CLAUSES = {
    frozenset(("Aliens", "Humans")): "HCG-18.10",
    frozenset(("Aliens", "Bots")): "HCG-18.10",
    frozenset(("Mutants", "Bots")): "HCG-18.10",
}
SIZE, COPIES = 36, 2
UNITS_ADVISED, LOCATIONS_ADVISED = 18, 4
COPY_CLAUSES = {"Unit": "HCG-18.2", "Location": "HCG-18.3", "Event": "HCG-18.4"}


def size(asked: Asked) -> Iterator[Fault]:
    """HCG-18.1: exactly 36 cards."""
    have = asked.deck.count("deck")
    if have != SIZE:
        change = f"add {SIZE - have}" if have < SIZE else f"take {have - SIZE} out"
        yield Fault("HCG-18.1", f"The deck holds {plural(have, 'card')}.", f"Exactly {SIZE}: {change}.")


def copies(asked: Asked) -> Iterator[Fault]:
    """HCG-18.2 to HCG-18.4: at most 2 of a unit, a location, an event; cards of one name are copies (HCG-R66)."""
    for cards in asked.by_name().values():
        card = cards[0][0]
        limit = COPIES if card.copy_limit is None else card.copy_limit
        if total(cards) > limit:
            yield too_many(COPY_CLAUSES.get(card.type, "HCG-18.2"), cards, limit, "")


def units_of_races(asked: Asked) -> dict[str, list[tuple[Card, int]]]:
    """Units by race; locations and events have none (HCG-1.4, HCG-18.11)."""
    found: dict[str, list[tuple[Card, int]]] = {}
    for _, card, count in asked.cards():
        if card.type == "Unit":
            found.setdefault(str(card.facts.get("race", "")), []).append((card, count))
    return found


def known_races(asked: Asked) -> Iterator[Fault]:
    """HCG-1.4: every unit belongs to one of the four races; nothing else does."""
    for race, cards in units_of_races(asked).items():
        if race not in RACES:
            yield Fault(
                "HCG-1.4",
                f"{named(cards)}: {f'the race {race!r}' if race else 'a unit without a race'}.",
                f"Units are of {', '.join(RACES)}.",
                cards=counted(cards),
            )
    raced = [(card, n) for _, card, n in asked.cards() if card.type != "Unit" and card.facts.get("race")]
    if raced:
        yield Fault(
            "HCG-1.4",
            f"{named(raced)}: a race on a card that is no unit.",
            "Locations and events have none.",
            cards=counted(raced),
        )


def some_units(asked: Asked) -> Iterator[Fault]:
    """HCG-18.6: a deck contains units."""
    if not units_of_races(asked):
        yield Fault("HCG-18.6", "The deck has no unit.", "At least one unit.", rulings=("HCG-R66",))


def chosen_races(asked: Asked) -> Iterator[Fault]:
    """HCG-18.6: where the list names its races, all units are of them."""
    chosen = asked.deck.declared.get("races", ())
    if not chosen:
        return
    wanted = {race.casefold() for race in chosen}
    for race, cards in units_of_races(asked).items():
        if race in RACES and race.casefold() not in wanted:
            yield Fault(
                "HCG-18.6",
                f"{named(cards)}: {race}, but the list says {' and '.join(chosen)}.",
                "Units of the chosen races only, or name the right races.",
                cards=counted(cards),
            )


def number_of_races(asked: Asked) -> Iterator[Fault]:
    """HCG-18.5: units of one race or of two; of three only where the format reads it so (HCG-R64)."""
    races = [race for race in units_of_races(asked) if race in RACES]
    most = 3 if asked.options.three_races else 2
    if len(races) > most:
        yield Fault(
            "HCG-18.5",
            f"Units of {len(races)} races: {', '.join(sorted(races))}.",
            f"Of {most} at most, friendly to each other.",
            rulings=("HCG-R64",),
        )


def friendly_races(asked: Asked) -> Iterator[Fault]:
    """HCG-18.7 to HCG-18.10: two races in a deck are Aliens and Mutants, Mutants and Humans, or Humans and Bots."""
    races = sorted(race for race in units_of_races(asked) if race in RACES)
    if len(races) == 2:
        pair = frozenset(races)
        if pair not in FRIENDLY:
            yield Fault(
                PAIR_CLAUSES[pair],
                f"{races[0]} and {races[1]} are not friendly.",
                "Aliens with Mutants, Mutants with Humans, Humans with Bots.",
                rulings=("HCG-R64",),
            )
    elif len(races) == 3 and asked.options.three_races:
        for race in races:
            if not any(frozenset((race, other)) in FRIENDLY for other in races if other != race):
                yield Fault(
                    "HCG-18.10",
                    f"{race} are friendly to none of the others.",
                    "Each race is friendly to another one of the deck.",
                    rulings=("HCG-R64",),
                )


RULES: Rules = {
    "HCG-1.4": known_races,
    "HCG-18.1": size,
    "HCG-18.2": copies,
    "HCG-18.5": number_of_races,
    "HCG-18.6": some_units,
    "HCG-18.6 as declared": chosen_races,
    "HCG-18.7": friendly_races,
    "unknown": unknown_cards,
    "banned": banned_cards,
}


def advice(asked: Asked) -> Iterator[Fault]:
    """HCG-18.12 and HCG-18.13: 18 units and 4 locations are recommended, never demanded."""
    for clause, kind, word, least in (
        ("HCG-18.12", "Unit", "unit", UNITS_ADVISED),
        ("HCG-18.13", "Location", "location", LOCATIONS_ADVISED),
    ):
        have = sum(count for _, card, count in asked.cards() if card.type == kind)
        if have < least:
            yield Fault(clause, f"{plural(have, word)}.", f"At least {least} are recommended.")


def is_ready_made(asked: Asked) -> bool:
    """HCG-18.16 with HCG-R67: card for card one of the published decks."""
    cards = _content(asked.deck)
    return any(_content(deck) == cards for deck in asked.options.ready_made)


def _content(deck: Deck) -> dict[str, int]:
    return {number: count for zone in deck.zones.values() for number, count in zone.items() if count}


def check(deck: Deck, pool: Pool, options: Construction) -> Verdict:
    """Every fault of the deck, and what the rulebook recommends. A ready-made deck has neither."""
    asked = Asked(deck, pool, options)
    if is_ready_made(asked):
        return Verdict(tuple(banned_cards(asked)))
    faults = tuple(fault for rule in RULES.values() for fault in rule(asked))
    if options.ready_made_only:
        wrong = Fault("HCG-18.16", "This is none of the ready-made decks.", "Play one of them unchanged.")
        faults = (wrong, *faults)
    return Verdict(faults, tuple(advice(asked)))


def check_sideboarding(registered: Deck, changed: Deck, pool: Pool, options: Construction) -> Verdict:
    """The game has no sideboard: the registered deck is played in every game of a match."""
    if _content(registered) == _content(changed):
        return Verdict()
    return Verdict((Fault("HCG-18.1", "The deck differs from the registered one.", "Play it unchanged."),))
