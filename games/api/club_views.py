"""The API's views of clubs: members, candidates, links, chat and leaderboard."""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.nicknames import MAX_WIDTH

from .. import names
from ..clubs import chat, club_links, creation, invitations, leaderboard, membership, queries
from ..models import Club, ClubLink, ClubMessage, Membership, PendingMember
from ..models.clubs import LONGEST_TEXT, LONGEST_WELCOME, LONGEST_WORD
from ..table.actions.chat_messages import LONGEST_MESSAGE
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


class InviteManySerializer(serializers.Serializer):
    users = serializers.ListField(
        child=serializers.CharField(max_length=2 * MAX_WIDTH),
        min_length=1,
        max_length=invitations.MOST_NAMES,
        help_text="user names or display names",
    )
    message = serializers.CharField(max_length=LONGEST_WORD, allow_blank=True, default="")


class InvitationResultSerializer(serializers.Serializer):
    user = serializers.CharField(source="name", help_text="the name as it was given")
    outcome = serializers.CharField(
        help_text="invited, admitted, already_invited, repeated, or the code of an error"
    )
    message = serializers.CharField()


class ClubLinkSerializer(serializers.Serializer):
    id = serializers.IntegerField(source="link.id")
    url = serializers.CharField(help_text="the address; anyone who knows it can join")
    by = serializers.CharField(source="link.created_by.display_name")
    welcome = serializers.CharField(source="link.welcome_text")
    uses = serializers.IntegerField(source="link.max_uses", help_text="how many people can use it")
    used = serializers.IntegerField(source="link.use_count")
    until = serializers.DateTimeField(source="link.expires_at")
    end_reason = serializers.CharField(help_text="withdrawn, expired or used_up; empty: valid")


class ClubLinkInputSerializer(serializers.Serializer):
    uses = serializers.IntegerField(min_value=1, max_value=club_links.MAX_USES, default=10)
    days = serializers.IntegerField(min_value=1, max_value=club_links.MAX_DAYS, default=7)
    welcome = serializers.CharField(max_length=LONGEST_WELCOME, allow_blank=True, default="")


class ClubOfLinkSerializer(serializers.Serializer):
    name = serializers.CharField(source="link.club.name", help_text="of the club")
    by = serializers.CharField(source="link.created_by.display_name")
    welcome = serializers.CharField(help_text="empty if nobody can use the link")
    problem = serializers.CharField(help_text="why I cannot join by it now; or empty")


class RemovalSerializer(serializers.Serializer):
    gone = serializers.BooleanField()


class ClubMessageSerializer(serializers.Serializer):
    user = serializers.CharField()
    text = serializers.CharField(help_text="a phrase in the language of the request")
    phrase = serializers.CharField(help_text="the key of a phrase, or empty")
    at = serializers.DateTimeField(source="message.at")
    hidden = serializers.BooleanField(
        source="is_hidden", help_text="a moderator has hidden it: its text is empty"
    )
    folded = serializers.BooleanField(source="is_folded", help_text="I have blocked the author")


class ClubMessageInputSerializer(serializers.Serializer):
    text = serializers.CharField(
        max_length=LONGEST_MESSAGE, default="", allow_blank=True, help_text="empty for a phrase"
    )
    phrase = serializers.CharField(
        max_length=30, default="", allow_blank=True, help_text="the key of a phrase, without a text"
    )


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


class LinkWithUrl(NamedTuple):
    link: ClubLink
    url: str

    @property
    def end_reason(self) -> str:
        return self.link.over(timezone.now())


class ClubOfLink(NamedTuple):
    """What a person who has a link may know of its club."""

    link: ClubLink
    problem: str

    @property
    def welcome(self) -> str:
        return "" if self.problem else self.link.welcome_text


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
        return "" if self.is_hidden else self.message.content

    @property
    def phrase(self) -> str:
        return "" if self.is_hidden else self.message.phrase


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
    """The people who asked to join or are invited; admit all who asked. For leaders."""

    permission_classes = [IsAuthenticated]

    @responds_with(CandidateSerializer(many=True), operation_id="club_candidates")
    def get(self, request: Request, key: str) -> list[PendingMember]:
        found = queries.get_club_for_leader(key, authenticated_user(request))
        waiting = invitations.waiting_people(found)
        return sorted((*waiting.requests, *waiting.invited), key=lambda one: one.pk)

    @responds_with(InvitationResultSerializer(many=True), operation_id="club_candidates_admit")
    def post(self, request: Request, key: str) -> list[invitations.InvitationResult]:
        user = authenticated_user(request)
        queries.get_club_for_leader(key, user)
        return invitations.admit_all(key, user)


class ClubInvitations(APIView):
    """Invite many people, or admit those who asked to join; the response has a result for each."""

    permission_classes = [IsAuthenticated]

    @responds_with(
        InvitationResultSerializer(many=True), InviteManySerializer, operation_id="club_invitations"
    )
    def post(self, request: Request, key: str) -> list[invitations.InvitationResult]:
        user = authenticated_user(request)
        queries.get_club_for_leader(key, user)
        given = validated_data(request, InviteManySerializer)
        return invitations.invite_people(key, user, given["users"], given["message"])


def _links(request: Request, key: str) -> list[LinkWithUrl]:
    found = queries.get_club_for_leader(key, authenticated_user(request))
    return [_with_url(request, link) for link in club_links.recent_links(found.club)]


def _with_url(request: Request, link: ClubLink) -> LinkWithUrl:
    address = reverse("games:club_link", args=[link.token])
    return LinkWithUrl(link, request.build_absolute_uri(address))


class ClubLinks(APIView):
    """The latest links to a club, also ended ones; create one. For the owner and helpers."""

    permission_classes = [IsAuthenticated]

    @responds_with(ClubLinkSerializer(many=True), operation_id="club_links_list")
    def get(self, request: Request, key: str) -> list[LinkWithUrl]:
        return _links(request, key)

    @responds_with(
        ClubLinkSerializer, ClubLinkInputSerializer, status=201, operation_id="club_links_create"
    )
    def post(self, request: Request, key: str) -> LinkWithUrl:
        user = authenticated_user(request)
        queries.get_club_for_leader(key, user)
        given = validated_data(request, ClubLinkInputSerializer)
        return _with_url(request, club_links.create_link(key, user, **given))


class ClubLinkDetail(APIView):
    """Withdraw a link to a club. People who have used it stay."""

    permission_classes = [IsAuthenticated]

    @responds_with(ClubLinkSerializer(many=True), operation_id="club_link_withdraw")
    def delete(self, request: Request, key: str, pk: int) -> list[LinkWithUrl]:
        user = authenticated_user(request)
        queries.get_club_for_leader(key, user)
        club_links.withdraw_link(key, user, pk)
        return _links(request, key)


class UseClubLink(APIView):
    """The club that a link leads to; join it."""

    permission_classes = [IsAuthenticated]

    @responds_with(ClubOfLinkSerializer, operation_id="club_link")
    def get(self, request: Request, token: str) -> ClubOfLink:
        link = club_links.get_link(token)
        refusal = club_links.find_refusal(link, authenticated_user(request))
        return ClubOfLink(link, refusal.message if refusal else "")

    @responds_with(ClubSerializer, operation_id="club_link_use")
    def post(self, request: Request, token: str) -> queries.VisibleClub:
        user = authenticated_user(request)
        return queries.get_visible_club(club_links.use_link(token, user).key, user)


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
        given = validated_data(request, ClubMessageInputSerializer)
        message = chat.post_message(found, user, given["text"], given["phrase"])
        return VisibleMessage(message, user.username)


class ClubLeaderboard(APIView):
    """The leaderboard of a club in one game, best first."""

    permission_classes = [IsAuthenticated]

    @responds_with(ClubLeaderboardEntrySerializer(many=True), operation_id="club_leaderboard")
    def get(self, request: Request, key: str, game: str) -> list[leaderboard.LeaderboardRow]:
        found = queries.get_club_for_member(key, authenticated_user(request))
        boards = leaderboard.build_leaderboards(found, game)
        return boards[0].lines if boards else []
