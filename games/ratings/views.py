"""Pages of the leaderboards, and the page that explains ratings."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

import games.rules as rules
from accounts import countries
from portal.http.pagination import NumberedPage, numbered_page

from ..boards import presenter
from ..models import LONGEST_SLEEP
from ..time_controls import DOWNTIME_THRESHOLD, MINUTE, TIMEOUTS_UNTIL_BOT
from . import (
    absence_tracking,
    elo,
    participation,
    qualification,
    rating_changes,
    seasons,
)
from .models import PROVISIONAL_BELOW

PAGE_LENGTH = 50
EXAMPLE_GAP = 200  # rating points between the two players of the example


@require_safe
def leaderboard(request: HttpRequest, game: str) -> HttpResponse:
    """Show the leaderboard of a game: all-time, or of a season or year, and of one country."""
    if not rating_changes.is_known_game(game):
        raise Http404(_("There is no such game here."))
    asked, number = request.GET.get("season", ""), request.GET.get("page", "")
    season = seasons.RatingSeason.read(asked)
    if asked and season is None:
        raise Http404(_("There is no such season."))
    country = request.GET.get("country", "")
    if country and not countries.country_name(country):
        raise Http404(_("There is no such country."))
    page: NumberedPage[Any]
    if season is None:
        page = numbered_page(
            rating_changes.RankedRatings(rating_changes.leaderboard_ratings(game, country)),
            PAGE_LENGTH,
            number,
        )
    else:
        board = seasons.rank_places(seasons.season_places(game, season, country))
        places = numbered_page(board, PAGE_LENGTH, number)
        rest = (places.number, places.first_place, places.has_next)
        page = NumberedPage(seasons.season_rows(game, places.rows), *rest)
    offered = {*seasons.cached_countries(game), *filter(None, [country])}
    chosen = {"season": season.key if season else "", "country": country}
    chosen = {name: value for name, value in chosen.items() if value}
    return render(
        request,
        "ratings/leaderboard.html",
        {
            "page": page,
            "presenter": presenter(game),
            "games": [(key, presenter(key).name()) for key in rules.catalogue()],
            "ranked_from": rating_changes.MIN_RANKED_MATCHES
            if season is None
            else seasons.MIN_SEASON_MATCHES,
            "least_opponents": qualification.LEAST_OPPONENTS,
            "start": elo.to_points(elo.INITIAL_RATING),
            "season": season,
            "country": country,
            "countries": sorted((countries.country_name(one), one) for one in offered),
            "rest": urlencode(chosen),
            "seasons": seasons.available_seasons(game),
        },
    )


@require_safe
def how_ratings_work(request: HttpRequest) -> HttpResponse:
    """Explain how ratings are computed, with the numbers from the code."""
    ratings = (
        elo.INITIAL_RATING + 100 * EXAMPLE_GAP,
        elo.INITIAL_RATING,
    )  # of the stronger player, and of the weaker one
    won, lost = (
        elo.compute_change(
            ratings[0], PROVISIONAL_BELOW * 10, [elo.PairResult(1, result)], ratings, 2
        )
        for result in (1.0, 0.0)
    )
    steps = [0, *(below for below, _k in elo.K_STEPS)]
    context = {
        "start": elo.to_points(elo.INITIAL_RATING),
        "floor": elo.to_points(elo.MIN_RATING),
        "weights": [(first, elo.k_factor(first)) for first in steps],
        "provisional_below": PROVISIONAL_BELOW,
        "ranked_from": rating_changes.MIN_RANKED_MATCHES,
        "season_from": seasons.MIN_SEASON_MATCHES,
        "least_opponents": qualification.LEAST_OPPONENTS,
        "least_others": qualification.MIN_OTHER_OPPONENTS,
        "timeouts": TIMEOUTS_UNTIL_BOT,
        "away_minutes": DOWNTIME_THRESHOLD // MINUTE,
        "sleep_days": LONGEST_SLEEP.days,
        "remembered_days": absence_tracking.COUNTED_PERIOD.days,
        "excused_days": absence_tracking.EXCUSE_INTERVAL.days,
        "cost": absence_tracking.MIN_COST_BEFORE_EXCUSE,
        "most_excused": absence_tracking.MOST_EXCUSED,
        "close": 100 // elo.CLOSE,
        "parts": participation.MIN_SHARE_DIVISOR,
        "most_moves": participation.MOST,
        "again": len(elo.REPEAT_WEIGHTS),
        "gap": EXAMPLE_GAP,
        "chance": round(100 * elo.expected_score(*ratings)),
        "gain": elo.to_points(won.delta),
        "loss": elo.to_points(-lost.delta),
    }
    return render(request, "ratings/how_ratings_work.html", context)


@require_safe
def leaderboard_redirect(request: HttpRequest) -> HttpResponse:
    first = next(iter(rules.catalogue()), None)
    if first is None:
        raise Http404(_("There is no such game here."))
    return redirect("games:leaderboard", first)
