"""The clocks of a table: which of them run, and when all of them stop.

All clocks stop while the table is asleep (until someone comes back) or on hold (until the match can
be loaded).
"""

from __future__ import annotations

import logging

from django.db import transaction

from ...models import Seat
from . import decision_limits, hot_seat, seat_clock
from .pending_change import PendingChange

logger = logging.getLogger(__name__)


class ClockChange(PendingChange):
    """A pending change that can start and stop clocks."""

    def update_clocks(self, mover: Seat | None, version: int) -> None:
        """Stop the clocks of seats that owe no decision, and start those of seats that owe one.

        Args:
            mover: the seat that has moved; None at the start and after a rollback or takeback.
            version: the version that the table will have after the commit.
        """
        clock, actors = self.table.clock, self.match.actors
        for seat in self.seats:
            acts = seat.number in actors
            moved = seat is mover or seat.number in self.answered_seats
            if (
                seat.waiting_since is not None
                and acts
                and seat.number in self.seats_with_same_decision
            ):
                seat.waiting_version = version  # its clock runs on
            elif seat.waiting_since is not None and (not acts or moved):
                if not seat.bot:
                    seat_clock.stop_wait(seat, self.now)
                if acts:
                    seat_clock.set_bank(seat, clock.bank_at_next_decision(seat.bank))
                seat.waiting_since = None
            elif acts and seat.waiting_since is None and seat is not mover:
                seat_clock.set_bank(seat, clock.bank_at_turn_start(seat.bank))
            if acts and seat.waiting_since is None:
                seat_clock.start_wait(seat, self.table, self.now)
                seat.waiting_version = version
                if seat.number not in self.seats_with_same_decision:
                    decision_limits.reset_counters(seat)
                if seat is not mover:
                    seat.answer_seconds = None if seat.bot or seat.local_name else 0.0
                    self.add_event("turn", seat)
            elif not acts:
                seat_clock.clear_wait(seat)
                if seat is not mover:
                    seat.answer_seconds = None  # the decision was made without its person
        hot_seat.pass_device_on(self)

    def resume_from_sleep(self) -> None:
        """Wake a sleeping table to which someone came back: start the clocks of acting seats."""
        self.table.asleep_since = None
        for seat in self._start_clocks():
            seat.waiting_version = self.table.version + 1

    def settle(self) -> bool:
        """Put the table on hold if its match cannot be loaded, and resume it if it can again.

        Returns:
            Whether the table changed.
        """
        if self.is_readable == (self.table.on_hold_since is None):
            return False
        if self.is_readable:
            self._resume()
        else:
            self._put_on_hold()
        return True

    def _put_on_hold(self) -> None:
        """Stop all clocks until the match can be loaded, so that nobody loses time.

        Drafts stay. A seat whose time is up gets the time of one turn, because its clock ran while
        its person could not move.
        """
        assert self.problem is not None
        table, why = self.table, self.problem.why
        table.on_hold_since, table.hold_reason = self.now, why.code
        self.add_event("held")
        for seat in self.seats:
            if seat.waiting_since is None:
                continue
            if not seat.bot:
                seat_clock.stop_wait(seat, self.now)
                if not seat.bank:
                    seat_clock.set_bank(seat, table.clock.bank_at_next_decision(0))
            seat_clock.clear_wait(seat)
        self.note("held", None, why=why.code)
        transaction.on_commit(
            lambda: logger.error("table %s is on hold, %s: %s", table.key, why.code, why)
        )

    def _resume(self) -> None:
        """Resume after a hold: clocks continue with the time that every seat had left."""
        table = self.table
        table.on_hold_since, table.hold_reason = None, ""
        if table.asleep_since is None:
            for seat in self._start_clocks():
                self.add_event("turn", seat, again=True)
        self.note("goes_on", None)
        transaction.on_commit(lambda: logger.info("table %s continues", table.key))

    def _start_clocks(self) -> list[Seat]:
        """Start the clocks of all seats that owe a decision, when no clock runs; return them."""
        if not self.is_readable:
            return []
        acting = [seat for seat in self.seats if seat.number in self.match.actors]
        for seat in acting:
            seat_clock.start_wait(seat, self.table, self.now)
        return acting

    def _stop_clocks(self) -> None:
        for seat in self.seats:
            seat_clock.clear_wait(seat)
            seat.draft = []
