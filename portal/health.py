"""Health checks of the parts of the site, which answer 503 if one fails.

`/healthz` checks everything (for people and alarms). `/healthz/web` checks only what this web
process needs (for a load balancer: a stopped worker is no reason to take the pages away).
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from redis import RedisError

from portal.celery import HEARTBEAT_KEY, HEARTBEAT_STALE_SECONDS
from portal.redis_client import get_client
from portal.server.task_queue import QUEUES

logger = logging.getLogger(__name__)


def heartbeat_age() -> float | None:
    """Return the seconds since a worker last ran the heartbeat task, or None if never."""
    noted = get_client().get(HEARTBEAT_KEY)
    return None if noted is None else max(0.0, time.time() - float(noted))


def queue_lengths() -> dict[str, int]:
    return {name: get_client().llen(name) for name in QUEUES}


def check_database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return "ok"


def check_redis() -> str:
    get_client().ping()
    return "ok"


def check_tasks() -> str:
    age = heartbeat_age()
    if age is None:
        return "no heartbeat yet"
    if age > HEARTBEAT_STALE_SECONDS:
        return f"last heartbeat {age:.0f} s ago"
    return "ok"


WEB_CHECKS = {"database": check_database, "redis": check_redis}
ALL_CHECKS = {**WEB_CHECKS, "tasks": check_tasks}


def run_checks(checks: dict[str, Callable[[], str]]) -> dict[str, str]:
    """Return the result of each check: "ok", or what is wrong."""
    found = {}
    for name, check in checks.items():
        try:
            found[name] = check()
        except (DatabaseError, RedisError, OSError) as error:
            logger.warning("%s does not answer: %s", name, error)
            found[name] = "does not answer"
    return found


def health_response(checks: dict[str, Callable[[], str]]) -> JsonResponse:
    found = run_checks(checks)
    good = all(answer == "ok" for answer in found.values())
    found["status"] = "ok" if good else "bad"
    response = JsonResponse(found, status=200 if good else 503)
    response._has_been_logged = True  # type: ignore[attr-defined] # said above, with the reason
    return response


@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    return health_response(ALL_CHECKS)


@never_cache
def healthz_web(request: HttpRequest) -> JsonResponse:
    return health_response(WEB_CHECKS)
