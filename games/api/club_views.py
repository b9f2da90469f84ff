"""The API's views of clubs: members, candidates, chat and leaderboard."""

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
from .deprecation import RenamedFieldsSerializer
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
    size = serializers.IntegerField(help_text="the number of members")
    my_role = serializers.CharField(allow_null=True, help_text="my role; null: I am not a member")
    invited = serializers.BooleanField(help_text="whether I am invited")
    asked = serializers.BooleanField(help_text="whether I have asked to join")
    members = MemberSerializer(many=True, help_text="empty for people who are not members")


class MyClubsSerializer(serializers.Serializer):
    mine = ClubSummarySerializer(many=True)
    invited = ClubSummarySerializer(many=True)
    asked = ClubSummarySerializer(many=True)
    others = ClubSummarySerializer(many=True, help_text="clubs that I may join, newest first")


class ClubInputSerializer(serializers.Serializer):
    name = serializers.CharField(max_length=names.LONGEST)
    text = serializers.CharField(max_length=LONGEST_TEXT, allow_blank=True, default="")
    joining = serializers.ChoiceField(
        choices=Club.JoinPolicy.values, default=Club.JoinPolicy.INVITATION.value
    )


class JoinMessageSerializer(RenamedFieldsSerializer):
    old_names = {"word": "message"}

    message = serializers.CharField(max_length=LONGEST_WORD, allow_blank=True, default="")


class JoinResultSerializer(serializers.Serializer):
    inside = serializers.BooleanField(
        help_text="false: the request or invitation waits for an answer"
    )


class RoleInputSerializer(serializers.Serializer):
    role = serializers.ChoiceField(choices=Membership.Role.values)


class CandidateSerializer(RenamedFieldsSerializer):
    old_names = {"word": "message"}

    user = serializers.CharField()
    invited_by = serializers.CharField(allow_null=True, help_text="null: they asked to join")
    message = serializers.CharField()


class RemovalSerializer(serializers.Serializer):
    gone = serializers.BooleanField()


class ClubMessageSerializer(serializers.Serializer):
    user = serializers.CharField()
    text = serializers.CharField()
    at = serializers.DateTimeField()
    hidden = serializers.BooleanField(help_text="a moderator has hidden it: its text is empty")
    folded = serializers.BooleanField(help_text="I have blocked the author")


class ClubMessageInputSerializer(serializers.Serializer):
    text = serializers.CharField(max_length=chat.LONGEST)


class ClubLeaderboardEntrySerializer(serializers.Serializer):
    username = serializers.CharField()
    matches = serializers.IntegerField()
    won = serializers.IntegerField()
    points = serializers.FloatField(help_text="each match brings 1 for first place, 0 for last")
    rank = serializers.IntegerField(
        help_text="shared by players with equal points from as many matches"
    )


def _club_summary(club: Club) -> dict[str, Any]:
    return {
        "key": club.key,
        "name": club.name,
        "text": club.description,
        "joining": club.join_policy,
    }


def _club_data(found: queries.VisibleClub) -> dict[str, Any]:
    mine, candidacy = found.mine, found.pending
    members = found.members if mine is not None else ()
    is_invited = candidacy is not None and candidacy.invited_by_id is not None
    return {
        **_club_summary(found.club),
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
    """List my clubs, my invitations and requests, and other clubs; create a club."""

    permission_classes = [IsAuthenticated]

    @document(MyClubsSerializer, operation_id="clubs_list")
    def get(self, request: Request) -> Response:
        user = authenticated_user(request)
        asked = queries.pending_memberships_of(user)
        found = {
            "mine": queries.clubs_of(user),
            "invited": [one.club for one in asked if one.invited_by_id is not None],
            "asked": [one.club for one in asked if one.invited_by_id is None],
            "others": queries.findable_clubs(user),
        }
        return Response(
            {name: [_club_summary(one) for one in some] for name, some in found.items()}
        )

    @extend_schema(
        request=ClubInputSerializer,
        responses={201: ClubSerializer, **ERRORS},
        operation_id="clubs_create",
    )
    def post(self, request: Request) -> Response:
        user = authenticated_user(request)
        club = creation.create_club(user, **validated_data(request, ClubInputSerializer))
        return Response(_club_data(queries.get_visible_club(club.key, user)), status=201)


class ClubDetail(APIView):
    """A club as I may see it; its owner changes and closes it."""

    permission_classes = [IsAuthenticated]

    @document(ClubSerializer, operation_id="club")
    def get(self, request: Request, key: str) -> Response:
        return Response(_club_data(queries.get_visible_club(key, authenticated_user(request))))

    @document(ClubSerializer, ClubInputSerializer, operation_id="club_update")
    def patch(self, request: Request, key: str) -> Response:
        user = authenticated_user(request)
        club = queries.get_club_for_member(key, user).club
        as_it_is = {"name": club.name, "text": club.description, "joining": club.join_policy}
        changes = validated_data(request, ClubInputSerializer, partial=True)
        creation.update_club(key, user, **{**as_it_is, **changes})
        return Response(_club_data(queries.get_visible_club(key, user)))

    @document(RemovalSerializer, operation_id="club_close")
    def delete(self, request: Request, key: str) -> Response:
        creation.close_club(key, authenticated_user(request))
        return Response({"gone": True})


class JoinClub(APIView):
    """Join a club that is open or has invited me; otherwise ask to join."""

    permission_classes = [IsAuthenticated]

    @document(JoinResultSerializer, JoinMessageSerializer, operation_id="club_join")
    def post(self, request: Request, key: str) -> Response:
        message = validated_data(request, JoinMessageSerializer)["message"]
        return Response(
            {"inside": membership.join_or_request(key, authenticated_user(request), message)}
        )


class LeaveClub(APIView):
    """Leave a club, decline its invitation, or withdraw my request."""

    permission_classes = [IsAuthenticated]

    @document(RemovalSerializer, operation_id="club_leave")
    def post(self, request: Request, key: str) -> Response:
        user = authenticated_user(request)
        queries.get_visible_club(key, user)
        membership.leave_club(key, user)
        return Response({"gone": True})


class ClubMember(APIView):
    """Change the role of a member, or remove the member."""

    permission_classes = [IsAuthenticated]

    @document(ClubSerializer, RoleInputSerializer, operation_id="club_member_role")
    def patch(self, request: Request, key: str, username: str) -> Response:
        user = authenticated_user(request)
        queries.get_club_for_member(key, user)
        role = validated_data(request, RoleInputSerializer)["role"]
        membership.change_role(key, user, get_person(username), role)
        return Response(_club_data(queries.get_visible_club(key, user)))

    @document(RemovalSerializer, operation_id="club_member_remove")
    def delete(self, request: Request, key: str, username: str) -> Response:
        user = authenticated_user(request)
        queries.get_club_for_member(key, user)
        membership.remove_member(key, user, get_person(username))
        return Response({"gone": True})


class ClubCandidates(APIView):
    """The people who asked to join or are invited; for the owner and helpers."""

    permission_classes = [IsAuthenticated]

    @document(CandidateSerializer(many=True), operation_id="club_candidates")
    def get(self, request: Request, key: str) -> Response:
        found = queries.get_club_for_leader(key, authenticated_user(request))
        waiting = found.club.candidates.select_related("user", "invited_by").order_by("pk")
        return Response(
            [
                CandidateSerializer.with_old_names(
                    {
                        "user": one.user.username,
                        "invited_by": one.invited_by and one.invited_by.display_name,
                        "message": one.message,
                    }
                )
                for one in waiting
            ]
        )


class ClubCandidateDetail(APIView):
    """Invite or admit a person; reject a request or withdraw an invitation."""

    permission_classes = [IsAuthenticated]

    @document(JoinResultSerializer, JoinMessageSerializer, operation_id="club_invite")
    def put(self, request: Request, key: str, username: str) -> Response:
        user = authenticated_user(request)
        queries.get_club_for_leader(key, user)
        message = validated_data(request, JoinMessageSerializer)["message"]
        return Response(
            {"inside": membership.invite_or_admit(key, user, get_person(username), message)}
        )

    @document(RemovalSerializer, operation_id="club_candidate_reject")
    def delete(self, request: Request, key: str, username: str) -> Response:
        user = authenticated_user(request)
        queries.get_club_for_leader(key, user)
        membership.reject_pending_member(key, user, get_person(username))
        return Response({"gone": True})


class ClubChat(APIView):
    """The latest chat messages of a club, oldest first; write a message."""

    permission_classes = [IsAuthenticated]

    @document(ClubMessageSerializer(many=True), operation_id="club_chat")
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

    @document(ClubMessageSerializer, ClubMessageInputSerializer, operation_id="club_chat_post")
    def post(self, request: Request, key: str) -> Response:
        user = authenticated_user(request)
        found = queries.get_club_for_member(key, user)
        one = chat.post_message(
            found, user, validated_data(request, ClubMessageInputSerializer)["text"]
        )
        data = {
            "user": user.username,
            "text": one.text,
            "at": one.at,
            "hidden": False,
            "folded": False,
        }
        return Response(data)


class ClubLeaderboard(APIView):
    """The leaderboard of a club in one game, best first."""

    permission_classes = [IsAuthenticated]

    @document(ClubLeaderboardEntrySerializer(many=True), operation_id="club_leaderboard")
    def get(self, request: Request, key: str, game: str) -> Response:
        found = queries.get_club_for_member(key, authenticated_user(request))
        boards = leaderboard.build_leaderboards(found, game)
        return Response(
            ClubLeaderboardEntrySerializer(boards[0].lines if boards else [], many=True).data
        )
