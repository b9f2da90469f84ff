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
from ..models import Club, Membership
from ..models.clubs import LONGEST_TEXT, LONGEST_WORD
from .lookups import DISPLAY_NAME_HELP, authenticated_user, get_person, validated_data
from .schema_decorators import ERRORS, document


class ClubSummarySerializer(serializers.Serializer):
    key = serializers.CharField()
    name = serializers.CharField()
    text = serializers.CharField()
    joining = serializers.ChoiceField(choices=Club.JoinPolicy.values)


class MemberSerializer(serializers.Serializer):
    user = serializers.CharField()
    name = serializers.CharField(help_text=DISPLAY_NAME_HELP)
    role = serializers.ChoiceField(choices=Membership.Role.values)
    since = serializers.DateTimeField()


class ClubSerializer(ClubSummarySerializer):
    size = serializers.IntegerField(help_text="how many people are in it")
    my_role = serializers.CharField(
        allow_null=True, help_text="as that of a member; null: I am not in it"
    )
    invited = serializers.BooleanField(help_text="whether I am invited")
    asked = serializers.BooleanField(help_text="whether I have asked to be in it")
    members = MemberSerializer(many=True, help_text="empty for who is not in it")


class MyClubsSerializer(serializers.Serializer):
    mine = ClubSummarySerializer(many=True)
    invited = ClubSummarySerializer(many=True)
    asked = ClubSummarySerializer(many=True)
    others = ClubSummarySerializer(many=True, help_text="that one may join, the newest")


class ClubInputSerializer(serializers.Serializer):
    name = serializers.CharField(max_length=names.LONGEST)
    text = serializers.CharField(max_length=LONGEST_TEXT, allow_blank=True, default="")
    joining = serializers.ChoiceField(
        choices=Club.JoinPolicy.values, default=Club.JoinPolicy.INVITATION.value
    )


class JoinMessageSerializer(serializers.Serializer):
    word = serializers.CharField(max_length=LONGEST_WORD, allow_blank=True, default="")


class JoinResultSerializer(serializers.Serializer):
    inside = serializers.BooleanField(help_text="false: they wait to be let in, or to answer")


class RoleInputSerializer(serializers.Serializer):
    role = serializers.ChoiceField(choices=Membership.Role.values)


class CandidateSerializer(serializers.Serializer):
    user = serializers.CharField()
    invited_by = serializers.CharField(allow_null=True, help_text="null: they have asked")
    word = serializers.CharField()


class RemovalSerializer(serializers.Serializer):
    gone = serializers.BooleanField()


class ClubMessageSerializer(serializers.Serializer):
    user = serializers.CharField()
    text = serializers.CharField()
    at = serializers.DateTimeField()
    hidden = serializers.BooleanField(help_text="a moderator has hidden it: its text is empty")
    folded = serializers.BooleanField(help_text="I have blocked who wrote it")


class ClubMessageInputSerializer(serializers.Serializer):
    text = serializers.CharField(max_length=chat.LONGEST)


class ClubLeaderboardEntrySerializer(serializers.Serializer):
    username = serializers.CharField()
    matches = serializers.IntegerField()
    won = serializers.IntegerField()
    points = serializers.FloatField(help_text="of each match 1 for the first, 0 for the last")
    rank = serializers.IntegerField(help_text="shared by equal points from as many matches")


def _club_summary(circle: Club) -> dict[str, Any]:
    return {
        "key": circle.key,
        "name": circle.name,
        "text": circle.text,
        "joining": circle.joining,
    }


def _club_data(found: queries.VisibleClub) -> dict[str, Any]:
    mine, candidacy = found.mine, found.pending
    members = found.members if mine is not None else ()
    is_invited = candidacy is not None and candidacy.invited_by_id is not None
    return {
        **_club_summary(found.circle),
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


class Clubs(APIView):
    """My circles, what I am invited to or have asked for, and others; begin one."""

    permission_classes = [IsAuthenticated]

    @document(MyClubsSerializer, operation_id="circles_list")
    def get(self, request: Request) -> Response:
        user = authenticated_user(request)
        asked = queries.pending_memberships_of(user)
        found = {
            "mine": queries.clubs_of(user),
            "invited": [one.circle for one in asked if one.invited_by_id is not None],
            "asked": [one.circle for one in asked if one.invited_by_id is None],
            "others": queries.findable_clubs(user),
        }
        return Response(
            {name: [_club_summary(one) for one in some] for name, some in found.items()}
        )

    @extend_schema(
        request=ClubInputSerializer,
        responses={201: ClubSerializer, **ERRORS},
        operation_id="circles_begin",
    )
    def post(self, request: Request) -> Response:
        user = authenticated_user(request)
        circle = creation.create_club(user, **validated_data(request, ClubInputSerializer))
        return Response(_club_data(queries.get_visible_club(circle.key, user)), status=201)


class ClubDetail(APIView):
    """A circle as I may see it; its owner changes and closes it."""

    permission_classes = [IsAuthenticated]

    @document(ClubSerializer, operation_id="circle")
    def get(self, request: Request, key: str) -> Response:
        return Response(_club_data(queries.get_visible_club(key, authenticated_user(request))))

    @document(ClubSerializer, ClubInputSerializer, operation_id="circle_change")
    def patch(self, request: Request, key: str) -> Response:
        user = authenticated_user(request)
        circle = queries.get_club_for_member(key, user).circle
        as_it_is = {"name": circle.name, "text": circle.text, "joining": circle.joining}
        changes = validated_data(request, ClubInputSerializer, partial=True)
        creation.update_club(key, user, **{**as_it_is, **changes})
        return Response(_club_data(queries.get_visible_club(key, user)))

    @document(RemovalSerializer, operation_id="circle_close")
    def delete(self, request: Request, key: str) -> Response:
        creation.close_club(key, authenticated_user(request))
        return Response({"gone": True})


class JoinClub(APIView):
    """Come into a circle that is open or invites me, or else ask to."""

    permission_classes = [IsAuthenticated]

    @document(JoinResultSerializer, JoinMessageSerializer, operation_id="circle_join")
    def post(self, request: Request, key: str) -> Response:
        word = validated_data(request, JoinMessageSerializer)["word"]
        return Response(
            {"inside": membership.join_or_request(key, authenticated_user(request), word)}
        )


class LeaveClub(APIView):
    """Go out of a circle, decline its invitation, or take my request back."""

    permission_classes = [IsAuthenticated]

    @document(RemovalSerializer, operation_id="circle_leave")
    def post(self, request: Request, key: str) -> Response:
        user = authenticated_user(request)
        queries.get_visible_club(key, user)
        membership.leave_club(key, user)
        return Response({"gone": True})


class ClubMember(APIView):
    """Somebody in a circle: their role, or putting them out."""

    permission_classes = [IsAuthenticated]

    @document(ClubSerializer, RoleInputSerializer, operation_id="circle_member_role")
    def patch(self, request: Request, key: str, username: str) -> Response:
        user = authenticated_user(request)
        queries.get_club_for_member(key, user)
        role = validated_data(request, RoleInputSerializer)["role"]
        membership.change_role(key, user, get_person(username), role)
        return Response(_club_data(queries.get_visible_club(key, user)))

    @document(RemovalSerializer, operation_id="circle_member_remove")
    def delete(self, request: Request, key: str, username: str) -> Response:
        user = authenticated_user(request)
        queries.get_club_for_member(key, user)
        membership.remove_member(key, user, get_person(username))
        return Response({"gone": True})


class ClubCandidates(APIView):
    """Who would like to come in or is invited; for the owner and the helpers."""

    permission_classes = [IsAuthenticated]

    @document(CandidateSerializer(many=True), operation_id="circle_candidates")
    def get(self, request: Request, key: str) -> Response:
        found = queries.get_club_for_leader(key, authenticated_user(request))
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


class ClubCandidateDetail(APIView):
    """Invite somebody or let them in; take them off the list."""

    permission_classes = [IsAuthenticated]

    @document(JoinResultSerializer, JoinMessageSerializer, operation_id="circle_invite")
    def put(self, request: Request, key: str, username: str) -> Response:
        user = authenticated_user(request)
        queries.get_club_for_leader(key, user)
        word = validated_data(request, JoinMessageSerializer)["word"]
        return Response(
            {"inside": membership.invite_or_admit(key, user, get_person(username), word)}
        )

    @document(RemovalSerializer, operation_id="circle_turn_down")
    def delete(self, request: Request, key: str, username: str) -> Response:
        user = authenticated_user(request)
        queries.get_club_for_leader(key, user)
        membership.reject_pending_member(key, user, get_person(username))
        return Response({"gone": True})


class ClubChat(APIView):
    """The last that was written in a circle, the oldest of it first; write there."""

    permission_classes = [IsAuthenticated]

    @document(ClubMessageSerializer(many=True), operation_id="circle_talk")
    def get(self, request: Request, key: str) -> Response:
        user = authenticated_user(request)
        return Response(
            [
                {
                    "user": one.user.display_name,
                    "text": "" if one.hidden_at else one.text,
                    "at": one.at,
                    "hidden": one.hidden_at is not None,
                    "folded": one.is_folded,
                }
                for one in chat.recent_messages(queries.get_club_for_member(key, user), user)
            ]
        )

    @document(ClubMessageSerializer, ClubMessageInputSerializer, operation_id="circle_say")
    def post(self, request: Request, key: str) -> Response:
        user = authenticated_user(request)
        found = queries.get_club_for_member(key, user)
        one = chat.post_message(
            found, user, validated_data(request, ClubMessageInputSerializer)["text"]
        )
        told = {
            "user": user.username,
            "text": one.text,
            "at": one.at,
            "hidden": False,
            "folded": False,
        }
        return Response(told)


class ClubLeaderboard(APIView):
    """The leaderboard of a circle in one game, the best first."""

    permission_classes = [IsAuthenticated]

    @document(ClubLeaderboardEntrySerializer(many=True), operation_id="circle_leaderboard")
    def get(self, request: Request, key: str, game: str) -> Response:
        found = queries.get_club_for_member(key, authenticated_user(request))
        boards = leaderboard.build_leaderboards(found, game)
        return Response(
            ClubLeaderboardEntrySerializer(boards[0].lines if boards else [], many=True).data
        )
