"""The API's views of match requests: quick matches with one's usual settings."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ...api.deprecation import RenamedFieldsSerializer
from ...api.lookups import authenticated_user
from ...api.schema_decorators import document
from ...api.webhook_views import RemovalResultSerializer
from ..admission import matchmaking
from ..models import MatchRequest
from .saved_settings_views import TableSettingsSerializer, table_settings_data


class RatingRangeStepSerializer(serializers.Serializer):
    at = serializers.DateTimeField()
    points = serializers.IntegerField(
        allow_null=True, help_text="the largest difference of ratings; null: any"
    )


class MatchRequestSerializer(RenamedFieldsSerializer):
    old_names = {"terms": "settings", "lapses_at": "expires_at"}

    game = serializers.CharField()
    table = serializers.CharField(
        allow_null=True, help_text="the key of the table found; null: it waits"
    )
    settings = TableSettingsSerializer()
    rating = serializers.FloatField()
    since = serializers.DateTimeField()
    steps = RatingRangeStepSerializer(many=True)
    expires_at = serializers.DateTimeField()


def _match_request_data(match_request: MatchRequest) -> dict[str, Any]:
    data = {
        "game": match_request.game,
        "table": None if match_request.table is None else match_request.table.key,
        "settings": table_settings_data(matchmaking.settings_of(match_request)),
        "rating": match_request.rating / 100,
        "since": match_request.created_at,
        "steps": [
            {"at": at, "points": points} for at, points in matchmaking.widening_steps(match_request)
        ],
        "expires_at": match_request.expires_at,
    }
    return MatchRequestSerializer.with_old_names(data)


class MatchRequests(APIView):
    """My match requests: those that wait, and those that recently found a table."""

    permission_classes = [IsAuthenticated]

    @document(MatchRequestSerializer(many=True), operation_id="match_requests_list")
    def get(self, request: Request) -> Response:
        return Response(
            [
                _match_request_data(match_request)
                for match_request in matchmaking.requests_of(authenticated_user(request))
            ]
        )


class QuickMatch(APIView):
    """Find a table of this game by my usual settings, or wait for one; cancel the request."""

    permission_classes = [IsAuthenticated]

    @document(MatchRequestSerializer, operation_id="match_request")
    def post(self, request: Request, game: str) -> Response:
        return Response(
            _match_request_data(matchmaking.request_match(authenticated_user(request), game))
        )

    @document(RemovalResultSerializer, operation_id="match_request_cancel")
    def delete(self, request: Request, game: str) -> Response:
        matchmaking.cancel_request(authenticated_user(request), game)
        return Response({"removed": True})
