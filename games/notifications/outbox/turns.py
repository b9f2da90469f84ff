"""The notifications of a turn: the first one, its reminders, and their end.

A person has at most one planned reminder at a table. The worker that settles a notification of a
turn plans the reminder that follows it (`build_reminders`). A change that ends a wait ends its
notifications (`end_turns`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.db import connection

from portal import repository

from ...models import Notification, Seat
from ...time_controls import deadline
from . import notification_settings
from .events import TURN_EVENTS
from .writer import build_notifications, store_notifications

if TYPE_CHECKING:
    from accounts.models import User

    from ...models import Table

REMINDER_FRACTION = 0.75  # of the time that a seat has for its turn
REMINDER_GAP = timedelta(
    minutes=30
)  # the last reminder replaces one that would come so soon before
MAX_SHIFTS = 3  # of a reminder out of closed and quiet hours, which may alternate
#: Why a reminder comes: most of the time is over, an interval has passed, the deadline is near.
QUARTER, AGAIN, LAST = "quarter", "again", "last"
# What was sent leaves the bell at once and devices soon (`send_at`); what was not is dropped. It is
# SQL because it runs with every move that ends a wait; its condition is that of an index.
END_TURN = """
UPDATE games_notice SET
    state = CASE state WHEN 'sent' THEN 'sent' ELSE 'dropped' END,
    reason = CASE state WHEN 'sent' THEN reason ELSE 'moved' END,
    settled_at = CASE state WHEN 'sent' THEN settled_at ELSE %s END,
    send_at = CASE WHEN state = 'sent' AND channel = 'push' THEN %s END,
    read_at = %s
WHERE table_id = %s AND user_id = %s AND event IN ('turn', 'reminder') AND read_at IS NULL
    AND state IN ('waiting', 'digest', 'sent') AND channel <> 'table_hook'
"""


def build_turn_notifications(
    seat: Seat, table: Table, now: datetime, again: int = 0
) -> list[Notification]:
    """Return the notifications for a person's seat that must now move, or else the reminder.

    If a turn notification is to be sent, the worker that settles it plans the reminder. `again` is
    the version with which an interrupted wait goes on.
    """
    if seat.user is None or seat.bot or table.clock.is_live:
        return []
    send_at = min(
        now + notification_settings.turn_delay(seat.user),
        reminder_due_at(seat) or now + timedelta(days=1),
    )
    data = _wait_data(seat) | ({"again": again} if again else {})
    rows = build_notifications(
        seat.user, "turn", table, _wait_period(seat, data), now, send_at, **data
    )
    if any(row.event == "turn" and row.state == Notification.State.WAITING for row in rows):
        return rows
    return rows + build_reminders(seat, table, now, data)


def build_reminders(
    seat: Seat, table: Table, now: datetime, after: Mapping[str, Any] | None = None
) -> list[Notification]:
    """Return the rows of the next reminder of a seat that must move; empty if none follows.

    Args:
        seat: the seat, with its user.
        table: its table.
        now: the reminder comes later than this.
        after: the data of the notification that it follows; None: it is the first one of the wait.
    """
    found = None if table.clock.is_live else next_reminder(seat, now)
    if found is None:
        return []
    kind, at = found
    before = after or {}
    number = before.get("n", 0) + 1
    data = _wait_data(seat) | {"kind": kind, "at": at.isoformat(), "n": number}
    if "again" in before:
        data["again"] = before["again"]
    period = _wait_period(seat, data)
    if number > 1:
        period = f"{period}.{number}"
    assert seat.user is not None
    return build_notifications(seat.user, "reminder", table, period, now, at, **data)


def reschedule_reminders(user: User, now: datetime) -> None:
    """Plan the reminders of a person again after a change of their settings.

    The caller has locked the person's row. Where a turn notification still waits, its worker plans
    the reminder.
    """
    seats = {
        seat.table_id: seat
        for seat in Seat.objects.to_move(user).filter(local_name="").select_related("table")
    }
    rows = user.notifications.filter(table__in=seats, event__in=TURN_EVENTS)
    rows.filter(event="reminder", state=Notification.State.WAITING).delete()
    planned = {pk: dict[str, Any]() for pk in seats}
    for table, state, data in rows.values_list("table", "state", "data"):
        if data["version"] != seats[table].waiting_version:
            continue
        if state == Notification.State.WAITING:
            planned.pop(table, None)
        elif table in planned and data.get("n", 0) >= planned[table].get("n", 0):
            planned[table] = data
    found = []
    for pk, data in planned.items():
        seats[pk].user = user
        found += build_reminders(seats[pk], seats[pk].table, now, data)
    store_notifications(found)


def next_reminder(seat: Seat, now: datetime) -> tuple[str, datetime] | None:
    """Return why and when a waiting seat is reminded next, later than `now`; None if never.

    A repeated reminder comes while the seat's clock runs and outside of quiet hours.
    """
    if seat.waiting_since is None or seat.user is None:
        return None
    moments = {QUARTER: reminder_due_at(seat), LAST: last_reminder_at(seat)}
    if hours := seat.user.notification_settings.reminder_interval:
        again = _shift_out_of_pauses(seat, seat.user, now + timedelta(hours=hours))
        moments[AGAIN] = again if seat.due_at is None or again < seat.due_at else None
    coming = {kind: at for kind, at in moments.items() if at is not None and at > now}
    if not coming:
        return None
    kind = min(coming, key=lambda kind: coming[kind])
    if LAST in coming and coming[LAST] <= coming[kind] + REMINDER_GAP:
        kind = LAST
    return kind, coming[kind]


def _shift_out_of_pauses(seat: Seat, user: User, moment: datetime) -> datetime:
    """Return the first moment from this one at which the clock runs and no quiet hours are."""
    for _shift in range(MAX_SHIFTS):
        moment = clock_runs_from(seat, moment)
        end = notification_settings.quiet_hours_end(user, moment)
        if end is None:
            break
        moment = end
    return moment


def clock_runs_from(seat: Seat, moment: datetime) -> datetime:
    """Return this moment if the clock of a waiting seat runs then, else when it runs again."""
    return moment if seat.calendar is None else seat.calendar.opens(moment)


def reminder_due_at(seat: Seat) -> datetime | None:
    """Return when three quarters of a seat's time are over, or None if it has no deadline."""
    if seat.waiting_since is None or seat.due_at is None:
        return None
    found = deadline(REMINDER_FRACTION * seat.bank, seat.waiting_since, seat.calendar)
    if found < seat.due_at:
        return found
    return seat.waiting_since + REMINDER_FRACTION * (seat.due_at - seat.waiting_since)


def last_reminder_at(seat: Seat) -> datetime | None:
    """Return when the time is left at which the seat's person wants a last reminder.

    It is time of the clock, so the reminder comes before a pause if the rest of the time lies
    behind it. None: there is no deadline, or the person wants none, or the turn has less time.
    """
    minutes = None if seat.user is None else seat.user.notification_settings.last_reminder
    if minutes is None or seat.waiting_since is None or seat.due_at is None:
        return None
    left = timedelta(minutes=minutes)
    if seat.bank <= left.total_seconds():
        return None
    found = deadline(seat.bank - left.total_seconds(), seat.waiting_since, seat.calendar)
    return min(found, seat.due_at - left)


def reminder_moment(seat: Seat, data: Mapping[str, Any]) -> datetime | None:
    """Return when a reminder with this data is due, by the seat's clock as it is now."""
    match data.get("kind", QUARTER):
        case "quarter":
            return reminder_due_at(seat)
        case "last":
            return last_reminder_at(seat)
    return datetime.fromisoformat(data["at"])


def is_switched_off(user: User, data: Mapping[str, Any]) -> bool:
    """Whether the person has switched off this kind of reminder since it was planned."""
    chosen = user.notification_settings
    kind = data.get("kind", QUARTER)
    return (kind == AGAIN and chosen.reminder_interval is None) or (
        kind == LAST and chosen.last_reminder is None
    )


def end_turns(turns: Iterable[tuple[int, int]], now: datetime) -> None:
    """End the notifications of turns, given as ids of table and person.

    Those that wait are dropped. Those that were sent are read, and devices close them soon
    (`games.notifications.ended_turns`).
    """
    moment = connection.ops.adapt_datetimefield_value(now)
    repository.execute(END_TURN, [(moment, moment, moment, *turn) for turn in turns])


def _wait_period(seat: Seat, data: Mapping[str, Any]) -> str:
    """Return what distinguishes one wait of a seat from its next one, also after a hold."""
    period = f"{seat.number}:{seat.waiting_version}"
    return f"{period}:{data['again']}" if "again" in data else period


def _wait_data(seat: Seat) -> dict[str, Any]:
    return {"seat": seat.number, "version": seat.waiting_version}
