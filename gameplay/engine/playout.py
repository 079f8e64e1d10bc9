"""Random games of any title, and the laws that are checked on the way."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .ask import Answer, Decision
from .playthrough import Playthrough, Title

MOST_DECISIONS = 20_000
"""A random game that needs more is given up and counted as a fault."""


@dataclass
class Outcome:
    """What random games came to: decisions, endings, and every fault with the number of its game."""

    games: int = 0
    decisions: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


def random_answer(chance: random.Random, decision: Decision) -> Answer:
    """A uniformly random legal answer."""
    count = len(decision.options)
    if decision.single:
        return int(chance.random() * count)
    picked = decision.least + int(chance.random() * (decision.most - decision.least + 1))
    return tuple(sorted(chance.sample(range(count), picked)))


def play_games(
    begin: Callable[[random.Random], Playthrough], games: int, seed: int, laws: bool = False
) -> Outcome:
    """Random games from ``begin``, the ``n``-th always the same for a seed. ``laws``: after every decision the
    position is checked, and each game is rewound decision by decision and replayed from its record.
    """
    outcome = Outcome()
    for number in range(games):
        chance = random.Random(f"{seed} {number}")
        play = begin(chance)
        marks: list[tuple[Any, str]] = []
        while (decision := play.decision) is not None:
            if play.n >= MOST_DECISIONS:
                outcome.faults.append(f"game {number}: no end after {MOST_DECISIONS} decisions")
                break
            if laws:
                outcome.faults += [f"game {number}, entry {play.n}: {fault}" for fault in play.state.faults()]
                marks.append((play.state.mark(), play.digest()))
            play.answer(decision.seat, random_answer(chance, decision))
        outcome.games += 1
        outcome.decisions += play.n
        outcome.endings[play.result.reason if play.result else "none"] += 1
        if laws:
            outcome.faults += [f"game {number}: {fault}" for fault in _laws(play, play.title, marks)]
    return outcome


def _laws(play: Playthrough, title: Title, marks: list[tuple[Any, str]]) -> list[str]:
    """Replay everywhere, rewind everywhere."""
    found = []
    if Playthrough.load(play.record(), title).digest() != play.digest():
        found.append("its record replays to another position")
    for number in range(len(marks) - 1, -1, -1):
        mark, digest = marks[number]
        play.state.rewind(mark)
        if play.digest() != digest:
            found.append(f"rewinding to entry {number} gives another position")
    return found
