"""Moderators' pages (queue, case, audit log, signals), and the pages of decisions and appeals."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.closure_links import user_from_closure_token
from accounts.requests import authenticated_user
from portal.errors import ActionError
from portal.http.input_validation import parse_number_or_none
from portal.http.refusals import refusal_as_message

from ..models import Case, Decision
from ..models.moderation import LONGEST_REPORT
from . import audit_log, cases, fair_play_signals

MAX_ENTRIES = 100
Action = Decision.Action
# The form field that an action needs besides a reason.
REQUIRED_FIELDS = {**dict.fromkeys(cases.EXPIRY_FIELDS, "hours"), Action.RENAME: "name"}
REQUIRED_FIELDS |= dict.fromkeys(cases.MATCH_ACTIONS, "table")
DURATION_DAYS = {hours: hours // 24 for hours in cases.DURATION_HOURS}


def _moderator_required(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Let only moderators open this view, after a login; answer 403 to other users."""

    @login_required
    @wraps(view)
    def guarded_view(request: HttpRequest, **address: int) -> HttpResponse:
        if not authenticated_user(request).can_moderate:
            raise PermissionDenied
        return view(request, **address)

    return guarded_view


@_moderator_required
@require_safe
def moderation_queue(request: HttpRequest) -> HttpResponse:
    """Show the open appeals, and the open cases with the most reports first."""
    user = authenticated_user(request)
    audit_log.log_view(user, "queue")
    context = {"cases": cases.open_cases(user)[:50], "appeals": cases.open_appeals(user)}
    return render(request, "games/moderation/queue.html", context)


@_moderator_required
def case_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a case with its reports and the history of the person; a POST decides it."""
    user = authenticated_user(request)
    try:
        found = cases.open_case(pk, user)
    except Case.DoesNotExist as error:
        raise Http404(_("There is no such case.")) from error
    problem, status = "", 200
    if request.method == "POST":
        given = {name: request.POST.get(name, "") for name in ("ready", "words", "name", "table")}
        hours = parse_number_or_none(request.POST.get("hours", "")) or 0
        try:
            cases.decide_case(pk, user, request.POST.get("what", ""), hours=hours, **given)
        except ActionError as refused:
            problem, status = refused.message, refused.status
        else:
            messages.success(request, _("Decision saved."))
            return redirect("games:moderation")
    actions = cases.available_actions(found)
    context = {
        "case": found,
        "problem": problem,
        "chosen": request.POST.get("what", ""),
        "words": request.POST.get("words", ""),
        "reports": cases.report_summaries(found, user),
        "history": cases.decisions_about(found.subject),
        "actions": [(one.value, one.label, REQUIRED_FIELDS.get(one, "")) for one in actions],
        "ready": Decision.ReasonTemplate.choices,
        "days": DURATION_DAYS.items(),
        "renames": Action.RENAME in actions,
        "tables": cases.table_keys_of(found),
        "longest": LONGEST_REPORT,
    }
    return render(request, "games/moderation/case.html", context, status=status)


@_moderator_required
@require_safe
def audit_log_page(request: HttpRequest) -> HttpResponse:
    """Show the latest entries of the audit log."""
    audit_log.log_view(authenticated_user(request), "trail")
    links = Decision.objects.select_related("moderator", "subject").order_by("-pk")[:MAX_ENTRIES]
    return render(request, "games/moderation/audit_log.html", {"links": links})


@_moderator_required
@require_safe
def signals_page(request: HttpRequest) -> HttpResponse:
    """Show the open fair-play signals; nothing acts on them automatically."""
    user = authenticated_user(request)
    audit_log.log_view(user, "hints")
    return render(
        request,
        "games/moderation/signals.html",
        {"hints": fair_play_signals.open_signals(user)[:MAX_ENTRIES]},
    )


@_moderator_required
@require_POST
def resolve_signal(request: HttpRequest, pk: int) -> HttpResponse:
    """Dismiss a signal, or open a case from it."""
    found = None
    with refusal_as_message(request):
        found = fair_play_signals.resolve_signal(
            pk, authenticated_user(request), opens=request.POST.get("what") == "case"
        )
    return redirect("games:signals") if found is None else redirect("games:case", found.pk)


@_moderator_required
@require_POST
def answer_appeal(request: HttpRequest, pk: int) -> HttpResponse:
    """Decide an appeal: lift or uphold the decision."""
    lifts, words = request.POST.get("what") == "lift", request.POST.get("words", "")
    with refusal_as_message(request):
        cases.answer_appeal(pk, authenticated_user(request), lifts=lifts, words=words)
        messages.success(request, _("Decision saved."))
    return redirect("games:moderation")


@login_required
@require_safe
def my_decisions(request: HttpRequest) -> HttpResponse:
    """Show the decisions about the user, who can appeal once against each."""
    found = cases.decisions_for(authenticated_user(request))
    return render(
        request, "games/moderation/decisions.html", {"found": found, "longest": LONGEST_REPORT}
    )


def closed_account_decisions(request: HttpRequest, token: str) -> HttpResponse:
    """Show the decisions to a person with a closed account, by a signed link; a POST appeals."""
    user = user_from_closure_token(token)
    if user is None:
        raise Http404(_("This link does not belong to a closed account."))
    problem, status = "", 200
    if request.method == "POST":
        pk = parse_number_or_none(request.POST.get("decision", "")) or 0
        try:
            cases.submit_appeal(pk, user, request.POST.get("words", ""))
        except ActionError as refused:
            problem, status = refused.message, refused.status
        else:
            return redirect("games:closed", token)
    context = {
        "found": cases.decisions_for(user),
        "longest": LONGEST_REPORT,
        "token": token,
        "problem": problem,
    }
    return render(request, "games/moderation/decisions.html", context, status=status)


@login_required
@require_POST
def submit_appeal(request: HttpRequest, pk: int) -> HttpResponse:
    """Submit an appeal."""
    with refusal_as_message(request):
        cases.submit_appeal(pk, authenticated_user(request), request.POST.get("words", ""))
        messages.success(request, _("Your appeal has been sent to the moderators."))
    return redirect("games:decisions")
