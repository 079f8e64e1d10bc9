"""``manage.py play GAME``: a game in the terminal against computer players."""

import random
import secrets
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from gameplay.domain.games import TITLES, get, starters
from gameplay.engine.computer import Computer, HeuristicPlayer, RandomPlayer
from gameplay.engine.playthrough import Playthrough
from gameplay.interfaces.terminal import Terminal, Unreadable, load


class Command(BaseCommand):
    help = (
        "Play a game in the terminal against computer players. `help` at the prompt says what can be typed."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", choices=sorted(TITLES))
        parser.add_argument("--variant", default="", help="default: the first of the game")
        parser.add_argument(
            "--seed", type=int, help="the same number, the same shuffles and computer players"
        )
        parser.add_argument("--seat", type=int, default=1, help="your seat, from 1")
        parser.add_argument("--computer", choices=("heuristic", "random"), default="heuristic")
        parser.add_argument("--deck", default="", help="the id of your deck; without it, chance picks one")
        parser.add_argument("--watch", action="store_true", help="computers play all seats")
        parser.add_argument("--load", type=Path, metavar="FILE", help="go on with a saved game")
        parser.add_argument(
            "--no-auto-pass",
            dest="auto_pass",
            action="store_false",
            help="ask even when only passing is possible",
        )
        parser.add_argument(
            "--auto-pass", dest="auto_pass", action="store_true", help="pass for me (default)"
        )
        parser.set_defaults(auto_pass=True)

    def handle(self, *args: Any, **options: Any) -> None:
        seed = secrets.randbits(64) if options["seed"] is None else options["seed"]
        play = self.loaded(options) if options["load"] else self.begun(options, random.Random(seed))
        seats = range(play.state.seats)
        if options["seat"] - 1 not in seats:
            raise CommandError(f"--seat is a number from 1 to {len(seats)}")
        person = None if options["watch"] else options["seat"] - 1
        computers = {
            seat: self.computer(options, random.Random(f"{seed} {seat}")) for seat in seats if seat != person
        }
        table = Terminal(play, computers, person, input, self.stdout.write, auto_pass=options["auto_pass"])
        table.run()

    def computer(self, options: dict[str, Any], chance: random.Random) -> Computer:
        if options["computer"] == "random":
            return RandomPlayer(chance)
        return HeuristicPlayer(chance, get(options["game"]).preferences)

    def loaded(self, options: dict[str, Any]) -> Playthrough:
        try:
            return load(options["load"], get(options["game"]))
        except Unreadable as problem:
            raise CommandError(str(problem)) from problem

    def begun(self, options: dict[str, Any], chance: random.Random) -> Playthrough:
        title, decks = get(options["game"]), starters(options["game"])
        variant = options["variant"] or title.variants[0]
        if variant not in title.variants:
            raise CommandError(f"no variant {variant!r}; there are {', '.join(title.variants)}")
        if options["deck"] and options["deck"] not in decks:
            raise CommandError(f"no deck {options['deck']!r}; there are {', '.join(decks)}")
        chosen = [chance.choice(list(decks)) for _seat in range(title.seats(variant))]
        if options["deck"] and 1 <= options["seat"] <= len(chosen):
            chosen[options["seat"] - 1] = options["deck"]
        self.stdout.write("  ".join(f"P{seat + 1}: {deck}" for seat, deck in enumerate(chosen)))
        return Playthrough.new(title, [decks[deck] for deck in chosen], chance.randbytes(32), variant=variant)
