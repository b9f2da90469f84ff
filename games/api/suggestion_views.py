"""Hints at a table where somebody plays alone against bots."""

from __future__ import annotations

from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ..table.actions import suggestions
from ..table.session import journal
from .schema_decorators import document


class SuggestedMoveSerializer(serializers.Serializer):
    move = serializers.CharField()
    words = serializers.CharField(help_text="the move in words")
    chance = serializers.IntegerField(
        allow_null=True, help_text="to win, in per cent; null where I play alone"
    )
    points = serializers.IntegerField(help_text="that I may expect at the end")


class SuggestionSerializer(serializers.Serializer):
    state = serializers.ChoiceField(
        choices=["searching", "found", "none"],
        help_text="searching: ask again in a few seconds; none: there is no hint for this position",
    )
    level = serializers.CharField(help_text="of the bot that would play it, in words")
    move = serializers.CharField(help_text="the notation")
    words = serializers.CharField(help_text="the move in words")
    best = SuggestedMoveSerializer(
        allow_null=True, help_text="what is expected of the move; null where nothing is known"
    )
    second = SuggestedMoveSerializer(allow_null=True, help_text="the second best move")
    is_close = serializers.BooleanField(
        help_text="the two differ by no more than chance does, as far as was looked"
    )


class SuggestMove(APIView):
    """Ask what a strong bot would play in the position before my eyes, my draft included.

    Only at friendly tables where everybody else is a bot, and only while I have to decide. The log
    says that I asked. Asked again in the same position, it is the same hint.
    """

    permission_classes = [IsAuthenticated]

    @document(SuggestionSerializer)
    def post(self, request: Request, key: str) -> Response:
        turn = suggestions.request_suggestion(key, request.user)  # type: ignore[arg-type]
        told = suggestions.suggestion_for(turn, journal.recent_tail(turn.table).notices)
        return Response(SuggestionSerializer(told).data)
