"""The API's views of what happened since my last move, and of dismissing it."""

from __future__ import annotations

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from portal.errors import Forbidden

from ..table.access import viewing_seat_of
from ..table.actions import player_actions
from ..table.errors import NotRunningError
from ..table.session.loader import seats_of
from ..table.views import since_last_move
from .lookups import authenticated_user, get_table, validated_data
from .responses import responds_with

MAX_MOVE_NUMBER = 2**31 - 1  # the maximum of an integer column


class MoveSummarySerializer(serializers.Serializer):
    seat = serializers.IntegerField(allow_null=True)
    move = serializers.IntegerField(help_text="its number in the log")
    text = serializers.CharField()


class SinceLastMoveSerializer(serializers.Serializer):
    since = serializers.IntegerField(
        help_text="the number of my last move, or of the last dismissed one"
    )
    moves = serializers.IntegerField(source="last", help_text="how many moves the match has now")
    deeds = MoveSummarySerializer(many=True, help_text="what others did, by seat, oldest first")
    changes = serializers.ListField(
        source="change_texts", child=serializers.CharField(), help_text="what changed for me"
    )


class DismissSerializer(serializers.Serializer):
    seen = serializers.IntegerField(
        min_value=0,
        max_value=MAX_MOVE_NUMBER,
        help_text="the number of the last move that I have seen",
    )


class SinceLastMove(APIView):
    """What others did since my last move, and what it changed for me, as far as I may know it."""

    permission_classes = [IsAuthenticated]

    @responds_with(SinceLastMoveSerializer, operation_id="since_retrieve")
    def get(self, request: Request, key: str) -> since_last_move.SinceLastMove:
        return _summarize(request, key)

    @responds_with(SinceLastMoveSerializer, DismissSerializer, operation_id="since_put_away")
    def post(self, request: Request, key: str) -> since_last_move.SinceLastMove:
        """Dismiss the news up to a move."""
        seen = validated_data(request, DismissSerializer)["seen"]
        player_actions.dismiss_news(key, authenticated_user(request), seen)
        return _summarize(request, key)


def _summarize(request: Request, key: str) -> since_last_move.SinceLastMove:
    table = get_table(request, key)
    seats = seats_of(table)
    seat = viewing_seat_of(seats, request.user)
    if seat is None:
        raise Forbidden(_("You do not play at this table."), code="not_your_seat")
    if table.started_at is None:
        raise NotRunningError(_("This table is not running."))
    return since_last_move.summarize_since_last_move(table, seats, seat)
