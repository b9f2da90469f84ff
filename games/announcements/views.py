"""The owner's pages for announcements and downtimes, and the button that dismisses one."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.site.views import owner_required
from portal import background
from portal.http.refusals import refusal_as_message, refusal_in_form

from ..models import PlannedDowntime
from ..table import dispatch
from . import active, downtime
from .forms import AnnouncementForm, DowntimeEndForm, DowntimeForm
from .models import Announcement

LISTED = 20
DISMISSAL_SECONDS = 90 * 24 * 3600  # no announcement lasts longer


@owner_required
def announcements(request: HttpRequest) -> HttpResponse:
    """List the latest announcements; a POST makes one."""
    form = AnnouncementForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        form.save()
        active.announcement_cache.invalidate_on_commit()
        background.enqueue(dispatch.PUBLISH_ANNOUNCEMENTS)
        messages.success(request, _("Announced. Every page shows it within ten seconds."))
        return redirect("games:announcements")
    context = {
        "form": form,
        "announcements": Announcement.objects.select_related("downtime")[:LISTED],
        "now": timezone.now(),
    }
    return render(request, "announcements/announcements.html", context)


@owner_required
def planned_downtimes(request: HttpRequest) -> HttpResponse:
    """List the planned downtimes; a POST plans one."""
    form = DowntimeForm(request.POST or None)
    now = timezone.now()
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        with refusal_in_form(form):
            downtime.plan_downtime(
                data["starts_at"], data["ends_at"], tells=data["should_notify"], now=now
            )
            messages.success(request, _("Planned. All clocks are updated within a minute."))
            return redirect("games:downtimes")
    context = {
        "form": form,
        "absences": PlannedDowntime.objects.filter(ends_at__gt=now),
        "now": now,
    }
    return render(request, "announcements/downtimes.html", context)


@owner_required
@require_POST
def change_downtime(request: HttpRequest, pk: int) -> HttpResponse:
    """Change the end of a downtime, end it now, or cancel it."""
    form = DowntimeEndForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Enter an end time."))
        return redirect("games:downtimes")
    data = form.cleaned_data
    with refusal_as_message(request):
        downtime.change_end(pk, data["ends_at"], tells=data["should_notify"], now=timezone.now())
    return redirect("games:downtimes")


@owner_required
@require_POST
def end_announcement(request: HttpRequest, pk: int) -> HttpResponse:
    """End an announcement now; people who were not notified yet will not be."""
    now = timezone.now()
    Announcement.objects.filter(pk=pk, ends_at__gt=now).update(ends_at=now)
    active.announcement_cache.invalidate_on_commit()
    return redirect("games:announcements")


@require_POST
def dismiss_announcement(request: HttpRequest, pk: int) -> HttpResponse:
    """Hide the announcement in this browser."""
    back = request.headers.get("Referer", "")
    is_here = url_has_allowed_host_and_scheme(back, {request.get_host()}, request.is_secure())
    answer: HttpResponse = redirect(back if is_here else "home")
    if "HX-Request" in request.headers:
        answer = HttpResponse()
    gone = [str(pk), *(one for one in active.dismissed_ids(request) if one.isdecimal())]
    answer.set_cookie(
        active.COOKIE,
        ".".join(list(dict.fromkeys(gone))[: active.MOST]),
        max_age=DISMISSAL_SECONDS,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )
    return answer
