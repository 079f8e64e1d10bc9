"""Fixtures shared by the tests of the organizer."""

import pytest

from organizer.domain.base import Actor
from organizer.models import Event
from tests.organizer import factories


@pytest.fixture
def event(db: None) -> Event:
    """A Swiss event in registration, without entries."""
    return factories.make_event()


@pytest.fixture
def owner(event: Event) -> Actor:
    """The owner of ``event``."""
    return factories.owner_of(event)
