"""The API's views of leaderboards, ratings with their changes, and reliability."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework import exceptions, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ...api.lookups import DISPLAY_NAME_HELP, get_person
from ...api.request_data import PAGINATION_PARAMETERS, paginate, query_text, requested_slice
from ...api.schema_decorators import document
from ...table.access import listable_table_keys
from .. import rating_changes, seasons
from ..models import PROVISIONAL_BELOW, Rating, RatingChange
from ..reliability import stats

MAX_SEASON_LENGTH = 7


class RatingSerializer(serializers.Serializer):
    user = serializers.CharField()
    name = serializers.CharField(help_text=DISPLAY_NAME_HELP)
    game = serializers.CharField()
    value = serializers.DecimalField(max_digits=8, decimal_places=2)
    played = serializers.IntegerField()
    provisional = serializers.BooleanField(
        help_text=f"after fewer than {PROVISIONAL_BELOW} rated matches"
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
    game = serializers.CharField()
    before = serializers.DecimalField(max_digits=8, decimal_places=2)
    delta = serializers.DecimalField(max_digits=8, decimal_places=2)
    after = serializers.DecimalField(max_digits=8, decimal_places=2)
    provisional = serializers.BooleanField(help_text="of the rating after the match")
    at = serializers.DateTimeField()


class Leaderboard(APIView):
    """The leaderboard of a game after at least ten rated matches, or of a season or year.

    It lists people with several opponents whom others have rated as well.
    """

    @document(
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
    def get(self, request: Request, game: str) -> Response:
        if not rating_changes.is_known_game(game):
            raise exceptions.NotFound("There is no such game here.")
        country = query_text(request, "country", 2)
        if asked := query_text(request, "season", MAX_SEASON_LENGTH):
            season = seasons.RatingSeason.read(asked)
            if season is None:
                raise exceptions.NotFound("There is no such season here.")
            places = seasons.rank_places(seasons.season_places(game, season, country))[
                requested_slice(request)
            ]
            return Response([season_line_data(game, line) for line in seasons.season_rows(places)])
        page = rating_changes.RankedRatings(rating_changes.leaderboard_ratings(game, country))[
            requested_slice(request)
        ]
        return Response([{**rating_data(rating), "rank": rating.rank} for rating in page])


def season_line_data(game: str, line: seasons.SeasonRow) -> dict[str, Any]:
    return {
        "user": line.user.username,
        "name": line.user.display_name,
        "game": game,
        "value": line.value,
        "played": line.played,
        "provisional": line.played < PROVISIONAL_BELOW,
        "rank": line.rank,
    }


def rating_data(rating: Rating) -> dict[str, Any]:
    return {
        "user": rating.user.username,
        "name": rating.user.display_name,
        "game": rating.game,
        "value": str(rating.value),
        "played": rating.played,
        "provisional": rating.is_provisional,
    }


class PersonRatings(APIView):
    """The ratings of a person in every game."""

    @document(RatingSerializer(many=True), operation_id="person_ratings_list")
    def get(self, request: Request, username: str) -> Response:
        user = get_person(username)
        held = user.ratings.select_related("user").order_by("game")
        return Response([rating_data(rating) for rating in held])


class PersonStatistics(APIView):
    """The reliability of a person: all games together first, then each game."""

    @document(PlayerStatisticsSerializer(many=True), operation_id="person_numbers_list")
    def get(self, request: Request, username: str) -> Response:
        found = stats.stats_by_game(get_person(username))
        return Response([{**asdict(one), "share": one.share} for one in found])


def _day_of(moment: datetime) -> datetime:
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


class PersonRatingHistory(APIView):
    """The rating changes of a person, oldest first."""

    @document(
        RatingChangeSerializer(many=True),
        operation_id="person_rating_changes",
        parameters=PAGINATION_PARAMETERS,
    )
    def get(self, request: Request, username: str) -> Response:
        changes = RatingChange.objects.filter(user=get_person(username)).select_related("table")
        page = paginate(request, changes.defer("table__state"))
        listed = listable_table_keys(request.user, [change.table_id for change in page])
        return Response(
            [
                {
                    "table": listed.get(change.table_id),
                    "game": change.game,
                    "before": str(change.before),
                    "delta": str(change.delta),
                    "after": str(change.after),
                    "provisional": change.is_provisional,
                    # the exact time would reveal who met at a table that is not listed
                    "at": change.at if change.table_id in listed else _day_of(change.at),
                }
                for change in page
            ]
        )
