"""How a seat changes hands at a running table: resigning, and coming back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from portal.errors import Conflict, Forbidden

from ...models import Seat, Table
from ...ratings import absence_tracking
from ..session import clocks, seat_clock
from ..session.drafts import Pov, pov_of
from ..session.transaction import commit, open_table

if TYPE_CHECKING:
    from accounts.models import User


def resign(key: str, user: User) -> Pov:
    """Resign: a bot takes the seat, and the match counts as lost. The last person ends the match.

    Raises:
        ActionError: the person does not play at this table, or the table is not running.
    """
    with open_table(key) as session:
        seat = session.require_seat(user)
        session.resign(seat)
        commit([session])
        return pov_of(session.table, session.seats, session.match, seat)


def resign_for_deletion(key: str, user: User) -> None:
    """Resign for an account that is being deleted; where a bot already plays, rule out a return.

    Raises:
        ActionError: the person does not play at this table, or the table is not running.
    """
    with open_table(key) as session:
        seat = next((s for s in session.seats if s.user_id == user.pk), None)
        if seat is None or not seat.has_person:
            raise Forbidden(_("You do not play at this table."), code="not_your_seat")
        if seat.bot:
            seat.leave_reason = Seat.LeaveReason.RESIGNED
        else:
            session.resign(seat)
        commit([session])


def release_seat(key: str, user: User) -> None:
    """Give a person's seat to a bot, for a moderator; the match counts as lost, as if resigned.

    Raises:
        ActionError: the person does not play there, or nobody else does.
    """
    with open_table(key) as session:
        seat = session.require_seat(user)
        if not any(other.has_person for other in session.seats if other is not seat):
            raise Conflict(_("Nobody else is playing in this match."))
        session.replace_with_bot(seat, Seat.LeaveReason.RESIGNED, log_reason="released")
        commit([session])


def reclaim_seat(key: str, user: User) -> Table:
    """Take back a seat that a bot plays since its person ran out of time.

    Raises:
        ActionError: no bot replaced this person because of a time-out.
    """
    return _return_seat(key, user, Seat.LeaveReason.TIMED_OUT)


def restore_seat(key: str, user: User) -> Table:
    """Give a seat back to its person, for a moderator who undoes `release_seat`.

    Raises:
        ActionError: no bot plays for this person, or not because of a resignation or release.
    """
    return _return_seat(key, user, Seat.LeaveReason.RESIGNED)


def _return_seat(key: str, user: User, left: Seat.LeaveReason) -> Table:
    with open_table(key) as session:
        seat = next((s for s in session.seats if s.user_id == user.pk), None)
        if seat is None or not seat.bot or seat.leave_reason != left:
            raise Forbidden(
                _("You can only come back if a bot replaced you because your time ran out."),
                code="not_your_seat",
            )
        seat.bot, seat.leave_reason, seat.timeouts = "", Seat.LeaveReason.STAYED, 0
        absence_tracking.release_seats([seat])
        seat_clock.set_bank(seat, session.table.clock.bank_at_turn_start(0))
        if seat.waiting_since is not None:
            seat_clock.start_wait(seat, session.table, session.now)
        if session.table.asleep_since is not None:
            clocks.resume_from_sleep(session)
        session.note("came_back", seat)
        commit([session])
        return session.table
