"""Which version of each card set is in use, and pools of cards made of versions."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from deckcheck.cards.card import CardSet, Pool
from deckcheck.models import SetVersion

from .base import Refused
from .library import shipped_sets
from .packing import said, stored_set, stored_words


@dataclass(frozen=True, slots=True)
class Version:
    """A version of a set by its content; one that is not ``stored`` is the shipped file."""

    code: str
    content_hash: str
    stored: bool

    def load(self) -> CardSet:
        return stored_set(self.content_hash) if self.stored else shipped_sets()[self.code]

    def words(self) -> dict[str, str]:
        """What each card says, by number, for the search; written down beforehand for stored versions."""
        if self.stored:
            return stored_words(self.content_hash)
        cards = self.load()
        there = Pool(cards.game, [cards])
        return {card.number: said(card, there) for card in cards.cards}


def in_use(game: str) -> tuple[Version, ...]:
    """The version in use of every set of the game, by set code. One query.

    A set that is not stored is the shipped one.
    """
    shipped = (code for code, cards in shipped_sets().items() if cards.game == game)
    stored = SetVersion.objects.filter(set__game=game, active=True)
    rows = dict(stored.values_list("set__code", "content_hash"))
    return tuple(_version(code, rows.get(code)) for code in sorted({*shipped, *rows}))


def in_use_of(game: str, codes: Iterable[str]) -> tuple[Version, ...]:
    """The version in use of each of these sets that there is, in the order given."""
    wanted = tuple(codes)
    there = {version.code: version for version in in_use(game)} if wanted else {}
    return tuple(there[code] for code in wanted if code in there)


@lru_cache(maxsize=32)
def pool(game: str, versions: tuple[Version, ...]) -> Pool:
    """The cards of these versions; the same object for the same versions in one process."""
    return Pool(game, [version.load() for version in versions])


def pool_of(game: str, hashes: Iterable[str]) -> Pool:
    """The cards of these set versions by content hash, current or old; raises ``Refused`` for one not kept."""
    return pool(game, tuple(_kept(found) for found in hashes))


def _version(code: str, stored: str | None) -> Version:
    return Version(code, stored, True) if stored else Version(code, shipped_sets()[code].content_hash, False)


def _kept(content_hash: str) -> Version:
    rows = SetVersion.objects.filter(content_hash=content_hash)
    if code := rows.values_list("set__code", flat=True).first():
        return Version(code, content_hash, True)
    for code, cards in shipped_sets().items():
        if cards.content_hash == content_hash:
            return Version(code, content_hash, False)
    raise Refused(f"No set with the content {content_hash[:12]}… is kept here.", code="no-set")
