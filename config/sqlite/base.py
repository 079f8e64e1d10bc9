"""Django's SQLite backend, with a lock around each transaction.

SQLite takes one writer at a time, and lets those who wait try again at random: under load some wait for
a second while others pass. All transactions here begin ``IMMEDIATE``, so each is a writer from its start;
a lock in the process makes them queue in order instead. Statements outside a transaction and other
processes still meet SQLite's own lock. PostgreSQL never comes by here.

The lock is taken with the outermost ``atomic`` and given back before its ``on_commit`` hooks run, so a hook
may begin a transaction of its own; inner ``atomic`` blocks are savepoints and never touch it.
"""

from __future__ import annotations

import os
import threading
from typing import Any

from django.db import OperationalError
from django.db.backends.sqlite3 import base

_Django: Any = base.DatabaseWrapper  # the hooks overridden below are missing from its type stubs
_locks: dict[str, threading.Lock] = {}
os.register_at_fork(after_in_child=_locks.clear)


class DatabaseWrapper(_Django):
    """A connection that holds its database's lock from ``BEGIN`` to ``COMMIT``, ``ROLLBACK`` or close."""

    _held: threading.Lock | None = None

    def _start_transaction_under_autocommit(self) -> None:
        lock = _locks.setdefault(str(self.settings_dict["NAME"]), threading.Lock())
        if not lock.acquire(timeout=self.settings_dict["OPTIONS"].get("timeout", 20)):
            raise OperationalError("database is locked: another transaction of this process goes on too long")
        self._held = lock
        try:
            super()._start_transaction_under_autocommit()
        except BaseException:
            self._give_back()
            raise

    def _commit(self) -> None:
        super()._commit()
        self._give_back()

    def _rollback(self) -> None:
        try:
            super()._rollback()
        finally:
            self._give_back()

    def _close(self) -> None:
        try:
            super()._close()
        finally:
            self._give_back()

    def _give_back(self) -> None:
        held, self._held = self._held, None
        if held is not None:
            held.release()
