"""What the site's own template tags and filters write."""

from datetime import UTC, datetime
from fractions import Fraction

import pytest

from organizer.models import Event
from organizer.templatetags import hourglass


@pytest.mark.parametrize(
    "number, text",
    [
        (1, "1st"),
        (2, "2nd"),
        (3, "3rd"),
        (4, "4th"),
        (11, "11th"),
        (12, "12th"),
        (13, "13th"),
        (21, "21st"),
        (111, "111th"),
        (None, ""),
    ],
)
def test_ordinals(number: int | None, text: str) -> None:
    assert hourglass.ordinal(number) == text


@pytest.mark.parametrize(
    "share, text", [(Fraction(2, 3), "66.67 %"), (Fraction(1, 8000), "0.01 %"), (0.5, "50.00 %"), (None, "–")]
)
def test_percentages_are_rounded_half_up(share: Fraction | float | None, text: str) -> None:
    assert hourglass.percent(share) == text


@pytest.mark.parametrize("milliseconds, text", [(3_000_000, "50:00"), (-65_000, "−1:05"), (59_999, "0:59")])
def test_minutes_and_seconds(milliseconds: int, text: str) -> None:
    assert hourglass.minutes(milliseconds) == text


@pytest.mark.parametrize(
    "moment, text",
    [
        (datetime(2027, 3, 28, 0, 30, tzinfo=UTC), "Sun 28 Mar 2027, 01:30 CET"),
        (datetime(2027, 3, 28, 1, 30, tzinfo=UTC), "Sun 28 Mar 2027, 03:30 CEST"),
    ],
)
def test_times_name_the_zone_on_both_sides_of_a_change_of_clocks(moment: datetime, text: str) -> None:
    written = hourglass.local(moment, Event(time_zone="Europe/Prague"))
    assert text in written
    assert f'datetime="{moment.isoformat()}"' in written


def test_every_form_gets_a_key_of_its_own() -> None:
    assert hourglass.request_key() != hourglass.request_key()
