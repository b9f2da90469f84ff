"""Where people stand: leaderboards, ratings and what changed them, how they play."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework import exceptions, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ..models import PROVISIONAL_BELOW, Rating, RatingChange
from ..ratings import rating_changes, seasons
from ..reliability import stats
from ..table.access import keys_listed_for
from .lookups import CALLED, find_person
from .request_data import PAGE, part, slice_of, text
from .schema_decorators import described

LONGEST_SEASON = 7


class RatingSerializer(serializers.Serializer):
    user = serializers.CharField()
    name = serializers.CharField(help_text=CALLED)
    game = serializers.CharField()
    value = serializers.DecimalField(max_digits=8, decimal_places=2)
    played = serializers.IntegerField()
    provisional = serializers.BooleanField(
        help_text=f"after fewer than {PROVISIONAL_BELOW} rated matches"
    )


class RankedSerializer(RatingSerializer):
    rank = serializers.IntegerField(help_text="of this leaderboard; shared by equal ratings")


class NumbersSerializer(serializers.Serializer):
    game = serializers.CharField(allow_blank=True, help_text="empty: of all games")
    turns = serializers.IntegerField(help_text="answers of their own, not of orders, bots, clocks")
    pace = serializers.FloatField(
        allow_null=True, help_text="median seconds of these, in their open hours; null below 20"
    )
    played = serializers.IntegerField(
        help_text="matches with people that are over; those lost in one absence are one"
    )
    finished = serializers.IntegerField(help_text="of these, played to the end")
    absences = serializers.IntegerField(
        help_text="in the last 90 days; time-outs between two signs of life are one, at all tables"
    )
    share = serializers.IntegerField(
        allow_null=True, help_text="finished matches of a hundred; null below 5"
    )


class RatingChangeSerializer(serializers.Serializer):
    table = serializers.CharField(
        allow_null=True, help_text="null where only those who have the link may know of the table"
    )
    game = serializers.CharField()
    before = serializers.DecimalField(max_digits=8, decimal_places=2)
    delta = serializers.DecimalField(max_digits=8, decimal_places=2)
    after = serializers.DecimalField(max_digits=8, decimal_places=2)
    provisional = serializers.BooleanField(help_text="of the rating after the match")
    at = serializers.DateTimeField()


class Leaderboard(APIView):
    """The best of a game, from ten rated matches on; or of a season or a year of it.

    Only those are listed who have met several opponents who are themselves rated by others."""

    @described(
        RankedSerializer(many=True),
        operation_id="ratings_list",
        parameters=[
            OpenApiParameter("season", str, description="as 2026, or 2026-4 for its fourth season"),
            OpenApiParameter("country", str, description="two letters (ISO 3166-1): of it alone"),
            *PAGE,
        ],
    )
    def get(self, request: Request, game: str) -> Response:
        if not rating_changes.knows(game):
            raise exceptions.NotFound("There is no such game here.")
        country = text(request, "country", 2)
        if asked := text(request, "season", LONGEST_SEASON):
            season = seasons.Season.read(asked)
            if season is None:
                raise exceptions.NotFound("There is no such season here.")
            places = seasons.add_ranks(seasons.board(game, season, country))[part(request)]
            return Response([season_data(game, line) for line in seasons.lines(places)])
        page = rating_changes.Ranked(rating_changes.best(game, country))[part(request)]
        return Response([{**rating_data(rating), "rank": rating.rank} for rating in page])


def season_data(game: str, line: seasons.Line) -> dict[str, Any]:
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
    """Where a person stands in every game."""

    @described(RatingSerializer(many=True), operation_id="person_ratings_list")
    def get(self, request: Request, username: str) -> Response:
        user = find_person(username)
        held = user.ratings.select_related("user").order_by("game")
        return Response([rating_data(rating) for rating in held])


class PersonNumbers(APIView):
    """How a person plays, measured: all games first, then each."""

    @described(NumbersSerializer(many=True), operation_id="person_numbers_list")
    def get(self, request: Request, username: str) -> Response:
        found = stats.of_person(find_person(username))
        return Response([{**asdict(one), "share": one.share} for one in found])


def _day_of(moment: datetime) -> datetime:
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


class PersonRatingHistory(APIView):
    """What every rated match did to a person's rating, oldest first."""

    @described(
        RatingChangeSerializer(many=True),
        operation_id="person_rating_changes",
        parameters=PAGE,
    )
    def get(self, request: Request, username: str) -> Response:
        changes = RatingChange.objects.filter(user=find_person(username)).select_related("table")
        page = slice_of(request, changes.defer("table__state"))
        listed = keys_listed_for(request.user, [change.table_id for change in page])
        return Response(
            [
                {
                    "table": listed.get(change.table_id),
                    "game": change.game,
                    "before": str(change.before),
                    "delta": str(change.delta),
                    "after": str(change.after),
                    "provisional": change.is_provisional,
                    # the moment would tell who met at a table that is not listed
                    "at": change.at if change.table_id in listed else _day_of(change.at),
                }
                for change in page
            ]
        )
