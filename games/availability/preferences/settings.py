"""Changes a person's hours and days off; they apply from their next wait on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User

from ...clock_calendar import ALWAYS, DayHours
from .. import validation
from .forms import calendar_to_json, local_today


def set_week(user: User, zone: str, week: Sequence[DayHours]) -> None:
    """Set zone and weekly hours.

    Raises:
        InvalidCalendarError: the zone does not exist, or the week has too few open hours.
    """
    validation.check_zone(zone)
    validation.check_week(tuple(week))
    with transaction.atomic():
        fresh = _lock_user(user)
        fresh.time_zone = zone
        fresh.save(update_fields=["time_zone"])
        row = fresh.availability
        row.calendar = calendar_to_json(week, row.calendar.get("off", ()))
        row.save(update_fields=["calendar"])
    user.time_zone, user.availability = fresh.time_zone, row


def set_days_off(user: User, off: Iterable[date]) -> None:
    """Set the single days off from today on; days that have begun stay, and count for a year.

    Raises:
        InvalidCalendarError: there are too many days, or a day is too far ahead.
    """
    _change_days_off(user, lambda before: off)


def add_day_off(user: User, day: date) -> None:
    """Add a day off.

    Raises:
        InvalidCalendarError: the day is over; or see `set_days_off`.
    """
    if day < local_today(user):
        raise validation.InvalidCalendarError(_("This day is over. Choose today or later."), "day")
    _change_days_off(user, lambda before: {*before, day})


def remove_day_off(user: User, day: date) -> None:
    """Remove a day off that has not begun.

    Raises:
        InvalidCalendarError: the person has no such day off, or it has begun.
    """
    if day not in days_off(user):
        raise validation.InvalidCalendarError(_("There is no such day off."))
    if day <= local_today(user):
        raise validation.InvalidCalendarError(_("This day off has begun and cannot be removed."))
    _change_days_off(user, lambda before: before - {day})


def _change_days_off(user: User, change: Callable[[set[date]], Iterable[date]]) -> None:
    today = local_today(user)
    with transaction.atomic():
        row = _lock_user(user).availability
        before = {date.fromisoformat(day) for day in row.calendar.get("off", ())}
        kept = validation.check_days_off(change(before), before, today)
        week = [hours and (hours[0], hours[1]) for hours in row.calendar.get("week", ALWAYS)]
        row.calendar = calendar_to_json(week, [day.isoformat() for day in kept])
        row.save(update_fields=["calendar"])
    user.availability = row


def days_off(user: User) -> list[date]:
    """Return the single days off from today on."""
    today = local_today(user)
    found = (date.fromisoformat(day) for day in user.availability.calendar.get("off", ()))
    return [day for day in found if day >= today]


def set_auto_vacation(user: User, *, wanted: bool) -> None:
    """Set whether the site may start a vacation before a time-out."""
    user.availability.assign(auto_vacation=wanted)


def _lock_user(user: User) -> User:
    return get_user_model().objects.select_for_update(no_key=True).get(pk=user.pk)
