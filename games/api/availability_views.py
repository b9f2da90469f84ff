"""The API's views of availability: hours, days off, vacations."""

from __future__ import annotations

from datetime import time
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import exceptions, serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User

from ..availability import validation
from ..availability.descriptions import format_minutes
from ..availability.preferences import settings
from ..availability.seat_calendars import vacations_of
from ..clock_calendar import ALWAYS, DAY_MINUTES, DayHours
from ..table import vacations
from .lookups import authenticated_user
from .schema_decorators import ERRORS, document

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


class MyAvailability(APIView):
    """My availability: hours, days off and vacations. Changes count from my next turn on."""

    permission_classes = [IsAuthenticated]

    @document(AvailabilitySerializer, operation_id="availability")
    def get(self, request: Request) -> Response:
        return Response(_availability_data(authenticated_user(request)))

    @extend_schema(
        request=AvailabilitySerializer,
        responses={200: AvailabilitySerializer, **ERRORS},
        operation_id="availability_set",
    )
    def patch(self, request: Request) -> Response:
        given = AvailabilitySerializer(data=request.data)
        given.is_valid(raise_exception=True)
        user, data = authenticated_user(request), given.validated_data
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
        return Response(_availability_data(user))


class Vacations(APIView):
    """Add a vacation of whole days in my time zone, or end one."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        request=VacationInputSerializer,
        responses={200: AvailabilitySerializer, **ERRORS},
        operation_id="availability_vacation_add",
    )
    def post(self, request: Request) -> Response:
        given = VacationInputSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        user = authenticated_user(request)
        try:
            vacations.add_vacation(
                user, given.validated_data["first"], given.validated_data["last"]
            )
        except validation.InvalidCalendarError as error:
            raise _calendar_error(error) from error
        return Response(_availability_data(user))

    @extend_schema(
        request=EndVacationSerializer,
        responses={200: AvailabilitySerializer, **ERRORS},
        operation_id="availability_vacation_end",
    )
    def delete(self, request: Request) -> Response:
        given = EndVacationSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        user = authenticated_user(request)
        try:
            vacations.end_vacation(user, given.validated_data["start"])
        except validation.InvalidCalendarError as error:
            raise _calendar_error(error) from error
        return Response(_availability_data(user))


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


def _availability_data(user: User) -> dict[str, Any]:
    now = timezone.now()
    found = {
        "time_zone": user.time_zone,
        "week": [
            hours
            and {"begin": format_minutes(hours[0]), "until": format_minutes(hours[1] % DAY_MINUTES)}
            for hours in _week_of(user)
        ],
        "days_off": settings.days_off(user),
        "auto_vacation": user.availability.auto_vacation,
        "vacation_days": round(vacations.saved_days(user, now), 2),
        "vacations": [one._asdict() for one in vacations_of(user) if one.end > now],
    }
    return dict(AvailabilitySerializer(found).data)
