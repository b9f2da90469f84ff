"""The API's views of notifications: the latest ones, and the settings."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from drf_spectacular.utils import extend_schema
from rest_framework import exceptions, serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User

from ..models import Notification
from ..notifications.forms import NotificationSettingsForm
from ..notifications.outbox import inbox, notification_settings
from ..notifications.outbox.channels import PERSONAL_CHANNELS
from ..notifications.outbox.events import EVENTS
from ..notifications.views import recent_rows, reschedule_digest
from .deprecation import RenamedFieldsSerializer
from .lookups import authenticated_user
from .schema_decorators import ERRORS, document


class NotificationSerializer(RenamedFieldsSerializer):
    old_names = {"fate": "outcome"}

    event = serializers.CharField(help_text="its event: a key of `events` in the settings")
    channel = serializers.CharField()
    table = serializers.CharField(allow_null=True, help_text="the key of the table it is about")
    text = serializers.CharField(help_text="its text, in my language")
    created_at = serializers.DateTimeField()
    state = serializers.ChoiceField(choices=Notification.State.values)
    outcome = serializers.CharField(help_text="what happened to it, in words")
    unread = serializers.BooleanField()


class ReadCountSerializer(serializers.Serializer):
    read = serializers.IntegerField(help_text="how many were unread until now")


class NotificationSettingsSerializer(RenamedFieldsSerializer):
    """Fields that are left out stay as they are."""

    old_names = {"notices_a_day": "notifications_per_day"}

    events = serializers.DictField(
        child=serializers.ListField(child=serializers.ChoiceField(choices=PERSONAL_CHANNELS)),
        required=False,
        help_text="the channels for each event",
    )
    turn_delay = serializers.ChoiceField(
        choices=notification_settings.TURN_DELAYS,
        required=False,
        help_text="minutes",
        source="turn_notification_delay",
    )
    quiet_from = serializers.TimeField(required=False, allow_null=True)
    quiet_until = serializers.TimeField(required=False, allow_null=True)
    notifications_per_day = serializers.IntegerField(
        source="max_notifications_per_day", required=False
    )
    digest_daily = serializers.BooleanField(source="has_daily_digest", required=False)
    digest_hour = serializers.IntegerField(required=False)
    bell_sound = serializers.BooleanField(required=False)


class Notifications(APIView):
    """My latest notifications on all channels, newest first."""

    permission_classes = [IsAuthenticated]

    @document(NotificationSerializer(many=True), operation_id="notifications_list")
    def get(self, request: Request) -> Response:
        found = [
            {
                "event": line.notification.event,
                "channel": line.notification.channel,
                "table": None if line.notification.table is None else line.notification.table.key,
                "text": line.text,
                "created_at": line.notification.created_at,
                "state": line.notification.state,
                "outcome": line.fate,
                "unread": line.is_new,
            }
            for line in recent_rows(authenticated_user(request))
        ]
        return Response(NotificationSerializer(found, many=True).data)


class MarkNotificationsRead(APIView):
    """Mark all my notifications as read."""

    permission_classes = [IsAuthenticated]

    @document(ReadCountSerializer, operation_id="notifications_read")
    def post(self, request: Request) -> Response:
        return Response({"read": inbox.mark_read(authenticated_user(request))})


class NotificationSettings(APIView):
    """My notification settings: events, channels and times."""

    permission_classes = [IsAuthenticated]

    @document(NotificationSettingsSerializer, operation_id="notification_settings")
    def get(self, request: Request) -> Response:
        return Response(_settings_response(authenticated_user(request)))

    @extend_schema(
        request=NotificationSettingsSerializer,
        responses={200: NotificationSettingsSerializer, **ERRORS},
        operation_id="notification_settings_set",
    )
    def patch(self, request: Request) -> Response:
        given = NotificationSettingsSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        with transaction.atomic():
            user = User.objects.select_for_update(no_key=True).get(
                pk=authenticated_user(request).pk
            )
            _update_settings(user, given.validated_data)
        return Response(_settings_response(user))


def _update_settings(user: User, given: dict[str, Any]) -> None:
    """Set the given notification settings of a person, whose row is locked; the rest stays."""
    wanted = {**_settings_data(user), **given}
    events = {**_settings_data(user)["events"], **wanted["events"]}
    if unknown := sorted(set(events) - set(EVENTS)):
        raise exceptions.ValidationError({"events": f"there is no event {unknown[0]}"})
    missing = {key for keys in events.values() for key in keys} - {
        way.key for way in notification_settings.available_channels(user)
    }
    if missing:
        raise exceptions.ValidationError({"events": f"you have no {min(missing)}"})
    cells = {
        notification_settings.setting_key(event, key): True
        for event, keys in events.items()
        for key in keys
    }
    chosen = user.notification_settings
    form = NotificationSettingsForm({**wanted, **cells}, instance=chosen, user=user)
    if not form.is_valid():
        wrong = {name: [str(one) for one in found] for name, found in form.errors.items()}
        for name, field in NotificationSettingsSerializer().fields.items():
            if field.source in form.errors:
                wrong[name] = wrong[str(field.source)]
        raise exceptions.ValidationError(wrong)
    form.save()
    reschedule_digest(user)


def _settings_response(user: User) -> dict[str, Any]:
    return NotificationSettingsSerializer(_settings_data(user)).data


def _settings_data(user: User) -> dict[str, Any]:
    keys = [way.key for way in notification_settings.available_channels(user)]
    chosen = notification_settings.is_chosen
    return {
        "events": {event: [key for key in keys if chosen(user, event, key)] for event in EVENTS},
        **{
            name: getattr(user.notification_settings, name)
            for name in NotificationSettingsForm.Meta.fields
        },
    }
