"""The API's views of notifications: the latest ones, and the settings."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from rest_framework import exceptions, serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.models import User

from ..models import Notification
from ..notifications.forms import NotificationSettingsForm
from ..notifications.outbox import inbox, notification_settings
from ..notifications.outbox.channels import PERSONAL_CHANNELS
from ..notifications.outbox.events import EVENTS
from ..notifications.views import NotificationRow, recent_rows, save_settings
from .deprecation import RenamedFieldsSerializer
from .lookups import authenticated_user, validated_data
from .responses import responds_with


class NotificationSerializer(RenamedFieldsSerializer):
    old_names = {"fate": "outcome"}

    event = serializers.CharField(
        source="notification.event", help_text="its event: a key of `events` in the settings"
    )
    channel = serializers.CharField(source="notification.channel")
    table = serializers.CharField(
        source="notification.table.key",
        allow_null=True,
        help_text="the key of the table it is about",
    )
    text = serializers.CharField(help_text="its text, in my language")
    created_at = serializers.DateTimeField(source="notification.created_at")
    state = serializers.ChoiceField(source="notification.state", choices=Notification.State.values)
    outcome = serializers.CharField(source="fate", help_text="what happened to it, in words")
    unread = serializers.BooleanField(source="is_new")


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
    reminder_interval = serializers.ChoiceField(
        choices=notification_settings.REMINDER_INTERVALS,
        required=False,
        allow_null=True,
        help_text="hours after which I am reminded of a turn again; null: never",
    )
    last_reminder = serializers.ChoiceField(
        choices=notification_settings.LAST_REMINDERS,
        required=False,
        allow_null=True,
        help_text="minutes before my deadline at which I am reminded once more; null: never",
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

    @responds_with(NotificationSerializer(many=True), operation_id="notifications_list")
    def get(self, request: Request) -> list[NotificationRow]:
        return recent_rows(authenticated_user(request))


class MarkNotificationsRead(APIView):
    """Mark all my notifications as read."""

    permission_classes = [IsAuthenticated]

    @responds_with(ReadCountSerializer, operation_id="notifications_read")
    def post(self, request: Request) -> dict[str, int]:
        return {"read": inbox.mark_read(authenticated_user(request))}


class NotificationSettings(APIView):
    """My notification settings: events, channels and times."""

    permission_classes = [IsAuthenticated]

    @responds_with(NotificationSettingsSerializer, operation_id="notification_settings")
    def get(self, request: Request) -> dict[str, Any]:
        return _settings_data(authenticated_user(request))

    @responds_with(
        NotificationSettingsSerializer,
        NotificationSettingsSerializer,
        operation_id="notification_settings_set",
    )
    def patch(self, request: Request) -> dict[str, Any]:
        given = validated_data(request, NotificationSettingsSerializer)
        with transaction.atomic():
            user = User.objects.select_for_update(no_key=True).get(
                pk=authenticated_user(request).pk
            )
            _update_settings(user, given)
        return _settings_data(user)


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
    save_settings(form, user)


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
