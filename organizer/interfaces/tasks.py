"""Background work. Each task is a hint to look at rows that are due; the domain function decides under a lock."""

from celery import shared_task

from organizer.domain.results import confirm_overdue
from organizer.domain.submissions import claim_reminders, lock_due

from .mail import send_deck_reminder


@shared_task(name="organizer.confirm_overdue_reports", ignore_result=True, soft_time_limit=50, time_limit=60)
def confirm_overdue_reports() -> None:
    """Confirm the reports that opponents left unanswered. Late, lost, doubled or killed runs do no harm."""
    confirm_overdue()


@shared_task(name="organizer.lock_decklists", ignore_result=True, soft_time_limit=50, time_limit=60)
def lock_decklists() -> None:
    """Lock the decklists whose time has come. Late, lost, doubled or killed runs do no harm."""
    lock_due()


@shared_task(name="organizer.remind_of_decklists", ignore_result=True, soft_time_limit=200, time_limit=240)
def remind_of_decklists() -> None:
    """Mail who has not handed in a required list. Each is recorded before it is sent: nobody gets it twice."""
    for reminder in claim_reminders():
        send_deck_reminder(reminder)
