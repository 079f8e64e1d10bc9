"""What a page needs to show a round's clock: a deadline on the server's clock, or what is left."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from organizer.models import Match, Round


@dataclass(frozen=True, slots=True)
class Face:
    """A clock to be drawn. Times are milliseconds; ``deadline`` and ``now`` count from 1970.

    ``state`` is ``waiting`` (not started), ``running``, ``paused`` or ``over`` (the round has ended).
    ``remaining`` is negative in overtime.
    """

    state: str
    remaining: int
    deadline: int | None
    now: int
    extension: int = 0

    @property
    def overtime(self) -> bool:
        return self.remaining < 0

    @property
    def text(self) -> str:
        """``49:05``, or ``+1:30`` in overtime."""
        whole = -self.remaining // 1000 if self.overtime else -(-self.remaining // 1000)
        return f"{'+' if self.overtime else ''}{whole // 60}:{whole % 60:02d}"

    @property
    def words(self) -> str:
        return {"waiting": "Not started", "paused": "Paused", "over": "Round ended"}.get(
            self.state, "Overtime" if self.overtime else "Time left"
        )


def face(shown: Round, match: Match | None = None, now: datetime | None = None) -> Face:
    """The clock of a round; of one table, with its own extension, when ``match`` is given."""
    now = now or timezone.now()
    extension = match.extension_ms if match else 0
    remaining = shown.remaining_ms(now) + extension
    state = _state(shown)
    return Face(
        state=state,
        remaining=remaining,
        deadline=_ms(now) + remaining if state == "running" else None,
        now=_ms(now),
        extension=extension,
    )


def _state(shown: Round) -> str:
    if shown.status == Round.Status.FINISHED:
        return "over"
    if shown.clock_started_at is None:
        return "waiting"
    return "paused" if shown.clock_paused_at else "running"


def _ms(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)


def with_extension(shown: Round) -> list[Match]:
    """Open tables of the round that have extra time, the longest first."""
    return list(
        shown.matches.exclude(status=Match.Status.FINAL)
        .filter(extension_ms__gt=0)
        .select_related("a", "b")
        .order_by("-extension_ms", "table")
    )
