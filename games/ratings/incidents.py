"""Incidents: a person is away, and their time runs out at however many tables.

All their time-outs between two signs of life are one incident: one mark on their reliability. Of
the rated matches that they lose by it the first counts; the others are excused, which is kept with
their seats. Where they take the seat back whose match counts, or that match is called off, the next
one counts that still runs; what is booked already stays as it is.

Rows are locked in one order by everybody: tables, then incidents, then ratings.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from ..models import Incident, Seat, Table

REMEMBERED = timedelta(days=365)


def open_for(late: Sequence[Seat], at_tables: Iterable[Seat], now: datetime) -> dict[int, Incident]:
    """The incidents, by person, of seats whose time has run out; those of their tables are held."""
    users = sorted({seat.user_id for seat in late if seat.user_id is not None})
    if not users:
        return {}
    known = [seat.incident_id for seat in at_tables if seat.incident_id is not None]
    is_open = Q(user__in=users, ended_at=None)
    held = _held(Q(pk__in=known) | is_open)
    missing = set(users) - {incident.user_id for incident in held if incident.ended_at is None}
    if missing:
        begun = [Incident(user_id=user, began_at=now) for user in sorted(missing)]
        Incident.objects.bulk_create(begun, ignore_conflicts=True)
        held = _held(is_open)
    people = get_user_model().objects.filter(pk__in=users, absent_since=None)
    transaction.on_commit(lambda: people.update(absent_since=now))
    return {incident.user_id: incident for incident in held if incident.ended_at is None}


def _held(which: Q) -> list[Incident]:
    return list(Incident.objects.select_for_update().filter(which).order_by("user_id", "pk"))


def heard_of(user_id: int) -> None:
    """A person has given a sign of life: whatever runs out from now on is another incident."""
    with transaction.atomic():
        Incident.objects.filter(user=user_id, ended_at=None).update(ended_at=timezone.now())
        missed = get_user_model().objects.filter(pk=user_id, absent_since__isnull=False)
        missed.update(absent_since=None)


def lose(seat: Seat, incident: Incident, now: datetime) -> None:
    """A bot takes this seat over; `incident` is held. The first rated match lost by it counts."""
    lost = incident.seats.filter(table__rated=True, excused=False).exclude(pk=seat.pk)
    seat.incident, seat.left_at = incident, now
    seat.excused = seat.table.rated and lost.exists()
    seat.save(update_fields=["incident", "left_at", "excused"])


def hold(seats: Iterable[Seat]) -> None:
    """Hold the incidents of these seats, and read anew what they excuse."""
    concerned = [seat for seat in seats if seat.incident_id is not None]
    if not concerned:
        return
    _held(Q(pk__in={seat.incident_id for seat in concerned}))
    pks = [seat.pk for seat in concerned]
    excused = dict(Seat.objects.filter(pk__in=pks).values_list("pk", "excused"))
    for seat in concerned:
        seat.excused = excused[seat.pk]


def release(seats: Sequence[Seat]) -> None:
    """These seats are not lost any more; where one counted, another match of its incident does."""
    hold(seats)
    for seat in seats:
        incident, counted = seat.incident, not seat.excused
        if incident is None:
            continue
        seat.incident, seat.left_at, seat.excused = None, None, False
        seat.save(update_fields=["incident", "left_at", "excused"])
        if counted and seat.table.rated:
            _count_next(incident)


def _count_next(incident: Incident) -> None:
    running = incident.seats.filter(excused=True, table__status=Table.Status.RUNNING)
    following = running.order_by("left_at", "pk").first()
    if following is not None:
        Seat.objects.filter(pk=following.pk).update(excused=False)


def marks(user_id: int) -> int:
    """How often a person was away within a year so that their time ran out."""
    since = timezone.now() - REMEMBERED
    return len(Incident.objects.filter(user=user_id, began_at__gte=since).values_list("pk"))
