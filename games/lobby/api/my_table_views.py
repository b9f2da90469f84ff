"""The API's views of my own tables: the list and how I arrange it, and the next table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.db.models import prefetch_related_objects
from django.middleware.csrf import get_token
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.models import TableListSettings, User

from ...api import serializers as shapes
from ...api.lookups import authenticated_user, get_table, validated_data
from ...api.request_data import PAGINATION_PARAMETERS, paginate, query_text
from ...api.responses import responds_with
from ...api.visible_tables import ListedTable
from ...table.blocking import hide_reservations
from ...table.session import move_numbers
from ...table.turn_order import leave_for_later, load_turn_order
from ...table.views.cards import build_table_cards, prefetch_seats
from ..home import arrangement
from ..home.my_table_filter import LONGEST_VALUE, MyTableFilter
from ..home.my_tables import GROUPS, TableGroup, load_my_tables
from ..home.offline_turns import MAX_MOVES, OfflineTurn, load_offline_turns
from .table_views import SEATS


class ListSettingsSerializer(serializers.Serializer):
    layout = serializers.ChoiceField(choices=TableListSettings.Layout.choices, required=False)
    sort = serializers.ChoiceField(choices=TableListSettings.Sort.choices, required=False)


class MyTableSerializer(serializers.Serializer):
    group = serializers.ChoiceField(choices=[*GROUPS, "archived"], help_text="what happens there")
    pinned = serializers.BooleanField(help_text="it comes before the others of its group")
    table = shapes.TableSerializer()


class PinSerializer(serializers.Serializer):
    pinned = serializers.BooleanField()


class ArchiveStateSerializer(serializers.Serializer):
    archived = serializers.BooleanField()


class ArchiveResultSerializer(serializers.Serializer):
    archived = serializers.IntegerField(help_text="how many tables")


class PlaceInputSerializer(serializers.Serializer):
    before = serializers.CharField(
        required=False, help_text="the key of the table that follows it then"
    )
    after = serializers.CharField(
        required=False, help_text="the key of the table before it; give one of the two"
    )

    def validate(self, attrs: dict[str, str]) -> dict[str, str]:
        if len(attrs) != 1:
            raise serializers.ValidationError("give either before or after")
        return attrs


class PlaceSerializer(serializers.Serializer):
    placed = serializers.BooleanField(help_text="whether it has a place in my own order")


class NextTableSerializer(serializers.Serializer):
    next = serializers.CharField(
        allow_null=True, help_text="the key of the next table that waits for me, or null"
    )


class OfflineMoveSerializer(serializers.Serializer):
    move = serializers.CharField()
    label = serializers.CharField(help_text="in words")  # type: ignore[assignment]
    group = serializers.CharField(help_text="the heading of the moves that it belongs to")
    reveals = serializers.BooleanField(help_text="reveals something and cannot be undone")
    ends_turn = serializers.BooleanField(
        help_text="my turn is complete with it; false if chance decides"
    )


class OfflineTurnSerializer(serializers.Serializer):
    key = serializers.CharField(source="table.key")
    version = serializers.IntegerField(source="table.version", help_text="for the table's moves")
    game = serializers.CharField(source="table.game")
    name = serializers.CharField(source="table.title", help_text="the name of the table")
    opponents = serializers.ListField(child=serializers.CharField(), help_text="their names")
    due_at = serializers.DateTimeField(
        source="seat.due_at", allow_null=True, help_text="when my time is up"
    )
    prompt = serializers.CharField(source="decision.prompt", help_text="what I must decide")
    draft = serializers.ListField(
        child=serializers.CharField(), help_text="the moves of my draft, before this decision"
    )
    moves = OfflineMoveSerializer(
        source="decision.moves", many=True, help_text=f"my legal moves, at most {MAX_MOVES}"
    )
    has_more = serializers.BooleanField(
        source="decision.has_more", help_text="whether I have more legal moves than `moves`"
    )
    thumbnail = serializers.CharField(help_text="a small drawing as SVG, or empty")


class OfflineTurnsSerializer(serializers.Serializer):
    user = serializers.CharField(help_text="my user name")
    tables = OfflineTurnSerializer(many=True)
    has_more = serializers.BooleanField(
        help_text="whether the next request has further tables: a request computes few"
    )


class ListedOwnTable(NamedTuple):
    """A table in a person's list."""

    group: str
    pinned: bool
    table: ListedTable


def _listed_tables(user: User, groups: Iterable[TableGroup]) -> list[ListedOwnTable]:
    cards = [(group.id, card) for group in groups for card in group.cards]
    tables = [card.table for _group, card in cards]
    prefetch_related_objects(tables, "host", "club", SEATS)
    seats = {table: list(table.seat_set.all()) for table in tables}
    hide_reservations(seats.items(), user)
    move_numbers.preload_numbering(tables)
    return [
        ListedOwnTable(
            group,
            card.is_pinned,
            ListedTable(
                table=card.table, seats=seats[card.table], reader=user, refusal=card.missed
            ),
        )
        for group, card in cards
    ]


class MyTableList(APIView):
    """All my unfinished tables and the latest finished ones, as I have arranged them.

    They come in groups: tables that wait for me, invitations, tables where a bot plays for me,
    tables that wait for others, pending and finished ones. `/api/my-tables/` has only the first.
    """

    permission_classes = [IsAuthenticated]

    @responds_with(
        MyTableSerializer(many=True),
        operation_id="my_tables_arranged",
        parameters=[
            OpenApiParameter("game", str),
            OpenApiParameter("person", str, description="the user name of someone at the table"),
            OpenApiParameter("tournament", str, description="the key of a tournament"),
            OpenApiParameter("clock", str, description="live, days or the key of a preset"),
        ],
    )
    def get(self, request: Request) -> list[ListedOwnTable]:
        user = authenticated_user(request)
        wanted = MyTableFilter.of(
            {name: query_text(request, name, LONGEST_VALUE) for name in MyTableFilter._fields}
        )
        return _listed_tables(user, load_my_tables(user, wanted))


class MyTableSettings(APIView):
    """How my tables are listed, on all my devices."""

    permission_classes = [IsAuthenticated]

    @responds_with(ListSettingsSerializer, operation_id="my_table_settings")
    def get(self, request: Request) -> TableListSettings:
        return TableListSettings.of(authenticated_user(request))

    @responds_with(
        ListSettingsSerializer, ListSettingsSerializer, operation_id="my_table_settings_set"
    )
    def patch(self, request: Request) -> TableListSettings:
        user = authenticated_user(request)
        arrangement.change_settings(user, **validated_data(request, ListSettingsSerializer))
        return TableListSettings.of(user)


class MyTableArchive(APIView):
    """My archived tables, those archived last first; POST archives all finished ones."""

    permission_classes = [IsAuthenticated]

    @responds_with(
        MyTableSerializer(many=True),
        operation_id="my_table_archive",
        parameters=PAGINATION_PARAMETERS,
    )
    def get(self, request: Request) -> list[ListedOwnTable]:
        user = authenticated_user(request)
        rows = paginate(request, arrangement.archived_rows(user).order_by("-archived_at", "-pk"))
        tables = [row.table for row in rows]
        prefetch_seats(tables)
        return _listed_tables(user, [TableGroup("archived", "", build_table_cards(tables, user))])

    @responds_with(ArchiveResultSerializer, operation_id="my_table_archive_finished")
    def post(self, request: Request) -> dict[str, int]:
        return {"archived": arrangement.archive_finished(authenticated_user(request))}


class ArchiveTable(APIView):
    """Move a finished table of mine to the archive, or back to my list."""

    permission_classes = [IsAuthenticated]

    @responds_with(ArchiveStateSerializer, operation_id="my_table_archive_put")
    def put(self, request: Request, key: str) -> dict[str, bool]:
        arrangement.archive(authenticated_user(request), key)
        return {"archived": True}

    @responds_with(ArchiveStateSerializer, operation_id="my_table_archive_remove")
    def delete(self, request: Request, key: str) -> dict[str, bool]:
        arrangement.archive(authenticated_user(request), key, is_archived=False)
        return {"archived": False}


class PinTable(APIView):
    """Pin an unfinished table of mine, or unpin it."""

    permission_classes = [IsAuthenticated]

    @responds_with(PinSerializer, operation_id="my_table_pin")
    def put(self, request: Request, key: str) -> dict[str, bool]:
        arrangement.pin(authenticated_user(request), key)
        return {"pinned": True}

    @responds_with(PinSerializer, operation_id="my_table_unpin")
    def delete(self, request: Request, key: str) -> dict[str, bool]:
        arrangement.pin(authenticated_user(request), key, is_pinned=False)
        return {"pinned": False}


class PlaceTable(APIView):
    """Place a table directly before or after another one in my own order, or take it out."""

    permission_classes = [IsAuthenticated]

    @responds_with(PlaceSerializer, PlaceInputSerializer, operation_id="my_table_place")
    def put(self, request: Request, key: str) -> dict[str, bool]:
        ((side, neighbour),) = validated_data(request, PlaceInputSerializer).items()
        user = authenticated_user(request)
        arrangement.place(user, key, neighbour, is_after=side == "after")
        return {"placed": True}

    @responds_with(PlaceSerializer, operation_id="my_table_displace")
    def delete(self, request: Request, key: str) -> dict[str, bool]:
        arrangement.remove_place(authenticated_user(request), key)
        return {"placed": False}


class NextTable(APIView):
    """The table that "next table" leads to."""

    permission_classes = [IsAuthenticated]

    @responds_with(
        NextTableSerializer,
        operation_id="next_table",
        parameters=[OpenApiParameter("after", str, description="the key of the table to leave")],
    )
    def get(self, request: Request) -> dict[str, Any]:
        order = load_turn_order(authenticated_user(request))
        return {"next": order.next_after(query_text(request, "after", LONGEST_VALUE))}


class LaterTable(APIView):
    """Put a table that waits for me at the end of the round; the response names the next one."""

    permission_classes = [IsAuthenticated]

    @responds_with(NextTableSerializer, operation_id="later")
    def post(self, request: Request, key: str) -> dict[str, Any]:
        return {"next": leave_for_later(authenticated_user(request), get_table(request, key).key)}


class OfflineTurns(APIView):
    """What a device stores of my waiting tables, to prepare turns without a connection.

    Each has the legal moves of my next decision, in words. Send a prepared turn with the version
    that it has here: a move that ends the turn, or reveals something, as `moves` of the table,
    after the moves of `draft`; any other move as `draft` of the table.
    """

    permission_classes = [IsAuthenticated]

    @responds_with(OfflineTurnsSerializer, operation_id="my_tables_offline")
    def get(self, request: Request) -> dict[str, str | bool | list[OfflineTurn]]:
        # The service worker needs the CSRF token, and has no page to read it from.
        self.headers["X-CSRFToken"] = get_token(request._request)
        user = authenticated_user(request)
        turns, has_more = load_offline_turns(user)
        return {"user": user.username, "tables": turns, "has_more": has_more}
