"""The API's views of webhooks: one's own, those of tables and those of clubs."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from portal.errors import Forbidden, NotFound
from portal.http.outgoing_requests import MAX_URL_LENGTH

from ..clubs import queries
from ..models import Webhook, WebhookDelivery
from ..notifications import webhooks
from .lookups import authenticated_user, get_table, validated_data
from .responses import responds_with


class WebhookDeliverySerializer(serializers.Serializer):
    event = serializers.CharField(help_text='the event, or "test"')
    at = serializers.DateTimeField()
    status = serializers.IntegerField(
        allow_null=True, help_text="the HTTP status; null: no response"
    )
    problem = serializers.CharField(help_text="what went wrong, or empty")


class WebhookSerializer(serializers.Serializer):
    kind = serializers.ChoiceField(source="hook.kind", choices=Webhook.Kind.values)
    host = serializers.CharField(
        source="hook.host", help_text="the host name; the rest of the address is secret"
    )
    works = serializers.BooleanField(
        source="hook.is_working",
        help_text="false: it failed too often; test it to switch it on again",
    )
    failures = serializers.IntegerField(source="hook.failures", help_text="failures in a row")
    created_at = serializers.DateTimeField(source="hook.created_at")
    stopped_at = serializers.DateTimeField(source="hook.disabled_at", allow_null=True)
    secret = serializers.CharField(
        help_text="the key that signs JSON; only in the response that sets it, empty later"
    )
    log = WebhookDeliverySerializer(
        many=True, help_text="the latest deliveries; only for its owner"
    )


class WebhookInputSerializer(serializers.Serializer):
    kind = serializers.ChoiceField(choices=Webhook.Kind.values)
    url = serializers.CharField(max_length=MAX_URL_LENGTH, help_text="begins with https://")


class RemovalResultSerializer(serializers.Serializer):
    removed = serializers.BooleanField()


def _require_webhook(hook: Webhook | None) -> Webhook:
    if hook is None:
        raise NotFound(_("There is no webhook here."), code="no_webhook")
    return hook


class VisibleWebhook(NamedTuple):
    """A webhook as its reader may see it; only the response that sets it shows the secret."""

    hook: Webhook
    is_mine: bool = True
    secret: str = ""

    def log(self) -> list[WebhookDelivery]:
        """Return the latest deliveries; none to people who may not set the webhook."""
        return webhooks.recent_deliveries(self.hook) if self.is_mine else []


class MyWebhook(APIView):
    """My webhook. It gets the events that I choose in the notification settings."""

    permission_classes = [IsAuthenticated]

    @responds_with(WebhookSerializer, operation_id="notification_webhook")
    def get(self, request: Request) -> VisibleWebhook:
        return VisibleWebhook(_require_webhook(webhooks.get_personal(authenticated_user(request))))

    @responds_with(
        WebhookSerializer, WebhookInputSerializer, operation_id="notification_webhook_set"
    )
    def put(self, request: Request) -> VisibleWebhook:
        hook = webhooks.set_personal(
            authenticated_user(request), **validated_data(request, WebhookInputSerializer)
        )
        return VisibleWebhook(hook, secret=hook.secret)

    @responds_with(RemovalResultSerializer, operation_id="notification_webhook_remove")
    def delete(self, request: Request) -> dict[str, bool]:
        user = authenticated_user(request)
        found = webhooks.get_personal(user) is not None
        webhooks.remove_personal(user)
        return {"removed": found}


class TestMyWebhook(APIView):
    """Send a test message to my webhook; the response has the result."""

    permission_classes = [IsAuthenticated]

    @responds_with(WebhookDeliverySerializer, operation_id="notification_webhook_test")
    def post(self, request: Request) -> WebhookDelivery:
        user = authenticated_user(request)
        return webhooks.send_test(_require_webhook(webhooks.get_personal(user)), user)


class TableWebhook(APIView):
    """The webhook of a table. It gets the public events of the match.

    Players see which one it is. The host also sees its deliveries, sets and removes it.
    """

    permission_classes = [IsAuthenticated]

    @responds_with(WebhookSerializer, operation_id="table_webhook")
    def get(self, request: Request, key: str) -> VisibleWebhook:
        user, table = authenticated_user(request), get_table(request, key)
        is_mine = table.host_id == user.pk
        if not (is_mine or table.seat_set.filter(user=user).exists()):
            raise Forbidden(_("You have no seat at this table."), code="not_your_seat")
        return VisibleWebhook(_require_webhook(webhooks.get_for_table(table.key)), is_mine=is_mine)

    @responds_with(WebhookSerializer, WebhookInputSerializer, operation_id="table_webhook_set")
    def put(self, request: Request, key: str) -> VisibleWebhook:
        hook = webhooks.set_for_table(
            key, authenticated_user(request), **validated_data(request, WebhookInputSerializer)
        )
        return VisibleWebhook(hook, secret=hook.secret)

    @responds_with(RemovalResultSerializer, operation_id="table_webhook_remove")
    def delete(self, request: Request, key: str) -> dict[str, bool]:
        found = webhooks.get_for_table(get_table(request, key).key) is not None
        webhooks.remove_from_table(key, authenticated_user(request))
        return {"removed": found}


class TestTableWebhook(APIView):
    """Send a test message to the webhook of a table that I host."""

    permission_classes = [IsAuthenticated]

    @responds_with(WebhookDeliverySerializer, operation_id="table_webhook_test")
    def post(self, request: Request, key: str) -> WebhookDelivery:
        user, table = authenticated_user(request), get_table(request, key)
        webhooks.check_host(table, user)
        return webhooks.send_test(_require_webhook(webhooks.get_for_table(table.key)), user)


class ClubWebhook(APIView):
    """The webhook of a club. It gets new tables, results and new members.

    Members see which one it is. The owner and helpers also see its deliveries, set and remove it.
    """

    permission_classes = [IsAuthenticated]

    @responds_with(WebhookSerializer, operation_id="club_webhook")
    def get(self, request: Request, key: str) -> VisibleWebhook:
        found = queries.get_club_for_member(key, authenticated_user(request))
        return VisibleWebhook(_require_webhook(webhooks.get_for_club(key)), is_mine=found.leads)

    @responds_with(WebhookSerializer, WebhookInputSerializer, operation_id="club_webhook_set")
    def put(self, request: Request, key: str) -> VisibleWebhook:
        user = authenticated_user(request)
        queries.get_club_for_leader(key, user)
        hook = webhooks.set_for_club(key, user, **validated_data(request, WebhookInputSerializer))
        return VisibleWebhook(hook, secret=hook.secret)

    @responds_with(RemovalResultSerializer, operation_id="club_webhook_remove")
    def delete(self, request: Request, key: str) -> dict[str, bool]:
        user = authenticated_user(request)
        queries.get_club_for_leader(key, user)
        found = webhooks.get_for_club(key) is not None
        webhooks.remove_from_club(key, user)
        return {"removed": found}


class TestClubWebhook(APIView):
    """Send a test message to the webhook of a club that I lead."""

    permission_classes = [IsAuthenticated]

    @responds_with(WebhookDeliverySerializer, operation_id="club_webhook_test")
    def post(self, request: Request, key: str) -> WebhookDelivery:
        user = authenticated_user(request)
        queries.get_club_for_leader(key, user)
        return webhooks.send_test(_require_webhook(webhooks.get_for_club(key)), user)
