"""Leaderboards: the best of every game."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

import games.rules as rules
from portal.http.paging import numbered_page

from ..boards import presenter
from . import ledger

PAGE_LENGTH = 50


@require_GET
def leaderboard(request: HttpRequest, game: str) -> HttpResponse:
    """The best of a game, from ten rated matches on."""
    if not ledger.knows(game):
        raise Http404(_("There is no such game here."))
    page = numbered_page(ledger.best(game), PAGE_LENGTH, request.GET.get("page", ""))
    return render(
        request,
        "games/leaderboard.html",
        {
            "page": page,
            "presenter": presenter(game),
            "games": [(key, presenter(key).name()) for key in rules.catalogue()],
            "ranked_from": ledger.RANKED_FROM,
        },
    )


@require_GET
def leaderboards(request: HttpRequest) -> HttpResponse:
    first = next(iter(rules.catalogue()), None)
    if first is None:
        raise Http404(_("There is no such game here."))
    return redirect("games:leaderboard", first)
