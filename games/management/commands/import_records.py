"""Bring the records of files: each is played again, checked, and becomes a table to look at."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any, BinaryIO, cast

from django.core.management.base import BaseCommand, CommandError, CommandParser

import games.rules as rules
from accounts.models import User

from ...records import importing
from ...records.format import split
from ...table.refusals import Refused

GZIP = b"\x1f\x8b"


class Command(BaseCommand):
    help = "Import records of matches that were played elsewhere. What is refused is named."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "files", nargs="+", type=Path, help="records, one or many a file, also gzipped"
        )
        parser.add_argument("--as", dest="name", required=True, help="whose imports they are")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            user = User.objects.get(username=options["name"], is_active=True)
        except User.DoesNotExist as error:
            raise CommandError(f"there is no person {options['name']!r}") from error
        kept = refused = 0
        for path in options["files"]:
            try:
                with _opened(path) as file:
                    for line, text in split(file):
                        try:
                            importing.keep(user, importing.Prepared(text))
                            kept += 1
                        except (rules.RecordError, Refused) as error:
                            refused += 1
                            self.stderr.write(f"{path}, record at line {line}: {error}")
            except (OSError, EOFError) as error:
                refused += 1
                self.stderr.write(f"{path} cannot be read: {error}")
        self.stdout.write(f"{kept} imported, {refused} refused")
        if refused:
            raise CommandError("not everything was imported")


def _opened(path: Path) -> BinaryIO:
    with path.open("rb") as file:
        is_pressed = file.read(len(GZIP)) == GZIP
    return cast(BinaryIO, gzip.open(path) if is_pressed else path.open("rb"))
