"""Build and store notification rows, in the transaction that causes the event."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from django.db.models import Case, F, Value, When

from portal import repository

from ...models import Notification
from . import notification_settings
from .events import BELL, CLUB_WEBHOOK, DIGEST, MAIL, PUSH, TABLE_WEBHOOK

if TYPE_CHECKING:
    from accounts.models import User

    from ...models import Club, Table

TABLE_WEBHOOK_DELAY = timedelta(minutes=2)  # turns that end within it are not sent


def build_notifications(
    user: User,
    event: str,
    table: Table | None,
    period: object,
    now: datetime,
    send_at: datetime | None = None,
    **data: Any,
) -> list[Notification]:
    """Return the rows that notify one person of one event, according to their settings.

    Args:
        user: the person.
        event: a key of `EVENTS`.
        table: the table that it is about, if any.
        period: identifies the event. For one period, nobody gets two notifications by one channel.
        now: when the rows are created.
        send_at: when they go out (None: now); later ones wait for a worker.
        data: what the reader may know of the event.
    """
    found = []
    for channel in (
        notification_settings.enabled_channels(user, event)
        if notification_settings.can_receive(user, event)
        else ()
    ):
        row = Notification(
            user=user,
            event=event,
            table=table,
            channel=channel,
            dedup_key=f"{event}:{'' if table is None else table.pk}:{period}",
            send_at=send_at or now,
            created_at=now,
            data=data,
        )
        is_due = row.send_at == now
        if channel == BELL and is_due:
            row.state, row.send_at, row.settled_at = Notification.State.SENT, None, now
        elif channel == DIGEST and is_due:
            row.state, row.send_at = Notification.State.DIGEST, None
            found.append(build_digest(user, now))
        found.append(row)
    return found


def build_digest(user: User, now: datetime) -> Notification:
    """Return the row of a person's next digest."""
    due = notification_settings.next_digest_at(user, now)
    there = due.astimezone(ZoneInfo(user.time_zone))
    return Notification(
        user=user,
        event=DIGEST,
        channel=MAIL,
        dedup_key=f"{DIGEST}:{there:%Y-%m-%dT%H}",
        send_at=due,
        created_at=now,
    )


def build_table_webhook_notification(event: str, table: Table, now: datetime) -> list[Notification]:
    """Return the row that sends a public event to the webhook of a table.

    Turns with live clocks are not sent.
    """
    is_turn = event == "turn"
    if not table.has_webhook or (is_turn and table.clock.is_live):
        return []
    return [
        Notification(
            user_id=table.host_id,
            event=event,
            table=table,
            channel=TABLE_WEBHOOK,
            dedup_key=f"{event}:{table.pk}:{table.version}",
            send_at=now + TABLE_WEBHOOK_DELAY if is_turn else now,
            created_at=now,
        )
    ]


def build_club_webhook_notification(
    event: str,
    club: Club,
    now: datetime,
    table: Table | None = None,
    by: str = "",
    **data: Any,
) -> list[Notification]:
    """Return the row that sends an event to the webhook of a club, with what all members may know.

    `by` is the name of the person who joined or opened a tournament, if the event is not about a
    table.
    """
    if not club.has_webhook:
        return []
    about = now.isoformat() if table is None else f"{table.pk}:{table.version}"
    return [
        Notification(
            user=club.owner,
            event=event,
            table=table,
            channel=CLUB_WEBHOOK,
            dedup_key=f"{event}:{club.pk}:{about}",
            send_at=now,
            created_at=now,
            data={"circle": club.key, "by": by, **data},
        )
    ]


def store_notifications(notifications: Iterable[Notification]) -> None:
    """Insert notifications; existing ones of the same period and channel are not inserted again."""
    repository.insert_rows(list(notifications), ignores_conflicts=True)


def end_notifications(user: User, event: str, period: str, now: datetime) -> None:
    """End notifications of an event without a table whose period starts with this text.

    Those that wait are dropped. Those that were sent are read, and devices close them soon
    (`games.notifications.ended_turns`).
    """
    State = Notification.State
    found = user.notifications.filter(
        event=event,
        dedup_key__startswith=f"{event}::{period}",
        read_at=None,
        state__in=(State.WAITING, State.DIGEST, State.SENT),
    )
    is_sent = When(state=State.SENT, then=F("settled_at"))
    found.update(
        send_at=Case(When(state=State.SENT, channel=PUSH, then=Value(now)), default=None),
        settled_at=Case(is_sent, default=Value(now)),
        reason=Case(When(state=State.SENT, then=F("reason")), default=Value("past")),
        state=Case(When(state=State.SENT, then=F("state")), default=Value(State.DROPPED)),
        read_at=now,
    )
