"""The API's views of quick matches: what I wait for, and waiting no longer."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ..lobby import matchmaking
from ..models import Wish
from .lookups import person
from .saved_settings_views import TermsSerializer
from .schema_decorators import described
from .webhook_views import RemovedSerializer


class StepSerializer(serializers.Serializer):
    at = serializers.DateTimeField()
    points = serializers.IntegerField(
        allow_null=True, help_text="how far apart in rating people may be; null: they all fit"
    )


class WishSerializer(serializers.Serializer):
    game = serializers.CharField()
    table = serializers.CharField(allow_null=True, help_text="found; null: it waits")
    terms = TermsSerializer()
    rating = serializers.FloatField()
    since = serializers.DateTimeField()
    steps = StepSerializer(many=True)
    lapses_at = serializers.DateTimeField()


def _shape(wish: Wish) -> dict[str, Any]:
    return {
        "game": wish.game,
        "table": None if wish.table is None else wish.table.key,
        "terms": matchmaking.terms_of(wish).kept(),
        "rating": wish.rating / 100,
        "since": wish.since,
        "steps": [{"at": at, "points": points} for at, points in matchmaking.steps(wish)],
        "lapses_at": wish.lapses_at,
    }


class Wishes(APIView):
    """My quick matches: those I wait for, and where I was brought to lately."""

    permission_classes = [IsAuthenticated]

    @described(WishSerializer(many=True), operation_id="quick_matches_list")
    def get(self, request: Request) -> Response:
        return Response([_shape(wish) for wish in matchmaking.mine(person(request))])


class QuickMatch(APIView):
    """Find a table of this game that fits what I usually play, or wait for one; wait no longer."""

    permission_classes = [IsAuthenticated]

    @described(WishSerializer, operation_id="quick_match")
    def post(self, request: Request, game: str) -> Response:
        return Response(_shape(matchmaking.press(person(request), game)))

    @described(RemovedSerializer, operation_id="quick_match_cancel")
    def delete(self, request: Request, game: str) -> Response:
        matchmaking.cancel(person(request), game)
        return Response({"removed": True})
