"""Statistics of a person's own matches of a game, next to those of the whole site."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from django.contrib.auth.decorators import login_required
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

import games.rules as rules
from accounts.models import User
from accounts.requests import authenticated_user as person_of

from ..boards import Presenter, presenter
from ..models import Seat, Table
from ..ratings.reliability import stats
from . import game_statistics, openings, profile
from .openings import OpeningStatistics

MAX_MATCHES = 500  # that are counted


class MyStatistics(NamedTuple):
    """Statistics of the latest matches that a person has played to the end themselves.

    Attributes:
        expected: wins to expect if all players at their tables won equally often.
        average, best: points.
        streak, longest: the winning streak up to now, and the longest one ever.
        sources: average points by source.
    """

    matches: int = 0
    won: int = 0
    expected: float = 0
    average: float = 0
    best: int = 0
    streak: int = 0
    longest: int = 0
    sources: dict[str, float] = {}
    openings: list[OpeningStatistics] = []


def my_statistics(person: User, game: str) -> MyStatistics:
    """Compute the statistics with one query for the seats, and one for their openings."""
    rows = list(
        _finished_seats(person)
        .filter(table__game=game)
        .order_by("-table__ended_at", "-pk")
        .values_list("table", "number", "rank", "total", "breakdown", "table__seat_count")[
            :MAX_MATCHES
        ]
    )
    if not rows:
        return MyStatistics()
    ranks = {(table, number): rank or 0 for table, number, rank, *_rest in rows}
    won = [rank == 1 for rank in ranks.values()]
    points: Counter[str] = Counter()
    for *_seat, breakdown, _seats in rows:
        points.update(breakdown or {})
    totals = [total or 0 for _table, _number, _rank, total, *_rest in rows]
    opened = openings.find_openings(presenter(game), [table for table, _number in ranks])
    return MyStatistics(
        matches=len(rows),
        won=sum(won),
        expected=sum(1 / seats for *_rest, seats in rows),
        average=sum(totals) / len(rows),
        best=max(totals),
        streak=next((n for n, one in enumerate(won) if not one), len(won)),
        longest=_longest_streak(won),
        sources={source: total / len(rows) for source, total in points.items()},
        openings=openings.count_openings(opened, ranks),
    )


def _finished_seats(person: User) -> Any:
    return Seat.objects.filter(
        user=person, leave_reason="", rank__isnull=False, table__status=Table.Status.FINISHED
    )


def _longest_streak(won: list[bool]) -> int:
    longest = now = 0
    for one in won:
        now = now + 1 if one else 0
        longest = max(longest, now)
    return longest


@login_required
@require_safe
def statistics_page(request: HttpRequest) -> HttpResponse:
    """Show my statistics of one game: the chosen one, or the one I have played most."""
    person = person_of(request)
    played = _finished_seats(person).values("table__game").annotate(n=Count("pk")).order_by("-n")
    keys = [key for key, _n in played.values_list("table__game", "n") if key in rules.catalogue()]
    game = request.GET.get("game", "")
    if game not in rules.catalogue():
        game = keys[0] if keys else ""
    context: dict[str, Any] = {"games": [(key, presenter(key).name()) for key in keys]}
    if game:
        context |= _page_context(person, presenter(game))
    return render(request, "games/history/my_statistics.html", context)


def _page_context(person: User, show: Presenter) -> dict[str, Any]:
    game = show.game.key
    own, site = my_statistics(person, game), game_statistics.game_statistics(game)
    sources = {**own.sources, **site.sources}
    return {
        "presenter": show,
        "own": own,
        "sources": [
            (show.breakdown_label(one), own.sources.get(one, 0), site.sources.get(one))
            for one in sources
            if own.sources.get(one) or site.sources.get(one)
        ],
        "site_average": sum(site.sources.values()) if site.sources else None,
        "openings": [(show.opening_label(one.opening), one) for one in own.openings],
        "record": next(
            (one for one in profile.game_ratings(person) if one.rating.game == game), None
        ),
        "pace": stats.stats_for([(person.pk, game)])[person.pk, game].answer_time_text,
    }
