"""The API's views of tables: lists, details, clocks, and actions before the start."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Prefetch
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter
from rest_framework import exceptions
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts import usernames
from accounts.models import User
from accounts.nicknames import name_lookup

from ...api import serializers as shapes
from ...api.lookups import authenticated_user, get_table, user_or_none, validated_data
from ...api.request_data import (
    PAGINATION_PARAMETERS,
    integer_parameter,
    paginate,
    query_flag,
    query_number,
    query_text,
)
from ...api.responses import responds_with
from ...api.visible_tables import ListedTable, VisibleTable, requested_table
from ...models import Seat, Table
from ...table.access import (
    listable_tables,
    tables_of_seats_filter,
    with_free_seats,
    with_shown_names,
)
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

    @responds_with(
        shapes.TableSerializer(many=True),
        operation_id="tables_list",
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
    )
    def get(self, request: Request) -> list[ListedTable]:
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
                with_shown_names(tables).filter(
                    tables_of_seats_filter(Seat.objects.filter(user=person))
                )
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
        return [
            ListedTable(
                table=table, seats=seats[table], reader=user, refusal=missed.get(table.pk, "")
            )
            for table in page
        ]

    @responds_with(
        shapes.VisibleTableSerializer,
        shapes.TableInputSerializer,
        status=201,
        operation_id="tables_open",
    )
    def post(self, request: Request) -> VisibleTable:
        given = validated_data(request, shapes.TableInputSerializer)
        user = authenticated_user(request)
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
        return requested_table(request, table.key)


class TableDetail(APIView):
    """A table as my seat sees it, or as an onlooker sees it if I do not play there."""

    @responds_with(shapes.VisibleTableSerializer)
    def get(self, request: Request, key: str) -> VisibleTable:
        return requested_table(request, key)


class MyTables(APIView):
    """The tables that wait for my move, most urgent first."""

    permission_classes = [IsAuthenticated]

    @responds_with(shapes.TableSerializer(many=True), operation_id="my_tables_list")
    def get(self, request: Request) -> list[ListedTable]:
        user = authenticated_user(request)
        awaited = (
            Seat.objects.to_move(user)
            .select_related("table__host", "table__club")
            .defer("table__state")
            .prefetch_related("table__seat_set__user")
        )
        tables = [seat.table for seat in awaited]
        move_numbers.preload_numbering(tables)
        return [
            ListedTable(table=table, seats=list(table.seat_set.all()), reader=user)
            for table in tables
        ]


class LobbyAction(APIView):
    """Join, leave, start or close a table that has not started."""

    permission_classes = [IsAuthenticated]
    act: Callable[[str, Any], Table]

    @responds_with(shapes.VisibleTableSerializer)
    def post(self, request: Request, key: str) -> VisibleTable:
        table = type(self).act(key, request.user)
        return requested_table(request, table.key)


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

    @responds_with(shapes.VisibleTableSerializer, shapes.TableNameSerializer)
    def post(self, request: Request, key: str) -> VisibleTable:
        name = validated_data(request, shapes.TableNameSerializer)["name"]
        table_setup.rename(key, authenticated_user(request), name)
        return requested_table(request, key)


class SeatClock(NamedTuple):
    seat: Seat
    now: datetime

    def seconds_left(self) -> float:
        seat = self.seat
        if seat.waiting_since is None:
            return seat.bank
        return remaining_seconds(seat.bank, seat.waiting_since, self.now, seat.calendar)


class TableClocks(APIView):
    """The clocks of a table."""

    @responds_with(shapes.ClocksSerializer)
    def get(self, request: Request, key: str) -> dict[str, Any]:
        table, now = get_table(request, key), timezone.now()
        seats = [SeatClock(seat, now) for seat in table.seat_set.all()]
        return {"table": table, "now": now, "seats": seats}
