"""A web process by itself, as compose.yaml starts it: nobody has named the settings before."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from django.conf import settings

pytestmark = pytest.mark.same_everywhere


def test_a_web_process_finds_the_settings_by_itself() -> None:
    ask = (
        "from portal.server import web;"
        "print(web.request_timeouts.http_protocol(), web.slim_websocket.websocket_protocol())"
    )
    environment = {k: v for k, v in os.environ.items() if k != "DJANGO_SETTINGS_MODULE"}
    done = subprocess.run(
        [sys.executable, "-c", ask],
        env={**environment, "SECRET_KEY": "x", "DEBUG": "1"},
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
