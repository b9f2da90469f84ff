"""The API's views of devices: browsers that show push messages."""

from __future__ import annotations

from typing import Any

from django.middleware.csrf import get_token
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from ..models import PushSubscription
from ..notifications import devices
from .lookups import authenticated_user, validated_data
from .responses import responds_with
from .webhook_views import RemovalResultSerializer


class DeviceSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    name = serializers.CharField()
    created_at = serializers.DateTimeField()
    last_ok_at = serializers.DateTimeField(
        allow_null=True, help_text="when its push service last accepted a message"
    )


class DevicesSerializer(serializers.Serializer):
    key = serializers.CharField(
        help_text="the applicationServerKey for browsers; empty: this site sends no push messages"
    )
    devices = DeviceSerializer(many=True)


class PushKeysSerializer(serializers.Serializer):
    p256dh = serializers.CharField(max_length=100)
    auth = serializers.CharField(max_length=30)


class PushSubscriptionSerializer(serializers.Serializer):
    """A PushSubscription as a browser writes it in JSON."""

    endpoint = serializers.CharField(max_length=devices.MAX_ENDPOINT_LENGTH)
    keys = PushKeysSerializer()


class RemovedCountSerializer(serializers.Serializer):
    removed = serializers.IntegerField(help_text="how many")


class TestResultSerializer(serializers.Serializer):
    sent = serializers.BooleanField()


class MyDevices(APIView):
    """My devices. Add a browser by its push subscription.

    A device ends with the session or the token that added it.
    """

    permission_classes = [IsAuthenticated]

    @responds_with(DevicesSerializer, operation_id="notification_devices")
    def get(self, request: Request) -> dict[str, Any]:
        # The service worker needs the CSRF token, and has no page to read it from.
        self.headers["X-CSRFToken"] = get_token(request._request)
        found = devices.active_devices(authenticated_user(request))
        return {"key": devices.application_server_key(), "devices": found}

    @responds_with(
        DeviceSerializer, PushSubscriptionSerializer, operation_id="notification_device_add"
    )
    def post(self, request: Request) -> PushSubscription:
        data = validated_data(request, PushSubscriptionSerializer)
        user_agent = request.headers.get("User-Agent", "")
        by_token = {"token": request.auth}
        by = by_token if request.auth else {"session_key": request.session.session_key or ""}
        user = authenticated_user(request)
        return devices.add_device(
            user, data["endpoint"], **data["keys"], user_agent=user_agent, **by
        )

    @responds_with(RemovedCountSerializer, operation_id="notification_devices_remove")
    def delete(self, request: Request) -> dict[str, int]:
        return {"removed": devices.remove_devices(authenticated_user(request))}


class MyDeviceDetail(APIView):
    """One of my devices."""

    permission_classes = [IsAuthenticated]

    @responds_with(DeviceSerializer, operation_id="notification_device")
    def get(self, request: Request, pk: int) -> PushSubscription:
        return devices.get_device(authenticated_user(request), pk)

    @responds_with(RemovalResultSerializer, operation_id="notification_device_remove")
    def delete(self, request: Request, pk: int) -> dict[str, bool]:
        user = authenticated_user(request)
        devices.get_device(user, pk)
        return {"removed": devices.remove_devices(user, pk) == 1}


class TestMyDevice(APIView):
    """Send a test notification to one of my devices."""

    permission_classes = [IsAuthenticated]

    @responds_with(TestResultSerializer, operation_id="notification_device_test")
    def post(self, request: Request, pk: int) -> dict[str, bool]:
        devices.send_test(authenticated_user(request), pk)
        return {"sent": True}
