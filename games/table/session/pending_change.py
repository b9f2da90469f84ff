"""What a change of a table holds and collects: its row, seats and match, and what it will write."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

import games.rules as rules

from ...models import Message, Move, Seat, Snapshot, Table
from ...notifications.outbox.table_events import TableEvent
from ..errors import MatchLoadError, NotYourSeatError, SeatCoveredError

if TYPE_CHECKING:
    from accounts.models import User


@dataclass
class PendingChange:
    """A table whose row is held, with its seats, its match, and what there is to write of it.

    A match that cannot be loaded (`read` says why) matters to those only who ask for it.
    """

    table: Table
    seats: list[Seat]
    read: rules.Match | MatchLoadError
    now: datetime
    moves: list[Move] = field(default_factory=list)
    snapshots: list[Snapshot] = field(default_factory=list)
    notices: list[Message] = field(default_factory=list)
    notification_events: list[TableEvent] = field(default_factory=list)
    answered_seats: set[int] = field(default_factory=set)  # seats that orders have answered for
    seats_with_same_decision: set[int] = field(
        default_factory=set
    )  # seats whose moves left them their decision

    @property
    def match(self) -> rules.Match:
        """The match.

        Raises:
            MatchLoadError: it cannot be read.
        """
        if isinstance(self.read, MatchLoadError):
            raise self.read
        return self.read

    @property
    def problem(self) -> MatchLoadError | None:
        """Why the match cannot be read."""
        return self.read if isinstance(self.read, MatchLoadError) else None

    @property
    def is_readable(self) -> bool:
        return self.problem is None

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    def require_seat(self, user: User) -> Seat:
        """The seat that this person plays.

        Raises:
            NotYourSeatError: there is none.
            SeatCoveredError: it is a hot seat, and nobody has said yet that the device has come to
            it.
        """
        for seat in self.seats:
            if seat.user_id == user.pk and not seat.bot:
                if seat.is_covered:
                    raise SeatCoveredError(seat)
                return seat
        raise NotYourSeatError(_("You do not play at this table."))

    def note(self, notice: str, seat: Seat | None, **data: Any) -> None:
        """Note in the log something that the rules know nothing of."""
        self.notices.append(
            Message(
                table_id=self.table.pk,
                notice=notice,
                data={"seat": None if seat is None else seat.number, **data},
                after_move=self.table.move_count,
                at=self.now,
            )
        )

    def tell(self, event: str, seat: Seat | None = None, **data: Any) -> None:
        """Something happened of which a seat's person, or the table's public, is to be told."""
        self.notification_events.append(TableEvent(event, seat, data))
