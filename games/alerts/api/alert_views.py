"""The API's views of a person's alerts."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from ...api.lookups import authenticated_user, validated_data
from ...api.responses import responds_with
from ...api.webhook_views import RemovalResultSerializer
from .. import searches
from ..models import LONGEST_QUERY, Alert


class AlertSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    kind = serializers.ChoiceField(Alert.Kind.choices)
    query = serializers.CharField(help_text="the filters, as in the address of the list")
    description = serializers.SerializerMethodField(
        help_text="the filters in one line, in the language of the request"
    )
    created_at = serializers.DateTimeField()

    def get_description(self, alert: Alert) -> str:
        return searches.describe(alert)


class AlertInputSerializer(serializers.Serializer):
    kind = serializers.ChoiceField(Alert.Kind.choices)
    query = serializers.CharField(
        max_length=LONGEST_QUERY,
        allow_blank=True,
        default="",
        help_text="the filters of the list of tables, or `game=KEY` for tournaments; unknown ones "
        "are dropped, and none means all",
    )


class Alerts(APIView):
    """My alerts; add one. Adding the same search again returns the alert that is there."""

    permission_classes = [IsAuthenticated]

    @responds_with(AlertSerializer(many=True), operation_id="alerts_list")
    def get(self, request: Request) -> QuerySet[Alert]:
        return searches.alerts_of(authenticated_user(request))

    @responds_with(AlertSerializer, AlertInputSerializer, status=201, operation_id="alert_add")
    def post(self, request: Request) -> Alert:
        data = validated_data(request, AlertInputSerializer)
        alert, _is_new = searches.create_alert(
            authenticated_user(request), data["kind"], data["query"]
        )
        return alert


class AlertDetail(APIView):
    """Delete an alert of mine."""

    permission_classes = [IsAuthenticated]

    @responds_with(RemovalResultSerializer, operation_id="alert_delete")
    def delete(self, request: Request, pk: int) -> dict[str, bool]:
        if not searches.delete_alert(authenticated_user(request), pk):
            raise Http404(_("You have no such alert."))
        return {"removed": True}
