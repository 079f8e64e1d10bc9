"""What a title adds so that scenarios can be written for it; and positions of the toy game for the tests beside it."""

from collections.abc import Mapping, Sequence
from typing import Any

from gameplay.engine.effects import Env
from gameplay.engine.playthrough import Playthrough
from gameplay.engine.scenario import start

from .toy import VARIANTS, Title, Torches

ZONES = ("hand", "deck", "field")
"""What a position names of each player; everything begins in the deck."""


class Placed(Title):
    """Torches in any position: ``{P1: {hand: [...], field: [...], deck: [top first], sources: 10}, P2: ...}``. It is the
    first player's turn to act.
    """

    passes: tuple[str, ...] = ("respond",)

    def decks_of(self, position: Mapping[str, Any]) -> list[list[str]]:
        decks = [[name for zone in ZONES for name in seat.get(zone, ())] for seat in position.values()]
        unknown = {name for deck in decks for name in deck} - {card.name for card in self.made}
        if unknown:
            raise ValueError(f"no card is called {', '.join(sorted(unknown))}")
        return decks

    def arrange(self, g: Torches, position: Mapping[str, Any]) -> None:
        for seat, wanted in enumerate(position.values()):
            g.put(g.sources, seat, wanted.get("sources", 10))
            rest = list(g.zones[g.deck[seat]])
            for zone, number in (("hand", g.hand[seat]), ("field", g.field), ("deck", g.deck[seat])):
                names = wanted.get(zone, ())
                for name in reversed(names) if zone == "deck" else names:
                    card = next(one for one in rest if g.facts(one).name == name)
                    rest.remove(card)
                    g.relocate(card, number)
        g.push("turn", 1, 0)

    def look(self, g: Torches, path: str) -> Any:
        """``P1 sources``, or the names of cards in ``P1 hand``, ``P1 deck``, ``P1 discard``, ``P1 field``."""
        who, _, what = path.partition(" ")
        seat = int(who[1:]) - 1
        if what == "sources":
            return g.sources[seat]
        if what not in (*ZONES, "discard"):
            raise ValueError(f"there is no {path!r} to look at")
        return names(g, seat, what)


def names(g: Any, seat: int, zone: str) -> list[str]:
    """Names of the cards that a seat owns in a zone, in order; the top of a deck comes last."""
    zones = {"hand": g.hand[seat], "deck": g.deck[seat], "discard": g.discard[seat], "field": g.field}
    return [g.facts(card).name for card in g.zones[zones[zone]] if g.owner[card] == seat]


def play_from(variant: str = "duel", **seats: Mapping[str, Any]) -> Playthrough:
    """A game that goes on from a position; what is not written for a seat is empty."""
    position = {f"P{number + 1}": seats.get(f"P{number + 1}", {}) for number in range(len(VARIANTS[variant]))}
    return start({"game": "torches", "variant": variant, "position": position}, Placed())


def card(g: Any, name: str, seat: int = 0) -> int:
    """The first card of this name that the seat owns."""
    return next(one for one in range(len(g.kind)) if g.facts(one).name == name and g.owner[one] == seat)


def choose(play: Playthrough, *sentences: str) -> None:
    """Whoever decides picks the option that reads like this, one decision after the other."""
    for sentence in sentences:
        decision = play.decision
        assert decision is not None
        said = [play.says(option) for option in decision.options]
        play.answer(decision.seat, said.index(sentence))


def carry_out(
    play: Playthrough,
    *statements: Mapping[str, Any],
    source: int = 0,
    you: int = 0,
    **known: Sequence[int] | int,
) -> None:
    """Let these statements happen now, before the open decision is asked again; ``known``: targets and labels by name."""
    ability = play.title.compiler.ability("effect", 1, {"timing": "play", "do": list(statements)})  # type: ignore[attr-defined]
    g = play.state
    g.agenda.append(g.frame)
    g.asked = None
    g.push("effect", ability.key, 0, Env(source, you, known))
    g.run()
