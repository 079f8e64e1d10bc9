"""Announce changes to open pages.

``publish`` is called by a domain function inside its transaction: the announcement is stored with the
change or not at all, and leaves only after the commit. The stored log is the truth; what is sent to the
pages of this process and, through Redis, to those of others only makes it quick.
"""

import json
import logging
import re
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple

import redis
from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, transaction
from django.db.models import F
from redis.backoff import NoBackoff
from redis.retry import Retry

from gameplay.models import Stream, StreamEntry

log = logging.getLogger(__name__)

NAME = re.compile(r"[a-z]+(:[A-Za-z0-9_-]+)+")
KIND = re.compile(r"[a-z][a-z0-9_.-]*")


class Notice(NamedTuple):
    """One entry on its way to the pages: stream, number, and the bytes a page receives."""

    name: str
    seq: int
    frame: bytes


Listener = Callable[[Notice], None]
_listeners: list[Listener] = []


def publish(name: str, kind: str, payload: dict[str, Any]) -> int:
    """Append one entry to a stream and return its number; it is sent after the commit.

    ``name`` is like ``event:12`` or ``event:12:staff``, ``kind`` a lower-case word, ``payload`` small JSON
    (dates and decimals allowed) that every listener of that stream may see. Raises ``ValueError`` for a
    name or kind of another form and ``TransactionManagementError`` outside a transaction. The stream's row
    stays locked until the commit: publish late, and to several streams in the order of their names.
    """
    return publish_all(name, [(kind, payload)])


def publish_all(name: str, entries: Sequence[tuple[str, dict[str, Any]]]) -> int:
    """``publish`` for several entries ``(kind, payload)`` of one stream; returns the number of the last."""
    _check(name, [kind for kind, _ in entries])
    stream = _raise_head(name, len(entries))
    numbered = [
        (number, kind, json.loads(json.dumps(payload, cls=DjangoJSONEncoder)))
        for number, (kind, payload) in enumerate(entries, stream.head - len(entries) + 1)
    ]
    StreamEntry.objects.bulk_create(
        [StreamEntry(stream=stream, seq=seq, kind=kind, payload=payload) for seq, kind, payload in numbered],
        batch_size=1000,
    )
    for seq, kind, payload in numbered:
        notice = Notice(name, seq, frame(seq, kind, payload))
        transaction.on_commit(partial(_send, notice), robust=True)
    return stream.head


def _check(name: str, kinds: Iterable[str]) -> None:
    if not NAME.fullmatch(name) or len(name) > 100:
        raise ValueError(f"Stream name {name!r}: use parts joined by colons, such as 'event:12:staff'.")
    for kind in kinds:
        if not KIND.fullmatch(kind) or len(kind) > 50:
            raise ValueError(
                f"Kind {kind!r} of an entry for {name}: use a lower-case word, such as 'result'."
            )
    if not connection.in_atomic_block:
        raise transaction.TransactionManagementError(
            f"publishing to {name!r} outside a transaction: call it where the change is made, "
            "inside transaction.atomic()."
        )


def _raise_head(name: str, count: int = 1) -> Stream:
    """Take the stream's next numbers. The update locks the row, so numbers are committed in order."""
    streams = Stream.objects.filter(name=name)
    if not streams.update(head=F("head") + count):
        Stream.objects.bulk_create([Stream(name=name)], ignore_conflicts=True)
        streams.update(head=F("head") + count)
    return streams.get()


def frame(seq: int, kind: str, payload: Any) -> bytes:
    """The entry as a server-sent event: its number as ``id``, kind and payload as one line of JSON."""
    data = json.dumps({"kind": kind, "payload": payload}, separators=(",", ":"), sort_keys=True)
    return f"id: {seq}\ndata: {data}\n\n".encode()


def listen(listener: Listener) -> None:
    """Call ``listener`` in the committing thread for each entry that this process commits; it must not block."""
    _listeners.append(listener)


def unlisten(listener: Listener) -> None:
    """Undo ``listen``."""
    _listeners.remove(listener)


def _send(notice: Notice) -> None:
    for listener in tuple(_listeners):
        listener(notice)
    if settings.REDIS_URL:
        _redis.publish(notice)


def channel() -> str:
    """The Redis channel of this site: pub/sub ignores database numbers, so it carries the database's name."""
    return f"hourglass:live:{connection.settings_dict['NAME']}"


def pack(notice: Notice) -> bytes:
    """A notice as one Redis message."""
    return b"%s|%d|%s" % (notice.name.encode(), notice.seq, notice.frame)


def unpack(message: bytes) -> Notice:
    """Undo ``pack``; raises ``ValueError`` for anything else."""
    name, seq, data = message.split(b"|", 2)
    return Notice(name.decode(), int(seq), data)


class _RedisHint:
    """Publishes to Redis without ever holding up a request.

    A failure is logged once and swallowed: the change is committed, and every process looks at the heads
    of its streams once a second anyway. After a failure nothing is tried for ``PAUSE`` seconds.
    """

    TIMEOUT = 0.25
    PAUSE = 2.0

    def __init__(self) -> None:
        self._client: redis.Redis | None = None
        self._url = ""
        self._silent_until = 0.0
        self._failing = False
        self._lock = threading.Lock()

    def publish(self, notice: Notice) -> None:
        if time.monotonic() < self._silent_until:
            return
        try:
            self._connected().publish(channel(), pack(notice))
        except (redis.RedisError, OSError) as error:
            self._silent_until = time.monotonic() + self.PAUSE
            if not self._failing:
                log.warning("Redis takes no notices (%s); pages follow within a second or two.", error)
            self._failing = True
        else:
            self._failing = False

    def _connected(self) -> redis.Redis:
        with self._lock:
            if self._client is None or self._url != settings.REDIS_URL:
                self._url = settings.REDIS_URL
                self._client = redis.Redis.from_url(
                    self._url,
                    socket_timeout=self.TIMEOUT,
                    socket_connect_timeout=self.TIMEOUT,
                    retry=Retry(NoBackoff(), 0),
                )
            return self._client


_redis = _RedisHint()
