"""A worker that dies in the middle of a task, as when its machine goes down."""

from pathlib import Path

import pytest
from django.db import connection, transaction

from organizer.interfaces.tasks import confirm_overdue_reports
from organizer.models import Event, LogEntry, Match, Report
from tests.services import Redis

from .processes import database_url, overdue_report, started, wait_until

COMMAND = [
    "celery",
    "-A",
    "config",
    "worker",
    "--queues",
    "default",
    "--concurrency",
    "1",
    "--loglevel",
    "INFO",
]


def waits_for_a_lock() -> bool:
    """Whether some other connection stands at a row lock, which is where the test holds the task up."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")  # else one transaction always sees the same
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        return bool(cursor.fetchone()[0])


@pytest.mark.postgres
@pytest.mark.redis
@pytest.mark.django_db(transaction=True)
def test_what_a_killed_worker_left_is_done_once_by_the_next(own_redis: Redis, tmp_path: Path):
    report = overdue_report()
    environment = {
        "DATABASE_URL": database_url(),
        "REDIS_URL": own_redis.url,
        "CELERY_BROKER_URL": own_redis.url,
        "VAR_DIR": str(tmp_path),
    }

    with started(COMMAND, tmp_path / "first.log", **environment) as first, transaction.atomic():
        Event.objects.select_for_update().get(pk=report.match.event_id)
        send_sweep(own_redis)
        wait_until(waits_for_a_lock)
        first.kill()
    report.refresh_from_db()
    assert report.status == Report.Status.PENDING

    with started(COMMAND, tmp_path / "second.log", **environment) as second:
        second.says("ready")
        for _ in range(2):
            send_sweep(own_redis)
        wait_until(lambda: second.output().count("succeeded in") == 2)

    report.refresh_from_db()
    assert report.status == Report.Status.UNANSWERED
    assert Match.objects.get(pk=report.match_id).status == Match.Status.FINAL
    assert LogEntry.objects.filter(event=report.match.event, kind__contains="confirm").count() == 1


def send_sweep(server: Redis) -> None:
    """Queue the sweep on this broker, as beat does."""
    from celery import Celery

    with Celery("test", broker=server.url) as app:
        app.conf.broker_transport_options = {"global_keyprefix": "hourglass:"}
        app.send_task(confirm_overdue_reports.name, queue="default", ignore_result=True)
