"""Scheduled starts: reminds people, and starts or closes a table at its date.

`Table.next_action_at` says when the next reminder or the start is due. The sweep looks for due
tables every two seconds. A worker locks the row of a table, so that the work is done only once.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

import games.rules as rules
from portal.errors import Conflict

from ...availability import start_dates
from ...models import Invitation, Seat, Table
from ...table.errors import unplayable_error
from ..match_start import start_with
from ..notifications import NotificationBatch
from ..pending import (
    InvalidTableError,
    check_host,
    load_seats,
    lock_open_table,
    publish_change,
    reservation_deadline,
)
from .table_setup import close_table, set_start_date

if TYPE_CHECKING:
    from accounts.models import User

MAX_DATE_CHANGES = 10
RETRY_DELAY = timedelta(seconds=10)

logger = logging.getLogger(__name__)


def change_start_date(key: str, host: User, date: start_dates.StartDate) -> Table:
    """Change the scheduled start of a table; notify everyone who sits there or is invited.

    Raises:
        Conflict: the table was opened without a date; the date was already changed
            `MAX_DATE_CHANGES` times; the table has started or was closed.
        InvalidTableError: it cannot start then, or not with so few; or its old date has passed.
        Forbidden: the user is not the host.
    """
    with transaction.atomic():
        table = lock_open_table(key)
        check_host(table, host)
        if table.starts_at is None:
            raise Conflict(_("This table has no date."), code="no_date")
        now = timezone.now()
        if table.starts_at <= now:
            raise InvalidTableError(_("The starting time has come."), "day")
        before = start_dates.StartDate(
            table.starts_at, table.starts_zone, table.min_players_at_start or 0
        )
        if date == before:
            return table
        if table.date_changes >= MAX_DATE_CHANGES:
            raise Conflict(
                _("A table's date can be changed at most %(n)d times.") % {"n": MAX_DATE_CHANGES},
                code="too_many_changes",
            )
        set_start_date(table, date, now)
        table.date_changes += 1
        table.save()
        seats = load_seats(table)
        pending = [seat.invitation for seat in seats if seat.invitation is not None]
        for invitation in pending:
            invitation.expires_at = min(invitation.expires_at, reservation_deadline(table, now))
        Invitation.objects.bulk_update(pending, ["expires_at"])
        publish_change(table, *(one.user for one in pending))
        batch = NotificationBatch(table, now)
        people = [*(seat.user for seat in seats), *(one.user for one in pending)]
        for person in people:
            if person is not None and person != host:
                about = {"what": "changed", "by": table.public_name(host)}
                batch.add("date", person, at=date.at.isoformat(), **about)
        batch.put()
        return table


def find_due_tables(limit: int, now: datetime | None = None) -> list[int]:
    """Return ids of tables with a due reminder or start; one index lookup."""
    calling = Table.objects.filter(
        status=Table.Status.OPEN, next_action_at__lte=now or timezone.now()
    )
    return list(calling.order_by("next_action_at").values_list("pk", flat=True)[:limit])


def process_due_table(pk: int, now: datetime | None = None) -> bool:
    """Send the reminders or start the table, if that is due; return False if nothing was.

    If it fails, it is tried again after `RETRY_DELAY`, until the date counts as missed and the
    table closes.

    Args:
        pk: the id of the table.
        now: the moment; None for the current time.
    """
    now = now or timezone.now()
    try:
        return _process_locked(pk, now)
    except Exception:
        logger.exception("cannot start table %s at its date", pk)
        waiting = Table.objects.filter(pk=pk, status=Table.Status.OPEN)
        waiting.update(next_action_at=now + RETRY_DELAY)
        return False


def _process_locked(pk: int, now: datetime) -> bool:
    with transaction.atomic():
        table = Table.objects.select_for_update().get(pk=pk)
        is_due = table.next_action_at is not None and table.next_action_at <= now
        if table.status != Table.Status.OPEN or not is_due or table.starts_at is None:
            return False
        seats = load_seats(table)
        if table.starts_at > now:
            _send_reminders(table, seats, now)
            return True
        taken = sum(not seat.is_empty for seat in seats)
        if why := _start_obstacle(table, taken, now):
            close_table(table, why=why, seats=taken, least=table.min_players_at_start)
        else:
            start_with(table, seats)
    return True


def _start_obstacle(table: Table, taken: int, now: datetime) -> str:
    """Return a code for why the table cannot start with this many taken seats, "" if it can."""
    if table.closes_at is not None and table.closes_at <= now:
        return "missed"
    if taken < (table.min_players_at_start or 0):
        return "too_few"
    if unplayable_error(table) is not None:
        return "broken"
    try:
        table.rules_game.check(taken, table.options)
    except rules.OptionError:
        return "number"
    return ""


def _send_reminders(table: Table, seats: list[Seat], now: datetime) -> None:
    """Notify everyone who sits there that the table starts soon, and set the next due time."""
    assert table.starts_at is not None
    assert table.next_action_at is not None
    at = table.starts_at.isoformat()
    batch = NotificationBatch(table, now)
    for seat in seats:
        if seat.user is not None:
            period = f"{at}:{table.next_action_at.isoformat()}"
            batch.add("date", seat.user, period, what="soon", at=at)
    batch.put()
    table.next_action_at = start_dates.next_action_at(table.starts_at, now)
    table.save(update_fields=["next_action_at"])
