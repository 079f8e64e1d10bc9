"""The raw ASGI application behind ``/live/<stream>``.

Raw, because a stream inside a Django view would hold a thread and a database connection for as long as
its page is open.
"""

import asyncio
import json
import logging
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from contextlib import contextmanager, suppress
from time import monotonic
from typing import Any
from urllib.parse import parse_qs

from django.conf import settings
from django.db import Error as DatabaseError

from .access import Verdict, judge
from .hub import Hub, Topic
from .reading import heads

log = logging.getLogger(__name__)

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

PREFIX = "/live/"
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]


class Refusal(Exception):
    """Answered instead of a stream: a status and one sentence of plain text."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason


class LiveApp:
    """Streams to any number of pages from one hub.

    ``heartbeat`` and ``recheck`` are seconds: between comments that keep an idle line open, and between
    looks at whether the listener may still listen. ``patience`` is how long a line may take no bytes.
    """

    def __init__(self, hub: Hub, *, heartbeat: float = 15, recheck: float = 60, patience: float = 30) -> None:
        self.hub = hub
        self.heartbeat = heartbeat
        self.recheck = recheck
        self.patience = patience
        self._open: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.hub.start()
        try:
            name, after = _asked(scope)
            cookies = _header(scope, b"cookie")
            verdict = await self._judge(cookies, name)
            if verdict.status != 200:
                raise Refusal(verdict.status, verdict.reason)
            with self._counted(verdict, scope):
                await _until_gone(receive, self._stream(name, after, cookies, send))
        except Refusal as refusal:
            await _plain(send, refusal.status, refusal.reason)

    async def _judge(self, cookies: str, name: str) -> Verdict:
        try:
            return await self.hub.readers.run(judge, cookies, name)
        except DatabaseError as error:
            log.warning("A listener of %s could not be checked: %s", name, error)
            raise Refusal(503, "The database does not answer just now. Try again in a moment.") from error

    @contextmanager
    def _counted(self, verdict: Verdict, scope: Scope) -> Iterator[None]:
        """Count this connection for its user, or for its address if nobody is signed in."""
        if verdict.user_id is None:
            owner, most = f"address {(scope.get('client') or ['?'])[0]}", settings.LIVE_PER_ADDRESS
        else:
            owner, most = f"user {verdict.user_id}", settings.LIVE_PER_USER
        if self._open[owner] >= most or self._open.total() >= settings.LIVE_CONNECTIONS:
            raise Refusal(429, "Too many live pages are open. Close some, or wait a moment.")
        self._open[owner] += 1
        try:
            yield
        finally:
            self._open[owner] -= 1
            if not self._open[owner]:
                del self._open[owner]

    async def _stream(self, name: str, after: int | None, cookies: str, send: Send) -> None:
        async with self.hub.joined(name) as (topic, moved):
            cursor = await self._begin(topic, after, send)
            checked = monotonic()
            while not self.hub.closing.is_set():
                moved.clear()
                batch = await self._next(topic, cursor)
                if batch is None:
                    return
                if batch:
                    cursor = batch[-1][0]
                    await self._write(send, b"".join(frame for _, frame in batch))
                else:
                    await self._wait(moved, checked, send)
                if monotonic() - checked >= self.recheck:
                    checked = monotonic()
                    if not await self._still_allowed(cookies, name, send):
                        return
        await send({"type": "http.response.body", "body": b""})

    async def _begin(self, topic: Topic, after: int | None, send: Send) -> int:
        """Open the answer and say where the stream stands; returns the listener's cursor."""
        try:
            head = (await self.hub.readers.run(heads, [topic.name])).get(topic.name, 0)
        except DatabaseError as error:
            raise Refusal(503, "The database does not answer just now. Try again in a moment.") from error
        topic.reach(head)
        cursor = head if after is None else min(after, head)
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        hello = json.dumps({"head": head})
        retry = random.randint(1000, 3000)  # a whole hall must not come back in the same instant
        await self._write(send, f"retry: {retry}\nid: {cursor}\nevent: hello\ndata: {hello}\n\n".encode())
        return cursor

    async def _next(self, topic: Topic, cursor: int) -> list[tuple[int, bytes]] | None:
        """What follows the cursor; ``None`` if the log can't be read (the page then comes back by itself)."""
        try:
            return await self.hub.after(topic, cursor)
        except DatabaseError as error:
            log.warning("The log of %s could not be read: %s", topic.name, error)
            return None

    async def _wait(self, moved: asyncio.Event, checked: float, send: Send) -> None:
        """Until the stream moves, or a heartbeat or the next check is due."""
        due = checked + self.recheck - monotonic()
        try:
            async with asyncio.timeout(max(0.0, min(self.heartbeat, due))):
                await moved.wait()
        except TimeoutError:
            await self._write(send, b":\n\n")

    async def _still_allowed(self, cookies: str, name: str, send: Send) -> bool:
        try:
            verdict = await self._judge(cookies, name)
        except Refusal:
            return True
        if verdict.status == 200:
            return True
        data = json.dumps({"reason": verdict.reason})
        await self._write(send, f"event: closed\ndata: {data}\n\n".encode())
        return False

    async def _write(self, send: Send, body: bytes) -> None:
        """Send, but not for ever: a line that takes nothing is given up, its page resumes by number."""
        async with asyncio.timeout(self.patience):
            await send({"type": "http.response.body", "body": body, "more_body": True})


def _asked(scope: Scope) -> tuple[str, int | None]:
    """The stream's name and the number after which to begin, if one was named."""
    if scope["method"] != "GET":
        raise Refusal(405, "A live stream is read with GET.")
    query = parse_qs(scope["query_string"].decode("latin-1"))
    text = _header(scope, b"last-event-id") or query.get("after", [""])[0]
    if text and not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise Refusal(400, f"'after' is {text!r}: it takes the number of the last entry seen.")
    return scope["path"].removeprefix(PREFIX), int(text) if text else None


def _header(scope: Scope, name: bytes) -> str:
    return b"; ".join(value for key, value in scope["headers"] if key == name).decode("latin-1")


async def _until_gone(receive: Receive, stream: Any) -> None:
    """Run the stream until it ends or the other side leaves."""
    streaming = asyncio.create_task(stream)
    leaving = asyncio.create_task(_gone(receive))
    try:
        await asyncio.wait({streaming, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if streaming.done():
            with suppress(TimeoutError):
                await streaming
    finally:
        streaming.cancel()
        leaving.cancel()
        await asyncio.gather(streaming, leaving, return_exceptions=True)


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _plain(send: Send, status: int, reason: str) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]
    if status in (429, 503):
        headers.append((b"retry-after", b"5"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": reason.encode() + b"\n"})
