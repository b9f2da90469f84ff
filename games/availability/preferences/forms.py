"""Forms for a person's availability: the week, days off and vacations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any, NamedTuple

from django import forms
from django.utils import timezone
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _

from accounts import time_zones
from accounts.models import User

from ... import wall_clock
from ...clock_calendar import ALWAYS, WHOLE_DAY, DayHours
from .. import validation
from ..descriptions import format_minutes
from ..validation import InvalidCalendarError

HOURS_PRESETS: dict[str, tuple[int, int]] = {
    "whole": WHOLE_DAY,
    "day": (8 * 60, 23 * 60),
    "evenings": (18 * 60, 24 * 60),
}
HOURS_PRESET_LABELS = {
    "whole": _("The whole day"),
    "day": _("8 to 23"),
    "evenings": _("Evenings, 18 to 24"),
}


class DayFields(NamedTuple):
    """The row of a weekday in the form."""

    name: str
    is_open: forms.BoundField
    begin: forms.BoundField
    end: forms.BoundField


def _time_input() -> forms.TimeInput:
    return forms.TimeInput(attrs={"type": "time", "class": "input"}, format="%H:%M")


class WeekForm(forms.Form):
    """A person's zone and hours: a checkbox and two times a day. An end of 0:00 is midnight."""

    time_zone = forms.ChoiceField(label=_("Time zone"), choices=time_zones.time_zone_choices)

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self.fields["time_zone"].initial = user.time_zone
        for day, hours in enumerate(user.availability.calendar.get("week", ALWAYS)):
            begin, end = hours or WHOLE_DAY
            name = WEEKDAYS[day]
            self.fields[f"open_{day}"] = forms.BooleanField(
                label=name, required=False, initial=hours is not None
            )
            for key, minutes, label in (("from", begin, _("from")), ("until", end, _("until"))):
                self.fields[f"{key}_{day}"] = forms.TimeField(
                    label=label,
                    initial=format_minutes(minutes % (24 * 60)),
                    widget=_time_input(),
                    required=False,
                )

    @property
    def days(self) -> Iterator[DayFields]:
        for day in range(7):
            yield DayFields(
                str(WEEKDAYS[day]), self[f"open_{day}"], self[f"from_{day}"], self[f"until_{day}"]
            )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors:
            return data
        week = [self._clean_hours(data, day) for day in range(7)]
        try:
            validation.check_week(tuple(week))
        except InvalidCalendarError as error:
            self.add_error(None, error.message)
        data["week"] = week
        return data

    def _clean_hours(self, data: dict[str, Any], day: int) -> DayHours:
        if not data[f"open_{day}"]:
            return None
        begin, end = data[f"from_{day}"], data[f"until_{day}"]
        if begin is None or end is None:
            self.add_error(None, _("An open day needs a start and an end."))
            return WHOLE_DAY
        return validation.to_hours(validation.to_minutes(begin), validation.to_minutes(end))


def local_today(user: User) -> date:
    return wall_clock.day_of(timezone.now(), user.time_zone)


def calendar_to_json(week: Sequence[DayHours], off: Sequence[str]) -> dict[str, Any]:
    """Return a calendar as `Availability.calendar` stores it; {} if every hour is open."""
    found: dict[str, Any] = {}
    if tuple(week) != ALWAYS:
        found["week"] = [hours and list(hours) for hours in week]
    if off:
        found["off"] = sorted(off)
    return found


class DayOffForm(forms.Form):
    day = forms.DateField(label=_("Day off"), widget=forms.DateInput(attrs={"type": "date"}))


class VacationForm(forms.Form):
    first = forms.DateField(
        label=_("First day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    last = forms.DateField(
        label=_("Last day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
