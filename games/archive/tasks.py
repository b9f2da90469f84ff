"""Celery tasks of the archive. The names on the wire stay."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from portal import background

from . import public_dump


@shared_task(name="games.tasks.write_dump", ignore_result=True)
def write_dump() -> None:
    """Write the next step of the public dump, and enqueue another if one is needed."""
    if public_dump.write_next_step(timezone.now()):
        background.enqueue(write_dump.name)
