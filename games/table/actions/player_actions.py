"""The door: the only place where a running match changes; what people do there is in this file.

A person's click, the API, a bot, a deadline, a resignation all come through here, each in one
transaction that holds the table's row. Taking back is not known to the rules: the moves of a seat
are its draft until it confirms them, or until one of them reveals something. Nothing behind a move
that reveals is looked at before that move is committed.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext as _

from portal.performance import fast_orm

from ...boards import presenter
from ...boards.translations import join_list
from ...models import Move, Seat, Table
from ...ratings import absence_tracking
from ...time_controls import CALL_OFF_WAIT_DAYS, DAY
from ..errors import (
    ActionError,
    ConfirmationRequiredError,
    IllegalMoveError,
    MatchLoadError,
    NotRunningError,
    NotYourSeatError,
    RateLimitError,
    StaleVersionError,
)
from ..session import hot_seat, move_numbers, seat_clock
from ..session.drafts import (
    Draft,
    Pov,
    extend_draft,
    find_obstacle,
    fit_draft,
    load_pov,
    moves_until_reveal,
    pov_of,
)
from ..session.loader import dump_match, load_match
from ..session.table_session import MAX_TURN_LENGTH, TableSession
from ..session.transaction import commit, open_table, recheck_hold
from .automation import call_off_asleep, call_off_untouched, play_bot_turn, time_out_seats

if TYPE_CHECKING:
    from accounts.models import User

__all__ = [
    "IllegalMoveError",
    "MatchLoadError",
    "ConfirmationRequiredError",
    "NotRunningError",
    "NotYourSeatError",
    "ActionError",
    "StaleVersionError",
    "Pov",
    "agree_to_call_off",
    "play_bot_turn",
    "call_off_asleep",
    "call_off_untouched",
    "reclaim_seat",
    "confirm",
    "add_to_draft",
    "set_auto_answers",
    "restore_seat",
    "give_time",
    "hand_over_device",
    "resign_for_deletion",
    "load_match",
    "load_pov",
    "recheck_hold",
    "replace_draft",
    "release_seat",
    "resign",
    "dump_match",
    "time_out_seats",
    "pov_of",
    "undo",
]

MAX_CALL_OFF_CHANGES_PER_DAY = 6  # a day, about calling a match off


def add_to_draft(
    key: str,
    user: User,
    version: int,
    step: int,
    texts: Sequence[str],
    *,
    keep: int | None = None,
    sure: bool = False,
) -> Pov:
    """Add moves to the draft of a person's seat, or put them in place of its end: all, or none.

    Args:
        version: the table's version that the person saw.
        step: how many moves the draft had on the person's page; the same request sent twice is
            recognised by it and plays once.
        keep: how many of those stand before the new ones (None: all).
        sure: the person has been warned that the move cannot be taken back.

    A move that reveals something is committed at once, with everything drafted before it; moves
    behind it are not looked at. The person is warned of it first, if they wish, unless it was the
    only one they could make. A move that hands the decision over is committed too, where the person
    asked not to be asked.

    Raises:
        ActionError: nothing has changed.
    """
    with open_table(key) as door:
        seat = door.require_seat(user)
        new = list(texts)
        if not new:
            raise ActionError(_("There is nothing to play: choose a move first."))
        keep = step if keep is None else keep
        if keep > step:
            raise ActionError(
                _("You cannot keep %(keep)d moves of a draft of %(n)d.") % {"n": step, "keep": keep}
            )
        _at, entered = _first_played_since(door, seat, version)
        if len(entered) > keep and entered[keep:] == new[: len(entered) - keep]:
            return pov_of(door.table, door.seats, door.match, seat)
        door.check_version(version, seat)
        drafted = fit_draft(door.match, seat)
        if _is_repeated_request(drafted.moves, step, keep, new):
            return pov_of(door.table, door.seats, door.match, seat)
        _check_draft_seen(step, keep, seat, drafted)
        _check_turn_length(keep + len(new))
        drafted, final = extend_draft(door, seat, drafted.first(keep), new)
        if final and user.warn_reveal and not sure and not _is_forced(drafted, seat):
            raise ConfirmationRequiredError(
                _("This move reveals something, so you cannot undo it. Play it?")
            )
        if final or (seat.number not in drafted.after.actors and not user.confirm_turn):
            door.play_moves(seat, drafted.moves, Move.Source.PERSON)
            commit([door])
        else:
            door.save_draft(seat, drafted.moves)
        turn = pov_of(door.table, door.seats, door.match, seat)
        turn.unread = new[len(drafted.moves) - keep :]
        return turn


def replace_draft(key: str, user: User, texts: Sequence[str]) -> Pov:
    """Put moves in the place of a person's whole draft, as far as they are possible.

    Nothing is entered: the draft ends before the first move that reveals something.

    Raises:
        ActionError: nothing has changed; not even the first move can be drafted.
    """
    _check_turn_length(len(texts))
    with open_table(key) as door:
        seat = door.require_seat(user)
        before, seat.draft = seat.draft, list(texts)
        drafted = fit_draft(door.match, seat)
        if not drafted.moves:
            seat.draft = before
            raise ActionError(_("These moves cannot be drafted now: look at the table again."))
        door.save_draft(seat, drafted.moves)
        return pov_of(door.table, door.seats, door.match, seat)


def undo(
    key: str,
    user: User,
    version: int,
    step: int,
    *,
    at: int | None = None,
    everything: bool = False,
) -> Pov:
    """Take back one drafted move, or the whole draft.

    Args:
        version, step: what the person saw, as in `add_to_draft`: sent twice, it takes back once.
        at: the place of the move in the draft, from 0 (None: the last).

    Raises:
        ActionError: nothing has changed; a later move may not stand without this one.
    """
    with open_table(key) as door:
        seat = door.require_seat(user)
        door.check_version(version, seat)
        drafted = fit_draft(door.match, seat)
        left = 0 if everything else max(0, step - 1)
        if at is None:
            if len(drafted.moves) != left:
                _check_draft_seen(step, left, seat, drafted)
                door.save_draft(seat, drafted.moves[:left])
        elif at >= step:
            raise ActionError(
                _("There is no move %(at)d in a draft of %(n)d.") % {"n": step, "at": at + 1}
            )
        elif len(drafted.moves) != left or drafted.lost:
            _check_draft_seen(step, step, seat, drafted)
            _check_removable(door, seat, drafted, at)
            door.save_draft(seat, [*drafted.moves[:at], *drafted.moves[at + 1 :]])
        return pov_of(door.table, door.seats, door.match, seat)


def confirm(
    key: str,
    user: User,
    version: int,
    moves: Sequence[str] | None = None,
    *,
    step: int | None = None,
) -> Pov:
    """Enter the draft, or a whole turn handed in as a list, into the match.

    Nothing behind a move that reveals something is looked at before that move is committed. So a
    turn that is handed in goes in by parts, each up to and with a move that reveals, each in one
    step or not at all. If a later part is refused, the parts before it stand, and the turn that
    comes back says where and why it `stopped`.

    Args:
        step: how many moves the draft had on the person's page (for the draft, not for `moves`).

    Raises:
        ActionError: nothing has changed.
    """
    if moves is None:
        return _play_draft(key, user, version, step)
    _check_turn_length(len(moves))
    part = _play_part(key, user, version, list(moves))
    turn, played = part.turn, part.entered
    while part.left and part.entered:
        try:
            part = _play_part(key, user, part.version, part.left)
        except ActionError as refused:
            if isinstance(refused, IllegalMoveError):
                refused.number += played
            turn.stopped, turn.unread = refused, part.left
            break
        turn, played = part.turn, played + part.entered
    turn.entered = played
    return turn


def _play_draft(key: str, user: User, version: int, step: int | None) -> Pov:
    with open_table(key) as door:
        seat = door.require_seat(user)
        if step and len(_first_played_since(door, seat, version)[1]) == step:
            return pov_of(door.table, door.seats, door.match, seat)
        door.check_version(version, seat)
        # A move that ends a part played at once reveals for whoever is last: a page that is a
        # moment old shows it still, where a new one has left it out.
        moves = list(seat.draft)
        if step is None or step != len(moves):
            moves = fit_draft(door.match, seat).moves
            _check_draft_unchanged(len(moves) if step is None else step, moves)
        if not moves:
            raise ActionError(_("There is nothing to confirm: choose a move first."))
        door.play_moves(seat, moves_until_reveal(door.match, moves), Move.Source.PERSON)
        entered = sum(move.by == Move.Source.PERSON for move in door.moves)
        commit([door])
        turn = pov_of(door.table, door.seats, door.match, seat)
        turn.entered, turn.unread = entered, moves[entered:]
        return turn


class TurnPart(NamedTuple):
    """A part of a turn that is in the match now, at this version; and what is left of the turn."""

    turn: Pov
    entered: int
    left: list[str]
    version: int


def _play_part(key: str, user: User, version: int, moves: list[str]) -> TurnPart:
    """Enter moves up to and with the first that reveals something."""
    with open_table(key) as door:
        seat = door.require_seat(user)
        at, done = _first_played_since(door, seat, version)
        if not done or done != moves[: len(done)]:
            door.check_version(version, seat)
            if not moves:
                raise ActionError(_("There is nothing to confirm: choose a move first."))
            door.play_moves(seat, moves_until_reveal(door.match, moves), Move.Source.PERSON)
            done = [move.text for move in door.moves if move.by == Move.Source.PERSON]
            commit([door])
            at = door.table.version
        turn = pov_of(door.table, door.seats, door.match, seat)
        return TurnPart(turn, len(done), moves[len(done) :], at)


def _check_draft_unchanged(step: int, drafted: list[str]) -> None:
    if step != len(drafted):
        raise ActionError(
            _("Your draft has changed on another page. Look again and choose once more.")
        )


def _check_draft_seen(step: int, keep: int, seat: Seat, drafted: Draft) -> None:
    """Whether the draft is as long as on the person's page, and the moves to keep still stand.

    What no longer fits is left out of a new page, while one that is a moment old shows it still.
    """
    if step != len(seat.draft) or keep > len(drafted.moves):
        _check_draft_unchanged(step, drafted.moves)


def _is_repeated_request(moves: list[str], step: int, keep: int, new: list[str]) -> bool:
    """Whether a draft has these moves behind those to keep: the request has been sent before.

    A draft that is as long as the page showed it may still have to lose its end.
    """
    found = moves[keep:] if len(moves) == step else moves[keep : keep + len(new)]
    return found == new


def _is_forced(drafted: Draft, seat: Seat) -> bool:
    """Whether the last move of a draft was the only one possible there."""
    return drafted.before[-1].legal_moves(seat.number) == drafted.moves[-1:]


def _check_removable(door: TableSession, seat: Seat, drafted: Draft, at: int) -> None:
    found = find_obstacle(drafted, seat.number, at)
    if found is None:
        return
    show = presenter(door.table.game)
    told = {
        "move": show.move_label(drafted.moves[at]),
        "later": show.move_label(drafted.moves[found.place]),
    }
    if found.error is None:
        raise ActionError(
            _("Without “%(move)s”, “%(later)s” would reveal something. Undo “%(later)s” first.")
            % told
        )
    why = door.illegal_move_error(found.error, found.place + 1)
    raise ActionError(
        _("“%(later)s” is not possible without “%(move)s”. Undo “%(later)s” first. %(reason)s")
        % {**told, "reason": why.message}
    )


def _check_turn_length(moves: int) -> None:
    if moves > MAX_TURN_LENGTH:
        raise ActionError(_("A turn can have at most %(n)d moves.") % {"n": MAX_TURN_LENGTH})


def _first_played_since(door: TableSession, seat: Seat, version: int) -> tuple[int, list[str]]:
    """What this seat's person entered first after a version, and with which version.

    A request that is sent twice, because its answer was lost, is known by it.
    """
    if version >= door.table.version:
        return version, []
    mine = door.table.moves.filter(version__gt=version, seat=seat.number, by=Move.Source.PERSON)
    found = list(mine.order_by("number").values_list("version", "text")[:MAX_TURN_LENGTH])
    first = found[0][0] if found else version
    return first, [text for at, text in found if at == first]


def set_auto_answers(key: str, user: User, orders: Sequence[str]) -> Pov:
    """Set the standing orders of a person's seat; a decision that they answer is made at once.

    Raises:
        ActionError: an order that the game does not offer this seat now.
    """
    with open_table(key) as door:
        seat = door.require_seat(user)
        offered = door.match.auto_answers(seat.number)
        unknown = [order for order in orders if order not in offered]
        if unknown:
            raise ActionError(
                _("%(order)s is not an automatic answer here. Available: %(offered)s.")
                % {"order": unknown[0], "offered": join_list(offered) or "–"}
            )
        seat.standing = sorted(set(orders))
        if door.match.auto_answer(seat.number, seat.standing) is not None:
            door.play_moves(seat, [], Move.Source.STANDING)
            commit([door])
        else:
            fast_orm.update_rows([seat], ("standing",))
        return pov_of(door.table, door.seats, door.match, seat)


def dismiss_news(key: str, user: User, seen: int) -> Pov:
    """What happened up to this move is no news to this person any more.

    Raises:
        ActionError: they do not play at this table, or it does not run.
    """
    with open_table(key) as door:
        seat = door.require_seat(user)
        moves = move_numbers.numbering_for(door.table, seat.number).journal_number(seen)
        seat.seen_move = max(seat.seen_move, min(moves, door.table.move_count))
        fast_orm.update_rows([seat], ("seen_move",))
        return pov_of(door.table, door.seats, door.match, seat)


def hand_over_device(key: str, user: User, number: int, *, has_come: bool = False) -> Pov:
    """Give the device on which a hot seat is played to another seat there.

    Args:
        has_come: whoever plays there has it now, and looks at what is theirs.

    Raises:
        ActionError: this person has no such device or seat; or the device is to go elsewhere now.
    """
    with open_table(key) as door:
        at = hot_seat.device_holder(door.seats)
        if at is None or at.user_id != user.pk:
            raise NotYourSeatError(_("You do not play at this table."))
        to = next((s for s in door.seats if s.local_name and s.number == number), None)
        if to is None:
            raise ActionError(_("Nobody on this device plays that seat."))
        if to is not at and has_come:
            raise ActionError(_("The device is for %(name)s now.") % {"name": at.name})
        if to is not at:
            hot_seat.hand_device(door, to)
        elif has_come:
            to.is_covered = False
        commit([door])
        return pov_of(door.table, door.seats, door.match, to)


def resign(key: str, user: User) -> Pov:
    """Hand the seat to a bot, and the match counts as lost; the last person ends it instead."""
    with open_table(key) as door:
        seat = door.require_seat(user)
        door.resign(seat)
        commit([door])
        return pov_of(door.table, door.seats, door.match, seat)


def resign_for_deletion(key: str, user: User) -> None:
    """For an account that is being deleted: resign, and do not come back where a bot plays."""
    with open_table(key) as door:
        seat = next((s for s in door.seats if s.user_id == user.pk), None)
        if seat is None or not seat.has_person:
            raise NotYourSeatError(_("You do not play at this table."))
        if seat.bot:
            seat.left = Seat.LeaveReason.RESIGNED
        else:
            door.resign(seat)
        commit([door])


def release_seat(key: str, user: User) -> None:
    """A moderator gives somebody's seat to a bot: the match counts as lost, as if they resigned.

    Raises:
        ActionError: they do not play there, or nobody else does.
    """
    with open_table(key) as door:
        seat = door.require_seat(user)
        if not any(other.has_person for other in door.seats if other is not seat):
            raise ActionError(_("Nobody else is playing in this match."))
        door.replace_with_bot(seat, Seat.LeaveReason.RESIGNED, told="released")
        commit([door])


def reclaim_seat(key: str, user: User) -> Table:
    """Take the seat back that a bot plays since its person ran out of time."""
    return _return_seat(key, user, Seat.LeaveReason.TIMED_OUT)


def restore_seat(key: str, user: User) -> Table:
    """A moderator gives a seat back to its person, who has `release_seat`d it no longer."""
    return _return_seat(key, user, Seat.LeaveReason.RESIGNED)


def _return_seat(key: str, user: User, left: Seat.LeaveReason) -> Table:
    with open_table(key) as door:
        seat = next((s for s in door.seats if s.user_id == user.pk), None)
        if seat is None or not seat.bot or seat.left != left:
            raise NotYourSeatError(
                _("You can only come back if a bot replaced you because your time ran out.")
            )
        seat.bot, seat.left, seat.timeouts = "", Seat.LeaveReason.STAYED, 0
        absence_tracking.release_seats([seat])
        seat_clock.set_bank(seat, door.table.clock.bank_at_turn_start(0))
        if seat.waiting_since is not None:
            seat_clock.start_wait(seat, door.table, door.now)
        if door.table.asleep_since is not None:
            door.resume_from_sleep()
        door.note("came_back", seat)
        commit([door])
        return door.table


def give_time(key: str, user: User, number: int) -> Table:
    """Agree that an opponent gets one more day, and give it once everyone else has agreed.

    The others are all people who play there, so no two of them can make a third wait.

    Raises:
        ActionError: there is no clock of days to lengthen, the person has agreed already, or it was
            lengthened often in this wait.
    """
    with open_table(key) as door:
        mine = door.require_seat(user)
        seat = next((s for s in door.seats if s.number == number and s is not mine), None)
        if seat is None or door.table.clock.is_live or seat.bot or seat.due_at is None:
            raise ActionError(
                _("You can only give time to an opponent whose clock in days is running.")
            )
        notices = door.table.messages.filter(notice__in=seat_clock.GIFT_LOG_CODES).order_by("pk")
        given, agreed = seat_clock.time_gifts_to(seat, notices)
        if given >= seat_clock.MAX_EXTRA_DAYS:
            raise RateLimitError(
                _("%(name)s has already been given %(n)d days this turn, the most possible.")
                % {"name": seat.name, "n": seat_clock.MAX_EXTRA_DAYS}
            )
        if mine.number in agreed:
            raise ActionError(_("You have already agreed. The others have to agree, too."))
        others = {
            other.number
            for other in door.seats
            if other.is_played_by_person and other.user_id != seat.user_id
        }
        if others - agreed - {mine.number}:
            door.note("offers_time", seat, by=mine.number)
        else:
            seat_clock.add_time(seat, DAY)
            door.note("more_time", seat, by=mine.number)
        commit([door])
        return door.table


def agree_to_call_off(key: str, user: User, *, agrees: bool = True) -> Table:
    """Agree that the match be called off, unrated; it is with the agreement of the last of those
    who still play. (Nobody's leaving calls it off: they would escape a loss.)

    Without a limit, whoever is waited for too long is not asked: nothing is lost there."""
    with open_table(key) as door:
        seat = door.require_seat(user)
        if seat.agrees_call_off == agrees:
            return door.table
        said = door.table.messages.filter(
            notice__in=("call_off_yes", "call_off_no"),
            data__seat=seat.number,
            at__gte=door.now - timedelta(days=1),
        )
        if said.count() >= MAX_CALL_OFF_CHANGES_PER_DAY:
            raise RateLimitError(_("Too many changes today. Try again tomorrow."))
        seat.agrees_call_off = agrees
        people = [s for s in door.seats if s.is_played_by_person]
        door.note("call_off_yes" if agrees else "call_off_no", seat)
        for other in people:
            if agrees and not other.agrees_call_off:
                door.tell("call_off", other, by=seat.name)
        if agrees and all(p.agrees_call_off or _is_waited_for_long(door, p) for p in people):
            door.call_off()
        commit([door])
        return door.table


def _is_waited_for_long(door: TableSession, seat: Seat) -> bool:
    """Whether a seat whose time has no end has been waited for so long that it is not asked."""
    since = seat.waiting_since
    if since is None or not door.table.clock.is_unlimited:
        return False
    return door.now - since > timedelta(days=CALL_OFF_WAIT_DAYS)
