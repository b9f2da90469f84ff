"""The API's views of circles: what they are, who is in them, talk and leaderboard."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from .. import names
from ..clubs import chat, creation, leaderboard, membership, queries
from ..models import Circle, Membership
from ..models.clubs import LONGEST_TEXT, LONGEST_WORD
from .lookups import CALLED, find_person, given, person
from .schema_decorators import ERRORS, described


class CircleInListSerializer(serializers.Serializer):
    key = serializers.CharField()
    name = serializers.CharField()
    text = serializers.CharField()
    joining = serializers.ChoiceField(choices=Circle.Joining.values)


class MemberSerializer(serializers.Serializer):
    user = serializers.CharField()
    name = serializers.CharField(help_text=CALLED)
    role = serializers.ChoiceField(choices=Membership.Role.values)
    since = serializers.DateTimeField()


class CircleSerializer(CircleInListSerializer):
    size = serializers.IntegerField(help_text="how many people are in it")
    my_role = serializers.CharField(
        allow_null=True, help_text="as that of a member; null: I am not in it"
    )
    invited = serializers.BooleanField(help_text="whether I am invited")
    asked = serializers.BooleanField(help_text="whether I have asked to be in it")
    members = MemberSerializer(many=True, help_text="empty for who is not in it")


class CirclesSerializer(serializers.Serializer):
    mine = CircleInListSerializer(many=True)
    invited = CircleInListSerializer(many=True)
    asked = CircleInListSerializer(many=True)
    others = CircleInListSerializer(many=True, help_text="that one may join, the newest")


class GivenCircleSerializer(serializers.Serializer):
    name = serializers.CharField(max_length=names.LONGEST)
    text = serializers.CharField(max_length=LONGEST_TEXT, allow_blank=True, default="")
    joining = serializers.ChoiceField(
        choices=Circle.Joining.values, default=Circle.Joining.INVITATION.value
    )


class WordSerializer(serializers.Serializer):
    word = serializers.CharField(max_length=LONGEST_WORD, allow_blank=True, default="")


class InSerializer(serializers.Serializer):
    inside = serializers.BooleanField(help_text="false: they wait to be let in, or to answer")


class GivenRoleSerializer(serializers.Serializer):
    role = serializers.ChoiceField(choices=Membership.Role.values)


class CandidateSerializer(serializers.Serializer):
    user = serializers.CharField()
    invited_by = serializers.CharField(allow_null=True, help_text="null: they have asked")
    word = serializers.CharField()


class GoneSerializer(serializers.Serializer):
    gone = serializers.BooleanField()


class SaidSerializer(serializers.Serializer):
    user = serializers.CharField()
    text = serializers.CharField()
    at = serializers.DateTimeField()
    hidden = serializers.BooleanField(help_text="a moderator has hidden it: its text is empty")
    folded = serializers.BooleanField(help_text="I have blocked who wrote it")


class SayInCircleSerializer(serializers.Serializer):
    text = serializers.CharField(max_length=chat.LONGEST)


class LineSerializer(serializers.Serializer):
    username = serializers.CharField()
    matches = serializers.IntegerField()
    won = serializers.IntegerField()
    points = serializers.FloatField(help_text="of each match 1 for the first, 0 for the last")
    rank = serializers.IntegerField(help_text="shared by equal points from as many matches")


def _in_list(circle: Circle) -> dict[str, Any]:
    return {
        "key": circle.key,
        "name": circle.name,
        "text": circle.text,
        "joining": circle.joining,
    }


def _shape(found: queries.Seen) -> dict[str, Any]:
    mine, candidacy = found.mine, found.candidacy
    members = found.members if mine is not None else ()
    is_invited = candidacy is not None and candidacy.invited_by_id is not None
    return {
        **_in_list(found.circle),
        "size": len(found.members),
        "my_role": None if mine is None else mine.role,
        "invited": is_invited,
        "asked": candidacy is not None and not is_invited,
        "members": [
            {
                "user": one.user.username,
                "name": one.user.display_name,
                "role": one.role,
                "since": one.since,
            }
            for one in members
        ],
    }


class Circles(APIView):
    """My circles, what I am invited to or have asked for, and others; begin one."""

    permission_classes = [IsAuthenticated]

    @described(CirclesSerializer, operation_id="circles_list")
    def get(self, request: Request) -> Response:
        user = person(request)
        asked = queries.asked_to(user)
        found = {
            "mine": queries.circles_of(user),
            "invited": [one.circle for one in asked if one.invited_by_id is not None],
            "asked": [one.circle for one in asked if one.invited_by_id is None],
            "others": queries.open_circles(user),
        }
        return Response({name: [_in_list(one) for one in some] for name, some in found.items()})

    @extend_schema(
        request=GivenCircleSerializer,
        responses={201: CircleSerializer, **ERRORS},
        operation_id="circles_begin",
    )
    def post(self, request: Request) -> Response:
        user = person(request)
        circle = creation.found(user, **given(request, GivenCircleSerializer))
        return Response(_shape(queries.seen(circle.key, user)), status=201)


class CircleView(APIView):
    """A circle as I may see it; its owner changes and closes it."""

    permission_classes = [IsAuthenticated]

    @described(CircleSerializer, operation_id="circle")
    def get(self, request: Request, key: str) -> Response:
        return Response(_shape(queries.seen(key, person(request))))

    @described(CircleSerializer, GivenCircleSerializer, operation_id="circle_change")
    def patch(self, request: Request, key: str) -> Response:
        user = person(request)
        circle = queries.inside(key, user).circle
        as_it_is = {"name": circle.name, "text": circle.text, "joining": circle.joining}
        changes = given(request, GivenCircleSerializer, partial=True)
        creation.change(key, user, **{**as_it_is, **changes})
        return Response(_shape(queries.seen(key, user)))

    @described(GoneSerializer, operation_id="circle_close")
    def delete(self, request: Request, key: str) -> Response:
        creation.close(key, person(request))
        return Response({"gone": True})


class Join(APIView):
    """Come into a circle that is open or invites me, or else ask to."""

    permission_classes = [IsAuthenticated]

    @described(InSerializer, WordSerializer, operation_id="circle_join")
    def post(self, request: Request, key: str) -> Response:
        word = given(request, WordSerializer)["word"]
        return Response({"inside": membership.join(key, person(request), word)})


class Leave(APIView):
    """Go out of a circle, decline its invitation, or take my request back."""

    permission_classes = [IsAuthenticated]

    @described(GoneSerializer, operation_id="circle_leave")
    def post(self, request: Request, key: str) -> Response:
        user = person(request)
        queries.seen(key, user)
        membership.leave(key, user)
        return Response({"gone": True})


class Member(APIView):
    """Somebody in a circle: their role, or putting them out."""

    permission_classes = [IsAuthenticated]

    @described(CircleSerializer, GivenRoleSerializer, operation_id="circle_member_role")
    def patch(self, request: Request, key: str, username: str) -> Response:
        user = person(request)
        queries.inside(key, user)
        role = given(request, GivenRoleSerializer)["role"]
        membership.give_role(key, user, find_person(username), role)
        return Response(_shape(queries.seen(key, user)))

    @described(GoneSerializer, operation_id="circle_member_remove")
    def delete(self, request: Request, key: str, username: str) -> Response:
        user = person(request)
        queries.inside(key, user)
        membership.remove(key, user, find_person(username))
        return Response({"gone": True})


class Candidates(APIView):
    """Who would like to come in or is invited; for the owner and the helpers."""

    permission_classes = [IsAuthenticated]

    @described(CandidateSerializer(many=True), operation_id="circle_candidates")
    def get(self, request: Request, key: str) -> Response:
        found = queries.leading(key, person(request))
        waiting = found.circle.candidates.select_related("user", "invited_by").order_by("pk")
        return Response(
            [
                {
                    "user": one.user.username,
                    "invited_by": None if one.invited_by is None else one.invited_by.display_name,
                    "word": one.word,
                }
                for one in waiting
            ]
        )


class OneCandidate(APIView):
    """Invite somebody or let them in; take them off the list."""

    permission_classes = [IsAuthenticated]

    @described(InSerializer, WordSerializer, operation_id="circle_invite")
    def put(self, request: Request, key: str, username: str) -> Response:
        user = person(request)
        queries.leading(key, user)
        word = given(request, WordSerializer)["word"]
        return Response({"inside": membership.invite(key, user, find_person(username), word)})

    @described(GoneSerializer, operation_id="circle_turn_down")
    def delete(self, request: Request, key: str, username: str) -> Response:
        user = person(request)
        queries.leading(key, user)
        membership.turn_down(key, user, find_person(username))
        return Response({"gone": True})


class Talk(APIView):
    """The last that was written in a circle, the oldest of it first; write there."""

    permission_classes = [IsAuthenticated]

    @described(SaidSerializer(many=True), operation_id="circle_talk")
    def get(self, request: Request, key: str) -> Response:
        user = person(request)
        return Response(
            [
                {
                    "user": one.user.display_name,
                    "text": "" if one.hidden_at else one.text,
                    "at": one.at,
                    "hidden": one.hidden_at is not None,
                    "folded": one.is_folded,
                }
                for one in chat.last_messages(queries.inside(key, user), user)
            ]
        )

    @described(SaidSerializer, SayInCircleSerializer, operation_id="circle_say")
    def post(self, request: Request, key: str) -> Response:
        user = person(request)
        found = queries.inside(key, user)
        one = chat.say(found, user, given(request, SayInCircleSerializer)["text"])
        told = {
            "user": user.username,
            "text": one.text,
            "at": one.at,
            "hidden": False,
            "folded": False,
        }
        return Response(told)


class CircleLeaderboard(APIView):
    """The leaderboard of a circle in one game, the best first."""

    permission_classes = [IsAuthenticated]

    @described(LineSerializer(many=True), operation_id="circle_leaderboard")
    def get(self, request: Request, key: str, game: str) -> Response:
        found = queries.inside(key, person(request))
        boards = leaderboard.boards(found, game)
        return Response(LineSerializer(boards[0].lines if boards else [], many=True).data)
