"""Wall clocks: every day has each time of day once, and the next instant lies ahead."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import wall_clock

pytestmark = pytest.mark.same_everywhere
THOROUGH = settings(deadline=None, database=None, derandomize=True, max_examples=400)

# Clocks that change by an hour, at an odd minute, by half an hour, at midnight, and by a day.
ZONES = (
    "Europe/Berlin",
    "America/St_Johns",
    "Australia/Lord_Howe",
    "America/Havana",
    "Pacific/Apia",
)
# Around these days the clocks of each zone change.
CHANGES = {
    "Europe/Berlin": (date(2026, 3, 29), date(2026, 10, 25)),
    "America/St_Johns": (date(2026, 3, 8), date(2026, 11, 1), date(2010, 11, 7)),
    "Australia/Lord_Howe": (date(2026, 4, 5), date(2026, 10, 4)),
    "America/Havana": (date(2026, 3, 8), date(2026, 11, 1)),
    "Pacific/Apia": (date(2011, 12, 30), date(2012, 4, 1)),
}
zones = st.sampled_from(ZONES)
clocks = st.integers(0, 24 * 60 - 1).map(lambda minutes: time(minutes // 60, minutes % 60))


@st.composite
def moments(draw: st.DrawFn) -> tuple[str, datetime]:
    """A zone, and a moment within two days of a change of its clocks."""
    zone = draw(zones)
    day = draw(st.sampled_from(CHANGES[zone]))
    midnight = datetime(day.year, day.month, day.day, tzinfo=UTC)
    return zone, midnight + timedelta(minutes=draw(st.integers(-2880, 2880)))


def wall_time(moment: datetime, zone: str) -> datetime:
    """What the wall clock and the calendar of a zone show."""
    return moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None)


@THOROUGH
@given(moments(), clocks)
def test_next_instant_lies_ahead_and_shows_the_time(at: tuple[str, datetime], clock: time) -> None:
    zone, moment = at
    found = wall_clock.next_instant(moment, clock, zone)
    assert moment < found <= moment + timedelta(days=2)
    day = wall_time(found, zone).date()
    skipped = (day - timedelta(days=1), day)
    assert wall_time(found, zone).time() == clock or any(
        wall_clock.is_skipped(one, clock, zone) for one in skipped
    )


@THOROUGH
@given(moments(), clocks)
def test_next_instant_passes_over_none(at: tuple[str, datetime], clock: time) -> None:
    """Minute by minute, no earlier one shows the time, but for the second of a repeated one."""
    zone, moment = at
    found = wall_clock.next_instant(moment, clock, zone)
    minute = moment + timedelta(minutes=1)
    while minute < found:
        if wall_time(minute, zone).time() == clock:
            assert wall_clock.is_repeated(wall_time(minute, zone).date(), clock, zone)
            assert minute.astimezone(ZoneInfo(zone)).fold == 1
        minute += timedelta(minutes=1)


@THOROUGH
@given(moments(), clocks, clocks)
def test_daily_span_holds_its_moment(at: tuple[str, datetime], begin: time, end: time) -> None:
    zone, moment = at
    span = wall_clock.span_around(moment, begin, end, zone)
    if span is not None:
        assert span[0] <= moment < span[1]
        assert span[1] - span[0] < timedelta(days=1, hours=2)


@THOROUGH
@given(moments(), clocks)
def test_a_time_skipped_or_repeated_is_found_out(at: tuple[str, datetime], clock: time) -> None:
    """Counted minute by minute over the day and its neighbours."""
    zone, moment = at
    day = wall_clock.day_of(moment, zone)
    wall = datetime.combine(day, clock)
    around = datetime.combine(day, clock, UTC) - timedelta(hours=15)
    times = sum(wall_time(around + timedelta(minutes=n), zone) == wall for n in range(30 * 60))
    assert times == 1 - wall_clock.is_skipped(day, clock, zone) + wall_clock.is_repeated(
        day, clock, zone
    )


def test_a_day_begins_where_midnight_is_skipped_or_repeated() -> None:
    skipped = wall_clock.start_of_day(date(2026, 3, 8), "America/Havana")
    assert wall_time(skipped, "America/Havana") == datetime(2026, 3, 8, 1)
    assert wall_time(skipped - timedelta(minutes=1), "America/Havana") == datetime(
        2026, 3, 7, 23, 59
    )
    repeated = wall_clock.start_of_day(date(2026, 11, 1), "America/Havana")
    assert wall_time(repeated - timedelta(minutes=1), "America/Havana") == datetime(
        2026, 10, 31, 23, 59
    )


def test_a_day_that_is_left_out_begins_with_the_next() -> None:
    found = wall_clock.start_of_day(date(2011, 12, 30), "Pacific/Apia")
    assert wall_time(found, "Pacific/Apia") == datetime(2011, 12, 31)
