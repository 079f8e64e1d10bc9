"""Seconds to pair and to publish a big round through the domain functions, on SQLite and on PostgreSQL.

    python -m bench.rounds [--players 2000] [--history 4] [--runs 3]

A round of a field with some rounds behind it is paired, published and taken back several times. Printed are the
least and the median of wall-clock seconds, the least processor seconds, and the database queries of one round.
PostgreSQL is the one in ``DATABASE_URL``, or a server started for the bench when there is one on this machine.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).resolve().parents[1]
T = TypeVar("T")
WORKER = "HOURGLASS_BENCH_ROUNDS"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.rounds", description=__doc__)
    parser.add_argument("--players", type=int, default=2000)
    parser.add_argument("--history", type=int, default=4, help="rounds played before the one measured")
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    if database := os.environ.get(WORKER):
        _measure(database, options)
        return
    print(
        f"Round {options.history + 1} of {options.players} players, explanations included, through the domain functions"
    )
    print(f"{'':<12}{'':<9}{'least s':>9}{'median s':>10}{'CPU s':>8}{'queries':>9}")
    _worker("SQLite", None)
    with contextlib.ExitStack() as stack:
        url = os.environ.get("DATABASE_URL", "")
        if not url.startswith("postgres"):
            from tests.services import Missing, Postgres, running

            try:
                url = stack.enter_context(running(Postgres()))
            except Missing as missing:
                print(f"PostgreSQL  not measured: {missing}")
                return
        _worker("PostgreSQL", url)


def _worker(name: str, url: str | None) -> None:
    """Measure in a process of its own: the database belongs to the settings."""
    environment = {**os.environ, WORKER: name, "DJANGO_SETTINGS_MODULE": "config.settings"}
    environment.pop("DATABASE_URL", None)
    if url:
        environment["DATABASE_URL"] = url
    subprocess.run(
        [sys.executable, "-m", "bench.rounds", *sys.argv[1:]], env=environment, cwd=ROOT, check=True
    )


def _measure(name: str, options: argparse.Namespace) -> None:
    import django

    django.setup()
    from django.db import connection

    from organizer.domain.scratch import scratch_database

    if name == "SQLite":
        with scratch_database():
            _rounds(name, options)
        return
    made = connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    try:
        _rounds(name, options)
    finally:
        connection.creation.destroy_test_db(made, verbosity=0)


def _rounds(name: str, options: argparse.Namespace) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from organizer.domain import rounds
    from organizer.domain.simulation import Plan, simulate_rounds

    plan = Plan(players=options.players, rounds=options.history + 1, seed=7, drops=False)
    event, actor = simulate_rounds(plan, options.history)
    paired: list[tuple[float, float]] = []
    published: list[tuple[float, float]] = []
    for _ in range(options.runs):
        draft, spent = _timed(partial(rounds.pair_round, event, actor))
        paired.append(spent)
        round, spent = _timed(partial(rounds.publish_round, draft, actor))
        published.append(spent)
        rounds.discard_draft(rounds.take_back_round(round, actor), actor)
    with CaptureQueriesContext(connection) as pairing:
        draft = rounds.pair_round(event, actor)
    with CaptureQueriesContext(connection) as publishing:
        rounds.publish_round(draft, actor)
    for what, found, queries in (("pair", paired, pairing), ("publish", published, publishing)):
        wall, cpu = zip(*found, strict=True)
        print(
            f"{name:<12}{what:<9}{min(wall):>9.3f}{statistics.median(wall):>10.3f}"
            f"{min(cpu):>8.3f}{len(queries):>9}",
            flush=True,
        )


def _timed(act: Callable[[], T]) -> tuple[T, tuple[float, float]]:
    wall, cpu = time.perf_counter(), time.process_time()
    result = act()
    return result, (time.perf_counter() - wall, time.process_time() - cpu)


if __name__ == "__main__":
    main()
