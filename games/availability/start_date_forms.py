"""The form for a scheduled start; the form that opens a table extends it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import games.rules as rules
from accounts import time_zones

from . import start_dates, validation

if TYPE_CHECKING:
    from ..models import Table


class StartDateForm(forms.Form):
    """The start of a table, its time zone, and the minimum number of people.

    `zone` is the time zone if the form has no other.
    """

    start_day = forms.DateField(
        label=gettext_lazy("Day"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    start_time = forms.TimeField(
        label=gettext_lazy("Time"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )
    start_zone = forms.ChoiceField(
        label=gettext_lazy("Time zone"), choices=time_zones.time_zone_choices, required=False
    )
    start_least = forms.IntegerField(
        label=gettext_lazy("Minimum number of players"),
        required=False,
        min_value=1,
        max_value=rules.MOST_SEATS,
    )

    def __init__(self, *args: Any, zone: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.zone = zone
        self.fields["start_zone"].initial = zone

    @classmethod
    def from_table(cls, table: Table) -> StartDateForm:
        """Return a form with the scheduled start of a table as initial values."""
        assert table.starts_at is not None
        assert table.min_players_at_start is not None
        there = table.starts_at.astimezone(ZoneInfo(table.starts_zone))
        begun = {"start_day": there.date(), "start_time": there.time()}
        begun |= {"start_least": table.min_players_at_start}
        return cls(zone=table.starts_zone, initial=begun)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.has_date() and not self.errors:
            cleaned["date"] = self._clean_date(cleaned)
        return cleaned

    def has_date(self) -> bool:
        return True

    def _clean_date(self, cleaned: dict[str, Any]) -> start_dates.StartDate | None:
        day, time, least = (cleaned[f"start_{part}"] for part in ("day", "time", "least"))
        if day is None or time is None or least is None:
            self.add_error("start_day", _("Enter a day, a time and the minimum number of players."))
            return None
        zone = cleaned["start_zone"] or self.zone
        try:
            at = start_dates.resolve_wall_time(day, time, zone)
            start_dates.check_start_time(at, timezone.now())
        except validation.InvalidCalendarError as error:
            self.add_error(f"start_{error.field}", error.message)
            return None
        return start_dates.StartDate(at, zone, least)

    @property
    def date(self) -> start_dates.StartDate | None:
        """The start from a valid form; None if no date is wanted."""
        return self.cleaned_data.get("date")
