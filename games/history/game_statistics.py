"""Statistics of a game's finished matches on this site, without those of clubs and imports.

The database counts them, the cache stores them, and a worker counts again every quarter of an hour.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

from django.core.cache import cache
from django.db.models import Avg, Count, F, Q, QuerySet
from django.db.models.fields.json import KeyTextTransform

import games.rules as rules
from portal import background

from ..boards import presenter
from ..models import Seat, Table
from ..table import dispatch
from ..time_controls import LIVE_INCREMENT_LIMIT
from . import openings
from .openings import OpeningStatistics

MAX_LATEST = 500  # matches whose lengths in days, sources of points and openings are read
DAY = 24 * 3600


@dataclass(frozen=True)
class MatchGroup:
    """Matches that have something in common.

    Attributes:
        seats: the number of players; None if it differs.
        option, choice: an option and its choice; "" if they differ.
        matches: how many matches there are.
        average, winners: the average points of all seats, and of winners.
        wins: for each seat in the order of play, the fraction of matches with such a seat that it
            won, alone or shared, 0 to 1.
        intervals: for each seat, the 95% confidence interval of that fraction.
    """

    seats: int | None
    option: str
    choice: str
    matches: int
    average: float
    winners: float
    wins: list[float]
    intervals: list[tuple[float, float]]


@dataclass(frozen=True)
class GameStatistics:
    """The statistics of a game.

    Attributes:
        matches: matches that were played to the end; None before the first count.
        decisions: the average number of moves of one person in a match; None without matches.
        days: the median length of matches with a clock in days; None without any.
        shares: groups of rated matches, by number of players, then by option and choice.
        round_days: the median time in which each player of these matches moves once; None without
            any.
        sources: a seat's average points in the latest rated matches, by source.
        openings: the openings of seats in these matches, and their results.
    """

    matches: int | None
    decisions: float | None
    days: float | None
    shares: list[MatchGroup]
    round_days: float | None = None
    sources: dict[str, float] = field(default_factory=dict)
    openings: list[OpeningStatistics] = field(default_factory=list)


#: The statistics before the first count, which takes seconds on a site with a long history.
UNKNOWN = GameStatistics(None, None, None, [])
REQUEST_INTERVAL = 60  # seconds


def game_statistics(key: str) -> GameStatistics:
    """Return the last counted statistics of a game, or `UNKNOWN` before the first count."""
    return statistics_of_games([key])[key]


def statistics_of_games(keys: Collection[str]) -> dict[str, GameStatistics]:
    """Return the statistics of these games by key, with one request to the cache.

    If some are missing, a worker is asked to count them.
    """
    kept = cache.get_many([_cache_key(key) for key in keys])
    found = {key: _from_cache(kept[_cache_key(key)]) for key in keys if _cache_key(key) in kept}
    if len(found) < len(keys) and cache.add("shelf:statistics-asked", True, REQUEST_INTERVAL):
        background.enqueue(dispatch.UPDATE_GAME_STATISTICS)
    return {key: found.get(key, UNKNOWN) for key in keys}


def _from_cache(kept: dict[str, Any]) -> GameStatistics:
    shares = [MatchGroup(**share) for share in kept["shares"]]
    openings = [OpeningStatistics(*opening) for opening in kept["openings"]]
    return GameStatistics(**{**kept, "shares": shares, "openings": openings})


def recount(key: str) -> None:
    """Count the matches of a game and cache the result."""
    cache.set(_cache_key(key), asdict(count_statistics(key)), timeout=None)


def _cache_key(key: str) -> str:
    return f"shelf:statistics-2:{key}"


def count_statistics(key: str) -> GameStatistics:
    """Compute the statistics of a game from the database."""
    tables = Table.objects.filter(
        game=key, status=Table.Status.FINISHED, club=None, is_imported=False
    ).exclude(visibility=Table.Visibility.SEALED)
    sources, opened = _latest_sources_and_openings(key, tables.filter(rated=True))
    whole = tables.aggregate(matches=Count("pk"), moves=Avg("move_count"), seats=Avg("seat_count"))
    return GameStatistics(
        matches=whole["matches"],
        decisions=whole["moves"] / whole["seats"] if whole["matches"] else None,
        days=_median_days(tables),
        shares=list(_match_groups(key)),
        round_days=_median_round_days(tables),
        sources=sources,
        openings=opened,
    )


def _latest_sources_and_openings(
    key: str, tables: QuerySet[Table]
) -> tuple[dict[str, float], list[OpeningStatistics]]:
    """Return the sources of points in the latest of these matches, and their openings."""
    latest = list(tables.order_by("-ended_at", "-pk").values_list("pk", flat=True)[:MAX_LATEST])
    seats = Seat.objects.filter(table__in=latest, rank__isnull=False)
    points: Counter[str] = Counter()
    ranks: dict[tuple[int, int], int] = {}
    for table, number, rank, breakdown in seats.values_list("table", "number", "rank", "breakdown"):
        ranks[table, number] = rank or 0
        points.update(breakdown or {})
    sources = {source: total / len(ranks) for source, total in points.items()}
    return sources, openings.count_openings(openings.find_openings(presenter(key), latest), ranks)


def _median_days(tables: QuerySet[Table]) -> float | None:
    slow = tables.filter(clock_increment__gte=LIVE_INCREMENT_LIMIT, started_at__isnull=False)
    times = slow.order_by("-ended_at", "-pk").values_list("started_at", "ended_at")[:MAX_LATEST]
    lengths = [
        (ended - started).total_seconds() / DAY for started, ended in times if started and ended
    ]
    return statistics.median(lengths) if lengths else None


def _median_round_days(tables: QuerySet[Table]) -> float | None:
    """Use the length and the turns of a match: each turn is one version of its table."""
    slow = tables.filter(
        clock_increment__gte=LIVE_INCREMENT_LIMIT, started_at__isnull=False, version__gt=0
    )
    latest = slow.order_by("-ended_at", "-pk")
    rows = latest.values_list("started_at", "ended_at", "seat_count", "version")[:MAX_LATEST]
    rounds = [
        (ended - started).total_seconds() / DAY * seats / turns
        for started, ended, seats, turns in rows
        if started and ended
    ]
    return statistics.median(rounds) if rounds else None


def _match_groups(key: str) -> Iterator[MatchGroup]:
    seats = Seat.objects.filter(
        table__game=key,
        table__status=Table.Status.FINISHED,
        table__club=None,
        table__is_imported=False,
        table__rated=True,
        total__isnull=False,
    ).exclude(table__visibility=Table.Visibility.SEALED)
    for count, measured in _measure_groups(seats.annotate(group=F("table__seat_count"))):
        yield MatchGroup(count, "", "", **measured)
    game = rules.catalogue().get(key)
    for option in game.options if game else ():  # none if the title is not installed
        chosen = seats.annotate(group=KeyTextTransform(option.key, "table__options"))
        for choice, measured in _measure_groups(chosen):
            if choice in option.choices:
                yield MatchGroup(None, option.key, choice, **measured)


def _measure_groups(seats: Any) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Yield each `group` of seats with the measures of its `MatchGroup`."""
    wins: dict[Any, list[float]] = {}
    intervals: dict[Any, list[tuple[float, float]]] = {}
    by_number = seats.values("group", "number").order_by("group", "number")
    for row in by_number.annotate(played=Count("pk"), won=Count("pk", filter=Q(rank=1))):
        wins.setdefault(row["group"], []).append(row["won"] / row["played"])
        found = openings.wilson_interval(row["won"], row["played"])
        intervals.setdefault(row["group"], []).append(found)
    groups = seats.values("group").order_by("group").annotate(**_MEASURES)
    for row in groups:
        group = row.pop("group")
        yield group, {**row, "wins": wins[group], "intervals": intervals[group]}


_MEASURES: dict[str, Any] = {
    "matches": Count("table", distinct=True),
    "average": Avg("total"),
    "winners": Avg("total", filter=Q(rank=1)),
}
