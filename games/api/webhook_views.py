"""The API's views of webhooks: one's own, of tables for their hosts, of circles."""

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
from portal.http.outgoing_requests import LONGEST_URL

from ..clubs import queries
from ..models import Delivery, Webhook
from ..notifications import webhooks
from ..table.errors import NotYourSeat
from .lookups import find, given, person
from .schema_decorators import ERRORS, described


class DeliverySerializer(serializers.Serializer):
    event = serializers.CharField(help_text='what was told, or "test"')
    at = serializers.DateTimeField()
    status = serializers.IntegerField(
        allow_null=True, help_text="of HTTP; null where there was no answer"
    )
    problem = serializers.CharField(help_text="what went wrong, or empty")


class WebhookSerializer(serializers.Serializer):
    kind = serializers.ChoiceField(choices=Webhook.Kind.values)
    host = serializers.CharField(help_text="the name of the machine; the address is a secret")
    works = serializers.BooleanField(help_text="false where it failed too often: test it")
    failures = serializers.IntegerField(help_text="in a row")
    created_at = serializers.DateTimeField()
    stopped_at = serializers.DateTimeField(allow_null=True)
    secret = serializers.CharField(
        help_text="what signs JSON; told in the answer that sets it, and empty later"
    )
    log = DeliverySerializer(many=True, help_text="the last tries, for whose webhook it is")


class SetWebhookSerializer(serializers.Serializer):
    kind = serializers.ChoiceField(choices=Webhook.Kind.values)
    url = serializers.CharField(max_length=LONGEST_URL, help_text="begins with https://")


class RemovedSerializer(serializers.Serializer):
    removed = serializers.BooleanField()


def _found(hook: Webhook | None) -> Webhook:
    if hook is None:
        raise webhooks.NoWebhook(_("There is no webhook here."))
    return hook


def _shape(hook: Webhook, *, secret: str = "", is_mine: bool = True) -> dict[str, Any]:
    tried = webhooks.last_tries(hook) if is_mine else []
    return {
        "kind": hook.kind,
        "host": hook.host,
        "works": hook.is_working,
        "failures": hook.failures,
        "created_at": hook.created_at,
        "stopped_at": hook.stopped_at,
        "secret": secret,
        "log": [DeliverySerializer(one).data for one in tried],
    }


def _tested(hook: Webhook, user: User) -> Response:
    done: Delivery = webhooks.test(hook, user)
    return Response(DeliverySerializer(done).data)


class MyWebhook(APIView):
    """My webhook, which is told what I choose in the settings of notices."""

    permission_classes = [IsAuthenticated]

    @described(WebhookSerializer, operation_id="webhook")
    def get(self, request: Request) -> Response:
        return Response(_shape(_found(webhooks.of_person(person(request)))))

    @extend_schema(
        request=SetWebhookSerializer,
        responses={200: WebhookSerializer, **ERRORS},
        operation_id="webhook_set",
    )
    def put(self, request: Request) -> Response:
        hook = webhooks.set_personal(person(request), **given(request, SetWebhookSerializer))
        return Response(_shape(hook, secret=hook.secret))

    @described(RemovedSerializer, operation_id="webhook_remove")
    def delete(self, request: Request) -> Response:
        user = person(request)
        found = webhooks.of_person(user) is not None
        webhooks.remove_personal(user)
        return Response({"removed": found})


class TestMyWebhook(APIView):
    """Tells my webhook a word to try, now; the answer says how that went."""

    permission_classes = [IsAuthenticated]

    @described(DeliverySerializer, operation_id="webhook_test")
    def post(self, request: Request) -> Response:
        user = person(request)
        return _tested(_found(webhooks.of_person(user)), user)


class WebhookOfTable(APIView):
    """The webhook of a table, which is told what everybody may know of its match.

    Those who sit there see which it is; its host sees the log, sets and removes it.
    """

    permission_classes = [IsAuthenticated]

    @described(WebhookSerializer, operation_id="table_webhook")
    def get(self, request: Request, key: str) -> Response:
        user, table = person(request), find(request, key)
        is_mine = table.host_id == user.pk
        if not (is_mine or table.seat_set.filter(user=user).exists()):
            raise NotYourSeat(_("You do not sit at this table."))
        return Response(_shape(_found(webhooks.of_table(table.key)), is_mine=is_mine))

    @extend_schema(
        request=SetWebhookSerializer,
        responses={200: WebhookSerializer, **ERRORS},
        operation_id="table_webhook_set",
    )
    def put(self, request: Request, key: str) -> Response:
        hook = webhooks.set_for_table(key, person(request), **given(request, SetWebhookSerializer))
        return Response(_shape(hook, secret=hook.secret))

    @described(RemovedSerializer, operation_id="table_webhook_remove")
    def delete(self, request: Request, key: str) -> Response:
        found = webhooks.of_table(find(request, key).key) is not None
        webhooks.remove_from_table(key, person(request))
        return Response({"removed": found})


class TestWebhookOfTable(APIView):
    """Tells the webhook of a table that I host a word to try, now."""

    permission_classes = [IsAuthenticated]

    @described(DeliverySerializer, operation_id="table_webhook_test")
    def post(self, request: Request, key: str) -> Response:
        user, table = person(request), find(request, key)
        webhooks.check_host(table, user)
        return _tested(_found(webhooks.of_table(table.key)), user)


class WebhookOfCircle(APIView):
    """The webhook of a circle: told of tables that are opened, of results, of who comes in.

    Everybody in it sees which it is; its owner and helpers see the log, set and remove it.
    """

    permission_classes = [IsAuthenticated]

    @described(WebhookSerializer, operation_id="circle_webhook")
    def get(self, request: Request, key: str) -> Response:
        found = queries.inside(key, person(request))
        return Response(_shape(_found(webhooks.of_circle(key)), is_mine=found.leads))

    @extend_schema(
        request=SetWebhookSerializer,
        responses={200: WebhookSerializer, **ERRORS},
        operation_id="circle_webhook_set",
    )
    def put(self, request: Request, key: str) -> Response:
        user = person(request)
        queries.leading(key, user)
        hook = webhooks.set_for_circle(key, user, **given(request, SetWebhookSerializer))
        return Response(_shape(hook, secret=hook.secret))

    @described(RemovedSerializer, operation_id="circle_webhook_remove")
    def delete(self, request: Request, key: str) -> Response:
        user = person(request)
        queries.leading(key, user)
        found = webhooks.of_circle(key) is not None
        webhooks.remove_from_circle(key, user)
        return Response({"removed": found})


class TestWebhookOfCircle(APIView):
    """Tells the webhook of a circle that I lead a word to try, now."""

    permission_classes = [IsAuthenticated]

    @described(DeliverySerializer, operation_id="circle_webhook_test")
    def post(self, request: Request, key: str) -> Response:
        user = person(request)
        queries.leading(key, user)
        return _tested(_found(webhooks.of_circle(key)), user)
