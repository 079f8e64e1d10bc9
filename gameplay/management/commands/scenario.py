"""``manage.py scenario FILE...``: carry scenario files out and say what does not go as written."""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from gameplay.domain.games import read_scenarios, run_scenario
from gameplay.engine.scenario import ScenarioError


class Command(BaseCommand):
    help = "Carry scenario files out: pass or fail for each, with what differs. Fails while one fails."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
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
