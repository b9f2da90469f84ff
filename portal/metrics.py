"""/metrics: Prometheus metrics of this web process and of the task queue.

`games/metrics.py` adds those from the database.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden
from django.utils.decorators import sync_only_middleware
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector
from redis import RedisError

from portal.http.client_identity import is_local_request

BACKED_UP = settings.DATA_DIR / "last_backup"  # the backup script touches it
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


class QueueCollector(Collector):
    """Metrics of the queue and the last backup, which are read at every scrape."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        from portal.health import heartbeat_age, queue_lengths

        if BACKED_UP.exists():
            yield GaugeMetricFamily(
                "longtable_backup_age_seconds",
                "Since the mark of the last backup.",
                time.time() - BACKED_UP.stat().st_mtime,
            )
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

    def describe(self) -> list[GaugeMetricFamily]:
        return []


REGISTRY.register(QueueCollector())


def can_read_metrics(request: HttpRequest) -> bool:
    """Whether a request has METRICS_TOKEN or, without one, comes directly from this machine."""
    if settings.METRICS_TOKEN:
        given = request.headers.get("authorization", "").removeprefix("Bearer ")
        return secrets.compare_digest(given.encode(), settings.METRICS_TOKEN.encode())
    return is_local_request(request.META)


def metrics(request: HttpRequest) -> HttpResponse:
    if not can_read_metrics(request):
        return HttpResponseForbidden("metrics are for the people who run the site\n")
    return HttpResponse(generate_latest(REGISTRY), content_type=CONTENT_TYPE_LATEST)
