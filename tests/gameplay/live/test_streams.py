"""Listening: nothing lost, nothing doubled, and only by those who may."""

import asyncio
import random
from collections.abc import Coroutine
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection, transaction
from django.test import Client

from gameplay.domain import live
from gameplay.interfaces.live import LiveApp
from gameplay.interfaces.live.hub import RING, Topic
from tests.services import Redis

from .conftest import Doorkeeper
from .listener import Line, live_app, open_line, open_stream

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _door(door: Doorkeeper) -> None:
    """Every test here has the streams named demo."""


def say(name: str, *texts: object) -> None:
    """Publish each text in a transaction of its own, as requests do."""
    for text in texts:
        with transaction.atomic():
            live.publish(name, "said", {"text": text})


async def say_from_a_request(name: str, *texts: object) -> None:
    def request() -> None:
        try:
            say(name, *texts)
        finally:
            connection.close()

    await asyncio.to_thread(request)


def run(test: Coroutine[Any, Any, None]) -> None:
    async def within_a_minute() -> None:
        async with asyncio.timeout(60):
            await test

    asyncio.run(within_a_minute())


async def texts(line: Line, count: int) -> list[object]:
    return [(await line.next()).data["payload"]["text"] for _ in range(count)]


def test_a_page_gets_what_is_published_after_it_opened():
    async def scene() -> None:
        async with live_app() as app:
            line = await open_stream(app, "demo:1")
            await say_from_a_request("demo:1", "a", "b")
            events = [await line.next(), await line.next()]
            assert [(event.id, event.type) for event in events] == [(1, "message"), (2, "message")]
            assert events[0].data == {"kind": "said", "payload": {"text": "a"}}
            await line.cut()

    run(scene())


def test_the_stream_says_how_it_may_be_kept():
    async def scene() -> None:
        async with live_app() as app:
            line = await open_line(app, "demo:1")
            assert line.headers["content-type"] == "text/event-stream; charset=utf-8"
            assert line.headers["cache-control"] == "no-store"
            assert line.text.startswith("retry: ")
            await line.cut()

    run(scene())


def test_hello_names_the_head_and_a_fresh_page_begins_there():
    say("demo:1", "a", "b", "c")

    async def scene() -> None:
        async with live_app() as app:
            line = await open_line(app, "demo:1")
            hello = await line.next()
            assert (hello.id, hello.type, hello.data) == (3, "hello", {"head": 3})
            await say_from_a_request("demo:1", "d")
            assert await texts(line, 1) == ["d"]
            await line.cut()

    run(scene())


def test_a_page_rendered_before_a_change_is_told_of_it():
    say("demo:1", "a", "b", "c")

    async def scene() -> None:
        async with live_app() as app:
            line = await open_stream(app, "demo:1", query="after=1")
            assert await texts(line, 2) == ["b", "c"]
            await line.cut()

    run(scene())


def test_the_number_last_seen_outranks_the_one_in_the_address():
    say("demo:1", "a", "b", "c")

    async def scene() -> None:
        async with live_app() as app:
            line = await open_stream(app, "demo:1", query="after=0", last_id=2)
            assert await texts(line, 1) == ["c"]
            await line.cut()

    run(scene())


def test_a_number_from_the_future_begins_at_the_head():
    say("demo:1", "a")

    async def scene() -> None:
        async with live_app() as app:
            line = await open_stream(app, "demo:1", query="after=99")
            await say_from_a_request("demo:1", "b")
            assert await texts(line, 1) == ["b"]
            await line.cut()

    run(scene())


def test_a_page_that_was_away_for_longer_than_the_ring_gets_everything():
    count = 2 * RING + 10
    say("demo:1", *range(count))

    async def scene() -> None:
        async with live_app() as app:
            line = await open_stream(app, "demo:1", query="after=0")
            assert await texts(line, count) == list(range(count))
            await line.cut()

    run(scene())


def test_a_missed_notice_costs_a_moment_and_no_entry():
    async def scene() -> None:
        async with live_app() as app:
            line = await open_stream(app, "demo:1")
            live.unlisten(app.hub._heard)
            try:
                await say_from_a_request("demo:1", "a", "b")
                assert await texts(line, 2) == ["a", "b"]
            finally:
                live.listen(app.hub._heard)
            await line.cut()

    run(scene())


def test_notices_out_of_order_arrive_in_order():
    async def scene() -> None:
        async with live_app(poll_seconds=60) as app:
            line = await open_stream(app, "demo:1")
            await say_from_a_request("demo:1", "first")
            assert await texts(line, 1) == ["first"]
            held: list[live.Notice] = []
            live.unlisten(app.hub._heard)
            live.listen(held.append)
            try:
                await say_from_a_request("demo:1", "a", "b", "c")
            finally:
                live.unlisten(held.append)
                live.listen(app.hub._heard)
            for notice in (held[2], held[0], held[2], held[1]):
                app.hub._heard(notice)
            assert await texts(line, 3) == ["a", "b", "c"]
            await say_from_a_request("demo:1", "d")
            assert await texts(line, 1) == ["d"]
            await line.cut()

    run(scene())


def test_an_old_notice_moves_nothing():
    topic = Topic("demo:1")
    for seq in (1, 2, 3):
        topic.add(seq, b"%d" % seq)
    topic.add(2, b"again")
    assert topic.after(0) == [(1, b"1"), (2, b"2"), (3, b"3")]


def test_a_hole_sends_listeners_to_the_log():
    topic = Topic("demo:1")
    for seq in (1, 2, 3, 6):
        topic.add(seq, b"%d" % seq)
    assert topic.after(3) is None
    assert topic.after(5) == [(6, b"6")]


def test_a_line_that_takes_nothing_is_given_up_and_its_page_resumes():
    async def scene() -> None:
        async with live_app(patience=0.1) as app:
            line = await open_stream(app, "demo:1")
            line.stall()
            await say_from_a_request("demo:1", "a")
            await line.ended()
            assert app.hub.topics == {}
            again = await open_stream(app, "demo:1", last_id=0)
            assert await texts(again, 1) == ["a"]
            await again.cut()

    run(scene())


def test_an_idle_line_hears_a_heartbeat():
    async def scene() -> None:
        async with live_app(heartbeat=0.02) as app:
            line = await open_stream(app, "demo:1")
            async with asyncio.timeout(10):
                while line.comments < 2:
                    await asyncio.sleep(0.01)
            await line.cut()

    run(scene())


def test_a_page_that_leaves_frees_everything():
    async def scene() -> None:
        async with live_app() as app:
            lines = [await open_stream(app, "demo:1") for _ in range(3)]
            assert len(app.hub.topics["demo:1"].listeners) == 3
            for line in lines:
                await line.cut()
            assert app.hub.topics == {}
            assert dict(app._open) == {}

    run(scene())


def test_closing_the_hub_ends_every_stream():
    async def scene() -> None:
        async with live_app() as app:
            lines = [await open_stream(app, f"demo:{number}") for number in (1, 2)]
            app.hub.close()
            for line in lines:
                await line.ended()
            assert app.hub.topics == {}

    run(scene())


@pytest.mark.parametrize(
    ("options", "status", "says"),
    [
        ({"query": "after=x"}, 400, "'after' is 'x'"),
        ({"query": "after=-1"}, 400, "'after' is '-1'"),
        ({"method": "POST"}, 405, "GET"),
    ],
)
def test_a_wrong_question_is_answered_with_what_would_be_right(
    options: dict[str, Any], status: int, says: str
):
    async def scene() -> None:
        async with live_app() as app:
            line = await open_line(app, "demo:1", **options)
            assert (line.status, says in line.text) == (status, True)
            assert line.headers["content-type"] == "text/plain; charset=utf-8"

    run(scene())


@pytest.mark.parametrize("name", ["nothing:1", "demo", "", "demo:", "demo:9"])
def test_a_stream_that_does_not_exist_is_a_404(name: str, door: Doorkeeper):
    door.unknown.add("demo:9")

    async def scene() -> None:
        async with live_app() as app:
            assert (await open_line(app, name)).status == 404

    run(scene())


def test_a_stream_for_others_is_a_403_with_the_reason(door: Doorkeeper):
    door.shut.add("demo:1:staff")

    async def scene() -> None:
        async with live_app() as app:
            line = await open_line(app, "demo:1:staff")
            assert (line.status, line.text) == (403, "Staff only.\n")

    run(scene())


def signed_in(username: str) -> tuple[Client, str]:
    user = get_user_model().objects.create_user(username=username, email=f"{username}@example.org")
    client = Client()
    client.force_login(user)
    return client, f"other=1; sessionid={client.cookies['sessionid'].value}"


def test_the_session_cookie_says_who_listens(door: Doorkeeper):
    _, cookie = signed_in("ada")

    async def scene() -> None:
        async with live_app() as app:
            for sent in (cookie, "sessionid=forged", ""):
                await (await open_stream(app, "demo:1", cookie=sent)).cut()

    run(scene())
    assert [getattr(user, "username", None) for user in door.seen] == ["ada", "", ""]


def test_a_stream_ends_when_its_listener_may_no_longer_listen(door: Doorkeeper):
    async def scene() -> None:
        async with live_app(recheck=0.05) as app:
            line = await open_stream(app, "demo:1:staff")
            door.shut.add("demo:1:staff")
            closed = await line.next()
            assert (closed.type, closed.data) == ("closed", {"reason": "Staff only."})
            await line.ended()

    run(scene())


def test_a_busy_stream_is_checked_again_too(door: Doorkeeper):
    async def scene() -> None:
        async with live_app(recheck=0) as app:
            line = await open_stream(app, "demo:1:staff")
            door.shut.add("demo:1:staff")
            await say_from_a_request("demo:1:staff", "a", "b")
            while (await line.next()).type != "closed":
                pass
            await line.ended()

    run(scene())


def test_signing_out_is_seen_at_the_next_check(door: Doorkeeper):
    client, cookie = signed_in("ada")

    async def scene() -> None:
        async with live_app(recheck=0.05) as app:
            line = await open_stream(app, "demo:1", cookie=cookie)
            await asyncio.to_thread(client.logout)
            async with asyncio.timeout(10):
                while getattr(door.seen[-1], "username", "") == "ada":
                    await asyncio.sleep(0.01)
            await line.cut()

    run(scene())


def test_one_address_opens_only_so_many_streams(settings):
    settings.LIVE_PER_ADDRESS = 2

    async def scene() -> None:
        async with live_app() as app:
            lines = [await open_stream(app, "demo:1") for _ in range(2)]
            refused = await open_line(app, "demo:1")
            assert (refused.status, refused.headers["retry-after"]) == (429, "5")
            await lines.pop().cut()
            lines.append(await open_stream(app, "demo:1"))
            for line in lines:
                await line.cut()

    run(scene())


def test_a_signed_in_user_is_counted_apart_from_the_address(settings):
    settings.LIVE_PER_ADDRESS = 1
    settings.LIVE_PER_USER = 1
    cookies = ["", signed_in("ada")[1], signed_in("grace")[1]]

    async def scene() -> None:
        async with live_app() as app:
            lines = [await open_stream(app, "demo:1", cookie=cookie) for cookie in cookies]
            assert [(await open_line(app, "demo:1", cookie=cookie)).status for cookie in cookies] == [429] * 3
            for line in lines:
                await line.cut()

    run(scene())


async def _unsteady_reader(app: LiveApp, name: str, last: int, chance: random.Random) -> list[object]:
    """Read up to entry ``last`` over a line that is cut at random, resuming by the last number seen."""
    seen: list[object] = []
    cursor = 0
    while cursor < last:
        line = await open_stream(app, name, last_id=cursor)
        for _ in range(chance.randint(0, 12)):
            if cursor >= last:
                break
            event = await line.next()
            assert event.id is not None
            cursor = event.id
            seen.append(event.data["payload"]["text"])
            if chance.random() < 0.1:
                break
        await line.cut()
    return seen


async def _writer(name: str, count: int, chance: random.Random) -> None:
    written = 0
    while written < count:
        step = min(chance.randint(1, 9), count - written)
        await say_from_a_request(name, *range(written, written + step))
        written += step


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_random_cuts_and_resumes_lose_nothing_and_double_nothing(seed: int):
    chance = random.Random(seed)
    count, names = 60, ["demo:1", "demo:2"]

    async def scene() -> None:
        async with live_app() as app:
            readers = [
                _unsteady_reader(app, name, count, random.Random(chance.random()))
                for name in names
                for _ in range(6)
            ]
            writers = [_writer(name, count, random.Random(chance.random())) for name in names]
            results = await asyncio.gather(*readers, *writers)
            assert results[: len(readers)] == [list(range(count))] * len(readers)
            assert app.hub.topics == {}

    run(scene())


@pytest.mark.redis
def test_streams_stay_whole_over_a_redis_that_dies_and_returns(own_redis: Redis, settings, monkeypatch):
    """Two processes' hubs: this one does not hear its own process's notices, only what comes through Redis."""
    settings.REDIS_URL = own_redis.url
    monkeypatch.setattr(live, "_redis", live._RedisHint())
    count = 90

    async def scene() -> None:
        async with live_app(poll_seconds=0.2) as app:
            live.unlisten(app.hub._heard)
            try:
                readers = [
                    asyncio.create_task(_unsteady_reader(app, "demo:1", count, random.Random(number)))
                    for number in range(6)
                ]
                for first in range(0, count, 30):
                    await say_from_a_request("demo:1", *range(first, first + 15))
                    await asyncio.to_thread(own_redis.stop)
                    await say_from_a_request("demo:1", *range(first + 15, first + 30))
                    await asyncio.to_thread(own_redis.start)
                assert await asyncio.gather(*readers) == [list(range(count))] * 6
            finally:
                live.listen(app.hub._heard)

    run(scene())


@pytest.mark.redis
def test_redis_brings_an_entry_to_another_process_before_the_log_is_looked_at(
    own_redis: Redis, settings, monkeypatch
):
    settings.REDIS_URL = own_redis.url
    monkeypatch.setattr(live, "_redis", live._RedisHint())

    async def scene() -> None:
        async with live_app(poll_seconds=3600) as app:
            live.unlisten(app.hub._heard)
            try:
                line = await open_stream(app, "demo:1")
                async with asyncio.timeout(10):
                    while not await asyncio.to_thread(_subscribers, own_redis):
                        await asyncio.sleep(0.01)
                await say_from_a_request("demo:1", "a")
                assert await texts(line, 1) == ["a"]
                await line.cut()
            finally:
                live.listen(app.hub._heard)

    run(scene())


def _subscribers(server: Redis) -> int:
    import redis

    with redis.Redis.from_url(server.url) as client:
        return dict(client.pubsub_numsub(live.channel()))[live.channel().encode()]
