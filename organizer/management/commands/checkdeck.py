"""``manage.py checkdeck --game neuroscape FILE...``: whether decklists are legal, and every reason if not."""

import json
import sys
import textwrap
from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, connection
from django.utils import timezone

from deckcheck.cards.card import Pool
from deckcheck.construction import GAMES
from deckcheck.domain.base import Refused
from deckcheck.domain.checking import Checked, check_text
from deckcheck.domain.formats import SHIPPED, Format, format_for
from deckcheck.domain.library import shipped_sets
from deckcheck.domain.options import Limits, construction
from deckcheck.lists import ListError
from deckcheck.models import FormatRow
from organizer.models import Event

DEFAULT_FORMATS = {"neuroscape": "genesis", "hope-cardgame": "open"}


class Command(BaseCommand):
    help = "Check decklists by the rules of a format or of an event's day. Exit code 0 only if all are legal."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a list, or - for standard input")
        parser.add_argument("--game", choices=list(GAMES), help="needed unless --event is given")
        parser.add_argument("--event", metavar="SLUG", help="the event whose format and day count")
        parser.add_argument(
            "--format", metavar="NAME", help="default: genesis for Neuroscape, open for HOPE Cardgame"
        )
        parser.add_argument(
            "--on", metavar="DATE", type=date.fromisoformat, help="YYYY-MM-DD, default: today"
        )
        parser.add_argument("--json", action="store_true", help="print one JSON array")

    def handle(self, *args: Any, **options: Any) -> None:
        fmt = self._format(options)
        answers = [self._check(file, fmt) for file in options["files"]]
        if options["json"]:
            self.stdout.write(json.dumps(answers, indent=2, ensure_ascii=False))
        else:
            for answer in answers:
                self._print(answer)
        if not all(answer["legal"] for answer in answers):
            sys.exit(1)

    def _format(self, options: dict[str, Any]) -> Format:
        try:
            if options["event"]:
                event = Event.objects.filter(slug=options["event"]).first()
                if event is None:
                    raise CommandError(f"There is no event {options['event']!r}.")
                if options["game"] not in {None, event.game}:
                    raise CommandError(f"{event} is an event of {event.game}, not of {options['game']}.")
                code = event.format or DEFAULT_FORMATS.get(event.game, "")
                return format_for(event.game, code, event.local(event.starts_at).date())
            if not options["game"]:
                raise CommandError("Name the game with --game, or an event with --event.")
            code = options["format"] or DEFAULT_FORMATS[options["game"]]
            if (options["game"], code) in SHIPPED and not _database_is_there():
                return _shipped(options["game"], code)
            return format_for(options["game"], code, options["on"] or timezone.localdate())
        except Refused as refused:
            raise CommandError(refused.message) from None

    def _check(self, file: str, fmt: Format) -> dict[str, Any]:
        try:
            data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}.") from None
        try:
            return answer(file, check_text(data, fmt), fmt)
        except ListError as error:
            return {"file": file, "legal": False, "error": str(error)}

    def _print(self, found: dict[str, Any]) -> None:
        write = self.stdout.write
        write(f"{found['file']}: {'legal' if found['legal'] else 'NOT LEGAL'}")
        if "error" in found:
            write(f"  {found['error']}")
            return
        write(f"  format {found['format']}")
        for zone, cards in found["zones"].items():
            names = "; ".join(f"{card['count']} {card['name']}" for card in cards)
            lines = f"{zone} {found['counts'][zone]}: {names or 'none'}"
            write(textwrap.fill(lines, 100, initial_indent="  ", subsequent_indent="    "))
        for problem in found["unread"]:
            near = f" Near: {', '.join(problem['suggestions'])}." if problem["suggestions"] else ""
            write(f"  line {problem['line']}: {problem['message']}{near}")
        for kind in ("faults", "advice"):
            for fault in found[kind]:
                said = "advice " if kind == "advice" else ""
                write(f"  {said}{fault['clause']}: {fault['message']} {fault['legal']}")


def _database_is_there() -> bool:
    """False in a fresh clone, where the shipped formats are all there is."""
    try:
        return FormatRow._meta.db_table in connection.introspection.table_names()
    except DatabaseError:
        return False


def _shipped(game: str, code: str) -> Format:
    found = SHIPPED[game, code]
    pool = Pool(game, [shipped_sets()[one] for one in found.sets])
    limits = Limits.of(options=found.options)
    return Format(game, code, found.title, pool, construction(game, limits, pool))


def answer(file: str, checked: Checked, fmt: Format) -> dict[str, Any]:
    """What is printed of one file: format, deck by zones with names, unread lines, faults, advice."""
    deck, verdict = checked.reading.deck, checked.verdict

    def told(faults: Any) -> list[dict[str, Any]]:
        return [
            {
                "clause": fault.clause,
                "message": fault.message,
                "legal": fault.legal,
                "zone": fault.zone,
                "cards": [{"number": number, "count": count} for number, count in fault.cards],
                "rulings": list(fault.rulings),
            }
            for fault in faults
        ]

    return {
        "file": file,
        "legal": checked.legal,
        "format": checked.reading.format,
        "name": deck.name,
        "counts": {zone: deck.count(zone) for zone in deck.zones},
        "zones": {
            zone: [
                {"number": number, "name": fmt.pool[number].name, "count": count}
                for number, count in cards.items()
            ]
            for zone, cards in deck.zones.items()
        },
        "unread": [
            {"line": one.line, "message": one.message, "suggestions": list(one.suggestions)}
            for one in checked.reading.problems
        ],
        "faults": told(verdict.faults),
        "advice": told(verdict.advice),
    }
