"""List the mails that were given up: at which table, for whom, when."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from ...models import Seat


class Command(BaseCommand):
    help = "List the turn mails that were given up after many tries, the latest first."

    def handle(self, *args: Any, **options: Any) -> None:
        failed = Seat.objects.filter(notice_failed_at__isnull=False)
        for seat in failed.select_related("table", "user").order_by("-notice_failed_at"):
            assert seat.notice_failed_at is not None
            when = seat.notice_failed_at.isoformat(timespec="minutes")
            self.stdout.write(f"{when} table {seat.table.key} {seat.name}")
