"""Standing orders and orders ahead."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ..table import ordering, play
from ..table.reading import asking
from . import serializers as shapes
from .describing import described
from .finding import find


class Orders(APIView):
    """My standing orders and my orders ahead: what the site plays for me at once."""

    permission_classes = [IsAuthenticated]

    @described(shapes.StandingSerializer)
    def get(self, request: Request, key: str) -> Response:
        table = find(request, key)
        if not table.state:
            raise play.NotRunning(_("This table is not running."))
        return Response(_orders(play.look(table, request.user)))

    @described(shapes.StandingSerializer, shapes.OrdersSerializer)
    def post(self, request: Request, key: str) -> Response:
        form = shapes.OrdersSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        return Response(_orders(play.give_orders(key, request.user, form.validated_data["given"])))  # type: ignore[arg-type]

    @described(shapes.StandingSerializer, shapes.AheadSerializer)
    def put(self, request: Request, key: str) -> Response:
        """Put these orders ahead in place of all that I have: all of them, or none."""
        found = request.data
        given = found.get("ahead") if isinstance(found, dict) else None
        return Response(_orders(ordering.give(key, request.user, given)))  # type: ignore[arg-type]


def _orders(turn: play.Turn) -> dict[str, Any]:
    if turn.seat is None:
        raise play.NotYourSeat("You do not play at this table.")
    with asking(turn.table):
        offered = turn.match.standing_orders(turn.seat.number)
    return {"given": turn.seat.standing, "offered": offered, **ordering.data_of(turn)}
