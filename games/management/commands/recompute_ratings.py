"""Rebuild all ratings from the results and say what differed."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from ...ratings import rating_changes


class Command(BaseCommand):
    help = "Rebuild all ratings from the results of rated matches; report differences."

    def handle(self, *args: Any, **options: Any) -> None:
        differences = rating_changes.recompute_all()
        for difference in differences:
            self.stdout.write(difference)
        count = len(differences)
        self.stdout.write(f"{count} differences" if count else "no differences")
