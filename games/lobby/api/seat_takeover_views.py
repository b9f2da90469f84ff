"""The API's views of seat takeover: vacant seats, taking one over, and offering one's own."""

from __future__ import annotations

from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from games.rules import MOST_SEATS

from ...api import serializers as shapes
from ...api.lookups import authenticated_user, get_table, user_or_none, validated_data
from ...api.object_serializer import ObjectSerializer
from ...api.request_data import PAGINATION_PARAMETERS, paginate
from ...api.responses import responds_with
from ...api.visible_tables import VisibleTable, requested_table
from ...models import Table
from ...table.actions import seat_offers
from ..admission import seat_takeover
from ..admission.seat_takeover import Takeover


class VacancySerializer(ObjectSerializer):
    seat = serializers.IntegerField(source="seat.number")
    player = serializers.CharField(
        source="seat.name", help_text="who plays there now, or for whom a bot plays"
    )
    reason = serializers.CharField(help_text="why the seat is vacant, in words")
    place = serializers.IntegerField(
        allow_null=True, help_text="the place by visible points; null if some are hidden"
    )
    points = serializers.IntegerField(
        allow_null=True, help_text="the visible points; null if they are hidden"
    )


class TakeoverSerializer(ObjectSerializer):
    table = serializers.CharField(source="table.key", help_text="its key")
    title = serializers.CharField(source="table.title")
    game = serializers.CharField(source="table.game")
    rated = serializers.BooleanField(source="table.rated")
    can_gain = serializers.BooleanField(
        source="is_rating_possible", help_text="whether a substitute can gain rating points"
    )
    progress = serializers.CharField(help_text="how far the match is, in words")
    clock_rule = serializers.CharField(source="pace", help_text="the clock in words")
    seats = VacancySerializer(source="vacancies", many=True)


class TakeoverInputSerializer(serializers.Serializer):
    seat = serializers.IntegerField(min_value=0, max_value=MOST_SEATS, help_text="its number")


class Takeovers(APIView):
    """Running matches with seats to take over, newest first."""

    @responds_with(
        TakeoverSerializer(many=True),
        operation_id="takeovers_list",
        parameters=[*PAGINATION_PARAMETERS],
    )
    def get(self, request: Request) -> list[Takeover]:
        tables = seat_takeover.tables_with_vacancies(user_or_none(request))
        page = paginate(request, tables.order_by(*Table.order_of(Table.Status.RUNNING)))
        return seat_takeover.build_takeovers(page)


class TakeOver(APIView):
    """Take over a vacant seat of a running match."""

    permission_classes = [IsAuthenticated]

    @responds_with(
        shapes.VisibleTableSerializer, TakeoverInputSerializer, operation_id="tables_take_over"
    )
    def post(self, request: Request, key: str) -> VisibleTable:
        number = validated_data(request, TakeoverInputSerializer)["seat"]
        seat_takeover.take_over(key, authenticated_user(request), number)
        return requested_table(request, key)


class SeatOffer(APIView):
    """Offer my seat to others, or withdraw the offer. I play until someone takes it over."""

    permission_classes = [IsAuthenticated]

    @responds_with(shapes.VisibleTableSerializer, operation_id="tables_offer_seat")
    def post(self, request: Request, key: str) -> VisibleTable:
        get_table(request, key)
        seat_offers.offer_seat(key, authenticated_user(request))
        return requested_table(request, key)

    @responds_with(shapes.VisibleTableSerializer, operation_id="tables_keep_seat")
    def delete(self, request: Request, key: str) -> VisibleTable:
        get_table(request, key)
        seat_offers.withdraw_seat(key, authenticated_user(request))
        return requested_table(request, key)
