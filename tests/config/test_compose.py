"""The site as several processes, started with the very commands of ``compose.yaml``.

There is no container engine here: the images themselves are not covered, everything that runs in them is.
"""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings
from django.db import transaction

from gameplay.domain import live
from organizer.models import Report
from tests.organizer import factories
from tests.services import Redis, free_port

from .processes import ROOT, Process, Stream, database_url, get, overdue_report, started, wait_until

COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
PROGRAMS = ("web", "live", "worker", "clocks", "beat")


def command(service: str, ports: dict[str, int]) -> list[str]:
    """The service's command, on this machine's loopback and a free port."""
    parts = COMPOSE["services"][service]["command"]
    for written, port in ports.items():
        parts = [part.replace("0.0.0.0", "127.0.0.1").replace(written, str(port)) for part in parts]
    return parts


@pytest.fixture
def site(own_redis: Redis, tmp_path: Path) -> Iterator[tuple[dict[str, Process], dict[str, int]]]:
    """All of the site's programs and their ports."""
    ports = {"8000": free_port(), "8001": free_port()}
    environment = dict.fromkeys(COMPOSE["x-site"]["environment"], "") | {
        "SECRET_KEY": "of this test",
        "SITE_URL": "http://localhost",
        "DATABASE_URL": database_url(),
        "REDIS_URL": own_redis.url,
        "CELERY_BROKER_URL": own_redis.url,
        "EMAIL_URL": "console:",
        "TRUST_PROXY": "1",
        "FORWARDED_ALLOW_IPS": "*",
        "LOG_LEVEL": "INFO",
        "VAR_DIR": str(tmp_path),
        "UNHASHED_STATIC": "1",
    }
    with ExitStack() as stack:
        processes = {
            name: stack.enter_context(started(command(name, ports), tmp_path / f"{name}.log", **environment))
            for name in PROGRAMS
        }
        wait_until(lambda: all(get(port, "/healthz")[0] == 200 for port in ports.values()))
        yield processes, {"web": ports["8000"], "live": ports["8001"]}


@pytest.mark.postgres
@pytest.mark.redis
@pytest.mark.django_db(transaction=True)
def test_the_programs_of_the_compose_file_work_together(site, own_redis: Redis, monkeypatch):
    processes, ports = site
    assert get(ports["web"], "/readyz") == (200, '{"database": "ok", "redis": "ok"}')

    event = factories.make_event()
    assert event.title in get(ports["web"], event.get_absolute_url())[1]

    stream = Stream(ports["live"], event.stream)
    head = stream.next()["head"]
    monkeypatch.setattr(settings, "REDIS_URL", own_redis.url)
    with transaction.atomic():
        assert live.publish(event.stream, "demo", {"n": 1}) == head + 1
    assert stream.next() == {"kind": "demo", "payload": {"n": 1}}

    report = overdue_report()
    wait_until(lambda: Report.objects.get(pk=report.pk).status == Report.Status.UNANSWERED)

    for process in processes.values():
        process.end()
        assert "Traceback" not in process.output()


def test_every_program_gets_the_same_environment():
    services = COMPOSE["services"]
    assert all(services[name]["environment"] == COMPOSE["x-site"]["environment"] for name in PROGRAMS)


def test_every_variable_without_a_default_is_in_the_example_file():
    named = {line.partition("=")[0] for line in (ROOT / ".env.example").read_text().splitlines()}
    required = set(re.findall(r"\$\{(\w+):\?", (ROOT / "compose.yaml").read_text()))
    assert required
    assert required <= named


def test_every_queue_that_tasks_go_to_has_a_worker():
    served = {
        parts[parts.index("--queues") + 1]
        for name in ("worker", "clocks")
        if (parts := COMPOSE["services"][name]["command"])
    }
    routed = {route["queue"] for route in settings.CELERY_TASK_ROUTES.values()}
    assert {settings.CELERY_TASK_DEFAULT_QUEUE, *routed} <= served


def test_the_proxy_sends_streams_and_pages_to_the_ports_they_listen_on():
    proxy = (ROOT / "deploy/Caddyfile").read_text()
    for name, port in (("web", "8000"), ("live", "8001")):
        assert f"reverse_proxy {name}:{port}" in proxy
        assert any(port in part for part in COMPOSE["services"][name]["command"])
