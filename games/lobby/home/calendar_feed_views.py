"""Views of calendar files, and the page where a person manages the address of their feed."""

from __future__ import annotations

import hashlib

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.requests import authenticated_user
from accounts.site import configuration

from ...availability import ics
from ...table.views.pages import get_visible_table
from . import calendar_feeds


@require_safe
def table_calendar_file(request: HttpRequest, key: str) -> HttpResponse:
    """Send the calendar file of a table; loaded again, it updates the event."""
    table = get_visible_table(request, key)
    if table.starts_at is None:
        raise Http404(_("This table has no date."))
    answer = calendar_response(request, calendar_feeds.table_calendar(table))
    answer.headers["Content-Disposition"] = f'attachment; filename="{table.key}.ics"'
    return answer


@require_safe
def personal_calendar_file(request: HttpRequest, token: str) -> HttpResponse:
    """Send a person's calendar to anyone who has the token, in that person's language."""
    user = calendar_feeds.find_feed_owner(token)
    if user is None:
        raise Http404(_("There is no such calendar."))
    with translation.override(user.language or configuration.default_language()):
        return calendar_response(request, calendar_feeds.personal_calendar(user))


def calendar_response(request: HttpRequest, text: str) -> HttpResponse:
    """Return a calendar file, or 304 if the client has the current one (ETag)."""
    etag = f'"{hashlib.sha256(text.encode()).hexdigest()[:32]}"'
    made = HttpResponse(text, content_type=ics.CONTENT_TYPE)
    answer: HttpResponse = get_conditional_response(request, etag=etag, response=made) or made
    answer.headers["ETag"] = etag
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer


@never_cache
@require_safe
@login_required
def calendar_feed_page(request: HttpRequest) -> HttpResponse:
    """Show the address of the user's calendar, with buttons to replace or delete it."""
    return render(
        request,
        "lobby/calendar_feed.html",
        {"address": calendar_feeds.feed_url(authenticated_user(request))},
    )


@require_POST
@login_required
def create_feed(request: HttpRequest) -> HttpResponse:
    """Create an address, which replaces an older one."""
    calendar_feeds.create_feed(authenticated_user(request))
    messages.success(request, _("Your calendar has a new address."))
    return redirect("games:calendar")


@require_POST
@login_required
def delete_feed(request: HttpRequest) -> HttpResponse:
    calendar_feeds.delete_for(authenticated_user(request))
    messages.success(request, _("Your calendar no longer has an address."))
    return redirect("games:calendar")
