"""Beat: the clock that wakes the workers up, `python -m portal.server.beat`. Exactly one runs.

It sends names of tasks when the schedule says so and needs nothing else of the site: of Django it
reads the settings, and no app, model or rule is ever loaded.
"""

from __future__ import annotations

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")

app = Celery("longtable", fixups=[])  # Celery's part for Django would load all apps
app.config_from_object("django.conf:settings", namespace="CELERY")


def main() -> None:
    app.Beat(loglevel="WARNING", quiet=True).run()


if __name__ == "__main__":
    main()
