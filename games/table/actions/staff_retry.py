"""Tables that do not go on, and nudging them.

A nudge does what the sweep does by itself: the rows say what is due, and tasks read them anew.
"""

from __future__ import annotations

from datetime import timedelta

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from ...models import Seat, Table
from .. import dispatch
from ..session.transaction import recheck_hold

LATE_AFTER = timedelta(minutes=2)  # longer than workers need for what is due


def late_tables() -> QuerySet[Table]:
    """Running tables at which somebody's time is over, or a bot is to move, and nothing happens."""
    due = Seat.objects.filter(table=OuterRef("pk"), due_at__lte=timezone.now() - LATE_AFTER)
    return _running_tables().filter(Exists(due))


def stalled_tables() -> QuerySet[Table]:
    """Running tables that are awake and at which nobody is asked."""
    asked = Seat.objects.filter(table=OuterRef("pk"), waiting_since__isnull=False)
    return _running_tables().filter(~Exists(asked), asleep_since=None)


def _running_tables() -> QuerySet[Table]:
    return Table.objects.filter(status=Table.Status.RUNNING, held_since=None)


def retry_table(key: str) -> None:
    """Read the match anew, hold it or let it go on, and call workers for what is due there.

    Raises:
        NotRunningError: it does not run.
    """
    recheck_hold(key)
    due = Seat.objects.filter(table__key=key, due_at__lte=timezone.now())
    seats = dict(due.values_list("pk", "bot"))
    if people := [pk for pk, bot in seats.items() if not bot]:
        dispatch.enqueue(dispatch.TIME_OUT_SEATS, people)
    for task in dispatch.bot_tasks(bot for bot in seats.values() if bot):
        dispatch.enqueue(task)
