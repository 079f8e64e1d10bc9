"""``manage.py seed_demo``: accounts and events to look around with."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from organizer.domain.demo import PASSWORD, Login, has_demo, make_demo
from organizer.models import Event, User


class Command(BaseCommand):
    help = (
        "Fills an empty database with a demo: a running, a finished and a coming event, a draft, and four "
        "accounts whose password everybody knows. Does nothing where the demo is already."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--force", action="store_true", help="also where there are other accounts or events"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if has_demo():
            self.stdout.write("The demo is here already; nothing was changed.")
            return
        if not options["force"] and (User.objects.exists() or Event.objects.exists()):
            raise CommandError(
                "This database is in use, and the demo's accounts have a password that everybody knows. "
                "Use an empty database, or --force if that is what you want."
            )
        self.stdout.write(login_table(make_demo()))


def login_table(logins: list[Login]) -> str:
    """Who can sign in, with the password above."""
    wide = max(len(login.email) for login in logins)
    lines = [f"  {login.email:<{wide}}  {login.shows}" for login in logins]
    return "\n".join([f"Sign in with the password {PASSWORD} as", *lines])
