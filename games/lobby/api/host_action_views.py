"""The API's views for the host of a table that has not started."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.usernames import LONGEST
from games.rules import MOST_SEATS

from ...api import serializers as shapes
from ...api.lookups import authenticated_user, validated_data
from ...api.responses import responds_with
from ...api.visible_tables import VisibleTable, requested_table
from ...bots import LONGEST_LEVEL
from ..admission import host_actions
from ..setup import scheduled_starts


class PlayerSerializer(serializers.Serializer):
    user = serializers.CharField(
        max_length=LONGEST, required=False, help_text="a player at the table"
    )
    seat = serializers.IntegerField(
        min_value=0,
        max_value=MOST_SEATS,
        required=False,
        help_text="their seat, in place of `user`, at a table that hides names",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if len(attrs) != 1:
            raise serializers.ValidationError(_("Give either “user” or “seat”."))
        return attrs


class SeatNumbersSerializer(serializers.Serializer):
    seats = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=MOST_SEATS),
        min_length=1,
        max_length=MOST_SEATS,
        help_text="seat numbers",
    )


class AddBotsSerializer(SeatNumbersSerializer):
    level = serializers.CharField(max_length=LONGEST_LEVEL, help_text="the level of the bot")


class RemovePlayer(APIView):
    """Remove a player from my table. They can return only by invitation."""

    permission_classes = [IsAuthenticated]

    @responds_with(shapes.VisibleTableSerializer, PlayerSerializer, operation_id="tables_remove")
    def post(self, request: Request, key: str) -> VisibleTable:
        (guest,) = validated_data(request, PlayerSerializer).values()
        host_actions.remove_player(key, authenticated_user(request), guest)
        return requested_table(request, key)


class TransferHost(APIView):
    """Make another person who sits there the host of my table."""

    permission_classes = [IsAuthenticated]

    @responds_with(shapes.VisibleTableSerializer, PlayerSerializer, operation_id="tables_hand_on")
    def post(self, request: Request, key: str) -> VisibleTable:
        (guest,) = validated_data(request, PlayerSerializer).values()
        host_actions.transfer_host(key, authenticated_user(request), guest)
        return requested_table(request, key)


class ChangeStartDate(APIView):
    """Change the start date of my table. Everyone who sits there or is invited is notified."""

    permission_classes = [IsAuthenticated]

    @responds_with(
        shapes.VisibleTableSerializer, shapes.StartDateInputSerializer, operation_id="tables_date"
    )
    def post(self, request: Request, key: str) -> VisibleTable:
        scheduled_starts.change_start_date(
            key,
            authenticated_user(request),
            validated_data(request, shapes.StartDateInputSerializer)["date"],
        )
        return requested_table(request, key)


class AddBots(APIView):
    """Fill free or held seats with bots. The table becomes unrated."""

    permission_classes = [IsAuthenticated]

    @responds_with(shapes.VisibleTableSerializer, AddBotsSerializer, operation_id="tables_fill")
    def post(self, request: Request, key: str) -> VisibleTable:
        form = validated_data(request, AddBotsSerializer)
        host_actions.fill_with_bots(key, authenticated_user(request), form["seats"], form["level"])
        return requested_table(request, key)


class RemoveBots(APIView):
    """Remove bots. Their seats become free, and the table stays unrated."""

    permission_classes = [IsAuthenticated]

    @responds_with(
        shapes.VisibleTableSerializer, SeatNumbersSerializer, operation_id="tables_take_off"
    )
    def post(self, request: Request, key: str) -> VisibleTable:
        host_actions.remove_bots(
            key,
            authenticated_user(request),
            validated_data(request, SeatNumbersSerializer)["seats"],
        )
        return requested_table(request, key)
