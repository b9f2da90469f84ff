"""Turns and messages that ended elsewhere: lets devices close what they still show of them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db import connection, transaction
from django.utils import timezone

from ..models import Notification
from . import devices

BATCH_SIZE = 50


def close_on_devices() -> int:
    """Send messages that close notifications that have ended; return how many were sent.

    Each notification is tried once. If that fails, the next push to the device closes it, or the
    next page that it opens.
    """
    shown = _claim_batch()
    people: dict[int, list[Notification]] = {}
    for notification in shown:
        people.setdefault(notification.user_id, []).append(notification)
    return sum(
        devices.close_turns(theirs[0].user, _sent_by_tag(theirs)) for theirs in people.values()
    )


def _claim_batch() -> list[Notification]:
    """Return sent notifications that have ended, which no worker finds again."""
    due = Notification.objects.filter(
        state=Notification.State.SENT, send_at__isnull=False, send_at__lte=timezone.now()
    )
    if not due.exists():
        return []  # without a transaction, which could make others wait
    with transaction.atomic():
        if connection.features.has_select_for_update_skip_locked:
            due = due.select_for_update(skip_locked=True)
        found = list(due.order_by("send_at").values_list("pk", flat=True)[:BATCH_SIZE])
        Notification.objects.filter(pk__in=found).update(send_at=None)
    claimed = Notification.objects.filter(pk__in=found)
    return list(claimed.select_related("table", "user__notification_settings").order_by("pk"))


def _sent_by_tag(notifications: Iterable[Notification]) -> dict[str, datetime]:
    """Return when the last of these notifications was sent, by its tag."""
    found: dict[str, datetime] = {}
    for notification in notifications:
        if (key := notification.tag) and notification.settled_at is not None:
            found[key] = max(found.get(key, notification.settled_at), notification.settled_at)
    return found
