"""The API's views of notices: the last ones with their fate, and what somebody wants to be told."""

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

from ..models import Notice
from ..notifications import inbox, notification_settings
from ..notifications.channels import OF_PEOPLE
from ..notifications.events import EVENTS
from ..notifications.forms import NoticesForm
from ..notifications.views import lines, plan_digest
from .lookups import person
from .schema_decorators import ERRORS, described


class NoticeSerializer(serializers.Serializer):
    event = serializers.CharField(help_text="what it tells: a key of `events` in the settings")
    channel = serializers.CharField()
    table = serializers.CharField(allow_null=True, help_text="the key of the table it is about")
    text = serializers.CharField(help_text="what it says, in your language")
    created_at = serializers.DateTimeField()
    state = serializers.ChoiceField(choices=Notice.State.values)
    fate = serializers.CharField(help_text="what became of it, in words")
    unread = serializers.BooleanField()


class ReadSerializer(serializers.Serializer):
    read = serializers.IntegerField(help_text="how many were unread until now")


class WishesSerializer(serializers.Serializer):
    """What is not given stays as it is."""

    events = serializers.DictField(
        child=serializers.ListField(child=serializers.ChoiceField(choices=OF_PEOPLE)),
        required=False,
        help_text="for each event the channels by which it is told",
    )
    turn_delay = serializers.ChoiceField(
        choices=notification_settings.DELAYS, required=False, help_text="minutes"
    )
    quiet_from = serializers.TimeField(required=False, allow_null=True)
    quiet_until = serializers.TimeField(required=False, allow_null=True)
    notices_a_day = serializers.IntegerField(required=False)
    digest_daily = serializers.BooleanField(required=False)
    digest_hour = serializers.IntegerField(required=False)
    bell_sound = serializers.BooleanField(required=False)


class Notices(APIView):
    """My last notices by whatever channel, the latest first."""

    permission_classes = [IsAuthenticated]

    @described(NoticeSerializer(many=True), operation_id="notices_list")
    def get(self, request: Request) -> Response:
        found = [
            {
                "event": line.notice.event,
                "channel": line.notice.channel,
                "table": None if line.notice.table is None else line.notice.table.key,
                "text": line.text,
                "created_at": line.notice.created_at,
                "state": line.notice.state,
                "fate": line.fate,
                "unread": line.is_new,
            }
            for line in lines(person(request))
        ]
        return Response(NoticeSerializer(found, many=True).data)


class ReadNotices(APIView):
    """All that the bell counts is read."""

    permission_classes = [IsAuthenticated]

    @described(ReadSerializer, operation_id="notices_read")
    def post(self, request: Request) -> Response:
        return Response({"read": inbox.mark_read(person(request))})


class NoticeSettings(APIView):
    """What I want to be told, by which channel and when."""

    permission_classes = [IsAuthenticated]

    @described(WishesSerializer, operation_id="notices_settings")
    def get(self, request: Request) -> Response:
        return Response(_wishes(person(request)))

    @extend_schema(
        request=WishesSerializer,
        responses={200: WishesSerializer, **ERRORS},
        operation_id="notices_set",
    )
    def patch(self, request: Request) -> Response:
        given = WishesSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        with transaction.atomic():
            user = User.objects.select_for_update(no_key=True).get(pk=person(request).pk)
            _change(user, given.validated_data)
        return Response(_wishes(user))


def _change(user: User, given: dict[str, Any]) -> None:
    """Set what is given of a person's wishes; the rest stays. Their row is held."""
    wanted = {**_wishes(user), **given}
    events = {**_wishes(user)["events"], **wanted["events"]}
    if unknown := sorted(set(events) - set(EVENTS)):
        raise exceptions.ValidationError({"events": f"there is no event {unknown[0]}"})
    missing = {key for keys in events.values() for key in keys} - {
        way.key for way in notification_settings.ways(user)
    }
    if missing:
        raise exceptions.ValidationError({"events": f"you have no {min(missing)}"})
    cells = {
        notification_settings.cell(event, key): True
        for event, keys in events.items()
        for key in keys
    }
    form = NoticesForm({**wanted, **cells}, instance=user)
    if not form.is_valid():
        wrong = {name: [str(one) for one in found] for name, found in form.errors.items()}
        raise exceptions.ValidationError(wrong)
    form.save()
    plan_digest(user)


def _wishes(user: User) -> dict[str, Any]:
    def told(event: str) -> list[str]:
        usual = EVENTS[event].channels
        keys = [way.key for way in notification_settings.ways(user)]
        return [
            key
            for key in keys
            if user.told.get(notification_settings.cell(event, key), key in usual)
        ]

    return {
        "events": {event: told(event) for event in EVENTS},
        **{name: getattr(user, name) for name in NoticesForm.Meta.fields},
    }
