"""``manage.py playout GAME``: random games, how they end, how fast they are, and whether the laws hold."""

import sys
import time
import timeit
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from gameplay.domain.exercise import begin
from gameplay.domain.games import TITLES, get
from gameplay.engine.playout import Outcome, play_games

SHOWN = 20
ADDITIONS = 5_000_000
BATCH = 20
"""Games that a process plays before it reports."""


def play_some(code: str, variant: str, seed: int, laws: bool, first: int, games: int) -> Outcome:
    """These games; what a process is given."""
    return play_games(partial(begin, code, variant), games, seed, laws, first)


class Command(BaseCommand):
    help = (
        "Play random games and print how they ended, decisions per second and per 1,000 reference additions."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", choices=sorted(TITLES))
        parser.add_argument("--games", type=int, default=1000)
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--variant", default="", help="default: the first of the game")
        parser.add_argument("--laws", action="store_true", help="check the laws; slower by far")
        parser.add_argument(
            "--processes", type=int, default=1, help="share the games among so many (default 1)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        code, games = options["game"], options["games"]
        title = get(code)
        variant = options["variant"] or title.variants[0]
        if variant not in title.variants:
            raise CommandError(f"no variant {variant!r}; there are {', '.join(title.variants)}")
        task = partial(play_some, code, variant, options["seed"], options["laws"])
        found, started = Outcome(), time.process_time()
        for outcome in _batches(task, games, options["processes"]):
            found.games += outcome.games
            found.decisions += outcome.decisions
            found.endings += outcome.endings
            found.faults += outcome.faults
        rate = found.decisions / max(time.process_time() - started, 1e-9)
        endings = ", ".join(f"{reason} {count}" for reason, count in found.endings.most_common())
        self.stdout.write(f"{found.games} games of {code} {variant}: {endings}")
        self.stdout.write(f"{found.decisions} decisions, {found.decisions / max(1, found.games):.0f} a game")
        if options["laws"]:
            self.stdout.write(f"laws: {len(found.faults)} faults")
        elif options["processes"] == 1:
            addition = min(
                timeit.repeat("x += 1", "x = 0", timer=time.process_time, number=ADDITIONS, repeat=3)
            )
            ratio = 1000 * rate * addition / ADDITIONS
            self.stdout.write(f"{rate:,.0f} decisions per CPU second, {ratio:.2f} per 1,000 additions")
        for fault in found.faults[:SHOWN]:
            self.stdout.write(f"  {fault}")
        if found.faults:
            sys.exit(1)


def _batches(task: Any, games: int, processes: int) -> Iterator[Outcome]:
    """The games in batches, one process after the other or several at once."""
    firsts = list(range(0, games, BATCH))
    sizes = [min(BATCH, games - first) for first in firsts]
    if processes == 1:
        yield from map(task, firsts, sizes)
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(task, firsts, sizes)
