"""The cards in use, found by what they are and say. The index is kept by the process for each content."""

from collections.abc import Iterable
from functools import lru_cache

from deckcheck.cards.card import Card
from deckcheck.cards.search import Found, Index, Query
from deckcheck.cards.text import CardText, generated_text
from deckcheck.models import Game

from .versions import Version, in_use, pool


def index_of(game: str) -> Index:
    """The index of the versions in use of every set of the game; one query, and built once for a content."""
    return _index(game, in_use(game))


def search(games: Iterable[str], query: Query, *, offset: int = 0, limit: int = 60) -> Found:
    """Cards of these games, one game after the other; the counts are those of the last game alone."""
    cards: list[Card] = []
    total, counts = 0, {}
    for game in games:
        found = index_of(game).find(query, offset=max(0, offset - total), limit=limit - len(cards))
        cards += found.cards
        total += found.total
        counts = dict(found.counts)
    return Found(tuple(cards), total, counts)


def find_card(game: str, number: str) -> Card | None:
    """The card with this number in the sets in use."""
    return index_of(game).get(number)


def games_with_cards() -> list[Game]:
    """The games that have a set in use."""
    return [game for game in Game if in_use(game.value)]


def text_of(card: Card) -> CardText:
    """The text of a card in use; it names other cards of its game as they are in use."""
    return generated_text(card, pool(card.game, in_use(card.game)))


@lru_cache(maxsize=16)
def _index(game: str, versions: tuple[Version, ...]) -> Index:
    words = {number: text for version in versions for number, text in version.words().items()}
    return Index(pool(game, versions).sets, lambda card: words.get(card.number, ""))
