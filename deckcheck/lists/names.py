"""What the words of a list can mean in one pool: card names, sections, races; and what was probably meant."""

import re
import unicodedata
from collections.abc import Iterable
from functools import cached_property
from weakref import WeakKeyDictionary

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from deckcheck.cards.card import Card, Pool, name_key
from deckcheck.lists.deck import ZONES
from deckcheck.lists.reading import ListError

SUGGESTIONS = 3
ALIKE = 70
SURELY = 80
MOST_REMEMBERED = 2_000
LONGEST_QUERY = 80

# The section that leaves each card to its own zone: a mainframe is the mainframe, RAM is RAM.
BY_TYPE = ""

SECTIONS: dict[str, dict[str, tuple[str, ...]]] = {
    "neuroscape": {
        BY_TYPE: ("Deck", "Main", "Main deck", "Mainboard", "Cards", "Decklist"),
        "mainframe": ("Mainframe", "Mainframes", "Mainframe card"),
        "cyberdeck": ("Cyberdeck", "Cyber deck", "Cyberdecks"),
        "ram": ("RAM", "RAM deck", "RAM cards"),
        "sideboard": (
            "Sideboard",
            "Side",
            "SB",
            "Side deck",
            "Side board",
            "Side mainframe",
            "Sideboard mainframe",
            "Extra mainframe",
        ),
    },
    "hope-cardgame": {"deck": ("Deck", "Main", "Main deck", "Mainboard", "Cards", "Decklist")},
}

# Sections of other games: known as headers, so that they are never taken for cards or comments.
FOREIGN = frozenset(
    map(
        name_key,
        (
            "Commander",
            "Commanders",
            "Companion",
            "Maybeboard",
            "Maybe",
            "Considering",
            "Tokens",
            "Extra deck",
            "Extra",
            "Sideboard",
            "Side",
            "SB",
            "Side deck",
            "Mainframe",
            "Cyberdeck",
            "RAM deck",
            "Acquireboard",
            "Signature spell",
            "Attractions",
            "Stickers",
        ),
    )
)

ZONE_TITLES = {
    "mainframe": "Mainframe",
    "cyberdeck": "Cyberdeck",
    "ram": "RAM",
    "sideboard": "Sideboard",
    "deck": "Deck",
}

# What a list of this game may say of itself, by the fact of a card that has the allowed values.
DECLARATIONS: dict[str, dict[str, str]] = {"hope-cardgame": {"races": "race"}}

GAME_TITLES = {"neuroscape": "Neuroscape", "hope-cardgame": "HOPE Cardgame"}


def plain_words(text: str) -> str:
    """Lower-case words without accents and punctuation: what spellings are compared by."""
    folded = unicodedata.normalize("NFKD", text).casefold()
    bare = "".join(sign for sign in folded if not unicodedata.combining(sign))
    return re.sub(r"[^\w]+", " ", bare).strip()


class Vocabulary:
    """The words of one pool. Raises ListError for a game that is played without decks."""

    def __init__(self, pool: Pool) -> None:
        if pool.game not in ZONES:
            raise ListError(f"“{pool.game}” is played without decklists.")
        self.game = pool.game
        self.zones = ZONES[pool.game]
        self.sections = {
            name_key(word): zone for zone, words in SECTIONS[pool.game].items() for word in words
        }
        self._cards = tuple(card for card in pool if pool.named(card.name) is card)
        self.by_spelling = {card.name.casefold(): card for card in self._cards}
        self._by_key = {card.key: card for card in self._cards}
        self._by_number = {card.number.casefold(): self._by_key[card.key] for card in pool}
        self._near: dict[str, tuple[str, ...]] = {}
        self.set_codes = frozenset(found.code.casefold() for found in pool.sets)

    @property
    def title(self) -> str:
        return GAME_TITLES[self.game]

    def named(self, words: str) -> Card | None:
        """The card with this name in whatever spelling."""
        return self.by_spelling.get(words.casefold()) or self._by_key.get(name_key(words))

    def numbered(self, number: str) -> Card | None:
        """The card with this number; one that was printed again is the card of the pool's first set."""
        return self._by_number.get(number.casefold())

    def home(self, card: Card) -> str:
        """The zone a card belongs to by its type."""
        if len(self.zones) == 1:
            return self.zones[0]
        kind = card.type.casefold()
        return kind if kind in ("mainframe", "ram") else "cyberdeck"

    @cached_property
    def groups(self) -> frozenset[str]:
        """Headers that only group the cards of a zone: the card types, in singular and plural."""
        keys = {name_key(card.type) for card in self._cards}
        return frozenset({*keys, *(key + "s" for key in keys)} - self.sections.keys())

    @cached_property
    def _headers(self) -> tuple[tuple[str, str], ...]:
        """Each header word of this game by key, with the title to write for it."""
        titles = {zone: ZONE_TITLES.get(zone, "Deck") for zone in SECTIONS[self.game]}
        kinds = sorted({card.type for card in self._cards if name_key(card.type) not in self.sections})
        return (
            *((key, titles[zone]) for key, zone in self.sections.items()),
            *((name_key(plural(kind)), plural(kind)) for kind in kinds),
        )

    def allowed(self, declaration: str) -> dict[str, str]:
        """The values a declaration may have, by key: the races of the pool's cards."""
        fact = DECLARATIONS[self.game][declaration]
        values = (card.facts.get(fact) for card in self._cards)
        return {name_key(value): value for value in sorted({v for v in values if isinstance(v, str)})}

    @cached_property
    def _spellings(self) -> tuple[str, ...]:
        return tuple(plain_words(card.name) for card in self._cards)

    def near(self, words: str) -> tuple[str, ...]:
        """Names of cards that are spelled nearly like this, the best three, best first.

        Answers are remembered, for a list that is checked while it is typed asks for the same names again.
        """
        query = plain_words(words[:LONGEST_QUERY])
        known = self._near.get(query)
        if known is not None:
            return known
        found = process.extract(
            query, self._spellings, scorer=fuzz.WRatio, limit=SUGGESTIONS, score_cutoff=ALIKE
        )
        names = tuple(self._cards[index].name for _, _, index in found)
        if len(self._near) >= MOST_REMEMBERED:
            self._near.clear()
        self._near[query] = names
        return names

    def almost(self, words: str) -> bool:
        """Whether some card is spelled so nearly like this that it must have been meant."""
        query = plain_words(words[:LONGEST_QUERY])
        found = process.extractOne(query, self._spellings, scorer=fuzz.ratio, score_cutoff=SURELY)
        return found is not None

    def near_headers(self, words: str) -> tuple[str, ...]:
        """Headers that are one typing slip away, two for a long word."""
        key = name_key(words[:LONGEST_QUERY])
        close = (
            title
            for word, title in self._headers
            if len(word) >= 5 and OSA.distance(key, word) <= (1 if len(word) < 6 else 2)
        )
        return tuple(dict.fromkeys(close))[:SUGGESTIONS]


def plural(kind: str) -> str:
    """The header over cards of a type: "Units"; a mass word such as "Gear" stays."""
    return kind if kind.casefold() in ("gear", "ram") else f"{kind}s"


def near_words(words: str, choices: Iterable[str]) -> tuple[str, ...]:
    """The best three of ``choices``, best first."""
    query = plain_words(words[:LONGEST_QUERY])
    found = process.extract(
        query,
        list(choices),
        scorer=fuzz.WRatio,
        processor=plain_words,
        limit=SUGGESTIONS,
        score_cutoff=ALIKE,
    )
    return tuple(name for name, _, _ in found)


_vocabularies: WeakKeyDictionary[Pool, Vocabulary] = WeakKeyDictionary()


def vocabulary(pool: Pool) -> Vocabulary:
    """The pool's vocabulary, made once for each pool."""
    known = _vocabularies.get(pool)
    if known is None:
        known = _vocabularies[pool] = Vocabulary(pool)
    return known


def suggest(words: str, pool: Pool) -> tuple[str, ...]:
    """Up to three card names of the pool that may have been meant, best first."""
    return vocabulary(pool).near(words)
