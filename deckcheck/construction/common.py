"""What the construction rules of the card games share: the cards of a deck, and copies by name."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from deckcheck.cards.card import Card, Pool
from deckcheck.construction.options import Construction
from deckcheck.construction.verdict import Fault
from deckcheck.lists.deck import Deck


@dataclass(frozen=True)
class Asked:
    """The deck in question with the cards it may be made of and the format's options."""

    deck: Deck
    pool: Pool
    options: Construction

    def cards(self, *zones: str) -> Iterator[tuple[str, Card, int]]:
        """(zone, card, copies) of every entry, of these zones alone when any is named; unknown cards left out."""
        for zone, entries in self.deck.zones.items():
            if zones and zone not in zones:
                continue
            for number, count in entries.items():
                card = self.pool.get(number)
                if card is not None and count > 0:
                    yield zone, card, count

    def by_name(
        self, *zones: str, without: frozenset[str] = frozenset()
    ) -> dict[str, list[tuple[Card, int]]]:
        """Copies of each full name, whatever set they are from (NS-R70, HCG-R66), some types left out."""
        found: dict[str, list[tuple[Card, int]]] = {}
        for _, card, count in self.cards(*zones):
            if card.type not in without:
                found.setdefault(card.key, []).append((card, count))
        return found


Rule = Callable[[Asked], Iterator[Fault]]
Rules = Mapping[str, Rule]
"""Which function holds which clause."""


def plural(count: int, word: str, words: str = "") -> str:
    """``1 card``, ``2 cards``."""
    return f"{count} {word if count == 1 else words or word + 's'}"


def counted(cards: list[tuple[Card, int]]) -> tuple[tuple[str, int], ...]:
    return tuple((card.number, count) for card, count in cards)


def total(cards: list[tuple[Card, int]]) -> int:
    return sum(count for _, count in cards)


def named(cards: Iterator[tuple[Card, int]] | list[tuple[Card, int]]) -> str:
    """``2 Admin, 1 Coder``."""
    return ", ".join(f"{count} {card.name}" for card, count in cards)


def too_many(
    clause: str, cards: list[tuple[Card, int]], limit: int, where: str, rulings: tuple[str, ...] = ()
) -> Fault:
    """More copies of one card than ``limit``."""
    have, name = total(cards), cards[0][0].name
    return Fault(
        clause,
        f"{have} copies of {name}{where}.",
        f"At most {plural(limit, 'copy', 'copies')}: take {have - limit} out.",
        cards=counted(cards),
        rulings=rulings,
    )


def unknown_cards(asked: Asked) -> Iterator[Fault]:
    """Cards that no legal set of the format holds."""
    for zone, entries in asked.deck.zones.items():
        for number, count in entries.items():
            if asked.pool.get(number) is None:
                yield Fault(
                    "format",
                    f"{number} is in no set that this format allows.",
                    "Use cards of the format's sets.",
                    zone=zone,
                    cards=((number, count),),
                )


def banned_cards(asked: Asked) -> Iterator[Fault]:
    """Cards that the format bans or limits, by name over all zones."""
    limited = dict(asked.options.limited)
    names = {
        number: card.key
        for number in {*asked.options.banned, *limited}
        if (card := asked.pool.get(number)) is not None
    }
    banned = {names[number] for number in asked.options.banned if number in names}
    most = {names[number]: count for number, count in limited.items() if number in names}
    if not names:
        return
    for name, cards in asked.by_name().items():
        if name in banned:
            yield Fault(
                "format",
                f"{cards[0][0].name} is banned in this format.",
                "Take it out.",
                cards=counted(cards),
            )
        elif name in most and total(cards) > most[name]:
            yield too_many("format", cards, most[name], ", which this format limits")
