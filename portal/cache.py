"""Django's Redis cache that is merely empty, not an error, while Redis is away."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis import RedisError

from portal.redis import quick_options

logger = logging.getLogger(__name__)


class ForgivingClient(RedisCacheClient):
    """Answers as an empty cache would when the server cannot be reached."""

    def __init__(self, servers: Any, **options: Any) -> None:
        super().__init__(servers, **{**quick_options(), **options})


def _forgiving(name: str, answer: Callable[..., Any]) -> Callable[..., Any]:
    original = getattr(RedisCacheClient, name)

    def call(self: ForgivingClient, *args: Any, **kwargs: Any) -> Any:
        try:
            return original(self, *args, **kwargs)
        except (RedisError, OSError) as error:
            logger.warning("no cache: %s", error)
            return answer(*args, **kwargs)

    call.__name__ = name
    return call


# `add` answers True, as for a key that was not there: whoever waits for a lock goes on.
_ANSWERS: dict[str, Callable[..., Any]] = {
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
for _name, _answer in _ANSWERS.items():
    setattr(ForgivingClient, _name, _forgiving(_name, _answer))


class ForgivingRedisCache(RedisCache):
    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = ForgivingClient
