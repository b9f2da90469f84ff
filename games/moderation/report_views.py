"""Pages for blocking and reporting."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.requests import authenticated_user
from portal.errors import ActionError
from portal.http.refusals import refusal_as_message

from ..models import Report
from ..models.moderation import LONGEST_REPORT
from ..social.views import get_person_or_404
from . import block_list, reports


@login_required
@require_safe
def blocked_people(request: HttpRequest) -> HttpResponse:
    """List the users whom the reader blocks."""
    people = block_list.blocks_of(authenticated_user(request))
    return render(request, "games/moderation/blocked.html", {"blocked": people})


@login_required
@require_POST
def toggle_block(request: HttpRequest, username: str) -> HttpResponse:
    """Block this person, or unblock them if `block` is 0."""
    other, user = get_person_or_404(username), authenticated_user(request)
    if request.POST.get("block") == "0":
        block_list.unblock(user, other)
        messages.success(request, _("You have unblocked %(name)s.") % {"name": other})
    else:
        with refusal_as_message(request):
            block_list.block(user, other)
            messages.success(
                request, _("You have blocked %(name)s. Only you know.") % {"name": other}
            )
    return redirect("games:blocked" if request.POST.get("from") == "list" else other)


@login_required
def report_page(request: HttpRequest, what: str, which: str) -> HttpResponse:
    """Show and submit the form for a report; `table` says where a person was met."""
    by, at_table = authenticated_user(request), request.GET.get("table", "")
    thing = reports.find_target(what, which, by, at_table)
    given = {"kind": request.POST.get("kind", ""), "words": request.POST.get("words", "")}
    context = {"thing": thing, "kinds": Report.Kind.choices, "longest": LONGEST_REPORT, **given}
    status = 200
    if request.method == "POST":
        try:
            reports.submit_report(thing, by, given["kind"], given["words"])
        except ActionError as refused:
            context["problem"], status = refused.message, refused.status
        else:
            return redirect("games:reported")
    return render(request, "games/moderation/report.html", context, status=status)


@login_required
@require_safe
def report_thanks(request: HttpRequest) -> HttpResponse:
    """Thank for a report and explain what happens next."""
    return render(request, "games/moderation/report_thanks.html")
