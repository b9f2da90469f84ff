"""Celery task of alerts."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from . import searches


@shared_task(name="games.alerts.send_due", ignore_result=True)
def send_due_alerts() -> int:
    """Notify people of tables and tournaments that match their alerts."""
    return searches.send_due_alerts(timezone.now())
