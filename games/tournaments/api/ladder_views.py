"""The API's views of ladders: challenges, the players I may challenge, and my answer."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ...api.lookups import authenticated_user, get_person, user_or_none, validated_data
from ...api.schema_decorators import document
from .. import ladder_challenges, queries
from ..models import Tournament


class ChallengeSerializer(serializers.Serializer):
    by = serializers.CharField()
    to = serializers.CharField()
    due_at = serializers.DateTimeField(
        help_text="without an answer by then, the challenged player loses the place"
    )
    is_next = serializers.BooleanField(
        help_text="whether it is the next one to answer; false while earlier ones wait"
    )
    accepted_at = serializers.DateTimeField(
        allow_null=True,
        help_text="the table starts when both have room, at `due_at` at the latest",
    )


class ChallengesSerializer(serializers.Serializer):
    challenges = ChallengeSerializer(many=True, help_text="those whose tables have not started")
    in_reach = serializers.ListField(
        child=serializers.CharField(),
        help_text="the players I may challenge now, the nearest last",
    )


class ChallengeInputSerializer(serializers.Serializer):
    user = serializers.CharField(help_text="the player I challenge")


class AnswerChallengeSerializer(serializers.Serializer):
    answer = serializers.ChoiceField(
        choices=["accept", "decline", "take_back"],
        help_text="to the oldest challenge to me; or `take_back` for the one I made",
    )


def _challenges_data(tournament: Tournament, request: Request) -> dict[str, Any]:
    user = user_or_none(request)
    mine = None if user is None else tournament.entries.filter(user=user).first()
    waiting = ladder_challenges.pending_challenges(tournament)
    answerable = ladder_challenges.challenges_to_answer(waiting).values()
    near = ladder_challenges.challengeable_entries(tournament, mine, waiting)
    lines = {line.person.entry: line.person for line in queries.get_summary(tournament).lines}
    return {
        "challenges": [
            {
                "by": one.challenger.user.username,
                "to": one.opponent.user.username,
                "due_at": one.due_at,
                "is_next": one in answerable,
                "accepted_at": one.accepted_at,
            }
            for one in waiting
        ],
        "in_reach": [lines[one].username for one in near],
    }


class Challenges(APIView):
    """The challenges of a ladder that wait for an answer or a table; challenge a player."""

    @document(ChallengesSerializer, operation_id="tournament_challenges")
    def get(self, request: Request, key: str) -> Response:
        return Response(_challenges_data(queries.get_tournament(key, request.user), request))

    @document(ChallengesSerializer, ChallengeInputSerializer, operation_id="tournament_challenge")
    def post(self, request: Request, key: str) -> Response:
        user = authenticated_user(request)
        queries.get_tournament(key, user)
        other = get_person(validated_data(request, ChallengeInputSerializer)["user"])
        ladder_challenges.make_challenge(key, user, other)
        return Response(_challenges_data(queries.get_tournament(key, user), request))


class AnswerChallenge(APIView):
    """Accept or decline a challenge to me, or withdraw the one I made."""

    permission_classes = [IsAuthenticated]

    @document(
        ChallengesSerializer, AnswerChallengeSerializer, operation_id="tournament_answer_challenge"
    )
    def post(self, request: Request, key: str) -> Response:
        user = authenticated_user(request)
        queries.get_tournament(key, user)
        answer = validated_data(request, AnswerChallengeSerializer)["answer"]
        if answer == "take_back":
            ladder_challenges.withdraw_challenge(key, user)
        else:
            ladder_challenges.answer_challenge(key, user, accepts=answer == "accept")
        return Response(_challenges_data(queries.get_tournament(key, user), request))
