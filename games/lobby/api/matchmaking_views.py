"""The API's views of match requests: quick matches with one's usual settings."""

from __future__ import annotations

from typing import NamedTuple

from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from ...api.deprecation import RenamedFieldsSerializer
from ...api.lookups import authenticated_user
from ...api.responses import responds_with
from ...api.webhook_views import RemovalResultSerializer
from ..admission import matchmaking
from ..models import MatchRequest
from ..table_settings import TableSettings
from .saved_settings_views import TableSettingsSerializer


class RatingRangeStepSerializer(serializers.Serializer):
    at = serializers.DateTimeField()
    points = serializers.IntegerField(
        allow_null=True, help_text="the largest difference of ratings; null: any"
    )


class MatchRequestSerializer(RenamedFieldsSerializer):
    old_names = {"terms": "settings", "lapses_at": "expires_at"}

    game = serializers.CharField(source="row.game")
    table = serializers.CharField(
        source="row.table.key",
        allow_null=True,
        help_text="the key of the table found; null: it waits",
    )
    settings = TableSettingsSerializer()
    rating = serializers.FloatField()
    since = serializers.DateTimeField(source="row.created_at")
    steps = RatingRangeStepSerializer(many=True)
    expires_at = serializers.DateTimeField(source="row.expires_at")


class MatchRequestState(NamedTuple):
    """A row of a match request, and what it accepts now and later."""

    row: MatchRequest

    def settings(self) -> TableSettings:
        return matchmaking.settings_of(self.row)

    def rating(self) -> float:
        return self.row.rating / 100

    def steps(self) -> list[matchmaking.WideningStep]:
        return matchmaking.widening_steps(self.row)


class MatchRequests(APIView):
    """My match requests: those that wait, and those that recently found a table."""

    permission_classes = [IsAuthenticated]

    @responds_with(MatchRequestSerializer(many=True), operation_id="match_requests_list")
    def get(self, request: Request) -> list[MatchRequestState]:
        rows = matchmaking.requests_of(authenticated_user(request))
        return [MatchRequestState(row) for row in rows]


class QuickMatch(APIView):
    """Find a table of this game by my usual settings, or wait for one; cancel the request."""

    permission_classes = [IsAuthenticated]

    @responds_with(MatchRequestSerializer, operation_id="match_request")
    def post(self, request: Request, game: str) -> MatchRequestState:
        return MatchRequestState(matchmaking.request_match(authenticated_user(request), game))

    @responds_with(RemovalResultSerializer, operation_id="match_request_cancel")
    def delete(self, request: Request, game: str) -> dict[str, bool]:
        matchmaking.cancel_request(authenticated_user(request), game)
        return {"removed": True}
