"""The door: the only place where a running match changes.

A person's click, the API, a bot, a deadline, a resignation all come through here, each in one
transaction that holds the table's row. Taking back is not known to the rules: the moves of a seat
are its draft until it confirms them, or until one of them reveals something. Nothing behind a move
that reveals is looked at before that move is committed.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

import games.rules as rules
from portal.quick import rows

from .. import bots
from ..clocks import TIMEOUTS_UNTIL_BOT, due
from ..models import Move, Seat, Table
from .door import (
    LONGEST_TURN,
    BadMove,
    CannotLoad,
    Door,
    NeedsWarning,
    NotRunning,
    NotYourSeat,
    Refused,
    StaleVersion,
    load,
    look_again,
    opened,
    opened_for,
    store,
    stored,
)
from .drafts import Turn, fitting, lengthened, look, turn_of, up_to_reveal

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
    "come_back",
    "confirm",
    "draft",
    "give_orders",
    "leave_for_good",
    "load",
    "look",
    "look_again",
    "resign",
    "stored",
    "time_out",
    "turn_of",
    "undo",
]

logger = logging.getLogger(__name__)
CHANGES_OF_MIND = 6  # a day, about calling a match off


class TooOften(Refused):
    status = 429
    code = "too_often"


# what people do


def draft(
    key: str, user: User, version: int, step: int, texts: Sequence[str], *, sure: bool = False
) -> Turn:
    """Add moves to the draft of a person's seat: all of them, or none.

    Args:
        version: the table's version that the person saw.
        step: how many moves the draft had on the person's page; the same request sent twice is
            recognised by it and plays once.
        sure: the person has been warned that the move cannot be taken back.

    A move that reveals something is committed at once, with everything drafted before it; moves
    behind it are not looked at. A move that hands the decision over is committed too, where the
    person asked not to be asked.

    Raises:
        Refused: nothing has changed.
    """
    with opened(key) as door:
        seat = door.seat_of(user)
        new = list(texts)
        if not new:
            raise Refused(_("There is nothing to play: choose a move first."))
        _at, entered = _entered(door, seat, version)
        if len(entered) > step and entered[step:] == new[: len(entered) - step]:
            return turn_of(door.table, door.seats, door.match, seat)
        door.check_version(version, seat)
        drafted = fitting(door.match, seat)
        if drafted.moves[step : step + len(new)] == new:
            return turn_of(door.table, door.seats, door.match, seat)
        _check_step(step, drafted.moves)
        _check_length(step + len(new))
        drafted, final = lengthened(door, seat, drafted, new)
        if final and user.warn_reveal and not sure:
            raise NeedsWarning(
                _("This move shows something new, so it cannot be taken back. Play it?")
            )
        if final or (seat.number not in drafted.after.actors and not user.confirm_turn):
            door.enter(seat, drafted.moves, Move.By.PERSON)
            door.store()
        else:
            door.keep_draft(seat, drafted.moves)
        turn = turn_of(door.table, door.seats, door.match, seat)
        turn.unread = new[len(drafted.moves) - step :]
        return turn


def undo(key: str, user: User, version: int, step: int, *, everything: bool = False) -> Turn:
    """Take back the last drafted move, or the whole draft.

    `version` and `step` say what the person saw, as in `draft`: sent twice, it takes back once.
    """
    with opened(key) as door:
        seat = door.seat_of(user)
        door.check_version(version, seat)
        drafted = fitting(door.match, seat).moves
        left = 0 if everything else max(0, step - 1)
        if len(drafted) != left:
            _check_step(step, drafted)
            door.keep_draft(seat, drafted[:left])
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
        door.store()
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
            door.store()
            at = door.table.version
        turn = turn_of(door.table, door.seats, door.match, seat)
        return Part(turn, len(done), moves[len(done) :], at)


def _check_step(step: int, drafted: list[str]) -> None:
    if step != len(drafted):
        raise Refused(_("Your draft has changed on another page. Look again and choose anew."))


def _check_length(moves: int) -> None:
    if moves > LONGEST_TURN:
        raise Refused(_("A turn has at most %(n)d moves.") % {"n": LONGEST_TURN})


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
                % {"order": unknown[0], "offered": ", ".join(offered) or "–"}
            )
        seat.standing = sorted(set(orders))
        if door.match.obey(seat.number, seat.standing) is not None:
            door.enter(seat, [], Move.By.STANDING)
            door.store()
        else:
            rows.write([seat], ("standing",))
        return turn_of(door.table, door.seats, door.match, seat)


def resign(key: str, user: User) -> Turn:
    """Hand the seat to a bot, and the match counts as lost; the last person ends it instead."""
    with opened(key) as door:
        seat = door.seat_of(user)
        door.give_up(seat)
        door.store()
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
        door.store()


def come_back(key: str, user: User) -> Table:
    """Take the seat back that a bot plays since its person ran out of time."""
    with opened(key) as door:
        seat = next((s for s in door.seats if s.user_id == user.pk), None)
        if seat is None or not seat.bot or seat.left != Seat.Left.TIMED_OUT:
            raise NotYourSeat(_("Only a person whom a bot replaced after time-outs can come back."))
        seat.bot, seat.left, seat.timeouts = "", Seat.Left.STAYED, 0
        seat.bank = door.table.clock.turn_comes(0)
        if seat.waiting_since is not None:
            seat.waiting_since, seat.due_at = door.now, due(seat.bank, door.now)
        if door.table.asleep_since is not None:
            door.wake()
        door.note("came_back", seat)
        door.store()
        return door.table


def agree_call_off(key: str, user: User, *, agrees: bool = True) -> Table:
    """Agree that the match be called off, unrated; it is with the agreement of the last of those
    who still play. (Nobody's leaving calls it off: they would escape a loss.)"""
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
            raise TooOften(_("You have changed your mind often today. Try again tomorrow."))
        seat.agrees_call_off = agrees
        people = [s for s in door.seats if s.is_played_by_person]
        door.note("call_off_yes" if agrees else "call_off_no", seat)
        if all(person.agrees_call_off for person in people):
            door.call_off()
        door.store()
        return door.table


# what programs do


def bot_turn(seat_id: int) -> bool:
    """Let the bot of a seat decide, then enter its turn; False where there was nothing to do.

    The bot thinks without the lock: if the table has changed meanwhile, its turn is thrown away
    and the next wake-up finds the seat again.
    """
    seat = Seat.objects.select_related("table").filter(pk=seat_id).first()
    if seat is None:
        return False
    table = seat.table
    if not (seat.bot and seat.waiting_since and table.is_running):
        return False
    try:
        match = load(table)
    except CannotLoad:
        look_again(table.key)
        return False
    try:
        moves = _choose(seat, match)
    except Exception:
        if look_again(table.key, thorough=True):
            return False
        raise
    with opened(table.key) as door:
        held = door.seats[seat.number]
        if door.table.version != table.version or held.bot != seat.bot:
            return False
        door.enter(held, moves, Move.By.BOT)
        door.store()
    return True


def time_out(seats: Sequence[int], now: datetime | None = None) -> int:
    """Play for seats whose time has run out, all in one transaction; return for how many.

    Seats whose time has not run out (any more) are left alone.
    """
    with transaction.atomic():
        changed, count = [], 0
        for door in opened_for(seats):
            door.now = now or door.now
            settled = door.settle()
            late = [seat for seat in door.seats if seat.pk in seats]
            done = [_time_out(door, seat) for seat in late]
            if settled or any(done):
                changed.append(door)
                count += sum(done)
        store(changed)
    return count


def _time_out(door: Door, seat: Seat) -> bool:
    if seat.bot or seat.due_at is None or seat.due_at > door.now:
        return False
    seat.timeouts += 1
    seat.bank = 0
    door.note("timed_out", seat)
    if seat.timeouts >= TIMEOUTS_UNTIL_BOT:
        door.hand_to_bot(seat, Seat.Left.TIMED_OUT)
    door.enter(seat, _policy(door.match, seat.number), Move.By.CLOCK)
    return True


def _policy(match: rules.Match, seat: int) -> Iterator[str]:
    """What the auto-play policy decides for a seat, until the seat owes nothing."""
    for _step in range(LONGEST_TURN):
        if seat not in match.actors:
            return
        yield match.auto_move(seat)


def _choose(seat: Seat, match: rules.Match) -> list[str]:
    """The turn of a bot, decision by decision, up to and with the first that reveals something.

    It plays on a match of its own; where it fails or thinks too long, the auto-play policy makes
    the rest. What follows a revealed card it decides when that card is in the match.
    """
    level = bots.levels(match.game.key).get(seat.bot)
    if level is None:
        logger.error("there is no bot %s of %s; the policy plays", seat.bot, match.game.key)
    bot: bots.Bot | None = level() if level else None
    rng = random.Random(f"{seat.pk} {seat.table.version} {settings.SECRET_KEY}")
    moves: list[str] = []
    reveals = match.reveals
    while seat.number in match.actors and match.reveals == reveals and len(moves) < LONGEST_TURN:
        try:
            move = bots.ask(bot, match, seat.number, rng) if bot else match.auto_move(seat.number)
        except Exception:
            logger.exception("bot %s of seat %s failed; the policy plays on", seat.bot, seat.pk)
            bot = None
            continue
        match.play(seat.number, move)
        moves.append(move)
    return moves


def call_off_asleep(key: str, now: datetime | None = None) -> bool:
    """Call off a table that has slept for so long that nobody is expected back."""
    with opened(key) as door:
        until = door.table.asleep_until
        if until is None or until > (now or door.now):
            return False
        door.call_off()
        door.store()
    return True
