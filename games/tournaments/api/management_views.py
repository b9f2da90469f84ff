"""The API's views for the organisers of a tournament: its creator, and helpers of its club."""

from __future__ import annotations

from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

import games.rules as rules

from ...api.lookups import authenticated_user, get_person, validated_data
from ...api.responses import responds_with
from .. import creation, lifecycle, queries, registration, rulings
from ..models import LONGEST_RULING
from .tournament_views import TournamentDetails, TournamentSerializer, tournament_details


class InviteeSerializer(serializers.Serializer):
    user = serializers.CharField()


class ReasonSerializer(serializers.Serializer):
    why = serializers.CharField(
        max_length=LONGEST_RULING, help_text="the reason, which everyone concerned can read"
    )


class DisqualificationSerializer(ReasonSerializer):
    user = serializers.CharField()


class RulingSerializer(ReasonSerializer):
    places = serializers.ListField(
        child=serializers.IntegerField(min_value=1),
        max_length=rules.MOST_SEATS,
        help_text="places in the order of the seats: 1 for the best, equal for a tie",
    )


class ManagedTournamentView(APIView):
    """An action of an organiser; the response is the tournament after it.

    Organisers who play in a tournament decide nothing in it. Another organiser or the staff do.
    """

    permission_classes = [IsAuthenticated]


class CallOffTournament(ManagedTournamentView):
    """Call off a tournament that I run and that has not begun. All entrants are notified."""

    @responds_with(TournamentSerializer, operation_id="tournament_call_off")
    def post(self, request: Request, key: str) -> TournamentDetails:
        user = authenticated_user(request)
        queries.get_tournament(key, user)
        creation.call_off_tournament(key, user)
        return tournament_details(key, user)


class EndTournament(ManagedTournamentView):
    """End a tournament that I run and do not play in. Its standings are final.

    Running matches continue, but no longer count for it.
    """

    @responds_with(TournamentSerializer, ReasonSerializer, operation_id="tournament_end")
    def post(self, request: Request, key: str) -> TournamentDetails:
        user = authenticated_user(request)
        queries.get_tournament(key, user)
        lifecycle.end_early(key, user, validated_data(request, ReasonSerializer)["why"])
        return tournament_details(key, user)


class InviteToTournament(ManagedTournamentView):
    """Invite a person to a tournament that I run; not after it began if I play in it."""

    @responds_with(TournamentSerializer, InviteeSerializer, operation_id="tournament_invite")
    def post(self, request: Request, key: str) -> TournamentDetails:
        user = authenticated_user(request)
        queries.get_tournament(key, user)
        other = get_person(validated_data(request, InviteeSerializer)["user"])
        registration.invite_player(key, user, other)
        return tournament_details(key, user)


class DisqualifyPlayer(ManagedTournamentView):
    """Disqualify a player of a tournament that I run and do not play in, with a reason."""

    @responds_with(
        TournamentSerializer, DisqualificationSerializer, operation_id="tournament_disqualify"
    )
    def post(self, request: Request, key: str) -> TournamentDetails:
        user = authenticated_user(request)
        queries.get_tournament(key, user)
        data = validated_data(request, DisqualificationSerializer)
        registration.disqualify(key, user, get_person(data["user"]), data["why"])
        return tournament_details(key, user)


class RuleOnTable(ManagedTournamentView):
    """Decide a table of a tournament that I run and do not play in.

    The match continues, but no longer counts for it.
    """

    @responds_with(TournamentSerializer, RulingSerializer, operation_id="tournament_decide_table")
    def post(self, request: Request, key: str, number: int, table: int) -> TournamentDetails:
        user = authenticated_user(request)
        queries.get_tournament(key, user)
        data = validated_data(request, RulingSerializer)
        rulings.decide_table(key, user, (number, table), data["places"], data["why"])
        return tournament_details(key, user)
