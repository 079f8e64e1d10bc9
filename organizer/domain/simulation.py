"""A whole Swiss event played by chance through the same domain functions that the pages use.

Every round is checked by ``organizer.pairing.verify``, which shares no code with the pairing, and where a round
has a rematch or a second bye, by a matching of its own that tells whether it could have been avoided.
"""

from __future__ import annotations

import hashlib
import math
import random
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import combinations
from typing import Any

import rustworkx

from gameplay.games.titles import TITLES
from organizer.models import Event, Match, Phase, Round, User
from organizer.pairing import Check, Player, Table, verify

from . import events, imports, registration, results, rounds
from .base import Actor, Refused
from .facts import phase_table, players_for_pairing

START = datetime(2026, 11, 28, 9, tzinfo=UTC)
PROOFS = ("parity", "exact", "window")


@dataclass(frozen=True, slots=True)
class Plan:
    """What to simulate. ``rounds`` left out is the recommended number; ``draws`` is a share of the matches.

    With ``drops``, 6 % of the players with three losses and 0.3 % of the others leave after each round but the first.
    """

    game: str = "neuroscape"
    players: int = 64
    rounds: int | None = None
    seed: int = 1
    drops: bool = True
    draws: float = 0.05

    def __post_init__(self) -> None:
        if self.game not in TITLES:
            raise Refused(f"There is no game {self.game!r}; choose from {', '.join(TITLES)}.", field="game")
        if not 2 <= self.players <= 50_000:
            raise Refused("Simulate from 2 to 50,000 players.", field="players")
        if self.rounds is not None and not 1 <= self.rounds <= 50:
            raise Refused("Simulate from 1 to 50 rounds.", field="rounds")


@dataclass(slots=True)
class Timer:
    """Wall-clock and processor seconds of one thing, by name."""

    wall: dict[str, float] = field(default_factory=dict)
    cpu: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def measure(self, name: str) -> Iterator[None]:
        wall, cpu = time.perf_counter(), time.process_time()
        yield
        self.wall[name] = round(time.perf_counter() - wall, 4)
        self.cpu[name] = round(time.process_time() - cpu, 4)


@dataclass(frozen=True, slots=True)
class RoundReport:
    """One simulated round; ``gap`` and ``bound`` are points, ``faults`` sentences about what is wrong."""

    number: int
    players: int
    tables: int
    bye: bool
    rematches: int
    avoidable_rematches: int
    repeated_byes: int
    avoidable_repeated_byes: int
    pair_downs: int
    gap: int
    bound: int
    certificate: str
    faults: tuple[str, ...]
    seconds: dict[str, float]
    cpu_seconds: dict[str, float]
    left: int = 0


@dataclass(frozen=True, slots=True)
class Simulated:
    """The whole event: its rounds, and the first of the final standings as (place, name, points, values)."""

    rounds: tuple[RoundReport, ...]
    standings: tuple[tuple[int, str, tuple[str, ...]], ...]
    columns: tuple[str, ...]

    @property
    def faults(self) -> list[str]:
        return [f"Round {row.number}: {fault}" for row in self.rounds for fault in row.faults]


def simulate(plan: Plan, seen: Callable[[RoundReport], None] = lambda row: None) -> Simulated:
    """Play the event in the database in use; ``seen`` hears of every round when it is over."""
    play = _Playing(plan)
    phase = play.phase
    reports = []
    for number in range(1, (phase.rounds_planned or 0) + 1):
        if play.event.entries.active().count() < 2:
            break
        reports.append(play.round(number))
        seen(reports[-1])
    table = phase_table(phase)
    first = tuple(
        (row.place, play.names[int(row.id)], tuple(map(str, row.values))) for row in table.rows[:16]
    )
    return Simulated(tuple(reports), first, table.keys)


def simulate_rounds(plan: Plan, count: int) -> tuple[Event, Actor]:
    """An event with its first ``count`` rounds played, and its owner: something to measure or to look at."""
    play = _Playing(plan)
    for number in range(1, count + 1):
        play.round(number)
    return play.event, play.actor


class _Playing:
    """A simulated event under way: who is how strong, and where chance and seeds have come to."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.chance = random.Random(plan.seed)
        self.draw_seed = seeds_of(plan.seed)
        event, self.actor = _open_event(plan)
        self.event = rounds.start_event(event, self.actor, draw_seed=self.draw_seed)
        self.phase: Phase = self.event.phases.get()
        self.names: dict[int, str] = dict(self.event.entries.values_list("pk", "name"))
        self.strength = {pk: self.chance.gauss(0, 1) for pk in sorted(self.names)}

    def round(self, number: int) -> RoundReport:
        """Play the next round from its pairing to the drops after it."""
        timer = Timer()
        played, check, field_ = _play_round(self.event, self.phase, self.actor, self.draw_seed, timer)
        with timer.measure("results"):
            _enter_results(self.plan, played, self.actor, self.strength, self.chance)
        left = _leave(self.plan, self.event, self.actor, number, self.chance)
        return _report(played, check, field_, timer, left)


def seeds_of(seed: int) -> rounds.DrawSeed:
    """Round seeds that follow from one number, so that a simulation can be repeated."""
    numbers = iter(range(1, 1_000_000))
    return lambda: hashlib.sha256(f"simulation {seed}, {next(numbers)}".encode()).hexdigest()[:32]


def _open_event(plan: Plan) -> tuple[Event, Actor]:
    actor = Actor(User.objects.create(username="simulation", email="simulation@example.org"))
    event = events.create_event(
        actor,
        title=f"Simulation of {plan.players} players",
        game=plan.game,
        starts_at=START,
        phases=[{"kind": Phase.Kind.SWISS, "rounds_planned": plan.rounds}],
    )
    event = events.publish_event(event, actor)
    names = [f"Player {number}" for number in range(1, plan.players + 1)]
    for start in range(0, len(names), imports.MOST_ROWS):
        chunk = names[start : start + imports.MOST_ROWS]
        imports.import_entries(event, actor, "\n".join(["name", *chunk]))
    return event, actor


def _play_round(
    event: Event, phase: Phase, actor: Actor, draw_seed: rounds.DrawSeed, timer: Timer
) -> tuple[Round, Check, list[Player]]:
    """Pair and publish the next round; returns it, what an independent look at its tables says, and its players."""
    field_ = players_for_pairing(phase)
    with timer.measure("pair"):
        played = rounds.pair_round(event, actor, draw_seed=draw_seed)
    with timer.measure("publish"):
        played = rounds.publish_round(played, actor, draw_seed=draw_seed)
    scores = {player.id: player.score for player in field_}
    seats = list(played.matches.values_list("a", "b"))
    tables = [Table(a, b, scores[a], scores[b]) for a, b in seats if b is not None]
    bye = next((a for a, b in seats if b is None), None)
    return played, verify(field_, tables, bye), field_


def _enter_results(
    plan: Plan, played: Round, actor: Actor, strength: dict[int, float], chance: random.Random
) -> None:
    given = []
    tables = played.matches.filter(kind=Match.Kind.PLAYED).order_by("table")
    for pk, a, b in tables.values_list("pk", "a", "b"):
        if chance.random() < plan.draws:
            games = (1, 1, 1)
        else:
            wins = chance.random() < 1 / (1 + math.exp(strength[b] - strength[a]))
            lost = int(chance.random() < 0.4)
            games = (2, lost, 0) if wins else (lost, 2, 0)
        given.append((pk, dict(zip(("games_a", "games_b", "games_drawn"), games, strict=True))))
    results.enter_results(played, actor, given)


def _leave(plan: Plan, event: Event, actor: Actor, number: int, chance: random.Random) -> int:
    if not plan.drops or number < 2:
        return 0
    losses: dict[int, int] = {}
    for a, b, outcome in event.matches.exclude(b=None).values_list("a", "b", "outcome"):
        if outcome in {Match.Outcome.A, Match.Outcome.B}:
            loser = b if outcome == Match.Outcome.A else a
            losses[loser] = losses.get(loser, 0) + 1
    leaving = [
        entry
        for entry in event.entries.active().order_by("pk")
        if chance.random() < (0.06 if losses.get(entry.pk, 0) >= 3 else 0.003)
    ]
    for entry in leaving:
        registration.drop(entry, actor)
    return len(leaving)


def _report(played: Round, check: Check, field_: list[Player], timer: Timer, left: int) -> RoundReport:
    certificate = played.certificate
    kind, bound = certificate["kind"], certificate["least_gap"]
    seats = list(played.matches.values_list("a", "b"))
    scores = {player.id: player.score for player in field_}
    bye = next((a for a, b in seats if b is None), None)
    holder = next((player for player in field_ if player.id == bye), None)
    avoidable = check.rematches - fewest_rematches(field_) if check.rematches else 0
    again = _avoidable_repeat(field_, holder, check) if holder else 0
    faults = list(check.faults)
    if avoidable:
        faults.append(f"{avoidable} rematches could have been avoided")
    if again:
        faults.append("the bye went to somebody although another with fewer byes could have had it")
    if kind in PROOFS and check.gap != bound:
        faults.append(f"the certificate ({kind}) says a gap of {bound}, the tables have {check.gap}")
    if kind == "parity" and check.gap != check.parity_gap:
        faults.append(f"the parity bound is {check.parity_gap}, the tables have a gap of {check.gap}")
    return RoundReport(
        number=played.number,
        players=len(field_),
        tables=sum(b is not None for _, b in seats),
        bye=holder is not None,
        rematches=check.rematches,
        avoidable_rematches=avoidable,
        repeated_byes=int(holder is not None and holder.byes > 0),
        avoidable_repeated_byes=again,
        pair_downs=sum(b is not None and scores[a] != scores[b] for a, b in seats),
        gap=check.gap,
        bound=bound,
        certificate=kind,
        faults=tuple(faults),
        seconds=timer.wall,
        cpu_seconds=timer.cpu,
        left=left,
    )


def fewest_rematches(field_: Collection[Player]) -> int:
    """The fewest rematches any round of these players has: tables less the largest set of new ones."""
    return len(field_) // 2 - _new_tables(field_)


def _new_tables(field_: Iterable[Player]) -> int:
    seats = list(field_)
    graph: Any = rustworkx.PyGraph()
    graph.add_nodes_from(range(len(seats)))
    graph.add_edges_from(
        [
            (one, other, None)
            for one, other in combinations(range(len(seats)), 2)
            if seats[other].id not in seats[one].opponents
        ]
    )
    return len(rustworkx.max_weight_matching(graph, max_cardinality=True))


def _avoidable_repeat(field_: list[Player], holder: Player, check: Check) -> int:
    """1 when the bye could have gone to somebody with fewer byes at no more rematches."""
    if not check.bye_repeats:
        return 0
    fewer = [player for player in field_ if player.byes < holder.byes]
    for other in fewer:
        rest = [player for player in field_ if player.id != other.id]
        if fewest_rematches(rest) <= check.rematches:
            return 1
    return 0
