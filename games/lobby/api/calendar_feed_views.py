"""The API's view of the address of a person's calendar feed."""

from __future__ import annotations

from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from ...api.lookups import authenticated_user
from ...api.responses import responds_with
from ..home import calendar_feeds


class CalendarFeedSerializer(serializers.Serializer):
    address = serializers.CharField(
        allow_blank=True,
        help_text=(
            "the address of an iCalendar file of my tables with a date; anyone who knows it "
            "can read it. Empty: there is none"
        ),
    )


class MyCalendarFeed(APIView):
    """The address of my calendar feed; POST creates a new one, DELETE removes it."""

    permission_classes = [IsAuthenticated]

    @responds_with(CalendarFeedSerializer, operation_id="calendar")
    def get(self, request: Request) -> dict[str, str]:
        return {"address": calendar_feeds.feed_url(authenticated_user(request))}

    @responds_with(CalendarFeedSerializer, operation_id="calendar_make")
    def post(self, request: Request) -> dict[str, str]:
        return {"address": calendar_feeds.create_feed(authenticated_user(request))}

    @responds_with(CalendarFeedSerializer, operation_id="calendar_remove")
    def delete(self, request: Request) -> dict[str, str]:
        calendar_feeds.delete_for(authenticated_user(request))
        return {"address": ""}
