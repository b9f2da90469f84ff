"""Art that is built ahead: the drawings of a title that no position changes.

The `art/` package of a title offers `build()`, which returns texts of files by their paths in the
title's folder. `manage.py build_art` writes them, and they are checked in. Only this module imports
such a package, so that a page never waits for a painter.
"""

from __future__ import annotations

import importlib
from pathlib import Path

from games import registry


def titles_with_art() -> list[str]:
    """Return the keys of the titles with an `art/` package."""
    folders = registry.title_folders()
    return [key for key, folder in folders.items() if (folder / "art" / "__init__.py").is_file()]


def build(key: str) -> dict[Path, str]:
    """Build the art of a title anew; return the text of each file."""
    folder = registry.title_folders()[key]
    painter = importlib.import_module(f"{registry.PACKAGE}.{key}.art")
    return {folder / name: text for name, text in painter.build().items()}


def stale_files(key: str) -> dict[Path, str]:
    """Return the files whose text differs from what the title's `art/` builds now."""
    return {
        path: text
        for path, text in build(key).items()
        if not path.is_file() or path.read_bytes() != text.encode()
    }
