"""Views of the availability page: the week, days off and vacations, each with its own form."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts import time_zones
from accounts.requests import authenticated_user

from ...table import vacations
from ..seat_calendars import vacations_of
from ..validation import InvalidCalendarError
from . import settings
from .forms import (
    HOURS_PRESET_LABELS,
    HOURS_PRESETS,
    DayOffForm,
    VacationForm,
    WeekForm,
    local_today,
)


@login_required
def availability_page(request: HttpRequest) -> HttpResponse:
    """Show the page; a POST sets the zone and the week, from the form or from a preset."""
    user = authenticated_user(request)
    form = WeekForm(user, request.POST or None)
    preset = HOURS_PRESETS.get(request.POST.get("preset", ""))
    if preset is not None:
        zone = request.POST.get("time_zone", "")
        known = zone if zone in time_zones.time_zone_names() else user.time_zone
        settings.set_week(user, known, [preset] * 7)
        return _confirm_saved(request)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        settings.set_week(user, data["time_zone"], data["week"])
        return _confirm_saved(request)
    return _render_page(request, form, 422 if form.is_bound else 200)


def _confirm_saved(request: HttpRequest) -> HttpResponse:
    messages.success(request, _("Your hours are saved and apply from your next turn."))
    return redirect("games:availability")


def _render_page(
    request: HttpRequest, form: WeekForm | None = None, status: int = 200, **context: Any
) -> HttpResponse:
    user, now = authenticated_user(request), timezone.now()
    found = {
        "form": form or WeekForm(user),
        "presets": HOURS_PRESET_LABELS.items(),
        "days_off": settings.days_off(user),
        "today": local_today(user),
        "off_form": DayOffForm(),
        "vacations": [one for one in vacations_of(user) if one.end > now],
        "now": now,
        "vacation_form": VacationForm(initial={"first": local_today(user)}),
        "saved": int(vacations.saved_days(user, now)),
        "most": int(vacations.MAX_SAVED_DAYS),
    }
    return render(request, "games/availability.html", {**found, **context}, status=status)


def _apply_form(
    request: HttpRequest, name: str, form: forms.Form, change: Callable[[], object], done: str
) -> HttpResponse:
    """Apply a valid form, or show the page with the errors."""
    if form.is_valid():
        try:
            change()
        except InvalidCalendarError as error:
            form.add_error(None, error.message)
        else:
            messages.success(request, done)
            return redirect("games:availability")
    context: dict[str, Any] = {name: form}
    return _render_page(request, status=422, **context)


@require_POST
@login_required
def add_day_off(request: HttpRequest) -> HttpResponse:
    user, form = authenticated_user(request), DayOffForm(request.POST)

    def change() -> None:
        settings.add_day_off(user, form.cleaned_data["day"])

    return _apply_form(request, "off_form", form, change, _("Day off added."))


@require_POST
@login_required
def remove_day_off(request: HttpRequest) -> HttpResponse:
    user = authenticated_user(request)
    try:
        settings.remove_day_off(user, date.fromisoformat(request.POST.get("day", "")))
    except InvalidCalendarError as error:
        messages.error(request, error.message)
    except ValueError:
        messages.error(request, _("There is no such day off."))
    return redirect("games:availability")


@require_POST
@login_required
def add_vacation(request: HttpRequest) -> HttpResponse:
    user, form = authenticated_user(request), VacationForm(request.POST)

    def change() -> None:
        vacations.add_vacation(user, form.cleaned_data["first"], form.cleaned_data["last"])

    done = _("Vacation added. Clocks in days will rest during it.")
    return _apply_form(request, "vacation_form", form, change, done)


@require_POST
@login_required
def end_vacation(request: HttpRequest) -> HttpResponse:
    """End a current vacation, or remove a future one."""
    try:
        vacations.end_vacation(
            authenticated_user(request), datetime.fromisoformat(request.POST.get("start", ""))
        )
    except (ValueError, TypeError) as error:
        known = isinstance(error, InvalidCalendarError)
        messages.error(request, str(error) if known else _("There is no such vacation."))
    else:
        messages.success(request, _("The unused days have been returned to you."))
    return redirect("games:availability")


@require_POST
@login_required
def set_auto_vacation(request: HttpRequest) -> HttpResponse:
    settings.set_auto_vacation(authenticated_user(request), wanted=request.POST.get("auto") == "on")
    messages.success(request, _("Saved."))
    return redirect("games:availability")
