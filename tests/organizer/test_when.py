"""Wall-clock times around the days when clocks are changed."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from organizer.domain.base import Refused
from organizer.domain.when import local_to_utc, shift, wall_clock_difference

PRAGUE = ZoneInfo("Europe/Prague")


@pytest.mark.parametrize(
    "local, utc",
    [
        pytest.param(datetime(2027, 1, 10, 10, 0), datetime(2027, 1, 10, 9, 0), id="winter"),
        pytest.param(datetime(2027, 7, 10, 10, 0), datetime(2027, 7, 10, 8, 0), id="summer"),
        pytest.param(datetime(2027, 3, 28, 1, 59), datetime(2027, 3, 28, 0, 59), id="just before the skip"),
        pytest.param(datetime(2027, 3, 28, 3, 0), datetime(2027, 3, 28, 1, 0), id="just after the skip"),
        pytest.param(datetime(2027, 10, 31, 1, 59), datetime(2027, 10, 30, 23, 59), id="before the repeat"),
        pytest.param(datetime(2027, 10, 31, 2, 30), datetime(2027, 10, 31, 0, 30), id="first of the two"),
        pytest.param(datetime(2027, 10, 31, 3, 0), datetime(2027, 10, 31, 2, 0), id="after the repeat"),
    ],
)
def test_a_local_time_is_one_moment(local: datetime, utc: datetime) -> None:
    assert local_to_utc(local, PRAGUE) == utc.replace(tzinfo=UTC)


@pytest.mark.parametrize("hour, minute, use", [(2, 0, "03:00"), (2, 30, "03:30"), (2, 59, "03:59")])
def test_a_skipped_time_is_refused_with_the_one_to_use(hour: int, minute: int, use: str) -> None:
    with pytest.raises(Refused) as refused:
        local_to_utc(datetime(2027, 3, 28, hour, minute), PRAGUE, field="starts_at")
    assert refused.value.message == (
        f"{hour:02}:{minute:02} on 28 March 2027 does not exist in Europe/Prague: clocks go forward; use {use}."
    )
    assert (refused.value.field, refused.value.code) == ("starts_at", "skipped_time")


def test_half_an_hour_can_be_skipped_too() -> None:
    with pytest.raises(Refused, match=r"use 02:45\."):
        local_to_utc(datetime(2027, 10, 3, 2, 15), ZoneInfo("Australia/Lord_Howe"))


def test_a_whole_day_can_be_skipped() -> None:
    """Samoa had no 30 December 2011."""
    with pytest.raises(Refused, match=r"use 31 December 2011, 10:00\."):
        local_to_utc(datetime(2011, 12, 30, 10, 0), ZoneInfo("Pacific/Apia"))


def test_a_time_that_has_a_zone_already_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="already"):
        local_to_utc(datetime(2027, 1, 1, tzinfo=UTC), PRAGUE)


@pytest.mark.parametrize("days", [7, -7])
def test_a_shift_keeps_the_wall_clock_across_a_change(days: int) -> None:
    before = local_to_utc(datetime(2027, 3, 28, 10, 0), PRAGUE)
    assert shift(before, timedelta(days=days), PRAGUE).astimezone(PRAGUE).hour == 10


def test_a_shift_into_the_skipped_hour_lands_after_it() -> None:
    moment = local_to_utc(datetime(2027, 3, 21, 2, 30), PRAGUE)
    assert shift(moment, timedelta(days=7), PRAGUE) == datetime(2027, 3, 28, 1, 30, tzinfo=UTC)


def test_the_wall_clock_difference_of_a_week_is_a_week() -> None:
    before = local_to_utc(datetime(2027, 3, 27, 10, 0), PRAGUE)
    after = local_to_utc(datetime(2027, 4, 3, 10, 0), PRAGUE)
    assert after - before == timedelta(days=7, hours=-1)
    assert wall_clock_difference(after, before, PRAGUE) == timedelta(days=7)
