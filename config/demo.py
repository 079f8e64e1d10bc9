"""``python -m config.demo``: a site with data in it on this machine, ready in a few seconds.

Embedded defaults throughout: SQLite in ``var/``, background work in the same process, static files straight
from their folders, mail printed to the terminal. What the environment sets already is left as it is.
"""

import argparse
import io
import os
import sys

from config.serve import PortInUse, listening_socket, serve


def main() -> None:
    parser = argparse.ArgumentParser(description="Run a demo site.")
    parser.add_argument("--port", type=int, default=8000)
    port = parser.parse_args().port
    try:
        taken = listening_socket("127.0.0.1", port)
    except PortInUse as error:
        sys.exit(f"{error} For instance: make demo PORT={port + 1}")
    address = f"http://localhost:{port}"
    for name, value in {
        "SITE_URL": address,
        "UNHASHED_STATIC": "1",
        "EMAIL_URL": "console:",
        "LOG_LEVEL": "WARNING",
    }.items():
        os.environ.setdefault(name, value)
    logins = prepare()
    serve(taken, lambda: _say(f"\nHourglass runs on {address}\n{logins}Ctrl-C ends it.\n"))


def prepare() -> str:
    """Bring the database up to date, fill it if it is empty, and return what the demo's logins are."""
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    from organizer.models import Event

    call_command("migrate", verbosity=0)
    call_command("load_cards", shipped=True, stdout=io.StringIO())
    notes = settings.VAR_DIR / "demo-logins.txt"
    if not Event.objects.exists():
        _say("Filling the database with a demo ...\n")
        said = io.StringIO()
        call_command("seed_demo", stdout=said)
        notes.write_text(said.getvalue())
    return notes.read_text() if notes.exists() else ""


def _say(text: str) -> None:
    print(text, end="", flush=True)


if __name__ == "__main__":
    main()
