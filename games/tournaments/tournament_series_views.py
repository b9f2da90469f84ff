"""Pages of tournament series: their seasons, winners, and people's places in the last ones."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.requests import authenticated_user
from portal.errors import NotFound
from portal.http.refusals import refusal_as_message

from ..boards import presenter
from . import tournament_series
from .access import can_manage
from .formats.registry import FORMATS


@require_safe
def series_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show a series: its seasons, the newest first, and everyone's places in the last ones."""
    found, last = tournament_series.get_series(key, request.user)
    seasons = tournament_series.seasons_of(found)
    over = tournament_series.finished_seasons(seasons)
    context = {
        "series": found,
        "last": last,
        "presenter": presenter(last.game),
        "format": FORMATS[last.format],
        "seasons": seasons,
        "over": over,
        "ways": tournament_series.player_histories(over),
        "runs": can_manage(last, request.user),
    }
    return render(request, "tournaments/series.html", context)


@login_required
@require_POST
def end_series(request: HttpRequest, key: str) -> HttpResponse:
    """End a series; only its managers may."""
    found, _last = tournament_series.get_series(key, request.user)
    with refusal_as_message(request, but=NotFound):
        tournament_series.end_series(key, authenticated_user(request))
        messages.success(request, _("No more seasons will open."))
    return redirect(found)
