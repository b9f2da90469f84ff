"""What repeats keeps its hour: through changes of the clocks, late workers and absences."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from games.availability.recurrence import days_later, next_moment, planned_end

pytestmark = pytest.mark.same_everywhere

BERLIN = "Europe/Berlin"
DAY = timedelta(days=1)


def berlin(month: int, day: int, hour: int = 20, minute: int = 0) -> datetime:
    return datetime(2026, month, day, hour, minute, tzinfo=ZoneInfo(BERLIN)).astimezone(UTC)


@pytest.mark.parametrize("late", [timedelta(), timedelta(seconds=1.7), timedelta(minutes=50)])
def test_weekly_plan_keeps_its_hour(late: timedelta) -> None:
    first, at = berlin(3, 12), berlin(3, 12)
    for week in range(1, 60):
        at = next_moment(first, 7, BERLIN, at + late + 7 * DAY)
        assert at.astimezone(ZoneInfo(BERLIN)).time().isoformat() == "20:00:00"
        assert (at - first + DAY / 2) // (7 * DAY) == week


def test_plan_goes_on_where_it_was_after_a_delay() -> None:
    first = berlin(3, 12)
    assert next_moment(first, 7, BERLIN, berlin(3, 21)) == berlin(3, 26)
    assert next_moment(first, 7, BERLIN, first - DAY) == first


def test_hour_that_a_day_has_not_moves_no_other_day() -> None:
    first = berlin(3, 22, 2, 30)
    assert days_later(first, 7, BERLIN) == berlin(3, 29, 3, 30)
    assert days_later(first, 14, BERLIN) == berlin(4, 5, 2, 30)
    assert days_later(berlin(10, 18, 2, 30), 7, BERLIN) == berlin(10, 25, 2, 30)


def test_what_lasts_days_ends_at_its_planned_hour() -> None:
    planned = berlin(3, 26)
    seconds = timedelta(seconds=1.7)
    assert planned_end(planned, 7, BERLIN, planned + seconds) == berlin(4, 2)
    assert planned_end(planned, 7, BERLIN, planned + 2 * DAY) == berlin(4, 4)
