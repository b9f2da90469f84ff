"""Tables: lists, one of them, its clocks, and what is done before the start."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db.models import Prefetch
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import exceptions
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import usernames
from accounts.models import User
from accounts.nicknames import known_as

from ..lobby import match_start, matchmaking, saved_settings, table_setup
from ..lobby.eligibility import joinable
from ..lobby.rematch import again
from ..models import Seat, Table
from ..social.blocking import veil
from ..table.access import listed_for, tables_with, with_free_seats
from ..table.session import move_numbers
from ..table.views.cards import missed_by
from ..time_controls import remaining
from . import serializers as shapes
from .lookups import find, me, person
from .request_data import PAGE, flag, number, slice_of, text, whole_parameter
from .schema_decorators import ERRORS, described
from .table_data import shown, table_data

STARTS = ("dated", "undated")
SEATS = Prefetch("seat_set", Seat.objects.select_related("user", "invitation__user"))


class Tables(APIView):
    """List tables, the latest first (those that are over by their end); open a table."""

    @extend_schema(
        parameters=[
            OpenApiParameter("status", str, enum=Table.Status.values, default="open"),
            OpenApiParameter("game", str),
            whole_parameter("free", description="at least so many free seats"),
            OpenApiParameter("joinable", bool, description="only tables that I may join now"),
            OpenApiParameter("start", str, enum=STARTS, description="whether they start at a date"),
            OpenApiParameter("player", str, description="what somebody is called"),
            *PAGE,
        ],
        responses={200: shapes.TableSerializer(many=True), **ERRORS},
        operation_id="tables_list",
    )
    def get(self, request: Request) -> Response:
        query = request.query_params
        status = query.get("status", Table.Status.OPEN)
        if status not in Table.Status.values:
            raise exceptions.ValidationError({"status": f"one of {', '.join(Table.Status.values)}"})
        tables = listed_for(request.user).filter(status=status)
        if query.get("game"):
            tables = tables.filter(game=query["game"])
        if start := query.get("start"):
            if start not in STARTS:
                raise exceptions.ValidationError({"start": f"one of {', '.join(STARTS)}"})
            tables = tables.filter(starts_at__isnull=start == "undated")
        if player := text(request, "player", usernames.LONGEST):
            person = User.objects.filter(known_as(player), guest_of="").first()
            tables = (
                tables.filter(tables_with(Seat.objects.filter(user=person)))
                if person is not None
                else tables.none()
            )
        if wanted := number(request, "free", 0):
            # Once a table has started, no seat of it is free.
            open_ones = status == Table.Status.OPEN
            tables = with_free_seats(tables, wanted, me(request)) if open_ones else tables.none()
        if flag(request, "joinable"):
            user = me(request)
            tables = tables.none() if user is None else joinable(tables, user)
        tables = tables.select_related("host", "circle").prefetch_related(SEATS)
        page = slice_of(request, tables.order_by(*Table.order_of(status)))
        seats = {table: list(table.seat_set.all()) for table in page}
        user = me(request)
        missed = missed_by(user, seats.items())
        veil(seats.items(), user)
        move_numbers.prepare(page)
        return Response([table_data(one, seats[one], user, missed.get(one.pk, "")) for one in page])

    @extend_schema(
        request=shapes.OpenTableSerializer,
        responses={201: shapes.TableAsSeenSerializer, **ERRORS},
        operation_id="tables_open",
    )
    def post(self, request: Request) -> Response:
        form = shapes.OpenTableSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        given, user = form.validated_data, person(request)
        terms = shapes.terms(given)
        date = None if given["date"] is None else given["date"]["date"]
        named = {"name": given["name"], "circle": given["circle"], "date": date}
        named["local_names"] = given["local_names"]
        table = table_setup.open_table(user, given["game"], **named, **terms.arguments())
        saved_settings.keep_last(user, table.game, terms)
        matchmaking.offer(table)
        return Response(shown(find(request, table.key), me(request)), status=201)


class TableView(APIView):
    """A table as my seat sees it (as an onlooker sees it where I do not play)."""

    @described(shapes.TableAsSeenSerializer)
    def get(self, request: Request, key: str) -> Response:
        return Response(shown(find(request, key), me(request)))


class MyTables(APIView):
    """The tables where I owe a decision, the most urgent first."""

    permission_classes = [IsAuthenticated]

    @described(shapes.TableSerializer(many=True), operation_id="my_tables_list")
    def get(self, request: Request) -> Response:
        user = me(request)
        assert user is not None
        awaited = (
            Seat.objects.awaited(user)
            .select_related("table__host", "table__circle")
            .defer("table__state")
            .prefetch_related("table__seat_set__user")
        )
        tables = [seat.table for seat in awaited]
        move_numbers.prepare(tables)
        return Response([table_data(t, list(t.seat_set.all()), user) for t in tables])


class LobbyAction(APIView):
    """Join, leave, start or close a table that has not started."""

    permission_classes = [IsAuthenticated]
    act: Callable[[str, Any], Table]

    @described(shapes.TableAsSeenSerializer)
    def post(self, request: Request, key: str) -> Response:
        table = type(self).act(key, request.user)
        return Response(shown(find(request, table.key), me(request)))


class Join(LobbyAction):
    """Take a free seat."""

    act = staticmethod(table_setup.join)


class Leave(LobbyAction):
    """Give my seat back before the start; a host who leaves closes the table."""

    act = staticmethod(table_setup.leave)


class Start(LobbyAction):
    """Start my table now."""

    act = staticmethod(match_start.start)


class Close(LobbyAction):
    """Close my table before it starts."""

    act = staticmethod(table_setup.close)


class Again(LobbyAction):
    """Play again with the people of a match that is over: open the table that follows, or join."""

    act = staticmethod(again)


class Rename(APIView):
    """Name my table before it starts; an empty name takes the name back."""

    permission_classes = [IsAuthenticated]

    @described(shapes.TableAsSeenSerializer, shapes.TableNameSerializer)
    def post(self, request: Request, key: str) -> Response:
        form = shapes.TableNameSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        table_setup.rename(key, request.user, form.validated_data["name"])  # type: ignore[arg-type]
        return Response(shown(find(request, key), me(request)))


class Clocks(APIView):
    """The clocks of a table."""

    @described(shapes.ClocksSerializer)
    def get(self, request: Request, key: str) -> Response:
        table = find(request, key)
        now = timezone.now()
        clock = table.clock
        return Response(
            {
                "version": table.version,
                "now": now,
                "clock": {"bank": clock.bank, "increment": clock.increment, "cap": clock.cap},
                "seats": [
                    {
                        "seat": seat.number,
                        "bank": seat.bank,
                        "waiting_since": seat.waiting_since,
                        "due_at": seat.due_at,
                        "seconds_left": (
                            seat.bank
                            if seat.waiting_since is None
                            else remaining(seat.bank, seat.waiting_since, now, seat.calendar)
                        ),
                    }
                    for seat in table.seat_set.all()
                ],
            }
        )
