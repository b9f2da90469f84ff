"""Celery tasks of puzzles."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from portal import background

from . import daily, selection


@shared_task(name="games.puzzles.create_due", ignore_result=True)
def create_due_puzzles() -> int:
    """Store the puzzle of the day, and make new puzzles once a day."""
    daily.store_daily(daily.today())
    return selection.create_due(timezone.now())


@shared_task(name=selection.CHECK, ignore_result=True, soft_time_limit=60, time_limit=90)
def check_puzzle(pk: int) -> None:
    """Run the next search for a candidate, and enqueue another if one is needed."""
    if selection.check_candidate(pk):
        background.enqueue(selection.CHECK, pk)
