"""The site's Celery app with one more task for workers of the tests: it lasts as long as wanted."""

from __future__ import annotations

from pathlib import Path

from portal.celery import app
from tests.polling import wait_for

__all__ = ["app"]


@app.task(name="tests.hold")
def hold(folder: str, name: str) -> None:
    """Say that it has begun, and end when the file "release" is there."""
    (Path(folder) / f"{name}.begun").touch()
    wait_for((Path(folder) / "release").exists, "the file to appear", 60)
    (Path(folder) / f"{name}.done").touch()
