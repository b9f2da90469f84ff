"""The API's views of quick matches: what I wait for, and waiting no longer."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ..lobby import matchmaking
from ..models import MatchRequest
from .lookups import authenticated_user
from .saved_settings_views import TableSettingsSerializer
from .schema_decorators import document
from .webhook_views import RemovalResultSerializer


class RatingRangeStepSerializer(serializers.Serializer):
    at = serializers.DateTimeField()
    points = serializers.IntegerField(
        allow_null=True, help_text="how far apart in rating people may be; null: they all fit"
    )


class MatchRequestSerializer(serializers.Serializer):
    game = serializers.CharField()
    table = serializers.CharField(allow_null=True, help_text="found; null: it waits")
    terms = TableSettingsSerializer()
    rating = serializers.FloatField()
    since = serializers.DateTimeField()
    steps = RatingRangeStepSerializer(many=True)
    lapses_at = serializers.DateTimeField()


def _match_request_data(wish: MatchRequest) -> dict[str, Any]:
    return {
        "game": wish.game,
        "table": None if wish.table is None else wish.table.key,
        "terms": matchmaking.settings_of(wish).to_json(),
        "rating": wish.rating / 100,
        "since": wish.since,
        "steps": [{"at": at, "points": points} for at, points in matchmaking.widening_steps(wish)],
        "lapses_at": wish.lapses_at,
    }


class MatchRequests(APIView):
    """My quick matches: those I wait for, and where I was brought to lately."""

    permission_classes = [IsAuthenticated]

    @document(MatchRequestSerializer(many=True), operation_id="quick_matches_list")
    def get(self, request: Request) -> Response:
        return Response(
            [
                _match_request_data(wish)
                for wish in matchmaking.requests_of(authenticated_user(request))
            ]
        )


class QuickMatch(APIView):
    """Find a table of this game that fits what I usually play, or wait for one; wait no longer."""

    permission_classes = [IsAuthenticated]

    @document(MatchRequestSerializer, operation_id="quick_match")
    def post(self, request: Request, game: str) -> Response:
        return Response(
            _match_request_data(matchmaking.request_match(authenticated_user(request), game))
        )

    @document(RemovalResultSerializer, operation_id="quick_match_cancel")
    def delete(self, request: Request, game: str) -> Response:
        matchmaking.cancel_request(authenticated_user(request), game)
        return Response({"removed": True})
