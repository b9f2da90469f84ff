"""Celery task of matches between clubs."""

from __future__ import annotations

from celery import shared_task

from ..table.session import heartbeat
from . import lifecycle


@shared_task(name="games.club_matches.advance_due", ignore_result=True)
def advance_due_matches() -> int:
    """Start and end all matches that are due, and return how many."""
    return lifecycle.advance_due_matches() if heartbeat.can_time_out() else 0
