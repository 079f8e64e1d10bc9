"""The embedded default: one process that serves pages, streams and background work."""

import signal
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import transaction

from gameplay.domain import live
from organizer.models import Report
from tests.organizer import factories
from tests.services import free_port

from .processes import Process, Stream, embedded, get, overdue_report, started, wait_until

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[tuple[Process, int]]:
    port = free_port()
    command = [sys.executable, "-m", "config.serve", "--port", str(port)]
    with started(command, tmp_path / "log", **embedded(tmp_path)) as process:
        process.says("Serving on")
        yield process, port


def test_it_serves_pages_and_static_files(site: tuple[Process, int]):
    _, port = site
    assert get(port, "/readyz") == (200, '{"database": "ok"}')
    assert get(port, "/static/live.js")[0] == 200


def test_a_stream_follows_what_another_process_commits(site: tuple[Process, int]):
    _, port = site
    event = factories.make_event()
    stream = Stream(port, event.stream)
    head = stream.next()["head"]
    with transaction.atomic():
        assert live.publish(event.stream, "demo", {"n": 1}) == head + 1
    assert stream.next() == {"kind": "demo", "payload": {"n": 1}}


def test_what_is_due_is_done_in_the_same_process(site: tuple[Process, int]):
    """A report that nobody answered is confirmed by the sweep, though there is no broker."""
    report = overdue_report()
    wait_until(lambda: Report.objects.get(pk=report.pk).status == Report.Status.UNANSWERED)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_quietly_though_pages_are_open(site: tuple[Process, int], number: int):
    process, port = site
    streams = [Stream(port, factories.make_event().stream) for _ in range(3)]
    assert process.end(number) == 0
    assert all(stream.ended() for stream in streams)
    assert "Traceback" not in process.output()


def test_a_taken_port_is_named(tmp_path: Path):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        command = [sys.executable, "-m", "config.demo", "--port", str(port)]
        with started(command, tmp_path / "log", **embedded(tmp_path)) as process:
            assert process.child.wait(30) == 1
    assert process.output() == (
        f"Port {port} can't be used (Address already in use). Choose another one. "
        f"For instance: make demo PORT={port + 1}\n"
    )
