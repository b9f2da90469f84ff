"""Notifications of announcements, sent in batches that each record their progress."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.contrib.auth import get_user_model
from django.db import transaction

from ..notifications import outbox
from .models import Announcement

AT_ONCE = 200  # people per batch
ACTIVE_WITHIN = timedelta(days=180)  # people without a visit for longer are left out


def notify_next_batch(now: datetime) -> bool:
    """Notify the next batch of people of an announcement; return False if none is due.

    The progress is stored in the same transaction, so nobody is notified twice.
    """
    with transaction.atomic():
        waiting = Announcement.objects.filter(should_notify=True, notified_at=None)
        running = waiting.filter(starts_at__lte=now, ends_at__gt=now)
        found = (
            running.select_for_update(of=("self",))
            .select_related("downtime")
            .order_by("pk")
            .first()
        )
        if found is None:
            return False
        people = get_user_model().objects.filter(
            pk__gt=found.last_notified_user_id,
            is_active=True,
            guest_network="",
            last_seen_at__gt=now - ACTIVE_WITHIN,
        )
        people = people.select_related("notification_settings").order_by("pk")
        batch = list(people[:AT_ONCE])
        data = {"en": found.text_en, "ja": found.text_ja}
        if found.downtime is not None:
            data["start"] = found.downtime.starts_at.isoformat()
            data["end"] = found.downtime.ends_at.isoformat()
        outbox.send_many(batch, "announced", period=found.pk, now=now, **data)
        if batch:
            found.last_notified_user_id = batch[-1].pk
        else:
            found.notified_at = now
        found.save(update_fields=["last_notified_user_id", "notified_at"])
    return True
