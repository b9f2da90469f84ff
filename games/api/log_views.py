"""What happened at a table: its log, and the record of a match that is over."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ..boards import presenter
from ..models import Move, Table
from ..table.access import seat_of
from ..table.session import journal
from ..table.session.move_numbers import Count, count
from ..table.views.page_context import names_of
from . import serializers as shapes
from .lookups import find
from .request_data import number, whole_parameter
from .schema_decorators import ERRORS

LONGEST_LOG = 500  # entries


class LogEntrySerializer(serializers.Serializer):
    number = serializers.IntegerField(
        help_text="among the moves that I know of: what others did in secret has no number until "
        "something is revealed, and later moves have greater ones from then on"
    )
    seat = serializers.IntegerField(allow_null=True)
    move = serializers.CharField(
        allow_null=True, help_text="the notation: of my own moves, of all when the match is over"
    )
    by = serializers.ChoiceField(choices=["setup", "person", "bot", "clock", "standing"])
    at = serializers.DateTimeField()
    events = shapes.EventSerializer(many=True)
    lines = serializers.ListField(child=serializers.CharField())


class LogSerializer(serializers.Serializer):
    version = serializers.IntegerField()
    entries = LogEntrySerializer(many=True)


class Log(APIView):
    """What happened, as far as my seat may know it."""

    @extend_schema(
        parameters=[
            whole_parameter("after", description="entries with a greater number only"),
            whole_parameter(
                "limit", 1, LONGEST_LOG, description=f"at most so many ({LONGEST_LOG})"
            ),
        ],
        responses={200: LogSerializer, **ERRORS},
    )
    def get(self, request: Request, key: str) -> Response:
        table = find(request, key)
        after = number(request, "after", -1)
        limit = number(request, "limit", LONGEST_LOG, 1, LONGEST_LOG)
        seats = list(table.seat_set.select_related("user"))
        looking = seat_of(seats, request.user)
        mine = None if looking is None else looking.number
        names = names_of(seats)
        counted = count(table, mine)
        moves = table.moves.filter(number__gt=counted.real(after))
        known = moves.exclude(number__in=counted.untold)[:limit]
        entries = [log_entry(table, move, mine, names, counted) for move in known]
        return Response({"version": table.version, "entries": entries})


def log_entry(
    table: Table, move: Move, seat: int | None, names: list[str], counted: Count
) -> dict[str, Any]:
    show = presenter(table.game)
    events = journal.visible(journal.events_of(move), seat, over=table.is_over)
    may_read = table.is_over or (seat is not None and move.seat == seat)
    return {
        "number": counted.told(move.number),
        "seat": move.seat,
        "move": move.text if may_read else None,
        "by": move.by,
        "at": move.at,
        "events": [{"kind": e.kind, "seat": e.seat, "data": e.data} for e in events],
        "lines": [
            line.text for line in journal.move_lines(show, move, seat, names, over=table.is_over)
        ],
    }
