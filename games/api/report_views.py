"""The API's view of reports."""

from __future__ import annotations

from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from ..models import Case, Report
from ..models.moderation import LONGEST_REPORT
from ..moderation import reports
from .lookups import authenticated_user, validated_data
from .responses import responds_with

# The OpenAPI description refers to these names (`ENUM_NAME_OVERRIDES`).
REPORTABLE_KINDS = Case.TargetKind.values
KINDS = Report.Kind.values


class ReportInputSerializer(serializers.Serializer):
    what = serializers.ChoiceField(choices=REPORTABLE_KINDS)
    which = serializers.CharField(
        max_length=64,
        help_text="a user name, the key of a table, club or study, or the number of a message",
    )
    table = serializers.CharField(
        max_length=16,
        allow_blank=True,
        default="",
        help_text="the key of the table where I met the person",
    )
    kind = serializers.ChoiceField(choices=KINDS)
    words = serializers.CharField(max_length=LONGEST_REPORT, allow_blank=True, default="")


class ReportResultSerializer(serializers.Serializer):
    reported = serializers.BooleanField()


class Reports(APIView):
    """Report a person, a message, a study, or the name of a table or club as it is now."""

    permission_classes = [IsAuthenticated]

    @responds_with(ReportResultSerializer, ReportInputSerializer, status=201, operation_id="report")
    def post(self, request: Request) -> dict[str, bool]:
        what, by = validated_data(request, ReportInputSerializer), authenticated_user(request)
        thing = reports.find_target(what["what"], what["which"], by, what["table"])
        reports.submit_report(thing, by, what["kind"], what["words"])
        return {"reported": True}
