"""Translations are kept as text (`.po`) and compiled where they are missing or out of date.

`locale/ja/LC_MESSAGES/django.po` is what people edit and what the repository holds; the `.mo`
beside it is made at the start, in pure Python, and has the time of the text it was made of.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path


def compile_outdated(folders: Iterable[Path]) -> None:
    """Compile the catalogues in these `locale` folders that have changed since the last time.

    Raises:
        OSError: one that was never compiled cannot be written (what is stale but there serves on).
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
    """Several processes may do this at once: each writes aside and moves its own into place."""
    import polib  # only where there is something to compile

    seen = source.stat()
    content = polib.pofile(str(source)).to_binary()
    with tempfile.NamedTemporaryFile(dir=made.parent, suffix=".new", delete=False) as aside:
        aside.write(content)
    os.utime(aside.name, ns=(seen.st_atime_ns, seen.st_mtime_ns))
    os.chmod(aside.name, 0o644)
    Path(aside.name).replace(made)
