"""The API's views of tables: lists, details, clocks, and actions before the start."""

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
from accounts.nicknames import name_lookup

from ...api import serializers as shapes
from ...api.lookups import authenticated_user, get_table, user_or_none
from ...api.request_data import (
    PAGINATION_PARAMETERS,
    integer_parameter,
    paginate,
    query_flag,
    query_number,
    query_text,
)
from ...api.schema_decorators import ERRORS, document
from ...api.table_data import full_table_data, table_fields
from ...models import Seat, Table
from ...table.access import listable_tables, tables_of_seats_filter, with_free_seats
from ...table.blocking import hide_reservations
from ...table.session import move_numbers
from ...table.views.cards import unmet_requirements
from ...time_controls import remaining_seconds
from .. import match_start
from ..admission import matchmaking
from ..admission.rematch import open_or_join_rematch
from ..eligibility import filter_joinable
from ..setup import saved_settings, table_setup

START_FILTERS = ("dated", "undated")
SEATS = Prefetch("seat_set", Seat.objects.select_related("user", "invitation__user"))


class Tables(APIView):
    """List tables, newest first (finished ones by their end); open a table."""

    @extend_schema(
        parameters=[
            OpenApiParameter("status", str, enum=Table.Status.values, default="open"),
            OpenApiParameter("game", str),
            integer_parameter("free", description="at least this many free seats"),
            OpenApiParameter("joinable", bool, description="only tables that I may join now"),
            OpenApiParameter(
                "start", str, enum=START_FILTERS, description="whether they start at a date"
            ),
            OpenApiParameter("player", str, description="the name of a player"),
            *PAGINATION_PARAMETERS,
        ],
        responses={200: shapes.TableSerializer(many=True), **ERRORS},
        operation_id="tables_list",
    )
    def get(self, request: Request) -> Response:
        query = request.query_params
        status = query.get("status", Table.Status.OPEN)
        if status not in Table.Status.values:
            raise exceptions.ValidationError({"status": f"one of {', '.join(Table.Status.values)}"})
        tables = listable_tables(request.user).filter(status=status)
        if query.get("game"):
            tables = tables.filter(game=query["game"])
        if start := query.get("start"):
            if start not in START_FILTERS:
                raise exceptions.ValidationError({"start": f"one of {', '.join(START_FILTERS)}"})
            tables = tables.filter(starts_at__isnull=start == "undated")
        if player := query_text(request, "player", usernames.LONGEST):
            person = User.objects.filter(name_lookup(player), guest_network="").first()
            tables = (
                tables.filter(tables_of_seats_filter(Seat.objects.filter(user=person)))
                if person is not None
                else tables.none()
            )
        if wanted := query_number(request, "free", 0):
            # Once a table has started, no seat of it is free.
            open_ones = status == Table.Status.OPEN
            tables = (
                with_free_seats(tables, wanted, user_or_none(request))
                if open_ones
                else tables.none()
            )
        if query_flag(request, "joinable"):
            user = user_or_none(request)
            tables = tables.none() if user is None else filter_joinable(tables, user)
        tables = tables.select_related("host", "club").prefetch_related(SEATS)
        page = paginate(request, tables.order_by(*Table.order_of(status)))
        seats = {table: list(table.seat_set.all()) for table in page}
        user = user_or_none(request)
        missed = unmet_requirements(user, seats.items())
        hide_reservations(seats.items(), user)
        move_numbers.preload_numbering(page)
        return Response(
            [table_fields(one, seats[one], user, missed.get(one.pk, "")) for one in page]
        )

    @extend_schema(
        request=shapes.TableInputSerializer,
        responses={201: shapes.VisibleTableSerializer, **ERRORS},
        operation_id="tables_open",
    )
    def post(self, request: Request) -> Response:
        form = shapes.TableInputSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        given, user = form.validated_data, authenticated_user(request)
        terms = shapes.table_settings(given)
        table = table_setup.open_table(
            user,
            given["game"],
            terms,
            name=given["name"],
            club=given["club"],
            date=None if given["date"] is None else given["date"]["date"],
            local_names=given["local_names"],
        )
        saved_settings.save_last_used(user, table.game, terms)
        matchmaking.match_waiting_people(table)
        return Response(
            full_table_data(get_table(request, table.key), user_or_none(request)), status=201
        )


class TableDetail(APIView):
    """A table as my seat sees it, or as an onlooker sees it if I do not play there."""

    @document(shapes.VisibleTableSerializer)
    def get(self, request: Request, key: str) -> Response:
        return Response(full_table_data(get_table(request, key), user_or_none(request)))


class MyTables(APIView):
    """The tables that wait for my move, most urgent first."""

    permission_classes = [IsAuthenticated]

    @document(shapes.TableSerializer(many=True), operation_id="my_tables_list")
    def get(self, request: Request) -> Response:
        user = user_or_none(request)
        assert user is not None
        awaited = (
            Seat.objects.to_move(user)
            .select_related("table__host", "table__club")
            .defer("table__state")
            .prefetch_related("table__seat_set__user")
        )
        tables = [seat.table for seat in awaited]
        move_numbers.preload_numbering(tables)
        return Response([table_fields(t, list(t.seat_set.all()), user) for t in tables])


class LobbyAction(APIView):
    """Join, leave, start or close a table that has not started."""

    permission_classes = [IsAuthenticated]
    act: Callable[[str, Any], Table]

    @document(shapes.VisibleTableSerializer)
    def post(self, request: Request, key: str) -> Response:
        table = type(self).act(key, request.user)
        return Response(full_table_data(get_table(request, table.key), user_or_none(request)))


class JoinTable(LobbyAction):
    """Take a free seat."""

    act = staticmethod(table_setup.join)


class LeaveTable(LobbyAction):
    """Leave my seat before the start. A host who leaves closes the table."""

    act = staticmethod(table_setup.leave)


class StartTable(LobbyAction):
    """Start my table now."""

    act = staticmethod(match_start.start)


class CloseTable(LobbyAction):
    """Close my table before it starts."""

    act = staticmethod(table_setup.close)


class Rematch(LobbyAction):
    """Open a rematch with the players of a finished match, or join it."""

    act = staticmethod(open_or_join_rematch)


class RenameTable(APIView):
    """Name my table before it starts. An empty name removes the name."""

    permission_classes = [IsAuthenticated]

    @document(shapes.VisibleTableSerializer, shapes.TableNameSerializer)
    def post(self, request: Request, key: str) -> Response:
        form = shapes.TableNameSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        table_setup.rename(key, request.user, form.validated_data["name"])  # type: ignore[arg-type]
        return Response(full_table_data(get_table(request, key), user_or_none(request)))


class TableClocks(APIView):
    """The clocks of a table."""

    @document(shapes.ClocksSerializer)
    def get(self, request: Request, key: str) -> Response:
        table = get_table(request, key)
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
                            else remaining_seconds(
                                seat.bank, seat.waiting_since, now, seat.calendar
                            )
                        ),
                    }
                    for seat in table.seat_set.all()
                ],
            }
        )
