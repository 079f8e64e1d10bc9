"""``manage.py pair FILE``: pair the next Swiss round of an event written as JSON."""

from __future__ import annotations

import json
import secrets
import sys
from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from organizer.interfaces.offline import OfflineError, read_event
from organizer.interfaces.offline_pairing import pair_event
from organizer.pairing import PairingError


class Command(BaseCommand):
    help = (
        "Pair the next Swiss round of an event in a JSON file (format: docs/pairing.md) and print it as JSON."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="the file, or - for standard input")
        parser.add_argument("--seed", help="instead of the seed in the file")

    def handle(self, *args: object, **options: object) -> None:
        source = str(options["file"])
        try:
            event = read_event(_read(source))
            given = options["seed"] or event.seed
            answer = pair_event(event, str(given) if given else secrets.token_hex(16))
        except (OfflineError, PairingError) as error:
            raise CommandError(f"{source}: {error}", returncode=2) from None
        self.stdout.write(json.dumps(answer, indent=2, ensure_ascii=False))


def _read(source: str) -> str:
    try:
        raw = sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
        return raw.decode()
    except OSError as error:
        raise OfflineError("", f"cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise OfflineError("", f"is not UTF-8 text: byte {error.start} is wrong") from None
