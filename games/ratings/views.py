"""Leaderboards: the best of every game; and how ratings work."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

import games.rules as rules
from portal.http.paging import numbered_page

from ..boards import presenter
from ..clocks import AWAY_AFTER, MINUTE, TIMEOUTS_UNTIL_BOT
from ..models import LONGEST_SLEEP, PROVISIONAL_BELOW
from . import incidents, ledger

PAGE_LENGTH = 50
EXAMPLE_GAP = 200  # points between the two of the example


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
def how_ratings_work(request: HttpRequest) -> HttpResponse:
    """What is computed and what counts, in plain words; every number is the code's own."""
    stronger, weaker = ledger.START + EXAMPLE_GAP, ledger.START
    chance = ledger.expected(stronger, weaker)
    won, lost = (
        ledger.changes(
            [
                ledger.Entrant(stronger, PROVISIONAL_BELOW * 10, rank),
                ledger.Entrant(weaker, PROVISIONAL_BELOW * 10, 3 - rank),
            ]
        )
        for rank in (1, 2)
    )
    steps = [0, *(below for below, _k in ledger.K_STEPS)]
    context = {
        "start": ledger.START,
        "floor": ledger.FLOOR,
        "weights": [(first, ledger.k_factor(first)) for first in steps],
        "provisional_below": PROVISIONAL_BELOW,
        "ranked_from": ledger.RANKED_FROM,
        "timeouts": TIMEOUTS_UNTIL_BOT,
        "away_minutes": AWAY_AFTER // MINUTE,
        "sleep_days": LONGEST_SLEEP.days,
        "remembered_days": incidents.REMEMBERED.days,
        "gap": EXAMPLE_GAP,
        "chance": round(100 * chance),
        "gain": won[0].delta,
        "loss": -lost[0].delta,
    }
    return render(request, "games/how_ratings_work.html", context)


@require_GET
def leaderboards(request: HttpRequest) -> HttpResponse:
    first = next(iter(rules.catalogue()), None)
    if first is None:
        raise Http404(_("There is no such game here."))
    return redirect("games:leaderboard", first)
