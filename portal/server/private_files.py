"""The data folder is the site's alone: other accounts of the machine may not look into it."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path

UMASK = 0o077
OTHERS = 0o077


def make_private_folder(folder: Path) -> None:
    """Make the folder where there is none; close an own one to others.

    One that belongs to somebody else, or that everybody may write to (as /tmp), is left alone.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    found = folder.stat()
    if found.st_uid == os.getuid() and not found.st_mode & stat.S_ISVTX:
        _remove_other_permissions(folder)


def make_files_private(folder: Path, *, but: Path) -> None:
    """Close everything in the folder to others, as files of earlier versions are not; `but` stays.

    A database has its neighbours (`-wal`, `-shm`), and they have its permissions.
    """
    for path in _walk_folder(folder, but):
        with contextlib.suppress(FileNotFoundError):  # some come and go
            if path.lstat().st_uid == os.getuid():
                _remove_other_permissions(path)


def _walk_folder(folder: Path, but: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        if path == but or path.is_symlink():
            continue
        if path.is_dir():
            yield from _walk_folder(path, but)
        yield path


def _remove_other_permissions(path: Path) -> None:
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & OTHERS:
        path.chmod(mode & ~OTHERS)
