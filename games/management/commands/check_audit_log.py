"""Check that nobody has changed what moderators have done."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.models import Decision
from games.moderation import audit_log


class Command(BaseCommand):
    help = "Check the chain of moderators' decisions, and print the digest of the last one."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--known", help="a digest printed earlier: its decision must still exist"
        )

    def handle(self, *_args: Any, known: str | None, **_options: Any) -> None:
        links = Decision.objects.order_by("pk")
        if wrong := audit_log.find_broken_entry(links.iterator()):
            raise CommandError(
                f"The audit log is broken at decision {wrong.pk} of {wrong.at:%F %T}."
            )
        if known and not links.filter(digest=known).exists():
            raise CommandError("The decision with this digest no longer exists.")
        last = links.last()
        end = "" if last is None else f" The last one: {last.digest}"
        self.stdout.write(f"{links.count()} decisions, as they were written.{end}")
