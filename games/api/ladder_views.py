"""The API's views of ladders: who challenges whom, whom I may challenge, and my answer."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ..models import Tournament
from ..tournaments import ladder_challenges, queries
from .lookups import authenticated_user, get_person, user_or_none, validated_data
from .schema_decorators import document


class ChallengeSerializer(serializers.Serializer):
    by = serializers.CharField()
    to = serializers.CharField()
    due_at = serializers.DateTimeField(help_text="without an answer until then the place is lost")
    is_next = serializers.BooleanField(
        help_text="whether the challenged must answer it next; false while earlier ones come first"
    )
    accepted_at = serializers.DateTimeField(
        allow_null=True,
        help_text="the table begins as soon as both have room, at `due_at` in any case",
    )


class ChallengesSerializer(serializers.Serializer):
    challenges = ChallengeSerializer(many=True, help_text="whose tables have not begun")
    in_reach = serializers.ListField(
        child=serializers.CharField(), help_text="whom I may challenge now, the nearest last"
    )


class ChallengeInputSerializer(serializers.Serializer):
    user = serializers.CharField(help_text="whom I challenge")


class AnswerChallengeSerializer(serializers.Serializer):
    answer = serializers.ChoiceField(
        choices=["accept", "decline", "take_back"],
        help_text="of the challenge I got, the first one first; or take back the one I made",
    )


def _challenges_data(contest: Tournament, request: Request) -> dict[str, Any]:
    user = user_or_none(request)
    mine = None if user is None else contest.entries.filter(user=user).first()
    waiting = ladder_challenges.pending_challenges(contest)
    answerable = ladder_challenges.challenges_to_answer(waiting).values()
    near = ladder_challenges.challengeable_entries(contest, mine, waiting)
    lines = {line.person.entry: line.person for line in queries.get_summary(contest).lines}
    return {
        "challenges": [
            {
                "by": one.by.user.username,
                "to": one.to.user.username,
                "due_at": one.due_at,
                "is_next": one in answerable,
                "accepted_at": one.accepted_at,
            }
            for one in waiting
        ],
        "in_reach": [lines[one].username for one in near],
    }


class Challenges(APIView):
    """The challenges on a ladder that wait for an answer or their table; challenge somebody."""

    @document(ChallengesSerializer, operation_id="contest_challenges")
    def get(self, request: Request, key: str) -> Response:
        return Response(_challenges_data(queries.get_tournament(key, request.user), request))

    @document(ChallengesSerializer, ChallengeInputSerializer, operation_id="contest_challenge")
    def post(self, request: Request, key: str) -> Response:
        user = authenticated_user(request)
        queries.get_tournament(key, user)
        other = get_person(validated_data(request, ChallengeInputSerializer)["user"])
        ladder_challenges.make_challenge(key, user, other)
        return Response(_challenges_data(queries.get_tournament(key, user), request))


class AnswerChallenge(APIView):
    """Accept or decline the challenge I got, or take back the one I made."""

    permission_classes = [IsAuthenticated]

    @document(
        ChallengesSerializer, AnswerChallengeSerializer, operation_id="contest_answer_challenge"
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
