"""The door: the only place where a running match changes.

A person's click, the API, a bot, a deadline, a resignation all come through here, each in one
transaction that holds the table's row. Taking back is not known to the rules: the moves of a seat
are its draft until it confirms them, or until one of them reveals something.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

import games.rules as rules
from portal import rows

from . import bots
from .access import eyes
from .clocks import TIMEOUTS_UNTIL_BOT, due
from .door import (
    LONGEST_TURN,
    BadMove,
    Door,
    NeedsWarning,
    NotRunning,
    NotYourSeat,
    Refused,
    StaleVersion,
    load,
    opened,
    opened_for,
    seats_of,
    store,
    stored,
)
from .models import Move, Seat, Table

if TYPE_CHECKING:
    from accounts.models import User

__all__ = [
    "BadMove",
    "NeedsWarning",
    "NotRunning",
    "NotYourSeat",
    "Refused",
    "StaleVersion",
    "Turn",
    "agree_call_off",
    "bot_turn",
    "come_back",
    "confirm",
    "draft",
    "give_orders",
    "load",
    "look",
    "resign",
    "stored",
    "time_out",
    "turn_of",
    "undo",
]

logger = logging.getLogger(__name__)


@dataclass
class Turn:
    """What a person has before their eyes: the stored match, or with their draft played on it."""

    table: Table
    seats: list[Seat]
    seat: Seat | None
    match: rules.Match
    shown: rules.Match

    @property
    def draft(self) -> list[str]:
        return self.seat.draft if self.seat else []

    @property
    def must_confirm(self) -> bool:
        """The draft has come to an end: nothing is left but to confirm it or to take it back."""
        return bool(self.draft) and self.seat is not None and self._number not in self.shown.actors

    @property
    def _number(self) -> int:
        assert self.seat is not None
        return self.seat.number

    def legal_moves(self) -> list[str]:
        """The moves that this person may add to the draft now."""
        if self.seat is None or self.seat.bot or not self.table.is_running:
            return []
        if self.must_confirm:
            return []
        return self.shown.legal_moves(self._number)


# looking


def look(table: Table, user: Any = None) -> Turn:
    """What this person (None: a spectator) sees of a started table, own draft included."""
    seats = seats_of(table)
    match = load(table)
    mine = user is not None and user.is_authenticated
    seat = next((s for s in seats if mine and s.user_id == user.pk), None)
    return turn_of(table, seats, match, seat)


def turn_of(table: Table, seats: list[Seat], match: rules.Match, seat: Seat | None) -> Turn:
    shown: rules.Match = match
    seat = eyes(seat)
    if seat is not None and seat.draft and not seat.bot and table.is_running:
        shown = _replay_draft(seat, match)
    return Turn(table, seats, seat, match, shown)


def _replay_draft(seat: Seat, match: rules.Match) -> rules.Match:
    """Play the draft on the stored match, as far as it still fits and reveals nothing."""
    shown: rules.Match = match.copy()
    for number, text in enumerate(seat.draft):
        trial = shown.copy()
        try:
            trial.play(seat.number, text)
            fits = trial.reveals <= match.reveals
        except rules.IllegalMove:
            fits = False
        if not fits:
            seat.draft = seat.draft[:number]
            seat.draft_lost = True
            rows.write([seat], ("draft", "draft_lost"))
            break
        shown = trial
    return shown


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

    A move that reveals something is committed at once, with everything drafted before it. So is a
    move that hands the decision over, where the person asked not to be asked.

    Raises:
        Refused: nothing has changed.
    """
    with opened(key) as door:
        seat = door.seat_of(user)
        new = list(texts)
        if _already_played(door, seat, version, new):
            return turn_of(door.table, door.seats, door.match, seat)
        door.check_version(version)
        if new and seat.draft[step : step + len(new)] == new:
            return turn_of(door.table, door.seats, door.match, seat)
        if step != len(seat.draft):
            raise Refused(_("Your draft has changed on another page. Look again and choose anew."))
        moves = [*seat.draft, *new]
        trial, final = _try(door.match, seat, moves)
        if final and user.warn_reveal and not sure:
            raise NeedsWarning(
                _("This move shows something new, so it cannot be taken back. Play it?")
            )
        if final or (seat.number not in trial.actors and not user.confirm_turn):
            door.enter(seat, moves, Move.By.PERSON)
            door.store()
        else:
            door.keep_draft(seat, moves)
        return turn_of(door.table, door.seats, door.match, seat)


def _try(match: rules.Match, seat: Seat, moves: Sequence[str]) -> tuple[rules.Match, bool]:
    """Play moves on a copy; return it, and whether anything was revealed on the way."""
    trial = match.copy()
    for number, move in enumerate(moves, 1):
        try:
            trial.play(seat.number, move)
        except rules.IllegalMove as error:
            raise BadMove(error, number) from error
    return trial, trial.reveals > match.reveals


def undo(key: str, user: User, *, everything: bool = False) -> Turn:
    """Take back the last drafted move, or the whole draft."""
    with opened(key) as door:
        seat = door.seat_of(user)
        door.keep_draft(seat, [] if everything else seat.draft[:-1])
        return turn_of(door.table, door.seats, door.match, seat)


def confirm(key: str, user: User, version: int, moves: Sequence[str] | None = None) -> Turn:
    """Enter the draft, or a whole turn handed in as a list, into the match in one step."""
    with opened(key) as door:
        seat = door.seat_of(user)
        turn = list(seat.draft if moves is None else moves)
        if _already_played(door, seat, version, turn):
            return turn_of(door.table, door.seats, door.match, seat)
        door.check_version(version)
        if not turn:
            raise Refused(_("There is nothing to confirm: choose a move first."))
        if len(turn) > LONGEST_TURN:
            raise Refused(_("A turn has at most %(n)d moves.") % {"n": LONGEST_TURN})
        door.enter(seat, turn, Move.By.PERSON)
        door.store()
        return turn_of(door.table, door.seats, door.match, seat)


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
    """Hand the seat to a bot; it counts as lost."""
    with opened(key) as door:
        seat = door.seat_of(user)
        door.hand_to_bot(seat, Seat.Left.RESIGNED)
        door.store()
        return turn_of(door.table, door.seats, door.match, seat)


def come_back(key: str, user: User) -> Turn:
    """Take the seat back that a bot plays since its person ran out of time."""
    with opened(key) as door:
        seat = next((s for s in door.seats if s.user_id == user.pk), None)
        if seat is None or not seat.bot or seat.left != Seat.Left.TIMED_OUT:
            raise NotYourSeat(_("Only a person whom a bot replaced after time-outs can come back."))
        seat.bot, seat.left, seat.timeouts = "", Seat.Left.STAYED, 0
        seat.bank = door.table.clock.turn_comes(0)
        if seat.waiting_since is not None:
            seat.waiting_since, seat.due_at = door.now, due(seat.bank, door.now)
        door.note("came_back", seat)
        door.store()
        return turn_of(door.table, door.seats, door.match, seat)


def agree_call_off(key: str, user: User, *, agrees: bool = True) -> Table:
    """Agree that the match be called off, unrated; it is when all remaining people agree."""
    with opened(key) as door:
        seat = door.seat_of(user)
        if seat.agrees_call_off == agrees:
            return door.table
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
    moves = _choose(seat, load(table))
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
            late = [seat for seat in door.seats if seat.pk in seats]
            done = [_time_out(door, seat) for seat in late]
            if any(done):
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
    """The whole turn of a bot, decision by decision, on a match of its own.

    Where a bot fails or thinks too long, the auto-play policy makes the rest of its turn.
    """
    bot: bots.Bot | None = bots.levels(match.game.key)[seat.bot]()
    rng = random.Random(f"{seat.pk} {seat.table.version} {settings.SECRET_KEY}")
    moves: list[str] = []
    while seat.number in match.actors and len(moves) < LONGEST_TURN:
        try:
            move = bots.ask(bot, match, seat.number, rng) if bot else match.auto_move(seat.number)
        except Exception:
            logger.exception("bot %s of seat %s failed; the policy plays on", seat.bot, seat.pk)
            bot = None
            continue
        match.play(seat.number, move)
        moves.append(move)
    return moves


def _already_played(door: Door, seat: Seat, version: int, turn: list[str]) -> bool:
    """Whether this very request has been carried out before (an answer was lost on its way)."""
    if version >= door.table.version or not turn:
        return False
    entered = door.table.moves.filter(version=version + 1, seat=seat.number, by=Move.By.PERSON)
    texts = list(entered.values_list("text", flat=True))
    return texts[-len(turn) :] == turn
