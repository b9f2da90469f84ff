"""The page where a person asks for their own data, and the file."""

from __future__ import annotations

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from .. import export_jobs
from ..models import Archive
from ..table.access import person
from ..table.errors import Refused
from . import export


@never_cache
@login_required
@reauthentication_required
def page(request: HttpRequest) -> HttpResponse:
    """My archive, if there is one; a POST has one made."""
    user = person(request)
    if request.method == "POST":
        try:
            export.ask(user, timezone.now())
        except Refused as refused:
            messages.error(request, refused.message)
        return redirect("games:own_data")
    archive = Archive.objects.filter(user=user).first()
    context = {
        "archive": archive,
        "may_ask": export.may_ask(archive, timezone.now()),
        "days": Archive.KEPT.days,
    }
    return render(request, "games/data_export/page.html", context)


@never_cache
@login_required
@reauthentication_required
@require_safe
def download(request: HttpRequest) -> StreamingHttpResponse:
    user = person(request)
    found = Archive.objects.filter(user=user, ready_at__isnull=False).first()
    if found is None:
        raise Http404(_("There is no archive of yours."))
    answer = StreamingHttpResponse(export_jobs.read(found), content_type="application/gzip")
    answer["Content-Length"] = str(found.size)
    name = f"longtable-{user.username}-{found.asked_at:%Y-%m-%d}.tar.gz"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
