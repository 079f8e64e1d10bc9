"""Announcing: stored with the change, numbered without holes, sent after the commit."""

import threading
import time
from datetime import UTC, datetime
from decimal import Decimal

import pytest
from django.db import connection, transaction
from django.db.transaction import TransactionManagementError

from gameplay.domain import live
from gameplay.models import Stream, StreamEntry
from tests.services import Redis


def numbers(name: str) -> list[int]:
    return list(StreamEntry.objects.filter(stream__name=name).values_list("seq", flat=True))


@pytest.mark.django_db
def test_it_numbers_each_stream_from_one_without_holes():
    with transaction.atomic():
        assert [live.publish("demo:1", "round", {}) for _ in range(3)] == [1, 2, 3]
        assert live.publish("demo:2", "round", {}) == 1
    assert numbers("demo:1") == [1, 2, 3]
    assert Stream.objects.get(name="demo:1").head == 3


@pytest.mark.django_db(transaction=True)
def test_it_refuses_to_publish_outside_a_transaction():
    with pytest.raises(TransactionManagementError, match="outside a transaction"):
        live.publish("demo:1", "round", {})
    assert not Stream.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("demo", "round"),
        ("demo:", "round"),
        ("demo:1\n", "round"),
        ("demo:" + "1" * 100, "round"),
        ("demo:1", "Round"),
        ("demo:1", "round\nid: 9"),
        ("demo:1", ""),
    ],
)
def test_it_refuses_names_and_kinds_that_could_not_be_sent(name: str, kind: str):
    with pytest.raises(ValueError, match="use"):
        live.publish(name, kind, {})
    assert not Stream.objects.exists()


@pytest.mark.django_db
def test_the_frame_made_from_the_log_is_the_frame_that_was_sent(django_capture_on_commit_callbacks):
    sent: list[live.Notice] = []
    live.listen(sent.append)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            payload = {"z": Decimal("1.50"), "a": datetime(2026, 11, 30, tzinfo=UTC), "n": "line\nbreak ü"}
            live.publish("demo:1", "result", payload)
    finally:
        live.unlisten(sent.append)
    entry = StreamEntry.objects.get()
    assert [notice.frame for notice in sent] == [live.frame(entry.seq, entry.kind, entry.payload)]
    assert sent[0].frame.count(b"\n") == 3


@pytest.mark.django_db(transaction=True)
def test_nothing_of_a_transaction_that_failed_is_stored_or_sent():
    sent: list[live.Notice] = []
    live.listen(sent.append)
    try:
        with transaction.atomic():
            live.publish("demo:1", "round", {})
            transaction.set_rollback(True)
    finally:
        live.unlisten(sent.append)
    assert sent == []
    assert not StreamEntry.objects.exists()


@pytest.mark.parametrize("message", [b"", b"demo:1|x|data", b"demo:1|7"])
def test_a_message_that_is_no_notice_is_told_apart(message: bytes):
    with pytest.raises(ValueError):
        live.unpack(message)


def test_a_notice_survives_the_way_through_redis():
    notice = live.Notice("demo:1", 7, live.frame(7, "result", {"text": "a|b"}))
    assert live.unpack(live.pack(notice)) == notice


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_many_writers_at_once_leave_no_hole_and_no_double():
    writers, each = 8, 25
    ready = threading.Barrier(writers)
    returned: list[int] = []

    def write() -> None:
        ready.wait()
        for _ in range(each):
            with transaction.atomic():
                returned.append(live.publish("demo:1", "round", {}))
        connection.close()

    threads = [threading.Thread(target=write) for _ in range(writers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(returned) == list(range(1, writers * each + 1))
    assert numbers("demo:1") == list(range(1, writers * each + 1))


@pytest.mark.redis
@pytest.mark.django_db(transaction=True)
def test_a_dead_redis_never_holds_up_a_commit(own_redis: Redis, settings, monkeypatch):
    settings.REDIS_URL = own_redis.url
    monkeypatch.setattr(live, "_redis", live._RedisHint())
    with transaction.atomic():
        live.publish("demo:1", "round", {})
    own_redis.stop()
    slowest = 0.0
    for _ in range(20):
        begun = time.monotonic()
        with transaction.atomic():
            live.publish("demo:1", "round", {})
        slowest = max(slowest, time.monotonic() - begun)
    assert slowest < 1
    assert numbers("demo:1") == list(range(1, 22))


@pytest.mark.redis
@pytest.mark.django_db(transaction=True)
def test_a_redis_that_hangs_costs_a_fraction_of_a_second(own_redis: Redis, settings, monkeypatch):
    settings.REDIS_URL = own_redis.url
    monkeypatch.setattr(live, "_redis", live._RedisHint())
    with transaction.atomic():
        live.publish("demo:1", "round", {})
    own_redis.freeze()
    begun = time.monotonic()
    for _ in range(20):
        with transaction.atomic():
            live.publish("demo:1", "round", {})
    assert time.monotonic() - begun < 2
    assert numbers("demo:1") == list(range(1, 22))
