"""How the matches of a game went that were played to their end on this site.

Counted by the database, kept in the cache, and counted anew by a worker every quarter of an hour.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from django.core.cache import cache
from django.db.models import Avg, Count, Q, QuerySet
from django.db.models.fields.json import KeyTextTransform

import games.rules as rules

from ..clocks import LIVE_BELOW
from ..models import Seat, Table

LATEST = 500  # matches of which the length in days is looked at
DAY = 24 * 3600


@dataclass(frozen=True)
class Share:
    """Matches that have something in common.

    Attributes:
        seats: the number of players; None where they may differ.
        option, choice: what was chosen; "" where it may differ.
        matches: how many.
        average: points of all seats; `winners`: of those who won.
        wins: for each seat in the order of play, the part of these matches that it won (or shared
            the first place in), 0 to 1; only where the number of players is the same.
    """

    seats: int | None
    option: str
    choice: str
    matches: int
    average: float
    winners: float
    wins: list[float]


@dataclass(frozen=True)
class Statistics:
    """How a game goes here.

    Attributes:
        matches: played to the end.
        decisions: moves of a person in a match, on average; None while there was no match.
        days: half of the matches with a clock of days took at most so long; None without any.
        shares: by number of players, then by option and choice.
    """

    matches: int
    decisions: float | None
    days: float | None
    shares: list[Share]


def of(key: str) -> Statistics:
    """The statistics of a game, as they were counted last."""
    kept = cache.get(_name(key))
    if kept is None:
        return count_again(key)
    return Statistics(**{**kept, "shares": [Share(**share) for share in kept["shares"]]})


def count_again(key: str) -> Statistics:
    """Count the matches of a game and keep what was found."""
    found = counted(key)
    cache.set(_name(key), asdict(found), timeout=None)
    return found


def _name(key: str) -> str:
    return f"shelf:statistics:{key}"


def counted(key: str) -> Statistics:
    """The statistics of a game, from the database."""
    tables = Table.objects.filter(game=key, status=Table.Status.FINISHED)
    whole = tables.aggregate(matches=Count("pk"), moves=Avg("move_count"), seats=Avg("seat_count"))
    return Statistics(
        matches=whole["matches"],
        decisions=whole["moves"] / whole["seats"] if whole["matches"] else None,
        days=_usual_days(tables),
        shares=list(_shares(key)),
    )


def _usual_days(tables: QuerySet[Table]) -> float | None:
    slow = tables.filter(clock_increment__gte=LIVE_BELOW, started_at__isnull=False)
    times = slow.order_by("-ended_at", "-pk").values_list("started_at", "ended_at")[:LATEST]
    lengths = [
        (ended - started).total_seconds() / DAY for started, ended in times if started and ended
    ]
    return statistics.median(lengths) if lengths else None


def _shares(key: str) -> Iterator[Share]:
    seats = Seat.objects.filter(
        table__game=key, table__status=Table.Status.FINISHED, total__isnull=False
    )
    yield from _by_seats(seats)
    for option in rules.get(key).options:
        for choice, matches, average, winners in _by_choice(seats, option.key):
            if choice in option.choices:
                yield Share(None, option.key, choice, matches, average, winners, [])


def _by_seats(seats: QuerySet[Seat]) -> Iterator[Share]:
    """Of each number of players: how often each seat won."""
    wins: dict[int, list[float]] = {}
    by_number = seats.values("table__seat_count", "number").order_by("table__seat_count", "number")
    for row in by_number.annotate(matches=Count("pk"), won=Count("pk", filter=Q(rank=1))):
        wins.setdefault(row["table__seat_count"], []).append(row["won"] / row["matches"])
    grouped = seats.values("table__seat_count").order_by("table__seat_count").annotate(**_MEASURES)
    rows: Iterable[tuple[Any, ...]] = grouped.values_list("table__seat_count", *_MEASURES)
    for count, matches, average, winners in rows:
        yield Share(count, "", "", matches, average, winners, wins[count])


def _by_choice(seats: QuerySet[Seat], option: str) -> Iterable[tuple[Any, ...]]:
    """(choice, its measures) of every choice that was made."""
    chosen = seats.annotate(choice=KeyTextTransform(option, "table__options"))
    grouped = chosen.values("choice").order_by("choice").annotate(**_MEASURES)
    return grouped.values_list("choice", *_MEASURES)


_MEASURES: dict[str, Any] = {
    "matches": Count("table", distinct=True),
    "average": Avg("total"),
    "winners": Avg("total", filter=Q(rank=1)),
}
