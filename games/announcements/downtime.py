"""Planned downtimes: the owner says when the site is down, and all clocks stop for that time.

The calendars of seats contain them (`Calendar.site`). A change is applied to running clocks batch
by batch. A process that does not know the change yet may start a clock without it. So all running
clocks are checked again until every process knows. A downtime never changes after its end: so
nobody loses time they had, and an outage during a downtime is not given back twice.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from portal import background
from portal.errors import Conflict
from portal.ttl_value import TTL_SECONDS

from ..availability import planned_downtimes
from ..models import PlannedDowntime, Seat, Table
from ..table import dispatch
from ..table.session import seat_clock
from . import active
from .models import Announcement

LONGEST = timedelta(days=7)
MAX_LEAD_TIME = timedelta(days=90)
AT_ONCE = 100  # seats whose tables are locked in one transaction
PROPAGATION_TIME = timedelta(seconds=2 * TTL_SECONDS)  # after this time, no process has stale data
GRACE = timedelta(hours=1)  # how long scheduled tables stay open after a downtime


def plan_downtime(start: datetime, end: datetime, *, tells: bool, now: datetime) -> PlannedDowntime:
    """Plan a downtime and announce it.

    Args:
        start: the start; a moment in the past means now.
        end: the end.
        tells: whether everybody also gets a notification.
        now: the current time.

    Raises:
        ActionError: the times are invalid or overlap with another downtime (`_check_times`).
    """
    with transaction.atomic():
        others = list(PlannedDowntime.objects.select_for_update().filter(ends_at__gt=now))
        start = max(start, now)
        _check_times(start, end, others, now)
        made = PlannedDowntime.objects.create(starts_at=start, ends_at=end, changed_at=now)
        _create_announcement(made, tells=tells, now=now)
        _enqueue_apply()
    return made


def change_end(pk: int, end: datetime, *, tells: bool, now: datetime) -> None:
    """Change the end of a downtime that is not over; a future one that ends now is cancelled.

    Raises:
        ActionError: the downtime is over, or the new times are invalid.
    """
    with transaction.atomic():
        coming = {
            one.pk: one
            for one in PlannedDowntime.objects.select_for_update().filter(ends_at__gt=now)
        }
        absence = coming.pop(pk, None)
        if absence is None:
            raise Conflict(_("This downtime is over."))
        end = max(end, now)
        if end == now:
            end = max(absence.starts_at, now)
        else:
            _check_times(absence.starts_at, end, list(coming.values()), now)
        absence.ends_at, absence.changed_at, absence.applied_at = end, now, None
        absence.save(update_fields=["ends_at", "changed_at", "applied_at"])
        Announcement.objects.filter(downtime=absence, ends_at__gt=now).update(ends_at=now)
        if end > max(absence.starts_at, now):
            _create_announcement(absence, tells=tells, now=now)
        _enqueue_apply()


def _check_times(
    start: datetime, end: datetime, others: list[PlannedDowntime], now: datetime
) -> None:
    if not (start < end <= start + LONGEST and end > now):
        raise Conflict(_("It must end after it begins, within a week."))
    if start > now + MAX_LEAD_TIME:
        raise Conflict(_("It must begin within 90 days."))
    if any(start < one.ends_at and one.starts_at < end for one in others):
        raise Conflict(_("Downtime is already planned for this time."))


def _create_announcement(absence: PlannedDowntime, *, tells: bool, now: datetime) -> None:
    Announcement.objects.create(
        downtime=absence,
        level=Announcement.Level.WARNING,
        starts_at=now,
        ends_at=absence.ends_at,
        should_notify=tells,
    )
    transaction.on_commit(lambda: background.enqueue(dispatch.PUBLISH_ANNOUNCEMENTS))


def _enqueue_apply() -> None:
    """After the commit, refresh the caches and let a worker update the running clocks."""
    active.announcement_cache.invalidate_on_commit()
    planned_downtimes.CACHED_DOWNTIMES.invalidate_on_commit()
    transaction.on_commit(lambda: background.enqueue(dispatch.APPLY_PLANNED_DOWNTIMES))


def apply_downtimes(now: datetime | None = None) -> int:
    """Apply recent changes of downtimes to the running clocks; return how many have changed."""
    now = now or timezone.now()
    news = PlannedDowntime.objects.filter(applied_at=None)
    if not news.exists():
        return 0
    planned_downtimes.CACHED_DOWNTIMES.invalidate()
    changed, last = 0, 0
    waiting = Seat.objects.filter(
        bot="", user__isnull=False, waiting_since__isnull=False, table__status=Table.Status.RUNNING
    )
    while pks := list(waiting.filter(pk__gt=last).order_by("pk").values_list("pk")[:AT_ONCE]):
        batch = waiting.filter(pk__in=[pk for (pk,) in pks])
        with transaction.atomic():
            seats = seat_clock.lock_tables(batch)
            since = min((seat.waiting_since for seat in seats if seat.waiting_since), default=now)
            changed += seat_clock.apply_downtime(
                seats, planned_downtimes.downtimes_after(since), now
            )
        (last,) = pks[-1]
    for absence in news:
        late = Table.objects.filter(
            status=Table.Status.OPEN,
            starts_at__gte=absence.starts_at,
            starts_at__lt=absence.ends_at,
            closes_at__lt=absence.ends_at + GRACE,
        )
        late.update(closes_at=absence.ends_at + GRACE)
    news.filter(changed_at__lte=now - PROPAGATION_TIME).update(applied_at=now)
    return changed
