"""The page on which users request and download their data export."""

from __future__ import annotations

from allauth.account.decorators import reauthentication_required
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from portal import export_jobs
from portal.http.refusals import refusal_as_message

from ..requests import authenticated_user
from . import export
from .models import DataExport


@never_cache
@login_required
@reauthentication_required
def export_page(request: HttpRequest) -> HttpResponse:
    """Show the user's data export, if there is one; a POST requests one."""
    user = authenticated_user(request)
    if request.method == "POST":
        with refusal_as_message(request):
            export.request_export(user, timezone.now())
        return redirect("games:data_export")
    archive = DataExport.objects.filter(user=user).first()
    context = {
        "archive": archive,
        "may_ask": export.can_request_export(archive, timezone.now()),
        "days": DataExport.KEPT.days,
    }
    return render(request, "data_export/page.html", context)


@never_cache
@login_required
@reauthentication_required
@require_safe
def download_export(request: HttpRequest) -> StreamingHttpResponse:
    user = authenticated_user(request)
    found = DataExport.objects.filter(user=user, ready_at__isnull=False).first()
    if found is None:
        raise Http404(_("You have no archive."))
    answer = StreamingHttpResponse(export_jobs.stream_parts(found), content_type="application/gzip")
    answer["Content-Length"] = str(found.size)
    name = f"longtable-{user.username}-{found.requested_at:%Y-%m-%d}.tar.gz"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
