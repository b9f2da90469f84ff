"""Absences: a person is away, and their time runs out at any number of tables.

All time-outs between two actions of a person form one absence, which counts once for their
reliability. Of the rated matches lost by it, the first ones count until they have cost enough.
Later ones may be excused. That is decided when they are rated, and stored with their seats. An
excuse costs others nothing: it only spares the absent person a loss in matches that they were
winning. A match that stood level is lost, so that leaving it costs as much as resigning.

Rows are locked in one order: tables, then absences, then ratings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from ..models import PlayerAbsence, Seat, Table
from .models import RatingChange

COUNTED_PERIOD = timedelta(days=90)
EXCUSE_INTERVAL = timedelta(days=60)  # between two absences that excuse anything
MOST_EXCUSED = 10  # matches per absence
MIN_COST_BEFORE_EXCUSE = 40  # hundredths of K that an absence must cost before it excuses


def open_absences(
    late: Sequence[Seat], at_tables: Iterable[Seat], now: datetime
) -> dict[int, PlayerAbsence]:
    """Return the open absences, by user id, of overdue seats; missing ones begin now.

    Args:
        late: the seats whose time has run out.
        at_tables: all seats of their tables, whose absences are locked as well.
        now: the current time.
    """
    users = sorted({seat.user_id for seat in late if seat.user_id is not None})
    if not users:
        return {}
    known = [seat.absence_id for seat in at_tables if seat.absence_id is not None]
    is_open = Q(user__in=users, ended_at=None)
    held = _lock_absences(Q(pk__in=known) | is_open)
    missing = set(users) - {absence.user_id for absence in held if absence.ended_at is None}
    if missing:
        begun = [PlayerAbsence(user_id=user, started_at=now) for user in sorted(missing)]
        PlayerAbsence.objects.bulk_create(begun, ignore_conflicts=True)
        held = _lock_absences(is_open)
    people = get_user_model().objects.filter(pk__in=users, absent_since=None)
    transaction.on_commit(lambda: people.update(absent_since=now))
    return {absence.user_id: absence for absence in held if absence.ended_at is None}


def _lock_absences(which: Q) -> list[PlayerAbsence]:
    return list(PlayerAbsence.objects.select_for_update().filter(which).order_by("user_id", "pk"))


def end_absence(user_id: int) -> None:
    """End the absence of a person who has acted; later time-outs belong to a new one."""
    with transaction.atomic():
        PlayerAbsence.objects.filter(user=user_id, ended_at=None).update(ended_at=timezone.now())
        missed = get_user_model().objects.filter(pk=user_id, absent_since__isnull=False)
        missed.update(absent_since=None)


def record_lost_seat(
    seat: Seat, absence: PlayerAbsence, now: datetime, stood: Sequence[int]
) -> None:
    """Record that a bot takes over this seat; `stood` are the current points of all seats."""
    seat.absence, seat.replaced_at, seat.points_at_leaving = absence, now, list(stood)
    seat.save(update_fields=["absence", "replaced_at", "points_at_leaving"])


def excuse_absent_players(people: Sequence[Seat]) -> None:
    """Decide and store who is excused in a rated match that is being rated."""
    away = [seat for seat in people if seat.absence_id is not None]
    if not away:
        return
    near = {
        absence.pk: absence for absence in _lock_absences(Q(user__in=[s.user_id for s in away]))
    }
    for seat in away:
        assert seat.absence_id is not None
        seat.excused = _is_excused(seat, near[seat.absence_id])
    Seat.objects.bulk_update(away, ["excused"])


def _is_excused(seat: Seat, absence: PlayerAbsence) -> bool:
    """Whether an absence excuses this seat: it timed out, played enough, and cost enough before.

    What counts is the cost of earlier matches of the absence: a loss to a much stronger friend
    costs nothing.
    """
    if seat.leave_reason != Seat.LeaveReason.TIMED_OUT or seat.idle:
        return False
    finished = Seat.objects.filter(table__status=Table.Status.FINISHED, table__rated=True)
    booked = finished.filter(absence=absence).exclude(table=seat.table_id)
    if (
        booked.filter(excused=True).count() >= MOST_EXCUSED
        or _rating_cost(booked) < MIN_COST_BEFORE_EXCUSE
    ):
        return False
    around = (absence.started_at - EXCUSE_INTERVAL, absence.started_at + EXCUSE_INTERVAL)
    others = finished.filter(user=seat.user_id, excused=True, absence__started_at__range=around)
    return not others.exclude(absence=absence).exists()


def _rating_cost(booked: QuerySet[Seat]) -> float:
    """Return what these matches have cost their person, in hundredths of K."""
    tables = booked.filter(excused=False).values("table")
    rows = RatingChange.objects.filter(table__in=tables, user__in=booked.values("user"))
    return sum(-100 * float(row.delta) / row.k for row in rows)


def release_seats(seats: Sequence[Seat]) -> None:
    """Clear the loss of these seats; what the absence has excused elsewhere stays."""
    for seat in seats:
        if seat.absence_id is not None:
            seat.absence, seat.replaced_at, seat.excused, seat.points_at_leaving = (
                None,
                None,
                False,
                [],
            )
            seat.save(update_fields=["absence", "replaced_at", "excused", "points_at_leaving"])


def count_recent_absences(user_id: int) -> Counter[str]:
    """Return how many recent absences a person had: in total (key ""), and by game.

    For a game, only those absences count in which a bot took over one of their seats there.
    """
    since = timezone.now() - COUNTED_PERIOD
    lately = PlayerAbsence.objects.filter(user=user_id, started_at__gte=since)
    rows = set(lately.order_by().values_list("pk", "seats__table__game"))
    found = Counter(game for _incident, game in rows if game is not None)
    found[""] = len({absence for absence, _game in rows})
    return found
