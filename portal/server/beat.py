"""Beat, the scheduler of tasks: `python -m portal.server.beat`. Exactly one runs.

It sends names of tasks by the schedule and needs nothing else of the site. Of Django it only reads
the settings; no app, model or rule is loaded.
"""

from __future__ import annotations

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")

app = Celery("longtable", fixups=[])  # Celery's Django fixup would load all apps
app.config_from_object("django.conf:settings", namespace="CELERY")


def main() -> None:
    app.Beat(loglevel="WARNING", quiet=True).run()


if __name__ == "__main__":
    main()
