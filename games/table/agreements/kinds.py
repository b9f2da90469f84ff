"""The kinds of proposals: when each is possible, what it needs, and what it does.

A kind gets a change of the table that is locked when it is applied. Pages use one that is not, to
show which kinds are possible.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _

from portal.errors import Conflict, Invalid

from ...bots import SEARCHING
from ...models import Move, Proposal, Seat, Table
from ...ratings import participation
from ...time_controls import TimeControl
from ..actions import takeback
from ..errors import MatchLoadError
from ..session import clocks
from ..session.pending_change import PendingChange
from ..session.table_session import TableSession
from .texts import clock_of, until_of

MIN_PAUSE = timedelta(minutes=10)
MAX_PAUSE = timedelta(days=60)
MAX_CLOCK_SPAN = timedelta(hours=24)  # how long a live clock may replace the usual one

logger = logging.getLogger(__name__)


class ProposalKind:
    """A kind of proposal; each subclass is one."""

    is_for_tournaments = False
    is_for_hot_seats = False
    needs_match = True

    def unavailable_reason(self, change: PendingChange, seat: Seat) -> str:
        """Return why this seat cannot propose it now, "" if it can."""
        if change.table.is_hot_seat and not self.is_for_hot_seats:
            return _("Everyone is on one device, so you can agree without the site.")
        if not self.is_for_tournaments and _is_in_tournament(change.table):
            return _("The tournament decides about this.")
        if self.needs_match and not change.is_readable:
            return _("This match is on hold: it cannot be loaded.")
        return ""

    def build_terms(
        self, change: PendingChange, seat: Seat, given: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Return the terms as the row stores them.

        Args:
            change: the table.
            seat: the seat that proposes.
            given: `until` (a datetime) and `clock` (a `TimeControl`), as far as the kind has them.

        Raises:
            Invalid: a value is missing or not possible.
        """
        return {}

    def apply(self, session: TableSession, proposal: Proposal) -> TableSession:
        """Do what everyone agreed to; return the session to commit.

        Raises:
            Conflict: it is not possible any more.
        """
        raise NotImplementedError


class Pause(ProposalKind):
    """No clock runs until a date. A table that is paused can get a later date."""

    def build_terms(
        self, change: PendingChange, seat: Seat, given: Mapping[str, Any]
    ) -> dict[str, Any]:
        until = given.get("until")
        if until is None:
            raise Invalid(_("Choose until when the match pauses."), field="until")
        _check_span(until, change.now, MIN_PAUSE, MAX_PAUSE)
        return {"until": until.isoformat()}

    def apply(self, session: TableSession, proposal: Proposal) -> TableSession:
        until = until_of(proposal.terms)
        if until is None or until <= session.now:
            raise Conflict(_("This date has passed."))
        clocks.pause(session, until)
        session.note("paused", None, until=until.isoformat())
        return session


class Continue(ProposalKind):
    """The pause ends before its date."""

    def unavailable_reason(self, change: PendingChange, seat: Seat) -> str:
        if change.table.paused_until is None:
            return _("The match is not paused.")
        return super().unavailable_reason(change, seat)

    def apply(self, session: TableSession, proposal: Proposal) -> TableSession:
        if session.table.paused_until is None:
            raise Conflict(_("The match is not paused."))
        end_pause(session)
        return session


class ChangeClock(ProposalKind):
    """Another time control, for good or (a live one) until a moment within a day."""

    def unavailable_reason(self, change: PendingChange, seat: Seat) -> str:
        if change.table.clock_returns_at is not None:
            return _("The usual clock returns by itself. Wait for that first.")
        return super().unavailable_reason(change, seat)

    def build_terms(
        self, change: PendingChange, seat: Seat, given: Mapping[str, Any]
    ) -> dict[str, Any]:
        clock, until = given.get("clock"), given.get("until")
        if not isinstance(clock, TimeControl):
            raise Invalid(_("Choose a clock."), field="clock")
        if clock == change.table.clock:
            raise Invalid(_("The match already has this clock."), field="clock")
        if clock.is_unlimited and change.table.rated:
            raise Invalid(_("A rated match needs a time limit."), field="clock")
        if clock.is_live and any(one.bot in SEARCHING for one in change.seats):
            raise Invalid(_("The bot at this table is too slow for this clock."), field="clock")
        terms = clock.to_json()
        if until is None:
            return terms
        if not clock.is_live:
            raise Invalid(_("Only a live clock can apply for a time."), field="until")
        _check_span(until, change.now, MIN_PAUSE, MAX_CLOCK_SPAN)
        return terms | {"until": until.isoformat()}

    def apply(self, session: TableSession, proposal: Proposal) -> TableSession:
        until = until_of(proposal.terms)
        if until is not None and until <= session.now:
            raise Conflict(_("This date has passed."))
        set_clock(session, clock_of(proposal.terms), until)
        return session


class TakeBack(ProposalKind):
    """The last turn of the person who proposes is undone, at a friendly table."""

    def unavailable_reason(self, change: PendingChange, seat: Seat) -> str:
        if change.table.rated:
            return _("This is possible in friendly matches only.")
        if why := super().unavailable_reason(change, seat):
            return why
        if takeback.move_before_last_turn(change.table, seat) is None:
            return _("You have not sent a turn since something was last revealed.")
        return ""

    def build_terms(
        self, change: PendingChange, seat: Seat, given: Mapping[str, Any]
    ) -> dict[str, Any]:
        to_move = takeback.move_before_last_turn(change.table, seat)
        assert to_move is not None  # else unavailable
        return {"to_move": to_move, "moves": change.table.move_count}

    def apply(self, session: TableSession, proposal: Proposal) -> TableSession:
        seat = session.seats[proposal.seat]
        if self.is_outdated(session, proposal):
            raise Conflict(_("The match has moved on."))
        return takeback.undo_turn(session, seat, proposal.terms["to_move"], proposal.user)

    def is_outdated(self, session: TableSession, proposal: Proposal) -> bool:
        """Return whether people moved, or something was revealed, since the proposal."""
        table, terms = session.table, proposal.terms
        seat = session.seats[proposal.seat]
        later = Move.objects.filter(table=table, number__gt=terms["moves"])
        return (
            takeback.move_before_last_turn(table, seat) != terms["to_move"]
            or table.move_count < terms["moves"]
            or later.exclude(by=Move.Source.BOT).exists()
        )


class EndNow(ProposalKind):
    """The match ends, and its points of this moment decide."""

    def unavailable_reason(self, change: PendingChange, seat: Seat) -> str:
        return super().unavailable_reason(change, seat) or (
            "" if _can_be_ranked(change) else _("This game cannot be ranked before its end.")
        )

    def apply(self, session: TableSession, proposal: Proposal) -> TableSession:
        if not _can_be_ranked(session):
            raise Conflict(_("This game cannot be ranked before its end."))
        table = session.table
        own = participation.count_own_moves(table)
        least = participation.required_moves(table)
        if any(own[seat.number] < least for seat in session.seats if seat.user_id is not None):
            table.rated = False
        session.end_by_agreement()
        return session


class CallOff(ProposalKind):
    """The match ends without a result."""

    is_for_tournaments = is_for_hot_seats = True
    needs_match = False

    def apply(self, session: TableSession, proposal: Proposal) -> TableSession:
        session.call_off()
        return session


KINDS: dict[str, ProposalKind] = {
    Proposal.Kind.PAUSE: Pause(),
    Proposal.Kind.CONTINUE: Continue(),
    Proposal.Kind.CLOCK: ChangeClock(),
    Proposal.Kind.TAKE_BACK: TakeBack(),
    Proposal.Kind.END: EndNow(),
    Proposal.Kind.CALL_OFF: CallOff(),
}


def end_pause(session: TableSession) -> None:
    """End the pause of a table: its clocks go on with the time that they had left."""
    clocks.pause(session, None)
    session.note("pause_over", None)


def set_clock(session: TableSession, clock: TimeControl, until: datetime | None) -> None:
    """Change the clock, and store the one before it. At `until`, that one returns."""
    table = session.table
    table.clock_changes = [
        *table.clock_changes,
        {
            "after": table.move_count,
            "at": session.now.isoformat(),
            **table.clock.to_json(),
        },
    ]
    table.clock_returns_at = until
    clocks.change_clock(session, clock)
    session.note("clock_changed", None, until=until and until.isoformat(), **clock.to_json())


def _is_in_tournament(table: Table) -> bool:
    return Table.objects.filter(pk=table.pk, tournament_table__isnull=False).exists()


def _can_be_ranked(change: PendingChange) -> bool:
    """Return whether the game gives every seat a rank before its end."""
    try:
        return all(score.rank for score in change.match.scores())
    except MatchLoadError:
        return False
    except Exception:
        logger.exception("cannot rank table %s as it stands", change.table.key)
        return False


def _check_span(until: datetime, now: datetime, least: timedelta, most: timedelta) -> None:
    if until < now + least:
        raise Invalid(
            _("The date must be at least %(n)d minutes ahead.") % {"n": least.seconds // 60},
            field="until",
        )
    if until > now + most:
        message = (
            _("The date can be at most %(n)d days ahead.") % {"n": most.days}
            if most.days > 1
            else _("A live clock can apply for at most 24 hours.")
        )
        raise Invalid(message, field="until")
