"""The API's view of a series of contests: its seasons, and who has won them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ..tournaments import tournament_series
from . import tournament_views
from .schema_decorators import document


class SeasonSerializer(serializers.Serializer):
    season = serializers.IntegerField()
    contest = serializers.CharField(help_text="its key")
    title = serializers.CharField()
    state = serializers.ChoiceField(choices=tournament_views.STATES)
    starts_at = serializers.DateTimeField(allow_null=True)
    started_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)
    winners = serializers.ListField(child=serializers.CharField())


class SeasonSeriesSerializer(serializers.Serializer):
    key = serializers.CharField()
    title = serializers.CharField()
    organiser = serializers.CharField()
    circle = serializers.CharField(allow_null=True)
    pause = serializers.IntegerField(
        help_text="days between the end of a season and the start of the next, at least"
    )
    every = serializers.IntegerField(
        help_text="days from start to start, at least; 0: the pause alone says when"
    )
    time_zone = serializers.CharField(help_text="by whose clocks its seasons start")
    ended_at = serializers.DateTimeField(allow_null=True, help_text="null: it goes on")
    seasons = SeasonSerializer(many=True, help_text="the newest first, fifty at most")


class SeasonSeriesDetail(APIView):
    """A contest that repeats by itself: its seasons, and who has won them."""

    @document(SeasonSeriesSerializer, operation_id="contest_series")
    def get(self, request: Request, key: str) -> Response:
        found, _last = tournament_series.get_series(key, request.user)
        return Response(
            {
                "key": found.key,
                "title": found.title,
                "organiser": found.organiser.username,
                "circle": None if found.circle is None else found.circle.key,
                "pause": found.pause,
                "every": found.every,
                "time_zone": found.zone or found.organiser.time_zone,
                "ended_at": found.ended_at,
                "seasons": [_season_data(one) for one in tournament_series.seasons_of(found)],
            }
        )


def _season_data(one: tournament_series.SeasonSummary) -> dict[str, Any]:
    contest = one.contest
    return {
        "season": contest.season,
        "contest": contest.key,
        "title": contest.title,
        "state": contest.state,
        "starts_at": contest.starts_at,
        "started_at": contest.started_at,
        "ended_at": contest.ended_at,
        "winners": [user.username for user in one.winners],
    }
