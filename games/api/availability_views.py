"""The API's views of availability: hours, days off, vacations."""

from __future__ import annotations

from datetime import date, time
from typing import NamedTuple

from django.utils import timezone
from rest_framework import exceptions, serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.models import User

from ..availability import validation
from ..availability.descriptions import format_minutes
from ..availability.preferences import settings
from ..availability.seat_calendars import Vacation, vacations_of
from ..clock_calendar import ALWAYS, DAY_MINUTES, DayHours
from ..table import vacations
from .lookups import authenticated_user, validated_data
from .responses import responds_with

CLOCK_PATTERN = r"^([01][0-9]|2[0-3]):[0-5][0-9]$"


class HoursSerializer(serializers.Serializer):
    """Times of the day as 08:00; an `until` of 00:00, or before `begin`, is on the next day."""

    begin = serializers.RegexField(CLOCK_PATTERN)
    until = serializers.RegexField(CLOCK_PATTERN)


class VacationSerializer(serializers.Serializer):
    start = serializers.DateTimeField()
    end = serializers.DateTimeField()
    by_itself = serializers.BooleanField(help_text="the site started it to prevent a time-out")


class AvailabilitySerializer(serializers.Serializer):
    """Fields that are left out stay as they are."""

    time_zone = serializers.CharField(max_length=64, required=False)
    week = serializers.ListField(
        child=HoursSerializer(allow_null=True),
        min_length=7,
        max_length=7,
        required=False,
        help_text="from Monday on; null is a day off",
    )
    days_off = serializers.ListField(
        child=serializers.DateField(), required=False, max_length=400, help_text="single days"
    )
    auto_vacation = serializers.BooleanField(required=False)
    vacation_days = serializers.FloatField(read_only=True, help_text="saved so far")
    vacations = VacationSerializer(many=True, read_only=True)


class VacationInputSerializer(serializers.Serializer):
    first = serializers.DateField()
    last = serializers.DateField()


class EndVacationSerializer(serializers.Serializer):
    start = serializers.DateTimeField(help_text="of the vacation that ends now or is removed")


class OpenHours(NamedTuple):
    """The open hours of a day, as times of the day."""

    begin: str
    until: str


class AvailabilityOverview(NamedTuple):
    """A person's availability with their current and future vacations."""

    time_zone: str
    week: list[OpenHours | None]
    days_off: list[date]
    auto_vacation: bool
    vacation_days: float
    vacations: list[Vacation]

    @classmethod
    def of(cls, user: User) -> AvailabilityOverview:
        now = timezone.now()
        return cls(
            user.time_zone,
            [
                hours
                and OpenHours(format_minutes(hours[0]), format_minutes(hours[1] % DAY_MINUTES))
                for hours in _week_of(user)
            ],
            settings.days_off(user),
            user.availability.auto_vacation,
            round(vacations.saved_days(user, now), 2),
            [one for one in vacations_of(user) if one.end > now],
        )


class MyAvailability(APIView):
    """My availability: hours, days off and vacations. Changes count from my next turn on."""

    permission_classes = [IsAuthenticated]

    @responds_with(AvailabilitySerializer, operation_id="availability")
    def get(self, request: Request) -> AvailabilityOverview:
        return AvailabilityOverview.of(authenticated_user(request))

    @responds_with(AvailabilitySerializer, AvailabilitySerializer, operation_id="availability_set")
    def patch(self, request: Request) -> AvailabilityOverview:
        data, user = validated_data(request, AvailabilitySerializer), authenticated_user(request)
        try:
            if "time_zone" in data or "week" in data:
                week = _parse_week(data["week"]) if "week" in data else _week_of(user)
                settings.set_week(user, data.get("time_zone", user.time_zone), week)
            if "days_off" in data:
                settings.set_days_off(user, data["days_off"])
        except validation.InvalidCalendarError as error:
            raise _calendar_error(error) from error
        if "auto_vacation" in data:
            settings.set_auto_vacation(user, wanted=data["auto_vacation"])
        return AvailabilityOverview.of(user)


class Vacations(APIView):
    """Add a vacation of whole days in my time zone, or end one."""

    permission_classes = [IsAuthenticated]

    @responds_with(
        AvailabilitySerializer, VacationInputSerializer, operation_id="availability_vacation_add"
    )
    def post(self, request: Request) -> AvailabilityOverview:
        data, user = validated_data(request, VacationInputSerializer), authenticated_user(request)
        try:
            vacations.add_vacation(user, data["first"], data["last"])
        except validation.InvalidCalendarError as error:
            raise _calendar_error(error) from error
        return AvailabilityOverview.of(user)

    @responds_with(
        AvailabilitySerializer, EndVacationSerializer, operation_id="availability_vacation_end"
    )
    def delete(self, request: Request) -> AvailabilityOverview:
        data, user = validated_data(request, EndVacationSerializer), authenticated_user(request)
        try:
            vacations.end_vacation(user, data["start"])
        except validation.InvalidCalendarError as error:
            raise _calendar_error(error) from error
        return AvailabilityOverview.of(user)


def _calendar_error(error: validation.InvalidCalendarError) -> exceptions.ValidationError:
    return exceptions.ValidationError({error.field or "detail": [error.message]})


def _parse_week(given: list[dict[str, str] | None]) -> list[DayHours]:
    return [
        None
        if hours is None
        else validation.to_hours(_parse_minutes(hours["begin"]), _parse_minutes(hours["until"]))
        for hours in given
    ]


def _parse_minutes(clock: str) -> int:
    return validation.to_minutes(time.fromisoformat(clock))


def _week_of(user: User) -> list[DayHours]:
    return [
        hours and (hours[0], hours[1]) for hours in user.availability.calendar.get("week", ALWAYS)
    ]
