"""The API's view of reviews of finished matches."""

from __future__ import annotations

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from ..history import review_jobs
from ..table.session.loader import seats_of
from .lookups import get_table
from .responses import responds_with


class ChancePointSerializer(serializers.Serializer):
    move = serializers.IntegerField(help_text="after this many moves")
    chances = serializers.ListField(
        child=serializers.IntegerField(), help_text="the chance to win in percent, by seat"
    )


class TurningPointSerializer(serializers.Serializer):
    move = serializers.IntegerField(help_text="its number")
    seat = serializers.IntegerField()
    played = serializers.CharField(help_text="the move in words")
    better = serializers.CharField(help_text="a better one in words")
    loss = serializers.IntegerField(help_text="the change of the chance to win, in percent")
    within = serializers.IntegerField(help_text="margin of error of the loss (95 %)")
    points = serializers.IntegerField(
        allow_null=True, help_text="points lost at the end; null if unknown"
    )
    points_within = serializers.IntegerField(help_text="margin of error of the points (95 %)")
    is_sure = serializers.BooleanField(help_text="whether it is nearly certain")


class ChanceSwingSerializer(serializers.Serializer):
    seat = serializers.IntegerField()
    is_luck = serializers.BooleanField(
        help_text="true: draws and dice; false: the player's decisions"
    )
    change = serializers.IntegerField(help_text="the change of the chance to win, in percent")
    within = serializers.IntegerField(help_text="margin of error (95 %)")


class SeatComparisonSerializer(serializers.Serializer):
    seat = serializers.IntegerField()
    opening = serializers.CharField(help_text="in words; empty if too few matches opened like this")
    won = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="the share of those that won, in percent, and its limits (95 %)",
    )
    total = serializers.IntegerField(allow_null=True, help_text="points at the end")
    average = serializers.FloatField(
        allow_null=True,
        help_text="points of a seat at this number of players; null: too few matches",
    )


class ReviewSerializer(serializers.Serializer):
    state = serializers.ChoiceField(
        choices=["", "searching", "failed", "found"],
        help_text="empty: not requested yet; failed: request it again",
    )
    share = serializers.IntegerField(help_text="progress in percent")
    places = ChancePointSerializer(many=True, help_text="the chances along the match")
    turnings = TurningPointSerializer(
        many=True, help_text="at most three decisions that cost the most"
    )
    swings = ChanceSwingSerializer(
        many=True,
        help_text="the effect of luck and decisions, where it is larger than its margin of error",
    )
    sized = SeatComparisonSerializer(
        many=True, help_text="the seats compared with rated matches on this site"
    )


class TableReview(APIView):
    """The analysis of a finished match by a bot, which is the same for everybody.

    Request it by POST, then repeat GET until it is found.
    """

    @responds_with(ReviewSerializer)
    def get(self, request: Request, key: str) -> review_jobs.ReviewData:
        table = get_table(request, key)
        return review_jobs.review_data(table, seats_of(table))

    @responds_with(ReviewSerializer)
    def post(self, request: Request, key: str) -> review_jobs.ReviewData:
        table = get_table(request, key)
        review_jobs.request_review(table, request.user.pk)
        return review_jobs.review_data(table, seats_of(table))
