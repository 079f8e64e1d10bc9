"""A page in miniature: opens a live stream by driving the ASGI application directly."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from gameplay.interfaces.live import Hub, LiveApp

PATIENCE = 10.0


@dataclass
class Event:
    """One server-sent event as a browser would hand it over."""

    id: int | None
    type: str
    data: Any


@dataclass
class Line:
    """One connection. ``cut`` is the page going away; ``stalled`` is a line that takes no more bytes."""

    status: int = 0
    text: str = ""
    events: asyncio.Queue[Event] = field(default_factory=asyncio.Queue)
    comments: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    _open: asyncio.Event = field(default_factory=asyncio.Event)
    _gone: asyncio.Event = field(default_factory=asyncio.Event)
    _flowing: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None

    async def receive(self) -> dict[str, Any]:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        await self._flowing.wait()
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {key.decode(): value.decode() for key, value in message["headers"]}
            self._open.set()
            return
        body = message.get("body", b"").decode()
        self.text += body
        if self.status == 200:
            for block in filter(None, body.split("\n\n")):
                self._take(block)

    def _take(self, block: str) -> None:
        fields = dict(line.partition(": ")[::2] for line in block.split("\n"))
        if "data" in fields:
            number = int(fields["id"]) if "id" in fields else None
            event = Event(number, fields.get("event", "message"), json.loads(fields["data"]))
            self.events.put_nowait(event)
        elif block.startswith(":"):
            self.comments += 1

    async def next(self) -> Event:
        async with asyncio.timeout(PATIENCE):
            return await self.events.get()

    def stall(self) -> None:
        self._flowing.clear()

    async def ended(self) -> None:
        assert self.task is not None
        async with asyncio.timeout(PATIENCE):
            await self.task

    async def cut(self) -> None:
        self._gone.set()
        await self.ended()


async def open_line(
    app: LiveApp,
    name: str,
    *,
    query: str = "",
    cookie: str = "",
    last_id: int | None = None,
    method: str = "GET",
) -> Line:
    """Ask for the stream and wait for the answer's head."""
    line = Line()
    line._flowing.set()
    headers = [(b"cookie", cookie.encode())] if cookie else []
    if last_id is not None:
        headers.append((b"last-event-id", str(last_id).encode()))
    scope = {
        "type": "http",
        "method": method,
        "path": f"/live/{name}",
        "query_string": query.encode(),
        "headers": headers,
        "client": ("192.0.2.1", 5000),
    }
    line.task = asyncio.create_task(app(scope, line.receive, line.send))
    async with asyncio.timeout(PATIENCE):
        await line._open.wait()
    if line.status != 200:
        await line.ended()
    return line


async def open_stream(app: LiveApp, name: str, **options: Any) -> Line:
    """As ``open_line``, past the hello that opens every stream."""
    line = await open_line(app, name, **options)
    assert line.status == 200, line.text
    hello = await line.next()
    assert hello.type == "hello"
    return line


@asynccontextmanager
async def live_app(*, poll_seconds: float = 0.05, **options: Any) -> AsyncIterator[LiveApp]:
    """The application with a hub of its own, as one server process has it."""
    hub = Hub(poll_seconds=poll_seconds)
    hub.start()
    try:
        yield LiveApp(hub, **options)
    finally:
        await hub.stop()
