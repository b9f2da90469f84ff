"""The API's views of last used and saved table settings: one's own, and those of clubs."""

from __future__ import annotations

from typing import Any

from django.db.models import Q
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

import games.rules as rules

from ...api import serializers as shapes
from ...api.deprecation import RenamedFieldsSerializer
from ...api.lookups import authenticated_user, validated_data
from ...api.schema_decorators import ERRORS, document
from ...api.webhook_views import RemovalResultSerializer
from ...clubs import queries
from ..models import LONGEST_SET_NAME, SavedTableSettings
from ..setup import saved_settings
from ..table_settings import TableSettings


class TableSettingsSerializer(RenamedFieldsSerializer):
    old_names = {"asks": "requirements"}

    seats = serializers.IntegerField()
    options = serializers.DictField(child=serializers.CharField())
    clock = shapes.ClockSerializer()
    bots = serializers.ListField(child=serializers.CharField())
    rated = serializers.BooleanField()
    visibility = serializers.CharField()
    start_when = serializers.CharField()
    pauses = serializers.CharField()
    window = serializers.JSONField(help_text="the zone and week in which clocks run, or {}")
    requirements = shapes.RequirementsSerializer()


class SavedSettingsSerializer(RenamedFieldsSerializer):
    old_names = {"circle": "club", "terms": "settings"}

    id = serializers.IntegerField()
    game = serializers.CharField()
    name = serializers.CharField(help_text="empty: my last settings for this game")
    club = serializers.CharField(
        allow_null=True, help_text="the key of the club that owns it; null: it is mine"
    )
    settings = TableSettingsSerializer()


class SavedSettingsNameSerializer(serializers.Serializer):
    set_name = serializers.CharField(max_length=LONGEST_SET_NAME)


class SavedSettingsInputSerializer(SavedSettingsNameSerializer, shapes.TableInputSerializer):
    """The settings of a table, and their name."""

    old_names = {**shapes.TableInputSerializer.old_names, "of_circle": "of_club"}

    of_club = serializers.CharField(
        required=False, help_text="the key of a club that I lead, which then owns the settings"
    )


def table_settings_data(settings: TableSettings) -> dict[str, Any]:
    """Return table settings as response data."""
    kept = settings.to_json()
    return TableSettingsSerializer.with_old_names({**kept, "requirements": kept["asks"]})


def _saved_settings_data(row: SavedTableSettings) -> dict[str, Any]:
    return SavedSettingsSerializer.with_old_names(
        {
            "id": row.pk,
            "game": row.game,
            "name": row.name,
            "club": None if row.club is None else row.club.key,
            "settings": table_settings_data(TableSettings.from_row(row)),
        }
    )


class SavedSettingsList(APIView):
    """My last settings for each game, my saved settings and those of my clubs; save settings."""

    permission_classes = [IsAuthenticated]

    @document(SavedSettingsSerializer(many=True), operation_id="saved_settings_list")
    def get(self, request: Request) -> Response:
        user = authenticated_user(request)
        known = Q(user=user) | Q(club__memberships__user=user)
        rows = SavedTableSettings.objects.filter(known, game__in=rules.catalogue()).select_related(
            "club"
        )
        return Response(
            [_saved_settings_data(row) for row in rows.order_by("game", "club__name", "name")]
        )

    @extend_schema(
        request=SavedSettingsInputSerializer,
        responses={201: SavedSettingsSerializer, **ERRORS},
        operation_id="saved_settings_save",
    )
    def post(self, request: Request) -> Response:
        data, user = (
            validated_data(request, SavedSettingsInputSerializer),
            authenticated_user(request),
        )
        key = data.get("of_club")
        club = None if key is None else queries.get_club_for_leader(key, user).club
        name, terms = data["set_name"], shapes.table_settings(data)
        row = saved_settings.save_named_settings(user, data["game"], name, terms, club)
        return Response(_saved_settings_data(row), status=201)


class SavedSettingsDetail(APIView):
    """Rename or delete saved settings of mine, or of a club that I lead."""

    permission_classes = [IsAuthenticated]

    @document(
        SavedSettingsSerializer, SavedSettingsNameSerializer, operation_id="saved_settings_rename"
    )
    def post(self, request: Request, pk: int) -> Response:
        name = validated_data(request, SavedSettingsNameSerializer)["set_name"]
        return Response(
            _saved_settings_data(
                saved_settings.rename_saved_settings(authenticated_user(request), pk, name)
            )
        )

    @document(RemovalResultSerializer, operation_id="saved_settings_delete")
    def delete(self, request: Request, pk: int) -> Response:
        saved_settings.delete_saved_settings(authenticated_user(request), pk)
        return Response({"removed": True})
