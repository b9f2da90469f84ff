"""The API's views of leaderboards, ratings with their changes, and reliability."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter
from rest_framework import exceptions, serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from ...api.lookups import DISPLAY_NAME_HELP, get_person
from ...api.request_data import PAGINATION_PARAMETERS, paginate, query_text, requested_slice
from ...api.responses import responds_with
from ...table.access import listable_table_keys
from .. import rating_changes, seasons
from ..models import PROVISIONAL_BELOW, Rating, RatingChange
from ..reliability import stats

MAX_SEASON_LENGTH = 7


class RatingSerializer(serializers.Serializer):
    user = serializers.CharField(source="user.username")
    name = serializers.CharField(source="user.display_name", help_text=DISPLAY_NAME_HELP)
    game = serializers.CharField()
    value = serializers.DecimalField(max_digits=8, decimal_places=2)
    played = serializers.IntegerField()
    provisional = serializers.BooleanField(
        source="is_provisional", help_text=f"after fewer than {PROVISIONAL_BELOW} rated matches"
    )


class RankedRatingSerializer(RatingSerializer):
    rank = serializers.IntegerField(
        help_text="the rank on this leaderboard; shared by equal ratings"
    )


class PlayerStatisticsSerializer(serializers.Serializer):
    game = serializers.CharField(allow_blank=True, help_text="empty: all games")
    turns = serializers.IntegerField(
        help_text="answers of their own, without conditional moves, bots and clocks"
    )
    pace = serializers.FloatField(
        allow_null=True, help_text="the median seconds of these in their hours; null below 20"
    )
    played = serializers.IntegerField(
        help_text="finished and abandoned matches with people; those lost in one absence count once"
    )
    finished = serializers.IntegerField(help_text="of these, those played to the end")
    absences = serializers.IntegerField(
        help_text="in the last 90 days; time-outs during one absence count once, at all tables"
    )
    share = serializers.IntegerField(
        allow_null=True, help_text="finished matches in percent; null below 5 matches"
    )


class RatingChangeSerializer(serializers.Serializer):
    table = serializers.CharField(
        allow_null=True, help_text="null if the table is visible by link only"
    )
    game = serializers.CharField(source="change.game")
    before = serializers.DecimalField(source="change.before", max_digits=8, decimal_places=2)
    delta = serializers.DecimalField(source="change.delta", max_digits=8, decimal_places=2)
    after = serializers.DecimalField(source="change.after", max_digits=8, decimal_places=2)
    provisional = serializers.BooleanField(
        source="change.is_provisional", help_text="of the rating after the match"
    )
    at = serializers.DateTimeField()


class Leaderboard(APIView):
    """The leaderboard of a game after at least ten rated matches, or of a season or year.

    It lists people with several opponents whom others have rated as well.
    """

    @responds_with(
        RankedRatingSerializer(many=True),
        operation_id="ratings_list",
        parameters=[
            OpenApiParameter(
                "season", str, description="2026, for example, or 2026-4 for its fourth season"
            ),
            OpenApiParameter("country", str, description="a country (two letters, ISO 3166-1)"),
            *PAGINATION_PARAMETERS,
        ],
    )
    def get(self, request: Request, game: str) -> Sequence[Rating | seasons.SeasonRow]:
        if not rating_changes.is_known_game(game):
            raise exceptions.NotFound("There is no such game here.")
        country, page = query_text(request, "country", 2), requested_slice(request)
        if asked := query_text(request, "season", MAX_SEASON_LENGTH):
            season = seasons.RatingSeason.read(asked)
            if season is None:
                raise exceptions.NotFound("There is no such season here.")
            places = seasons.rank_places(seasons.season_places(game, season, country))
            return seasons.season_rows(game, places[page])
        return rating_changes.RankedRatings(rating_changes.leaderboard_ratings(game, country))[page]


class PersonRatings(APIView):
    """The ratings of a person in every game."""

    @responds_with(RatingSerializer(many=True), operation_id="person_ratings_list")
    def get(self, request: Request, username: str) -> QuerySet[Rating]:
        return get_person(username).ratings.select_related("user").order_by("game")


class PersonStatistics(APIView):
    """The reliability of a person: all games together first, then each game."""

    @responds_with(PlayerStatisticsSerializer(many=True), operation_id="person_numbers_list")
    def get(self, request: Request, username: str) -> list[stats.ReliabilityStats]:
        return stats.stats_by_game(get_person(username))


class VisibleRatingChange(NamedTuple):
    """A rating change, with the key of its table if the reader may see it in lists."""

    change: RatingChange
    table: str | None

    @property
    def at(self) -> datetime:
        """When it was; only the day if the time would reveal who met at a table not listed."""
        if self.table is not None:
            return self.change.at
        return self.change.at.replace(hour=0, minute=0, second=0, microsecond=0)


class PersonRatingHistory(APIView):
    """The rating changes of a person, oldest first."""

    @responds_with(
        RatingChangeSerializer(many=True),
        operation_id="person_rating_changes",
        parameters=PAGINATION_PARAMETERS,
    )
    def get(self, request: Request, username: str) -> list[VisibleRatingChange]:
        changes = RatingChange.objects.filter(user=get_person(username)).select_related("table")
        page = paginate(request, changes.defer("table__state"))
        listed = listable_table_keys(request.user, [change.table_id for change in page])
        return [VisibleRatingChange(one, listed.get(one.table_id)) for one in page]
