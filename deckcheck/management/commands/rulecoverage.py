"""``manage.py rulecoverage [GAME ...] [--where deckcheck]``: clauses proven by tests, and those that are not."""

import sys
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from deckcheck.domain.coverage import GAMES, cited, cited_in_vain, coverage


class Command(BaseCommand):
    help = "Print which clauses of the rulebooks a test proves. Fails while one is missing."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", nargs="*", choices=[*GAMES, []], help="default: all four")
        parser.add_argument("--where", help="only clauses that this part enforces, such as deckcheck")
        parser.add_argument("--tests", action="store_true", help="name the tests of each clause")

    def handle(self, *args: Any, **options: Any) -> None:
        tests = cited(settings.BASE_DIR / "tests")
        proven = total = 0
        for game in options["game"] or GAMES:
            found = coverage(game, tests, options["where"])
            proven, total = proven + len(found.proven), total + found.total
            self.stdout.write(f"{game:<14} {len(found.proven)} of {found.total}")
            for clause, text in found.missing.items():
                self.stdout.write(f"  missing {clause:<9} {text}")
            if options["tests"]:
                for clause, names in found.proven.items():
                    self.stdout.write(f"  {clause:<9} {', '.join(names)}")
        unknown = cited_in_vain(tests)
        for clause, names in unknown.items():
            self.stdout.write(f"no rulebook has {clause}, cited by {', '.join(names)}")
        self.stdout.write(f"proven by tests: {proven} of {total}")
        if proven < total or unknown:
            sys.exit(1)
