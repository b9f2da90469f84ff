"""The API's views of ladders: challenges, the players I may challenge, and my answer."""

from __future__ import annotations

from typing import NamedTuple

from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.models import User

from ...api.lookups import authenticated_user, get_person, user_or_none, validated_data
from ...api.responses import responds_with
from .. import ladder_challenges, queries
from ..models import Challenge


class ChallengeSerializer(serializers.Serializer):
    by = serializers.CharField(source="challenge.challenger.user.username")
    to = serializers.CharField(source="challenge.opponent.user.username")
    due_at = serializers.DateTimeField(
        source="challenge.due_at",
        help_text="without an answer by then, the challenged player loses the place",
    )
    is_next = serializers.BooleanField(
        help_text="whether it is the next one to answer; false while earlier ones wait"
    )
    accepted_at = serializers.DateTimeField(
        source="challenge.accepted_at",
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


class VisibleChallenge(NamedTuple):
    """A challenge, and whether the challenged player must answer it next."""

    challenge: Challenge
    is_next: bool


class VisibleChallenges(NamedTuple):
    """The challenges of a ladder, and the names of the players whom the reader may challenge."""

    challenges: list[VisibleChallenge]
    in_reach: list[str]


def visible_challenges(key: str, user: User | None) -> VisibleChallenges:
    """Return the challenges of the tournament with this key as a user sees them.

    Raises:
        TournamentNotFoundError: there is none, or the user may not see it.
    """
    tournament = queries.get_tournament(key, user)
    mine = None if user is None else tournament.entries.filter(user=user).first()
    waiting = ladder_challenges.pending_challenges(tournament)
    answerable = ladder_challenges.challenges_to_answer(waiting).values()
    near = ladder_challenges.challengeable_entries(tournament, mine, waiting)
    lines = {line.person.entry: line.person for line in queries.get_summary(tournament).lines}
    return VisibleChallenges(
        [VisibleChallenge(one, one in answerable) for one in waiting],
        [lines[one].username for one in near],
    )


class Challenges(APIView):
    """The challenges of a ladder that wait for an answer or a table; challenge a player."""

    @responds_with(ChallengesSerializer, operation_id="tournament_challenges")
    def get(self, request: Request, key: str) -> VisibleChallenges:
        return visible_challenges(key, user_or_none(request))

    @responds_with(
        ChallengesSerializer, ChallengeInputSerializer, operation_id="tournament_challenge"
    )
    def post(self, request: Request, key: str) -> VisibleChallenges:
        user = authenticated_user(request)
        queries.get_tournament(key, user)
        other = get_person(validated_data(request, ChallengeInputSerializer)["user"])
        ladder_challenges.make_challenge(key, user, other)
        return visible_challenges(key, user)


class AnswerChallenge(APIView):
    """Accept or decline a challenge to me, or withdraw the one I made."""

    permission_classes = [IsAuthenticated]

    @responds_with(
        ChallengesSerializer, AnswerChallengeSerializer, operation_id="tournament_answer_challenge"
    )
    def post(self, request: Request, key: str) -> VisibleChallenges:
        user = authenticated_user(request)
        queries.get_tournament(key, user)
        answer = validated_data(request, AnswerChallengeSerializer)["answer"]
        if answer == "take_back":
            ladder_challenges.withdraw_challenge(key, user)
        else:
            ladder_challenges.answer_challenge(key, user, accepts=answer == "accept")
        return visible_challenges(key, user)
