"""An event with decklists for tests: players with accounts, and their lists."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from organizer.domain import submissions
from organizer.domain.base import Actor
from organizer.models import Entry, Event, Submission
from tests.deckcheck.some_lists import LEGAL
from tests.organizer import factories
from tests.organizer.factories import actor_for, make_entries, make_event

NOW = datetime(2027, 3, 20, 12, 0, tzinfo=UTC)
LOCK = datetime(2027, 3, 28, 8, 0, tzinfo=UTC)
"""10:00 in Prague, a few hours after its clocks went forward."""

START = LOCK + timedelta(hours=1)


def event_with_lists(**fields: Any) -> Event:
    """A Neuroscape event that requires lists, locked at ``LOCK``; make it in a frozen time before that."""
    settings: dict[str, Any] = {
        "decklists": Event.Decklists.REQUIRED,
        "format": "genesis",
        "starts_at": START,
        "decklists_lock_at": LOCK,
    }
    return make_event(**{**settings, **fields})


def players(event: Event, number: int = 2) -> list[Entry]:
    """Entries with an account each."""
    return make_entries(event, number, accounts=True)


def hand_in(entry: Entry, text: str = LEGAL, by: Actor | None = None) -> Submission:
    return submissions.submit_deck(entry, by or actor_for(entry), text=text)


def staff(event: Event, role: str) -> Actor:
    return Actor(factories.make_staff(event, role))
