"""List the notices that were given up: at which table, for whom, by which channel, when, why."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from ...models import Notification


class Command(BaseCommand):
    help = "List the notices that were given up after many tries, the latest first."

    def handle(self, *args: Any, **options: Any) -> None:
        failed = Notification.objects.filter(state=Notification.State.FAILED)
        for row in failed.select_related("table", "user").order_by("-settled_at"):
            assert row.settled_at is not None
            when = row.settled_at.isoformat(timespec="minutes")
            place = "-" if row.table is None else row.table.key
            text = f"table {place} {row.user.display_name} {row.event} by {row.channel}"
            self.stdout.write(f"{when} {text}: {row.reason}")
