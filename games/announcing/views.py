"""The owner's page of announcements, and putting one away, which anybody may."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.site.views import owners

from ..models import Announcement
from ..table import waking
from . import current
from .forms import AnnouncementForm

LISTED = 20
QUARTER = 90 * 24 * 3600  # no announcement lasts longer


@owners
def announcements(request: HttpRequest) -> HttpResponse:
    """What is and was announced; a POST announces something."""
    form = AnnouncementForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        form.save()
        current.kept.renew()
        waking.send(waking.TELL_EVERYBODY)
        messages.success(request, _("Announced. Every page shows it within ten seconds."))
        return redirect("games:announcements")
    context = {
        "form": form,
        "announcements": Announcement.objects.all()[:LISTED],
        "now": timezone.now(),
    }
    return render(request, "games/announcing/announcements.html", context)


@owners
@require_POST
def end(request: HttpRequest, pk: int) -> HttpResponse:
    """Let an announcement end now; who has not been told yet is not."""
    now = timezone.now()
    Announcement.objects.filter(pk=pk, ends_at__gt=now).update(ends_at=now)
    current.kept.renew()
    return redirect("games:announcements")


@require_POST
def put_away(request: HttpRequest, pk: int) -> HttpResponse:
    """This browser does not show the announcement any more."""
    back = request.headers.get("Referer", "")
    is_here = url_has_allowed_host_and_scheme(back, {request.get_host()}, request.is_secure())
    answer: HttpResponse = redirect(back if is_here else "home")
    if "HX-Request" in request.headers:
        answer = HttpResponse()
    gone = [str(pk), *(one for one in current.put_away(request) if one.isdecimal())]
    answer.set_cookie(
        current.COOKIE,
        ".".join(list(dict.fromkeys(gone))[: current.MOST]),
        max_age=QUARTER,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )
    return answer
