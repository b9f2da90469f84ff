"""The API's view of the rules by which a bot account answers invitations."""

from __future__ import annotations

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import PermissionDenied, ValidationError
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

import games.rules as rules
from accounts.models import BotProfile

from ..lobby.admission.bot_invitation_policy import (
    AT_ONCE,
    MAX_TABLES,
    InvitationPolicy,
    InviterFilter,
)
from .lookups import authenticated_user, validated_data
from .responses import responds_with


class BotRulesSerializer(serializers.Serializer):
    games = serializers.ListField(
        child=serializers.CharField(max_length=40),
        default=list,
        max_length=50,
        help_text="their keys; empty: all",
    )
    seats = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=rules.MOST_SEATS),
        default=list,
        max_length=rules.MOST_SEATS,
        help_text="numbers of seats; empty: any number",
    )
    at_once = serializers.IntegerField(
        default=AT_ONCE,
        min_value=0,
        max_value=MAX_TABLES,
        help_text="the maximum number of tables at the same time",
    )
    by = serializers.ChoiceField(
        choices=InviterFilter.values,
        default=InviterFilter.EVERYBODY.value,
        help_text="whose invitations it accepts",
    )


class MyBot(APIView):
    """The rules by which the site immediately answers invitations to my bot account.

    Without rules (404), my program answers invitations.
    """

    permission_classes = [IsAuthenticated]

    @responds_with(BotRulesSerializer, operation_id="my_bot_retrieve")
    def get(self, request: Request) -> InvitationPolicy:
        found = InvitationPolicy.of(authenticated_user(request))
        if found is None:
            raise Http404
        return found

    @responds_with(BotRulesSerializer, BotRulesSerializer)
    def put(self, request: Request) -> InvitationPolicy:
        data = validated_data(request, BotRulesSerializer)
        if not authenticated_user(request).is_bot:
            raise PermissionDenied(_("This account is not a bot."), code="not_a_bot")
        unknown = [key for key in data["games"] if key not in rules.catalogue()]
        if unknown:
            raise ValidationError({"games": f"there is no game {unknown[0]}"})
        found = InvitationPolicy(
            tuple(data["games"]), tuple(data["seats"]), data["at_once"], data["by"]
        )
        authenticated_user(request).bot_profile.assign(invitation_policy=found.to_json())
        return found

    @responds_with(None, status=204)
    def delete(self, request: Request) -> None:
        mine = BotProfile.objects.filter(user=authenticated_user(request))
        mine.update(invitation_policy={})
