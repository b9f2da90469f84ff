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
from ...boards.translations import listed
from ...models import Move, Seat, Table
from ...ratings import absence_tracking
from ...time_controls import DAY, LONG_WAIT_DAYS
from ..errors import (
    BadMove,
    CannotLoad,
    NeedsWarning,
    NotRunning,
    NotYourSeat,
    Refused,
    StaleVersion,
    TooOften,
)
from ..session import hot_seat, move_numbers, seat_clock
from ..session.drafts import (
    Draft,
    Turn,
    fitting,
    lengthened,
    look,
    obstacle,
    turn_of,
    up_to_reveal,
)
from ..session.loader import load, stored
from ..session.table_session import LONGEST_TURN, Door
from ..session.transaction import look_again, opened, store
from .automation import bot_turn, call_off_asleep, call_off_untouched, time_out

if TYPE_CHECKING:
    from accounts.models import User

__all__ = [
    "BadMove",
    "CannotLoad",
    "NeedsWarning",
    "NotRunning",
    "NotYourSeat",
    "Refused",
    "StaleVersion",
    "Turn",
    "agree_call_off",
    "bot_turn",
    "call_off_asleep",
    "call_off_untouched",
    "come_back",
    "confirm",
    "draft",
    "give_orders",
    "give_back",
    "give_time",
    "hand_over",
    "leave_for_good",
    "load",
    "look",
    "look_again",
    "put_draft",
    "release",
    "resign",
    "stored",
    "time_out",
    "turn_of",
    "undo",
]

CHANGES_OF_MIND = 6  # a day, about calling a match off


def draft(
    key: str,
    user: User,
    version: int,
    step: int,
    texts: Sequence[str],
    *,
    keep: int | None = None,
    sure: bool = False,
) -> Turn:
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
        Refused: nothing has changed.
    """
    with opened(key) as door:
        seat = door.seat_of(user)
        new = list(texts)
        if not new:
            raise Refused(_("There is nothing to play: choose a move first."))
        keep = step if keep is None else keep
        if keep > step:
            raise Refused(
                _("You cannot keep %(keep)d moves of a draft of %(n)d.") % {"n": step, "keep": keep}
            )
        _at, entered = _entered(door, seat, version)
        if len(entered) > keep and entered[keep:] == new[: len(entered) - keep]:
            return turn_of(door.table, door.seats, door.match, seat)
        door.check_version(version, seat)
        drafted = fitting(door.match, seat)
        if _is_drafted(drafted.moves, step, keep, new):
            return turn_of(door.table, door.seats, door.match, seat)
        _check_seen(step, keep, seat, drafted)
        _check_length(keep + len(new))
        drafted, final = lengthened(door, seat, drafted.first(keep), new)
        if final and user.warn_reveal and not sure and not _is_forced(drafted, seat):
            raise NeedsWarning(_("This move reveals something, so you cannot undo it. Play it?"))
        if final or (seat.number not in drafted.after.actors and not user.confirm_turn):
            door.enter(seat, drafted.moves, Move.By.PERSON)
            store([door])
        else:
            door.keep_draft(seat, drafted.moves)
        turn = turn_of(door.table, door.seats, door.match, seat)
        turn.unread = new[len(drafted.moves) - keep :]
        return turn


def put_draft(key: str, user: User, texts: Sequence[str]) -> Turn:
    """Put moves in the place of a person's whole draft, as far as they are possible.

    Nothing is entered: the draft ends before the first move that reveals something.

    Raises:
        Refused: nothing has changed; not even the first move can be drafted.
    """
    _check_length(len(texts))
    with opened(key) as door:
        seat = door.seat_of(user)
        before, seat.draft = seat.draft, list(texts)
        drafted = fitting(door.match, seat)
        if not drafted.moves:
            seat.draft = before
            raise Refused(_("These moves cannot be drafted now: look at the table again."))
        door.keep_draft(seat, drafted.moves)
        return turn_of(door.table, door.seats, door.match, seat)


def undo(
    key: str,
    user: User,
    version: int,
    step: int,
    *,
    at: int | None = None,
    everything: bool = False,
) -> Turn:
    """Take back one drafted move, or the whole draft.

    Args:
        version, step: what the person saw, as in `draft`: sent twice, it takes back once.
        at: the place of the move in the draft, from 0 (None: the last).

    Raises:
        Refused: nothing has changed; a later move may not stand without this one.
    """
    with opened(key) as door:
        seat = door.seat_of(user)
        door.check_version(version, seat)
        drafted = fitting(door.match, seat)
        left = 0 if everything else max(0, step - 1)
        if at is None:
            if len(drafted.moves) != left:
                _check_seen(step, left, seat, drafted)
                door.keep_draft(seat, drafted.moves[:left])
        elif at >= step:
            raise Refused(
                _("There is no move %(at)d in a draft of %(n)d.") % {"n": step, "at": at + 1}
            )
        elif len(drafted.moves) != left or drafted.lost:
            _check_seen(step, step, seat, drafted)
            _check_removable(door, seat, drafted, at)
            door.keep_draft(seat, [*drafted.moves[:at], *drafted.moves[at + 1 :]])
        return turn_of(door.table, door.seats, door.match, seat)


def confirm(
    key: str,
    user: User,
    version: int,
    moves: Sequence[str] | None = None,
    *,
    step: int | None = None,
) -> Turn:
    """Enter the draft, or a whole turn handed in as a list, into the match.

    Nothing behind a move that reveals something is looked at before that move is committed. So a
    turn that is handed in goes in by parts, each up to and with a move that reveals, each in one
    step or not at all. If a later part is refused, the parts before it stand, and the turn that
    comes back says where and why it `stopped`.

    Args:
        step: how many moves the draft had on the person's page (for the draft, not for `moves`).

    Raises:
        Refused: nothing has changed.
    """
    if moves is None:
        return _enter_draft(key, user, version, step)
    _check_length(len(moves))
    part = _enter_part(key, user, version, list(moves))
    turn, played = part.turn, part.entered
    while part.left and part.entered:
        try:
            part = _enter_part(key, user, part.version, part.left)
        except Refused as refused:
            if isinstance(refused, BadMove):
                refused.number += played
            turn.stopped, turn.unread = refused, part.left
            break
        turn, played = part.turn, played + part.entered
    turn.entered = played
    return turn


def _enter_draft(key: str, user: User, version: int, step: int | None) -> Turn:
    with opened(key) as door:
        seat = door.seat_of(user)
        if step and len(_entered(door, seat, version)[1]) == step:
            return turn_of(door.table, door.seats, door.match, seat)
        door.check_version(version, seat)
        # A move that ends a part played at once reveals for whoever is last: a page that is a
        # moment old shows it still, where a new one has left it out.
        moves = list(seat.draft)
        if step is None or step != len(moves):
            moves = fitting(door.match, seat).moves
            _check_step(len(moves) if step is None else step, moves)
        if not moves:
            raise Refused(_("There is nothing to confirm: choose a move first."))
        door.enter(seat, up_to_reveal(door.match, moves), Move.By.PERSON)
        entered = sum(move.by == Move.By.PERSON for move in door.moves)
        store([door])
        turn = turn_of(door.table, door.seats, door.match, seat)
        turn.entered, turn.unread = entered, moves[entered:]
        return turn


class Part(NamedTuple):
    """A part of a turn that is in the match now, at this version; and what is left of the turn."""

    turn: Turn
    entered: int
    left: list[str]
    version: int


def _enter_part(key: str, user: User, version: int, moves: list[str]) -> Part:
    """Enter moves up to and with the first that reveals something."""
    with opened(key) as door:
        seat = door.seat_of(user)
        at, done = _entered(door, seat, version)
        if not done or done != moves[: len(done)]:
            door.check_version(version, seat)
            if not moves:
                raise Refused(_("There is nothing to confirm: choose a move first."))
            door.enter(seat, up_to_reveal(door.match, moves), Move.By.PERSON)
            done = [move.text for move in door.moves if move.by == Move.By.PERSON]
            store([door])
            at = door.table.version
        turn = turn_of(door.table, door.seats, door.match, seat)
        return Part(turn, len(done), moves[len(done) :], at)


def _check_step(step: int, drafted: list[str]) -> None:
    if step != len(drafted):
        raise Refused(_("Your draft has changed on another page. Look again and choose once more."))


def _check_seen(step: int, keep: int, seat: Seat, drafted: Draft) -> None:
    """Whether the draft is as long as on the person's page, and the moves to keep still stand.

    What no longer fits is left out of a new page, while one that is a moment old shows it still.
    """
    if step != len(seat.draft) or keep > len(drafted.moves):
        _check_step(step, drafted.moves)


def _is_drafted(moves: list[str], step: int, keep: int, new: list[str]) -> bool:
    """Whether a draft has these moves behind those to keep: the request has been sent before.

    A draft that is as long as the page showed it may still have to lose its end.
    """
    found = moves[keep:] if len(moves) == step else moves[keep : keep + len(new)]
    return found == new


def _is_forced(drafted: Draft, seat: Seat) -> bool:
    """Whether the last move of a draft was the only one possible there."""
    return drafted.before[-1].legal_moves(seat.number) == drafted.moves[-1:]


def _check_removable(door: Door, seat: Seat, drafted: Draft, at: int) -> None:
    found = obstacle(drafted, seat.number, at)
    if found is None:
        return
    show = presenter(door.table.game)
    told = {
        "move": show.move_label(drafted.moves[at]),
        "later": show.move_label(drafted.moves[found.place]),
    }
    if found.error is None:
        raise Refused(
            _("Without “%(move)s”, “%(later)s” would reveal something. Take that back first.")
            % told
        )
    why = door.bad_move(found.error, found.place + 1)
    raise Refused(
        _("“%(later)s” is not possible without “%(move)s”. Take that back first. %(reason)s")
        % {**told, "reason": why.message}
    )


def _check_length(moves: int) -> None:
    if moves > LONGEST_TURN:
        raise Refused(_("A turn can have at most %(n)d moves.") % {"n": LONGEST_TURN})


def _entered(door: Door, seat: Seat, version: int) -> tuple[int, list[str]]:
    """What this seat's person entered first after a version, and with which version.

    A request that is sent twice, because its answer was lost, is known by it.
    """
    if version >= door.table.version:
        return version, []
    mine = door.table.moves.filter(version__gt=version, seat=seat.number, by=Move.By.PERSON)
    found = list(mine.order_by("number").values_list("version", "text")[:LONGEST_TURN])
    first = found[0][0] if found else version
    return first, [text for at, text in found if at == first]


def give_orders(key: str, user: User, orders: Sequence[str]) -> Turn:
    """Set the standing orders of a person's seat; a decision that they answer is made at once.

    Raises:
        Refused: an order that the game does not offer this seat now.
    """
    with opened(key) as door:
        seat = door.seat_of(user)
        offered = door.match.standing_orders(seat.number)
        unknown = [order for order in orders if order not in offered]
        if unknown:
            raise Refused(
                _("%(order)s is not a standing order here; there are: %(offered)s.")
                % {"order": unknown[0], "offered": listed(offered) or "–"}
            )
        seat.standing = sorted(set(orders))
        if door.match.obey(seat.number, seat.standing) is not None:
            door.enter(seat, [], Move.By.STANDING)
            store([door])
        else:
            fast_orm.write([seat], ("standing",))
        return turn_of(door.table, door.seats, door.match, seat)


def put_away(key: str, user: User, seen: int) -> Turn:
    """What happened up to this move is no news to this person any more.

    Raises:
        Refused: they do not play at this table, or it does not run.
    """
    with opened(key) as door:
        seat = door.seat_of(user)
        moves = move_numbers.count(door.table, seat.number).real(seen)
        seat.seen_move = max(seat.seen_move, min(moves, door.table.move_count))
        fast_orm.write([seat], ("seen_move",))
        return turn_of(door.table, door.seats, door.match, seat)


def hand_over(key: str, user: User, number: int, *, has_come: bool = False) -> Turn:
    """Give the device on which a hot seat is played to another seat there.

    Args:
        has_come: whoever plays there has it now, and looks at what is theirs.

    Raises:
        Refused: this person has no such device or seat; or the device is to go elsewhere now.
    """
    with opened(key) as door:
        at = hot_seat.holder(door.seats)
        if at is None or at.user_id != user.pk:
            raise NotYourSeat(_("You do not play at this table."))
        to = next((s for s in door.seats if s.local_name and s.number == number), None)
        if to is None:
            raise Refused(_("Nobody plays there on this device."))
        if to is not at and has_come:
            raise Refused(_("The device is for %(name)s now.") % {"name": at.name})
        if to is not at:
            hot_seat.hand(door, to)
        elif has_come:
            to.is_covered = False
        store([door])
        return turn_of(door.table, door.seats, door.match, to)


def resign(key: str, user: User) -> Turn:
    """Hand the seat to a bot, and the match counts as lost; the last person ends it instead."""
    with opened(key) as door:
        seat = door.seat_of(user)
        door.give_up(seat)
        store([door])
        return turn_of(door.table, door.seats, door.match, seat)


def leave_for_good(key: str, user: User) -> None:
    """For an account that is being deleted: resign, and do not come back where a bot plays."""
    with opened(key) as door:
        seat = next((s for s in door.seats if s.user_id == user.pk), None)
        if seat is None or not seat.has_person:
            raise NotYourSeat(_("You do not play at this table."))
        if seat.bot:
            seat.left = Seat.Left.RESIGNED
        else:
            door.give_up(seat)
        store([door])


def release(key: str, user: User) -> None:
    """A moderator gives somebody's seat to a bot: the match counts as lost, as if they resigned.

    Raises:
        Refused: they do not play there, or nobody else does.
    """
    with opened(key) as door:
        seat = door.seat_of(user)
        if not any(other.has_person for other in door.seats if other is not seat):
            raise Refused(_("Nobody else plays there."))
        door.hand_to_bot(seat, Seat.Left.RESIGNED, told="released")
        store([door])


def come_back(key: str, user: User) -> Table:
    """Take the seat back that a bot plays since its person ran out of time."""
    return _seat_again(key, user, Seat.Left.TIMED_OUT)


def give_back(key: str, user: User) -> Table:
    """A moderator gives a seat back to its person, who has `release`d it no longer."""
    return _seat_again(key, user, Seat.Left.RESIGNED)


def _seat_again(key: str, user: User, left: Seat.Left) -> Table:
    with opened(key) as door:
        seat = next((s for s in door.seats if s.user_id == user.pk), None)
        if seat is None or not seat.bot or seat.left != left:
            raise NotYourSeat(
                _("Only somebody replaced by a bot after running out of time can come back.")
            )
        seat.bot, seat.left, seat.timeouts = "", Seat.Left.STAYED, 0
        absence_tracking.release([seat])
        seat_clock.refill(seat, door.table.clock.turn_comes(0))
        if seat.waiting_since is not None:
            seat_clock.begin(seat, door.table, door.now)
        if door.table.asleep_since is not None:
            door.wake()
        door.note("came_back", seat)
        store([door])
        return door.table


def give_time(key: str, user: User, number: int) -> Table:
    """Agree that an opponent gets one more day, and give it once everyone else has agreed.

    The others are all people who play there, so no two of them can make a third wait.

    Raises:
        Refused: there is no clock of days to lengthen, the person has agreed already, or it was
            lengthened often in this wait.
    """
    with opened(key) as door:
        mine = door.seat_of(user)
        seat = next((s for s in door.seats if s.number == number and s is not mine), None)
        if seat is None or door.table.clock.is_live or seat.bot or seat.due_at is None:
            raise Refused(
                _("You can only give time to an opponent whose clock in days is running.")
            )
        notices = door.table.messages.filter(notice__in=seat_clock.GIFTS).order_by("pk")
        given, agreed = seat_clock.gifts_to(seat, notices)
        if given >= seat_clock.MORE_DAYS:
            raise TooOften(
                _("%(name)s has already been given %(n)d days this turn, the most possible.")
                % {"name": seat.name, "n": seat_clock.MORE_DAYS}
            )
        if mine.number in agreed:
            raise Refused(_("You have already agreed. The others have to agree, too."))
        others = {
            other.number
            for other in door.seats
            if other.is_played_by_person and other.user_id != seat.user_id
        }
        if others - agreed - {mine.number}:
            door.note("offers_time", seat, by=mine.number)
        else:
            seat_clock.more(seat, DAY)
            door.note("more_time", seat, by=mine.number)
        store([door])
        return door.table


def agree_call_off(key: str, user: User, *, agrees: bool = True) -> Table:
    """Agree that the match be called off, unrated; it is with the agreement of the last of those
    who still play. (Nobody's leaving calls it off: they would escape a loss.)

    Without a limit, whoever is waited for too long is not asked: nothing is lost there."""
    with opened(key) as door:
        seat = door.seat_of(user)
        if seat.agrees_call_off == agrees:
            return door.table
        said = door.table.messages.filter(
            notice__in=("call_off_yes", "call_off_no"),
            data__seat=seat.number,
            at__gte=door.now - timedelta(days=1),
        )
        if said.count() >= CHANGES_OF_MIND:
            raise TooOften(_("You have changed your mind too often today. Try again tomorrow."))
        seat.agrees_call_off = agrees
        people = [s for s in door.seats if s.is_played_by_person]
        door.note("call_off_yes" if agrees else "call_off_no", seat)
        for other in people:
            if agrees and not other.agrees_call_off:
                door.tell("call_off", other, by=seat.name)
        if agrees and all(p.agrees_call_off or _is_waited_for_long(door, p) for p in people):
            door.call_off()
        store([door])
        return door.table


def _is_waited_for_long(door: Door, seat: Seat) -> bool:
    """Whether a seat whose time has no end has been waited for so long that it is not asked."""
    since = seat.waiting_since
    if since is None or not door.table.clock.is_unlimited:
        return False
    return door.now - since > timedelta(days=LONG_WAIT_DAYS)
