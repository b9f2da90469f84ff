"""The door: the only place where a running match changes.

A person's click, the API, a bot, a deadline, a resignation all come through here, each in one
transaction that holds the table's row. Taking back is not known to the rules: the moves of a seat
are its draft until it confirms them, or until one of them reveals something.
"""

from __future__ import annotations

import json
import logging
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

import games.rules as rules

from . import bots, live, ratings
from .clocks import TIMEOUTS_UNTIL_BOT, Clock, due, spent
from .models import SNAPSHOT_EVERY, Message, Move, Seat, Snapshot, Table

if TYPE_CHECKING:
    from accounts.models import User

logger = logging.getLogger(__name__)
LONGEST_TURN = 400
NOTICE_DELAY = timedelta(seconds=90)
SEAT_FIELDS = [
    "bank",
    "bot",
    "left",
    "waiting_since",
    "due_at",
    "claimed_until",
    "notice_at",
    "timeouts",
    "draft",
    "draft_lost",
    "seen_move",
    "agrees_call_off",
    "rank",
    "total",
    "breakdown",
    "tiebreak",
]


class Refused(Exception):
    """A request that the door does not take; nothing has changed. `status` is the HTTP status."""

    status = 409
    code = "refused"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class StaleVersion(Refused):
    code = "stale_version"

    def __init__(self, given: int, current: int) -> None:
        super().__init__(
            _(
                "The table has moved on: this was meant for version %(given)d, it is now at "
                "version %(current)d. Nothing was played; look again and choose anew."
            )
            % {"given": given, "current": current}
        )
        self.current = current


class NotYourSeat(Refused):
    status = 403
    code = "not_your_seat"


class NotRunning(Refused):
    code = "not_running"


class NeedsWarning(Refused):
    """The move would be final, and this person asked to be warned first."""

    code = "reveals"


class BadMove(Refused):
    """The rules refuse the move; the message is their reason."""

    status = 422
    code = "illegal_move"

    def __init__(self, error: rules.IllegalMove, number: int = 1) -> None:
        super().__init__(error.reason)
        self.section = error.section
        self.number = number


@dataclass
class Door:
    """A table whose row is held, with its seats and its match."""

    table: Table
    seats: list[Seat]
    match: rules.Match
    now: datetime

    @property
    def clock(self) -> Clock:
        return clock_of(self.table)

    def seat_of(self, user: User) -> Seat:
        for seat in self.seats:
            if seat.user_id == user.pk and not seat.bot:
                return seat
        raise NotYourSeat(_("You do not play at this table."))


@dataclass
class Turn:
    """What a person has before their eyes: the stored match, or with their draft played on it."""

    table: Table
    seats: list[Seat]
    seat: Seat | None
    match: rules.Match
    shown: rules.Match
    draft_events: list[rules.Event]

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


def clock_of(table: Table) -> Clock:
    return Clock(table.clock_bank, table.clock_increment, table.clock_cap)


def load(table: Table) -> rules.Match:
    """The match of a table as stored (without its history)."""
    return rules.load(table.game, json.loads(table.state))


def stored(match: rules.Match) -> str:
    return json.dumps(match.dump(history=False), separators=(",", ":"))


# opening the door


def _hold(key: str) -> Table:
    """The table with its row locked until the transaction ends."""
    return Table.objects.select_for_update().get(key=key)


def _seats(table: Table) -> list[Seat]:
    seats = list(table.seat_set.select_related("user"))
    for seat in seats:
        seat.table = table
        seat.loaded = _values(seat)
    return seats


def _open(key: str) -> Door:
    table = _hold(key)
    if not table.is_running:
        raise NotRunning(
            _("This match is over: no more moves are possible.")
            if table.is_over
            else _("This table is not running.")
        )
    return Door(table, _seats(table), load(table), timezone.now())


def _check_version(door: Door, version: int) -> None:
    if version != door.table.version:
        raise StaleVersion(version, door.table.version)


# looking


def look(table: Table, user: Any = None) -> Turn:
    """What this person (None: a spectator) sees of a started table, own draft included."""
    seats = _seats(table)
    match = load(table)
    mine = user is not None and user.is_authenticated
    seat = next((s for s in seats if mine and s.user_id == user.pk), None)
    return turn_of(table, seats, match, seat)


def turn_of(table: Table, seats: list[Seat], match: rules.Match, seat: Seat | None) -> Turn:
    shown: rules.Match = match
    events: list[rules.Event] = []
    if seat is not None and seat.draft and not seat.bot and table.is_running:
        shown, events = _replay_draft(seat, match)
    return Turn(table, seats, seat, match, shown, events)


def _replay_draft(seat: Seat, match: rules.Match) -> tuple[rules.Match, list[rules.Event]]:
    """Play the draft on the stored match, as far as it still fits and reveals nothing."""
    shown: rules.Match = match.copy()
    events: list[rules.Event] = []
    for number, text in enumerate(seat.draft):
        trial = shown.copy()
        try:
            happened = trial.play(seat.number, text)
        except rules.IllegalMove:
            happened = None
        if happened is None or trial.reveals > match.reveals:
            seat.draft = seat.draft[:number]
            seat.draft_lost = True
            Seat.objects.filter(pk=seat.pk).update(draft=seat.draft, draft_lost=True)
            break
        shown = trial
        events += happened
    return shown, events


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
    with transaction.atomic():
        door = _open(key)
        seat = door.seat_of(user)
        new = list(texts)
        if _already_played(door, seat, version, new):
            return turn_of(door.table, door.seats, door.match, seat)
        _check_version(door, version)
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
            _enter(door, seat, moves, Move.By.PERSON)
        else:
            seat.draft = moves
            seat.draft_lost = False
            seat.save(update_fields=["draft", "draft_lost"])
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
    with transaction.atomic():
        door = _open(key)
        seat = door.seat_of(user)
        seat.draft = [] if everything else seat.draft[:-1]
        seat.save(update_fields=["draft"])
        return turn_of(door.table, door.seats, door.match, seat)


def confirm(key: str, user: User, version: int, moves: Sequence[str] | None = None) -> Turn:
    """Enter the draft, or a whole turn handed in as a list, into the match in one step."""
    with transaction.atomic():
        door = _open(key)
        seat = door.seat_of(user)
        turn = list(seat.draft if moves is None else moves)
        if _already_played(door, seat, version, turn):
            return turn_of(door.table, door.seats, door.match, seat)
        _check_version(door, version)
        if not turn:
            raise Refused(_("There is nothing to confirm: choose a move first."))
        if len(turn) > LONGEST_TURN:
            raise Refused(_("A turn has at most %(n)d moves.") % {"n": LONGEST_TURN})
        _enter(door, seat, turn, Move.By.PERSON)
        return turn_of(door.table, door.seats, door.match, seat)


def give_orders(key: str, user: User, orders: Sequence[str]) -> Turn:
    """Set the standing orders of a person's seat; a decision that they answer is made at once.

    Raises:
        Refused: an order that the game does not offer this seat now.
    """
    with transaction.atomic():
        door = _open(key)
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
            _enter(door, seat, [], Move.By.STANDING)
        seat.save(update_fields=["standing"])
        return turn_of(door.table, door.seats, door.match, seat)


def resign(key: str, user: User) -> Turn:
    """Hand the seat to a bot; it counts as lost."""
    with transaction.atomic():
        door = _open(key)
        seat = door.seat_of(user)
        _hand_to_bot(door, seat, Seat.Left.RESIGNED)
        _store_change(door)
        return turn_of(door.table, door.seats, door.match, seat)


def come_back(key: str, user: User) -> Turn:
    """Take the seat back that a bot plays since its person ran out of time."""
    with transaction.atomic():
        door = _open(key)
        seat = next((s for s in door.seats if s.user_id == user.pk), None)
        if seat is None or not seat.bot or seat.left != Seat.Left.TIMED_OUT:
            raise NotYourSeat(_("Only a person whom a bot replaced after time-outs can come back."))
        seat.bot, seat.left, seat.timeouts = "", Seat.Left.STAYED, 0
        seat.bank = door.clock.turn_comes(0)
        if seat.waiting_since is not None:
            seat.waiting_since, seat.due_at = door.now, due(seat.bank, door.now)
        _tell_table(door, "came_back", seat)
        _store_change(door)
        return turn_of(door.table, door.seats, door.match, seat)


def agree_call_off(key: str, user: User, *, agrees: bool = True) -> Table:
    """Agree that the match be called off, unrated; it is when all remaining people agree."""
    with transaction.atomic():
        door = _open(key)
        seat = door.seat_of(user)
        if seat.agrees_call_off == agrees:
            return door.table
        seat.agrees_call_off = agrees
        people = [s for s in door.seats if s.is_played_by_person]
        _tell_table(door, "call_off_yes" if agrees else "call_off_no", seat)
        if all(person.agrees_call_off for person in people):
            _call_off(door)
        _store_change(door)
        return door.table


# what programs do


def bot_turn(seat_id: int) -> bool:
    """Let the bot of a seat decide, then enter its turn; False where there was nothing to do.


    The bot thinks without the lock: if the table has changed meanwhile, its turn is thrown away
    and the next wake-up finds the seat again.
    """
    seat = Seat.objects.select_related("table").get(pk=seat_id)
    table = seat.table
    if not (seat.bot and seat.waiting_since and table.is_running):
        return False
    moves = _choose(seat, load(table))
    with transaction.atomic():
        door = _open(table.key)
        held = door.seats[seat.number]
        if door.table.version != table.version or held.bot != seat.bot:
            return False
        _enter(door, held, moves, Move.By.BOT)
    return True


def time_out(seat_id: int, now: datetime | None = None) -> bool:
    """Play for a seat whose time has run out; False where it has not (any more)."""
    key = Table.objects.filter(seat_set=seat_id).values_list("key", flat=True).get()
    with transaction.atomic():
        try:
            door = _open(key)
        except NotRunning:
            return False
        door.now = now or door.now
        seat = next(s for s in door.seats if s.pk == seat_id)
        if seat.bot or seat.due_at is None or seat.due_at > door.now:
            return False
        trial = door.match.copy()
        moves: list[str] = []
        while seat.number in trial.actors and len(moves) < LONGEST_TURN:
            moves.append(trial.auto_move(seat.number))
            trial.play(seat.number, moves[-1])
        seat.timeouts += 1
        seat.bank = 0
        _tell_table(door, "timed_out", seat)
        if seat.timeouts >= TIMEOUTS_UNTIL_BOT:
            _hand_to_bot(door, seat, Seat.Left.TIMED_OUT)
        _enter(door, seat, moves, Move.By.CLOCK)
    return True


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


# inside the door


def _already_played(door: Door, seat: Seat, version: int, turn: list[str]) -> bool:
    """Whether this very request has been carried out before (an answer was lost on its way)."""
    if version >= door.table.version or not turn:
        return False
    entered = door.table.moves.filter(version=version + 1, seat=seat.number, by=Move.By.PERSON)
    texts = list(entered.values_list("text", flat=True))
    return texts[-len(turn) :] == turn


def _enter(door: Door, seat: Seat, texts: list[str], by: str) -> None:
    """Play moves of one seat, and what standing orders answer, and store all that follows."""
    table, match = door.table, door.match
    rows = []
    for number, text in enumerate(texts, 1):
        try:
            rows.append(_played(door, seat, text, by, table.move_count + number))
        except rules.IllegalMove as error:
            raise BadMove(error, number) from error
    for other, text in _standing_answers(door):
        number = table.move_count + len(rows) + 1
        rows.append(_played(door, other, text, Move.By.STANDING, number))
    before = table.move_count
    table.move_count += len(rows)
    table.state = stored(match)
    Move.objects.bulk_create(rows)
    if table.move_count // SNAPSHOT_EVERY > before // SNAPSHOT_EVERY:
        Snapshot.objects.create(table=table, after=table.move_count, state=table.state)
    if by == Move.By.PERSON:
        seat.timeouts = 0
        seat.seen_move = table.move_count
    seat.draft = []
    seat.draft_lost = False
    set_clocks(door, seat)
    if match.over:
        _finish(door)
    _store_change(door)


def _played(door: Door, seat: Seat, text: str, by: str, number: int) -> Move:
    """Play one move; return its row of the journal, not yet stored."""
    chance = door.match.chance
    assert isinstance(chance, rules.FairChance)
    events = door.match.play(seat.number, text)
    outcomes, chance.outcomes = chance.outcomes, {}
    return Move(
        table=door.table,
        number=number,
        seat=seat.number,
        text=text,
        by=by,
        version=door.table.version + 1,
        at=door.now,
        events=journal_events(events),
        outcomes=outcomes,
    )


def _standing_answers(door: Door) -> Iterator[tuple[Seat, str]]:
    """Moves that seats have ordered beforehand, for as long as there are any."""
    ordered = [seat for seat in door.seats if seat.standing and seat.is_played_by_person]
    for _step in range(LONGEST_TURN):
        answers = (
            (seat, move)
            for seat in ordered
            if seat.number in door.match.actors
            and (move := door.match.obey(seat.number, seat.standing)) is not None
        )
        answer = next(answers, None)
        if answer is None:
            return
        yield answer


def journal_events(events: list[rules.Event]) -> list[list[Any]]:
    return [[event.kind, event.seat, event.data, event.audience] for event in events]


def set_clocks(door: Door, mover: Seat | None) -> None:
    """Stop the clocks of seats that owe nothing any more, start those that owe something now."""
    clock = door.clock
    for seat in door.seats:
        acts = seat.number in door.match.actors
        if seat.waiting_since is not None and (not acts or seat is mover):
            if seat.due_at is not None and not seat.bot:
                seat.bank = spent(seat.bank, seat.waiting_since, door.now)
            if acts:
                seat.bank = clock.turn_goes_on(seat.bank)
            seat.waiting_since = seat.notice_at = None
        elif acts and seat.waiting_since is None and seat is not mover:
            seat.bank = clock.turn_comes(seat.bank)
        if acts and seat.waiting_since is None:
            seat.waiting_since = door.now
            seat.due_at = door.now if seat.bot else due(seat.bank, door.now)
            seat.claimed_until = None
            if _wants_mail(seat, clock) and seat is not mover:
                seat.notice_at = door.now + NOTICE_DELAY
        elif not acts:
            seat.due_at = seat.claimed_until = None


def _wants_mail(seat: Seat, clock: Clock) -> bool:
    return seat.user is not None and not seat.bot and seat.user.mail_turn and not clock.is_live


def _hand_to_bot(door: Door, seat: Seat, why: Seat.Left) -> None:
    levels = list(bots.levels(door.table.game))
    seat.bot = "heuristic" if "heuristic" in levels else levels[-1]
    seat.left = why
    seat.draft = []
    if seat.waiting_since is not None:
        seat.due_at = door.now
    _tell_table(door, "bot_took_over", seat, why=str(why.value))


def _finish(door: Door) -> None:
    """The match is over: results, ratings, nothing waits any more."""
    table = door.table
    table.status = Table.Status.FINISHED
    table.ended_at = door.now
    for seat, score in zip(door.seats, door.match.scores(), strict=True):
        seat.rank, seat.total = score.rank, score.total
        seat.breakdown, seat.tiebreak = dict(score.breakdown), list(score.tiebreak)
    ratings.book(table, door.seats)


def _call_off(door: Door) -> None:
    door.table.status = Table.Status.CALLED_OFF
    door.table.ended_at = door.now
    for seat in door.seats:
        seat.waiting_since = seat.due_at = seat.claimed_until = None
        seat.draft = []
    _tell_table(door, "called_off", None)


def _tell_table(door: Door, notice: str, seat: Seat | None, **data: Any) -> None:
    """Note in the log something that the rules know nothing of."""
    Message.objects.create(
        table=door.table,
        notice=notice,
        data={"seat": None if seat is None else seat.number, **data},
        after_move=door.table.move_count,
        at=door.now,
    )


def _store_change(door: Door) -> None:
    """Write table and seats with the next version; after the commit, tell and wake."""
    table = door.table
    table.version += 1
    table.changed_at = door.now
    table.save(update_fields=["version", "move_count", "state", "status", "changed_at", "ended_at"])
    _store_seats(door.seats)
    tell_and_wake(table, door.seats)


def _store_seats(seats: list[Seat]) -> None:
    """Write what changed of the seats, in one statement."""
    changed = [seat for seat in seats if _values(seat) != seat.loaded]
    fields = {
        name
        for seat in changed
        for name, old, new in zip(SEAT_FIELDS, seat.loaded, _values(seat), strict=True)
        if old != new
    }
    if changed:
        Seat.objects.bulk_update(changed, sorted(fields))


def _values(seat: Seat) -> tuple[Any, ...]:
    return tuple(getattr(seat, name) for name in SEAT_FIELDS)


def tell_and_wake(table: Table, seats: list[Seat]) -> None:
    """After the commit: tell the pages, and wake the bots that are to move."""
    from . import tasks

    people = [seat.user_id for seat in seats if seat.is_played_by_person and seat.user_id]
    live.table_changed(table.key, table.version, people)
    for seat in seats:
        if table.is_running and seat.bot and seat.waiting_since is not None:
            tasks.wake_bot(seat.pk)
