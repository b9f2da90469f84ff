"""The API's views of moderation, and of moderators' decisions about me."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from rest_framework import serializers
from rest_framework.permissions import BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from ..models import Appeal, Case, Decision, FairPlaySignal
from ..models.moderation import LONGEST_REPORT
from ..moderation import audit_log, cases, fair_play_signals
from .deprecation import RenamedFieldsSerializer
from .lookups import authenticated_user, validated_data
from .report_views import KINDS, REPORTABLE_KINDS
from .responses import responds_with

MOST = 50
DECISIONS = Decision.Action.values


class IsModerator(BasePermission):
    def has_permission(self, request: Request, view: Any) -> bool:
        return bool(getattr(request.user, "can_moderate", False))


class CaseSerializer(serializers.Serializer):
    id = serializers.IntegerField(source="case.pk")
    what = serializers.ChoiceField(source="case.target_kind", choices=REPORTABLE_KINDS)
    which = serializers.CharField(
        source="case.target_key", help_text="the key or number of the thing"
    )
    about = serializers.CharField(
        source="case.subject.display_name", help_text="the person responsible for it"
    )
    reports = serializers.IntegerField()
    opened_at = serializers.DateTimeField(source="case.opened_at")


class ReportSerializer(serializers.Serializer):
    by = serializers.CharField(source="report.reporter.display_name")
    kind = serializers.ChoiceField(source="report.kind", choices=KINDS)
    words = serializers.CharField(source="report.text")
    evidence = serializers.DictField(
        source="report.evidence", help_text="the reported thing as it was then"
    )
    at = serializers.DateTimeField(source="report.at")
    sent = serializers.IntegerField(
        source="reports", help_text="how many reports they have sent in all"
    )
    dismissed = serializers.IntegerField(help_text="how many of those were dismissed")


class DecisionSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    what = serializers.ChoiceField(source="action", choices=DECISIONS)
    why = serializers.CharField()
    until = serializers.DateTimeField(allow_null=True)
    at = serializers.DateTimeField()
    may_appeal = serializers.BooleanField(help_text="whether I may appeal it")


class CaseDetailSerializer(CaseSerializer, RenamedFieldsSerializer):
    old_names = {"told": "report_list"}

    decided_at = serializers.DateTimeField(source="case.decided_at", allow_null=True)
    actions = serializers.ListField(child=serializers.ChoiceField(choices=DECISIONS))
    tables = serializers.ListField(
        child=serializers.CharField(), help_text="the tables whose result or seat it may concern"
    )
    history = DecisionSerializer(many=True)
    report_list = ReportSerializer(many=True)


class DecisionInputSerializer(serializers.Serializer):
    what = serializers.ChoiceField(choices=DECISIONS)
    ready = serializers.ChoiceField(
        choices=Decision.ReasonTemplate.values, default="", allow_blank=True
    )
    words = serializers.CharField(max_length=LONGEST_REPORT, default="", allow_blank=True)
    hours = serializers.ChoiceField(choices=[0, *cases.DURATION_HOURS], default=0)
    name = serializers.CharField(max_length=40, default="", allow_blank=True)
    table = serializers.CharField(max_length=16, default="", allow_blank=True)


class AppealSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    about = serializers.CharField(source="decision.person.display_name")
    words = serializers.CharField(source="text")
    at = serializers.DateTimeField()
    decision = DecisionSerializer()


class AppealAnswerSerializer(serializers.Serializer):
    lifts = serializers.BooleanField()
    words = serializers.CharField(max_length=LONGEST_REPORT, default="", allow_blank=True)


class AppealInputSerializer(serializers.Serializer):
    words = serializers.CharField(max_length=LONGEST_REPORT)


class AppealResultSerializer(serializers.Serializer):
    appealed = serializers.BooleanField()


class FairPlaySignalSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=FairPlaySignal.Kind.values)
    user = serializers.CharField(source="user.display_name")
    other = serializers.CharField(source="other.display_name", allow_null=True)
    text = serializers.CharField()
    evidence = serializers.DictField()
    found_at = serializers.DateTimeField()
    household_since = serializers.DateTimeField(
        allow_null=True, help_text="when the two people declared one household; null: they did not"
    )


class SignalDecisionInputSerializer(serializers.Serializer):
    opens = serializers.BooleanField(help_text="true: open a case; false: dismiss the signal")


class SignalDecisionSerializer(serializers.Serializer):
    case = serializers.IntegerField(allow_null=True)


@dataclass(frozen=True)
class CountedCase:
    """A case with the number of its reports."""

    case: Case
    reports: int


@dataclass(frozen=True)
class CaseFile(CountedCase):
    """A case with everything that a moderator needs to decide it."""

    actions: list[Decision.Action]
    tables: list[str]
    history: QuerySet[Decision]
    report_list: list[cases.ReportSummary]


class Cases(APIView):
    """The open cases, most reported first, then oldest. The audit log records that I looked."""

    permission_classes = [IsAuthenticated, IsModerator]

    @responds_with(CaseSerializer(many=True), operation_id="moderation_cases")
    def get(self, request: Request) -> list[CountedCase]:
        user = authenticated_user(request)
        audit_log.log_view(user, "queue")
        return [CountedCase(one, one.count) for one in cases.open_cases(user)[:MOST]]


class CaseDetail(APIView):
    """A case with its reports; decide it."""

    permission_classes = [IsAuthenticated, IsModerator]

    @responds_with(CaseDetailSerializer, operation_id="moderation_case")
    def get(self, request: Request, pk: int) -> CaseFile:
        user = authenticated_user(request)
        try:
            case = cases.open_case(pk, user)
        except Case.DoesNotExist as error:
            raise Http404 from error
        reports = cases.report_summaries(case, user)
        return CaseFile(
            case,
            len(reports),
            cases.available_actions(case),
            cases.table_keys_of(case),
            cases.decisions_about(case.subject),
            reports,
        )

    @responds_with(DecisionSerializer, DecisionInputSerializer, operation_id="decide_case")
    def post(self, request: Request, pk: int) -> Decision:
        what = validated_data(request, DecisionInputSerializer)
        return cases.decide_case(pk, authenticated_user(request), **what)


class Appeals(APIView):
    """The appeals that I may decide, oldest first. The audit log records that I looked."""

    permission_classes = [IsAuthenticated, IsModerator]

    @responds_with(AppealSerializer(many=True), operation_id="moderation_appeals")
    def get(self, request: Request) -> list[Appeal]:
        user = authenticated_user(request)
        audit_log.log_view(user, "queue")
        return cases.open_appeals(user)


class AppealDetail(APIView):
    """Decide an appeal: keep the decision or undo it."""

    permission_classes = [IsAuthenticated, IsModerator]

    @responds_with(DecisionSerializer, AppealAnswerSerializer, operation_id="answer_appeal")
    def post(self, request: Request, pk: int) -> Decision:
        what = validated_data(request, AppealAnswerSerializer)
        return cases.answer_appeal(pk, authenticated_user(request), **what)


class FairPlaySignals(APIView):
    """The open fair-play signals, newest first. The audit log records that I looked."""

    permission_classes = [IsAuthenticated, IsModerator]

    @responds_with(FairPlaySignalSerializer(many=True), operation_id="moderation_signals")
    def get(self, request: Request) -> QuerySet[FairPlaySignal]:
        user = authenticated_user(request)
        audit_log.log_view(user, "hints")
        return fair_play_signals.open_signals(user)[:MOST]


class FairPlaySignalDetail(APIView):
    """Dismiss a fair-play signal, or open a case for it."""

    permission_classes = [IsAuthenticated, IsModerator]

    @responds_with(
        SignalDecisionSerializer,
        SignalDecisionInputSerializer,
        operation_id="moderation_signal_resolve",
    )
    def post(self, request: Request, pk: int) -> dict[str, int | None]:
        opens = validated_data(request, SignalDecisionInputSerializer)["opens"]
        case = fair_play_signals.resolve_signal(pk, authenticated_user(request), opens=opens)
        return {"case": None if case is None else case.pk}


class MyDecisions(APIView):
    """The decisions of moderators about me, newest first."""

    permission_classes = [IsAuthenticated]

    @responds_with(DecisionSerializer(many=True), operation_id="my_decisions")
    def get(self, request: Request) -> list[Decision]:
        return cases.decisions_for(authenticated_user(request))


class AppealDecision(APIView):
    """Appeal a decision about me. Each decision can be appealed once."""

    permission_classes = [IsAuthenticated]

    @responds_with(AppealResultSerializer, AppealInputSerializer, operation_id="appeal")
    def post(self, request: Request, pk: int) -> dict[str, bool]:
        words = validated_data(request, AppealInputSerializer)["words"]
        cases.submit_appeal(pk, authenticated_user(request), words)
        return {"appealed": True}
