"""A worker whose Redis goes away while all its slots are busy works again when Redis is back."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from portal.celery import HEARTBEAT_KEY, heartbeat
from portal.server.processes import ChildProcess
from tests.live_site import RedisServer
from tests.polling import wait_for
from tests.real.held_tasks import hold

pytestmark = pytest.mark.same_everywhere  # a worker alone: it never asks a database


@pytest.fixture
def worker(tmp_path: Path, redis_server: RedisServer) -> Iterator[ChildProcess]:
    """A worker with two slots that knows the task `hold`."""
    command = [sys.executable, "-m", "celery", "-A", "tests.real.held_tasks", "--quiet", "worker"]
    command += ["--loglevel", "WARNING", "--queues", "deadlines", "--concurrency", "2"]
    command += ["--without-gossip", "--without-mingle"]
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "portal.settings",
        "REDIS_URL": redis_server.url,
    }
    part = ChildProcess("worker", command, environment, tmp_path / "worker.log", settings.BASE_DIR)
    part.start()
    yield part
    part.kill()


def test_a_worker_with_every_slot_busy_outlives_its_broker(
    worker: ChildProcess, redis_server: RedisServer, tmp_path: Path
) -> None:
    for name in ("one", "two"):
        hold.apply_async((str(tmp_path), name))
    wait_for(lambda: len(list(tmp_path.glob("*.begun"))) == 2, worker.log_tail, 60)
    redis_server.kill()
    (tmp_path / "release").touch()
    wait_for(lambda: worker.log.read_text().count("Couldn't ack") >= 1, worker.log_tail)
    wait_for(lambda: len(list(tmp_path.glob("*.done"))) == 2, worker.log_tail)

    redis_server.start()
    redis_server.client.delete(HEARTBEAT_KEY)
    heartbeat.apply_async(expires=60)
    wait_for(lambda: redis_server.client.get(HEARTBEAT_KEY), lambda: worker.log_tail(40), 60)
