"""The fields of a clock with a fixed hour, for forms in which people choose a clock."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import time_zones

from ..time_controls import (
    FIXED_HOUR,
    FIXED_HOUR_DAYS,
    PRESET_KEYS,
    PRESETS,
    PRESETS_BY_KEY,
    FixedHour,
    TimeControl,
)

AT_HOUR_CHOICE = (FIXED_HOUR, gettext_lazy("at a fixed hour"))
CLOCK_CHOICES = (*((preset.key, preset.label) for preset in PRESETS), AT_HOUR_CHOICE)
# For tournaments, which must end, and for matches over days.
LIMITED_CLOCK_CHOICES = (
    *((preset.key, preset.label) for preset in PRESETS if not preset.clock.is_unlimited),
    AT_HOUR_CHOICE,
)
DAY_CLOCK_CHOICES = (
    *(
        (preset.key, preset.label)
        for preset in PRESETS
        if not (preset.clock.is_live or preset.clock.is_unlimited)
    ),
    AT_HOUR_CHOICE,
)


def days_choices() -> list[tuple[str, str]]:
    """Return how often turns can be due, in words."""
    first, *others = FIXED_HOUR_DAYS
    return [
        (str(first), _("every day")),
        *((str(days), _("every %(n)d days") % {"n": days}) for days in others),
    ]


class FixedHourForm(forms.Form):
    """The hour, its time zone and its days; they count if the field `clock` chooses them."""

    hour_time = forms.TimeField(
        label=gettext_lazy("Turns are due at"),
        required=False,
        initial="21:00",
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )
    hour_zone = forms.ChoiceField(
        label=gettext_lazy("Time zone of the hour"),
        choices=time_zones.time_zone_choices,
        required=False,
    )
    hour_days = forms.TypedChoiceField(
        label=gettext_lazy("How often"), choices=days_choices, coerce=int, required=False
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("clock") == FIXED_HOUR:
            for name, message in (
                ("hour_time", _("Choose the time at which turns are due.")),
                ("hour_zone", _("Choose the time zone of the hour.")),
            ):
                if name not in self.errors and cleaned.get(name) in (None, ""):
                    self.add_error(name, message)
        return cleaned

    def selected_clock(self) -> TimeControl | None:
        """Return the chosen clock of a valid form; None without one."""
        data = self.cleaned_data
        if data["clock"] == FIXED_HOUR:
            time = data["hour_time"].isoformat("minutes")
            hour = FixedHour(time, data["hour_zone"], data["hour_days"] or FIXED_HOUR_DAYS[0])
            return TimeControl.at_hour(hour)
        preset = PRESETS_BY_KEY.get(data["clock"])
        return None if preset is None else preset.clock


def initial_clock(clock: TimeControl) -> dict[str, Any]:
    """Return the initial values of the fields for a clock; {} if they cannot show it."""
    hour = clock.fixed_hour
    if hour is None:
        return {"clock": PRESET_KEYS[clock]} if clock in PRESET_KEYS else {}
    values = {"hour_time": hour.time, "hour_zone": hour.zone, "hour_days": str(hour.days)}
    return {"clock": FIXED_HOUR, **values}
