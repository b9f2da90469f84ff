"""The API's view of tournament series: their seasons and winners."""

from __future__ import annotations

from typing import NamedTuple

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from ...api.deprecation import RenamedFieldsSerializer
from ...api.responses import responds_with
from .. import tournament_series
from ..models import TournamentSeries
from . import tournament_views


class SeasonSerializer(RenamedFieldsSerializer):
    old_names = {"contest": "tournament"}

    season = serializers.IntegerField(source="tournament.season_number")
    tournament = serializers.CharField(source="tournament.key", help_text="its key")
    title = serializers.CharField(source="tournament.title")
    state = serializers.ChoiceField(source="tournament.state", choices=tournament_views.STATES)
    starts_at = serializers.DateTimeField(source="tournament.starts_at", allow_null=True)
    started_at = serializers.DateTimeField(source="tournament.started_at", allow_null=True)
    ended_at = serializers.DateTimeField(source="tournament.ended_at", allow_null=True)
    winners = serializers.ListField(source="winner_names", child=serializers.CharField())


class SeasonSeriesSerializer(RenamedFieldsSerializer):
    old_names = {"circle": "club"}

    key = serializers.CharField(source="series.key")
    title = serializers.CharField(source="series.title")
    organiser = serializers.CharField(source="series.organiser.username")
    club = serializers.CharField(source="series.club.key", allow_null=True)
    pause = serializers.IntegerField(
        source="series.pause_days",
        help_text="the minimum number of days between a season and the next",
    )
    every = serializers.IntegerField(
        source="series.interval_days",
        help_text="the minimum number of days from start to start; 0: only the pause counts",
    )
    time_zone = serializers.CharField(
        source="series.time_zone", help_text="the time zone in which its seasons start"
    )
    ended_at = serializers.DateTimeField(
        source="series.ended_at", allow_null=True, help_text="null: it continues"
    )
    seasons = SeasonSerializer(many=True, help_text="newest first, at most fifty")


class SeriesWithSeasons(NamedTuple):
    series: TournamentSeries
    seasons: list[tournament_series.SeasonSummary]


class SeasonSeriesDetail(APIView):
    """A tournament that repeats: its seasons and their winners."""

    @responds_with(SeasonSeriesSerializer, operation_id="tournament_series")
    def get(self, request: Request, key: str) -> SeriesWithSeasons:
        series, _last = tournament_series.get_series(key, request.user)
        return SeriesWithSeasons(series, tournament_series.seasons_of(series))
