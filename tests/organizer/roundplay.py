"""Playing rounds in tests: start, pair, publish, and results in a few words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from organizer.domain import registration, results, rounds
from organizer.domain.base import Actor
from organizer.models import Entry, Event, Match, Round
from tests.organizer import factories

Winner = Callable[[Match], str]


class Play:
    """An event that has started. ``play["Player 3"]`` is an entry as it is now."""

    def __init__(self, players: int, *, phases: Any = None, **fields: Any) -> None:
        entry_fields = fields.pop("entries", {})
        self.event: Event = factories.make_event(phases=phases, **fields)
        self.actor: Actor = factories.owner_of(self.event)
        made = factories.make_entries(self.event, players)
        for number, changes in entry_fields.items():
            Entry.objects.filter(pk=made[number - 1].pk).update(**changes)
        self.event = rounds.start_event(self.event, self.actor, draw_seed=counted_seeds())

    def __getitem__(self, name: str) -> Entry:
        return self.event.entries.get(name=name)

    def pair(self, **options: Any) -> Round:
        return rounds.pair_round(self.event, self.actor, **options)

    def publish(self, **options: Any) -> Round:
        return rounds.publish_round(self.pair(), self.actor, **options)

    def finish(self, round: Round, winner: Winner = lambda match: "a") -> Round:
        """Enter a 2-0 for the side that ``winner`` names at every open table ("draw" for a 1-1)."""
        for match in round.matches.exclude(status=Match.Status.FINAL).select_related("a", "b"):
            games = {"a": (2, 0), "b": (0, 2), "draw": (1, 1)}[winner(match)]
            results.enter_result(match, self.actor, games_a=games[0], games_b=games[1])
        return round

    def play(self, count: int = 1, winner: Winner = lambda match: "a") -> Round:
        """``count`` whole rounds; returns the last."""
        for _ in range(count):
            round = self.finish(self.publish(), winner)
        return round

    def drop(self, *names: str) -> None:
        for name in names:
            registration.drop(self[name], self.actor)

    def late(self, name: str) -> Entry:
        entry, _codes = registration.register_guest(self.event, self.actor, name)
        return entry


def counted_seeds() -> Callable[[], str]:
    """Seeds 00…1, 00…2, …"""
    numbers = iter(range(1, 1000))
    return lambda: f"{next(numbers):032x}"


def pairs(round: Round) -> set[frozenset[str]]:
    """The tables as sets of names; a bye is a set of one."""
    found = round.matches.exclude(kind=Match.Kind.MISSED).select_related("a", "b")
    return {frozenset(str(side) for side in (match.a, match.b) if side) for match in found}


def table_numbers(round: Round) -> dict[str, int | None]:
    """Who sits where."""
    found: dict[str, int | None] = {}
    for match in round.matches.select_related("a", "b"):
        for side in (match.a, match.b):
            if side:
                found[side.name] = match.table
    return found


def past_results(play: Play, rounds_played: Iterable[Mapping[tuple[str, str | None], str]]) -> None:
    """Store finished rounds as they were: {("A", "B"): "a"} and {("C", None): "bye"}."""
    from organizer.domain.drawing import store

    for number, tables in enumerate(rounds_played, 1):
        round, _ = Round.objects.get_or_create(
            event=play.event,
            number=number,
            defaults={"phase": play.event.phases.get(number=1), "seed": "0" * 32},
        )
        round.status = Round.Status.FINISHED
        round.save()
        matches = []
        for table, ((a, b), outcome) in enumerate(tables.items(), 1):
            match = Match(event=play.event, round=round, a=play[a], table=table, status=Match.Status.FINAL)
            if b is None:
                match.kind, match.table, match.outcome, match.games_a = Match.Kind.BYE, None, "a", 2
            else:
                match.b, match.outcome = play[b], outcome
                match.games_a, match.games_b = {"a": (2, 0), "b": (0, 2)}.get(outcome, (1, 1))
            matches.append(match)
        store(matches)
