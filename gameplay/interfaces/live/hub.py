"""One hub per process: it knows which streams have listeners here and wakes them.

A listener is a cursor. What follows it comes from the stream's ring of recent frames, or, where the ring
does not reach back to the cursor, from the stored log. Notices (from this process and from Redis) fill the
rings; once a second the heads of all streams that are listened to are compared with the log, so a notice
that was lost, late or out of order costs a second and never an entry.
"""

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import redis.asyncio
from django.conf import settings
from django.db import Error as DatabaseError
from redis.exceptions import RedisError

from gameplay.domain import live
from gameplay.domain.live import Notice

from .reading import BATCH, Numbered, Readers, entries_after, heads

log = logging.getLogger(__name__)
RING = 256


class Topic:
    """A stream with listeners in this process: its known head and the frames that lead up to it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.head = 0
        self.listeners: set[asyncio.Event] = set()
        self._ring: deque[bytes] = deque(maxlen=RING)

    def add(self, seq: int, frame: bytes) -> None:
        """Take a frame that is newer than the head; one that does not follow it restarts the ring."""
        if seq <= self.head:
            return
        if seq != self.head + 1:
            self._ring.clear()
        self._ring.append(frame)
        self.head = seq
        self._wake()

    def reach(self, head: int) -> None:
        """Learn that the log goes up to ``head``."""
        if head > self.head:
            self._ring.clear()
            self.head = head
            self._wake()

    def reset(self) -> None:
        """Forget all frames: what led up to the head is read from the log again."""
        self._ring.clear()

    def after(self, cursor: int) -> list[Numbered] | None:
        """The entries that follow ``cursor``, up to ``BATCH``; ``None`` where the ring does not reach back."""
        missing = self.head - cursor
        if missing <= 0:
            return []
        if missing > len(self._ring):
            return None
        start = len(self._ring) - missing
        stop = min(start + BATCH, len(self._ring))
        return [(cursor + 1 + n, self._ring[start + n]) for n in range(stop - start)]

    def _wake(self) -> None:
        for event in self.listeners:
            event.set()


class Hub:
    """The rings and listeners of this process. Belongs to one event loop, from ``start`` to ``stop``."""

    def __init__(self, *, poll_seconds: float = 1.0) -> None:
        self.poll_seconds = poll_seconds
        self.closing = asyncio.Event()
        self.readers = Readers()
        self.topics: dict[str, Topic] = {}
        self._reads: dict[tuple[str, int], asyncio.Task[list[Numbered]]] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._loop: asyncio.AbstractEventLoop | None = None
        self._look_now = asyncio.Event()

    def start(self) -> None:
        """Begin to follow; calling it again changes nothing."""
        if self._loop is not None:
            return
        self._loop = asyncio.get_running_loop()
        live.listen(self._heard)
        self._tasks.append(asyncio.create_task(self._watch_heads()))
        if settings.REDIS_URL:
            self._tasks.append(asyncio.create_task(self._follow_redis()))

    def close(self) -> None:
        """End all streams; their pages come back by themselves."""
        self.closing.set()
        for topic in self.topics.values():
            for event in topic.listeners:
                event.set()

    async def stop(self) -> None:
        """End the streams and everything that runs for them."""
        self.close()
        if self._loop is None:
            return
        live.unlisten(self._heard)
        running: set[asyncio.Task[Any]] = {*self._tasks, *self._reads.values()}
        while running:
            for task in running:
                task.cancel()
            # Again and again, because the Redis client swallows a cancellation while it connects.
            _, running = await asyncio.wait(running, timeout=0.05)
        self.readers.close()
        self._loop = None

    @asynccontextmanager
    async def joined(self, name: str) -> AsyncIterator[tuple[Topic, asyncio.Event]]:
        """Be woken, by the event, when the stream moves. The last one to leave frees the topic."""
        topic = self.topics.get(name)
        if topic is None:
            topic = self.topics[name] = Topic(name)
        event = asyncio.Event()
        topic.listeners.add(event)
        try:
            yield topic, event
        finally:
            topic.listeners.discard(event)
            if not topic.listeners:
                self.topics.pop(name, None)

    async def after(self, topic: Topic, cursor: int) -> list[Numbered]:
        """The next entries behind ``cursor``; empty when there are none yet. Raises ``DatabaseError``."""
        ready = topic.after(cursor)
        if ready is not None:
            return ready
        return await self._read(topic.name, cursor)

    async def _read(self, name: str, cursor: int) -> list[Numbered]:
        """Read the log, once for all listeners that stand at the same place."""
        key = (name, cursor)
        task = self._reads.get(key)
        if task is None:
            task = self._reads[key] = asyncio.create_task(self.readers.run(entries_after, name, cursor))
            task.add_done_callback(lambda done: self._read_ended(key, done))
        return await asyncio.shield(task)

    def _read_ended(self, key: tuple[str, int], task: asyncio.Task[list[Numbered]]) -> None:
        del self._reads[key]
        if not task.cancelled():
            task.exception()  # every listener that waited for it may have left meanwhile

    def _heard(self, notice: Notice) -> None:
        """Called in whatever thread committed."""
        loop = self._loop
        if loop is not None:
            with suppress(RuntimeError):  # the loop ended in this very moment
                loop.call_soon_threadsafe(self._take, notice)

    def _take(self, notice: Notice) -> None:
        topic = self.topics.get(notice.name)
        if topic is not None:
            topic.add(notice.seq, notice.frame)

    async def _watch_heads(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(self.poll_seconds):
                    await self._look_now.wait()
            self._look_now.clear()
            try:
                await self._compare_heads()
            except DatabaseError as error:
                log.warning("The heads of the live streams could not be read: %s", error)
            except Exception:  # this is the net below everything else: it must not end
                log.exception("The heads of the live streams could not be compared.")

    async def _compare_heads(self) -> None:
        """Bring every topic that is behind the log up to it."""
        if not self.topics:
            return
        for name, head in (await self.readers.run(heads, list(self.topics))).items():
            topic = self.topics.get(name)
            if topic is None or head <= topic.head:
                continue
            for seq, frame in await self._read(name, max(topic.head, head - BATCH)):
                topic.add(seq, frame)

    async def _follow_redis(self) -> None:
        """Take notices of other processes; after each (re)subscription nothing heard before is trusted."""
        failing = False
        while True:
            try:
                async for message in self._redis_messages():
                    if message["type"] == "subscribe":
                        failing = False
                        self._distrust()
                    elif message["type"] == "message":
                        self._take_packed(message["data"])
            except (RedisError, OSError) as error:
                if not failing:
                    log.warning("Redis sends no notices (%s); looking at the log each second.", error)
                failing = True
            await asyncio.sleep(0.2)

    async def _redis_messages(self) -> AsyncIterator[dict[str, Any]]:
        async with (
            redis.asyncio.Redis.from_url(
                settings.REDIS_URL, socket_connect_timeout=2, health_check_interval=10
            ) as client,
            client.pubsub() as pubsub,
        ):
            await pubsub.subscribe(live.channel())
            async for message in pubsub.listen():
                yield message

    def _distrust(self) -> None:
        for topic in self.topics.values():
            topic.reset()
        self._look_now.set()

    def _take_packed(self, message: bytes) -> None:
        try:
            self._take(live.unpack(message))
        except ValueError:
            log.warning("A message on %s is no notice and was left aside.", live.channel())
