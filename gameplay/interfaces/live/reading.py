"""Reading the stored log and sessions, away from the event loop."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from django.db import close_old_connections, connection

from gameplay.domain.live import frame
from gameplay.models import Stream, StreamEntry

T = TypeVar("T")
BATCH = 256
Numbered = tuple[int, bytes]


class Readers:
    """A few threads of their own for database reads; a connection is given back after each read."""

    def __init__(self, threads: int = 4) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="live-read")

    async def run(self, job: Callable[..., T], *args: object) -> T:
        """Run ``job`` on one of the threads; whatever it raises is raised here."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, _with_connection, job, *args)

    def close(self) -> None:
        """Take no more jobs; those that run may end."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def _with_connection(job: Callable[..., T], *args: object) -> T:
    close_old_connections()
    try:
        return job(*args)
    finally:
        connection.close()


def entries_after(name: str, cursor: int) -> list[Numbered]:
    """Up to ``BATCH`` entries with numbers above ``cursor``, in order, as (number, frame)."""
    rows = StreamEntry.objects.filter(stream__name=name, seq__gt=cursor).order_by("seq")
    return [
        (seq, frame(seq, kind, payload))
        for seq, kind, payload in rows.values_list("seq", "kind", "payload")[:BATCH]
    ]


def heads(names: Sequence[str]) -> dict[str, int]:
    """The newest number of each of these streams; a stream nobody has published to yet is left out."""
    found: dict[str, int] = {}
    for start in range(0, len(names), 500):
        part = Stream.objects.filter(name__in=names[start : start + 500])
        found.update(part.values_list("name", "head"))
    return found
