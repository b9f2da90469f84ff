"""The API's views of webhooks: one's own, those of tables and those of clubs."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from portal.errors import Forbidden, NotFound
from portal.http.outgoing_requests import MAX_URL_LENGTH

from ..clubs import queries
from ..models import Webhook, WebhookDelivery
from ..notifications import webhooks
from .lookups import authenticated_user, get_table, validated_data
from .schema_decorators import ERRORS, document


class WebhookDeliverySerializer(serializers.Serializer):
    event = serializers.CharField(help_text='the event, or "test"')
    at = serializers.DateTimeField()
    status = serializers.IntegerField(
        allow_null=True, help_text="the HTTP status; null: no response"
    )
    problem = serializers.CharField(help_text="what went wrong, or empty")


class WebhookSerializer(serializers.Serializer):
    kind = serializers.ChoiceField(choices=Webhook.Kind.values)
    host = serializers.CharField(help_text="the host name; the rest of the address is secret")
    works = serializers.BooleanField(
        help_text="false: it failed too often; test it to switch it on again"
    )
    failures = serializers.IntegerField(help_text="failures in a row")
    created_at = serializers.DateTimeField()
    stopped_at = serializers.DateTimeField(allow_null=True)
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


def _webhook_data(hook: Webhook, *, secret: str = "", is_mine: bool = True) -> dict[str, Any]:
    tried = webhooks.recent_deliveries(hook) if is_mine else []
    return {
        "kind": hook.kind,
        "host": hook.host,
        "works": hook.is_working,
        "failures": hook.failures,
        "created_at": hook.created_at,
        "stopped_at": hook.disabled_at,
        "secret": secret,
        "log": [WebhookDeliverySerializer(one).data for one in tried],
    }


def _test_response(hook: Webhook, user: User) -> Response:
    done: WebhookDelivery = webhooks.send_test(hook, user)
    return Response(WebhookDeliverySerializer(done).data)


class MyWebhook(APIView):
    """My webhook. It gets the events that I choose in the notification settings."""

    permission_classes = [IsAuthenticated]

    @document(WebhookSerializer, operation_id="notification_webhook")
    def get(self, request: Request) -> Response:
        return Response(
            _webhook_data(_require_webhook(webhooks.get_personal(authenticated_user(request))))
        )

    @extend_schema(
        request=WebhookInputSerializer,
        responses={200: WebhookSerializer, **ERRORS},
        operation_id="notification_webhook_set",
    )
    def put(self, request: Request) -> Response:
        hook = webhooks.set_personal(
            authenticated_user(request), **validated_data(request, WebhookInputSerializer)
        )
        return Response(_webhook_data(hook, secret=hook.secret))

    @document(RemovalResultSerializer, operation_id="notification_webhook_remove")
    def delete(self, request: Request) -> Response:
        user = authenticated_user(request)
        found = webhooks.get_personal(user) is not None
        webhooks.remove_personal(user)
        return Response({"removed": found})


class TestMyWebhook(APIView):
    """Send a test message to my webhook; the response has the result."""

    permission_classes = [IsAuthenticated]

    @document(WebhookDeliverySerializer, operation_id="notification_webhook_test")
    def post(self, request: Request) -> Response:
        user = authenticated_user(request)
        return _test_response(_require_webhook(webhooks.get_personal(user)), user)


class TableWebhook(APIView):
    """The webhook of a table. It gets the public events of the match.

    Players see which one it is. The host also sees its deliveries, sets and removes it.
    """

    permission_classes = [IsAuthenticated]

    @document(WebhookSerializer, operation_id="table_webhook")
    def get(self, request: Request, key: str) -> Response:
        user, table = authenticated_user(request), get_table(request, key)
        is_mine = table.host_id == user.pk
        if not (is_mine or table.seat_set.filter(user=user).exists()):
            raise Forbidden(_("You have no seat at this table."), code="not_your_seat")
        return Response(
            _webhook_data(_require_webhook(webhooks.get_for_table(table.key)), is_mine=is_mine)
        )

    @extend_schema(
        request=WebhookInputSerializer,
        responses={200: WebhookSerializer, **ERRORS},
        operation_id="table_webhook_set",
    )
    def put(self, request: Request, key: str) -> Response:
        hook = webhooks.set_for_table(
            key, authenticated_user(request), **validated_data(request, WebhookInputSerializer)
        )
        return Response(_webhook_data(hook, secret=hook.secret))

    @document(RemovalResultSerializer, operation_id="table_webhook_remove")
    def delete(self, request: Request, key: str) -> Response:
        found = webhooks.get_for_table(get_table(request, key).key) is not None
        webhooks.remove_from_table(key, authenticated_user(request))
        return Response({"removed": found})


class TestTableWebhook(APIView):
    """Send a test message to the webhook of a table that I host."""

    permission_classes = [IsAuthenticated]

    @document(WebhookDeliverySerializer, operation_id="table_webhook_test")
    def post(self, request: Request, key: str) -> Response:
        user, table = authenticated_user(request), get_table(request, key)
        webhooks.check_host(table, user)
        return _test_response(_require_webhook(webhooks.get_for_table(table.key)), user)


class ClubWebhook(APIView):
    """The webhook of a club. It gets new tables, results and new members.

    Members see which one it is. The owner and helpers also see its deliveries, set and remove it.
    """

    permission_classes = [IsAuthenticated]

    @document(WebhookSerializer, operation_id="club_webhook")
    def get(self, request: Request, key: str) -> Response:
        found = queries.get_club_for_member(key, authenticated_user(request))
        return Response(
            _webhook_data(_require_webhook(webhooks.get_for_club(key)), is_mine=found.leads)
        )

    @extend_schema(
        request=WebhookInputSerializer,
        responses={200: WebhookSerializer, **ERRORS},
        operation_id="club_webhook_set",
    )
    def put(self, request: Request, key: str) -> Response:
        user = authenticated_user(request)
        queries.get_club_for_leader(key, user)
        hook = webhooks.set_for_club(key, user, **validated_data(request, WebhookInputSerializer))
        return Response(_webhook_data(hook, secret=hook.secret))

    @document(RemovalResultSerializer, operation_id="club_webhook_remove")
    def delete(self, request: Request, key: str) -> Response:
        user = authenticated_user(request)
        queries.get_club_for_leader(key, user)
        found = webhooks.get_for_club(key) is not None
        webhooks.remove_from_club(key, user)
        return Response({"removed": found})


class TestClubWebhook(APIView):
    """Send a test message to the webhook of a club that I lead."""

    permission_classes = [IsAuthenticated]

    @document(WebhookDeliverySerializer, operation_id="club_webhook_test")
    def post(self, request: Request, key: str) -> Response:
        user = authenticated_user(request)
        queries.get_club_for_leader(key, user)
        return _test_response(_require_webhook(webhooks.get_for_club(key)), user)
