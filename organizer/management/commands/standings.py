"""``manage.py standings FILE.json``: the standings of an event written in the offline format."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from organizer.interfaces.offline import OfflineError, OfflineEvent, OfflineMatch, read_event
from organizer.standings import (
    DEFAULT,
    Entrant,
    FactError,
    Kind,
    MatchFact,
    Outcome,
    Row,
    Ruleset,
    RulesetError,
    Standings,
    Working,
    absent,
    bye,
    compute,
    decimal,
    intentional_draw,
    no_show,
    ruleset,
)


class Command(BaseCommand):
    help = "Reads an event from a JSON file (- for standard input) and prints its standings as JSON."
    # Needs neither pages nor a database, and must work when those do not.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="the event, or - to read it from standard input")
        parser.add_argument("--working", metavar="ID", help="show how the numbers of one entry came about")

    def handle(self, *args: Any, file: str, working: str | None = None, **options: Any) -> None:
        try:
            event = read_event(_read(file))
            table = standings_of(event)
            answer = table_json(table, event) if working is None else workings_json(table, event, working)
        except (OfflineError, FactError, RulesetError) as error:
            raise CommandError(f"{file}: {error}", returncode=2) from None
        self.stdout.write(json.dumps(answer, ensure_ascii=False, indent=1))


def standings_of(event: OfflineEvent) -> Standings:
    """The standings after all rounds of the file, by its ruleset, points and tie-breaks."""
    for k, entry in enumerate(event.entries):
        for name in ("points", "byes", "downs", "opponents"):
            if getattr(entry, name) is not None:
                path = f"entries[{k}].{name}"
                raise OfflineError(path, "standings follow from matches: give the past results in rounds")
    return compute(
        [Entrant(entry.id, entry.seed, entry.dropped_after) for entry in event.entries],
        [match_fact(number, match) for number, row in enumerate(event.rounds, 1) for match in row],
        _rules(event),
        rounds_completed=len(event.rounds),
        lot_seed=event.seed or "",
    )


def match_fact(number: int, match: OfflineMatch) -> MatchFact:
    """A match of the file as a fact; without a score a win is 2-0 and a draw an agreed 0-0-3."""
    if match.b is None:
        fact = bye(number, match.a) if match.outcome == "bye" else absent(number, match.a)
    elif match.outcome == "double_loss":
        kind = Kind.PLAYED if match.played else Kind.NO_SHOW
        fact = MatchFact(number, match.a, match.b, outcome=Outcome.DOUBLE_LOSS, kind=kind)
    elif match.outcome == "draw":
        fact = intentional_draw(number, match.a, match.b)
    else:
        fact = no_show(number, match.a, match.b)
        if match.outcome == "b":
            fact = replace(fact, games_a=0, games_b=fact.games_a, outcome=Outcome.B)
        if match.played:
            fact = replace(fact, kind=Kind.PLAYED)
    if match.score is None:
        return fact
    games_a, games_b, drawn = match.score
    if fact.kind is Kind.INTENTIONAL_DRAW:
        fact = replace(fact, kind=Kind.PLAYED)
    return replace(fact, games_a=games_a, games_b=games_b, games_drawn=drawn)


def table_json(table: Standings, event: OfflineEvent) -> dict[str, Any]:
    """The table with every value as an exact fraction and with four digits."""
    rules = _rules(event)
    names = {entry.id: entry.name for entry in event.entries}
    return {
        "ruleset": table.ruleset,
        "source": rules.source,
        "rounds": table.rounds,
        "tiebreaks": [{"key": r.key, "title": r.title, "formula": r.formula} for r in rules.chain],
        "standings": [_row_json(table, row, names[str(row.id)]) for row in table.rows],
    }


def workings_json(table: Standings, event: OfflineEvent, entry: str) -> dict[str, Any]:
    """How every number of one entry came about."""
    return {
        "id": entry,
        "place": table.row(entry).place,
        "workings": [_working_json(table.working(entry, key)) for key in table.keys],
    }


def _rules(event: OfflineEvent) -> Ruleset:
    options = event.options
    rules = ruleset(options.ruleset or DEFAULT)
    if options.points_given:
        rules = rules.with_points(options.points.win, options.points.draw, options.points.loss)
    return rules.with_chain(options.tiebreaks) if options.tiebreaks else rules


def _row_json(table: Standings, row: Row, name: str) -> dict[str, Any]:
    values = dict(zip(table.keys, row.values, strict=True))
    points = values["points"] if "points" in values else table.working(row.id, "points").result
    return {
        "place": row.place,
        "shared": row.shared,
        "id": row.id,
        "name": name,
        "dropped": row.dropped,
        "points": None if points is None else str(points),
        "tiebreaks": {key: _number_json(value) for key, value in values.items()},
    }


def _number_json(value: Fraction | None) -> dict[str, str] | None:
    return None if value is None else {"fraction": str(value), "decimal": decimal(value)}


def _working_json(work: Working) -> dict[str, Any]:
    return {
        "key": work.key,
        "title": work.title,
        "formula": work.formula,
        "source": work.source,
        "terms": [
            {
                "round": term.round,
                "opponent": term.opponent,
                "label": term.label,
                "value": _number_json(term.value),
                "counted": term.counted,
                "note": term.note,
            }
            for term in work.terms
        ],
        "total": str(work.total),
        "divisor": str(work.divisor),
        "result": _number_json(work.result),
        "steps": list(work.steps()),
    }


def _read(file: str) -> str:
    try:
        raw = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    except OSError as error:
        raise OfflineError("", f"cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise OfflineError("", "is not UTF-8 text") from None
    return raw
