"""Celery tasks of the lobby. The names of older tasks on the wire stay."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from portal import background

from ..models import Table
from ..table.due_work import LOST_AFTER, SWEEP_BATCH, end_table
from ..table.session import heartbeat
from .admission import bot_invitation_policy, invitations, matchmaking
from .setup import scheduled_starts, table_setup


def find_due_work() -> int:
    """Enqueue what the sweep finds in the lobby, expire invitations, and return how many."""
    total = 0
    if heartbeat.can_time_out():
        total = invitations.expire_invitations()
        for table in (due := scheduled_starts.find_due_tables(SWEEP_BATCH)):
            background.enqueue(process_start_date.name, table)
        total += len(due)
    for bot in (waiting := bot_invitation_policy.find_overdue_bots(LOST_AFTER, SWEEP_BATCH)):
        background.enqueue(answer_invitations.name, bot)
    return total + len(waiting)


@shared_task(ignore_result=True)
def close_expired_tables() -> int:
    """Close pending tables past their closing date and return how many."""
    expired = Table.objects.filter(status=Table.Status.OPEN, closes_at__lte=timezone.now())
    keys = list(expired.values_list("key", flat=True)[:SWEEP_BATCH])
    return sum(end_table(table_setup.close_if_expired, key) for key in keys)


@shared_task(name="games.tasks.keep_date", ignore_result=True, soft_time_limit=60, time_limit=90)
def process_start_date(table: int) -> bool:
    """Remind the people at a table of its scheduled start; start or close it when it is due."""
    return heartbeat.can_time_out() and scheduled_starts.process_due_table(table)


@shared_task(name="games.tasks.answer_invitations", ignore_result=True)
def answer_invitations(person: int) -> int:
    """Answer the pending invitations of a bot account by its rules."""
    return bot_invitation_policy.answer_pending_invitations(person)


@shared_task(name="games.tasks.look_at_wishes", ignore_result=True)
def retry_match_requests() -> int:
    """Match players whose match requests now accept more opponents."""
    return matchmaking.process_due_requests()
