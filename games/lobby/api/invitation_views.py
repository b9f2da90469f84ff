"""The API's views of invitations to a table, by name or link, and of the answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.urls import reverse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from accounts.usernames import LONGEST
from games.rules import MOST_SEATS

from ...api import serializers as shapes
from ...api.deprecation import RenamedFieldsSerializer
from ...api.lookups import authenticated_user, get_table, user_or_none, validated_data
from ...api.schema_decorators import ERRORS, document
from ...api.table_data import full_table_data
from ...models import LONGEST_WORD, Invitation, Table
from ..admission import invitation_links, invitations
from ..models import InvitationLink
from ..pending import check_host


class InvitationSerializer(RenamedFieldsSerializer):
    old_names = {"word": "message"}

    id = serializers.IntegerField()
    table = serializers.CharField(help_text="its key")
    user = serializers.CharField(help_text="the person invited")
    by = serializers.CharField(help_text="the person who invited them")
    state = serializers.ChoiceField(choices=Invitation.State.values)
    created_at = serializers.DateTimeField()
    until = serializers.DateTimeField(help_text="when the held seat becomes free")
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
    id = serializers.IntegerField()
    table = serializers.CharField(help_text="its key")
    url = serializers.CharField(help_text="the address; anyone who knows it can take a seat")
    uses = serializers.IntegerField(help_text="how many people can use it")
    used = serializers.IntegerField()
    guests = serializers.BooleanField(help_text="whether people without an account can use it")
    until = serializers.DateTimeField()


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


def _invitation_data(one: Invitation) -> dict[str, Any]:
    data = {
        "id": one.pk,
        "table": one.table.key,
        "user": one.user.display_name,
        "by": one.inviter.display_name,
        "state": one.state,
        "created_at": one.created_at,
        "until": one.expires_at,
        "answered_at": one.answered_at,
        "message": one.message,
    }
    return InvitationSerializer.with_old_names(data)


def _link_data(request: Request, link: InvitationLink) -> dict[str, Any]:
    address = reverse("games:invited_by_link", args=[link.token])
    return {
        "id": link.pk,
        "table": link.table.key,
        "url": request.build_absolute_uri(address),
        "uses": link.max_uses,
        "used": link.use_count,
        "guests": link.for_guests,
        "until": link.expires_at,
    }


def _get_hosted_table(request: Request, key: str) -> Table:
    """Return a table that the user hosts."""
    table = get_table(request, key)
    check_host(table, authenticated_user(request))
    return table


class MyInvitations(APIView):
    """My open invitations. A seat is held for me at each of these tables."""

    permission_classes = [IsAuthenticated]

    @document(InvitationSerializer(many=True), operation_id="my_invitations_list")
    def get(self, request: Request) -> Response:
        pending = (
            Invitation.objects.pending().for_reading().filter(user=authenticated_user(request))
        )
        return Response(
            [_invitation_data(one) for one in pending.filter(expires_at__gt=timezone.now())]
        )


class RecentPlayers(APIView):
    """The people I have played with, most recent first."""

    permission_classes = [IsAuthenticated]

    @document(RecentPlayersSerializer, operation_id="played_with")
    def get(self, request: Request) -> Response:
        return Response(
            {
                "users": [
                    name
                    for name, _shown in invitations.recent_opponents(authenticated_user(request))
                ]
            }
        )


class Invitations(APIView):
    """The invitations to my table with their answers; invite more people."""

    permission_classes = [IsAuthenticated]

    @document(InvitationSerializer(many=True), operation_id="invitations_list")
    def get(self, request: Request, key: str) -> Response:
        asked = _get_hosted_table(request, key).invitations.for_reading()
        return Response([_invitation_data(one) for one in asked])

    @extend_schema(
        request=InviteSerializer,
        responses={201: InvitationSerializer(many=True), **ERRORS},
        operation_id="invitations_send",
    )
    def post(self, request: Request, key: str) -> Response:
        made = invitations.invite(
            key, authenticated_user(request), validated_data(request, InviteSerializer)["users"]
        )
        return Response([_invitation_data(one) for one in made], status=201)


class InvitationDetail(APIView):
    """Withdraw an invitation. The seat that was held becomes free."""

    permission_classes = [IsAuthenticated]

    @document(shapes.VisibleTableSerializer, operation_id="invitations_withdraw")
    def delete(self, request: Request, key: str, pk: int) -> Response:
        invitations.withdraw(key, authenticated_user(request), pk)
        return Response(full_table_data(get_table(request, key), authenticated_user(request)))


class AnswerInvitation(APIView):
    """Answer an invitation to a table."""

    permission_classes = [IsAuthenticated]
    act: Callable[[str, User, str], Table]

    @document(shapes.VisibleTableSerializer, InvitationAnswerSerializer)
    def post(self, request: Request, key: str) -> Response:
        type(self).act(
            key,
            authenticated_user(request),
            validated_data(request, InvitationAnswerSerializer)["message"],
        )
        return Response(full_table_data(get_table(request, key), authenticated_user(request)))


class AcceptInvitation(AnswerInvitation):
    """Accept an invitation and take the seat that is held for me."""

    act = staticmethod(invitations.accept)


class DeclineInvitation(AnswerInvitation):
    """Decline an invitation. The seat that was held for me becomes free."""

    act = staticmethod(invitations.decline)


class InvitationLinks(APIView):
    """The invitation links of my table; create one."""

    permission_classes = [IsAuthenticated]

    @document(InvitationLinkSerializer(many=True), operation_id="invitation_links_list")
    def get(self, request: Request, key: str) -> Response:
        found = invitation_links.active_links(_get_hosted_table(request, key))
        return Response([_link_data(request, link) for link in found])

    @extend_schema(
        request=InvitationLinkInputSerializer,
        responses={201: InvitationLinkSerializer, **ERRORS},
        operation_id="invitation_links_make",
    )
    def post(self, request: Request, key: str) -> Response:
        link = invitation_links.create_link(
            key,
            authenticated_user(request),
            **validated_data(request, InvitationLinkInputSerializer),
        )
        return Response(_link_data(request, link), status=201)


class InvitationLinkDetail(APIView):
    """Withdraw a link. People who have used it stay."""

    permission_classes = [IsAuthenticated]

    @document(InvitationLinkSerializer(many=True), operation_id="invitation_links_withdraw")
    def delete(self, request: Request, key: str, pk: int) -> Response:
        invitation_links.withdraw_link(key, authenticated_user(request), pk)
        return Response(
            [
                _link_data(request, link)
                for link in invitation_links.active_links(get_table(request, key))
            ]
        )


class UseInvitationLink(APIView):
    """The table that a link leads to; take a seat there."""

    @document(InvitationLinkTableSerializer, operation_id="invitation_link")
    def get(self, request: Request, token: str) -> Response:
        link = invitation_links.get_link(token, request.user)
        seen = full_table_data(link.table, user_or_none(request))
        return Response(
            {"table": seen, "problem": invitation_links.problem_text(link) or seen["refusal"]}
        )

    @document(shapes.VisibleTableSerializer, operation_id="invitation_link_use")
    def post(self, request: Request, token: str) -> Response:
        table = invitation_links.use_link(token, authenticated_user(request))
        return Response(full_table_data(get_table(request, table.key), authenticated_user(request)))
