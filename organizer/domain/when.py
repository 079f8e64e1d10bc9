"""Wall-clock times at the venue, around the days when its clocks are changed."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from .base import Refused


def local_to_utc(local: datetime, zone: ZoneInfo, *, field: str | None = None) -> datetime:
    """The moment when the clocks of ``zone`` show ``local`` (a naive time).

    A time shown twice, when clocks go back, means the first of the two. Raises ``Refused`` for one that is
    skipped when clocks go forward; its text names the time that the clocks show instead.
    """
    moment = first_after(local, zone)
    shown = moment.astimezone(zone).replace(tzinfo=None)
    if shown != local:
        use = f"{shown:%H:%M}" if shown.date() == local.date() else f"{_date(shown)}, {shown:%H:%M}"
        raise Refused(
            f"{local:%H:%M} on {_date(local)} does not exist in {zone.key}: clocks go forward; use {use}.",
            field=field,
            code="skipped_time",
        )
    return moment


def first_after(local: datetime, zone: ZoneInfo) -> datetime:
    """As ``local_to_utc``, but a skipped time becomes the one that the clocks show instead (02:30 is 03:30)."""
    if local.tzinfo is not None:
        raise ValueError(f"{local} already has a time zone")
    return local.replace(tzinfo=zone, fold=0).astimezone(UTC)


def shift(moment: datetime, by: timedelta, zone: ZoneInfo) -> datetime:
    """``moment`` moved on the wall clock of ``zone``: 10:00 stays 10:00 across a change of the clocks."""
    return first_after(moment.astimezone(zone).replace(tzinfo=None) + by, zone)


def wall_clock_difference(later: datetime, earlier: datetime, zone: ZoneInfo) -> timedelta:
    """How far the wall clock of ``zone`` is put forward between two moments."""
    return later.astimezone(zone).replace(tzinfo=None) - earlier.astimezone(zone).replace(tzinfo=None)


def _date(day: datetime) -> str:
    return f"{day.day} {day:%B %Y}"
