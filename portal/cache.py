"""Django's Redis cache with JSON values, which acts as an empty cache while Redis is away.

Django would store pickles, and anybody who can write to Redis could then run code in the site.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis import RedisError

from portal.redis_client import connection_options

logger = logging.getLogger(__name__)


class UnreadableValueError(ValueError):
    """A cached value is no JSON that this site wrote."""


class JsonSerializer:
    """A serializer to JSON; whole numbers are stored as Redis counts them.

    Raises:
        UnreadableValueError: from `loads`, for a value that is no JSON, for example one of an
            earlier version.
    """

    def __init__(self, protocol: int | None = None) -> None:
        """Ignore `protocol`, which Django passes for pickles."""

    def dumps(self, value: Any) -> bytes | int:
        if type(value) is int:
            return value
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()

    def loads(self, data: bytes) -> Any:
        try:
            return json.loads(data)
        except (ValueError, RecursionError) as error:
            raise UnreadableValueError(f"{data[:40]!r} is not JSON") from error


class FaultTolerantClient(RedisCacheClient):
    """A client that answers like an empty cache if Redis is unreachable or a value unreadable."""

    def __init__(self, servers: Any, **options: Any) -> None:
        super().__init__(servers, **{**connection_options(), **options})


def _with_fallback(name: str, answer: Callable[..., Any]) -> Callable[..., Any]:
    original = getattr(RedisCacheClient, name)

    def call(self: FaultTolerantClient, *args: Any, **kwargs: Any) -> Any:
        try:
            return original(self, *args, **kwargs)
        except (RedisError, OSError, UnreadableValueError) as error:
            logger.warning("the cache does not answer: %s", error)
            return answer(*args, **kwargs)

    call.__name__ = name
    return call


# `add` returns True, as for a missing key, so that a caller who waits for a lock goes on.
_FALLBACKS: dict[str, Callable[..., Any]] = {
    "add": lambda *args, **kwargs: True,
    "get": lambda key, default=None: default,
    "set": lambda *args, **kwargs: None,
    "touch": lambda *args, **kwargs: False,
    "delete": lambda *args, **kwargs: False,
    "get_many": lambda *args, **kwargs: {},
    "has_key": lambda *args, **kwargs: False,
    "set_many": lambda *args, **kwargs: None,
    "delete_many": lambda *args, **kwargs: None,
    "clear": lambda *args, **kwargs: False,
    "incr": lambda key, delta: delta,
}
for _name, _answer in _FALLBACKS.items():
    setattr(FaultTolerantClient, _name, _with_fallback(_name, _answer))


class FaultTolerantRedisCache(RedisCache):
    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = FaultTolerantClient
