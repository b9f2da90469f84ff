"""Celery tasks of ratings and reliability. The names on the wire stay."""

from __future__ import annotations

from celery import shared_task

from .reliability import aggregation


@shared_task(name="games.tasks.count_standing", ignore_result=True)
def count_reliability() -> int:
    """Count new answers and finished matches for reliability; return at how many tables."""
    return aggregation.count_marked_tables()
