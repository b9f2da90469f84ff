"""Pages of series: their seasons, who won them, and where people were in the last ones."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from ..boards import presenter
from ..table.access import person
from ..table.errors import Refused
from . import tournament_series
from .access import NoSuchContest, runs_it
from .formats.registry import FORMATS


@require_safe
def one_series(request: HttpRequest, key: str) -> HttpResponse:
    """A series: its seasons, the newest first, and everybody's way through the last ones."""
    try:
        found, last = tournament_series.found(key, request.user)
    except NoSuchContest as refused:
        raise Http404(refused.message) from refused
    seasons = tournament_series.seasons_of(found)
    over = tournament_series.over(seasons)
    context = {
        "series": found,
        "last": last,
        "presenter": presenter(last.game),
        "format": FORMATS[last.format],
        "seasons": seasons,
        "over": over,
        "ways": tournament_series.ways(over),
        "runs": runs_it(last, request.user),
    }
    return render(request, "games/tournaments/tournament_series.html", context)


@login_required
@require_POST
def end_series(request: HttpRequest, key: str) -> HttpResponse:
    """Those who run a series end it."""
    try:
        found, _last = tournament_series.found(key, request.user)
        tournament_series.end(key, person(request))
    except NoSuchContest as refused:
        raise Http404(refused.message) from refused
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, _("No further season opens."))
    return redirect(found)
