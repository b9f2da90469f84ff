"""Rendered pictures in the data folder, named by their content; rarely used ones are deleted."""

from __future__ import annotations

import contextlib
import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

MOST_BYTES = 64 * 2**20  # of all files: about a thousand pictures
LONGEST = 30 * 24 * 3600  # seconds for which an unused picture is stored


def cache_folder() -> Path:
    return Path(settings.DATA_DIR) / "pictures"


def get(name: str) -> bytes | None:
    path = cache_folder() / name
    with contextlib.suppress(FileNotFoundError):
        found = path.read_bytes()
        os.utime(path)
        return found
    return None


def put(name: str, picture: bytes) -> None:
    """Store a picture atomically, and delete pictures that are too old or exceed the limit."""
    place = cache_folder()
    place.mkdir(exist_ok=True)
    written, half = tempfile.mkstemp(dir=place)
    try:
        with os.fdopen(written, "wb") as file:
            file.write(picture)
        os.replace(half, place / name)
    finally:
        Path(half).unlink(missing_ok=True)
    for path in _expired_files(place):
        path.unlink(missing_ok=True)


def _expired_files(place: Path) -> Iterator[Path]:
    newest = sorted(_cached_files(place), reverse=True)
    now, size = time.time(), 0
    for used, path, its_size in newest:
        size += its_size
        if size > MOST_BYTES or now - used > LONGEST:
            yield path


def _cached_files(place: Path) -> Iterator[tuple[float, Path, int]]:
    for path in place.iterdir():
        with contextlib.suppress(FileNotFoundError):  # another process has just deleted it
            found = path.stat()
            yield found.st_mtime, path, found.st_size
