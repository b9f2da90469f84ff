"""/metrics: numbers for Prometheus, of this web process and of the tables in the database."""

from __future__ import annotations

import ipaddress
import secrets
import time
from collections.abc import Callable, Iterator
from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden
from django.utils import timezone
from django.utils.decorators import sync_only_middleware
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector
from redis import RedisError

FAILED_NOTICES_FOR = timedelta(days=7)
REQUESTS = Histogram(
    "longtable_request_seconds",
    "Time to answer a request, by the name of its page.",
    ["method", "page", "status"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
)


@sync_only_middleware
def measure_requests(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    def measure(request: HttpRequest) -> HttpResponse:
        begin = time.perf_counter()
        response = get_response(request)
        match = request.resolver_match
        page = (match.view_name if match else "") or "other"
        method = request.method if request.method in ("GET", "POST", "HEAD") else "other"
        REQUESTS.labels(method, page, response.status_code).observe(time.perf_counter() - begin)
        return response

    return measure


class SiteCollector(Collector):
    """What the database and the queue say; asked at every scrape, kept nowhere."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        from portal.health import heartbeat_age, queue_lengths

        yield from self._database()
        try:
            lengths, age = queue_lengths(), heartbeat_age()
        except (RedisError, OSError):
            return
        queues = GaugeMetricFamily("longtable_queue_length", "Waiting messages.", labels=["queue"])
        for name, length in lengths.items():
            queues.add_metric([name], length)
        yield queues
        if age is not None:
            yield GaugeMetricFamily(
                "longtable_heartbeat_age_seconds", "Since beat and a worker last did a task.", age
            )

    def _database(self) -> Iterator[GaugeMetricFamily]:
        from django.db.models import Count, Min

        from games import registry
        from games.models import Notice, Seat, Table
        from games.outbox.channels import OUTWARD

        now = timezone.now()
        tables = GaugeMetricFamily("longtable_tables", "Tables by status.", labels=["status"])
        found = Table.objects.values_list("status").annotate(Count("pk")).order_by()
        for status, count in found:
            tables.add_metric([status], count)
        yield tables
        held = Table.objects.filter(held_since__isnull=False).count()
        yield GaugeMetricFamily(
            "longtable_held_tables", "Running tables whose match cannot be loaded.", held
        )
        yield GaugeMetricFamily(
            "longtable_broken_title_rooms",
            "Rooms of titles that cannot be imported.",
            len(registry.broken()),
        )
        waiting = Notice.objects.filter(state=Notice.State.WAITING, channel__in=OUTWARD)
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
        given_up = Notice.objects.filter(
            state=Notice.State.FAILED, settled_at__gte=now - FAILED_NOTICES_FOR
        )
        counted = dict(given_up.values_list("channel").annotate(Count("pk")).order_by())
        for channel in OUTWARD:
            failed.add_metric([channel], counted.get(channel, 0))
        yield failed

    def describe(self) -> list[GaugeMetricFamily]:
        return []


REGISTRY.register(SiteCollector())


def may_read(request: HttpRequest) -> bool:
    """With METRICS_TOKEN set, whoever has it; without, only this machine and not by a proxy."""
    if settings.METRICS_TOKEN:
        given = request.headers.get("authorization", "").removeprefix("Bearer ")
        return secrets.compare_digest(given.encode(), settings.METRICS_TOKEN.encode())
    if "x-forwarded-for" in request.headers:
        return False
    try:
        return ipaddress.ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False


def metrics(request: HttpRequest) -> HttpResponse:
    if not may_read(request):
        return HttpResponseForbidden("metrics are for the people who run the site\n")
    return HttpResponse(generate_latest(REGISTRY), content_type=CONTENT_TYPE_LATEST)
