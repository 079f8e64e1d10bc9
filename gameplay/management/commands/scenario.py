"""``manage.py scenario FILE...``: carry scenario files out and say what does not go as written; with ``--from-log``,
write one from a saved game."""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from gameplay.domain.games import read_scenarios, run_scenario
from gameplay.engine.scenario import ScenarioError
from gameplay.interfaces.terminal import Unreadable, read_record, scenario_text


class Command(BaseCommand):
    help = (
        "Carry scenario files out: pass or fail for each, with what differs. Fails while one fails. "
        "With --from-log, write a scenario of one position of a saved game instead."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="*", type=Path)
        parser.add_argument("--from-log", type=Path, metavar="FILE", help="a game as `play` saves it")
        parser.add_argument("--at", type=int, metavar="N", help="the position before entry N, from 0")
        parser.add_argument("--steps", type=int, default=5, metavar="K", help="entries to write after it (5)")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["from_log"]:
            self.write(options["from_log"], options["at"], options["steps"])
        elif options["files"]:
            self.carry_out(options)
        else:
            raise CommandError("name scenario files, or a saved game with --from-log FILE --at N")

    def write(self, file: Path, at: int | None, steps: int) -> None:
        """The scenario on standard output."""
        if at is None or steps < 0:
            raise CommandError("--from-log needs --at N, the number of an entry, and --steps of 0 or more")
        try:
            self.stdout.write(scenario_text(read_record(file), at, steps), ending="")
        except (Unreadable, ValueError) as problem:
            raise CommandError(str(problem)) from problem

    def carry_out(self, options: dict[str, Any]) -> None:
        passed = failed = 0
        for file in options["files"]:
            for name, problems in self.outcomes(file):
                self.stdout.write(f"{'fail' if problems else 'pass'}  {file.name}: {name}")
                for problem in problems:
                    self.stdout.write(f"      {problem}")
                failed, passed = failed + bool(problems), passed + (not problems)
        self.stdout.write(f"{passed} passed, {failed} failed")
        if failed:
            sys.exit(1)

    def outcomes(self, file: Path) -> list[tuple[str, list[str]]]:
        """Each scenario of the file with what is wrong in it."""
        try:
            scenarios = read_scenarios(file)
        except ScenarioError as problem:
            return [(file.stem, [str(problem)])]
        found = []
        for data in scenarios:
            try:
                problems = [str(failure) for failure in run_scenario(data)]
            except ScenarioError as problem:
                problems = [str(problem)]
            found.append((str(data.get("title", file.stem)), problems))
        return found
