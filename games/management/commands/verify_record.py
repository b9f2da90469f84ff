"""Check the record of a finished match: its moves, its seed, every outcome of chance."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

import games.rules as rules

from ...archive.record_format import parse, to_version_1


class Command(BaseCommand):
    help = "Replay a record and check every outcome of chance against its seed and commitment."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a record (longtable-record/2 or /1)")

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        try:
            found = rules.verify(to_version_1(parse(path.read_bytes())))
        except OSError as error:
            raise CommandError(f"{path} cannot be read: {error.strerror}") from error
        except rules.RecordError as error:
            raise CommandError(f"{path} cannot be replayed: {error}") from error
        for what, held, detail in found.checks:
            self.stdout.write(f"{'ok ' if held else 'BAD'} {what}: {detail}")
        if not found.sound:
            raise CommandError(f"{path} is not valid")
        self.stdout.write("everything fits")
