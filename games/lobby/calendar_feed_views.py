"""Calendar files, and the page of the address at which a person's calendar program asks."""

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

from accounts.site import configuration

from ..availability import ics
from ..table.access import authenticated_user
from ..table.views.pages import get_visible_table
from . import calendar_feeds


@require_safe
def table_calendar_file(request: HttpRequest, key: str) -> HttpResponse:
    """The calendar file of a table; asked for again, it says what has changed."""
    table = get_visible_table(request, key)
    if table.starts_at is None:
        raise Http404(_("This table has no date."))
    answer = calendar_response(request, calendar_feeds.table_calendar(table))
    answer.headers["Content-Disposition"] = f'attachment; filename="{table.key}.ics"'
    return answer


@require_safe
def personal_calendar_file(request: HttpRequest, token: str) -> HttpResponse:
    """The dates of a person, for whoever has the token; in that person's language."""
    user = calendar_feeds.find_feed_owner(token)
    if user is None:
        raise Http404(_("There is no such calendar."))
    with translation.override(user.language or configuration.default_language()):
        return calendar_response(request, calendar_feeds.personal_calendar(user))


def calendar_response(request: HttpRequest, text: str) -> HttpResponse:
    """A calendar file, or that it is still the one that its reader has."""
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
    """The address of my calendar, and how to take another one or none."""
    return render(
        request,
        "games/lobby/calendar_feed.html",
        {"address": calendar_feeds.feed_url(authenticated_user(request))},
    )


@require_POST
@login_required
def create_feed(request: HttpRequest) -> HttpResponse:
    """A new address instead of the old one."""
    calendar_feeds.create_feed(authenticated_user(request))
    messages.success(request, _("Your calendar has a new address."))
    return redirect("games:calendar")


@require_POST
@login_required
def delete_feed(request: HttpRequest) -> HttpResponse:
    calendar_feeds.delete_for(authenticated_user(request))
    messages.success(request, _("Your calendar no longer has an address."))
    return redirect("games:calendar")
