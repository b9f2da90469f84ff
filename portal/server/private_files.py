"""Permissions of the data folder, which other users of the machine must not read."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path

UMASK = 0o077
OTHERS = 0o077


def make_private_folder(folder: Path) -> None:
    """Make the folder if it is missing; remove the permissions of others if it is ours.

    A folder of another user, or a sticky one that everybody may write to (like /tmp), is left as
    it is.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    found = folder.stat()
    if found.st_uid == os.getuid() and not found.st_mode & stat.S_ISVTX:
        _remove_other_permissions(folder)


def make_files_private(folder: Path, *, but: Path) -> None:
    """Remove others' permissions on all files in the folder, except in `but`.

    Earlier versions created readable files. The files beside a database (`-wal`, `-shm`) get its
    permissions.
    """
    for path in _walk_folder(folder, but):
        with contextlib.suppress(FileNotFoundError):  # temporary files disappear
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
