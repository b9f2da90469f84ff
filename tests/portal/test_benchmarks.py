"""Benchmarks leave nothing behind, also when they are interrupted."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

WAITING = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it
from benchmarks import own_site as benchmark
configure = benchmark._configure
def configure_quickly(*told):
    configure(*told)
    from django.conf import settings
    settings.DATABASES["default"]["TEST"]["MIGRATE"] = False  # tables as the models say
benchmark._configure = configure_quickly
with benchmark.own_site("test"):
    from accounts.models import User
    User.objects.create_user("ada")
    print("ready", flush=True)
    import time
    time.sleep(60)
"""


@pytest.mark.same_everywhere
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_benchmark_removes_its_site(tmp_path: Path, number: signal.Signals) -> None:
    environment = {**os.environ, "TMPDIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": ""}
    environment = {name: value for name, value in environment.items() if value}
    running = subprocess.Popen(
        [sys.executable, "-c", WAITING],
        cwd=settings.BASE_DIR,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert running.stdout is not None
    while running.stdout.readline() != "ready\n":
        assert running.poll() is None
    assert list(tmp_path.iterdir())
    running.send_signal(number)
    assert running.wait(timeout=60) != 0
    assert list(tmp_path.iterdir()) == []
