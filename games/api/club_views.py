"""The API's views of clubs: members, candidates, chat and leaderboard."""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from .. import names
from ..clubs import chat, creation, leaderboard, membership, queries
from ..models import Club, ClubMessage, Membership, PendingMember
from ..models.clubs import LONGEST_TEXT, LONGEST_WORD
from .deprecation import RenamedFieldsSerializer
from .lookups import DISPLAY_NAME_HELP, authenticated_user, get_person, validated_data
from .responses import responds_with


class ClubSummarySerializer(serializers.Serializer):
    key = serializers.CharField()
    name = serializers.CharField()
    text = serializers.CharField(source="description")
    joining = serializers.ChoiceField(source="join_policy", choices=Club.JoinPolicy.values)


class MemberSerializer(serializers.Serializer):
    user = serializers.CharField(source="user.username")
    name = serializers.CharField(source="user.display_name", help_text=DISPLAY_NAME_HELP)
    role = serializers.ChoiceField(choices=Membership.Role.values)
    since = serializers.DateTimeField()


class ClubSerializer(serializers.Serializer):
    key = serializers.CharField(source="club.key")
    name = serializers.CharField(source="club.name")
    text = serializers.CharField(source="club.description")
    joining = serializers.ChoiceField(source="club.join_policy", choices=Club.JoinPolicy.values)
    size = serializers.IntegerField(help_text="the number of members")
    my_role = serializers.CharField(
        source="mine.role", allow_null=True, help_text="my role; null: I am not a member"
    )
    invited = serializers.BooleanField(source="is_invited", help_text="whether I am invited")
    asked = serializers.BooleanField(
        source="has_requested", help_text="whether I have asked to join"
    )
    members = MemberSerializer(
        source="visible_members", many=True, help_text="empty for people who are not members"
    )


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

    user = serializers.CharField(source="user.username")
    invited_by = serializers.CharField(
        source="invited_by.display_name", allow_null=True, help_text="null: they asked to join"
    )
    message = serializers.CharField()


class RemovalSerializer(serializers.Serializer):
    gone = serializers.BooleanField()


class ClubMessageSerializer(serializers.Serializer):
    user = serializers.CharField()
    text = serializers.CharField()
    at = serializers.DateTimeField(source="message.at")
    hidden = serializers.BooleanField(
        source="is_hidden", help_text="a moderator has hidden it: its text is empty"
    )
    folded = serializers.BooleanField(source="is_folded", help_text="I have blocked the author")


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


class MyClubs(NamedTuple):
    mine: QuerySet[Club]
    invited: list[Club]
    asked: list[Club]
    others: QuerySet[Club]


class VisibleMessage(NamedTuple):
    """A message in the chat as its reader may see it."""

    message: ClubMessage
    user: str
    is_folded: bool = False

    @property
    def is_hidden(self) -> bool:
        return self.message.hidden_at is not None

    @property
    def text(self) -> str:
        return "" if self.is_hidden else self.message.text


class Clubs(APIView):
    """List my clubs, my invitations and requests, and other clubs; create a club."""

    permission_classes = [IsAuthenticated]

    @responds_with(MyClubsSerializer, operation_id="clubs_list")
    def get(self, request: Request) -> MyClubs:
        user = authenticated_user(request)
        asked = queries.pending_memberships_of(user)
        return MyClubs(
            mine=queries.clubs_of(user),
            invited=[one.club for one in asked if one.invited_by_id is not None],
            asked=[one.club for one in asked if one.invited_by_id is None],
            others=queries.findable_clubs(user),
        )

    @responds_with(ClubSerializer, ClubInputSerializer, status=201, operation_id="clubs_create")
    def post(self, request: Request) -> queries.VisibleClub:
        user = authenticated_user(request)
        club = creation.create_club(user, **validated_data(request, ClubInputSerializer))
        return queries.get_visible_club(club.key, user)


class ClubDetail(APIView):
    """A club as I may see it; its owner changes and closes it."""

    permission_classes = [IsAuthenticated]

    @responds_with(ClubSerializer, operation_id="club")
    def get(self, request: Request, key: str) -> queries.VisibleClub:
        return queries.get_visible_club(key, authenticated_user(request))

    @responds_with(ClubSerializer, ClubInputSerializer, operation_id="club_update")
    def patch(self, request: Request, key: str) -> queries.VisibleClub:
        user = authenticated_user(request)
        club = queries.get_club_for_member(key, user).club
        as_it_is = {"name": club.name, "text": club.description, "joining": club.join_policy}
        changes = validated_data(request, ClubInputSerializer, partial=True)
        creation.update_club(key, user, **{**as_it_is, **changes})
        return queries.get_visible_club(key, user)

    @responds_with(RemovalSerializer, operation_id="club_close")
    def delete(self, request: Request, key: str) -> dict[str, bool]:
        creation.close_club(key, authenticated_user(request))
        return {"gone": True}


class JoinClub(APIView):
    """Join a club that is open or has invited me; otherwise ask to join."""

    permission_classes = [IsAuthenticated]

    @responds_with(JoinResultSerializer, JoinMessageSerializer, operation_id="club_join")
    def post(self, request: Request, key: str) -> dict[str, bool]:
        message = validated_data(request, JoinMessageSerializer)["message"]
        return {"inside": membership.join_or_request(key, authenticated_user(request), message)}


class LeaveClub(APIView):
    """Leave a club, decline its invitation, or withdraw my request."""

    permission_classes = [IsAuthenticated]

    @responds_with(RemovalSerializer, operation_id="club_leave")
    def post(self, request: Request, key: str) -> dict[str, bool]:
        user = authenticated_user(request)
        queries.get_visible_club(key, user)
        membership.leave_club(key, user)
        return {"gone": True}


class ClubMember(APIView):
    """Change the role of a member, or remove the member."""

    permission_classes = [IsAuthenticated]

    @responds_with(ClubSerializer, RoleInputSerializer, operation_id="club_member_role")
    def patch(self, request: Request, key: str, username: str) -> queries.VisibleClub:
        user = authenticated_user(request)
        queries.get_club_for_member(key, user)
        role = validated_data(request, RoleInputSerializer)["role"]
        membership.change_role(key, user, get_person(username), role)
        return queries.get_visible_club(key, user)

    @responds_with(RemovalSerializer, operation_id="club_member_remove")
    def delete(self, request: Request, key: str, username: str) -> dict[str, bool]:
        user = authenticated_user(request)
        queries.get_club_for_member(key, user)
        membership.remove_member(key, user, get_person(username))
        return {"gone": True}


class ClubCandidates(APIView):
    """The people who asked to join or are invited; for the owner and helpers."""

    permission_classes = [IsAuthenticated]

    @responds_with(CandidateSerializer(many=True), operation_id="club_candidates")
    def get(self, request: Request, key: str) -> QuerySet[PendingMember]:
        found = queries.get_club_for_leader(key, authenticated_user(request))
        return found.club.candidates.select_related("user", "invited_by").order_by("pk")


class ClubCandidateDetail(APIView):
    """Invite or admit a person; reject a request or withdraw an invitation."""

    permission_classes = [IsAuthenticated]

    @responds_with(JoinResultSerializer, JoinMessageSerializer, operation_id="club_invite")
    def put(self, request: Request, key: str, username: str) -> dict[str, bool]:
        user = authenticated_user(request)
        queries.get_club_for_leader(key, user)
        message = validated_data(request, JoinMessageSerializer)["message"]
        return {"inside": membership.invite_or_admit(key, user, get_person(username), message)}

    @responds_with(RemovalSerializer, operation_id="club_candidate_reject")
    def delete(self, request: Request, key: str, username: str) -> dict[str, bool]:
        user = authenticated_user(request)
        queries.get_club_for_leader(key, user)
        membership.reject_pending_member(key, user, get_person(username))
        return {"gone": True}


class ClubChat(APIView):
    """The latest chat messages of a club, oldest first; write a message."""

    permission_classes = [IsAuthenticated]

    @responds_with(ClubMessageSerializer(many=True), operation_id="club_chat")
    def get(self, request: Request, key: str) -> list[VisibleMessage]:
        user = authenticated_user(request)
        messages = chat.recent_messages(queries.get_club_for_member(key, user), user)
        return [VisibleMessage(one, one.user.display_name, one.is_folded) for one in messages]

    @responds_with(ClubMessageSerializer, ClubMessageInputSerializer, operation_id="club_chat_post")
    def post(self, request: Request, key: str) -> VisibleMessage:
        user = authenticated_user(request)
        found = queries.get_club_for_member(key, user)
        text = validated_data(request, ClubMessageInputSerializer)["text"]
        return VisibleMessage(chat.post_message(found, user, text), user.username)


class ClubLeaderboard(APIView):
    """The leaderboard of a club in one game, best first."""

    permission_classes = [IsAuthenticated]

    @responds_with(ClubLeaderboardEntrySerializer(many=True), operation_id="club_leaderboard")
    def get(self, request: Request, key: str, game: str) -> list[leaderboard.LeaderboardRow]:
        found = queries.get_club_for_member(key, authenticated_user(request))
        boards = leaderboard.build_leaderboards(found, game)
        return boards[0].lines if boards else []
