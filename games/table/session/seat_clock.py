"""The clock of one seat: banks, waits and deadlines, each by the calendar of its wait.

A wait is the time in which a seat owes a decision and its clock runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from django.db.models import F, QuerySet

from portal import repository

from ...availability import seat_calendars, wait_limits
from ...clock_calendar import Calendar, Span, overlap_seconds
from ...models import Message, Seat, Table
from ...time_controls import DAY, FixedHour, deadline, elapsed_seconds, remaining_seconds
from ..realtime import publish

if TYPE_CHECKING:
    from accounts.models import User

WAIT_FIELDS = (
    *("bank", "waiting_since", "due_at", "pauses", "vacation_used", "claimed_until"),
    *("answer_seconds", "wait_limit"),
)
MAX_EXTRA_DAYS = 7  # days that opponents may give a seat in one wait
GIFT_LOG_CODES = (
    "more_time",
    "offers_time",
)  # log lines of days that were given or offered


def set_bank(seat: Seat, bank: float) -> None:
    """Set the bank of a seat whose turn starts or continues; its next wait gets a new limit."""
    seat.bank, seat.wait_limit = bank, None


def start_wait(seat: Seat, table: Table, now: datetime, *, reopens: bool = False) -> None:
    """Start a wait for a seat, with the time in its bank.

    The rest of the limit of its last wait still applies, unless the bank was refilled since.
    A seat that reopens its decision (`reopens`) has the rest of its time: its deadline does not
    move on to the next fixed hour, or reopening would gain a day.
    """
    seat.pauses = seat_calendars.build_wait_calendar(seat, table, now)
    if seat.wait_limit is None:
        _fill_for_fixed_hour(seat, table, now)
        seat.wait_limit = wait_limits.wait_limit(seat.bank, table.clock)
    seat.waiting_since, seat.claimed_until = now, None
    if seat.bot:
        seat.due_at = now
    else:
        seat.due_at = None
        if not table.clock.is_unlimited:
            _set_deadline(seat, None if reopens else table.fixed_hour)


def _fill_for_fixed_hour(seat: Seat, table: Table, start: datetime) -> None:
    """Fill the bank of a wait that begins now with the open time until its fixed hour."""
    hour = table.fixed_hour
    if hour is not None:
        seat.bank = elapsed_seconds(start, hour.due_at(start, seat.calendar), seat.calendar)


def _set_deadline(seat: Seat, hour: FixedHour | None) -> None:
    """Set the deadline of a wait by its calendar, but not later than the limit of the wait.

    With a fixed hour it moves on to the next such hour. A deadline that is already later stays, as
    in waits that began before there were limits.
    """
    assert seat.waiting_since is not None
    calendar = seat.calendar
    found = deadline(seat.bank, seat.waiting_since, calendar)
    if hour is not None:
        found = hour.next_hour(found)
    if calendar is not None:
        limit, used = _wait_limit(seat), seat.vacation_used
        bound = wait_limits.latest_deadline(seat.bank, seat.waiting_since, calendar, limit, used)
        found = min(found, max(bound, seat.due_at or bound))
    seat.due_at = found


def _wait_limit(seat: Seat) -> float:
    """Return the limit of a wait; one from before there were limits gets three times its bank."""
    return wait_limits.BANK_MULTIPLE * seat.bank if seat.wait_limit is None else seat.wait_limit


def stop_wait(seat: Seat, now: datetime) -> None:
    """Stop the clock of a person's seat: take the elapsed time from its bank and its limit."""
    if seat.waiting_since is None:
        return
    if seat.answer_seconds is not None:
        seat.answer_seconds += elapsed_seconds(
            seat.waiting_since, now, seat_calendars.answer_time_calendar(seat, seat.table, now)
        )
    if seat.due_at is None:
        return
    _charge(seat, min(now, seat.due_at))
    if seat.table.fixed_hour is None:
        seat.bank = remaining_seconds(seat.bank, seat.waiting_since, now, seat.calendar)
    else:  # the deadline may be later than the bank, since it moved on to the hour
        seat.bank = elapsed_seconds(now, seat.due_at, seat.calendar)


def clear_wait(seat: Seat) -> None:
    """Remove the wait of a seat."""
    seat.waiting_since = seat.due_at = seat.claimed_until = None
    seat.pauses = {}


def _charge(seat: Seat, end: datetime) -> None:
    """Take the length of a wait from the seat's vacation and its limit."""
    assert seat.waiting_since is not None
    start, calendar, limit = seat.waiting_since, seat.calendar or Calendar(), _wait_limit(seat)
    vacation = wait_limits.vacation_used_by(seat.bank, start, end, calendar, limit)
    lasted = elapsed_seconds(start, end, calendar.without_players())
    seat.vacation_used += vacation
    seat.wait_limit = max(0.0, limit - (lasted - vacation))


def add_day(seat: Seat) -> None:
    """Give a waiting seat one more day: add it to its bank and its limit.

    With a fixed hour, the deadline moves to the next such hour by the rule of a new wait, so that a
    day of 23 hours does not become two.
    """
    assert seat.waiting_since is not None
    seconds, hour = float(DAY), seat.table.fixed_hour
    if hour is not None and seat.due_at is not None:
        due = replace(hour, days=1).due_at(seat.due_at, seat.calendar)
        seconds = elapsed_seconds(seat.waiting_since, due, seat.calendar) - seat.bank
    seat.wait_limit = _wait_limit(seat) + max(seconds, DAY)
    seat.bank += seconds
    _set_deadline(seat, seat.table.fixed_hour)
    seat.claimed_until = None


def apply_pause(seat: Seat, table: Table, now: datetime) -> None:
    """Let the running wait of a person's seat rest for the pause that its table has from now on."""
    before = seat.calendar or Calendar()
    past = (span._replace(end=min(span.end, now)) for span in before.paused if span.start < now)
    paused = (*past, *seat_calendars.current_pause(table, now))
    seat.pauses = replace(before, paused=paused).to_data()
    if seat.due_at is not None:
        _set_deadline(seat, table.fixed_hour)
    seat.claimed_until = None


def waiting_seats(user: User) -> QuerySet[Seat]:
    """Return the seats at which this person's clock runs, at tables where vacations count."""
    counting = Table.objects.filter(status=Table.Status.RUNNING).exclude(
        pauses=Table.PausePolicy.NONE
    )
    mine = Seat.objects.filter(user=user, bot="", waiting_since__isnull=False)
    return mine.filter(table__in=counting)


def lock_tables(seats: QuerySet[Seat]) -> list[Seat]:
    """Lock the tables of these seats as table sessions do, and return the seats.

    Rows are locked in the order of their ids. Only the fields that waits need are loaded.
    """
    tables = Table.objects.filter(pk__in=seats.order_by().values("table"))
    held = {
        table.pk: table
        for table in tables.select_for_update()
        .order_by("pk")
        .only("pk", "key", "version", "clock_fixed_hour")
    }
    found = list(seats.filter(table__in=held).only("table", "user", *WAIT_FIELDS))
    for seat in found:
        seat.table = held[seat.table_id]
    return found


def apply_vacations(seats: Iterable[Seat], user: User, now: datetime) -> list[Seat]:
    """Apply a person's current vacations to these running waits; their open hours stay.

    The caller has locked the tables (`lock_tables`). The version of each changed table grows by 1.

    Returns:
        The changed seats.
    """
    changed = []
    vacations = seat_calendars.vacations_of(user)
    for seat in seats:
        before = seat.calendar or Calendar()
        over = tuple(
            span._replace(end=min(span.end, now)) for span in before.away if span.start < now
        )
        assert seat.waiting_since is not None
        used = overlap_seconds(over, seat.waiting_since, now)
        seat.vacation_used += used
        ahead = seat_calendars.allowed_absences(seat, vacations, now)
        seat.vacation_used -= used
        kept = replace(before, away=(*over, *ahead)).to_data()
        if kept == seat.pauses:
            continue
        seat.user = user
        seat.pauses = kept
        if seat.due_at is not None:
            _set_deadline(seat, seat.table.fixed_hour)
        seat.claimed_until = None
        changed.append(seat)
    _write_seats(changed, ("pauses", "due_at", "claimed_until"), now)
    return changed


def apply_downtime(seats: Iterable[Seat], absences: Iterable[Span], now: datetime) -> int:
    """Replace the planned downtimes in the calendars of running waits.

    `absences` are all downtimes since the waits began, so repeated calls have the same result. The
    caller has locked the tables (`lock_tables`).

    Returns:
        How many seats changed.
    """
    absences, changed = tuple(absences), []
    for seat in seats:
        if seat.waiting_since is None:
            continue
        site = tuple(span for span in absences if span.end > seat.waiting_since)
        kept = replace(seat.calendar or Calendar(), site=site).to_data()
        if kept == seat.pauses:
            continue
        seat.pauses = kept
        if seat.due_at is not None:
            _set_deadline(seat, seat.table.fixed_hour)
        seat.claimed_until = None
        changed.append(seat)
    _write_seats(changed, ("pauses", "due_at", "claimed_until"), now)
    return len(changed)


def time_gifts_to(seat: Seat, log_messages: Iterable[Message]) -> tuple[int, set[int]]:
    """Return how many days a seat was given in its wait, and which seats agreed to the next one.

    `log_messages` are the log lines of its table, oldest first. Lines about other waits and seats
    are ignored.
    """
    given, agreed = 0, set[int]()
    for one in log_messages:
        if one.log_code not in GIFT_LOG_CODES or one.data["seat"] != seat.number:
            continue
        if seat.waiting_since is None or one.at < seat.waiting_since:
            continue
        if one.log_code == "more_time":
            given, agreed = given + 1, set()
        else:
            agreed.add(one.data["by"])
    return given, agreed


def compensate_downtime(seats: Iterable[Seat], start: datetime, end: datetime) -> int:
    """Give back the time that these clocks lost between two moments; return how many seats.

    A wait that began before `start` gets the time it lost; one that began later restarts at `end`.
    """
    changed = []
    for seat in seats:
        if seat.waiting_since is None or seat.due_at is None:
            continue
        if seat.waiting_since <= start:
            lost = elapsed_seconds(start, end, seat.calendar)
            seat.wait_limit = _wait_limit(seat) + (end - start).total_seconds()
            seat.bank += lost
            if seat.answer_seconds is not None:
                seat.answer_seconds -= lost
        else:
            seat.waiting_since = end
            _fill_for_fixed_hour(seat, seat.table, end)
        _set_deadline(seat, seat.table.fixed_hour)
        changed.append(seat)
    repository.update_rows(
        changed, ("bank", "waiting_since", "due_at", "answer_seconds", "wait_limit")
    )
    return len(changed)


def _write_seats(seats: Sequence[Seat], fields: tuple[str, ...], now: datetime) -> None:
    if not seats:
        return
    repository.update_rows(seats, fields)
    tables = {seat.table_id: seat.table for seat in seats}
    Table.objects.filter(pk__in=tables).update(version=F("version") + 1, changed_at=now)
    publish.publish_tables((table.key, table.version + 1) for table in tables.values())
