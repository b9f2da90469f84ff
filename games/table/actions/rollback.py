"""Rollback: the staff let a table continue from an earlier move, for example after a bug.

(Takebacks by people who play alone against bots use the same functions: `takeback.py`.)

The table continues from the position after that move. Later moves are undone and stored in a
`Rollback`. Everyone at the table is notified who did it and why. Chance continues with a new secret
seed: outcomes that people have seen do not repeat, and a seed that was shown after the match
decides nothing more.
"""

from __future__ import annotations

import json
import logging
import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.contrib.auth import get_user_model
from django.db import transaction
from django.forms.models import model_to_dict
from django.utils import timezone
from django.utils.translation import gettext as _

import games.rules as rules
from portal.errors import Conflict

from ...models import Proposal, Rollback, Seat, Snapshot, Substitution, Table
from ...ratings import absence_tracking, rating_changes
from ...ratings.reliability import aggregation
from .. import dispatch
from ..errors import NotRunningError, StaleVersionError
from ..session import clocks, hot_seat, journal, seat_clock, substitutes
from ..session.loader import dump_match, seats_of
from ..session.table_session import TableSession
from ..session.transaction import LOCKED, commit

if TYPE_CHECKING:
    from accounts.models import User

RESULT_FIELDS = ("number", "rank", "total", "breakdown", "tiebreak")
RATING_FIELDS = ("user", "before", "delta", "after", "played_before", "k", "pairs", "at")
MOVE_FIELDS = ("number", "seat", "text", "by", "version", "at", "events", "outcomes", "took")

logger = logging.getLogger(__name__)


def roll_back_table(key: str, to_move: int, by: User, reason: str, version: int) -> Rollback:
    """Let a running or finished match continue from the position after an earlier move.

    People whom a bot has replaced since then get their seats back. Every clock gets at least the
    time of the start. If a rated match was finished, its rating changes are voided.

    Args:
        key: the key of the table.
        to_move: how many moves remain, from 0 (the set-up) to all. With all of them, only the end
            of the match is undone, and the position is built again.
        by: the member of the staff.
        reason: the reason, which everyone at the table reads.
        version: the version of the table that `by` saw; it identifies a request that is sent twice.

    Raises:
        ActionError: the match cannot continue from there; nothing has changed.
    """
    with transaction.atomic():
        _lock_people(key)
        table = LOCKED.get(key)
        _check_target(table, to_move, version)
        match = restore_position(table, to_move)
        if match.over:
            raise Conflict(_("After this move the match is over. Choose an earlier one."))
        session = TableSession(table, seats_of(table), match, timezone.now())
        done = undo_moves_after(session, to_move, by, reason)
        if not any(seat.has_person for seat in session.seats):
            raise Conflict(_("Nobody is left at this table to continue the match."))
        clocks.update_clocks(session, None, done.version)
        moves = {"from": done.from_move, "to": to_move}
        _notify_people(session, staff=by.display_name, reason=reason, **moves)
        session.note("set_back", None, reason=reason, **moves)
        session.log_messages[-1].user = by
        table.save(update_fields=["reseeds"])
        done.save()
        commit([session])
        aggregation.recount_matches(table)
        dispatch.enqueue_tournament(table)
    return done


def undo_moves_after(session: TableSession, to_move: int, by: User, reason: str = "") -> Rollback:
    """Undo everything after a move, in a session that already has the match after that move.

    Returns:
        The rollback row, not saved yet.
    """
    table = session.table
    done = _build_rollback(session, to_move)
    done.by, done.reason = by, reason
    if table.status == Table.Status.FINISHED:
        rating_changes.void_match(table)
    aggregation.uncount_answers(table, to_move)
    _discard_proposal(session)
    _truncate_journal(session, to_move)
    _reseed(session)
    substitutes.restore_substitutes(session, to_move)
    for seat in session.seats:
        _reset_seat(session, seat, to_move)
    hot_seat.restore_device(session)
    return done


def _discard_proposal(session: TableSession) -> None:
    """Void the open proposal, which was about another position, and what an agreement ended."""
    table = session.table
    found = table.proposals.filter(outcome=Proposal.Outcome.OPEN)
    found.update(outcome=Proposal.Outcome.VOID, ended_at=session.now)
    table.has_proposal = table.ended_by_agreement = False
    Table.objects.filter(pk=table.pk).update(has_proposal=False, ended_by_agreement=False)


def _notify_people(session: TableSession, **data: Any) -> None:
    """Notify everyone who plays there of the rollback, and remind those who must move."""
    session.notification_events = []
    for seat in session.seats:
        if seat.is_played_by_person:
            session.add_event("reminder", seat)
            session.add_event("set_back", seat, **data)


def _lock_people(key: str) -> None:
    """Lock the people of a table before its row.

    Deleting an account looks for the person's tables, but ignores finished ones; the lock keeps
    both in order. The host of a finished hot-seat table and substitutes have no seat, so they are
    added.
    """
    seated = Seat.objects.filter(table__key=key, user__isnull=False).order_by().values("user")
    held = seated.union(
        Table.objects.filter(key=key, is_hot_seat=True).values("host"),
        Substitution.objects.filter(table__key=key).order_by().values("to_user"),
    )
    people = get_user_model().objects.select_for_update(no_key=True).filter(pk__in=held)
    list(people.order_by("pk").values_list("pk", flat=True))


def _check_target(table: Table, to_move: int, version: int) -> None:
    if not (table.is_running or (table.is_over and table.started_at)):
        raise NotRunningError(_("No match has been played at this table."))
    if version < table.set_back_version:
        raise StaleVersionError(version, table.version)
    if not 0 <= to_move <= table.move_count:
        raise Conflict(
            _("You can roll this table back to any move from 0 to %(last)d.")
            % {"last": table.move_count}
        )


def restore_position(table: Table, after: int) -> rules.Match:
    """Return the match after this many moves, even if a stored position is broken.

    Raises:
        ActionError: the journal itself cannot be replayed.
    """
    try:
        return journal.position_after(table, after)
    except Exception:
        logger.exception("table %s: no position after move %s, replaying it all", table.key, after)
    try:
        match = rules.replay(journal.export_record(table, after))
        return rules.load(table.game, json.loads(dump_match(match)))
    except Exception as error:
        raise Conflict(
            _("The position after move %(n)d cannot be restored: %(error)s")
            % {"n": after, "error": error}
        ) from error


def _build_rollback(session: TableSession, to_move: int) -> Rollback:
    """Return an unsaved row that stores everything that is about to be undone."""
    table = session.table
    return Rollback(
        table=table,
        from_move=table.move_count,
        to_move=to_move,
        version=table.version + 1,
        at=session.now,
        undone={
            "status": table.status,
            "ended_at": table.ended_at,
            "results": _rows_as_dicts(session.seats, RESULT_FIELDS) if table.is_over else [],
            "ratings": _rows_as_dicts(table.rating_changes.all(), RATING_FIELDS),
            "reseeded": table.reseeds,
            "moves": _rows_as_dicts(table.moves.filter(number__gt=to_move), MOVE_FIELDS),
        },
    )


def _rows_as_dicts(rows: Sequence[Any] | Any, names: Sequence[str]) -> list[dict[str, Any]]:
    return [model_to_dict(row, names) for row in rows]


def _truncate_journal(session: TableSession, to_move: int) -> None:
    """End the journal after this move, and let the match run again."""
    table = session.table
    table.moves.filter(number__gt=to_move).delete()
    table.snapshots.filter(after__gte=to_move).delete()
    table.messages.filter(after_move__gt=to_move).update(after_move=to_move)
    table.status = Table.Status.RUNNING
    table.ended_at = table.asleep_since = table.on_hold_since = None
    table.hold_reason = ""
    table.move_count = to_move
    table.revealed_version = table.version + 1


def _reseed(session: TableSession) -> None:
    """Continue with a new secret seed; pages show its commitment from this version on."""
    table, chance = session.table, session.match.chance
    assert isinstance(chance, rules.FairChance)
    seed = secrets.token_hex(32)
    chance.reseed(seed)
    part = {
        "after": table.move_count,
        "version": table.version + 1,
        "seed": seed,
        "commitment": rules.commitment(seed),
    }
    before = [other for other in table.reseeds if other["after"] < table.move_count]
    table.reseeds = [*before, part]
    table.state = dump_match(session.match)
    session.snapshots.append(Snapshot(table=table, after=table.move_count, state=table.state))


def _reset_seat(session: TableSession, seat: Seat, to_move: int) -> None:
    """Reset a seat as at the start: no draft, no conditional moves, no wait, enough time."""
    _return_person(session, seat, to_move)
    seat_clock.set_bank(seat, max(seat.bank, float(session.table.clock_bank)))
    seat_clock.clear_wait(seat)
    seat.timeouts = 0
    seat.draft, seat.auto_answers, seat.conditional_moves = [], [], []
    seat.seen_move = min(seat.seen_move, to_move)
    seat.rank = seat.total = None
    seat.idle = False
    seat.breakdown, seat.tiebreak = {}, []


def _return_person(session: TableSession, seat: Seat, to_move: int) -> None:
    """Give the seat back to a person who left after that move, unless their account is closed."""
    if seat.user is None:
        return
    if not seat.user.is_active:
        if not seat.bot:
            session.replace_with_bot(seat, Seat.LeaveReason.RESIGNED)
        seat.leave_reason = Seat.LeaveReason.RESIGNED
    elif seat.bot and _bot_takeover_move(session.table, seat) >= to_move:
        seat.bot, seat.leave_reason = "", Seat.LeaveReason.STAYED
        absence_tracking.release_seats([seat])
        session.note("given_back", seat)


def _bot_takeover_move(table: Table, seat: Seat) -> int:
    """Return the move after which a bot last took over this seat, 0 if none did."""
    log_messages = table.messages.filter(log_code="bot_took_over", data__seat=seat.number)
    return log_messages.order_by("pk").values_list("after_move", flat=True).last() or 0
