"""The API's views for those who run a contest: whoever opened it, and the helpers of its circle."""

from __future__ import annotations

from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

import games.rules as rules

from ..models.tournaments import LONGEST_RULING
from ..tournaments import creation, lifecycle, queries, registration
from .lookups import authenticated_user, get_person, validated_data
from .schema_decorators import document
from .tournament_views import TournamentSerializer, tournament_data


class InviteeSerializer(serializers.Serializer):
    user = serializers.CharField()


class ReasonSerializer(serializers.Serializer):
    why = serializers.CharField(
        max_length=LONGEST_RULING, help_text="which everybody concerned is told"
    )


class DisqualificationSerializer(ReasonSerializer):
    user = serializers.CharField()


class RulingSerializer(ReasonSerializer):
    places = serializers.ListField(
        child=serializers.IntegerField(min_value=1),
        max_length=rules.MOST_SEATS,
        help_text="of the seats in their order: 1 for the best, shared by who is level",
    )


class ManagedTournamentView(APIView):
    """Something that is done with a contest, which is told as it is then.

    People who play in a contest decide nothing in it; another organiser or the staff do.
    """

    permission_classes = [IsAuthenticated]

    def tournament_response(self, request: Request, key: str) -> Response:
        user = authenticated_user(request)
        return Response(tournament_data(queries.get_tournament(key, user), user))


class CallOffTournament(ManagedTournamentView):
    """Call off a contest that I run and that has not begun; everybody who has entered is told."""

    @document(TournamentSerializer, operation_id="contest_call_off")
    def post(self, request: Request, key: str) -> Response:
        queries.get_tournament(key, request.user)
        creation.call_off_tournament(key, authenticated_user(request))
        return self.tournament_response(request, key)


class EndTournament(ManagedTournamentView):
    """End a contest that I run: its standings are final, and matches that are still played go on,
    but count there no more. Not while I play in it."""

    @document(TournamentSerializer, ReasonSerializer, operation_id="contest_end")
    def post(self, request: Request, key: str) -> Response:
        queries.get_tournament(key, request.user)
        lifecycle.end_early(
            key, authenticated_user(request), validated_data(request, ReasonSerializer)["why"]
        )
        return self.tournament_response(request, key)


class InviteToTournament(ManagedTournamentView):
    """Invite somebody to a contest that I run; not to one that has begun and in which I play."""

    @document(TournamentSerializer, InviteeSerializer, operation_id="contest_invite")
    def post(self, request: Request, key: str) -> Response:
        queries.get_tournament(key, request.user)
        other = get_person(validated_data(request, InviteeSerializer)["user"])
        registration.invite_player(key, authenticated_user(request), other)
        return self.tournament_response(request, key)


class DisqualifyPlayer(ManagedTournamentView):
    """Take somebody out of a contest that I run, and say why; not while I play in it."""

    @document(TournamentSerializer, DisqualificationSerializer, operation_id="contest_put_out")
    def post(self, request: Request, key: str) -> Response:
        queries.get_tournament(key, request.user)
        data = validated_data(request, DisqualificationSerializer)
        registration.disqualify(
            key, authenticated_user(request), get_person(data["user"]), data["why"]
        )
        return self.tournament_response(request, key)


class RuleOnTable(ManagedTournamentView):
    """Decide a table of a contest that I run; its match goes on, and counts there no more.

    Not while I play in it: somebody else decides then.
    """

    @document(TournamentSerializer, RulingSerializer, operation_id="contest_rule")
    def post(self, request: Request, key: str, number: int, table: int) -> Response:
        queries.get_tournament(key, request.user)
        data = validated_data(request, RulingSerializer)
        lifecycle.decide_table(
            key, authenticated_user(request), (number, table), data["places"], data["why"]
        )
        return self.tournament_response(request, key)
