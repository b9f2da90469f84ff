"""The API's views of play at a running table: moves, leaving and coming back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

import games.rules as rules

from ..boards import presenter
from ..table.actions import player_actions, resignation, takeback
from ..table.agreements import actions as agreements
from ..table.session.drafts import Pov, load_pov
from ..table.session.loader import rules_guard
from ..table.session.table_session import MAX_TURN_LENGTH
from ..table.views.page_context import seat_names
from ..table.views.scenes import build_scene
from . import serializers as shapes
from .deprecation import RenamedFieldsSerializer
from .lookups import authenticated_user, get_table, validated_data
from .object_serializer import ObjectSerializer
from .request_data import integer_parameter, query_number
from .responses import responds_with
from .visible_tables import VisibleTable, requested_table


class TurnSerializer(serializers.Serializer):
    version = serializers.IntegerField(min_value=0, help_text="the table's version you saw")
    moves = serializers.ListField(
        child=serializers.CharField(max_length=rules.LONGEST_MOVE),
        min_length=1,
        max_length=MAX_TURN_LENGTH,
    )


class StopReasonSerializer(shapes.ErrorSerializer):
    number = serializers.IntegerField(required=False, help_text="which move of the turn, from 1")
    section = serializers.CharField(
        required=False, help_text="the number of the section of the rules"
    )
    url = serializers.CharField(
        required=False,
        help_text="the page of this site with this section of the rules, or empty",
    )
    reason = serializers.DictField(
        required=False, help_text="why, for programs: a code and the values in the message"
    )
    version = serializers.IntegerField(required=False, help_text="the current version of the table")


class PlayedTurnSerializer(shapes.VisibleTableSerializer):
    played = serializers.IntegerField(
        source="turn.entered", help_text="how many moves of the turn are in the match"
    )
    unread = serializers.ListField(
        source="turn.unread",
        child=serializers.CharField(),
        help_text="the moves that were not played",
    )
    stopped = StopReasonSerializer(
        source="turn.stopped.data", allow_null=True, help_text="why they were not played"
    )


class DifferenceSerializer(ObjectSerializer):
    path = serializers.ListField(help_text="the keys and indexes in the view that lead to it")
    before = serializers.JSONField()
    after = serializers.JSONField(help_text="null if it is not certain")
    is_sure = serializers.BooleanField(
        help_text="false: it depends on chance or hidden information"
    )


class MoveEffectSerializer(RenamedFieldsSerializer, ObjectSerializer):
    old_names = {"told": "preview"}

    move = serializers.CharField()
    reveals = serializers.BooleanField(help_text="reveals something and cannot be undone")
    ends = serializers.BooleanField(
        allow_null=True, help_text="my turn ends with it; null: chance decides"
    )
    points_before = serializers.IntegerField(help_text="my points, as far as they are certain")
    points_after = serializers.IntegerField(allow_null=True, help_text="null: chance decides")
    changes = DifferenceSerializer(many=True, help_text="what changes in my view")
    events = shapes.EventSerializer(many=True, help_text="the certain events, in order")
    preview = serializers.CharField(help_text="the text that the page shows for it")


class LegalMovesSerializer(serializers.Serializer):
    version = serializers.IntegerField()
    legal_moves = serializers.ListField(child=serializers.CharField())
    effects = MoveEffectSerializer(
        many=True, required=False, help_text="with effects=1: the effect of each"
    )


class GiveTimeSerializer(serializers.Serializer):
    seat = serializers.IntegerField(min_value=0, help_text="the opponent's seat")


class CallOffAgreementSerializer(serializers.Serializer):
    agrees = serializers.BooleanField(default=True)


class MoveEffect(NamedTuple):
    """The effect of a legal move; the attributes are those of the API."""

    move: str
    reveals: bool
    ends: bool | None
    points_before: int
    points_after: int | None
    changes: Sequence[rules.Difference]
    events: Sequence[rules.Event]
    preview: str


def move_effects(turn: Pov, seat: int, legal: list[str]) -> list[MoveEffect]:
    """Return the effect of each legal move of a seat on the stored match."""
    show = presenter(turn.table.game)
    scene = build_scene(turn.match, seat, seat_names(turn.seats), legal)
    return [
        MoveEffect(
            move,
            effect.is_revealing,
            effect.ends_decision,
            *effect.points,
            effect.changes,
            effect.events,
            show.preview_text(move, scene),
        )
        for move, effect in ((move, scene.effect(move)) for move in legal)
    ]


class LegalMoves(APIView):
    """The moves that I can send now, and the effect of each."""

    permission_classes = [IsAuthenticated]

    @responds_with(
        LegalMovesSerializer,
        parameters=[
            integer_parameter("effects", 0, 1, description="1: with the effect of each move")
        ],
    )
    def get(self, request: Request, key: str) -> dict[str, Any]:
        table = get_table(request, key)
        with_effects = query_number(request, "effects", 0, 0, 1)
        data: dict[str, Any] = {"version": table.version, "legal_moves": []}
        turn = load_pov(table, request.user) if table.is_running else None
        if turn is not None and turn.seat is not None and not turn.seat.bot:
            with rules_guard(table):
                data["legal_moves"] = turn.match.legal_moves(turn.seat.number)
                if with_effects:
                    data["effects"] = move_effects(turn, turn.seat.number, data["legal_moves"])
        elif with_effects:
            data["effects"] = []
        return data


class Moves(APIView):
    """Play a whole turn.

    A move that reveals something, such as a throw or a drawn card, is played before the moves after
    it are checked. So a turn is played in parts. Each part ends with such a move, and is played
    completely or not at all. If the first part is refused, nothing has changed. If a later one is,
    `played` is the number of moves in the match, and `stopped` says why the others are not.
    """

    permission_classes = [IsAuthenticated]

    @responds_with(PlayedTurnSerializer, TurnSerializer)
    def post(self, request: Request, key: str) -> VisibleTable:
        user, data = authenticated_user(request), validated_data(request, TurnSerializer)
        turn = player_actions.confirm(key, user, data["version"], data["moves"])
        return VisibleTable.of_turn(turn, user)


class VersionSeenSerializer(serializers.Serializer):
    version = serializers.IntegerField(min_value=0, help_text="the version of the table that I saw")


class Takeback(APIView):
    """Take back the last turn that I sent, with the moves of bots after it.

    This works at unrated tables where all others are bots, back to the last revealed information.
    """

    permission_classes = [IsAuthenticated]

    @responds_with(shapes.VisibleTableSerializer, VersionSeenSerializer)
    def post(self, request: Request, key: str) -> VisibleTable:
        version = validated_data(request, VersionSeenSerializer)["version"]
        user = authenticated_user(request)
        return VisibleTable.of_turn(takeback.take_back_turn(key, user, version), user)


class HandOverSerializer(serializers.Serializer):
    seat = serializers.IntegerField(min_value=0, help_text="the hot seat that gets the device")
    come = serializers.BooleanField(
        default=False, help_text="the player there has it, and I see the view of that seat"
    )


class HandOverDevice(APIView):
    """Hand the device to another hot seat. I see and play the seat that has it.

    The device goes to the seat that is to move. If the game has hidden information, the seat is
    covered until I confirm that the player has the device.
    """

    permission_classes = [IsAuthenticated]

    @responds_with(shapes.VisibleTableSerializer, HandOverSerializer)
    def post(self, request: Request, key: str) -> VisibleTable:
        user, data = authenticated_user(request), validated_data(request, HandOverSerializer)
        turn = player_actions.hand_over_device(key, user, data["seat"], has_come=data["come"])
        return VisibleTable.of_turn(turn, user)


class Resign(APIView):
    """Resign: a bot plays my seat, and it counts as lost. The last person ends the match."""

    permission_classes = [IsAuthenticated]

    @responds_with(shapes.VisibleTableSerializer)
    def post(self, request: Request, key: str) -> VisibleTable:
        user = authenticated_user(request)
        return VisibleTable.of_turn(resignation.resign(key, user), user)


class ComeBack(APIView):
    """Take my seat back from the bot that took over when my time ran out."""

    permission_classes = [IsAuthenticated]

    @responds_with(shapes.VisibleTableSerializer)
    def post(self, request: Request, key: str) -> VisibleTable:
        resignation.reclaim_seat(key, authenticated_user(request))
        return requested_table(request, key)


class GiveTime(APIView):
    """Agree to give an opponent with a running clock in days one more day. The log records it.

    The opponent gets the day when all other players have agreed.
    """

    permission_classes = [IsAuthenticated]

    @responds_with(shapes.VisibleTableSerializer, GiveTimeSerializer)
    def post(self, request: Request, key: str) -> VisibleTable:
        seat = validated_data(request, GiveTimeSerializer)["seat"]
        player_actions.give_time(key, authenticated_user(request), seat)
        return requested_table(request, key)


class AgreeToCallOff(APIView):
    """Agree to call off the match, or withdraw my agreement."""

    permission_classes = [IsAuthenticated]

    @responds_with(shapes.VisibleTableSerializer, CallOffAgreementSerializer)
    def post(self, request: Request, key: str) -> VisibleTable:
        agrees = validated_data(request, CallOffAgreementSerializer)["agrees"]
        agreements.agree_to_call_off(key, authenticated_user(request), agrees=agrees)
        return requested_table(request, key)
