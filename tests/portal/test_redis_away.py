"""While Redis is away nobody waits and nothing breaks. Nothing listens at its address here."""

from __future__ import annotations

import socket
import time
from pathlib import Path

import pytest
from celery import Celery
from kombu.exceptions import OperationalError
from redis import RedisError

from portal.cache import FaultTolerantRedisCache
from portal.redis_client import _create_client
from portal.server import embedded_redis
from portal.server.task_queue import TRANSPORT_OPTIONS, broker_url

pytestmark = pytest.mark.same_everywhere  # and no database is asked


@pytest.fixture
def cache(tmp_path: Path) -> FaultTolerantRedisCache:
    return FaultTolerantRedisCache(embedded_redis.url(tmp_path), {})


def test_the_cache_is_merely_empty(cache: FaultTolerantRedisCache) -> None:
    cache.set("key", 1)
    assert cache.get("key") is None
    assert cache.get("key", "default") == "default"
    assert cache.get_many(["key"]) == {}
    assert cache.get_or_set("key", 5) == 5
    assert cache.delete("key") is False
    assert "key" not in cache
    assert cache.incr("key") == 1


def test_whoever_waits_for_a_lock_in_the_cache_goes_on(cache: FaultTolerantRedisCache) -> None:
    assert cache.add("lock", 1) is True


def test_the_site_uses_that_cache() -> None:
    from tests import settings

    assert settings.CACHES["default"]["BACKEND"] == "portal.cache.FaultTolerantRedisCache"


def test_sending_a_task_fails_at_once(tmp_path: Path) -> None:
    app = Celery(broker=broker_url(embedded_redis.url(tmp_path)), set_as_current=False)
    app.conf.broker_transport_options = TRANSPORT_OPTIONS
    begin = time.monotonic()
    with pytest.raises(OperationalError):
        app.send_task("portal.heartbeat", retry=False)
    assert time.monotonic() - begin < 2


def test_a_server_that_never_answers_costs_seconds_not_minutes() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        client = _create_client(f"redis://127.0.0.1:{silent.getsockname()[1]}/0")
        begin = time.monotonic()
        with pytest.raises(RedisError):
            client.ping()
        assert time.monotonic() - begin < 5
