"""The API's view of tournament series: their seasons and winners."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ...api.deprecation import RenamedFieldsSerializer
from ...api.schema_decorators import document
from .. import tournament_series
from . import tournament_views


class SeasonSerializer(RenamedFieldsSerializer):
    old_names = {"contest": "tournament"}

    season = serializers.IntegerField()
    tournament = serializers.CharField(help_text="its key")
    title = serializers.CharField()
    state = serializers.ChoiceField(choices=tournament_views.STATES)
    starts_at = serializers.DateTimeField(allow_null=True)
    started_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)
    winners = serializers.ListField(child=serializers.CharField())


class SeasonSeriesSerializer(RenamedFieldsSerializer):
    old_names = {"circle": "club"}

    key = serializers.CharField()
    title = serializers.CharField()
    organiser = serializers.CharField()
    club = serializers.CharField(allow_null=True)
    pause = serializers.IntegerField(
        help_text="the minimum number of days between a season and the next"
    )
    every = serializers.IntegerField(
        help_text="the minimum number of days from start to start; 0: only the pause counts"
    )
    time_zone = serializers.CharField(help_text="the time zone in which its seasons start")
    ended_at = serializers.DateTimeField(allow_null=True, help_text="null: it continues")
    seasons = SeasonSerializer(many=True, help_text="newest first, at most fifty")


class SeasonSeriesDetail(APIView):
    """A tournament that repeats: its seasons and their winners."""

    @document(SeasonSeriesSerializer, operation_id="tournament_series")
    def get(self, request: Request, key: str) -> Response:
        found, _last = tournament_series.get_series(key, request.user)
        data = {
            "key": found.key,
            "title": found.title,
            "organiser": found.organiser.username,
            "club": None if found.club is None else found.club.key,
            "pause": found.pause_days,
            "every": found.interval_days,
            "time_zone": found.zone or found.organiser.time_zone,
            "ended_at": found.ended_at,
            "seasons": [_season_data(one) for one in tournament_series.seasons_of(found)],
        }
        return Response(SeasonSeriesSerializer.with_old_names(data))


def _season_data(one: tournament_series.SeasonSummary) -> dict[str, Any]:
    tournament = one.tournament
    data = {
        "season": tournament.season_number,
        "tournament": tournament.key,
        "title": tournament.title,
        "state": tournament.state,
        "starts_at": tournament.starts_at,
        "started_at": tournament.started_at,
        "ended_at": tournament.ended_at,
        "winners": [user.username for user in one.winners],
    }
    return SeasonSerializer.with_old_names(data)
