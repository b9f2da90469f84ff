"""Write the records of all public matches that are over, or of one person's, into one file."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

import games.rules as rules
from accounts.models import User

from ...archive import exporter


class Command(BaseCommand):
    help = "Write records of finished matches, one after the other, gzipped."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the file to write, such as records.jsonl.gz")
        parser.add_argument("--person", help="only the matches of this person, public or not")

    def handle(self, *args: Any, **options: Any) -> None:
        person = None
        if options["person"]:
            person = User.objects.filter(username=options["person"]).first()
            if person is None:
                raise CommandError(f"there is no person {options['person']!r}")
        written = 0
        with gzip.open(options["file"], "wb") as file:
            for table in exporter.finished_matches(person).iterator(chunk_size=50):
                try:
                    file.write(exporter.record_bytes(table))
                    written += 1
                except rules.RecordError as error:
                    self.stderr.write(f"{table}: {error}")
        self.stdout.write(f"{written} records in {options['file']}")
