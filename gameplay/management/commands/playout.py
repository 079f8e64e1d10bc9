"""``manage.py playout GAME``: random games, how they end, how fast they are, and whether the laws hold."""

import random
import sys
import time
import timeit
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from gameplay.domain.games import TITLES, get, starters
from gameplay.engine.playout import play_games
from gameplay.engine.playthrough import Playthrough

SHOWN = 20
ADDITIONS = 5_000_000


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

    def handle(self, *args: Any, **options: Any) -> None:
        title = get(options["game"])
        variant = options["variant"] or title.variants[0]
        if variant not in title.variants:
            raise CommandError(f"no variant {variant!r}; there are {', '.join(title.variants)}")
        decks = list(starters(options["game"]).values())

        def begin(chance: random.Random) -> Playthrough:
            chosen = [chance.choice(decks) for _seat in range(title.seats(variant))]
            return Playthrough.new(title, chosen, chance.randbytes(32), variant=variant)

        started = time.process_time()
        found = play_games(begin, options["games"], options["seed"], options["laws"])
        seconds = time.process_time() - started
        rate = found.decisions / seconds
        addition = min(timeit.repeat("x += 1", "x = 0", timer=time.process_time, number=ADDITIONS, repeat=3))
        endings = ", ".join(f"{reason} {count}" for reason, count in found.endings.most_common())
        self.stdout.write(f"{found.games} games of {options['game']} {variant}: {endings}")
        self.stdout.write(f"{found.decisions} decisions, {found.decisions / max(1, found.games):.0f} a game")
        if options["laws"]:
            self.stdout.write(f"laws: {len(found.faults)} faults")
        else:
            ratio = 1000 * rate * addition / ADDITIONS
            self.stdout.write(f"{rate:,.0f} decisions per CPU second, {ratio:.2f} per 1,000 additions")
        for fault in found.faults[:SHOWN]:
            self.stdout.write(f"  {fault}")
        if found.faults:
            sys.exit(1)
