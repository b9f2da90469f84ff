"""The API's view of one's own statistics."""

from __future__ import annotations

from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from ..history import my_statistics
from .game_views import OpeningSerializer, get_game
from .lookups import authenticated_user
from .responses import responds_with


class MyStatisticsSerializer(serializers.Serializer):
    matches = serializers.IntegerField(help_text="the latest that I have finished")
    won = serializers.IntegerField(help_text="a shared first place counts")
    expected = serializers.FloatField(help_text="the number of wins that would be expected")
    average = serializers.FloatField(help_text="points")
    best = serializers.IntegerField(help_text="points")
    streak = serializers.IntegerField(help_text="matches won in a row up to now")
    longest = serializers.IntegerField(help_text="matches won in a row")
    sources = serializers.DictField(
        child=serializers.FloatField(), help_text="average points by source"
    )
    openings = OpeningSerializer(many=True)


class MyStatistics(APIView):
    """My statistics in a game."""

    permission_classes = [IsAuthenticated]

    @responds_with(MyStatisticsSerializer)
    def get(self, request: Request, game: str) -> my_statistics.MyStatistics:
        return my_statistics.my_statistics(authenticated_user(request), get_game(game).key)
