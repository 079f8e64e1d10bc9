"""Tournaments told in a few words for acceptance tests: players are letters, a round is "AB a, CD draw, E bye".

Everything happens through the domain functions; a round that has to be as it was is drawn up by the engine and
then rearranged by hand, as the staff would do it.
"""

from __future__ import annotations

from typing import Any

from organizer.domain import facts, registration, results, rounds, standings, tables
from organizer.domain.base import Actor
from organizer.models import Entry, Event, Match, Phase, Round
from organizer.pairing import Options, Player, pair_swiss
from tests.organizer import factories

SCORES = {"a": (2, 0, 0), "b": (0, 2, 0), "draw": (1, 1, 0)}


class Story:
    """An event that has started with one player for each letter of ``players``."""

    def __init__(
        self, players: str, *, phases: Any = None, byes: dict[str, int] | None = None, **fields: Any
    ) -> None:
        phases = phases or [{"kind": Phase.Kind.SWISS, "rounds_planned": 9}]
        self.event: Event = factories.make_event(phases=phases, **fields)
        self.staff: Actor = factories.owner_of(self.event)
        self.users = {name: factories.make_user(display_name=name) for name in players}
        for name, user in self.users.items():
            entry = registration.register(self.event, self.staff, user)
            if byes and name in byes:
                registration.edit_entry(entry, self.staff, awarded_byes=byes[name])
        self.event = rounds.start_event(self.event, self.staff)

    def __getitem__(self, name: str) -> Entry:
        return self.event.entries.get(name=name)

    def as_(self, name: str, key: str = "") -> Actor:
        return Actor(self.users[name], key)

    @property
    def phase(self) -> Phase:
        return self.event.phases.get(number=1)

    def seat(self, *pairs: str) -> Round:
        """The next round, published, with these tables: "AB", or "C" for a bye."""
        draft = rounds.pair_round(self.event, self.staff)
        wanted = [(self[pair[0]].pk, self[pair[1]].pk if pair[1:] else None) for pair in pairs]
        tables.apply_repair(draft, self.staff, wanted)
        return rounds.publish_round(draft, self.staff)

    def play(self, text: str) -> Round:
        """A whole round: "AB a, CD 2-1, EF draw, G bye, HI lost" (both lose), "JK agreed"."""
        said = [part.split() for part in text.split(",")]
        shown = self.seat(*(pair for pair, _ in said))
        for pair, what in said:
            if what != "bye":
                self.enter(shown, pair, what)
        return shown

    def enter(self, shown: Round, pair: str, what: str) -> Match:
        """The staff's result of a table; the first letter is the first player's."""
        match = self.match(shown, pair[0])
        if what == "lost":
            return results.enter_result(match, self.staff, outcome=Match.Outcome.DOUBLE_LOSS)
        if what == "agreed":
            return results.enter_result(match, self.staff, intentional_draw=True)
        return results.enter_result(match, self.staff, **self.games(match, pair[0], what))

    def games(self, match: Match, first: str, what: str) -> dict[str, int]:
        """The score ``what`` as ``first`` says it, in the order of the table."""
        score = SCORES[what] if what in SCORES else tuple(map(int, what.split("-")))
        won, lost, *drawn = score
        if match.a.name != first:
            won, lost = lost, won
        return {"games_a": won, "games_b": lost, "games_drawn": drawn[0] if drawn else 0}

    def match(self, shown: Round, name: str) -> Match:
        found = shown.matches.select_related("a", "b", "event", "round__phase")
        return found.get(seatings__entry__name=name)

    def drop(self, names: str) -> None:
        for name in names:
            registration.drop(self[name], self.staff)

    def points(self) -> dict[str, int]:
        """Match points of who still plays, as the next round will be paired by."""
        names = self.names()
        return {names[int(player.id)]: player.score for player in self.field()}

    def names(self) -> dict[int, str]:
        return dict(self.event.entries.values_list("pk", "name"))

    def field(self) -> list[Player]:
        return facts.players_for_pairing(self.phase)

    def next_round(self) -> set[str]:
        """The engine's own next round as it is stored, such as {"AD", "BC", "E"}."""
        return pairs(rounds.pair_round(self.event, self.staff))

    def next_rounds(self, seeds: int) -> list[set[str]]:
        """What the next round would be under so many seeds, from the stored facts. Writes nothing."""
        names, field = self.names(), self.field()
        found = []
        for number in range(seeds):
            drawn = pair_swiss(field, f"{number:032x}", Options())
            sides = [(table.a, table.b) for table in drawn.tables]
            sides += [(drawn.bye, None)] if drawn.bye is not None else []
            found.append({_pair(*(names[int(side)] for side in pair if side is not None)) for pair in sides})
        return found

    def table(self, **options: Any) -> standings.EventTable:
        return standings.current(self.event, **options)


def _pair(*names: str) -> str:
    return "".join(sorted(names))


def pairs(shown: Round) -> set[str]:
    """The tables of a round as letters: {"AB", "C"} with a bye for C."""
    found = shown.matches.exclude(kind=Match.Kind.MISSED).select_related("a", "b")
    return {_pair(*(side.name for side in (match.a, match.b) if side)) for match in found}


def opponents(event: Event) -> list[frozenset[int]]:
    """Every meeting of the event, once for each time it came about."""
    met = event.matches.filter(b__isnull=False).values_list("a", "b")
    return [frozenset(pair) for pair in met]
