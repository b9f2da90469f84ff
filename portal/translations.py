"""Compilation of translations: `.po` files are compiled to `.mo` if missing or out of date.

People edit `locale/ja/LC_MESSAGES/django.po`, which the repository contains. The `.mo` beside it is
made at the start, in pure Python, and gets the modification time of its source.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path


def compile_outdated(folders: Iterable[Path]) -> None:
    """Compile the catalogues in these `locale` folders that have changed since the last time.

    Raises:
        OSError: a catalogue without a compiled version cannot be written. An outdated compiled
            version stays in use.
    """
    for folder in folders:
        for source in sorted(folder.glob("*/LC_MESSAGES/*.po")):
            made = source.with_suffix(".mo")
            if not _is_current(made, source):
                try:
                    _compile(source, made)
                except OSError:
                    if not made.exists():
                        raise


def _is_current(made: Path, source: Path) -> bool:
    try:
        return made.stat().st_mtime_ns == source.stat().st_mtime_ns
    except FileNotFoundError:
        return False


def _compile(source: Path, made: Path) -> None:
    """Compile one file; safe in parallel, since each process writes aside and renames."""
    import polib  # only where there is something to compile

    seen = source.stat()
    content = polib.pofile(str(source)).to_binary()
    with tempfile.NamedTemporaryFile(dir=made.parent, suffix=".new", delete=False) as aside:
        aside.write(content)
    os.utime(aside.name, ns=(seen.st_atime_ns, seen.st_mtime_ns))
    os.chmod(aside.name, 0o644)
    Path(aside.name).replace(made)
