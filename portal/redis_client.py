"""Connections to Redis that never make a page wait long: short time-outs, one quick second try."""

from __future__ import annotations

import functools
from typing import Any

import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry


def connection_options() -> dict[str, Any]:
    """Options of a connection: the one retry renews a connection that a restart has cut."""
    return {
        "socket_timeout": 1,
        "socket_connect_timeout": 1,
        "retry": Retry(NoBackoff(), 1),
    }


@functools.cache
def _create_client(url: str) -> redis.Redis:
    return redis.Redis.from_url(url, **connection_options())


def get_client() -> redis.Redis:
    """The process's shared client; safe in threads."""
    return _create_client(settings.REDIS_URL)
