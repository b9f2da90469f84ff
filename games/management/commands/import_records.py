"""Bring the records of files: each is played again, checked, and becomes a table to look at."""

from __future__ import annotations

import gzip
import os
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, cast

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.models import User

from ...archive import importer
from ...archive.record_format import LARGEST, split_records

GZIP_MAGIC = b"\x1f\x8b"


class Command(BaseCommand):
    help = "Import records of matches that were played elsewhere, and list those that are refused."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "files", nargs="+", type=Path, help="files with one or more records, also gzipped"
        )
        parser.add_argument(
            "--as", dest="name", required=True, help="the name of the user who owns the imports"
        )
        parser.add_argument(
            "--jobs",
            type=int,
            default=os.cpu_count(),
            help="processes (default: one for each core)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            user = User.objects.get(username=options["name"], is_active=True)
        except User.DoesNotExist as error:
            raise CommandError(f"there is no person {options['name']!r}") from error
        if options["jobs"] < 1:
            raise CommandError("--jobs takes a number of processes, 1 or more")
        kept = refused = 0
        for path in options["files"]:
            broken: list[Exception] = []
            batches = _batches(path, broken)
            for batch, became in importer.prepare_in_parallel(batches, options["jobs"]):
                found = []
                for (line, _text), one in zip(batch, became, strict=True):
                    if isinstance(one, str):
                        refused += 1
                        self.stderr.write(f"{path}, record at line {line}: {one}")
                    else:
                        found.append(one)
                kept += len(importer.store_imports(user, found))
            for why in broken:
                refused += 1
                self.stderr.write(f"{path} cannot be read: {why}")
        self.stdout.write(f"{kept} imported, {refused} refused")
        if refused:
            raise CommandError("not everything was imported")


def _open_file(path: Path) -> BinaryIO:
    with path.open("rb") as file:
        is_pressed = file.read(len(GZIP_MAGIC)) == GZIP_MAGIC
    return cast(BinaryIO, gzip.open(path) if is_pressed else path.open("rb"))


def _batches(path: Path, broken: list[Exception]) -> Iterator[importer.Batch]:
    """The records of a file, as many together as are no longer than one may be.

    Where it cannot be read any further, why is put into `broken`, and what was read counts.
    """
    batch: list[tuple[int, bytes]] = []
    size = 0
    try:
        with _open_file(path) as file:
            for line, text in split_records(file):
                if size + len(text) > LARGEST and batch:
                    yield batch
                    batch, size = [], 0
                batch.append((line, text))
                size += len(text)
    except (OSError, EOFError, zlib.error) as error:
        broken.append(error)
    if batch:
        yield batch
