"""The API's views of invitations to a table, by name or link, and of the answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.models import User
from accounts.usernames import LONGEST
from games.rules import MOST_SEATS

from ...api import serializers as shapes
from ...api.deprecation import RenamedFieldsSerializer
from ...api.lookups import authenticated_user, get_table, user_or_none, validated_data
from ...api.responses import responds_with
from ...api.visible_tables import VisibleTable, requested_table, visible_table
from ...models import LONGEST_WORD, Invitation, Table
from ..admission import invitation_links, invitations
from ..models import InvitationLink
from ..pending import check_host


class InvitationSerializer(RenamedFieldsSerializer):
    old_names = {"word": "message"}

    id = serializers.IntegerField()
    table = serializers.CharField(source="table.key", help_text="its key")
    user = serializers.CharField(source="user.display_name", help_text="the person invited")
    by = serializers.CharField(
        source="inviter.display_name", help_text="the person who invited them"
    )
    state = serializers.ChoiceField(choices=Invitation.State.values)
    created_at = serializers.DateTimeField()
    until = serializers.DateTimeField(
        source="expires_at", help_text="when the held seat becomes free"
    )
    answered_at = serializers.DateTimeField(allow_null=True)
    message = serializers.CharField(help_text="the message with the answer, or empty")


class InviteSerializer(serializers.Serializer):
    users = serializers.ListField(
        child=serializers.CharField(max_length=LONGEST), min_length=1, max_length=MOST_SEATS
    )


class InvitationAnswerSerializer(RenamedFieldsSerializer):
    old_names = {"word": "message"}

    message = serializers.CharField(max_length=LONGEST_WORD, allow_blank=True, default="")


class InvitationLinkSerializer(serializers.Serializer):
    id = serializers.IntegerField(source="link.id")
    table = serializers.CharField(source="link.table.key", help_text="its key")
    url = serializers.CharField(help_text="the address; anyone who knows it can take a seat")
    uses = serializers.IntegerField(source="link.max_uses", help_text="how many people can use it")
    used = serializers.IntegerField(source="link.use_count")
    guests = serializers.BooleanField(
        source="link.for_guests", help_text="whether people without an account can use it"
    )
    until = serializers.DateTimeField(source="link.expires_at")


class InvitationLinkInputSerializer(serializers.Serializer):
    uses = serializers.IntegerField(
        min_value=1, max_value=invitation_links.MAX_LINK_USES, default=1
    )
    hours = serializers.IntegerField(
        min_value=1, max_value=invitation_links.MAX_LINK_HOURS, default=72
    )
    guests = serializers.BooleanField(
        default=False,
        help_text="whether people without an account can use it; never at a rated table",
    )


class InvitationLinkTableSerializer(serializers.Serializer):
    table = shapes.VisibleTableSerializer()
    problem = serializers.CharField(help_text="why nobody, or not I, can use it now; or empty")


class RecentPlayersSerializer(serializers.Serializer):
    users = serializers.ListField(child=serializers.CharField())


class LinkWithUrl(NamedTuple):
    link: InvitationLink
    url: str


def _with_url(request: Request, link: InvitationLink) -> LinkWithUrl:
    address = reverse("games:invited_by_link", args=[link.token])
    return LinkWithUrl(link, request.build_absolute_uri(address))


def _active_links(request: Request, table: Table) -> list[LinkWithUrl]:
    return [_with_url(request, link) for link in invitation_links.active_links(table)]


def _get_hosted_table(request: Request, key: str) -> Table:
    """Return a table that the user hosts."""
    table = get_table(request, key)
    check_host(table, authenticated_user(request))
    return table


class MyInvitations(APIView):
    """My open invitations. A seat is held for me at each of these tables."""

    permission_classes = [IsAuthenticated]

    @responds_with(InvitationSerializer(many=True), operation_id="my_invitations_list")
    def get(self, request: Request) -> QuerySet[Invitation]:
        pending = Invitation.objects.pending().for_reading()
        return pending.filter(user=authenticated_user(request), expires_at__gt=timezone.now())


class RecentPlayers(APIView):
    """The people I have played with, most recent first."""

    permission_classes = [IsAuthenticated]

    @responds_with(RecentPlayersSerializer, operation_id="played_with")
    def get(self, request: Request) -> dict[str, list[str]]:
        known = invitations.recent_opponents(authenticated_user(request))
        return {"users": [name for name, _shown in known]}


class Invitations(APIView):
    """The invitations to my table with their answers; invite more people."""

    permission_classes = [IsAuthenticated]

    @responds_with(InvitationSerializer(many=True), operation_id="invitations_list")
    def get(self, request: Request, key: str) -> QuerySet[Invitation]:
        return _get_hosted_table(request, key).invitations.for_reading()

    @responds_with(
        InvitationSerializer(many=True),
        InviteSerializer,
        status=201,
        operation_id="invitations_send",
    )
    def post(self, request: Request, key: str) -> list[Invitation]:
        users = validated_data(request, InviteSerializer)["users"]
        return invitations.invite(key, authenticated_user(request), users)


class InvitationDetail(APIView):
    """Withdraw an invitation. The seat that was held becomes free."""

    permission_classes = [IsAuthenticated]

    @responds_with(shapes.VisibleTableSerializer, operation_id="invitations_withdraw")
    def delete(self, request: Request, key: str, pk: int) -> VisibleTable:
        invitations.withdraw(key, authenticated_user(request), pk)
        return requested_table(request, key)


class AnswerInvitation(APIView):
    """Answer an invitation to a table."""

    permission_classes = [IsAuthenticated]
    act: Callable[[str, User, str], Table]

    @responds_with(shapes.VisibleTableSerializer, InvitationAnswerSerializer)
    def post(self, request: Request, key: str) -> VisibleTable:
        type(self).act(
            key,
            authenticated_user(request),
            validated_data(request, InvitationAnswerSerializer)["message"],
        )
        return requested_table(request, key)


class AcceptInvitation(AnswerInvitation):
    """Accept an invitation and take the seat that is held for me."""

    act = staticmethod(invitations.accept)


class DeclineInvitation(AnswerInvitation):
    """Decline an invitation. The seat that was held for me becomes free."""

    act = staticmethod(invitations.decline)


class InvitationLinks(APIView):
    """The invitation links of my table; create one."""

    permission_classes = [IsAuthenticated]

    @responds_with(InvitationLinkSerializer(many=True), operation_id="invitation_links_list")
    def get(self, request: Request, key: str) -> list[LinkWithUrl]:
        return _active_links(request, _get_hosted_table(request, key))

    @responds_with(
        InvitationLinkSerializer,
        InvitationLinkInputSerializer,
        status=201,
        operation_id="invitation_links_make",
    )
    def post(self, request: Request, key: str) -> LinkWithUrl:
        wanted = validated_data(request, InvitationLinkInputSerializer)
        link = invitation_links.create_link(key, authenticated_user(request), **wanted)
        return _with_url(request, link)


class InvitationLinkDetail(APIView):
    """Withdraw a link. People who have used it stay."""

    permission_classes = [IsAuthenticated]

    @responds_with(InvitationLinkSerializer(many=True), operation_id="invitation_links_withdraw")
    def delete(self, request: Request, key: str, pk: int) -> list[LinkWithUrl]:
        table = invitation_links.withdraw_link(key, authenticated_user(request), pk)
        return _active_links(request, table)


class UseInvitationLink(APIView):
    """The table that a link leads to; take a seat there."""

    @responds_with(InvitationLinkTableSerializer, operation_id="invitation_link")
    def get(self, request: Request, token: str) -> dict[str, Any]:
        link = invitation_links.get_link(token, request.user)
        table = visible_table(link.table, user_or_none(request))
        return {"table": table, "problem": invitation_links.problem_text(link) or table.refusal}

    @responds_with(shapes.VisibleTableSerializer, operation_id="invitation_link_use")
    def post(self, request: Request, token: str) -> VisibleTable:
        table = invitation_links.use_link(token, authenticated_user(request))
        return requested_table(request, table.key)
