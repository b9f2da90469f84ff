"""Celery tasks of data exports. The names on the wire stay."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from portal import background

from . import export


@shared_task(name="games.tasks.write_archives", ignore_result=True)
def write_data_exports() -> None:
    """Write the next step of the oldest data export, and enqueue another if one is needed."""
    now = timezone.now()
    export.clear_old(now)
    if export.write_next_step(now):
        background.enqueue(write_data_exports.name)
