"""Substitutes: a person takes over a seat of a running match, and gives it back for the books.

The rating rules are in `games.ratings.substitutes`, who may take over a seat in
`games.lobby.eligibility`.
"""

from __future__ import annotations

import copy
from collections import defaultdict
from typing import TYPE_CHECKING

from ... import bots
from ...models import Note, Seat, Substitution, Suggestion, substitutions_of
from ...ratings import absence_tracking, participation
from . import seat_clock

if TYPE_CHECKING:
    from accounts.models import User

    from .pending_change import PendingChange

LEDGER_FIELDS = ("user", "bot", "leave_reason", "absence", "replaced_at", "points_at_leaving")


def seat_substitute(change: PendingChange, seat: Seat, user: User, *, has_tips: bool) -> None:
    """Give a seat to a person who takes it over; the caller has checked that they may.

    Everything that the player before has prepared is deleted. The clock starts with a full bank.

    Raises:
        MatchLoadError: the match cannot be loaded.
    """
    table, gone = change.table, copy.copy(seat)
    name = "" if seat.is_anonymous else seat.name
    row = _build_substitution(change, seat, user)
    _end_earlier_substitution(change, seat)
    row.save()
    table.known_substitutions, table.has_substitutes = [*substitutions_of(table), row], True
    _delete_preparations(seat)
    absence_tracking.release_seats([seat])
    seat.user, seat.bot, seat.leave_reason = user, "", Seat.LeaveReason.STAYED
    seat.offered_at, seat.timeouts = None, 0
    seat.seen_move, seat.has_tips, seat.vacation_used = table.move_count, has_tips, 0.0
    seat.points_at_leaving = []
    change.note("substitute", seat)
    change.log_messages[-1].user = user
    facts = {"by": table.public_name(user), "name": name}
    if gone.user is not None:
        change.add_event("substitute", gone, yours=True, **facts)
    for other in change.seats:
        if other is not seat and other.is_played_by_person:
            change.add_event("substitute", other, **facts)
    seat_clock.set_bank(seat, float(table.clock_bank))
    if seat.waiting_since is not None:
        seat_clock.start_wait(seat, table, change.now)
        seat.waiting_version, seat.answer_seconds = table.version + 1, 0.0
        change.add_event("turn", seat)


def _build_substitution(change: PendingChange, seat: Seat, user: User) -> Substitution:
    """Return the unsaved row of a takeover, with how the player before leaves the seat."""
    points = [score.total for score in change.match.scores()]
    row = Substitution(
        table=change.table,
        seat=seat.number,
        from_user=seat.user,
        to_user=user,
        reason=Substitution.Reason.LEFT,
        at=change.now,
        after_move=change.table.move_count,
        bot=seat.bot or bots.STEADY,
        leave_reason=seat.leave_reason,
        absence_id=seat.absence_id,
        replaced_at=seat.replaced_at,
        points_at_leaving=seat.points_at_leaving,
        points=points,
    )
    if seat.user is None:
        row.reason = Substitution.Reason.BOT
    elif not seat.bot:
        row.reason, row.leave_reason = Substitution.Reason.OFFERED, Seat.LeaveReason.RESIGNED
        row.points_at_leaving = points
    return row


def _end_earlier_substitution(change: PendingChange, seat: Seat) -> None:
    """End the part of a substitute from whom another one takes over."""
    for row in chains_of(change).get(seat.number, [])[-1:]:
        row.left_as = seat.leave_reason or Seat.LeaveReason.RESIGNED
        row.ended_at = change.now
        row.save(update_fields=["left_as", "ended_at"])


def _delete_preparations(seat: Seat) -> None:
    """Delete drafts, conditional moves, automatic answers, suggestions and the note of a seat."""
    seat.draft, seat.auto_answers, seat.conditional_moves = [], [], []
    Suggestion.objects.filter(table=seat.table_id, seat=seat.number).delete()
    if seat.user_id is not None:
        Note.objects.filter(table=seat.table_id, author=seat.user_id).delete()


def chains_of(change: PendingChange) -> dict[int, list[Substitution]]:
    """Return the substitutions of a table by seat, oldest first."""
    found: dict[int, list[Substitution]] = defaultdict(list)
    for row in substitutions_of(change.table):
        found[row.seat].append(row)
    return dict(found)


def return_seats(change: PendingChange) -> list[Seat]:
    """Give taken-over seats back to their first owners when the match ends.

    The result of such a seat belongs to its first owner, as if a bot had played on.

    Returns:
        Copies of these seats with the substitutes who played to the end.
    """
    played = []
    for number, chain in chains_of(change).items():
        seat, first, last = change.seats[number], chain[0], chain[-1]
        if seat.is_played_by_person:
            played.append(copy.copy(seat))
        last.left_as, last.ended_at = seat.leave_reason, change.now
        last.save(update_fields=["left_as", "ended_at"])
        for name in LEDGER_FIELDS:
            setattr(seat, name, getattr(first, "from_user" if name == "user" else name))
        seat.substitute = last.to_user
        seat.save(update_fields=[*LEDGER_FIELDS, "substitute"])
    return played


def restore_substitutes(change: PendingChange, to_move: int) -> None:
    """When a match continues after a rollback, give the substitutes their seats again."""
    for number, chain in chains_of(change).items():
        seat, last = change.seats[number], chain[-1]
        if seat.substitute_id is not None:
            absence_tracking.release_seats([seat])
            seat.user, seat.leave_reason = last.to_user, last.left_as
            seat.bot = bots.STEADY if last.left_as else ""
            seat.substitute, last.left_as, last.ended_at = None, "", None
            seat.save(update_fields=["user", "leave_reason", "bot", "substitute"])
        for row in chain:
            if row.after_move > to_move:
                row.after_move = to_move
                row.points = [score.total for score in change.match.scores()]
            row.save(update_fields=["after_move", "points", "left_as", "ended_at"])


def mark_idle_players(change: PendingChange, least: int) -> None:
    """Store for taken-over seats who hardly played: made fewer than `least` own moves."""
    chains = chains_of(change)
    if not chains:
        return
    numbers = participation.own_move_numbers(change.table, change.moves)
    for number, chain in chains.items():
        own, seat = numbers.get(number, []), change.seats[number]
        first = sum(move <= chain[0].after_move for move in own)
        seat.idle = seat.user_id is not None and first < least
        ends = [*(row.after_move for row in chain[1:]), change.table.move_count]
        for row, end in zip(chain, ends, strict=True):
            row.idle = sum(row.after_move < move <= end for move in own) < least
            row.save(update_fields=["idle"])
