"""Whose bot plays next: the people who host tables take turns, and who asks little goes first.

The rows say which bots wait (`Seat.due_at`). A wake-up call names none of them: whoever hears it
plays the seat that deserves it most, which is the one that has waited longest among those of the
host whose bots have not played for the longest time. Each of those that search counts as if its
host had been served so much later: who has one table waits for no round of everybody with ten.
"""

from __future__ import annotations

import time
from collections import Counter
from datetime import datetime, timedelta
from typing import NamedTuple

from django.core.cache import cache
from django.db.models import Q, QuerySet
from django.utils import timezone

from ... import bots
from ...models import Seat

CLAIM_DURATION = timedelta(seconds=30)
SEARCH_CLAIM_DURATION = timedelta(seconds=120)  # of those that search
LOOKED_AT = 1000  # waiting seats, the oldest first
SEARCH_PENALTY_SECONDS = 3.0  # seconds, for each bot of a host that waits to search
LAST_SERVED_TTL = 3600  # seconds; whoever is forgotten comes first again


class WaitingBot(NamedTuple):
    seat: int
    table: int
    host: int


def claim_next_seat(searching: bool = False) -> int | None:
    """Claim the bot seat whose turn it is, for a while; None where no bot waits.

    Those that search have a queue of their own, so that no quick one waits for their thinking.

    At a table one bot thinks at a time: what a second one thinks up is void when the first moves.
    """
    now = timezone.now()
    due = _due_seats(now)
    busy = set(due.filter(claimed_until__gt=now).values_list("table_id", flat=True))
    rows = due.filter(_search_filter(searching)).order_by("due_at", "pk")
    columns = ("pk", "table_id", "table__host_id")
    waiting = map(WaitingBot._make, rows.values_list(*columns)[:LOOKED_AT])
    free = [one for one in waiting if one.table not in busy]
    until = now + (SEARCH_CLAIM_DURATION if searching else CLAIM_DURATION)
    served = cache.get_many({_last_served_key(one.host) for one in free})
    asked, later = Counter(one.host for one in free), SEARCH_PENALTY_SECONDS if searching else 0.0

    def turn(one: WaitingBot) -> float:
        return float(served.get(_last_served_key(one.host), 0.0)) + later * asked[one.host]

    for one in sorted(free, key=turn):
        if _unclaimed_seats(now).filter(pk=one.seat).update(claimed_until=until):
            cache.set(_last_served_key(one.host), time.time(), LAST_SERVED_TTL)
            return one.seat
    return None


def release_claim(seat: int) -> None:
    """Give a claim back: the turn was not played, and others may try at once."""
    Seat.objects.filter(pk=seat).update(claimed_until=None)


def count_overdue(longer_than: timedelta, searching: bool = False) -> int:
    """How many bots have waited so long that their wake-up call may be lost."""
    now = timezone.now()
    late = _unclaimed_seats(now).filter(due_at__lte=now - longer_than)
    return late.filter(_search_filter(searching)).count()


def count_searching_elsewhere(table: int) -> int:
    """How many bots at other tables wait to search, and nobody plays them yet."""
    return (
        _unclaimed_seats(timezone.now())
        .filter(_search_filter(searching=True))
        .exclude(table=table)
        .count()
    )


def _search_filter(searching: bool) -> Q:
    those = Q(bot__in=bots.SEARCHING)
    return those if searching else ~those


def _due_seats(now: datetime) -> QuerySet[Seat]:
    return Seat.objects.filter(due_at__lte=now).exclude(bot="")


def _unclaimed_seats(now: datetime) -> QuerySet[Seat]:
    return _due_seats(now).exclude(claimed_until__gt=now)


def _last_served_key(host: int) -> str:
    """The cache's key for the moment at which this person's bots were last served."""
    return f"bots-served:{host}"
