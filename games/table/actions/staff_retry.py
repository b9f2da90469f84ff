"""Finds tables that do not make progress, and retries them for the staff.

A retry does what the sweep does: rows say what is due, and tasks read them again.
"""

from __future__ import annotations

from datetime import timedelta

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from portal import background

from ...models import Seat, Table
from .. import dispatch
from ..session.transaction import recheck_hold

LATE_AFTER = timedelta(minutes=2)  # longer than workers need for due work


def late_tables() -> QuerySet[Table]:
    """Return running tables with an overdue time-out or bot turn that no worker has handled."""
    due = Seat.objects.filter(table=OuterRef("pk"), due_at__lte=timezone.now() - LATE_AFTER)
    return _running_tables().filter(Exists(due))


def stalled_tables() -> QuerySet[Table]:
    """Return running tables that are awake and at which no seat must act."""
    asked = Seat.objects.filter(table=OuterRef("pk"), waiting_since__isnull=False)
    return _running_tables().filter(~Exists(asked), asleep_since=None)


def _running_tables() -> QuerySet[Table]:
    return Table.objects.filter(status=Table.Status.RUNNING, on_hold_since=None)


def retry_table(key: str) -> None:
    """Load the match again, put the table on hold or resume it, and enqueue its due work.

    Raises:
        NotRunningError: the table is not running.
    """
    recheck_hold(key)
    due = Seat.objects.filter(table__key=key, due_at__lte=timezone.now())
    seats = dict(due.values_list("pk", "bot"))
    if people := [pk for pk, bot in seats.items() if not bot]:
        background.enqueue(dispatch.TIME_OUT_SEATS, people)
    for task in dispatch.bot_tasks(bot for bot in seats.values() if bot):
        background.enqueue(task)
