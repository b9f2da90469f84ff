"""A table behind the door: its row held, its match loaded, and everything a change writes.

A `Door` collects what a change does to its table; nothing is written before `store`, which writes
it all in as few statements as there are kinds of rows, however many tables change. Who may do what
is for `games.table.play` to say.
"""

from __future__ import annotations

import contextlib
import json
import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db import DatabaseError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

import games.rules as rules
from portal.quick import rows

from .. import bots
from ..boards import presenter, told
from ..boards.wording import listed
from ..models import SNAPSHOT_EVERY, Message, Move, Notice, Seat, Snapshot, Table
from ..outbox import writing
from ..ratings import elo, incidents, ledger, share
from ..rulebook.notes import address_of, course_of
from . import decisions, journal, live, obeying, vacations, waits, waking

if TYPE_CHECKING:
    from accounts.models import User

LONGEST_TURN = 400
TABLE_FIELDS = (
    "version",
    "revealed_version",
    "move_count",
    "state",
    "status",
    "changed_at",
    "ended_at",
    "booked_by",
    "asleep_since",
    "held_since",
    "held_because",
)
SEAT_FIELDS = (
    "bank",
    "bot",
    "left",
    "waiting_since",
    "waiting_version",
    "due_at",
    "pauses",
    "vacation_used",
    "claimed_until",
    "timeouts",
    "draft",
    "standing",
    "orders",
    "seen_move",
    "decision_moves",
    "decision_reopened",
    "agrees_call_off",
    "idle",
    "rank",
    "total",
    "breakdown",
    "tiebreak",
)

logger = logging.getLogger(__name__)


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
    """The rules refuse the move; the message is their reason, in the words of the page.

    Attributes:
        why: the reason itself; `section` of the rules says so.
        number: which of the moves handed in it was, from 1.
    """

    status = 422
    code = "illegal_move"

    def __init__(
        self, error: rules.IllegalMove, number: int, table: Table, names: Sequence[str]
    ) -> None:
        super().__init__(told(error.why, table.game, names))
        self.why = error.why
        self.section = error.section or course_of(table.game)
        self.game = table.game
        self.number = number

    @property
    def url(self) -> str:
        """The address of the paragraph that says so; "" where the title has no such one."""
        return address_of(self.game, self.section)

    @property
    def reason(self) -> dict[str, Any]:
        """The reason for programs."""
        return self.why.data()


class TooLong(Refused):
    """A decision in which a person has moved or reopened too often without ending it."""

    code = "decision_too_long"


class CannotLoad(Refused):
    """The match of this table cannot be read by what is installed here.

    Nothing is wrong with the request, and nothing with the site as a whole: it is the table that is
    not in a state for this (409), as before its start or after its end. `why` says what is missing.
    """

    code = "cannot_be_loaded"

    def __init__(self, table: Table, why: rules.RecordError) -> None:
        super().__init__(missing(table, why))
        self.why = why


def missing(table: Table, why: rules.RecordError) -> str:
    """What is missing for a table's match to be loaded, as a sentence."""
    told: dict[str, Any] = {"game": presenter(table.game).name()}
    match why:
        case rules.UnknownVersion():
            told |= {"version": why.version, "known": listed(why.known)}
            sentence = _(
                "This match is played by version %(version)s of the rules of %(game)s, which is "
                "not known here; known: %(known)s."
            )
        case rules.MissingTitle():
            sentence = _("The game of this match, %(game)s, is not installed here.")
        case rules.BrokenTitle():
            sentence = _("The game of this match, %(game)s, is here but cannot be started.")
        case _unreadable:
            sentence = _("What is stored of this match of %(game)s is broken and cannot be read.")
    return sentence % told


def unplayable(table: Table) -> CannotLoad | None:
    """Why no match of this table's game can be begun here; None where it can."""
    try:
        rules.playable(table.game)
    except rules.RecordError as error:
        return CannotLoad(table, error)
    return None


# reading


TABLE = rows.Prepared(lambda key: Table.objects.filter(key=key))
HELD = rows.Prepared(lambda key: Table.objects.select_for_update().filter(key=key))
SEATS = rows.Prepared(
    lambda table: Seat.objects.filter(table=table).select_related("user"), related="user"
)


def load(table: Table) -> rules.Match:
    """The match of a table as stored (without its history).

    Raises:
        CannotLoad: what is installed here cannot read it.
    """
    try:
        return journal.current(table)
    except rules.RecordError as error:
        raise CannotLoad(table, error) from error


@contextlib.contextmanager
def asking(table: Table) -> Iterator[None]:
    """While the rules are asked about a stored match: where they fail, it cannot be read.

    Raises:
        CannotLoad: they failed.
    """
    try:
        yield
    except Refused:
        raise
    except rules.RecordError as error:
        raise CannotLoad(table, error) from error
    except Exception as error:
        logger.exception("the rules of %s fail at table %s", table.game, table.key)
        raise CannotLoad(table, rules.BrokenState(table.game, error)) from error


def attempt(table: Table, *, thorough: bool = False) -> rules.Match | CannotLoad:
    """The match of a table, or why it cannot be loaded.

    `thorough`: whether it must also answer what pages and deadlines ask, as it must where a table
    is on hold because its state is broken.
    """
    try:
        match = load(table)
        if thorough or table.held_because == Table.Held.STATE:
            _ask(match)
    except CannotLoad as error:
        return error
    except Exception as error:
        return CannotLoad(table, rules.BrokenState(table.game, error))
    return match


def _ask(match: rules.Match) -> None:
    for seat in (None, *range(match.seats)):
        match.view(seat)
    for seat in match.actors:
        match.legal_moves(seat)
        match.auto_move(seat)


def stored(match: rules.Match) -> str:
    return json.dumps(match.dump(history=False), separators=(",", ":"))


def seats_of(table: Table) -> list[Seat]:
    """The seats of a table in their order, with their people."""
    return _seated(SEATS.all(table.pk), {table.pk: table})


def _seated(seats: list[Seat], tables: dict[int, Table]) -> list[Seat]:
    for seat in seats:
        seat.table = tables[seat.table_id]
        seat.loaded = _values(seat)
    return seats


def _values(seat: Seat) -> tuple[Any, ...]:
    return tuple(getattr(seat, name) for name in SEAT_FIELDS)


# changing


@dataclass
class Door:
    """A table whose row is held, with its seats, its match, and what there is to write of it.

    A match that cannot be loaded (`read` says why) matters to those only who ask for it.
    """

    table: Table
    seats: list[Seat]
    read: rules.Match | CannotLoad
    now: datetime
    moves: list[Move] = field(default_factory=list)
    snapshots: list[Snapshot] = field(default_factory=list)
    notices: list[Message] = field(default_factory=list)
    told: list[Notice] = field(default_factory=list)
    obeyed: set[int] = field(default_factory=set)  # seats that orders have answered for
    unchanged: set[int] = field(default_factory=set)  # seats whose moves left them their decision

    @property
    def match(self) -> rules.Match:
        """The match.

        Raises:
            CannotLoad: it cannot be read.
        """
        if isinstance(self.read, CannotLoad):
            raise self.read
        return self.read

    @property
    def problem(self) -> CannotLoad | None:
        """Why the match cannot be read."""
        return self.read if isinstance(self.read, CannotLoad) else None

    @property
    def is_readable(self) -> bool:
        return self.problem is None

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    def bad_move(self, error: rules.IllegalMove, number: int) -> BadMove:
        return BadMove(error, number, self.table, self.names)

    def seat_of(self, user: User) -> Seat:
        for seat in self.seats:
            if seat.user_id == user.pk and not seat.bot:
                return seat
        raise NotYourSeat(_("You do not play at this table."))

    def check_version(self, version: int, seat: Seat) -> None:
        """Whether what this seat saw at a version still holds for its decision.

        It does while the seat has owed this decision ever since and nothing was revealed: what
        others have decided at the same moment does not matter to it, and its own list says
        whether the move still is possible.

        Raises:
            StaleVersion: it does not.
        """
        if version == self.table.version:
            return
        since = seat.waiting_version if seat.number in self.match.actors else None
        if since is None or not (
            max(since, self.table.revealed_version) <= version < self.table.version
        ):
            raise StaleVersion(version, self.table.version)

    def enter(self, seat: Seat, texts: Iterable[str], by: str) -> None:
        """Play moves of one seat, then what orders answer; clocks and results follow.

        `texts` may be decided move by move, by a generator that looks at the match.

        Raises:
            BadMove: the rules refuse one.
            TooLong: a person has moved too often in one decision.
        """
        table, match = self.table, self.match
        before, reveals = table.move_count, match.reveals
        self.unchanged = set()
        if by in (Move.By.PERSON, Move.By.STANDING):
            self._decide(seat, texts, by)
        else:
            self._play_all(seat, texts, by)
            self._obey()
        table.state = stored(match)
        if match.reveals > reveals:
            table.revealed_version = table.version + 1
        if table.move_count // SNAPSHOT_EVERY > before // SNAPSHOT_EVERY:
            self.snapshots.append(Snapshot(table=table, after=table.move_count, state=table.state))
        if by == Move.By.PERSON:
            vacations.is_back(seat)
            seat.timeouts = 0
            seat.seen_move = table.move_count
        self.set_clocks(seat, table.version + 1)
        if match.over:
            self._finish()

    def _decide(self, seat: Seat, texts: Iterable[str], by: str) -> None:
        """Play moves of a person, then what orders answer; note whether that has decided a thing.

        A clock that has run out begins anew whatever its seat is asked, so others need no note.
        """
        match, reopened = self.match, seat.decision_reopened
        asked, reveals = decisions.of(match, seat.number), match.reveals

        def stays() -> bool:
            return match.reveals == reveals and decisions.goes_on(asked, match, seat.number)

        self._play_all(seat, texts, by)
        is_same = stays()
        if by == Move.By.PERSON:
            why = decisions.excess(seat, stays=is_same, reopened=seat.decision_reopened > reopened)
            if why:
                raise TooLong(why)
        answered = self._obey()
        if is_same and (not answered or (answered == {seat.number} and stays())):
            self.unchanged.add(seat.number)

    def _play_all(self, seat: Seat, texts: Iterable[str], by: str) -> None:
        for number, text in enumerate(texts, 1):
            try:
                self._play(seat, text, by)
            except rules.IllegalMove as error:
                raise self.bad_move(error, number) from error
        seat.draft = []  # orders do not answer for whoever is deciding

    def _obey(self) -> set[int]:
        """Play what orders answer; returns for whom."""
        answered = set()
        for other, text in obeying.answers(self):
            self._play(other, text, Move.By.STANDING)
            answered.add(other.number)
        self.obeyed |= answered
        return answered

    def _play(self, seat: Seat, text: str, by: str) -> None:
        """Play one move and note it in the journal."""
        decisions.count(seat, reopens=seat.number not in self.match.actors)
        chance = self.match.chance
        assert isinstance(chance, rules.FairChance)
        events = self.match.play(seat.number, text)
        outcomes, chance.outcomes = chance.outcomes, {}
        self.table.move_count += 1
        self.moves.append(
            Move(  # without the table itself: journals are kept longer than states
                table_id=self.table.pk,
                number=self.table.move_count,
                seat=seat.number,
                text=text,
                by=by,
                version=self.table.version + 1,
                at=self.now,
                events=journal_events(events, self.match.rules_version),
                outcomes=outcomes,
            )
        )

    def set_clocks(self, mover: Seat | None, version: int) -> None:
        """Stop the clocks of seats that owe nothing any more, start those that owe something.

        `version` is the one with which the table will show it.
        """
        clock, actors = self.table.clock, self.match.actors
        asked = []
        for seat in self.seats:
            acts = seat.number in actors
            moved = seat is mover or seat.number in self.obeyed
            if seat.waiting_since is not None and acts and seat.number in self.unchanged:
                seat.waiting_version = version  # its clock runs on
            elif seat.waiting_since is not None and (not acts or moved):
                if seat.due_at is not None and not seat.bot:
                    waits.stop(seat, self.now)
                if acts:
                    seat.bank = clock.turn_goes_on(seat.bank)
                seat.waiting_since = None
            elif acts and seat.waiting_since is None and seat is not mover:
                seat.bank = clock.turn_comes(seat.bank)
            if acts and seat.waiting_since is None:
                waits.begin(seat, self.table, self.now)
                seat.waiting_version = version
                if seat.number not in self.unchanged:
                    decisions.forget(seat)
                if seat is not mover:
                    asked.append(seat)
                    self.told += writing.of_wait(seat, self.table, self.now)
            elif not acts:
                waits.forget(seat)
        self.told += writing.of_table("turn", self.table, self.now, version, *asked)

    def hand_to_bot(self, seat: Seat, why: Seat.Left) -> None:
        """A bot plays on for a person; `why` says what became of them."""
        seat.bot = bots.stand_in(self.table.game)
        seat.left = why
        seat.draft = []
        if seat.waiting_since is not None:
            seat.due_at = self.now
        self.note("bot_took_over", seat, why=str(why.value))
        if why == Seat.Left.TIMED_OUT:
            self.tell("replaced", seat)

    def _finish(self) -> None:
        """The match is over: results, ratings, nothing waits any more."""
        table = self.table
        table.status = Table.Status.FINISHED
        table.ended_at = self.now
        for seat, score in zip(self.seats, self.match.scores(), strict=True):
            seat.rank, seat.total = score.rank, score.total
            seat.breakdown, seat.tiebreak = dict(score.breakdown), list(score.tiebreak)
        self._tell_results()

    def call_off(self) -> None:
        """The match ends here and does not count."""
        self.table.status = Table.Status.CALLED_OFF
        self.table.ended_at = self.now
        self.table.held_since, self.table.held_because = None, ""
        self._stop_clocks()
        incidents.release(self.seats)
        self.note("called_off", None)
        for seat in self.seats:
            if seat.has_person:
                self.tell("over", seat, called_off=True)
        self.told += writing.of_table("over", self.table, self.now, self.table.version + 1)

    def give_up(self, seat: Seat) -> None:
        """A person leaves for good: a bot plays on, or the match ends if nobody else is left.

        The last person has stayed the longest and loses to nobody; whoever left before has lost
        to them. A match that is not rated has nothing to book and is called off, and so is one
        that cannot be loaded: it has no points.
        """
        if any(other.has_person for other in self.seats if other is not seat):
            self.hand_to_bot(seat, Seat.Left.RESIGNED)
        elif self.table.rated and self.is_readable:
            self._end_by(seat)
        else:
            self.call_off()

    def _end_by(self, last: Seat) -> None:
        """The last person ends a rated match before its time."""
        table = self.table
        table.status = Table.Status.FINISHED
        table.ended_at = self.now
        self._stop_clocks()
        for seat, score in zip(self.seats, self.match.scores(), strict=True):
            seat.rank = 1 if seat is last else 2
            seat.total, seat.breakdown = score.total, dict(score.breakdown)
        self.note("ended_by_last", last)
        self._tell_results()

    def _tell_results(self) -> None:
        """Book the ratings of a match that is over, and tell everybody how it ended for them."""
        self.table.booked_by = elo.RULES
        own, least = share.own_moves(self.table, self.moves), share.least(self.table)
        for seat in self.seats:
            seat.idle = seat.user_id is not None and own[seat.number] < least
        changes = {change.user_id: change for change in ledger.book(self.table, self.seats)}
        for seat in self.seats:
            change = changes.get(seat.user_id or 0)
            rated = {} if change is None else {"delta": str(change.delta), "to": str(change.after)}
            self.tell("over", seat, rank=seat.rank, total=seat.total, of=len(self.seats), **rated)
        self.told += writing.of_table("over", self.table, self.now, self.table.version + 1)

    def rest(self) -> None:
        """Where nobody plays any more: sleep while somebody may come back, or call it off."""
        table = self.table
        if not table.is_running or any(seat.is_played_by_person for seat in self.seats):
            return
        if not any(seat.may_come_back for seat in self.seats):
            self.call_off()
        elif table.asleep_since is None:
            table.asleep_since = self.now
            self._stop_clocks()
            self.told = [row for row in self.told if row.event != "replaced"]
            for seat in self.seats:
                if seat.may_come_back:
                    self.tell("asleep", seat)
            self.note("fell_asleep", None)

    def wake(self) -> None:
        """Somebody is back at a table that slept: whoever owes a decision is waited for again."""
        self.table.asleep_since = None
        for seat in self._start_clocks():
            seat.waiting_version = self.table.version + 1

    def _start_clocks(self) -> list[Seat]:
        """Wait again for whoever owes a decision, where nobody was waited for; returns them."""
        if not self.is_readable:
            return []
        acting = [seat for seat in self.seats if seat.number in self.match.actors]
        for seat in acting:
            waits.begin(seat, self.table, self.now)
        return acting

    def settle(self) -> bool:
        """Put the table on hold if its match cannot be loaded, let it go on if it can again.

        Returns:
            Whether that has changed anything.
        """
        if self.is_readable == (self.table.held_since is None):
            return False
        if self.is_readable:
            self._go_on()
        else:
            self._hold()
        return True

    def _hold(self) -> None:
        """Until the match can be loaded, nobody is waited for and nobody loses time.

        Drafts stay. Whose time was up when this was found has the time of one turn: the clock ran
        while they could not move.
        """
        assert self.problem is not None
        table, why = self.table, self.problem.why
        table.held_since, table.held_because = self.now, why.code
        writing.forget_waits(table)
        for seat in self.seats:
            if seat.waiting_since is None:
                continue
            if not seat.bot:
                waits.stop(seat, self.now)
                seat.bank = seat.bank or table.clock.turn_goes_on(0)
            waits.forget(seat)
        self.note("held", None, why=why.code)
        transaction.on_commit(
            lambda: logger.error("table %s is on hold, %s: %s", table.key, why.code, why)
        )

    def _go_on(self) -> None:
        """Clocks run with what everybody had left."""
        table = self.table
        table.held_since, table.held_because = None, ""
        if table.asleep_since is None:
            asked = self._start_clocks()
            for seat in asked:
                self.told += writing.of_wait(seat, table, self.now, again=table.version + 1)
            self.told += writing.of_table("turn", table, self.now, table.version + 1, *asked)
        self.note("goes_on", None)
        transaction.on_commit(lambda: logger.info("table %s goes on", table.key))

    def _stop_clocks(self) -> None:
        for seat in self.seats:
            waits.forget(seat)
            seat.draft = []

    def note(self, notice: str, seat: Seat | None, **data: Any) -> None:
        """Note in the log something that the rules know nothing of."""
        self.notices.append(
            Message(
                table_id=self.table.pk,
                notice=notice,
                data={"seat": None if seat is None else seat.number, **data},
                after_move=self.table.move_count,
                at=self.now,
            )
        )

    def tell(self, event: str, seat: Seat, **data: Any) -> None:
        """Tell the person of a seat of something, as they wish to be told."""
        if seat.user is not None:
            version = self.table.version + 1
            self.told += writing.notices(
                seat.user, event, self.table, version, self.now, seat=seat.number, **data
            )

    def keep_draft(self, seat: Seat, texts: list[str]) -> None:
        """What a seat has drafted is nobody else's business: the table's version stays."""
        seat.draft = texts
        rows.write([seat], ("draft",))

    def store(self) -> None:
        store([self])


def journal_events(events: list[rules.Event], rules_version: int) -> list[list[Any]]:
    """What the journal keeps of events: `rules.StoredEvent.of` reads it."""
    return [[*event, rules_version] for event in events]


# opening and storing


@contextlib.contextmanager
def opened(key: str, *, thorough: bool = False) -> Iterator[Door]:
    """The door of a running table, in a transaction that holds its row.

    A table whose match cannot be loaded is on hold from now on, and one that can be loaded again
    goes on, whatever else the caller does there. Where the caller fails, the match is looked at
    more closely, and the table put on hold if that is what it failed at.

    Raises:
        Table.DoesNotExist: there is no such table.
        NotRunning: it has not started, or it is over.
        CannotLoad: the caller has asked for a match that cannot be read.
    """
    try:
        with transaction.atomic():
            table = HELD.get(key)
            if not table.is_running:
                raise NotRunning(
                    _("This match is over: no more moves are possible.")
                    if table.is_over
                    else _("This table is not running.")
                )
            door = Door(table, seats_of(table), attempt(table, thorough=thorough), timezone.now())
            if door.settle():
                door.store()
                door = Door(table, seats_of(table), door.read, door.now)
            version = table.version
            yield door
            transaction.on_commit(
                lambda: journal.went_on(table, version, door.moves, door.notices), robust=True
            )
    except CannotLoad:
        with contextlib.suppress(NotRunning):
            look_again(key)  # that it is on hold was undone with everything else
        raise
    except (Refused, Table.DoesNotExist, DatabaseError):
        raise
    except Exception as error:
        problem = None if thorough else _problem(key)
        if problem is None:
            raise
        raise problem from error


def _problem(key: str) -> CannotLoad | None:
    with contextlib.suppress(NotRunning):
        return look_again(key, thorough=True)
    return None


def look_again(key: str, *, thorough: bool = False) -> CannotLoad | None:
    """Put a running table on hold if its match cannot be loaded, let it go on if it can.

    Returns:
        Why it is on hold; None where it is not.

    Raises:
        NotRunning: there is nothing to hold.
    """
    with opened(key, thorough=thorough) as door:
        return door.problem


def opened_for(seats: Sequence[int]) -> list[Door]:
    """The doors of the running tables of these seats, held by the caller's transaction.

    Rows are locked in the order of their ids, so that two callers never wait for each other. Where
    a match cannot be loaded, that spoils none of the others: its door says so.
    """
    wanted = Seat.objects.filter(pk__in=seats).values("table")
    held = Table.objects.select_for_update().filter(pk__in=wanted).order_by("pk")
    tables = {table.pk: table for table in held if table.is_running}
    seated = Seat.objects.filter(table__in=tables).select_related("user")
    now = timezone.now()
    doors = {table.pk: Door(table, [], attempt(table), now) for table in tables.values()}
    for seat in _seated(list(seated.order_by("table", "number")), tables):
        doors[seat.table_id].seats.append(seat)
    return list(doors.values())


def store(doors: Sequence[Door]) -> None:
    """Write tables, seats and journal with the next version; after the commit, tell and wake."""
    for door in doors:
        door.rest()
        door.table.version += 1
        door.table.changed_at = door.now
    rows.insert([move for door in doors for move in door.moves])
    rows.insert([snapshot for door in doors for snapshot in door.snapshots])
    if notices := [notice for door in doors for notice in door.notices]:
        Message.objects.bulk_create(notices)  # whose keys the journal's readers go by
    rows.write([door.table for door in doors], TABLE_FIELDS)
    _store_seats(seat for door in doors for seat in door.seats)
    told = writing.put(notice for door in doors for notice in door.told)
    for door in doors:
        tell_and_wake(door.table, door.seats)
    wake_sender(told)


def _store_seats(seats: Iterable[Seat]) -> None:
    """Write of every seat what has changed of it."""
    changes: dict[tuple[str, ...], list[Seat]] = {}
    for seat in seats:
        values = _values(seat)
        if values != seat.loaded:
            names = [
                name
                for name, old, new in zip(SEAT_FIELDS, seat.loaded, values, strict=True)
                if old != new
            ]
            changes.setdefault(tuple(names), []).append(seat)
    for fields, changed in changes.items():
        rows.write(changed, fields)


def tell_and_wake(table: Table, seats: list[Seat]) -> None:
    """After the commit: tell the pages, and wake a bot where one is to move."""
    people = [seat.user_id for seat in seats if seat.user_id]  # also whom a bot has replaced
    live.table_changed(table.key, table.version, people)
    if table.is_running and any(seat.bot and seat.waiting_since is not None for seat in seats):
        waking.wake_bot()


def wake_sender(told: Sequence[Notice]) -> None:
    """After the commit: wake a worker where a notice is to go out at once."""
    if any(row.send_at == row.created_at for row in told):
        waking.wake_sender()
