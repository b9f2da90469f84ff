"""The queue of waiting bots: hosts take turns, and hosts with few waiting bots go first.

Rows say which bots wait (`Seat.due_at`). A task call names none of them: its worker takes the next
bot in a fair order. First comes the host whose bots have not played for the longest time; among the
bots of one host, the one that has waited longest. For each waiting bot that searches, its host
counts as served `SEARCH_PENALTY_SECONDS` later. So a host with one table does not wait until every
host with ten has been served.
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
SEARCH_CLAIM_DURATION = timedelta(seconds=120)  # for bots that search
LOOKED_AT = 1000  # waiting seats that one claim considers, oldest first
SEARCH_PENALTY_SECONDS = 3.0  # for each bot of a host that waits to search
LAST_SERVED_TTL = 3600  # seconds; after that, a host counts as never served


class WaitingBot(NamedTuple):
    seat: int
    table: int
    host: int


def claim_next_seat(searching: bool = False) -> int | None:
    """Claim the next waiting bot for a while; return the id of its seat, None if no bot waits.

    Bots that search have a queue of their own, so that quick bots do not wait for them. At one
    table one bot thinks at a time, because the move of the first outdates the work of a second.
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
    """Release a claim whose turn was not played, so that others may try immediately."""
    Seat.objects.filter(pk=seat).update(claimed_until=None)


def count_overdue(longer_than: timedelta, searching: bool = False) -> int:
    """Return how many bots have waited so long that their task call may be lost."""
    now = timezone.now()
    late = _unclaimed_seats(now).filter(due_at__lte=now - longer_than)
    return late.filter(_search_filter(searching)).count()


def count_searching_elsewhere(table: int) -> int:
    """Return how many bots at other tables wait to search and are not claimed yet."""
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
    """Return the cache key of the time at which this host's bots were last served."""
    return f"bots-served:{host}"
