"""Standing orders and orders ahead."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ..conditional_moves import actions
from ..table.actions import player_actions
from ..table.session.loader import asking
from .errors import missing
from .lookups import find
from .schema_decorators import described


class OrdersSerializer(serializers.Serializer):
    given = serializers.ListField(child=serializers.CharField(max_length=60), max_length=40)


class OrderAheadSerializer(serializers.Serializer):
    """When I am asked this kind of decision, play the first of these moves that is legal."""

    id = serializers.IntegerField(required=False, help_text="of this seat alone; given where new")
    kind = serializers.CharField(help_text="a key of `kinds`")
    moves = serializers.ListField(
        child=serializers.CharField(), help_text="moves, or patterns of them with *, best first"
    )
    guards = serializers.DictField(
        child=serializers.IntegerField(), required=False, help_text="by key of the kind's guards"
    )
    otherwise = serializers.ChoiceField(choices=["ask", "pass", "site"], required=False)
    until = serializers.ChoiceField(choices=["once", "round", "stop"], required=False)
    way = serializers.ChoiceField(
        choices=["first", "each"],
        required=False,
        help_text="the first legal move each time, or the moves one after the other",
    )
    armed = serializers.BooleanField(required=False)
    round = serializers.IntegerField(
        required=False, allow_null=True, help_text="in which it was armed; the site's own note"
    )
    played = serializers.IntegerField(
        required=False, help_text="moves played of those that go one after the other; likewise"
    )
    stopped = serializers.CharField(
        required=False, allow_blank=True, help_text="why it stopped itself, a code; likewise"
    )


class AheadSerializer(serializers.Serializer):
    ahead = OrderAheadSerializer(many=True)


class GuardSerializer(serializers.Serializer):
    key = serializers.CharField()
    name = serializers.CharField()
    has_number = serializers.BooleanField()


class KindSerializer(serializers.Serializer):
    """A kind of decision: its moves are written as `forms` say, with `words` for <names>."""

    key = serializers.CharField()
    name = serializers.CharField()
    forms = serializers.ListField(child=serializers.CharField())
    words = serializers.DictField(child=serializers.ListField(child=serializers.CharField()))
    guards = GuardSerializer(many=True)
    until = serializers.ListField(child=serializers.CharField())


class StandingSerializer(OrdersSerializer):
    offered = serializers.ListField(child=serializers.CharField())
    ahead = OrderAheadSerializer(many=True)
    kinds = KindSerializer(many=True)


class Orders(APIView):
    """My standing orders and my orders ahead: what the site plays for me at once."""

    permission_classes = [IsAuthenticated]

    @described(StandingSerializer)
    def get(self, request: Request, key: str) -> Response:
        table = find(request, key)
        if not table.state:
            raise player_actions.NotRunning(_("This table is not running."))
        return Response(_orders(player_actions.look(table, request.user)))

    @described(StandingSerializer, OrdersSerializer)
    def post(self, request: Request, key: str) -> Response:
        form = OrdersSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        given = form.validated_data["given"]
        return Response(_orders(player_actions.give_orders(key, request.user, given)))  # type: ignore[arg-type]

    @described(StandingSerializer, AheadSerializer)
    def put(self, request: Request, key: str) -> Response:
        """Put these orders ahead in place of all that I have: all of them, or none."""
        found = request.data
        if not isinstance(found, dict) or "ahead" not in found:
            raise missing("ahead")
        return Response(_orders(actions.give(key, request.user, found["ahead"])))  # type: ignore[arg-type]


def _orders(turn: player_actions.Turn) -> dict[str, Any]:
    if turn.seat is None:
        raise player_actions.NotYourSeat("You do not play at this table.")
    with asking(turn.table):
        offered = turn.match.standing_orders(turn.seat.number)
    return {"given": turn.seat.standing, "offered": offered, **actions.data_of(turn)}
