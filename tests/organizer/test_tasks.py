"""Background work: the task, its schedule, and a worker that dies in the middle."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.conf import settings
from django.db.models.signals import post_save
from django.utils import timezone

from config.celery import app
from organizer.domain import results
from organizer.domain.base import verify_log
from organizer.interfaces.tasks import confirm_overdue_reports
from organizer.models import LogEntry, Match, Report
from tests.organizer.desk import NAMES, Desk, open_desk


@pytest.fixture
def reported(db: None) -> Iterator[Desk]:
    """Four tables with a report each, an hour later."""
    desk = open_desk(8)
    pairs = list(zip(NAMES[:8:2], NAMES[1:8:2], strict=True))
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for match in desk.round(*pairs):
            results.report_result(match, desk.as_(match.a.name), match.a, games_a=2)
        clock.shift(timedelta(hours=1))
        yield desk


def final(desk: Desk) -> int:
    return desk.event.matches.filter(status=Match.Status.FINAL).count()


def test_the_task_confirms_what_is_overdue(reported: Desk) -> None:
    confirm_overdue_reports.apply(throw=True)
    assert final(reported) == 4


def test_the_schedule_names_a_task_that_exists() -> None:
    app.loader.import_default_modules()
    for entry in settings.CELERY_BEAT_SCHEDULE.values():
        assert entry["task"] in app.tasks


class Killed(BaseException):
    """As a signal would end a worker: nothing may catch it and go on."""


def test_a_worker_killed_in_mid_sweep_leaves_each_report_done_or_due(reported: Desk) -> None:
    seen: list[LogEntry] = []

    def kill(instance: LogEntry, **_: object) -> None:
        seen.append(instance)
        if len(seen) == 3:
            raise Killed

    post_save.connect(kill, sender=LogEntry)
    try:
        with pytest.raises(Killed):
            results.confirm_overdue()
    finally:
        post_save.disconnect(kill, sender=LogEntry)
    assert final(reported) == Report.objects.filter(status="unanswered").count() == 2
    assert Report.objects.filter(status="pending").count() == 2
    assert results.confirm_overdue() == 2
    assert final(reported) == 4
    assert reported.event.log.filter(kind="result.confirmed").count() == 4
    assert verify_log(reported.event) is None
