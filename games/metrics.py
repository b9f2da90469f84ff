"""Prometheus metrics of tables, seats and notifications (served by `portal/metrics.py`)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from django.db.models import Count, Min
from django.utils import timezone
from prometheus_client import REGISTRY
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from . import registry
from .models import Notification, Seat, Table
from .notifications.outbox.channels import EXTERNAL_CHANNELS
from .table.bots import turn

FAILED_NOTIFICATIONS_PERIOD = timedelta(days=7)


class DatabaseCollector(Collector):
    """Metrics that are read from the database at each scrape."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        now = timezone.now()
        tables = GaugeMetricFamily("longtable_tables", "Tables by status.", labels=["status"])
        found = Table.objects.values_list("status").annotate(Count("pk")).order_by()
        for status, count in found:
            tables.add_metric([status], count)
        yield tables
        held = Table.objects.filter(on_hold_since__isnull=False).count()
        yield GaugeMetricFamily(
            "longtable_held_tables", "Running tables whose match cannot be loaded.", held
        )
        yield GaugeMetricFamily(
            "longtable_broken_title_rooms",
            "Rooms of titles that cannot be imported.",
            len(registry.broken_modules()),
        )
        waiting = Notification.objects.filter(
            state=Notification.State.WAITING, channel__in=EXTERNAL_CHANNELS
        )
        for name, rows, moment in (
            ("seats", Seat.objects, "due_at"),
            ("notices", waiting, "send_at"),
        ):
            late = rows.filter(**{f"{moment}__lte": now})
            due = late.aggregate(count=Count("pk"), oldest=Min(moment))
            age = (now - due["oldest"]).total_seconds() if due["oldest"] else 0
            yield GaugeMetricFamily(f"longtable_due_{name}", f"Due {name} not done.", due["count"])
            yield GaugeMetricFamily(f"longtable_due_{name}_seconds", "Age of the oldest.", age)
        failed = GaugeMetricFamily(
            "longtable_failed_notices", "Notices given up within a week.", labels=["channel"]
        )
        given_up = Notification.objects.filter(
            state=Notification.State.FAILED, settled_at__gte=now - FAILED_NOTIFICATIONS_PERIOD
        )
        counted = dict(given_up.values_list("channel").annotate(Count("pk")).order_by())
        for channel in EXTERNAL_CHANNELS:
            failed.add_metric([channel], counted.get(channel, 0))
        yield failed
        cut_off = GaugeMetricFamily(
            "longtable_bots_cut_off",
            "Bots that failed, named no legal move or thought too long, within a week.",
            labels=["bot"],
        )
        for bot, count in turn.failure_counts().items():
            cut_off.add_metric([bot], count)
        yield cut_off

    def describe(self) -> list[GaugeMetricFamily]:
        return []


REGISTRY.register(DatabaseCollector())
