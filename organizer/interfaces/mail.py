"""Mails to players. A mail that cannot be sent is logged; it never fails what it was about."""

import logging

from django.conf import settings
from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.urls import reverse

from organizer.domain.submissions import Reminder

log = logging.getLogger(__name__)


def send_deck_reminder(reminder: Reminder) -> bool:
    """Tell the people of an entry that their decklist is missing; whether it was handed to the mail server."""
    event = reminder.event
    text = render_to_string(
        "organizer/mail/deck_reminder.txt",
        {
            "event": event,
            "entry": reminder.entry,
            "locks_at": reminder.locks_at,
            "url": f"{settings.SITE_URL}{reverse('deck_submit', args=[event.slug])}",
        },
    )
    try:
        send_mail(f"Decklist for {event.title}"[:120], text, None, list(reminder.to))
    except Exception:
        log.exception("the reminder to entry %s could not be sent", reminder.entry.pk)
        return False
    return True
