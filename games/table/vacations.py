"""Vacations: days from an allowance on which a person's clocks stop.

A person enters a vacation, or the site starts one before a time-out. Entering a vacation takes its
days from the saved days; the rest of one that ends early comes back. Each change updates all waits
of the person in the same transaction. Rows are locked in the order tables, then the person.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User

from .. import wall_clock
from ..availability.seat_calendars import Vacation, vacations_of
from ..availability.validation import MAX_DAYS_AHEAD, InvalidCalendarError
from ..models import Seat, Table
from ..notifications import outbox
from ..time_controls import LIVE_INCREMENT_LIMIT
from ..wall_clock import ONE_DAY
from .session import seat_clock

DAYS_PER_YEAR = 30.0
MAX_SAVED_DAYS = 30.0
YEAR = timedelta(days=365)
MAX_VACATIONS = 5  # current and future vacations of one person
AUTOMATIC_LENGTH = 3 * ONE_DAY
AUTOMATIC_LEAD = timedelta(hours=1)  # an automatic vacation starts this long before a time-out
ABSENT_AFTER = timedelta(hours=6)  # without any activity
AT_ONCE = 200  # people per call


def saved_days(user: User, now: datetime) -> float:
    """Return how many days of vacation a person has saved at this moment."""
    grown = (now - user.availability.vacation_counted_at) / YEAR * DAYS_PER_YEAR
    return min(MAX_SAVED_DAYS, user.availability.vacation_days + max(0.0, grown))


def vacation_span(user: User, first: date, last: date, now: datetime) -> Vacation:
    """Return a vacation of whole days in the person's zone; it starts now if it begins today.

    Raises:
        InvalidCalendarError: the vacation ends before it begins, begins in the past, or begins
            more than a year ahead.
    """
    today = wall_clock.day_of(now, user.time_zone)
    if last < first:
        raise InvalidCalendarError(_("A vacation cannot end before it begins."), "until")
    if first > today + timedelta(days=MAX_DAYS_AHEAD):
        raise InvalidCalendarError(_("You can enter a vacation up to a year ahead."), "from")
    if first < today:
        raise InvalidCalendarError(
            _("This day is over. A vacation can begin today or later."), "from"
        )
    last = min(last, first + YEAR)  # longer than anyone can have saved
    start = wall_clock.start_of_day(first, user.time_zone)
    end = wall_clock.start_of_day(last + ONE_DAY, user.time_zone)
    return Vacation(max(start, now), end)


def add_vacation(user: User, first: date, last: date, now: datetime | None = None) -> Vacation:
    """Enter a vacation; it counts immediately, also in running waits.

    Raises:
        InvalidCalendarError: see `vacation_span`; or the vacation is longer than the saved days,
            overlaps another, or is one too many.
    """
    now = now or timezone.now()
    vacation = vacation_span(user, first, last, now)
    fresh = _update_vacations(user, now, lambda fresh: _insert(fresh, vacation, now))
    user.availability = fresh.availability
    return vacation


def _insert(user: User, vacation: Vacation, now: datetime) -> None:
    others = vacations_of(user)
    if any(vacation.start < other.end and other.start < vacation.end for other in others):
        raise InvalidCalendarError(_("You already have a vacation on these days."), "from")
    if len(others) >= MAX_VACATIONS:
        raise InvalidCalendarError(
            _("You already have %(n)d vacations. Remove one first.") % {"n": MAX_VACATIONS}, "from"
        )
    days = (vacation.end - vacation.start) / ONE_DAY
    if days > saved_days(user, now) + 1e-6:
        raise InvalidCalendarError(
            ngettext(
                "You have only %(n)d day of vacation.",
                "You have only %(n)d days of vacation.",
                int(saved_days(user, now)),
            )
            % {"n": int(saved_days(user, now))},
            "until",
        )
    _spend_days(user, days, now)
    user.availability.vacations = [one.to_json() for one in sorted([*others, vacation])]


def _spend_days(user: User, days: float, now: datetime) -> None:
    """Take days from the saved days; a negative number gives days back."""
    user.availability.vacation_days = min(MAX_SAVED_DAYS, saved_days(user, now) - days)
    user.availability.vacation_counted_at = now


def end_vacation(user: User, start: datetime, now: datetime | None = None) -> None:
    """End the vacation with this start, or remove a future one; unused days come back.

    Raises:
        InvalidCalendarError: the person has no such vacation, or it is over.
    """
    now = now or timezone.now()

    def cut(fresh: User) -> None:
        vacations = vacations_of(fresh)
        found = [one for one in vacations if one.start == start and one.end > now]
        if not found:
            raise InvalidCalendarError(_("This vacation does not exist. Perhaps it is over."))
        _shorten(fresh, found[0], now)

    user.availability = _update_vacations(user, now, cut).availability


def end_after_commit(seat: Seat) -> None:
    """After the commit, end an automatic vacation of the person who has moved with this seat."""
    user = seat.user
    if user is not None and any(vacation.by_itself for vacation in vacations_of(user)):
        transaction.on_commit(lambda: end_by_move(user.pk), robust=True)


def end_by_move(user_id: int, now: datetime | None = None) -> None:
    """End the automatic vacation of a person who has moved."""
    now = now or timezone.now()
    user = get_user_model().objects.get(pk=user_id)

    def cut(fresh: User) -> None:
        for vacation in vacations_of(fresh):
            if vacation.by_itself and vacation.start <= now < vacation.end:
                _shorten(fresh, vacation, now)

    _update_vacations(user, now, cut)


def _shorten(user: User, vacation: Vacation, now: datetime) -> None:
    rest = vacation.end - max(vacation.start, now)
    _spend_days(user, -(rest / ONE_DAY), now)
    others = [one for one in vacations_of(user) if one != vacation]
    user.availability.vacations = [one.to_json() for one in others]


def _update_vacations(user: User, now: datetime, change: Callable[[User], None]) -> User:
    """Change a person's vacations and update all their waits, in one transaction."""
    with transaction.atomic():
        seats = seat_clock.lock_tables(seat_clock.waiting_seats(user))
        fresh = get_user_model().objects.select_for_update(no_key=True).get(pk=user.pk)
        fresh.availability.vacations = [
            one.to_json() for one in vacations_of(fresh) if one.end > now
        ]
        change(fresh)
        fresh.availability.save(update_fields=["vacations", "vacation_days", "vacation_counted_at"])
        seat_clock.apply_vacations(seats, fresh, now)
    return fresh


def begin_automatic_vacations(now: datetime | None = None) -> int:
    """Start vacations for people who are away and would run out of time within the hour.

    A person gets one per absence; their next activity ends the absence.

    Returns:
        How many vacations started.
    """
    now = now or timezone.now()
    near = Seat.objects.filter(
        due_at__gt=now,
        due_at__lte=now + AUTOMATIC_LEAD,
        bot="",
        table__status=Table.Status.RUNNING,
        table__clock_increment__gte=LIVE_INCREMENT_LIMIT,
        user__absent_since=None,
        user__last_seen_at__lt=now - ABSENT_AFTER,
    ).exclude(table__pauses=Table.PausePolicy.NONE)
    near = near.exclude(user__availability__auto_vacation=False)
    people = list(near.order_by("user").values_list("user", flat=True).distinct()[:AT_ONCE])
    return sum(
        _begin_automatic(user, now) for user in get_user_model().objects.filter(pk__in=people)
    )


def _begin_automatic(user: User, now: datetime) -> bool:
    """Start a vacation; return False if too little is saved, or this absence had one already."""
    began = False

    def begin(fresh: User) -> None:
        nonlocal began
        others = vacations_of(fresh)
        length = min(AUTOMATIC_LENGTH, saved_days(fresh, now) * ONE_DAY)
        ahead = min((one.start - now for one in others if one.end > now), default=length)
        length = min(length, ahead)
        if length < AUTOMATIC_LEAD or fresh.availability.auto_vacation_since is not None:
            return
        _spend_days(fresh, length / ONE_DAY, now)
        fresh.availability.auto_vacation_since = now
        fresh.availability.vacations = [
            one.to_json() for one in sorted([*others, Vacation(now, now + length, True)])
        ]
        began = True

    with transaction.atomic():
        fresh = _update_vacations(user, now, begin)
        if began:
            fresh.availability.save(update_fields=["auto_vacation_since"])
            until = next(one.end for one in vacations_of(fresh) if one.start == now)
            urgent = Seat.objects.to_move(fresh).select_related("table").first()
            assert urgent is not None
            period, end = now.isoformat(), until.isoformat()
            outbox.send(fresh, "away", table=urgent.table, period=period, now=now, until=end)
    return began


def current_vacation(user: User, now: datetime) -> Vacation | None:
    """Return the vacation that a person has at this moment, if any."""
    return next((one for one in vacations_of(user) if one.start <= now < one.end), None)
