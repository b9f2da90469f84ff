"""What the cache in Redis holds is JSON; pickles are never opened."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import caches
from django.core.cache.backends.base import BaseCache

from portal.cache import JsonSerializer, UnreadableValueError
from tests.live_site import RedisServer

pytestmark = pytest.mark.same_everywhere


class UnpickleCounter:
    """Notes when a pickle of it is opened."""

    times = 0

    def __reduce__(self) -> Any:
        return _open, ()


def _open() -> None:
    UnpickleCounter.times += 1


@pytest.fixture
def cache(redis_server: RedisServer) -> BaseCache:
    assert settings.CACHES["default"]["BACKEND"] == "portal.cache.FaultTolerantRedisCache"
    return caches["default"]


@pytest.mark.real
@pytest.mark.parametrize("value", [0, -7, 1.5, "卓", "12", "", None, True, [1.5, 2.5], {"a": [1]}])
def test_what_is_kept_comes_back(cache: BaseCache, value: Any) -> None:
    cache.set("key", value)
    found = cache.get("key", "nothing")
    assert found == value
    assert type(found) is type(value)


@pytest.mark.real
def test_numbers_are_counted_by_redis(cache: BaseCache) -> None:
    cache.add("counter", 0, 60)
    assert cache.incr("counter") == 1
    assert cache.get("counter") == 1


@pytest.mark.real
def test_a_pickle_in_redis_is_never_opened(cache: BaseCache, redis_server: RedisServer) -> None:
    for name in ("key", "other"):
        redis_server.client.set(cache.make_key(name), pickle.dumps(UnpickleCounter()))
    assert cache.get("key", "nothing") == "nothing"
    assert cache.get_many(["key", "other"]) == {}
    assert UnpickleCounter.times == 0


@pytest.mark.parametrize("data", [pickle.dumps([1]), b"", b"\xff", b"[" * 100_000])
def test_what_is_no_json_is_not_read(data: bytes) -> None:
    with pytest.raises(UnreadableValueError):
        JsonSerializer().loads(data)
