"""The API's views of last used and saved table settings: one's own, and those of clubs."""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import Q
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

import games.rules as rules

from ...api import serializers as shapes
from ...api.deprecation import RenamedFieldsSerializer
from ...api.lookups import authenticated_user, validated_data
from ...api.responses import responds_with
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
    window = serializers.JSONField(
        source="window_data", help_text="the zone and week in which clocks run, or {}"
    )
    requirements = shapes.RequirementsSerializer(source="asks.to_json")
    rates_bots = serializers.BooleanField(help_text="rated even if bot accounts play with people")
    substitutes = serializers.CharField(help_text="whether people may take over seats")
    has_hidden_names = serializers.BooleanField(
        help_text="names and ratings are hidden until the match is over"
    )


class SavedSettingsSerializer(RenamedFieldsSerializer):
    old_names = {"circle": "club", "terms": "settings"}

    id = serializers.IntegerField(source="row.pk")
    game = serializers.CharField(source="row.game")
    name = serializers.CharField(
        source="row.name", help_text="empty: my last settings for this game"
    )
    club = serializers.CharField(
        source="row.club.key",
        allow_null=True,
        help_text="the key of the club that owns it; null: it is mine",
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


class SavedSettings(NamedTuple):
    """A row of saved settings, and the settings in it that its game still has."""

    row: SavedTableSettings

    def settings(self) -> TableSettings:
        return TableSettings.from_row(self.row)


class SavedSettingsList(APIView):
    """My last settings for each game, my saved settings and those of my clubs; save settings."""

    permission_classes = [IsAuthenticated]

    @responds_with(SavedSettingsSerializer(many=True), operation_id="saved_settings_list")
    def get(self, request: Request) -> list[SavedSettings]:
        user = authenticated_user(request)
        known = Q(user=user) | Q(club__memberships__user=user)
        rows = SavedTableSettings.objects.filter(known, game__in=rules.catalogue())
        rows = rows.select_related("club").order_by("game", "club__name", "name")
        return [SavedSettings(row) for row in rows]

    @responds_with(
        SavedSettingsSerializer,
        SavedSettingsInputSerializer,
        status=201,
        operation_id="saved_settings_save",
    )
    def post(self, request: Request) -> SavedSettings:
        data = validated_data(request, SavedSettingsInputSerializer)
        user, key = authenticated_user(request), data.get("of_club")
        club = None if key is None else queries.get_club_for_leader(key, user).club
        name, terms = data["set_name"], shapes.table_settings(data)
        return SavedSettings(
            saved_settings.save_named_settings(user, data["game"], name, terms, club)
        )


class SavedSettingsDetail(APIView):
    """Rename or delete saved settings of mine, or of a club that I lead."""

    permission_classes = [IsAuthenticated]

    @responds_with(
        SavedSettingsSerializer, SavedSettingsNameSerializer, operation_id="saved_settings_rename"
    )
    def post(self, request: Request, pk: int) -> SavedSettings:
        name = validated_data(request, SavedSettingsNameSerializer)["set_name"]
        return SavedSettings(
            saved_settings.rename_saved_settings(authenticated_user(request), pk, name)
        )

    @responds_with(RemovalResultSerializer, operation_id="saved_settings_delete")
    def delete(self, request: Request, pk: int) -> dict[str, bool]:
        saved_settings.delete_saved_settings(authenticated_user(request), pk)
        return {"removed": True}
