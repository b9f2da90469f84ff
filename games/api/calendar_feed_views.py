"""The API's view of the address at which a person's calendar program asks for dates."""

from __future__ import annotations

from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ..lobby import calendar_feeds
from .lookups import person
from .schema_decorators import described


class CalendarSerializer(serializers.Serializer):
    address = serializers.CharField(
        allow_blank=True,
        help_text="of an iCalendar file of my tables with a date, for whoever knows it; or empty",
    )


class MyCalendar(APIView):
    """The address of my calendar; POST takes a new one, DELETE leaves none."""

    permission_classes = [IsAuthenticated]

    @described(CalendarSerializer, operation_id="calendar")
    def get(self, request: Request) -> Response:
        return Response({"address": calendar_feeds.address(person(request))})

    @described(CalendarSerializer, operation_id="calendar_make")
    def post(self, request: Request) -> Response:
        return Response({"address": calendar_feeds.make(person(request))})

    @described(CalendarSerializer, operation_id="calendar_remove")
    def delete(self, request: Request) -> Response:
        calendar_feeds.forget_all(person(request))
        return Response({"address": ""})
