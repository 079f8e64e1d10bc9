"""Fields to pair: simulated events, and best rounds found by other means than the product's."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import networkx
import rustworkx

from organizer.pairing import Options, Pairing, Player, pair_swiss

Goals = tuple[int, int, int, int, int, int]
CASES = json.loads((Path(__file__).parent / "cases.json").read_text())["cases"]


def case_players(case: dict) -> list[Player]:
    opponents: dict[str, set[str]] = {key: set() for key in case["score"]}
    for a, b in case["played"]:
        opponents[a].add(b)
        opponents[b].add(a)
    return [
        Player(key, score, frozenset(opponents[key]), case["byes"].get(key, 0))
        for key, score in case["score"].items()
    ]


@dataclass
class SimulatedEvent:
    """An event with 3/1/0 points and results by strength; `players` are those of the next round."""

    size: int
    seed: int
    draws: float = 0.05
    drops: float = 0.02
    clubs: int = 0
    players: dict[int, Player] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)
        self.strength = [self.random.gauss(0, 1) for _ in range(self.size)]
        for number in range(self.size):
            club = {f"club {self.random.randrange(self.clubs)}"} if self.clubs else set()
            self.players[number] = Player(number, groups=frozenset(club))

    def rounds(self, count: int, options: Options | None = None) -> Iterator[tuple[list[Player], Pairing]]:
        """Pair, yield what was paired, and play, `count` times."""
        for number in range(count):
            players = list(self.players.values())
            pairing = pair_swiss(players, f"{self.seed} {number}", options or Options())
            yield players, pairing
            self.play(pairing)

    def play(self, pairing: Pairing) -> None:
        for a, b, a_score, b_score in pairing.tables:
            chance = 1 / (1 + 10 ** ((self.strength[b] - self.strength[a]) / 1.5))
            points = (3, 0) if self.random.random() < chance else (0, 3)
            if self.random.random() < self.draws:
                points = (1, 1)
            self._met(a, b, points[0], a_score > b_score)
            self._met(b, a, points[1], b_score > a_score)
        if pairing.bye is not None:
            holder = self.players[pairing.bye]
            self.players[pairing.bye] = replace(holder, score=holder.score + 3, byes=holder.byes + 1)
        for number in list(self.players):
            if len(self.players) > 4 and self.random.random() < self.drops:
                del self.players[number]

    def _met(self, one: int, other: int, points: int, down: bool) -> None:
        player = self.players[one]
        self.players[one] = replace(
            player,
            score=player.score + points,
            opponents=frozenset({*player.opponents, other}),
            downs=player.downs + down,
        )


def goals(players: Sequence[Player], pairs: Sequence[tuple], bye: object, apart: bool = False) -> Goals:
    """(rematches, mates together, byes of the bye's holder, their score, gap, squares) of a round."""
    known = {player.id: player for player in players}
    rematches = sum(pair[1] in known[pair[0]].opponents for pair in pairs)
    together = sum(apart and bool(known[pair[0]].groups & known[pair[1]].groups) for pair in pairs)
    steps = [known[pair[0]].score - known[pair[1]].score for pair in pairs]
    byes, score = (known[bye].byes, known[bye].score) if bye is not None else (0, 0)
    return rematches, together, byes, score, sum(map(abs, steps)), sum(step * step for step in steps)


def every_round(ids: list, bye: object = None) -> Iterator[tuple[list[tuple], object]]:
    """All (tables, bye) there are."""
    if len(ids) % 2:
        for holder in ids:
            yield from every_round([key for key in ids if key != holder], holder)
    elif not ids:
        yield [], bye
    else:
        first, *rest = ids
        for other in rest:
            for tables, holder in every_round([key for key in rest if key != other], bye):
                yield [(first, other), *tables], holder


def best_by_enumeration(players: Sequence[Player], apart: bool = False) -> Goals:
    ids = [player.id for player in players]
    return min(goals(players, tables, bye, apart) for tables, bye in every_round(ids))


def best_by_matching(players: Sequence[Player]) -> Goals:
    """The best goals of the whole field by one matching over all pairs, weighed here and not there."""
    count = len(players)
    phantom = count % 2
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(range(count + phantom))
    worst = 1 << 100
    for k, a in enumerate(players):
        for j in range(k + 1, count):
            b = players[j]
            step = abs(a.score - b.score)
            cost = (b.id in a.opponents) << 90 | step << 30 | step * step
            graph.add_edge(k, j, worst - cost)
        if phantom:
            graph.add_edge(k, count, worst - (a.byes << 75 | a.score << 55))
    made = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    pairs = [(players[a].id, players[b].id) for a, b in made if count not in (a, b)]
    bye = next((players[min(pair)].id for pair in made if count in pair), None)
    return goals(players, pairs, bye)


def networkx_matching(nodes: int, edges: Sequence[tuple[int, int, int]]) -> list[tuple[int, int]]:
    """The same job as the product's solver, done by another library."""
    top = max((cost for _, _, cost in edges), default=0) + 1
    graph = networkx.Graph()
    graph.add_nodes_from(range(nodes))
    graph.add_weighted_edges_from((a, b, top - cost) for a, b, cost in edges)
    return sorted(tuple(sorted(pair)) for pair in networkx.max_weight_matching(graph, maxcardinality=True))


def table_set(pairing: Pairing) -> set[frozenset]:
    return {frozenset((table.a, table.b)) for table in pairing.tables}
