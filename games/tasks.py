"""Celery tasks. Messages only wake workers: the database says what is due, and tasks re-read it.

The sweep finds due work whose message was lost, so killing a process at any moment loses nothing.
"""

from __future__ import annotations

import contextlib
import logging
from datetime import timedelta

from celery import shared_task
from django.core.cache import cache
from django.db import connection, transaction
from django.utils import timezone
from redis import RedisError

import games.rules as rules
from accounts import deletion, guests, idempotency
from portal import background
from portal.health import queue_lengths
from portal.server.task_queue import SEARCH_QUEUE

from .history import game_statistics, review_jobs
from .models import LONGEST_SLEEP, Seat, Table
from .moderation import fair_play_signals
from .notifications import delivery, devices
from .ratings import device_fingerprints, seasons
from .table import dispatch, vacations
from .table.actions import automation, suggestions
from .table.agreements import actions as agreements
from .table.bots import turn_queue
from .table.due_work import LOST_AFTER, SWEEP_BATCH, SWEEP_HOOKS, end_table
from .table.errors import MatchLoadError, NotRunningError
from .table.session import heartbeat, holds
from .time_controls import INACTIVITY_CALL_OFF_DAYS

logger = logging.getLogger(__name__)
TOGETHER = 25  # overdue seats per transaction, which delays players by a few milliseconds at most
TRIES = 3  # attempts at a table that changes while its bot thinks


@shared_task(ignore_result=True)
def sweep() -> int:
    """Enqueue all due work: overdue seats, bots whose message was lost, and what other apps find.

    No seat times out while a part of the site is down.

    Returns:
        How many things were found.
    """
    total = sum(find() for find in SWEEP_HOOKS)
    while heartbeat.can_time_out():
        late = claim_due()
        for first in range(0, len(late), TOGETHER):
            background.enqueue(time_out_seats.name, late[first : first + TOGETHER])
        total += len(late)
        if len(late) < SWEEP_BATCH:
            break
    for task, queue, searching in (
        (bot_turn, "bots", False),
        (bot_search_turn, SEARCH_QUEUE, True),
    ):
        overlooked = min(turn_queue.count_overdue(LOST_AFTER, searching), SWEEP_BATCH)
        lost = max(0, overlooked - _calls_on_their_way(queue))
        for _call in range(lost):
            background.enqueue(task.name)
        total += lost
    return total


def _calls_on_their_way(queue: str) -> int:
    try:
        return queue_lengths()[queue]
    except (RedisError, OSError):
        return 0


def claim_due(limit: int = SWEEP_BATCH) -> list[int]:
    """Claim up to `limit` overdue seats of people for a short time, and return their ids."""
    now = timezone.now()
    with transaction.atomic():
        due = Seat.objects.filter(due_at__lte=now, bot="").exclude(claimed_until__gt=now)
        due = due.order_by("due_at")
        if connection.features.has_select_for_update_skip_locked:
            due = due.select_for_update(skip_locked=True)
        found = list(due.values_list("pk", flat=True)[:limit])
        Seat.objects.filter(pk__in=found).update(claimed_until=now + turn_queue.CLAIM_DURATION)
    return found


@shared_task(name="games.tasks.time_out", ignore_result=True, soft_time_limit=60, time_limit=90)
def time_out_seats(seats: list[int]) -> int:
    """Play for overdue seats: all in one transaction, or each alone if that fails.

    Nothing happens while a part of the site is down; a later sweep finds the seats again.

    Returns:
        For how many seats the site played.
    """
    if not heartbeat.can_time_out():
        return 0
    try:
        return automation.time_out_seats(seats)
    except Exception:
        if len(seats) == 1:
            holds.hold_if_broken(seats[0])
            raise
        logger.exception("cannot time out these seats together: %s", seats)
    return sum(_timed_out(seat) for seat in seats)


def _timed_out(seat: int) -> int:
    try:
        return automation.time_out_seats([seat])
    except Exception:
        logger.exception("cannot time out seat %s", seat)
        holds.hold_if_broken(seat)
        return 0


@shared_task(ignore_result=True, soft_time_limit=60, time_limit=90)
def bot_turn() -> bool:
    """Play for the next waiting bot; return False if none waits or its table changes too often."""
    return _play_bot(searching=False)


@shared_task(name="games.tasks.think", ignore_result=True, soft_time_limit=120, time_limit=150)
def bot_search_turn() -> bool:
    """Play for the next waiting bot that searches; these messages have a queue of their own."""
    return _play_bot(searching=True)


def _play_bot(searching: bool) -> bool:
    seat = turn_queue.claim_next_seat(searching)
    if seat is None:
        return False
    for _try in range(TRIES):
        with contextlib.suppress(NotRunningError, MatchLoadError):
            if automation.play_bot_turn(seat):
                return True
    turn_queue.release_claim(seat)
    return False


@shared_task(name="games.tasks.find_hint", ignore_result=True, soft_time_limit=60, time_limit=90)
def find_suggestion(advice: int) -> bool:
    """Compute the suggestion that a player has asked for."""
    return suggestions.compute_suggestion(advice)


@shared_task(ignore_result=True, soft_time_limit=60, time_limit=90)
def review(pk: int) -> None:
    """Run the next step of a review, and enqueue another if one is needed."""
    if review_jobs.run_next_step(pk):
        background.enqueue(dispatch.REVIEW_MATCH, pk)


@shared_task(ignore_result=True)
def begin_vacations() -> int:
    """Begin the automatic vacations of absent people before their time runs out."""
    return vacations.begin_automatic_vacations() if heartbeat.can_time_out() else 0


@shared_task(name="games.tasks.send_notices", ignore_result=True)
def send_notifications() -> int:
    background.mark_started(dispatch.SEND_NOTIFICATIONS)
    return delivery.send_due()


@shared_task(name="games.tasks.clear_notices", ignore_result=True)
def clear_notifications() -> int:
    """Delete old notifications, devices whose session has ended, and expired stored responses."""
    devices.clear_ended()
    idempotency.delete_expired()
    return delivery.clear_old()


@shared_task(ignore_result=True)
def close_stale_tables() -> int:
    """Call off stale matches and return how many.

    These are matches at tables that slept too long, and matches without a time limit that nobody
    has changed for `INACTIVITY_CALL_OFF_DAYS`.
    """
    now = timezone.now()
    asleep = Table.objects.filter(
        status=Table.Status.RUNNING, asleep_since__lte=now - LONGEST_SLEEP
    )
    keys = list(asleep.values_list("key", flat=True)[:SWEEP_BATCH])
    closed = sum(end_table(automation.call_off_asleep, key) for key in keys)
    untouched = Table.objects.filter(
        status=Table.Status.RUNNING,
        clock_cap=0,
        changed_at__lte=now - timedelta(days=INACTIVITY_CALL_OFF_DAYS),
    )
    keys = list(untouched.values_list("key", flat=True)[:SWEEP_BATCH])
    return closed + sum(end_table(automation.call_off_untouched, key) for key in keys)


@shared_task(ignore_result=True)
def settle_agreements() -> int:
    """Do what is due about proposals, pauses and clocks; nothing while a part of the site is down.

    Returns:
        How many tables changed.
    """
    if not heartbeat.can_time_out():
        return 0
    return sum(end_table(agreements.settle, key) for key in agreements.due_tables(timezone.now()))


@shared_task(ignore_result=True)
def remove_guests() -> int:
    """Delete guests without a visit for 60 days; their matches continue or are closed."""
    return guests.remove_stale_guests(timezone.now())


@shared_task(ignore_result=True)
def withdraw_closed_accounts() -> None:
    """Withdraw closed accounts from all that others wait for, if their closure was interrupted."""
    deletion.withdraw_closed_accounts()


@shared_task(name="games.tasks.find_hints", ignore_result=True)
def detect_fair_play_signals() -> int:
    """Once a day (UTC), detect fair-play signals; each time, delete expired device fingerprints."""
    now = timezone.now()
    device_fingerprints.delete_expired(now)
    is_first = cache.add(f"find-hints:{now:%Y-%m-%d}", True, timedelta(days=2).total_seconds())
    return fair_play_signals.detect_signals(now) if is_first else 0


@shared_task(name="games.tasks.look_at_held", ignore_result=True)
def recheck_tables_on_hold() -> int:
    """Put tables on hold whose match cannot be loaded, and resume those that can go on."""
    return holds.recheck_all()


@shared_task(ignore_result=True)
def count_statistics() -> None:
    """Recount the statistics and the current rating seasons of every game."""
    for key in rules.catalogue():
        game_statistics.recount(key)
        seasons.recount_current_seasons(key)
