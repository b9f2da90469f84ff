"""List the tables on hold: since when, what is missing; and what is wrong with the titles."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from games import registry

from ...table.session import holds


class Command(BaseCommand):
    help = "List the tables whose match cannot be loaded, the latest first, and broken titles."

    def handle(self, *args: Any, **options: Any) -> None:
        for module, error in registry.broken_modules().items():
            self.stdout.write(f"title {module}: {type(error).__name__}: {error}")
        for table, missing in holds.tables_on_hold():
            assert table.on_hold_since is not None
            when = table.on_hold_since.isoformat(timespec="minutes")
            reason = missing or "can be loaded again, and goes on within minutes"
            self.stdout.write(f"{when} table {table.key} {table.game}: {reason}")
