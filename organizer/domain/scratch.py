"""A database that exists only for the length of a block: simulations and benches must not touch the real one."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.utils import load_backend

ENGINE = "django.db.backends.sqlite3"
OPTIONS: dict[str, Any] = {
    "transaction_mode": "IMMEDIATE",
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;",
}


@contextmanager
def scratch_database() -> Iterator[Path]:
    """An empty SQLite file with all tables, in use by this thread alone; deleted at the end of the block."""
    real = connections[DEFAULT_DB_ALIAS]
    with tempfile.TemporaryDirectory(prefix="hourglass-") as folder:
        path = Path(folder) / "scratch.sqlite3"
        settings = {**real.settings_dict, "ENGINE": ENGINE, "NAME": str(path), "OPTIONS": OPTIONS}
        settings.update(HOST="", PORT="", USER="", PASSWORD="", CONN_MAX_AGE=0, CONN_HEALTH_CHECKS=False)
        scratch = load_backend(ENGINE).DatabaseWrapper(settings, DEFAULT_DB_ALIAS)
        connections[DEFAULT_DB_ALIAS] = scratch
        try:
            call_command("migrate", verbosity=0, interactive=False)
            yield path
        finally:
            scratch.close()
            connections[DEFAULT_DB_ALIAS] = real
