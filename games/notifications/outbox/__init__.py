"""The outbox: composes and stores notifications in the transaction of the event they are about.

`send` notifies one person and `send_many` several people of the same event. An `Outbox` collects
the notifications of a change with several events. Each stores all of them with one statement.
After the commit, the delivery starts if any is due, and the people's open pages update their
counts.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db.models import prefetch_related_objects
from django.utils import timezone

from portal import background

from ...table import dispatch
from ...table.realtime import publish
from . import table_notifications, turns, writer

if TYPE_CHECKING:
    from accounts.models import User

    from ...models import Club, Notification, Seat, Table
    from .table_events import TableChange


class Outbox:
    """The notifications of one change: collected while it is made, stored by `send`."""

    def __init__(self, now: datetime | None = None) -> None:
        self.now = now or timezone.now()
        self._rows: list[Notification] = []
        self._tables: dict[int, str] = {}  # by person: the key of the table, "" for none or many
        self._closes_on_devices = False

    def add(
        self,
        user: User,
        event: str,
        *,
        table: Table | None = None,
        period: object = None,
        **data: Any,
    ) -> None:
        """Notify a person of an event, according to their settings.

        Args:
            user: the person.
            event: a key of `EVENTS`.
            table: the table that it is about, if any.
            period: identifies the event: for one period, nobody gets two notifications by one
                channel. None: the version of the table, or else this moment.
            data: what the reader may know of the event.
        """
        if period is None:
            period = self.now.isoformat() if table is None else table.version
        if rows := writer.build_notifications(user, event, table, period, self.now, **data):
            self._rows += rows
            key = "" if table is None else table.key
            self._tables[user.pk] = key if self._tables.get(user.pk, key) == key else ""

    def add_for_club(
        self,
        club: Club | None,
        event: str,
        *,
        table: Table | None = None,
        by: str = "",
        **data: Any,
    ) -> None:
        """Send an event to the webhook of a club, if it has one.

        Args:
            club: the club; None: no club is concerned.
            event: a key of `EVENTS`, or one that only webhooks of clubs have.
            table: the table that it is about, if any.
            by: the name of the person who caused it, if it is not about a table.
            data: what all members may know of the event.
        """
        if club is not None:
            self._rows += writer.build_club_webhook_notification(
                event, club, self.now, table, by, **data
            )

    def end_turns(self, seats: Iterable[Seat]) -> None:
        """End the notifications of turns for people whose wait at these seats is over.

        New turns of the same seats are added afterwards. Live tables have no such notifications.
        """
        found = [
            seat
            for seat in seats
            if seat.user is not None and not (seat.local_name or seat.table.clock.is_live)
        ]
        turns.end_turns([(seat.table_id, seat.user_id or 0) for seat in found], self.now)
        self._closes_on_devices |= any(
            seat.user.notification_settings.has_push_device for seat in found if seat.user
        )

    def end(self, user: User, event: str, period: str) -> None:
        """End a person's notifications of an event whose period starts with this text.

        What waits is dropped, what was sent is read, and devices close it soon.
        """
        writer.end_notifications(user, event, period, self.now)
        self._closes_on_devices |= user.notification_settings.has_push_device
        self.refresh_pages(user)

    def refresh_pages(self, user: User) -> None:
        """Let the open pages of a person update, even if no notification is for them."""
        self._tables.setdefault(user.pk, "")

    def add_table_events(self, changes: Iterable[TableChange]) -> None:
        """Notify of events at tables.

        The pages of their people update when the new versions of the tables are published.
        """
        for change in changes:
            self._rows += table_notifications.build_table_notifications(
                change.table, change.notification_events, change.now
            )

    def send(self, *, updates_pages: bool = True) -> None:
        """Store the notifications; after the commit, start their delivery and update open pages.

        Args:
            updates_pages: False if the change publishes the version of its table, by which the
                pages of the same people update.
        """
        writer.store_notifications(self._rows)
        is_due = any(row.send_at == row.created_at for row in self._rows)
        if is_due or self._closes_on_devices:  # one delivery sends all
            background.run_after_commit(
                lambda: background.enqueue_once(dispatch.SEND_NOTIFICATIONS)
            )
        if updates_pages:
            publish.notify_users(self._tables)


def send(user: User, event: str, *, now: datetime | None = None, **about: Any) -> None:
    """Notify a person of an event; the arguments are those of `Outbox.add`."""
    send_many([user], event, now=now, **about)


def send_many(
    users: Iterable[User], event: str, *, now: datetime | None = None, **about: Any
) -> None:
    """Notify people of the same event; the arguments are those of `Outbox.add`."""
    box, people = Outbox(now), list(users)
    prefetch_related_objects(people, "notification_settings")
    for user in people:
        box.add(user, event, **about)
    box.send()
