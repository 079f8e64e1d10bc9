"""The queue of writers on SQLite. On PostgreSQL the same promises hold by its own locks."""

import threading
from collections.abc import Callable

import pytest
from django.db import OperationalError, connection, transaction

from gameplay.models import Stream

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def queue() -> threading.Lock:
    """The lock of the database in use."""
    from config.sqlite.base import _locks

    with transaction.atomic():
        pass
    return _locks[str(connection.settings_dict["NAME"])]


def in_another_thread(job: Callable[[], object]) -> None:
    """Run to its end in a thread with a connection of its own; what it raises is raised here."""
    failures: list[BaseException] = []

    def run() -> None:
        try:
            job()
        except BaseException as failure:
            failures.append(failure)
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join(30)
    assert not thread.is_alive()
    if failures:
        raise failures[0]


def test_many_writers_all_get_their_turn():
    Stream.objects.create(name="demo:1")

    def add_one() -> None:
        with transaction.atomic():
            stream = Stream.objects.select_for_update().get()
            stream.head += 1
            stream.save()

    def add_ten() -> None:
        for _ in range(10):
            add_one()
        connection.close()

    threads = [threading.Thread(target=add_ten) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Stream.objects.get().head == 80


@pytest.mark.sqlite
def test_a_transaction_holds_the_lock_to_its_commit(queue: threading.Lock):
    with transaction.atomic():
        assert queue.locked()
        with transaction.atomic():
            pass
        assert queue.locked()
    assert not queue.locked()


@pytest.mark.sqlite
def test_a_rollback_gives_the_lock_back(queue: threading.Lock):
    with transaction.atomic():
        transaction.set_rollback(True)
    assert not queue.locked()


@pytest.mark.sqlite
def test_a_connection_closed_inside_a_transaction_gives_the_lock_back(queue: threading.Lock):
    def break_off() -> None:
        with transaction.atomic():
            connection.close()

    in_another_thread(break_off)
    assert not queue.locked()


def test_a_commit_hook_may_write():
    with transaction.atomic():
        transaction.on_commit(lambda: Stream.objects.create(name="demo:hook"))
        transaction.on_commit(write_in_a_transaction)
    assert Stream.objects.count() == 2


def write_in_a_transaction() -> None:
    with transaction.atomic():
        Stream.objects.create(name="demo:nested")


def test_a_commit_hook_runs_while_others_may_write():
    with transaction.atomic():
        transaction.on_commit(lambda: in_another_thread(write_in_a_transaction))
    assert Stream.objects.get().name == "demo:nested"


@pytest.mark.sqlite
def test_waiting_ends_with_a_plain_error(queue: threading.Lock, monkeypatch):
    monkeypatch.setitem(connection.settings_dict["OPTIONS"], "timeout", 0.05)
    with queue, pytest.raises(OperationalError, match="goes on too long"), transaction.atomic():
        pass
    write_in_a_transaction()
    assert Stream.objects.count() == 1


@pytest.mark.sqlite
def test_readers_never_wait(queue: threading.Lock):
    with transaction.atomic():
        in_another_thread(lambda: Stream.objects.count())
