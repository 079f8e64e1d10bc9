"""One entry in one line, for tests of pages."""

from organizer.domain import registration
from organizer.domain.base import Actor
from organizer.models import Entry, Event, User
from tests.organizer import factories


def enter(event: Event, name: str = "Ada", *, club: str = "") -> tuple[Entry, User]:
    """A registered player with an account of the same name."""
    user = factories.make_user(display_name=name)
    return registration.register(event, Actor(user), user, club=club), user
