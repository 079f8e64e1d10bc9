"""HOPE Cardgame as the engine takes it: variants, decks, views, explanations, rulings."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from deckcheck.cards.card import CardSet
from gameplay.engine.ask import Option, Refusal
from gameplay.engine.chance import Chance
from gameplay.engine.effects import Compiler
from gameplay.engine.log import Header
from gameplay.engine.playthrough import ruleset_hash
from gameplay.engine.view import is_card

from . import rounds  # noqa: F401 - fills the book
from .board import Board
from .book import book
from .definitions import ARTIFACT, Cards, Settings, define
from .describing import describe, values
from .explaining import why_not
from .positions import arrange, look, names_of, seats_in
from .rulings import edit
from .state import ARTIFACTS, ITEM, SPACE, STANDARD, TEAMS, VARIANTS, Hope, Seating
from .views import HopeSpeech, View, board, view
from .winning import concede, time_called
from .words import words

VERSION = "1"
"""Raised when a rule changes, so that old games keep the rules they were played with."""
PREFERENCES = {
    "attack": 50,
    "attacker": 50,
    "play": 40,
    "heal": 35,
    "move": 30,
    "combat_window event": 20,
    "combat_window use": 20,
    "take": 10,
    "step": 5,
    "do it": 5,
    "accept": 5,
    "play while sources": 7,
}
"""What a computer player likes to do (``HeuristicPlayer``): fighting before building before moving, events and abilities
in fights only, and nothing that may be the last sources' end. Found by playing, no rule.
"""
SIDES = {STANDARD: (0, 1), ARTIFACTS: (0, 1), TEAMS: (0, 1, 0, 1)}
"""Seats N1, S1, N2, S2 of Two on two (HCG-20.1, HCG-R77)."""


class HopeCardgame:
    """The title. ``sets``: the card sets that its decks may use."""

    code = "hope-cardgame"
    book = book
    variants: tuple[str, ...] = VARIANTS
    passes: tuple[str, ...] = ("respond", "combat_window")
    preferences: Mapping[str, int] = PREFERENCES

    def __init__(self, sets: Iterable[CardSet]) -> None:
        self.sets = tuple(sets)
        self.rules = ruleset_hash(book, VERSION)
        self.cards = "+".join(found.content_hash for found in self.sets)
        self._made: dict[tuple[int, ...], Cards] = {}

    def definitions(self, settings: Settings) -> Cards:
        """All cards, compiled."""
        key = (settings.overwhelm_factor, settings.ranged_default, settings.income_default)
        if key not in self._made:
            compiler = Compiler(words)
            made = [define(card.facts, compiler, settings) for found in self.sets for card in found.cards]
            for found in self.sets:
                tokens = found.data.get("artifacts", ())
                made += [define(facts, compiler, settings, ARTIFACT) for facts in tokens]
            self._made[key] = Cards(made, compiler.programs)
        return self._made[key]

    def seats(self, variant: str) -> int:
        """How many play a variant."""
        return len(SIDES[variant])

    def begin(self, header: Header, chance: Chance) -> Hope:
        """A game about to be set up. Raises ``ValueError`` for a variant, a number of decks or a card that this
        game does not have (HCG-1.1, HCG-20.1, HCG-R1, HCG-R90)."""
        if header.variant not in VARIANTS:
            raise ValueError(f"{header.variant!r} is no variant; variants are {', '.join(VARIANTS)}")
        sides = SIDES[header.variant]
        if len(header.decks) != len(sides):
            raise ValueError(f"{header.variant} is played by {len(sides)} players, not {len(header.decks)}")
        settings = _settings(header.options)
        cards = self.definitions(settings)
        decks = tuple(self._deck(deck, cards.index) for deck in header.decks)
        tokens = self._tokens(header, cards.index) if header.variant == ARTIFACTS else ()
        g = Hope(header.variant, Seating(sides, decks, tokens), cards, settings, chance)
        g.push_procedure("game")
        return g

    def _deck(self, deck: Sequence[str], index: Mapping[str, int]) -> tuple[int, ...]:
        """Sorted: the order in which a list names its cards decides nothing."""
        unknown = sorted({number for number in deck if number not in index})
        if unknown:
            raise ValueError(f"no card record for {', '.join(unknown)} (HCG-R1)")
        return tuple(sorted(index[number] for number in deck))

    def _tokens(self, header: Header, index: Mapping[str, int]) -> tuple[int, ...]:
        """The pool of artifacts: the option ``artifact_pool`` (number: copies), or as the sets print (HCG-R68)."""
        pool = header.options.get("artifact_pool")
        if pool is None:
            pool = {
                facts["number"]: facts["copies"]
                for found in self.sets
                for facts in found.data.get("artifacts", ())
            }
        tokens = [index[number] for number, copies in sorted(pool.items()) for _copy in range(copies)]
        if len(tokens) < Board().columns:
            raise ValueError(f"the artifact pool needs at least five tokens, not {len(tokens)} (HCG-19.1)")
        return tuple(tokens)

    # -- scenarios ----------------------------------------------------------------------------------------

    def decks_of(self, position: Mapping[str, Any]) -> list[list[str]]:
        """Card numbers by seat. Raises ``ValueError`` for a name that no card has."""
        numbers = {card.name: card.number for found in self.sets for card in found.cards}
        decks = []
        for seat in seats_in(position):
            names = names_of(position[seat])
            unknown = sorted({name for name in names if name not in numbers})
            if unknown:
                raise ValueError(f"no card is called {', '.join(unknown)}")
            decks.append([numbers[name] for name in names])
        return decks

    def arrange(self, g: Hope, position: Mapping[str, Any]) -> None:
        arrange(g, position)

    def look(self, g: Hope, path: str) -> Any:
        return look(g, path)

    def describe(self, g: Hope) -> dict[str, Any] | None:
        """The position as ``arrange`` reads it; None when only a replay can give all of it."""
        return describe(g)

    def values(self, g: Hope) -> dict[str, Any]:
        """Paths that ``look`` reads, with their values now."""
        return values(g)

    # -- what is seen -------------------------------------------------------------------------------------

    def view(self, g: Hope, viewer: int) -> View:
        return view(g, viewer)

    def board(self, g: Hope, viewer: int) -> str:
        return board(g, viewer)

    def speech(self, g: Hope) -> HopeSpeech:
        return HopeSpeech(g)

    def why_not(self, g: Hope, seat: int, action: Option) -> Refusal | None:
        return why_not(g, seat, action)

    def find(self, g: Hope, seat: int, kind: str, name: str) -> Any:
        """A thing by its name: a space, a number, a player, or a card by its name, an own one in hand first."""
        if kind == "space":
            return g.board.find(name)
        if kind == "number":
            if not name.isdigit():
                raise ValueError(f"{name!r} is no number")
            return int(name)
        if kind == "thing":
            return self._thing(g, seat, name)
        return self._card(g, seat, name)

    def _thing(self, g: Hope, seat: int, name: str) -> int:
        if len(name) == 2 and name[0] in "Pp" and name[1].isdigit():
            return ~(int(name[1]) - 1)
        for item in reversed(g.stack.items):
            if g.facts(item.card).name == name and ("choose", ITEM + item.number) in (
                g.asked.options if g.asked else ()
            ):
                return ITEM + item.number
        try:
            return SPACE + g.board.find(name)
        except ValueError:
            return self._card(g, seat, name)

    def _card(self, g: Hope, seat: int, name: str) -> int:
        """The card an option names comes first, then the own hand, the battleground, and whatever else the seat
        knows to be in the game: what lies open, and its own deck."""
        offered = [
            thing
            for option in (g.asked.options if g.asked else ())
            for kind, thing in zip(book.forms[option[0]].kinds, option[1:], strict=True)
            if is_card(g, kind, thing)
        ]
        known = [card for card in range(len(g.kind)) if g.owner[card] == seat or g.sees(seat, card)]
        found = next(
            (c for c in (*offered, *g.cards(g.hand[seat]), *g.in_play, *known) if g.facts(c).name == name),
            None,
        )
        if found is None:
            raise ValueError(f"you know of no card called {name!r} in this game")
        return int(found)

    # -- beside the rules ---------------------------------------------------------------------------------

    def concede(self, g: Hope, seat: int) -> None:
        concede(g, seat)

    def time_called(self, g: Hope) -> None:
        time_called(g)

    def edit(self, g: Hope, change: Mapping[str, Any]) -> None:
        edit(g, change)


def _settings(options: Mapping[str, Any]) -> Settings:
    known = ("overwhelm_factor", "ranged_default", "income_default")
    return Settings(**{name: int(options[name]) for name in known if name in options})
