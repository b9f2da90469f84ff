"""What people do at a table that runs: moves, and leaving or coming back."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ..table import play
from ..table.reading import asking
from . import errors
from . import serializers as shapes
from .describing import ERRORS, described
from .finding import find, me
from .reading import number, whole_parameter
from .seen import as_seen, effects, shown


class LegalMoves(APIView):
    """The moves that `POST moves` would take from me now, and what each of them would do."""

    permission_classes = [IsAuthenticated]

    @described(
        shapes.LegalMovesSerializer,
        parameters=[whole_parameter("effects", 0, 1, description="1: tell what each would do")],
    )
    def get(self, request: Request, key: str) -> Response:
        table = find(request, key)
        with_effects = number(request, "effects", 0, 0, 1)
        told: dict[str, Any] = {"version": table.version, "legal_moves": []}
        turn = play.look(table, request.user) if table.is_running else None
        if turn is not None and turn.seat is not None and not turn.seat.bot:
            with asking(table):
                told["legal_moves"] = turn.match.legal_moves(turn.seat.number)
                if with_effects:
                    told["effects"] = effects(turn, turn.seat.number, told["legal_moves"])
        elif with_effects:
            told["effects"] = []
        return Response(told)


class Moves(APIView):
    """Hand in a whole turn.

    Nothing behind a move that reveals something (a throw, a drawn card) is looked at before that
    move is in the match. So a turn goes in by parts, each up to and with such a move, each in one
    step or not at all. If its first part is refused, nothing has changed; if a later one is,
    `played` says how many moves stand, and `stopped` why the others do not.
    """

    permission_classes = [IsAuthenticated]

    @described(shapes.TurnPlayedSerializer, shapes.TurnSerializer)
    def post(self, request: Request, key: str) -> Response:
        form = shapes.TurnSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        data = form.validated_data
        turn = play.confirm(key, request.user, data["version"], data["moves"])  # type: ignore[arg-type]
        stopped = None if turn.stopped is None else errors.described(turn.stopped)
        answer = {"played": turn.entered, "unread": turn.unread, "stopped": stopped}
        return Response({**as_seen(turn, me(request)), **answer})


class Resign(APIView):
    """Hand my seat to a bot; it counts as lost. The last person at a table ends the match."""

    permission_classes = [IsAuthenticated]

    @described(shapes.TableAsSeenSerializer)
    def post(self, request: Request, key: str) -> Response:
        return Response(as_seen(play.resign(key, request.user), me(request)))  # type: ignore[arg-type]


class ComeBack(APIView):
    """Take my seat back from the bot that plays it since my time ran out."""

    permission_classes = [IsAuthenticated]

    @described(shapes.TableAsSeenSerializer)
    def post(self, request: Request, key: str) -> Response:
        play.come_back(key, request.user)  # type: ignore[arg-type]
        return Response(shown(find(request, key), me(request)))


class GiveTime(APIView):
    """Give an opponent whose clock of days runs one more day; the log says who did."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        request=shapes.GiveTimeSerializer, responses={200: shapes.TableAsSeenSerializer, **ERRORS}
    )
    def post(self, request: Request, key: str) -> Response:
        given = shapes.GiveTimeSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        play.give_time(key, request.user, given.validated_data["seat"])  # type: ignore[arg-type]
        return Response(shown(find(request, key), me(request)))


class CallOff(APIView):
    """Agree (or no longer agree) that the match be called off."""

    permission_classes = [IsAuthenticated]

    @described(shapes.TableAsSeenSerializer, shapes.CallOffSerializer)
    def post(self, request: Request, key: str) -> Response:
        form = shapes.CallOffSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        play.agree_call_off(key, request.user, agrees=form.validated_data["agrees"])  # type: ignore[arg-type]
        return Response(shown(find(request, key), me(request)))
