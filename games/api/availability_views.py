"""The API's views of a person's time: hours, days off, vacations."""

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

from ..availability import settings, vacations, validation
from ..availability.calendar import ALWAYS, DAY_MINUTES, Hours
from ..availability.descriptions import wall
from ..availability.seat_calendars import vacations_of
from .lookups import person
from .schema_decorators import ERRORS, described

CLOCK = r"^([01][0-9]|2[0-3]):[0-5][0-9]$"


class HoursSerializer(serializers.Serializer):
    """Times of the day as 08:00; an `until` of 00:00, or before `begin`, is on the next day."""

    begin = serializers.RegexField(CLOCK)
    until = serializers.RegexField(CLOCK)


class VacationSerializer(serializers.Serializer):
    start = serializers.DateTimeField()
    end = serializers.DateTimeField()
    by_itself = serializers.BooleanField(help_text="it began before a time-out")


class MyTimeSerializer(serializers.Serializer):
    """What is not given stays as it is."""

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
    vacation_days = serializers.FloatField(read_only=True, help_text="saved by now")
    vacations = VacationSerializer(many=True, read_only=True)


class NewVacationSerializer(serializers.Serializer):
    first = serializers.DateField()
    last = serializers.DateField()


class EndVacationSerializer(serializers.Serializer):
    start = serializers.DateTimeField(help_text="of the vacation that ends now or is removed")


class MyTime(APIView):
    """When my clocks of days run: hours and days off (from my next turn on), vacations."""

    permission_classes = [IsAuthenticated]

    @described(MyTimeSerializer, operation_id="my_time")
    def get(self, request: Request) -> Response:
        return Response(_told(person(request)))

    @extend_schema(
        request=MyTimeSerializer,
        responses={200: MyTimeSerializer, **ERRORS},
        operation_id="my_time_set",
    )
    def patch(self, request: Request) -> Response:
        given = MyTimeSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        user, data = person(request), given.validated_data
        try:
            if "time_zone" in data or "week" in data:
                week = _week(data["week"]) if "week" in data else _week_of(user)
                settings.set_week(user, data.get("time_zone", user.time_zone), week)
            if "days_off" in data:
                settings.set_days_off(user, data["days_off"])
        except validation.BadCalendar as error:
            raise _wrong(error) from error
        if "auto_vacation" in data:
            settings.set_auto(user, wanted=data["auto_vacation"])
        return Response(_told(user))


class Vacations(APIView):
    """Enter a vacation of whole days in my zone, or end one."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        request=NewVacationSerializer,
        responses={200: MyTimeSerializer, **ERRORS},
        operation_id="vacation_enter",
    )
    def post(self, request: Request) -> Response:
        given = NewVacationSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        user = person(request)
        try:
            vacations.enter(user, given.validated_data["first"], given.validated_data["last"])
        except validation.BadCalendar as error:
            raise _wrong(error) from error
        return Response(_told(user))

    @extend_schema(
        request=EndVacationSerializer,
        responses={200: MyTimeSerializer, **ERRORS},
        operation_id="vacation_end",
    )
    def delete(self, request: Request) -> Response:
        given = EndVacationSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        user = person(request)
        try:
            vacations.end(user, given.validated_data["start"])
        except validation.BadCalendar as error:
            raise _wrong(error) from error
        return Response(_told(user))


def _wrong(error: validation.BadCalendar) -> exceptions.ValidationError:
    return exceptions.ValidationError({error.field or "detail": [error.message]})


def _week(given: list[dict[str, str] | None]) -> list[Hours]:
    return [
        None
        if hours is None
        else validation.hours(_minutes(hours["begin"]), _minutes(hours["until"]))
        for hours in given
    ]


def _minutes(clock: str) -> int:
    return validation.minutes_of(time.fromisoformat(clock))


def _week_of(user: User) -> list[Hours]:
    return [hours and (hours[0], hours[1]) for hours in user.calendar.get("week", ALWAYS)]


def _told(user: User) -> dict[str, Any]:
    now = timezone.now()
    found = {
        "time_zone": user.time_zone,
        "week": [
            hours and {"begin": wall(hours[0]), "until": wall(hours[1] % DAY_MINUTES)}
            for hours in _week_of(user)
        ],
        "days_off": settings.days_off(user),
        "auto_vacation": user.auto_vacation,
        "vacation_days": round(vacations.saved(user, now), 2),
        "vacations": [one._asdict() for one in vacations_of(user) if one.end > now],
    }
    return dict(MyTimeSerializer(found).data)
