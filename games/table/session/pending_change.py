"""A pending change of a table: the locked row, its seats and match, and the rows to write."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

import games.rules as rules
from portal.errors import Conflict, Forbidden

from ...models import Message, Move, Seat, Snapshot, Table
from ...notifications.outbox.table_events import TableEvent
from ..errors import MatchLoadError

if TYPE_CHECKING:
    from accounts.models import User


@dataclass
class PendingChange:
    """A locked table with its seats and match, and the rows that the commit will write.

    Attributes:
        read: the match, or the error that says why it cannot be loaded. Only the use of `match`
            raises that error.
        now: the moment of the change.
        log_messages: new log lines.
        notification_events: events from which the commit builds notifications.
        answered_seats: numbers of seats for which conditional moves have answered.
        seats_with_same_decision: numbers of seats that moved and still owe the same decision.
    """

    table: Table
    seats: list[Seat]
    read: rules.Match | MatchLoadError
    now: datetime
    moves: list[Move] = field(default_factory=list)
    snapshots: list[Snapshot] = field(default_factory=list)
    log_messages: list[Message] = field(default_factory=list)
    notification_events: list[TableEvent] = field(default_factory=list)
    answered_seats: set[int] = field(default_factory=set)
    seats_with_same_decision: set[int] = field(default_factory=set)

    @property
    def match(self) -> rules.Match:
        """The match.

        Raises:
            MatchLoadError: the match cannot be loaded.
        """
        if isinstance(self.read, MatchLoadError):
            raise self.read
        return self.read

    @property
    def problem(self) -> MatchLoadError | None:
        """Why the match cannot be loaded; None if it can."""
        return self.read if isinstance(self.read, MatchLoadError) else None

    @property
    def is_readable(self) -> bool:
        return self.problem is None

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    def require_seat(self, user: User) -> Seat:
        """Return the seat that this person plays.

        Raises:
            Forbidden: the person plays no seat at this table.
            Conflict: it is a hot seat, and its player has not confirmed yet that they have the
                device.
        """
        for seat in self.seats:
            if seat.user_id == user.pk and not seat.bot:
                if seat.is_covered:
                    raise Conflict(
                        _("First give the device to %(name)s.") % {"name": seat.name},
                        code="covered",
                    )
                return seat
        raise Forbidden(_("You do not play at this table."), code="not_your_seat")

    def note(self, log_code: str, seat: Seat | None, **data: Any) -> None:
        """Add a log line for something that is not part of the rules."""
        self.log_messages.append(
            Message(
                table_id=self.table.pk,
                log_code=log_code,
                data={"seat": None if seat is None else seat.number, **data},
                after_move=self.table.move_count,
                at=self.now,
            )
        )

    def add_event(self, event: str, seat: Seat | None = None, **data: Any) -> None:
        """Add an event for notifications: to the person of a seat, or (None) about the table."""
        self.notification_events.append(TableEvent(event, seat, data))
