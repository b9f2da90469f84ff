"""Deadlines at a fixed hour: always at that local time, between the bounds, in order."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import wall_clock
from games.clock_calendar import Calendar, Span
from games.time_controls import (
    DAY,
    FIXED_HOUR_DAYS,
    HOUR,
    FixedHour,
    TimeControl,
    describe_time_control,
    elapsed_seconds,
)

# The last two changed by decree: Morocco turns it back for Ramadan, and
# Samoa left out 30 December 2011 to cross the date line.
YEARS = (
    ("Europe/Berlin", 2026),
    ("America/New_York", 2026),
    ("Australia/Lord_Howe", 2026),
    ("Africa/Casablanca", 2026),
    ("Pacific/Apia", 2011),
)
LARGEST_CHANGE = {"Pacific/Apia": timedelta(days=1)}


def starts_of(year: int) -> Iterator[datetime]:
    """Yield moments over a year, a little more than five hours apart."""
    start = datetime(year, 1, 1, 0, 7, tzinfo=UTC)
    while start.year == year:
        yield start
        start += timedelta(hours=5, minutes=11)


def is_at_hour(due: datetime, hour: FixedHour) -> bool:
    """Whether a deadline is at the hour, or right after the gap that skips it."""
    clock, there = time.fromisoformat(hour.time), due.astimezone(ZoneInfo(hour.zone))
    if there.time() == clock:
        return there.fold == 0
    before = (due - timedelta(seconds=1)).astimezone(ZoneInfo(hour.zone)).replace(tzinfo=None)
    skipped = (datetime.combine(before.date() + timedelta(days=n), clock) for n in (0, 1))
    return any(before < wall < there.replace(tzinfo=None) for wall in skipped)


@pytest.mark.parametrize("days", FIXED_HOUR_DAYS)
@pytest.mark.parametrize("at", ["21:00", "02:15", "00:00"])
@pytest.mark.parametrize(("zone", "year"), YEARS)
def test_deadlines_are_at_the_hour_over_the_year(zone: str, year: int, at: str, days: int) -> None:
    hour, last = FixedHour(at, zone, days), None
    for start in starts_of(year):
        due = hour.due_at(start)
        least = timedelta(hours=12, days=days - 1)
        most = least + timedelta(days=1) + LARGEST_CHANGE.get(zone, timedelta(hours=1))
        assert is_at_hour(due, hour), (start, due)
        assert least <= due - start <= most
        assert last is None or due >= last
        last = due


def test_skipped_hour_is_the_moment_after_the_gap() -> None:
    hour = FixedHour("02:30", "Europe/Berlin")
    assert hour.due_at(datetime(2026, 3, 28, 12, tzinfo=UTC)) == datetime(
        2026, 3, 29, 1, tzinfo=UTC
    )
    lord_howe = wall_clock.shown_from(date(2026, 10, 4), time(2, 15), "Australia/Lord_Howe")
    assert lord_howe == datetime(2026, 10, 3, 15, 30, tzinfo=UTC)


def test_repeated_hour_is_the_first_one() -> None:
    hour = FixedHour("02:30", "Europe/Berlin")
    assert hour.due_at(datetime(2026, 10, 24, 12, tzinfo=UTC)) == datetime(
        2026, 10, 25, 0, 30, tzinfo=UTC
    )


def test_skipped_day_has_no_deadline_of_its_own() -> None:
    hour = FixedHour("21:00", "Pacific/Apia")
    due = hour.next_hour(datetime(2011, 12, 30, 7, 0, 2, tzinfo=UTC))  # past 29 December, 21:00
    # The gap ends at the midnight before 31 December; the next hour is that evening.
    assert hour.next_hour(due + timedelta(seconds=2)) == datetime(2011, 12, 31, 7, tzinfo=UTC)


ABSENCES = st.tuples(st.integers(0, 100), st.integers(1, 200))


@settings(
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
@given(
    start=st.datetimes(datetime(2026, 1, 1), datetime(2026, 12, 31), timezones=st.just(UTC)),
    absence=ABSENCES,
    days=st.sampled_from(FIXED_HOUR_DAYS),
    zone=st.sampled_from(["Europe/Berlin", "America/New_York", "Australia/Lord_Howe"]),
)
def test_absence_leaves_the_guaranteed_time(
    start: datetime, absence: tuple[int, int], days: int, zone: str
) -> None:
    begin = start + timedelta(hours=absence[0])
    calendar = Calendar(away=(Span(begin, begin + timedelta(hours=absence[1])),))
    hour = FixedHour("21:00", zone, days)
    due = hour.due_at(start, calendar)
    assert is_at_hour(due, hour)
    assert elapsed_seconds(start, due, calendar) >= 12 * HOUR + (days - 1) * DAY - 1


def test_clock_counts_as_slow_and_keeps_its_hour_in_rows() -> None:
    clock = TimeControl.at_hour(FixedHour("21:00", "Europe/Berlin", 2))
    assert not clock.is_live
    assert not clock.is_unlimited
    assert TimeControl.from_json(clock.to_json()) == clock
    assert "fixed_hour" not in TimeControl(60, 60, 60).to_json()


def test_clock_in_words_names_hour_zone_and_least_time() -> None:
    text = describe_time_control(TimeControl.at_hour(FixedHour("21:00", "Europe/Berlin", 2)))
    assert "every 2 days at 21:00, Europe/Berlin" in text
    assert "at least 36 hours" in text
