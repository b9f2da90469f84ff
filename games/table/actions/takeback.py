"""Takeback: a person who plays alone against bots at a friendly table undoes their last sent turn.

No other person is there, so nobody needs to agree. A turn can be taken back only if it was sent
after the last reveal: information that was seen cannot be unseen.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Min
from django.utils import timezone
from django.utils.translation import gettext as _

from portal.errors import Conflict, TooManyRequests

from ...models import Move, Rollback, Seat, Table
from ..errors import NotRunningError, StaleVersionError
from ..session import clocks
from ..session.drafts import Pov, pov_of
from ..session.loader import seats_of, try_load_match
from ..session.table_session import TableSession
from ..session.transaction import LOCKED, commit
from . import suggestions
from .rollback import restore_position, undo_moves_after

if TYPE_CHECKING:
    from accounts.models import User

LOG_CODE = "taken_back"
MOST = 30  # takebacks of one person within `TAKEBACK_WINDOW`
TAKEBACK_WINDOW = timedelta(minutes=10)


def take_back_turn(key: str, user: User, version: int) -> Pov:
    """Undo the last turn that a person sent, with the moves of bots after it.

    Args:
        key: the key of the table.
        user: the person.
        version: the version of the table that they saw; it identifies a request that is sent twice.

    Raises:
        Table.DoesNotExist: no table has this key.
        ActionError: a takeback is not possible here or now; nothing has changed.
    """
    with transaction.atomic():
        table = LOCKED.get(key)
        if not table.is_running:
            raise NotRunningError(_("This table is not running."))
        session = TableSession(table, seats_of(table), try_load_match(table), timezone.now())
        seat = session.require_seat(user)
        if why := suggestions.unavailable_reason(pov_of(table, session.seats, session.match, seat)):
            raise Conflict(why)
        if version < table.set_back_version:
            raise StaleVersionError(version, table.version)
        to_move = move_before_last_turn(table, seat)
        if to_move is None:
            raise Conflict(_("You have not sent a turn since something was last revealed."))
        lately = Rollback.objects.filter(by=user, at__gte=session.now - TAKEBACK_WINDOW)
        if lately.count() >= MOST:
            raise TooManyRequests(
                _("You have taken back too many turns. Wait a few minutes."), code="too_often"
            )
        session = undo_turn(session, seat, to_move, user)
        commit([session])
        return pov_of(table, session.seats, session.match, seat)


def undo_turn(session: TableSession, seat: Seat, to_move: int, by: User) -> TableSession:
    """Undo everything after a move that was the last before a seat's turn.

    Returns:
        A session with the match after that move; the caller commits it.
    """
    table = session.table
    done_session = TableSession(table, session.seats, restore_position(table, to_move), session.now)
    revealed = table.revealed_version
    done = undo_moves_after(done_session, to_move, by)
    table.revealed_version = revealed  # so that the turn before can be taken back too
    clocks.update_clocks(done_session, None, done.version)
    done_session.note(LOG_CODE, seat)
    table.save(update_fields=["reseeds"])
    done.save()
    return done_session


def move_before_last_turn(table: Table, seat: Seat) -> int | None:
    """Return how many moves came before a seat's last turn; None if none since the last reveal."""
    sent = Move.objects.filter(table=table, seat=seat.number, version__gt=table.revealed_version)
    last = sent.order_by("-number").values_list("version", flat=True).first()
    if last is None:
        return None
    first = sent.filter(version=last).aggregate(first=Min("number"))["first"]
    return int(first) - 1
