"""Check the record of a finished match: its moves, its seed, every outcome of chance."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

import games.rules as rules


class Command(BaseCommand):
    help = "Replay a record and check every outcome of chance against its seed and commitment."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a record (longtable-record/1, JSON)")

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        try:
            record = json.loads(path.read_text())
        except OSError as error:
            raise CommandError(f"{path} cannot be read: {error.strerror}") from error
        except ValueError as error:
            raise CommandError(f"{path} is not JSON: {error}") from error
        try:
            found = rules.verify(record)
        except (rules.RecordError, TypeError, KeyError) as error:
            raise CommandError(f"{path} cannot be replayed: {error}") from error
        for what, held, detail in found.checks:
            self.stdout.write(f"{'ok ' if held else 'BAD'} {what}: {detail}")
        if not found.sound:
            raise CommandError(f"{path} does not hold")
        self.stdout.write("everything fits")
