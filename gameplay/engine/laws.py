"""The laws that a game of any title keeps (DESIGN 4), checked while it is played.

``Laws`` looks on: after every event at conservation and at what each viewer is shown, before every answer at the
whole position and at the decision, and in the end at the way back and at the replay from the record.
"""

import random
from collections.abc import Sequence
from typing import Any

from .book import EventKind
from .event import EVERYBODY
from .playthrough import Playthrough, Title
from .state import SPECTATOR, State
from .view import bit_of, told

Pair = tuple[int, int]
OTHER_PROBES = 0.2
"""How often cards that somebody may know are probed as well, beside those that every viewer is blind to."""


class Laws:
    """One game under observation. ``faults`` lists what was wrong, with the number of the entry."""

    def __init__(self, play: Playthrough, chance: random.Random) -> None:
        self.play, self.chance = play, chance
        self.faults: list[str] = []
        self.marks: list[tuple[Any, Any]] = []
        g = play.state
        self.viewers = (*range(g.seats), SPECTATOR)
        self.owned = [
            [card for card in range(len(g.kind)) if g.owner[card] == seat] for seat in range(g.seats)
        ]
        self._before = g.on_event
        g.on_event = self._after_event

    def _fault(self, text: str) -> None:
        self.faults.append(f"entry {self.play.n}: {text}")

    # -- after every event --------------------------------------------------------------------------------

    def _after_event(self, kind: EventKind) -> None:
        if self._before is not None:
            self._before(kind)
        for fault in State.faults(self.play.state):
            self._fault(f"after {kind.name}, {fault}")
        owned = self.chance.choice(self.owned)
        self._probe(kind, self._seen_by_nobody(owned))
        if self.chance.random() < OTHER_PROBES:
            self._probe(kind, self._hidden(owned))

    def _seen_by_nobody(self, cards: Sequence[int]) -> list[int]:
        faces, place = self.play.state.faces, self.play.state.place
        return [card for card in cards if not faces[place[card]]]

    def _hidden(self, cards: Sequence[int]) -> list[int]:
        faces, place = self.play.state.faces, self.play.state.place
        return [card for card in cards if faces[place[card]] != EVERYBODY]

    def _probe(self, kind: EventKind, hidden: Sequence[int]) -> None:
        """Two of these cards change places: whoever may know neither sees and reads the same."""
        if len(hidden) < 2:
            return
        g, pair = self.play.state, _two(self.chance, hidden)
        last = len(g.events) - 1
        blind = [
            viewer for viewer in self.viewers if not any(self._knows(viewer, card, last) for card in pair)
        ]
        before = [(self.play.view(viewer), self.play.lines(viewer, last)) for viewer in blind]
        _swap(g, pair)
        for viewer, seen in zip(blind, before, strict=True):
            if (self.play.view(viewer), self.play.lines(viewer, last)) != seen:
                self._fault(f"after {kind.name}, {_named(viewer)} is shown what it may not know")
        _swap(g, pair)

    def _knows(self, viewer: int, card: int, start: int) -> bool:
        """Whether the viewer sees the card, or has been told of it by an event from ``start`` on."""
        g = self.play.state
        if g.faces[g.place[card]] >> bit_of(g, viewer) & 1:
            return True
        for entry in g.events[start:]:
            kind = g.book.events[entry[0]]
            for name, value in zip(kind.names, entry[1], strict=True):
                cards = value if isinstance(value, tuple) else (value,)
                if g.book.kinds.get(name) in ("card", "cards") and card in cards:
                    return name not in kind.secret or told(entry, g, viewer)
        return False

    # -- before every answer ------------------------------------------------------------------------------

    def before_answer(self) -> None:
        """The position is sound, and the decision shows nothing that its viewers may not know."""
        play, g = self.play, self.play.state
        for fault in g.faults():
            self._fault(fault)
        mark, asked, hook = g.mark(), g.asked, g.on_event
        self.marks.append((mark, _position(g)))
        g.on_event = None
        if self._asked_anew(None) != asked:
            self._fault(f"{asked.kind if asked else ''} asked anew is another decision")
        g.rewind(mark)
        seat = asked.seat if asked is not None else SPECTATOR
        for viewer in (seat, self.chance.choice(self.viewers)):
            pair = self._unknown_to(viewer)
            if pair is not None:
                seen = play.prompt(viewer)
                self._asked_anew(pair)
                if play.prompt(viewer) != seen:
                    self._fault(f"what is asked tells {_named(viewer)} what it may not know")
                _swap(g, pair)
                g.rewind(mark)
        g.on_event = hook

    def _asked_anew(self, pair: Pair | None) -> Any:
        g = self.play.state
        if pair is None:
            g.forget()
        else:
            _swap(g, pair)
        g.ask_again()
        return g.asked

    def _unknown_to(self, viewer: int) -> Pair | None:
        """Two cards of one owner that the viewer may not know and is not asked about."""
        g = self.play.state
        asked = g.asked
        named: set[int] = set()
        if asked is not None and asked.seat == viewer:
            named = {thing for option in asked.options for thing in option[1:] if isinstance(thing, int)}
        bit = bit_of(g, viewer)
        cards = self.chance.choice(self.owned)
        unknown = [card for card in cards if not g.faces[g.place[card]] >> bit & 1 and card not in named]
        if len(unknown) < 2:
            return None
        return _two(self.chance, unknown)

    # -- in the end ---------------------------------------------------------------------------------------

    def in_the_end(self, title: Title) -> None:
        """The record replays to the same game, and every entry can be gone back to."""
        play, g = self.play, self.play.state
        g.on_event = self._before
        if Playthrough.load(play.record(), title).digest() != play.digest():
            self.faults.append("its record replays to another position")
        for number in range(len(self.marks) - 1, -1, -1):
            mark, position = self.marks[number]
            g.rewind(mark)
            if _position(g) != position:
                self.faults.append(f"rewinding to entry {number} gives another position")


def _two(chance: random.Random, cards: Sequence[int]) -> Pair:
    one, other = chance.sample(cards, 2)
    return one, other


def _position(g: Any) -> Any:
    return g.position(), tuple(g.agenda), g.asked, g.result


def _swap(g: Any, pair: Pair) -> None:
    """Two cards change places, past the three writes: nobody may notice."""
    one, other = pair
    g.kind[one], g.kind[other] = g.kind[other], g.kind[one]
    g.forget()


def _named(viewer: int) -> str:
    return "the spectator" if viewer == SPECTATOR else f"seat {viewer + 1}"
