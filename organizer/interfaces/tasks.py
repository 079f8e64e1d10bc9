"""Background work. Each task is a hint to look at rows that are due; the domain function decides under a lock."""

from celery import shared_task

from organizer.domain.results import confirm_overdue


@shared_task(name="organizer.confirm_overdue_reports", ignore_result=True, soft_time_limit=50, time_limit=60)
def confirm_overdue_reports() -> None:
    """Confirm the reports that opponents left unanswered. Late, lost, doubled or killed runs do no harm."""
    confirm_overdue()
