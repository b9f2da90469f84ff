"""The pages of moderators: the queue, a case, appeals; and what was decided about me."""

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

from accounts.closure_links import user_of
from portal.http.input_validation import number_or_none

from ..models import Case, Decision
from ..models.moderation import LONGEST_REPORT
from ..table.access import person
from ..table.errors import Refused
from . import audit_log, cases, fair_play_signals

LINKS = 100
What = Decision.What
# The field of the form that an action needs besides a reason.
WANTS = {**dict.fromkeys(cases.UNTIL, "hours"), What.RENAME: "name"}
WANTS |= dict.fromkeys(cases.OF_A_MATCH, "table")
DAYS = {hours: hours // 24 for hours in cases.HOURS}


def _moderators(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Moderators alone come here."""

    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, **address: int) -> HttpResponse:
        if not person(request).can_moderate:
            raise PermissionDenied
        return view(request, **address)

    return guarded


@_moderators
@require_safe
def queue(request: HttpRequest) -> HttpResponse:
    """What is to be decided: appeals, and what most have reported."""
    user = person(request)
    audit_log.look(user, "queue")
    context = {"cases": cases.queue(user)[:50], "appeals": cases.appeals(user)}
    return render(request, "games/moderation/queue.html", context)


@_moderators
def case(request: HttpRequest, pk: int) -> HttpResponse:
    """A case with its reports and the history of both sides; a POST decides it."""
    user = person(request)
    try:
        found = cases.look(pk, user)
    except Case.DoesNotExist as error:
        raise Http404(_("There is no such case.")) from error
    problem, status = "", 200
    if request.method == "POST":
        given = {name: request.POST.get(name, "") for name in ("ready", "words", "name", "table")}
        hours = number_or_none(request.POST.get("hours", "")) or 0
        try:
            cases.decide(pk, user, request.POST.get("what", ""), hours=hours, **given)
        except Refused as refused:
            problem, status = refused.message, refused.status
        else:
            messages.success(request, _("Decided."))
            return redirect("games:moderation")
    actions = cases.actions(found)
    context = {
        "case": found,
        "problem": problem,
        "chosen": request.POST.get("what", ""),
        "words": request.POST.get("words", ""),
        "reports": cases.reports_of(found, user),
        "history": cases.history(found.about),
        "actions": [(one.value, one.label, WANTS.get(one, "")) for one in actions],
        "ready": Decision.Ready.choices,
        "days": DAYS.items(),
        "renames": What.RENAME in actions,
        "tables": cases.tables_of(found),
        "longest": LONGEST_REPORT,
    }
    return render(request, "games/moderation/case.html", context, status=status)


@_moderators
@require_safe
def followed(request: HttpRequest) -> HttpResponse:
    """The end of the trail: what moderators have done and looked at."""
    audit_log.look(person(request), "trail")
    links = Decision.objects.select_related("by", "about").order_by("-pk")[:LINKS]
    return render(request, "games/moderation/audit_log.html", {"links": links})


@_moderators
@require_safe
def hinted(request: HttpRequest) -> HttpResponse:
    """What moderators may want to look at; nothing acts on it by itself."""
    user = person(request)
    audit_log.look(user, "hints")
    return render(
        request,
        "games/moderation/fair_play_signals.html",
        {"hints": fair_play_signals.waiting(user)[:LINKS]},
    )


@_moderators
@require_POST
def settle(request: HttpRequest, pk: int) -> HttpResponse:
    """Put a hint aside, or make a case of it."""
    try:
        found = fair_play_signals.settle(
            pk, person(request), opens=request.POST.get("what") == "case"
        )
    except Refused as refused:
        messages.error(request, refused.message)
        found = None
    return redirect("games:hints") if found is None else redirect("games:case", found.pk)


@_moderators
@require_POST
def answer(request: HttpRequest, pk: int) -> HttpResponse:
    """Decide an appeal."""
    lifts, words = request.POST.get("what") == "lift", request.POST.get("words", "")
    try:
        cases.answer(pk, person(request), lifts=lifts, words=words)
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, _("Decided."))
    return redirect("games:moderation")


@login_required
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """What moderators have decided about me, and why; to each I may say something once."""
    found = cases.told(person(request))
    return render(
        request, "games/moderation/decisions.html", {"found": found, "longest": LONGEST_REPORT}
    )


def closed(request: HttpRequest, token: str) -> HttpResponse:
    """The same for whoever cannot sign in any more; a POST appeals."""
    user = user_of(token)
    if user is None:
        raise Http404(_("There is no closed account here."))
    problem, status = "", 200
    if request.method == "POST":
        pk = number_or_none(request.POST.get("decision", "")) or 0
        try:
            cases.appeal(pk, user, request.POST.get("words", ""))
        except Refused as refused:
            problem, status = refused.message, refused.status
        else:
            return redirect("games:closed", token)
    context = {
        "found": cases.told(user),
        "longest": LONGEST_REPORT,
        "token": token,
        "problem": problem,
    }
    return render(request, "games/moderation/decisions.html", context, status=status)


@login_required
@require_POST
def appeal(request: HttpRequest, pk: int) -> HttpResponse:
    """Say that a decision is wrong."""
    try:
        cases.appeal(pk, person(request), request.POST.get("words", ""))
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, _("Your appeal is with the moderators."))
    return redirect("games:decisions")
