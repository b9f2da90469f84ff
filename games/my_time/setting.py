"""Setting a person's hours and days off: they count from their next wait on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from django.contrib.auth import get_user_model
from django.db import transaction

from accounts.models import User

from ..calendars import checks
from ..hours import ALWAYS, Hours
from .forms import today_of, week_kept


def set_week(user: User, zone: str, week: Sequence[Hours]) -> None:
    """Set zone and weekly hours.

    Raises:
        BadCalendar: no such zone, or not open enough.
    """
    checks.check_zone(zone)
    checks.check_week(tuple(week))
    with transaction.atomic():
        fresh = _held(user)
        fresh.time_zone = zone
        fresh.calendar = week_kept(week, fresh.calendar.get("off", ()))
        fresh.save(update_fields=["time_zone", "calendar"])
    user.time_zone, user.calendar = fresh.time_zone, fresh.calendar


def set_days_off(user: User, off: Iterable[date]) -> None:
    """Set the single days off; those that are over are forgotten.

    Raises:
        BadCalendar: too many, or too far ahead.
    """
    kept = checks.check_days_off(off, today_of(user))
    with transaction.atomic():
        fresh = _held(user)
        week = [hours and (hours[0], hours[1]) for hours in fresh.calendar.get("week", ALWAYS)]
        fresh.calendar = week_kept(week, [day.isoformat() for day in kept])
        fresh.save(update_fields=["calendar"])
    user.calendar = fresh.calendar


def days_off(user: User) -> list[date]:
    return [date.fromisoformat(day) for day in user.calendar.get("off", ())]


def set_auto(user: User, *, wanted: bool) -> None:
    """Whether a vacation may begin by itself."""
    user.auto_vacation = wanted
    get_user_model().objects.filter(pk=user.pk).update(auto_vacation=wanted)


def _held(user: User) -> User:
    return get_user_model().objects.select_for_update(no_key=True).get(pk=user.pk)
