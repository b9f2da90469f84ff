"""The clocks of a table: which of them run, and when all of them stop.

All clocks stop while the table is asleep (until someone comes back) or on hold (until the match can
be loaded).
"""

from __future__ import annotations

import logging
from datetime import datetime

from django.db import transaction

from ...models import Seat
from ...time_controls import TimeControl
from . import decision_limits, hot_seat, seat_clock
from .pending_change import PendingChange

logger = logging.getLogger(__name__)


def update_clocks(change: PendingChange, mover: Seat | None, version: int) -> None:
    """Stop the clocks of seats that owe no decision, and start those of seats that owe one.

    Args:
        mover: the seat that has moved; None at the start and after a rollback or takeback.
        version: the version that the table will have after the commit.
    """
    clock, actors = change.table.clock, change.match.actors
    for seat in change.seats:
        acts = seat.number in actors
        moved = seat is mover or seat.number in change.answered_seats
        if (
            seat.waiting_since is not None
            and acts
            and seat.number in change.seats_with_same_decision
        ):
            seat.waiting_version = version  # its clock runs on
        elif seat.waiting_since is not None and (not acts or moved):
            if not seat.bot:
                seat_clock.stop_wait(seat, change.now)
            if acts:
                seat_clock.set_bank(seat, clock.bank_at_next_decision(seat.bank))
            seat.waiting_since = None
        elif acts and seat.waiting_since is None and seat is not mover:
            seat_clock.set_bank(seat, clock.bank_at_turn_start(seat.bank))
        if acts and seat.waiting_since is None:
            is_same = seat.number in change.seats_with_same_decision
            seat_clock.start_wait(seat, change.table, change.now, reopens=is_same)
            seat.waiting_version = version
            if not is_same:
                decision_limits.reset_counters(seat)
            if seat is not mover:
                seat.answer_seconds = None if seat.bot or seat.local_name else 0.0
                change.add_event("turn", seat)
        elif not acts:
            seat_clock.clear_wait(seat)
            if seat is not mover:
                seat.answer_seconds = None  # the decision was made without its person
    hot_seat.pass_device_on(change)


def resume_from_sleep(change: PendingChange) -> None:
    """Wake a sleeping table to which someone came back: start the clocks of acting seats."""
    change.table.asleep_since = None
    for seat in _start_clocks(change):
        seat.waiting_version = change.table.version + 1


def stop_clocks(change: PendingChange) -> None:
    """Stop all clocks and discard all drafts: nobody owes a decision any more."""
    for seat in change.seats:
        seat_clock.clear_wait(seat)
        seat.draft = []


def pause(change: PendingChange, until: datetime | None) -> None:
    """Let no clock run until then; None ends the pause. Whoever moves meanwhile loses nothing."""
    change.table.paused_until = until
    for seat in change.seats:
        if seat.waiting_since is not None and seat.is_played_by_person:
            seat_clock.apply_pause(seat, change.table, change.now)


def change_clock(change: PendingChange, clock: TimeControl) -> None:
    """Change the time control: every seat has the new bank at once, and waits start again."""
    table = change.table
    for name, value in clock.to_table_fields().items():
        setattr(table, name, value)
    change.add_event("held")  # the times of its turn notifications are no longer right
    for seat in change.seats:
        is_waiting, version = seat.waiting_since is not None, seat.waiting_version
        if is_waiting and not seat.bot:
            seat_clock.stop_wait(seat, change.now)
        seat_clock.set_bank(seat, clock.bank)
        if is_waiting and not seat.bot:
            seat_clock.start_wait(seat, table, change.now)
            seat.waiting_version = version
            change.add_event("turn", seat, again=True)


def update_hold(change: PendingChange) -> bool:
    """Put the table on hold if its match cannot be loaded, and resume it if it can again.

    Returns:
        Whether the table changed.
    """
    if change.is_readable == (change.table.on_hold_since is None):
        return False
    if change.is_readable:
        _resume(change)
    else:
        _put_on_hold(change)
    return True


def _put_on_hold(change: PendingChange) -> None:
    """Stop all clocks until the match can be loaded, so that nobody loses time.

    Drafts stay. A seat whose time is up gets the time of one turn, because its clock ran while
    its person could not move.
    """
    assert change.problem is not None
    table, why = change.table, change.problem.why
    table.on_hold_since, table.hold_reason = change.now, why.code
    for seat in change.seats:
        if seat.waiting_since is None:
            continue
        if not seat.bot:
            seat_clock.stop_wait(seat, change.now)
            if not seat.bank:
                seat_clock.set_bank(seat, table.clock.bank_at_next_decision(0))
        seat_clock.clear_wait(seat)
    change.note("held", None, why=why.code)
    transaction.on_commit(
        lambda: logger.error("table %s is on hold, %s: %s", table.key, why.code, why)
    )


def _resume(change: PendingChange) -> None:
    """Resume after a hold: clocks continue with the time that every seat had left."""
    table = change.table
    table.on_hold_since, table.hold_reason = None, ""
    if table.asleep_since is None:
        for seat in _start_clocks(change):
            change.add_event("turn", seat, again=True)
    change.note("goes_on", None)
    transaction.on_commit(lambda: logger.info("table %s continues", table.key))


def _start_clocks(change: PendingChange) -> list[Seat]:
    """Start the clocks of all seats that owe a decision, when no clock runs; return them."""
    if not change.is_readable:
        return []
    acting = [seat for seat in change.seats if seat.number in change.match.actors]
    for seat in acting:
        seat_clock.start_wait(seat, change.table, change.now)
    return acting
