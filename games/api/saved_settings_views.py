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
from ..lobby.table_settings import Terms
from ..models import KeptTerms
from ..models.saved_settings import LONGEST_SET_NAME
from . import serializers as shapes
from .lookups import given, person
from .schema_decorators import ERRORS, described
from .webhook_views import RemovedSerializer


class TermsSerializer(serializers.Serializer):
    seats = serializers.IntegerField()
    options = serializers.DictField(child=serializers.CharField())
    clock = shapes.ClockSerializer()
    bots = serializers.ListField(child=serializers.CharField())
    rated = serializers.BooleanField()
    visibility = serializers.CharField()
    start_when = serializers.CharField()
    pauses = serializers.CharField()
    window = serializers.JSONField(help_text="zone and week outside of which no clock runs, or {}")
    asks = shapes.AsksSerializer()


class SetSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    game = serializers.CharField()
    name = serializers.CharField(help_text="empty: what I used last for this game")
    circle = serializers.CharField(allow_null=True, help_text="its key; null: the set is mine")
    terms = TermsSerializer()


class SetNameSerializer(serializers.Serializer):
    set_name = serializers.CharField(max_length=LONGEST_SET_NAME)


class SaveSetSerializer(SetNameSerializer, shapes.OpenTableSerializer):
    """A table as one is opened, and what the set is called."""

    of_circle = serializers.CharField(
        required=False, help_text="the key of a circle that I lead: the set is the circle's"
    )


def _shape(row: KeptTerms) -> dict[str, Any]:
    terms = Terms.of_row(row).kept()
    circle = None if row.circle is None else row.circle.key
    return {"id": row.pk, "game": row.game, "name": row.name, "circle": circle, "terms": terms}


class Sets(APIView):
    """What I used last for each game, my named sets and those of my circles; save one."""

    permission_classes = [IsAuthenticated]

    @described(SetSerializer(many=True), operation_id="table_sets_list")
    def get(self, request: Request) -> Response:
        user = person(request)
        known = Q(user=user) | Q(circle__memberships__user=user)
        rows = KeptTerms.objects.filter(known, game__in=rules.catalogue()).select_related("circle")
        return Response([_shape(row) for row in rows.order_by("game", "circle__name", "name")])

    @extend_schema(
        request=SaveSetSerializer,
        responses={201: SetSerializer, **ERRORS},
        operation_id="table_sets_save",
    )
    def post(self, request: Request) -> Response:
        told, user = given(request, SaveSetSerializer), person(request)
        key = told.get("of_circle")
        circle = None if key is None else queries.leading(key, user).circle
        name, terms = told["set_name"], shapes.terms(told)
        row = saved_settings.save_set(user, told["game"], name, terms, circle)
        return Response(_shape(row), status=201)


class Set(APIView):
    """Call a set of mine, or of a circle that I lead, otherwise; delete it."""

    permission_classes = [IsAuthenticated]

    @described(SetSerializer, SetNameSerializer, operation_id="table_set_rename")
    def post(self, request: Request, pk: int) -> Response:
        name = given(request, SetNameSerializer)["set_name"]
        return Response(_shape(saved_settings.rename_set(person(request), pk, name)))

    @described(RemovedSerializer, operation_id="table_set_delete")
    def delete(self, request: Request, pk: int) -> Response:
        saved_settings.delete_set(person(request), pk)
        return Response({"removed": True})
