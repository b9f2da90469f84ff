"""What people do at a running table: draft, undo and confirm moves, give time.

Pages and the API call these functions. `resignation` has resigning and coming back, `automation`
what bots and deadlines do. Each call is one transaction that locks the table's row. The rules do
not know undo: the moves of a seat are its draft until the seat confirms them, or until one of them
reveals something. Moves after a revealing move are not evaluated before that move is committed, so
a draft cannot leak hidden information.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext as _

from portal import repository
from portal.errors import ActionError, Conflict, Forbidden, TooManyRequests

from ...boards import presenter
from ...boards.translations import join_list
from ...models import Move, Seat, Table
from ..errors import (
    ConfirmationRequiredError,
    IllegalMoveError,
)
from ..session import hot_seat, move_numbers, seat_clock
from ..session.drafts import (
    Draft,
    Pov,
    extend_draft,
    find_obstacle,
    fit_draft,
    moves_until_reveal,
    pov_of,
)
from ..session.table_session import MAX_TURN_LENGTH, TableSession
from ..session.transaction import commit, open_table

if TYPE_CHECKING:
    from accounts.models import User


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
    """Add moves to the draft of a person's seat, or replace the end of the draft: all or none.

    A move that reveals something is committed immediately, with the draft before it; moves after it
    are not evaluated. If the person's settings say so, they are warned first, unless it was their
    only legal move. If their settings ask for no confirmation, a move that completes the turn is
    committed too.

    Args:
        version: the version of the table that the person saw.
        step: how many moves the draft had on the person's page. It identifies a request that is
            sent twice, so that it plays once.
        keep: how many of the `step` moves stay before the new ones (None: all).
        sure: whether the person was warned that the move cannot be undone.

    Returns:
        What the person sees now; `unread` has the moves that were not evaluated.

    Raises:
        ActionError: the moves are refused or the draft has changed; nothing has changed.
    """
    with open_table(key) as session:
        seat = session.require_seat(user)
        new = list(texts)
        if not new:
            raise Conflict(_("There is nothing to play: choose a move first."))
        keep = step if keep is None else keep
        if keep > step:
            raise Conflict(
                _("You cannot keep %(keep)d moves of a draft of %(n)d.") % {"n": step, "keep": keep}
            )
        _at, entered = _first_played_since(session, seat, version)
        if len(entered) > keep and entered[keep:] == new[: len(entered) - keep]:
            return pov_of(session.table, session.seats, session.match, seat)
        session.check_version(version, seat)
        drafted = fit_draft(session.match, seat)
        if _is_repeated_request(drafted.moves, step, keep, new):
            return pov_of(session.table, session.seats, session.match, seat)
        _check_draft_seen(step, keep, seat, drafted)
        _check_turn_length(keep + len(new))
        drafted, final = extend_draft(session, seat, drafted.first(keep), new)
        if final and user.warn_reveal and not sure and not _is_forced(drafted, seat):
            raise ConfirmationRequiredError(
                _("This move reveals something, so you cannot undo it. Play it?")
            )
        if final or (seat.number not in drafted.after.actors and not user.confirm_turn):
            session.play_moves(seat, drafted.moves, Move.Source.PERSON)
            commit([session])
        else:
            session.save_draft(seat, drafted.moves)
        turn = pov_of(session.table, session.seats, session.match, seat)
        turn.unread = new[len(drafted.moves) - keep :]
        return turn


def replace_draft(key: str, user: User, texts: Sequence[str]) -> Pov:
    """Replace a person's whole draft with moves, as far as they are possible.

    Nothing is committed: the draft ends before the first move that reveals something.

    Raises:
        ActionError: not even the first move can be drafted; nothing has changed.
    """
    _check_turn_length(len(texts))
    with open_table(key) as session:
        seat = session.require_seat(user)
        before, seat.draft = seat.draft, list(texts)
        drafted = fit_draft(session.match, seat)
        if not drafted.moves:
            seat.draft = before
            raise Conflict(_("These moves cannot be drafted now: look at the table again."))
        session.save_draft(seat, drafted.moves)
        return pov_of(session.table, session.seats, session.match, seat)


def undo(
    key: str,
    user: User,
    version: int,
    step: int,
    *,
    at: int | None = None,
    everything: bool = False,
) -> Pov:
    """Undo one drafted move, or the whole draft.

    Args:
        version, step: what the person saw, as in `add_to_draft`: sent twice, it undoes once.
        at: the place of the move in the draft, from 0 (None: the last).

    Raises:
        ActionError: nothing has changed; for example, a later move needs this one.
    """
    with open_table(key) as session:
        seat = session.require_seat(user)
        session.check_version(version, seat)
        drafted = fit_draft(session.match, seat)
        left = 0 if everything else max(0, step - 1)
        if at is None:
            if len(drafted.moves) != left:
                _check_draft_seen(step, left, seat, drafted)
                session.save_draft(seat, drafted.moves[:left])
        elif at >= step:
            raise Conflict(
                _("There is no move %(at)d in a draft of %(n)d.") % {"n": step, "at": at + 1}
            )
        elif len(drafted.moves) != left or drafted.lost:
            _check_draft_seen(step, step, seat, drafted)
            _check_removable(session, seat, drafted, at)
            session.save_draft(seat, [*drafted.moves[:at], *drafted.moves[at + 1 :]])
        return pov_of(session.table, session.seats, session.match, seat)


def confirm(
    key: str,
    user: User,
    version: int,
    moves: Sequence[str] | None = None,
    *,
    step: int | None = None,
) -> Pov:
    """Commit the draft, or a whole turn given as a list, to the match.

    Moves after a revealing move are not evaluated before that move is committed. So `moves` are
    committed in parts, each up to and including a revealing move, each in one transaction. If a
    later part is refused, the parts before it stay; `stopped` and `unread` of the result say why
    and what is left.

    Args:
        moves: the whole turn; None for the draft.
        step: how many moves the draft had on the person's page (for the draft, not for `moves`).

    Raises:
        ActionError: nothing was committed; nothing has changed.
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
    with open_table(key) as session:
        seat = session.require_seat(user)
        if step and len(_first_played_since(session, seat, version)[1]) == step:
            return pov_of(session.table, session.seats, session.match, seat)
        session.check_version(version, seat)
        # In a simultaneous decision, the last move of the last seat reveals. A slightly old page
        # still shows that drafted move, but `fit_draft` drops it, so compare the stored draft.
        moves = list(seat.draft)
        if step is None or step != len(moves):
            moves = fit_draft(session.match, seat).moves
            _check_draft_unchanged(len(moves) if step is None else step, moves)
        if not moves:
            raise Conflict(_("There is nothing to confirm: choose a move first."))
        session.play_moves(seat, moves_until_reveal(session.match, moves), Move.Source.PERSON)
        entered = sum(move.by == Move.Source.PERSON for move in session.moves)
        commit([session])
        turn = pov_of(session.table, session.seats, session.match, seat)
        turn.entered, turn.unread = entered, moves[entered:]
        return turn


class TurnPart(NamedTuple):
    """A part of a turn that was just committed, with its version, and the moves that are left."""

    turn: Pov
    entered: int
    left: list[str]
    version: int


def _play_part(key: str, user: User, version: int, moves: list[str]) -> TurnPart:
    """Commit moves up to and including the first that reveals something."""
    with open_table(key) as session:
        seat = session.require_seat(user)
        at, done = _first_played_since(session, seat, version)
        if not done or done != moves[: len(done)]:
            session.check_version(version, seat)
            if not moves:
                raise Conflict(_("There is nothing to confirm: choose a move first."))
            session.play_moves(seat, moves_until_reveal(session.match, moves), Move.Source.PERSON)
            done = [move.text for move in session.moves if move.by == Move.Source.PERSON]
            commit([session])
            at = session.table.version
        turn = pov_of(session.table, session.seats, session.match, seat)
        return TurnPart(turn, len(done), moves[len(done) :], at)


def _check_draft_unchanged(step: int, drafted: list[str]) -> None:
    if step != len(drafted):
        raise Conflict(
            _("Your draft has changed on another page. Look again and choose once more.")
        )


def _check_draft_seen(step: int, keep: int, seat: Seat, drafted: Draft) -> None:
    """Check that the draft has the length that the page showed, and that the kept moves still fit.

    A new page leaves out moves that no longer fit, but a slightly old page still shows them. So the
    length of the stored draft is accepted too.

    Raises:
        ActionError: the draft has changed on another page.
    """
    if step != len(seat.draft) or keep > len(drafted.moves):
        _check_draft_unchanged(step, drafted.moves)


def _is_repeated_request(moves: list[str], step: int, keep: int, new: list[str]) -> bool:
    """Return whether a draft has the new moves after the kept ones: the request is a repetition.

    If the draft has the length that the page showed, its whole end must equal the new moves,
    because the request may remove moves.
    """
    found = moves[keep:] if len(moves) == step else moves[keep : keep + len(new)]
    return found == new


def _is_forced(drafted: Draft, seat: Seat) -> bool:
    """Return whether the last move of a draft was the only legal one."""
    return drafted.before[-1].legal_moves(seat.number) == drafted.moves[-1:]


def _check_removable(session: TableSession, seat: Seat, drafted: Draft, at: int) -> None:
    found = find_obstacle(drafted, seat.number, at)
    if found is None:
        return
    show = presenter(session.table.game)
    labels = {
        "move": show.move_label(drafted.moves[at]),
        "later": show.move_label(drafted.moves[found.place]),
    }
    if found.error is None:
        raise Conflict(
            _("Without “%(move)s”, “%(later)s” would reveal something. Undo “%(later)s” first.")
            % labels
        )
    why = session.illegal_move_error(found.error, found.place + 1)
    raise Conflict(
        _("“%(later)s” is not possible without “%(move)s”. Undo “%(later)s” first. %(reason)s")
        % {**labels, "reason": why.message}
    )


def _check_turn_length(moves: int) -> None:
    if moves > MAX_TURN_LENGTH:
        raise Conflict(_("A turn can have at most %(n)d moves.") % {"n": MAX_TURN_LENGTH})


def _first_played_since(session: TableSession, seat: Seat, version: int) -> tuple[int, list[str]]:
    """Return the first moves that this person committed after a version, and their version.

    It identifies a request that was sent twice because its answer was lost.

    Returns:
        The version (the given one if there are no moves), and the moves.
    """
    if version >= session.table.version:
        return version, []
    mine = session.table.moves.filter(version__gt=version, seat=seat.number, by=Move.Source.PERSON)
    found = list(mine.order_by("number").values_list("version", "text")[:MAX_TURN_LENGTH])
    first = found[0][0] if found else version
    return first, [text for at, text in found if at == first]


def set_auto_answers(key: str, user: User, chosen: Sequence[str]) -> Pov:
    """Set the automatic answers of a person's seat; if they answer its decision, play that now.

    Raises:
        ActionError: the game does not offer this seat such an automatic answer now.
    """
    with open_table(key) as session:
        seat = session.require_seat(user)
        offered = session.match.auto_answers(seat.number)
        unknown = [one for one in chosen if one not in offered]
        if unknown:
            raise Conflict(
                _("%(auto_answer)s is not an automatic answer here. Available: %(offered)s.")
                % {"auto_answer": unknown[0], "offered": join_list(offered) or "–"}
            )
        seat.auto_answers = sorted(set(chosen))
        if session.match.auto_answer(seat.number, seat.auto_answers) is not None:
            session.play_moves(seat, [], Move.Source.STANDING)
            commit([session])
        else:
            repository.update_rows([seat], ("auto_answers",))
        return pov_of(session.table, session.seats, session.match, seat)


def dismiss_news(key: str, user: User, seen: int) -> Pov:
    """Mark the events up to this move as seen by this person.

    `seen` is a visible move number.

    Raises:
        ActionError: the person does not play at this table, or the table is not running.
    """
    with open_table(key) as session:
        seat = session.require_seat(user)
        moves = move_numbers.numbering_for(session.table, seat.number).journal_number(seen)
        seat.seen_move = max(seat.seen_move, min(moves, session.table.move_count))
        repository.update_rows([seat], ("seen_move",))
        return pov_of(session.table, session.seats, session.match, seat)


def hand_over_device(key: str, user: User, number: int, *, has_come: bool = False) -> Pov:
    """Give the device of a hot-seat table to another seat, or uncover the seat that has it.

    Args:
        has_come: whether the player of that seat confirms that they have the device.

    Raises:
        ActionError: the user does not have the device, nobody on it plays that seat, or another
            seat must confirm first.
    """
    with open_table(key) as session:
        at = hot_seat.device_holder(session.seats)
        if at is None or at.user_id != user.pk:
            raise Forbidden(_("You do not play at this table."), code="not_your_seat")
        to = next((s for s in session.seats if s.local_name and s.number == number), None)
        if to is None:
            raise Conflict(_("Nobody on this device plays that seat."))
        if to is not at and has_come:
            raise Conflict(_("The device is for %(name)s now.") % {"name": at.name})
        if to is not at:
            hot_seat.hand_device(session, to)
        elif has_come:
            to.is_covered = False
        commit([session])
        return pov_of(session.table, session.seats, session.match, to)


def give_time(key: str, user: User, number: int) -> Table:
    """Agree that an opponent gets one more day; they get it when everyone else has agreed.

    Everyone else means all other people who play there, so two cannot make a third wait.

    Raises:
        ActionError: that seat has no running clock in days, the person has already agreed, or the
            seat got `MAX_EXTRA_DAYS` in this wait.
    """
    with open_table(key) as session:
        mine = session.require_seat(user)
        seat = next((s for s in session.seats if s.number == number and s is not mine), None)
        if seat is None or session.table.clock.is_live or seat.bot or seat.due_at is None:
            raise Conflict(
                _("You can only give time to an opponent whose clock in days is running.")
            )
        log_messages = session.table.messages.filter(
            log_code__in=seat_clock.GIFT_LOG_CODES
        ).order_by("pk")
        given, agreed = seat_clock.time_gifts_to(seat, log_messages)
        if given >= seat_clock.MAX_EXTRA_DAYS:
            raise TooManyRequests(
                _("%(name)s has already been given %(n)d days this turn, the most possible.")
                % {"name": seat.name, "n": seat_clock.MAX_EXTRA_DAYS},
                code="too_often",
            )
        if mine.number in agreed:
            raise Conflict(_("You have already agreed. The others have to agree, too."))
        others = {
            other.number
            for other in session.seats
            if other.is_played_by_person and other.user_id != seat.user_id
        }
        if others - agreed - {mine.number}:
            session.note("offers_time", seat, by=mine.number)
        else:
            seat_clock.add_day(seat)
            session.note("more_time", seat, by=mine.number)
        commit([session])
        return session.table
