"""The API's views of automatic answers and conditional moves."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from portal.errors import Forbidden

from ..models import Seat
from ..table.actions import player_actions
from ..table.conditional_moves import actions
from ..table.errors import NotRunningError
from ..table.session.drafts import Pov, load_pov
from ..table.session.loader import rules_guard
from .deprecation import RenamedFieldsSerializer
from .errors import missing_key_error
from .lookups import authenticated_user, get_table, validated_data
from .responses import responds_with


@extend_schema_serializer(component_name="StandingAnswers")  # its published name
class AutoAnswersSerializer(serializers.Serializer):
    given = serializers.ListField(child=serializers.CharField(max_length=60), max_length=40)


class ConditionalMoveSerializer(serializers.Serializer):
    """At this kind of decision, play the first of these moves that is legal."""

    id = serializers.IntegerField(
        required=False, help_text="unique for this seat; left out for a new one"
    )
    kind = serializers.CharField(help_text="a key of `kinds`")
    moves = serializers.ListField(
        child=serializers.CharField(), help_text="moves, or patterns of them with *, best first"
    )
    guards = serializers.DictField(
        child=serializers.IntegerField(),
        required=False,
        help_text="conditions: the numbers by key of the kind's guards",
    )
    otherwise = serializers.ChoiceField(choices=["ask", "pass", "site"], required=False)
    until = serializers.ChoiceField(choices=["once", "round", "stop"], required=False)
    way = serializers.ChoiceField(
        choices=["first", "each"],
        required=False,
        help_text="`first`: the first legal move each time; `each`: the moves one after the other",
    )
    armed = serializers.BooleanField(required=False)
    round = serializers.IntegerField(
        required=False,
        allow_null=True,
        help_text="the round in which it was switched on; set by the site",
    )
    played = serializers.IntegerField(
        required=False, help_text="how many of the moves of `each` were played; set by the site"
    )
    stopped = serializers.CharField(
        required=False, allow_blank=True, help_text="why it stopped, as a code; set by the site"
    )


class ConditionalMovesInputSerializer(RenamedFieldsSerializer):
    old_names = {"ahead": "conditional_moves"}

    conditional_moves = ConditionalMoveSerializer(many=True, required=False)


class GuardSerializer(serializers.Serializer):
    key = serializers.CharField()
    name = serializers.CharField(source="label")
    has_number = serializers.BooleanField()


class DecisionKindSerializer(serializers.Serializer):
    """A kind of decision. Write its moves as in `forms`, with `words` in place of <names>."""

    key = serializers.CharField(source="kind.key")
    name = serializers.CharField(source="kind.label")
    forms = serializers.ListField(source="kind.move_forms", child=serializers.CharField())
    words = serializers.DictField(child=serializers.ListField(child=serializers.CharField()))
    guards = GuardSerializer(source="kind.guards", many=True)
    until = serializers.ListField(child=serializers.CharField())


class ConditionalMovesSerializer(RenamedFieldsSerializer):
    old_names = {"ahead": "conditional_moves"}

    given = serializers.ListField(
        source="seat.auto_answers", child=serializers.CharField(max_length=60), max_length=40
    )
    offered = serializers.ListField(child=serializers.CharField())
    conditional_moves = ConditionalMoveSerializer(source="seat.conditional_moves", many=True)
    kinds = DecisionKindSerializer(many=True)


class SeatAnswers(NamedTuple):
    """A seat with its automatic answers and conditional moves, and those that it can have."""

    seat: Seat
    offered: list[str]
    kinds: list[actions.AvailableKind]

    @classmethod
    def of(cls, turn: Pov) -> SeatAnswers:
        if turn.seat is None:
            raise Forbidden("You do not play at this table.", code="not_your_seat")
        with rules_guard(turn.table):
            offered = turn.match.auto_answers(turn.seat.number)
        return cls(turn.seat, offered, actions.available_kinds(turn))


class ConditionalMoves(APIView):
    """My automatic answers and conditional moves, which the site plays for me immediately."""

    permission_classes = [IsAuthenticated]

    @responds_with(ConditionalMovesSerializer)
    def get(self, request: Request, key: str) -> SeatAnswers:
        table = get_table(request, key)
        if not table.state:
            raise NotRunningError(_("This table is not running."))
        return SeatAnswers.of(load_pov(table, request.user))

    @responds_with(ConditionalMovesSerializer, AutoAnswersSerializer)
    def post(self, request: Request, key: str) -> SeatAnswers:
        given = validated_data(request, AutoAnswersSerializer)["given"]
        user = authenticated_user(request)
        return SeatAnswers.of(player_actions.set_auto_answers(key, user, given))

    @responds_with(ConditionalMovesSerializer, ConditionalMovesInputSerializer)
    def put(self, request: Request, key: str) -> SeatAnswers:
        """Replace all my conditional moves by these. If one is not valid, nothing changes."""
        found = request.data if isinstance(request.data, dict) else {}
        given = ConditionalMovesInputSerializer.with_new_names(found)
        if "conditional_moves" not in given:
            raise missing_key_error("conditional_moves")
        user = authenticated_user(request)
        return SeatAnswers.of(actions.give(key, user, given["conditional_moves"]))
