"""Django's Redis cache, safer: what it holds is JSON, and without Redis it is merely empty.

Django would store pickles, and whoever can write to Redis could then run code in our processes.
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
    """What the cache holds under a key is none of ours."""


class JsonSerializer:
    """Values as JSON; whole numbers as Redis itself counts them.

    What is no JSON (a value of an earlier version, or of somebody else) is an
    `UnreadableValueError`.
    """

    def __init__(self, protocol: int | None = None) -> None:
        """`protocol` is what Django gives to its pickles."""

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
    """Answers as an empty cache would when the server cannot be reached, or its value be read."""

    def __init__(self, servers: Any, **options: Any) -> None:
        super().__init__(servers, **{**connection_options(), **options})


def _with_fallback(name: str, answer: Callable[..., Any]) -> Callable[..., Any]:
    original = getattr(RedisCacheClient, name)

    def call(self: FaultTolerantClient, *args: Any, **kwargs: Any) -> Any:
        try:
            return original(self, *args, **kwargs)
        except (RedisError, OSError, UnreadableValueError) as error:
            logger.warning("no cache: %s", error)
            return answer(*args, **kwargs)

    call.__name__ = name
    return call


# `add` answers True, as for a key that was not there: whoever waits for a lock goes on.
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
