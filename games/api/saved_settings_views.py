"""The API's views of what I used last, and of named sets of options: mine, and my circles'."""

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

from ..clubs import queries
from ..lobby import saved_settings
from ..lobby.table_settings import TableSettings
from ..models import SavedTableSettings
from ..models.saved_settings import LONGEST_SET_NAME
from . import serializers as shapes
from .lookups import authenticated_user, validated_data
from .schema_decorators import ERRORS, document
from .webhook_views import RemovalResultSerializer


class TableSettingsSerializer(serializers.Serializer):
    seats = serializers.IntegerField()
    options = serializers.DictField(child=serializers.CharField())
    clock = shapes.ClockSerializer()
    bots = serializers.ListField(child=serializers.CharField())
    rated = serializers.BooleanField()
    visibility = serializers.CharField()
    start_when = serializers.CharField()
    pauses = serializers.CharField()
    window = serializers.JSONField(help_text="zone and week outside of which no clock runs, or {}")
    asks = shapes.RequirementsSerializer()


class SavedSettingsSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    game = serializers.CharField()
    name = serializers.CharField(help_text="empty: what I used last for this game")
    circle = serializers.CharField(allow_null=True, help_text="its key; null: the set is mine")
    terms = TableSettingsSerializer()


class SavedSettingsNameSerializer(serializers.Serializer):
    set_name = serializers.CharField(max_length=LONGEST_SET_NAME)


class SavedSettingsInputSerializer(SavedSettingsNameSerializer, shapes.TableInputSerializer):
    """A table as one is opened, and what the set is called."""

    of_circle = serializers.CharField(
        required=False, help_text="the key of a circle that I lead: the set is the circle's"
    )


def _saved_settings_data(row: SavedTableSettings) -> dict[str, Any]:
    terms = TableSettings.from_row(row).to_json()
    circle = None if row.circle is None else row.circle.key
    return {"id": row.pk, "game": row.game, "name": row.name, "circle": circle, "terms": terms}


class SavedSettingsList(APIView):
    """What I used last for each game, my named sets and those of my circles; save one."""

    permission_classes = [IsAuthenticated]

    @document(SavedSettingsSerializer(many=True), operation_id="table_sets_list")
    def get(self, request: Request) -> Response:
        user = authenticated_user(request)
        known = Q(user=user) | Q(circle__memberships__user=user)
        rows = SavedTableSettings.objects.filter(known, game__in=rules.catalogue()).select_related(
            "circle"
        )
        return Response(
            [_saved_settings_data(row) for row in rows.order_by("game", "circle__name", "name")]
        )

    @extend_schema(
        request=SavedSettingsInputSerializer,
        responses={201: SavedSettingsSerializer, **ERRORS},
        operation_id="table_sets_save",
    )
    def post(self, request: Request) -> Response:
        told, user = (
            validated_data(request, SavedSettingsInputSerializer),
            authenticated_user(request),
        )
        key = told.get("of_circle")
        circle = None if key is None else queries.get_club_for_leader(key, user).circle
        name, terms = told["set_name"], shapes.table_settings(told)
        row = saved_settings.save_named_settings(user, told["game"], name, terms, circle)
        return Response(_saved_settings_data(row), status=201)


class SavedSettingsDetail(APIView):
    """Call a set of mine, or of a circle that I lead, otherwise; delete it."""

    permission_classes = [IsAuthenticated]

    @document(SavedSettingsSerializer, SavedSettingsNameSerializer, operation_id="table_set_rename")
    def post(self, request: Request, pk: int) -> Response:
        name = validated_data(request, SavedSettingsNameSerializer)["set_name"]
        return Response(
            _saved_settings_data(
                saved_settings.rename_saved_settings(authenticated_user(request), pk, name)
            )
        )

    @document(RemovalResultSerializer, operation_id="table_set_delete")
    def delete(self, request: Request, pk: int) -> Response:
        saved_settings.delete_saved_settings(authenticated_user(request), pk)
        return Response({"removed": True})
