"""The API's view of suggestions, at tables with one person against bots."""

from __future__ import annotations

from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from ..table.actions import suggestions
from ..table.session import journal
from .lookups import authenticated_user
from .responses import responds_with


class SuggestedMoveSerializer(serializers.Serializer):
    move = serializers.CharField()
    words = serializers.CharField(help_text="the move in words")
    chance = serializers.IntegerField(
        allow_null=True, help_text="the chance to win in percent; null if I play alone"
    )
    points = serializers.IntegerField(help_text="the points to expect at the end")


class SuggestionSerializer(serializers.Serializer):
    state = serializers.ChoiceField(
        choices=["searching", "found", "none"],
        help_text="searching: ask again in a few seconds; none: this position has no suggestion",
    )
    level = serializers.CharField(help_text="the level of the bot that would play it, in words")
    move = serializers.CharField(help_text="the notation")
    words = serializers.CharField(help_text="the move in words")
    best = SuggestedMoveSerializer(
        allow_null=True, help_text="the expected result of the move; null if unknown"
    )
    second = SuggestedMoveSerializer(allow_null=True, help_text="the second best move")
    is_close = serializers.BooleanField(
        help_text="the difference of the two is within the margin of error"
    )


class SuggestMove(APIView):
    """Ask what a strong bot would play in my position, including my draft.

    This works at unrated tables where all others are bots, while it is my turn. The log records
    that I asked. The same position gets the same suggestion.
    """

    permission_classes = [IsAuthenticated]

    @responds_with(SuggestionSerializer)
    def post(self, request: Request, key: str) -> suggestions.SuggestionState:
        turn = suggestions.request_suggestion(key, authenticated_user(request))
        suggestion = suggestions.suggestion_for(turn, journal.recent_tail(turn.table).log_messages)
        assert suggestion is not None  # it has just been requested
        return suggestion
