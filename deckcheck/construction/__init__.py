"""Whether a deck may be played, and if not, every reason with its clause.

check_deck(deck, pool, Construction("neuroscape")).faults
"""

from types import ModuleType

from deckcheck.cards.card import Pool
from deckcheck.construction import hope_cardgame, neuroscape
from deckcheck.construction.options import Construction
from deckcheck.construction.verdict import Fault, Verdict
from deckcheck.lists.deck import Deck

__all__ = ["GAMES", "Construction", "Fault", "Verdict", "check_deck", "check_sideboarding"]

GAMES: dict[str, ModuleType] = {"neuroscape": neuroscape, "hope-cardgame": hope_cardgame}


def check_deck(deck: Deck, pool: Pool, options: Construction) -> Verdict:
    """The complete list of faults, and advice. Raises ``KeyError`` for a game without decks."""
    verdict: Verdict = GAMES[deck.game].check(deck, pool, options)
    return verdict


def check_sideboarding(registered: Deck, changed: Deck, pool: Pool, options: Construction) -> Verdict:
    """Whether a later game of the match may be played with ``changed``; each match starts from ``registered``."""
    verdict: Verdict = GAMES[registered.game].check_sideboarding(registered, changed, pool, options)
    return verdict
