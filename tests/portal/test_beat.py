"""Beat is a small process: it knows when to wake whom, and nothing of the site."""

from __future__ import annotations

import subprocess
import sys

from portal import celery
from portal.server import beat


def test_beat_sends_what_the_schedule_says_to_the_queues_of_the_workers() -> None:
    for name in ("broker_url", "beat_schedule", "task_routes", "task_default_queue"):
        assert getattr(beat.app.conf, name) == getattr(celery.app.conf, name)
    assert beat.app.conf.beat_schedule


def test_beat_loads_no_app_and_no_game() -> None:
    code = (
        "import sys; from portal.server import beat; beat.app.Beat(quiet=True);"
        "beat.app.finalize();"
        "beat.app.loader.import_default_modules();"
        "print([name for name in sys.modules if name.split('.')[0] in ('games', 'accounts')"
        " or name == 'django.db'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout.strip() == "[]", done.stderr
