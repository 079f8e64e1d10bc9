"""``manage.py rulecoverage [GAME ...] [--where engine]``: clauses proven by tests, exercised by random play, missing."""

import sys
from collections.abc import Collection
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from deckcheck.domain.coverage import GAMES, Coverage, cited, cited_in_vain, coverage
from gameplay.domain.exercise import exercised

ENFORCED = ("engine", "deckcheck")
"""Parts of the site that enforce clauses; those of the ``organizer`` are left to people at the table."""


class Command(BaseCommand):
    help = "Print which clauses of the rulebooks a test proves and random play exercises. Fails while one is unproven."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", nargs="*", choices=[*GAMES, []], help="default: all four")
        parser.add_argument(
            "--where", choices=[*ENFORCED, "organizer"], help="only clauses that this part enforces"
        )
        parser.add_argument("--tests", action="store_true", help="name the tests of each clause")
        parser.add_argument("--games", type=int, default=8, help="random games of each variant (default 8)")

    def handle(self, *args: Any, **options: Any) -> None:
        tests = cited(settings.BASE_DIR / "tests")
        proven = total = 0
        for game in options["game"] or GAMES:
            ran = exercised(game, options["games"])
            for where in [options["where"]] if options["where"] else ENFORCED:
                found = coverage(game, tests, where)
                proven, total = proven + len(found.proven), total + found.total
                self._print(found, where, ran, options["tests"])
        unknown = cited_in_vain(tests)
        for clause, names in unknown.items():
            self.stdout.write(f"no rulebook has {clause}, cited by {', '.join(names)}")
        self.stdout.write(f"proven by tests: {proven} of {total}")
        if proven < total or unknown:
            sys.exit(1)

    def _print(self, found: Coverage, where: str, ran: Collection[str], tests: bool) -> None:
        """One part of one game."""
        played = sum(clause in ran for clause in (*found.proven, *found.missing))
        self.stdout.write(
            f"{found.game:<14} {where:<9} {len(found.proven)} of {found.total} proven by tests, "
            f"{played} exercised by random play, {len(found.missing)} missing"
        )
        for clause, text in found.missing.items():
            self.stdout.write(f"  missing {clause:<9} {text}")
        if tests:
            for clause, names in found.proven.items():
                self.stdout.write(f"  {clause:<9} {'played' if clause in ran else '':<7}{', '.join(names)}")
