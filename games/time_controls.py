"""Time controls: pure arithmetic on seconds and moments.

Every seat has a bank. It runs while the seat owes a decision. Each time the turn comes to a seat,
the increment is added to its bank, up to the cap. At zero the site plays for the seat.

With a fixed hour, a bank is filled with the time until the deadline, which is always at that hour.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime, time, timedelta
from typing import Any, Self

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from portal.translation_cache import cache_per_language

from . import wall_clock
from .clock_calendar import Calendar, open_seconds

MINUTE, HOUR, DAY = 60, 3600, 86400
UNITS = (DAY, HOUR, MINUTE, 1)
FIXED_HOUR = "fixed-hour"  # beside the keys of presets, where people choose a clock
FIXED_HOUR_DAYS = (1, 2, 3, 7)
FIXED_HOUR_MIN = 12 * HOUR  # before a deadline at a fixed hour; each day more adds 24 hours
FIXED_HOUR_GRACE = timedelta(seconds=1)  # banks are floats, which may miss the hour by a little
LIVE_INCREMENT_LIMIT = HOUR
TIMEOUTS_UNTIL_BOT = 3
CALL_OFF_WAIT_DAYS = (
    30  # without a time limit; after this wait the others can call off without the late player
)
INACTIVITY_CALL_OFF_DAYS = 90  # after which an untouched match without a time limit is called off
DOWNTIME_THRESHOLD = 2 * MINUTE  # a longer outage of the site is given back to all clocks


@dataclass(frozen=True)
class FixedHour:
    """Deadlines at one time of day ("21:00") in a time zone, every so many days."""

    time: str
    zone: str
    days: int = 1

    @property
    def min_seconds(self) -> int:
        """The seconds that every wait has at least."""
        return FIXED_HOUR_MIN + (self.days - 1) * DAY

    def next_hour(self, moment: datetime) -> datetime:
        """Return the first time at this hour that is not before a moment."""
        clock = time.fromisoformat(self.time)
        return wall_clock.next_shown(moment - FIXED_HOUR_GRACE, clock, self.zone)

    def due_at(self, start: datetime, calendar: Calendar | None = None) -> datetime:
        """Return the deadline of a wait: the first hour after the least time, by its calendar."""
        return self.next_hour(deadline(self.min_seconds, start, calendar))


@dataclass(frozen=True)
class TimeControl:
    """A time control in seconds: `bank` at the start, `increment` per turn, `cap` of the bank.

    A cap of 0 means no time limit. With a `fixed_hour` the numbers are only about right: they are
    for older API clients, and for everything that needs a usual length.
    """

    bank: int
    increment: int
    cap: int
    fixed_hour: FixedHour | None = None

    @classmethod
    def at_hour(cls, fixed_hour: FixedHour) -> Self:
        """Return the time control in which turns are due at a fixed hour."""
        usual = fixed_hour.days * DAY
        return cls(usual, usual, usual, fixed_hour)

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Self:
        hour = kept.get("fixed_hour")
        numbers = (kept["bank"], kept["increment"], kept["cap"])
        return cls(*numbers, FixedHour(**hour) if hour else None)

    def to_json(self) -> dict[str, Any]:
        """Return the time control as rows store it; only one with a fixed hour names that."""
        found = asdict(self)
        if self.fixed_hour is None:
            del found["fixed_hour"]
        return found

    def to_table_fields(self) -> dict[str, Any]:
        """Return the values of a table's columns."""
        return {f"clock_{name}": value for name, value in asdict(self).items()}

    @property
    def longest_bank(self) -> int:
        """The most seconds that a wait begins with."""
        return self.cap if self.fixed_hour is None else self.fixed_hour.min_seconds + DAY

    @property
    def is_live(self) -> bool:
        """Whether matches are played in one sitting, with an increment below an hour."""
        return self.increment < LIVE_INCREMENT_LIMIT and not self.is_unlimited

    @property
    def is_fast(self) -> bool:
        """Whether players have less than a minute per move."""
        return self.is_live and self.increment < MINUTE

    @property
    def is_unlimited(self) -> bool:
        """Whether there is no time limit; for friendly matches only."""
        return self.cap == 0

    @property
    def is_per_turn(self) -> bool:
        """Whether each turn has the same time, and unused time is not saved."""
        return self.bank == self.increment == self.cap

    def bank_at_turn_start(self, bank: float) -> float:
        """Return the bank when another seat's move makes this seat owe a decision."""
        return min(float(self.cap), bank + self.increment)

    def bank_at_next_decision(self, bank: float) -> float:
        """Return the bank when a seat has moved and owes the next decision as well.

        It is at least the increment, so splitting a turn into more decisions gains nothing.
        """
        return max(bank, float(min(self.increment, self.cap)))


def elapsed_seconds(start: datetime, now: datetime, calendar: Calendar | None = None) -> float:
    """Return the seconds that a clock started at `start` has used by `now`.

    With a calendar the clock runs only while that is open. This is the inverse of `deadline`, to
    the microsecond.
    """
    if now <= start:
        return 0.0
    if calendar is None:
        return (now - start).total_seconds()
    return open_seconds(calendar, start, now)


def deadline(bank: float, start: datetime, calendar: Calendar | None = None) -> datetime:
    """Return when a bank of `bank` seconds that starts to run at `start` is empty."""
    left = timedelta(seconds=bank)
    if calendar is None:
        return start + left
    for span in calendar.spans(start):
        if left <= span.end - span.start:
            return span.start + left
        left -= span.end - span.start
    raise AssertionError("a calendar is open until the end of time")


def remaining_seconds(
    bank: float, start: datetime, now: datetime, calendar: Calendar | None = None
) -> float:
    """Return the seconds left of a bank that has been running since `start`, at least 0."""
    return max(0.0, bank - elapsed_seconds(start, now, calendar))


@dataclass(frozen=True)
class Preset:
    key: str
    clock: TimeControl
    label: Promise


def _per_turn(seconds: int) -> TimeControl:
    return TimeControl(seconds, seconds, seconds)


PRESETS = (
    Preset(
        "live-10",
        TimeControl(10 * MINUTE, 20, 15 * MINUTE),
        gettext_lazy("10 minutes + 20 seconds"),
    ),
    Preset(
        "live-20",
        TimeControl(20 * MINUTE, 30, 30 * MINUTE),
        gettext_lazy("20 minutes + 30 seconds"),
    ),
    Preset(
        "live-45", TimeControl(45 * MINUTE, 60, 60 * MINUTE), gettext_lazy("45 minutes + 1 minute")
    ),
    Preset("half-day", _per_turn(12 * HOUR), gettext_lazy("12 hours a turn")),
    Preset("day", _per_turn(DAY), gettext_lazy("1 day a turn")),
    Preset(
        "saved-days", TimeControl(3 * DAY, 12 * HOUR, 5 * DAY), gettext_lazy("3 days + 12 hours")
    ),
    Preset("three-days", _per_turn(3 * DAY), gettext_lazy("3 days a turn")),
    Preset("week", _per_turn(7 * DAY), gettext_lazy("7 days a turn")),
    Preset("unlimited", _per_turn(0), gettext_lazy("no limit (friendly)")),
)
DEFAULT_PRESET = "day"
PRESETS_BY_KEY = {preset.key: preset for preset in PRESETS}
PRESET_KEYS = {preset.clock: preset.key for preset in PRESETS}


def preset_of(clock: TimeControl) -> Preset | None:
    return next((preset for preset in PRESETS if preset.clock == clock), None)


def format_duration(seconds: float) -> str:
    """Return a duration in words, in its two largest units: "2 days 3 hours"."""
    left = int(max(0, seconds))
    parts: list[str] = []
    for size in UNITS:
        count, left = divmod(left, size)
        if count or (size == 1 and not parts):
            parts.append(_format_unit(count, size) % {"n": count})
        if len(parts) == 2:
            break
    return " ".join(parts)


def format_hours(seconds: int) -> str:
    """Return a duration in hours: "36 hours"."""
    return _format_unit(seconds // HOUR, HOUR) % {"n": seconds // HOUR}


def duration_units() -> list[tuple[int, str, str]]:
    """Return (seconds, words for one, words for more) of each unit, for scripts that count down."""
    return [(size, _format_unit(1, size), _format_unit(2, size)) for size in UNITS]


@cache_per_language(functools.lru_cache(500))
def _format_unit(n: int, size: int) -> str:
    if size == DAY:
        return ngettext("%(n)d day", "%(n)d days", n)
    if size == HOUR:
        return ngettext("%(n)d hour", "%(n)d hours", n)
    if size == MINUTE:
        return ngettext("%(n)d minute", "%(n)d minutes", n)
    return ngettext("%(n)d second", "%(n)d seconds", n)


def fixed_hour_text(hour: FixedHour) -> str:
    """Return a fixed hour in a few words: "every day at 21:00, Europe/Berlin"."""
    said = {"n": hour.days, "time": hour.time, "zone": hour.zone}
    if hour.days == 1:
        return _("every day at %(time)s, %(zone)s") % said
    return _("every %(n)d days at %(time)s, %(zone)s") % said


def clock_text(clock: TimeControl) -> str:
    """Return a time control in a few words: the name of its preset, its hour or its numbers."""
    if clock.fixed_hour is not None:
        return fixed_hour_text(clock.fixed_hour)
    preset = preset_of(clock)
    if preset is not None:
        return str(preset.label)
    return _("%(bank)s + %(increment)s") % {
        "bank": format_duration(clock.bank),
        "increment": format_duration(clock.increment),
    }


def describe_time_control(clock: TimeControl) -> str:
    """Return the rule of a time control in words, for the table card."""
    if clock.fixed_hour is not None:
        return _(
            "Turns are due %(hour)s. Everyone has at least %(least)s for a turn; unused time is "
            "not saved. If your time runs out, the site moves for you. The third time in a row, a "
            "bot takes your seat and you lose."
        ) % {
            "hour": fixed_hour_text(clock.fixed_hour),
            "least": format_hours(clock.fixed_hour.min_seconds),
        }
    if clock.is_unlimited:
        return _(
            "There is no time limit. If someone keeps the table waiting for %(wait)d "
            "days, the others can call the match off. After %(n)d days without a "
            "move, it is called off automatically."
        ) % {"wait": CALL_OFF_WAIT_DAYS, "n": INACTIVITY_CALL_OFF_DAYS}
    if clock.is_per_turn:
        return _(
            "Everyone has %(turn)s per turn; unused time is not saved. If your time "
            "runs out, the site moves for you. The third time in a row, a bot takes "
            "your seat and you lose."
        ) % {"turn": format_duration(clock.increment)}
    return _(
        "Everyone starts with %(bank)s, and each turn adds %(increment)s, up to "
        "%(cap)s. If your time runs out, the site moves for you. The third time in a "
        "row, a bot takes your seat and you lose."
    ) % {
        "bank": format_duration(clock.bank),
        "increment": format_duration(clock.increment),
        "cap": format_duration(clock.cap),
    }
