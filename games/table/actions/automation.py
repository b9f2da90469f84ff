"""What the site does at a table by itself: bot turns, time-outs, and calling off idle tables.

Like the actions of people, each change is one transaction that locks the table's row.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

import games.rules as rules

from ...models import Move, PlayerAbsence, Seat
from ...ratings import absence_tracking
from ...time_controls import INACTIVITY_CALL_OFF_DAYS, TIMEOUTS_UNTIL_BOT
from ..bots import turn
from ..errors import MatchLoadError
from ..session import clocks
from ..session.loader import load_match
from ..session.table_session import MAX_TURN_LENGTH, TableSession
from ..session.transaction import commit, open_table, open_tables_of_seats, recheck_hold


def play_bot_turn(seat_id: int) -> bool:
    """Let the bot of a seat decide and play its turn; return False if nothing was played.

    The bot thinks without the lock. If the table has changed in the meantime, its turn is discarded
    and a later task finds the seat again.
    """
    seat = Seat.objects.select_related("table").filter(pk=seat_id).first()
    if seat is None:
        return False
    table = seat.table
    if not (seat.bot and seat.waiting_since and table.is_running):
        return False
    try:
        match = load_match(table)
    except MatchLoadError:
        recheck_hold(table.key)
        return False
    try:
        moves = turn.choose_turn(seat, match)
    except Exception:
        if recheck_hold(table.key, thorough=True):
            return False
        raise
    with open_table(table.key) as session:
        held = session.seats[seat.number]
        if session.table.version != table.version or held.bot != seat.bot:
            return False
        session.play_moves(held, moves, Move.Source.BOT)
        commit([session])
    return True


def time_out_seats(seats: Sequence[int], now: datetime | None = None) -> int:
    """Play for seats whose time has run out, in one transaction; return how many.

    Seats that still have time are skipped.

    Args:
        seats: ids of seats.
        now: the moment to compare deadlines with; None for the current time.
    """
    with transaction.atomic():
        sessions = open_tables_of_seats(seats)
        settled = []
        for session in sessions:
            session.now = now or session.now
            settled.append(clocks.update_hold(session))
        late = [
            seat for session in sessions for seat in session.seats if _is_late(session, seat, seats)
        ]
        around = [seat for session in sessions for seat in session.seats]
        found = absence_tracking.open_absences(late, around, now or timezone.now())
        changed, count = [], 0
        for session, has_settled in zip(sessions, settled, strict=True):
            done = 0
            for seat in session.seats:
                if _is_late(session, seat, seats):
                    _time_out_seat(session, seat, found)
                    done += 1
            if has_settled or done:
                changed.append(session)
                count += done
        commit(changed)
    return count


def _is_late(session: TableSession, seat: Seat, seats: Sequence[int]) -> bool:
    is_due = seat.due_at is not None and seat.due_at <= session.now
    return seat.pk in seats and is_due and not seat.bot


def _time_out_seat(session: TableSession, seat: Seat, found: Mapping[int, PlayerAbsence]) -> None:
    seat.timeouts += 1
    seat.bank = 0
    session.note("timed_out", seat)
    if seat.timeouts >= TIMEOUTS_UNTIL_BOT:
        session.replace_with_bot(seat, Seat.LeaveReason.TIMED_OUT)
        stood = [score.total for score in session.match.scores()]
        absence_tracking.record_lost_seat(seat, found[seat.user_id or 0], session.now, stood)
    elif seat.timeouts == TIMEOUTS_UNTIL_BOT - 1:
        session.note("bot_next", seat)
    session.play_moves(seat, _auto_moves(session.match, seat.number), Move.Source.CLOCK)


def _auto_moves(match: rules.Match, seat: int) -> Iterator[str]:
    """Yield the moves of the auto-play policy, until the seat owes no decision."""
    for _step in range(MAX_TURN_LENGTH):
        if seat not in match.actors:
            return
        yield match.auto_move(seat)


def call_off_asleep(key: str, now: datetime | None = None) -> bool:
    """Call off a table that has been asleep for too long; return whether it was called off."""
    with open_table(key) as session:
        until = session.table.asleep_until
        if until is None or until > (now or session.now):
            return False
        session.call_off()
        commit([session])
    return True


def call_off_untouched(key: str, now: datetime | None = None) -> bool:
    """Call off a match without a time limit that is inactive; return whether it was called off."""
    with open_table(key) as session:
        since = (now or session.now) - timedelta(days=INACTIVITY_CALL_OFF_DAYS)
        if not session.table.clock.is_unlimited or session.table.changed_at > since:
            return False
        session.call_off()
        commit([session])
    return True
