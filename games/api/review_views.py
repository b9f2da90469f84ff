"""Reviews of matches that are over."""

from __future__ import annotations

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ..history import review_jobs
from ..models import Table
from ..table.session.loader import seats_of
from .lookups import get_table
from .schema_decorators import document


class ChancePointSerializer(serializers.Serializer):
    move = serializers.IntegerField(help_text="behind so many moves")
    chances = serializers.ListField(
        child=serializers.IntegerField(), help_text="to win, in per cent, by seat"
    )


class TurningPointSerializer(serializers.Serializer):
    move = serializers.IntegerField(help_text="its number")
    seat = serializers.IntegerField()
    played = serializers.CharField(help_text="the move in words")
    better = serializers.CharField(help_text="a better one in words")
    loss = serializers.IntegerField(help_text="of the chance to win, in per cent")
    within = serializers.IntegerField(help_text="by so much the loss may be off (95 %)")
    points = serializers.IntegerField(
        allow_null=True, help_text="further ahead at the end; null where that cannot be told"
    )
    points_within = serializers.IntegerField(help_text="by so much the points may be off (95 %)")
    is_sure = serializers.BooleanField(help_text="whether there is hardly a doubt of it")


class ChanceSwingSerializer(serializers.Serializer):
    seat = serializers.IntegerField()
    is_luck = serializers.BooleanField(help_text="what draws and dice did; else its own decisions")
    change = serializers.IntegerField(help_text="of the chance to win, in per cent")
    within = serializers.IntegerField(help_text="by so much it may be off (95 %)")


class SeatComparisonSerializer(serializers.Serializer):
    seat = serializers.IntegerField()
    opening = serializers.CharField(help_text="in words; empty where too few opened like this here")
    won = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="of those who did, in per cent: the part that won, and its limits (95 %)",
    )
    total = serializers.IntegerField(allow_null=True, help_text="points at the end")
    average = serializers.FloatField(
        allow_null=True, help_text="points of a seat with as many players; null: too few matches"
    )


class ReviewSerializer(serializers.Serializer):
    state = serializers.ChoiceField(
        choices=["", "searching", "failed", "found"],
        help_text="empty: nobody has asked for it; failed: ask again",
    )
    share = serializers.IntegerField(help_text="of it that is done, in per cent")
    places = ChancePointSerializer(many=True, help_text="the chances along the match")
    turnings = TurningPointSerializer(many=True, help_text="at most three decisions that cost much")
    swings = ChanceSwingSerializer(
        many=True, help_text="what luck and decisions did, where that is larger than its error"
    )
    sized = SeatComparisonSerializer(
        many=True, help_text="the seats beside the rated matches on this site"
    )


class TableReview(APIView):
    """What a program that looks ahead makes of a match that is over, the same for everybody.

    Ask for it by POST, then look until it is found.
    """

    @document(ReviewSerializer)
    def get(self, request: Request, key: str) -> Response:
        return _review_response(get_table(request, key))

    @document(ReviewSerializer)
    def post(self, request: Request, key: str) -> Response:
        table = get_table(request, key)
        review_jobs.request_review(table, request.user.pk)
        return _review_response(table)


def _review_response(table: Table) -> Response:
    return Response(ReviewSerializer(review_jobs.review_data(table, seats_of(table))).data)
