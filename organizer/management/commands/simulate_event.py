"""``manage.py simulate_event``: a Swiss event played by chance, timed and checked round by round."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from gameplay.games.titles import TITLES
from organizer.domain.base import Refused
from organizer.domain.scratch import scratch_database
from organizer.domain.simulation import Plan, RoundReport, Simulated, simulate
from organizer.standings import decimal

ROW = "{number:>5} {players:>7} {rematches:>9} {byes:>6} {downs:>10} {gap:>5} {bound:>5}  {proof:<8}{time}"


class Command(BaseCommand):
    help = (
        "Plays a Swiss event by chance through the site's own functions, in a database of its own that is "
        "deleted afterwards. Ends with 1 when a round breaks a promise of the pairing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", default="neuroscape", choices=sorted(TITLES))
        parser.add_argument("--players", type=int, default=64)
        parser.add_argument("--rounds", default="auto", help="a number, or auto (by the number of players)")
        parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same event")
        parser.add_argument("--no-drops", dest="drops", action="store_false", help="everybody stays")
        parser.add_argument("--draws", type=float, default=0.05, help="share of matches drawn, 0 to 1")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        plan = self._plan(options)
        quiet = options["json"]
        if not quiet:
            self.stdout.write(HEADER)
        with scratch_database():
            found = simulate(plan, (lambda row: None) if quiet else self._show)
        if quiet:
            self.stdout.write(json.dumps(as_json(plan, found), indent=2))
        else:
            self.stdout.write("\n".join(summary_lines(found)))
        if found.faults:
            raise CommandError("\n".join(found.faults), returncode=1)

    def _plan(self, options: dict[str, Any]) -> Plan:
        rounds = options["rounds"]
        if rounds != "auto" and not rounds.isdecimal():
            raise CommandError(f"--rounds is {rounds!r}: give a number or auto.", returncode=2)
        try:
            return Plan(
                game=options["game"],
                players=options["players"],
                rounds=None if rounds == "auto" else int(rounds),
                seed=options["seed"],
                drops=options["drops"],
                draws=options["draws"],
            )
        except Refused as refused:
            raise CommandError(refused.message, returncode=2) from None

    def _show(self, row: RoundReport) -> None:
        self.stdout.write(round_line(row))


HEADER = ROW.format(
    number="round",
    players="players",
    rematches="rematches",
    byes="again",
    downs="pair-downs",
    gap="gap",
    bound="bound",
    proof="proof",
    time="pair + publish + results, s (CPU)",
)


def round_line(row: RoundReport) -> str:
    """One line of the table for people."""
    parts = " + ".join(f"{row.seconds[name]:.3f}" for name in ("pair", "publish", "results"))
    return ROW.format(
        number=row.number,
        players=row.players,
        rematches=row.rematches,
        byes=row.repeated_byes,
        downs=row.pair_downs,
        gap=row.gap,
        bound=row.bound,
        proof=row.certificate,
        time=f"{parts} ({sum(row.cpu_seconds.values()):.3f})",
    )


def summary(found: Simulated) -> dict[str, Any]:
    """The promises of the pairing over the whole event; all of them hold when ``ok``."""
    proved = [row for row in found.rounds if row.certificate != "none"]
    return {
        "rounds": len(found.rounds),
        "rematches": sum(row.rematches for row in found.rounds),
        "avoidable_rematches": sum(row.avoidable_rematches for row in found.rounds),
        "repeated_byes": sum(row.repeated_byes for row in found.rounds),
        "avoidable_repeated_byes": sum(row.avoidable_repeated_byes for row in found.rounds),
        "rounds_with_certificate": len(proved),
        "gap_over_bound": sum(row.gap - row.bound for row in proved),
        "faults": found.faults,
        "ok": not found.faults,
    }


def summary_lines(found: Simulated) -> list[str]:
    """Summary and standings for people."""
    said = summary(found)
    lines = [
        "",
        f"avoidable rematches       {said['avoidable_rematches']} (of {said['rematches']} rematches)",
        f"avoidable repeated byes   {said['avoidable_repeated_byes']} (of {said['repeated_byes']} repeated)",
        f"rounds with certificate   {said['rounds_with_certificate']} of {said['rounds']}",
        f"gap over the bound there  {said['gap_over_bound']}",
        "",
        "place  name                  " + "  ".join(found.columns),
    ]
    lines += [
        f"{place:>5}  {name:<20}  {'  '.join(map(_shown, values))}" for place, name, values in found.standings
    ]
    return lines


def _shown(value: str) -> str:
    return decimal(Fraction(value)) if "/" in value else value


def as_json(plan: Plan, found: Simulated) -> dict[str, Any]:
    """The whole simulation as ``docs/simulate.md`` describes it."""
    return {
        "plan": asdict(plan),
        "rounds": [asdict(row) for row in found.rounds],
        "summary": summary(found),
        "standings": [
            {"place": place, "name": name, **dict(zip(found.columns, values, strict=True))}
            for place, name, values in found.standings
        ],
    }
