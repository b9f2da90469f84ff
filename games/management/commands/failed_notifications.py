"""List failed notifications: table, recipient, channel, time and reason."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from ...models import Notification


class Command(BaseCommand):
    help = "List notifications that failed after all attempts, the latest first."

    def handle(self, *args: Any, **options: Any) -> None:
        failed = Notification.objects.filter(state=Notification.State.FAILED)
        for row in failed.select_related("table", "user").order_by("-settled_at"):
            assert row.settled_at is not None
            when = row.settled_at.isoformat(timespec="minutes")
            place = "-" if row.table is None else row.table.key
            text = f"table {place} {row.user.display_name} {row.event} by {row.channel}"
            self.stdout.write(f"{when} {text}: {row.reason}")
