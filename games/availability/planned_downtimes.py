"""Planned downtimes: times in which the owner takes the site down and no clock runs."""

from __future__ import annotations

from datetime import datetime

from django.db.models import F, Q
from django.utils import timezone

from portal.ttl_value import TtlValue

from ..clock_calendar import Span
from ..models import PlannedDowntime


def downtimes_after(moment: datetime) -> tuple[Span, ...]:
    """Return the planned downtimes that end after this moment, earliest first."""
    found = PlannedDowntime.objects.filter(ends_at__gt=moment).exclude(ends_at=F("starts_at"))
    return tuple(Span(one.starts_at, one.ends_at) for one in found)


CACHED_DOWNTIMES: TtlValue[tuple[Span, ...]] = TtlValue(
    lambda: downtimes_after(timezone.now()), tuple
)


def upcoming_downtimes(now: datetime) -> tuple[Span, ...]:
    """Return the downtimes for the calendar of a wait that begins now; cached."""
    return tuple(span for span in CACHED_DOWNTIMES.get() if span.end > now)


def is_site_down(now: datetime) -> bool:
    """Return whether nobody may run out of time now because of a planned downtime.

    It is running, or it is over but has not been written into all waits yet.
    """
    begun = PlannedDowntime.objects.filter(starts_at__lte=now, ends_at__gt=F("starts_at"))
    return begun.filter(Q(ends_at__gt=now) | Q(applied_at=None)).exists()
