"""Connections to Redis with short time-outs and one quick retry, so that no page waits long."""

from __future__ import annotations

import functools
from typing import Any

import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry


def connection_options() -> dict[str, Any]:
    """Return connection options; the one retry renews a connection that a restart has closed."""
    return {
        "socket_timeout": 1,
        "socket_connect_timeout": 1,
        "retry": Retry(NoBackoff(), 1),
    }


@functools.cache
def _create_client(url: str) -> redis.Redis:
    return redis.Redis.from_url(url, **connection_options())


def get_client() -> redis.Redis:
    """Return the process's shared client, which is safe in threads."""
    return _create_client(settings.REDIS_URL)
