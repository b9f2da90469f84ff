"""A person's notification settings: which events, by which channel and when.

Only the user's own row is read.
"""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import TYPE_CHECKING

from ... import wall_clock
from ...availability.seat_calendars import personal_layer
from ...clock_calendar import Calendar
from .channels import CHANNELS, Channel
from .events import DIGEST, EVENTS

if TYPE_CHECKING:
    from accounts.models import User

TURN_DELAYS = (0, 2, 15, 60)  # minutes
REMINDER_INTERVALS = (2, 4, 8, 12, 24)  # hours
LAST_REMINDERS = (30, 60, 120, 240, 480)  # minutes


def setting_key(event: str, channel: str) -> str:
    """The key of one event and channel in a person's settings."""
    return f"{event}:{channel}"


def is_enabled(user: User, event: str, channel: str) -> bool:
    """Whether the person gets the event by this channel: they chose it and it has not stopped."""
    return (
        is_chosen(user, event, channel)
        and channel not in user.notification_settings.disabled_channels
    )


def is_chosen(user: User, event: str, channel: str) -> bool:
    """The person's choice for this event and channel, or else the default of the event."""
    by_default = event == DIGEST or channel in EVENTS[event].channels
    chosen = user.notification_settings.notification_overrides
    if event in EVENTS and (old := EVENTS[event].old_key):
        by_default = chosen.get(setting_key(old, channel), by_default)
    return chosen.get(setting_key(event, channel), by_default)


def available_channels(user: User) -> list[Channel]:
    """The channels among which this person may choose."""
    return [channel for channel in CHANNELS.values() if channel.is_available_to(user)]


def can_receive(user: User, event: str) -> bool:
    """Whether the person may get this event. A closed account only gets moderators' decisions."""
    return user.is_active or (event == "decided" and user.deleted_at is None)


def enabled_channels(user: User, event: str) -> list[str]:
    """The keys of the channels by which this person gets the event."""
    return [way.key for way in available_channels(user) if is_enabled(user, event, way.key)]


def turn_delay(user: User) -> timedelta:
    return timedelta(minutes=user.notification_settings.turn_notification_delay)


def quiet_hours_end(user: User, now: datetime) -> datetime | None:
    """Return when the quiet hours that are now running end, or None outside of quiet hours.

    For people who set no quiet hours, they are the time outside of their calendar's hours.
    """
    chosen = user.notification_settings
    begin, end = chosen.quiet_from, chosen.quiet_until
    if begin is None or end is None:
        return _calendar_reopens_at(user, now)
    night = wall_clock.span_around(now, begin, end, user.time_zone)
    return None if night is None else night[1]


def _calendar_reopens_at(user: User, now: datetime) -> datetime | None:
    own = personal_layer(user)
    opens = now if own is None else Calendar(own).opens(now)
    return opens if opens > now else None


def day_start(user: User, now: datetime) -> datetime:
    """When the current day began in the person's time zone."""
    zone = user.time_zone
    return wall_clock.start_of_day(wall_clock.day_of(now, zone), zone)


def next_digest_at(user: User, now: datetime) -> datetime:
    """When the next digest is due, after any quiet hours."""
    moment = wall_clock.next_instant(
        now, time(user.notification_settings.digest_hour), user.time_zone
    )
    return quiet_hours_end(user, moment) or moment
