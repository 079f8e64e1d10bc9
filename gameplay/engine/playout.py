"""Random games of any title, and the laws that are checked on the way."""

import gc
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from .ask import Answer, Decision
from .laws import Laws
from .playthrough import Playthrough

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
    _seat, _kind, options, _default, _cite, least, most = decision
    count = len(options)
    if least == most == 1:
        return int(chance.random() * count)
    picked = least + int(chance.random() * (most - least + 1))
    return tuple(sorted(chance.sample(range(count), picked)))


def play_games(
    begin: Callable[[random.Random], Playthrough], games: int, seed: int, laws: bool = False, first: int = 0
) -> Outcome:
    """Random games from ``begin``, numbered from ``first`` on, the ``n``-th always the same for a seed. ``laws``:
    each is observed by ``Laws``, whose faults are reported with the number of the game.
    """
    outcome = Outcome()
    collecting = gc.isenabled()
    gc.disable()  # nothing in a game goes round in circles: counting references is enough
    try:
        for number in range(first, first + games):
            _play(begin, number, seed, laws, outcome)
    finally:
        if collecting:
            gc.enable()
    return outcome


def _play(
    begin: Callable[[random.Random], Playthrough], number: int, seed: int, laws: bool, outcome: Outcome
) -> None:
    chance = random.Random(f"{seed} {number}")
    play = begin(chance)
    watch = Laws(play, random.Random(f"laws {seed} {number}")) if laws else None
    while (decision := play.decision) is not None:
        if play.n >= MOST_DECISIONS:
            outcome.faults.append(f"game {number}: no end after {MOST_DECISIONS} decisions")
            break
        if watch is not None:
            watch.before_answer()
        play.answer(decision.seat, random_answer(chance, decision))
    outcome.games += 1
    outcome.decisions += play.n
    outcome.endings[play.result.reason if play.result else "none"] += 1
    if watch is not None:
        watch.in_the_end(play.title)
        outcome.faults += [f"game {number}, {fault}" for fault in watch.faults]
