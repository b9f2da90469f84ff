"""The API's views of moderation, and of moderators' decisions about me."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from rest_framework import serializers
from rest_framework.permissions import BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ..models import Case, Decision, FairPlaySignal
from ..models.moderation import LONGEST_REPORT
from ..moderation import audit_log, cases, fair_play_signals
from .deprecation import RenamedFieldsSerializer
from .lookups import authenticated_user, validated_data
from .report_views import KINDS, REPORTABLE_KINDS
from .schema_decorators import document

MOST = 50
DECISIONS = Decision.Action.values


class IsModerator(BasePermission):
    def has_permission(self, request: Request, view: Any) -> bool:
        return bool(getattr(request.user, "can_moderate", False))


class CaseSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    what = serializers.ChoiceField(choices=REPORTABLE_KINDS)
    which = serializers.CharField(help_text="the key or number of the thing")
    about = serializers.CharField(help_text="the person responsible for it")
    reports = serializers.IntegerField()
    opened_at = serializers.DateTimeField()


class ReportSerializer(serializers.Serializer):
    by = serializers.CharField()
    kind = serializers.ChoiceField(choices=KINDS)
    words = serializers.CharField()
    evidence = serializers.DictField(help_text="the reported thing as it was then")
    at = serializers.DateTimeField()
    sent = serializers.IntegerField(help_text="how many reports they have sent in all")
    dismissed = serializers.IntegerField(help_text="how many of those were dismissed")


class DecisionSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    what = serializers.ChoiceField(choices=DECISIONS)
    why = serializers.CharField()
    until = serializers.DateTimeField(allow_null=True)
    at = serializers.DateTimeField()
    may_appeal = serializers.BooleanField(help_text="whether I may appeal it")


class CaseDetailSerializer(CaseSerializer, RenamedFieldsSerializer):
    old_names = {"told": "report_list"}

    decided_at = serializers.DateTimeField(allow_null=True)
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
    about = serializers.CharField()
    words = serializers.CharField()
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
    user = serializers.CharField()
    other = serializers.CharField(allow_null=True)
    text = serializers.CharField()
    evidence = serializers.DictField()
    found_at = serializers.DateTimeField()


class SignalDecisionInputSerializer(serializers.Serializer):
    opens = serializers.BooleanField(help_text="true: open a case; false: dismiss the signal")


class SignalDecisionSerializer(serializers.Serializer):
    case = serializers.IntegerField(allow_null=True)


class Cases(APIView):
    """The open cases, most reported first, then oldest. The audit log records that I looked."""

    permission_classes = [IsAuthenticated, IsModerator]

    @document(CaseSerializer(many=True), operation_id="moderation_cases")
    def get(self, request: Request) -> Response:
        user = authenticated_user(request)
        audit_log.log_view(user, "queue")
        return Response([_case_data(one, one.count) for one in cases.open_cases(user)[:MOST]])


class CaseDetail(APIView):
    """A case with its reports; decide it."""

    permission_classes = [IsAuthenticated, IsModerator]

    @document(CaseDetailSerializer, operation_id="moderation_case")
    def get(self, request: Request, pk: int) -> Response:
        user = authenticated_user(request)
        try:
            case = cases.open_case(pk, user)
        except Case.DoesNotExist as error:
            raise Http404 from error
        reports = cases.report_summaries(case, user)
        return Response(
            CaseDetailSerializer.with_old_names(
                {
                    **_case_data(case, len(reports)),
                    "decided_at": case.decided_at,
                    "actions": cases.available_actions(case),
                    "tables": cases.table_keys_of(case),
                    "history": [_decision_data(one) for one in cases.decisions_about(case.subject)],
                    "report_list": [
                        {
                            "by": one.report.reporter.display_name,
                            "kind": one.report.kind,
                            "words": one.report.text,
                            "evidence": one.report.evidence,
                            "at": one.report.at,
                            "sent": one.reports,
                            "dismissed": one.dismissed,
                        }
                        for one in reports
                    ],
                }
            )
        )

    @document(DecisionSerializer, DecisionInputSerializer, operation_id="decide_case")
    def post(self, request: Request, pk: int) -> Response:
        what = validated_data(request, DecisionInputSerializer)
        return Response(_decision_data(cases.decide_case(pk, authenticated_user(request), **what)))


class Appeals(APIView):
    """The appeals that I may decide, oldest first. The audit log records that I looked."""

    permission_classes = [IsAuthenticated, IsModerator]

    @document(AppealSerializer(many=True), operation_id="moderation_appeals")
    def get(self, request: Request) -> Response:
        user = authenticated_user(request)
        audit_log.log_view(user, "queue")
        return Response(
            [
                {
                    "id": one.pk,
                    "about": one.decision.person.display_name,
                    "words": one.text,
                    "at": one.at,
                    "decision": _decision_data(one.decision),
                }
                for one in cases.open_appeals(user)
            ]
        )


class AppealDetail(APIView):
    """Decide an appeal: keep the decision or undo it."""

    permission_classes = [IsAuthenticated, IsModerator]

    @document(DecisionSerializer, AppealAnswerSerializer, operation_id="answer_appeal")
    def post(self, request: Request, pk: int) -> Response:
        what = validated_data(request, AppealAnswerSerializer)
        return Response(
            _decision_data(cases.answer_appeal(pk, authenticated_user(request), **what))
        )


class FairPlaySignals(APIView):
    """The open fair-play signals, newest first. The audit log records that I looked."""

    permission_classes = [IsAuthenticated, IsModerator]

    @document(FairPlaySignalSerializer(many=True), operation_id="moderation_signals")
    def get(self, request: Request) -> Response:
        user = authenticated_user(request)
        audit_log.log_view(user, "hints")
        return Response(
            [
                {
                    "id": one.pk,
                    "kind": one.kind,
                    "user": one.user.display_name,
                    "other": one.other.display_name if one.other else None,
                    "text": one.text,
                    "evidence": one.evidence,
                    "found_at": one.found_at,
                }
                for one in fair_play_signals.open_signals(user)[:MOST]
            ]
        )


class FairPlaySignalDetail(APIView):
    """Dismiss a fair-play signal, or open a case for it."""

    permission_classes = [IsAuthenticated, IsModerator]

    @document(
        SignalDecisionSerializer,
        SignalDecisionInputSerializer,
        operation_id="moderation_signal_resolve",
    )
    def post(self, request: Request, pk: int) -> Response:
        opens = validated_data(request, SignalDecisionInputSerializer)["opens"]
        case = fair_play_signals.resolve_signal(pk, authenticated_user(request), opens=opens)
        return Response({"case": None if case is None else case.pk})


class MyDecisions(APIView):
    """The decisions of moderators about me, newest first."""

    permission_classes = [IsAuthenticated]

    @document(DecisionSerializer(many=True), operation_id="my_decisions")
    def get(self, request: Request) -> Response:
        return Response(
            [_decision_data(one) for one in cases.decisions_for(authenticated_user(request))]
        )


class AppealDecision(APIView):
    """Appeal a decision about me. Each decision can be appealed once."""

    permission_classes = [IsAuthenticated]

    @document(AppealResultSerializer, AppealInputSerializer, operation_id="appeal")
    def post(self, request: Request, pk: int) -> Response:
        cases.submit_appeal(
            pk, authenticated_user(request), validated_data(request, AppealInputSerializer)["words"]
        )
        return Response({"appealed": True})


def _case_data(case: Case, reports: int) -> dict[str, Any]:
    return {
        "id": case.pk,
        "what": case.target_kind,
        "which": case.target_key,
        "about": case.subject.display_name,
        "reports": reports,
        "opened_at": case.opened_at,
    }


def _decision_data(one: Decision) -> dict[str, Any]:
    return {
        "id": one.pk,
        "what": one.action,
        "why": one.why,
        "until": one.until,
        "at": one.at,
        "may_appeal": one.may_appeal,
    }
