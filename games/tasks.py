"""Celery's part: wake-up calls. The rows in the database say what is due; every task re-reads them.

The sweep finds whatever a lost message forgot, so killing any process at any moment loses nothing.
"""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Any

from celery import shared_task
from django.db import connection, transaction
from django.utils import timezone

from . import live, lobby, notices, play
from .models import LONGEST_SLEEP, Seat, Table

logger = logging.getLogger(__name__)
CLAIM = timedelta(seconds=30)
SWEEP_BATCH = 500
TOGETHER = 25  # late seats in one transaction: a person waits for it a few milliseconds at most


def wake_bot(seat_id: int) -> None:
    """After the commit: let a worker move this bot (the sweep would find it, a little later)."""
    live.after_commit(lambda: _send(bot_turn, seat_id))


def _send(task: object, *args: Any) -> None:
    try:
        task.apply_async(args=args, retry=False)  # type: ignore[attr-defined]
    except Exception as error:
        logger.warning("no broker, the sweep will find the work: %s", error)


@shared_task(ignore_result=True)
def sweep() -> int:
    """Claim every seat that is due and hand it to the workers; return how many."""
    total = 0
    while True:
        claimed = claim_due()
        for seat_id, is_bot in claimed:
            if is_bot:
                _send(bot_turn, seat_id)
        late = [seat_id for seat_id, is_bot in claimed if not is_bot]
        for first in range(0, len(late), TOGETHER):
            _send(time_out, late[first : first + TOGETHER])
        total += len(claimed)
        if len(claimed) < SWEEP_BATCH:
            return total


def claim_due(limit: int = SWEEP_BATCH) -> list[tuple[int, bool]]:
    """Mark due seats as claimed for a while and return (seat id, played by a bot)."""
    now = timezone.now()
    with transaction.atomic():
        due = Seat.objects.filter(due_at__lte=now).exclude(claimed_until__gt=now).order_by("due_at")
        if connection.features.has_select_for_update_skip_locked:
            due = due.select_for_update(skip_locked=True)
        found = [(pk, bool(bot)) for pk, bot in due.values_list("pk", "bot")[:limit]]
        Seat.objects.filter(pk__in=[pk for pk, _ in found]).update(claimed_until=now + CLAIM)
    return found


@shared_task(ignore_result=True, soft_time_limit=60, time_limit=90)
def time_out(seats: list[int]) -> int:
    """Play for seats that are late: together, or one by one where one of them cannot be played."""
    try:
        return play.time_out(seats)
    except Exception:
        if len(seats) == 1:
            raise
        logger.exception("these seats cannot be played together: %s", seats)
    return sum(_timed_out(seat) for seat in seats)


def _timed_out(seat: int) -> int:
    try:
        return play.time_out([seat])
    except Exception:
        logger.exception("seat %s cannot be played", seat)
        return 0


@shared_task(ignore_result=True, soft_time_limit=60, time_limit=90)
def bot_turn(seat_id: int) -> bool:
    try:
        return play.bot_turn(seat_id)
    except play.NotRunning:
        return False


@shared_task(ignore_result=True)
def send_notices() -> int:
    return notices.send_due()


@shared_task(ignore_result=True)
def close_stale_tables() -> int:
    """Close tables that nobody started in time; call off those that slept too long."""
    now = timezone.now()
    stale = Table.objects.filter(status=Table.Status.OPEN, closes_at__lte=now)
    keys = list(stale.values_list("key", flat=True)[:SWEEP_BATCH])
    closed = sum(lobby.close_stale(key) for key in keys)
    asleep = Table.objects.filter(
        status=Table.Status.RUNNING, asleep_since__lte=now - LONGEST_SLEEP
    )
    keys = list(asleep.values_list("key", flat=True)[:SWEEP_BATCH])
    return closed + sum(_called_off(key) for key in keys)


def _called_off(key: str) -> bool:
    try:
        return play.call_off_asleep(key)
    except play.NotRunning:
        return False
