"""Count again how people play and say what differed."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from ...ratings.reliability.recount import recount_all


class Command(BaseCommand):
    help = "Recount everyone's answers and matches from the journal; report differences."

    def handle(self, *args: Any, **options: Any) -> None:
        differences = recount_all()
        for difference in differences:
            self.stdout.write(difference)
        count = len(differences)
        self.stdout.write(f"{count} differences" if count else "no differences")
