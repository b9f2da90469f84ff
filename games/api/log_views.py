"""The API's view of the log of a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

import games.rules as rules

from ..boards import presenter
from ..models import Move, Table, names_for_move
from ..table.access import viewing_seat_of
from ..table.session import journal
from ..table.session.move_numbers import MoveNumbering, numbering_for
from ..table.views.page_context import seat_names
from . import serializers as shapes
from .lookups import get_table
from .object_serializer import ObjectSerializer
from .request_data import integer_parameter, query_number
from .responses import responds_with

MAX_LOG_ENTRIES = 500


class LogEntrySerializer(ObjectSerializer):
    number = serializers.IntegerField(
        help_text=(
            "counts the moves that I may know; secret moves of others get their number when "
            "something is revealed, and later numbers grow then"
        )
    )
    seat = serializers.IntegerField(source="move.seat", allow_null=True)
    move = serializers.CharField(
        source="text",
        allow_null=True,
        help_text="the notation: of my own moves, and of all moves after the end",
    )
    by = serializers.ChoiceField(
        source="move.by", choices=["setup", "person", "bot", "clock", "standing"]
    )
    at = serializers.DateTimeField(source="move.at")
    events = shapes.EventSerializer(many=True)
    lines = serializers.ListField(child=serializers.CharField())


class LogSerializer(serializers.Serializer):
    version = serializers.IntegerField()
    entries = LogEntrySerializer(many=True)


class VisibleLogEntry(NamedTuple):
    """A move as far as a seat may know it.

    Attributes:
        move: its row; readers always see its seat, source and time, but not always its text.
        number: the number that the seat sees.
        text: the notation; None if the seat may not know it.
        lines: its events in words.
    """

    move: Move
    number: int
    text: str | None
    events: list[rules.Event]
    lines: list[str]


class TableLog(APIView):
    """The log of the match, as far as my seat may know it."""

    @responds_with(
        LogSerializer,
        parameters=[
            integer_parameter("after", description="entries with a greater number only"),
            integer_parameter(
                "limit", 1, MAX_LOG_ENTRIES, description=f"at most so many ({MAX_LOG_ENTRIES})"
            ),
        ],
    )
    def get(self, request: Request, key: str) -> dict[str, Any]:
        table = get_table(request, key)
        after = query_number(request, "after", -1)
        limit = query_number(request, "limit", MAX_LOG_ENTRIES, 1, MAX_LOG_ENTRIES)
        seats = list(table.seat_set.select_related("user"))
        looking = viewing_seat_of(seats, request.user)
        mine = None if looking is None else looking.number
        names = seat_names(seats)
        counted = numbering_for(table, mine)
        moves = table.moves.filter(number__gt=counted.journal_number(after))
        known = moves.exclude(number__in=counted.hidden_numbers)[:limit]
        entries = [_visible_entry(table, move, mine, names, counted) for move in known]
        return {"version": table.version, "entries": entries}


def _visible_entry(
    table: Table, move: Move, seat: int | None, names: Sequence[str], counted: MoveNumbering
) -> VisibleLogEntry:
    names = names_for_move(table, names, move.number)
    lines = journal.move_lines(presenter(table.game), move, seat, names, over=table.is_over)
    may_read = table.is_over or (seat is not None and move.seat == seat)
    return VisibleLogEntry(
        move,
        counted.visible_number(move.number),
        move.text if may_read else None,
        journal.visible_events(journal.stored_events(move), seat, over=table.is_over),
        [line.text for line in lines],
    )
