"""Celery tasks of announcements. The names on the wire stay."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from portal import background

from . import downtime, publication


@shared_task(name="games.tasks.tell_everybody", ignore_result=True)
def notify_of_announcements() -> None:
    """Notify the next batch of people of an announcement, and enqueue another for the rest."""
    if publication.notify_next_batch(timezone.now()):
        background.enqueue(notify_of_announcements.name)


@shared_task(name="games.tasks.spread_absences", ignore_result=True)
def apply_planned_downtimes() -> int:
    """Apply planned downtimes to the running clocks; return how many have changed."""
    return downtime.apply_downtimes()
