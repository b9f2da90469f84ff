"""What people do at a table that runs: moves, and leaving or coming back."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.rules import LONGEST_MOVE

from ..table.actions import player_actions, takeback
from ..table.session.loader import rules_guard
from ..table.session.table_session import MAX_TURN_LENGTH
from . import errors
from . import serializers as shapes
from .lookups import get_table, user_or_none, validated_data
from .request_data import integer_parameter, query_number
from .schema_decorators import ERRORS, document
from .table_data import full_table_data, move_effects_data, visible_table_data


class TurnSerializer(serializers.Serializer):
    version = serializers.IntegerField(min_value=0, help_text="the table's version you saw")
    moves = serializers.ListField(
        child=serializers.CharField(max_length=LONGEST_MOVE),
        min_length=1,
        max_length=MAX_TURN_LENGTH,
    )


class StopReasonSerializer(shapes.ErrorSerializer):
    number = serializers.IntegerField(required=False, help_text="which move of the turn, from 1")
    section = serializers.CharField(required=False, help_text="of the rules")
    url = serializers.CharField(
        required=False,
        help_text="the page of this site that says this section of the rules, or empty",
    )
    reason = serializers.DictField(
        required=False, help_text="why, for programs: a code and the values in the message"
    )
    version = serializers.IntegerField(required=False, help_text="of the table now")


class PlayedTurnSerializer(shapes.VisibleTableSerializer):
    played = serializers.IntegerField(help_text="how many moves of the turn are in the match")
    unread = serializers.ListField(
        child=serializers.CharField(), help_text="the moves that were not played"
    )
    stopped = StopReasonSerializer(allow_null=True, help_text="why they were not")


class DifferenceSerializer(serializers.Serializer):
    path = serializers.ListField(help_text="the keys and places in the view that lead to it")
    before = serializers.JSONField()
    after = serializers.JSONField(help_text="null where it is not sure")
    is_sure = serializers.BooleanField(help_text="false: chance or what is hidden decides")


class MoveEffectSerializer(serializers.Serializer):
    move = serializers.CharField()
    reveals = serializers.BooleanField(help_text="it cannot be taken back")
    ends = serializers.BooleanField(
        allow_null=True, help_text="I have nothing to decide afterwards; null: chance may decide"
    )
    points_before = serializers.IntegerField(help_text="mine, those that are certain")
    points_after = serializers.IntegerField(allow_null=True, help_text="null: chance decides")
    changes = DifferenceSerializer(many=True, help_text="what becomes different in my view")
    events = shapes.EventSerializer(many=True, help_text="what happens for certain, in this order")
    told = serializers.CharField(help_text="what the bar of the page says of it")


class LegalMovesSerializer(serializers.Serializer):
    version = serializers.IntegerField()
    legal_moves = serializers.ListField(child=serializers.CharField())
    effects = MoveEffectSerializer(
        many=True, required=False, help_text="with effects=1: what each of them would do"
    )


class GiveTimeSerializer(serializers.Serializer):
    seat = serializers.IntegerField(min_value=0, help_text="the opponent's seat")


class CallOffAgreementSerializer(serializers.Serializer):
    agrees = serializers.BooleanField(default=True)


class LegalMoves(APIView):
    """The moves that `POST moves` would take from me now, and what each of them would do."""

    permission_classes = [IsAuthenticated]

    @document(
        LegalMovesSerializer,
        parameters=[integer_parameter("effects", 0, 1, description="1: tell what each would do")],
    )
    def get(self, request: Request, key: str) -> Response:
        table = get_table(request, key)
        with_effects = query_number(request, "effects", 0, 0, 1)
        told: dict[str, Any] = {"version": table.version, "legal_moves": []}
        turn = player_actions.load_pov(table, request.user) if table.is_running else None
        if turn is not None and turn.seat is not None and not turn.seat.bot:
            with rules_guard(table):
                told["legal_moves"] = turn.match.legal_moves(turn.seat.number)
                if with_effects:
                    told["effects"] = move_effects_data(turn, turn.seat.number, told["legal_moves"])
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

    @document(PlayedTurnSerializer, TurnSerializer)
    def post(self, request: Request, key: str) -> Response:
        form = TurnSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        data = form.validated_data
        turn = player_actions.confirm(key, request.user, data["version"], data["moves"])  # type: ignore[arg-type]
        stopped = None if turn.stopped is None else errors.error_data(turn.stopped)
        answer = {"played": turn.entered, "unread": turn.unread, "stopped": stopped}
        return Response({**visible_table_data(turn, user_or_none(request)), **answer})


class VersionSeenSerializer(serializers.Serializer):
    version = serializers.IntegerField(min_value=0, help_text="of the table, as I saw it")


class Takeback(APIView):
    """Take back the last turn that I have sent, and what bots did after it.

    Only at friendly tables where everybody else is a bot, as far back as to what was revealed last.
    """

    permission_classes = [IsAuthenticated]

    @document(shapes.VisibleTableSerializer, VersionSeenSerializer)
    def post(self, request: Request, key: str) -> Response:
        version = validated_data(request, VersionSeenSerializer)["version"]
        turn = takeback.take_back_turn(key, request.user, version)  # type: ignore[arg-type]
        return Response(visible_table_data(turn, user_or_none(request)))


class HandOverSerializer(serializers.Serializer):
    seat = serializers.IntegerField(min_value=0, help_text="the hot seat that gets the device")
    come = serializers.BooleanField(
        default=False, help_text="whoever plays there has it: its view is mine from now on"
    )


class HandOverDevice(APIView):
    """Give the device of a hot seat to another seat there: I look and move from where it is.

    It goes by itself to who is to move. Where something is hidden, the seat is covered until I say
    that it has come.
    """

    permission_classes = [IsAuthenticated]

    @document(shapes.VisibleTableSerializer, HandOverSerializer)
    def post(self, request: Request, key: str) -> Response:
        form = HandOverSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        seat, has_come = form.validated_data["seat"], form.validated_data["come"]
        turn = player_actions.hand_over_device(key, request.user, seat, has_come=has_come)  # type: ignore[arg-type]
        return Response(visible_table_data(turn, user_or_none(request)))


class Resign(APIView):
    """Hand my seat to a bot; it counts as lost. The last person at a table ends the match."""

    permission_classes = [IsAuthenticated]

    @document(shapes.VisibleTableSerializer)
    def post(self, request: Request, key: str) -> Response:
        table = player_actions.resign(key, request.user)  # type: ignore[arg-type]
        return Response(visible_table_data(table, user_or_none(request)))


class ComeBack(APIView):
    """Take my seat back from the bot that plays it since my time ran out."""

    permission_classes = [IsAuthenticated]

    @document(shapes.VisibleTableSerializer)
    def post(self, request: Request, key: str) -> Response:
        player_actions.reclaim_seat(key, request.user)  # type: ignore[arg-type]
        return Response(full_table_data(get_table(request, key), user_or_none(request)))


class GiveTime(APIView):
    """Agree that an opponent whose clock of days runs gets one more day; the log says who did.

    The day is given once everyone else who plays there has agreed."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        request=GiveTimeSerializer, responses={200: shapes.VisibleTableSerializer, **ERRORS}
    )
    def post(self, request: Request, key: str) -> Response:
        given = GiveTimeSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        player_actions.give_time(key, request.user, given.validated_data["seat"])  # type: ignore[arg-type]
        return Response(full_table_data(get_table(request, key), user_or_none(request)))


class AgreeToCallOff(APIView):
    """Agree (or no longer agree) that the match be called off."""

    permission_classes = [IsAuthenticated]

    @document(shapes.VisibleTableSerializer, CallOffAgreementSerializer)
    def post(self, request: Request, key: str) -> Response:
        form = CallOffAgreementSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        player_actions.agree_to_call_off(key, request.user, agrees=form.validated_data["agrees"])  # type: ignore[arg-type]
        return Response(full_table_data(get_table(request, key), user_or_none(request)))
