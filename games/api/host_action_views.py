"""What the host of a table that has not started does to its seats."""

from __future__ import annotations

from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.usernames import LONGEST
from games.rules import MOST_SEATS

from ..bots import LONGEST_LEVEL
from ..lobby import host_actions, scheduled_starts
from . import serializers as shapes
from .lookups import find, given, person
from .schema_decorators import described
from .table_data import shown


class GuestSerializer(serializers.Serializer):
    user = serializers.CharField(max_length=LONGEST, help_text="who sits at the table")


class SeatsSerializer(serializers.Serializer):
    seats = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=MOST_SEATS),
        min_length=1,
        max_length=MOST_SEATS,
        help_text="their numbers",
    )


class FillSerializer(SeatsSerializer):
    level = serializers.CharField(max_length=LONGEST_LEVEL, help_text="of the bot")


class Remove(APIView):
    """Take the seat of a guest back; they come back only if they are invited."""

    permission_classes = [IsAuthenticated]

    @described(shapes.TableAsSeenSerializer, GuestSerializer, operation_id="tables_remove")
    def post(self, request: Request, key: str) -> Response:
        guest = given(request, GuestSerializer)["user"]
        host_actions.remove(key, person(request), guest)
        return Response(shown(find(request, key), person(request)))


class HandOn(APIView):
    """Make another person who sits there the host of my table."""

    permission_classes = [IsAuthenticated]

    @described(shapes.TableAsSeenSerializer, GuestSerializer, operation_id="tables_hand_on")
    def post(self, request: Request, key: str) -> Response:
        guest = given(request, GuestSerializer)["user"]
        host_actions.hand_on(key, person(request), guest)
        return Response(shown(find(request, key), person(request)))


class Date(APIView):
    """Give my table another date; everybody who sits there or is invited is told."""

    permission_classes = [IsAuthenticated]

    @described(shapes.TableAsSeenSerializer, shapes.StartDateSerializer, operation_id="tables_date")
    def post(self, request: Request, key: str) -> Response:
        scheduled_starts.change(
            key, person(request), given(request, shapes.StartDateSerializer)["date"]
        )
        return Response(shown(find(request, key), person(request)))


class Fill(APIView):
    """Give seats that are free or held to bots; the table is a friendly one then."""

    permission_classes = [IsAuthenticated]

    @described(shapes.TableAsSeenSerializer, FillSerializer, operation_id="tables_fill")
    def post(self, request: Request, key: str) -> Response:
        form = given(request, FillSerializer)
        host_actions.fill(key, person(request), form["seats"], form["level"])
        return Response(shown(find(request, key), person(request)))


class TakeOff(APIView):
    """Take bots off their seats, which are free again; the table stays a friendly one."""

    permission_classes = [IsAuthenticated]

    @described(shapes.TableAsSeenSerializer, SeatsSerializer, operation_id="tables_take_off")
    def post(self, request: Request, key: str) -> Response:
        host_actions.take_off(key, person(request), given(request, SeatsSerializer)["seats"])
        return Response(shown(find(request, key), person(request)))
