"""The site's secret key, in a file of the data folder of sites that `manage.py serve` runs."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

NAME = "secret_key"


def read(data_dir: Path, name: str = NAME) -> str:
    """Return the stored key, or "" if there is none."""
    try:
        return (data_dir / name).read_text().strip()
    except FileNotFoundError:
        return ""


def read_or_create(data_dir: Path) -> str:
    """Return the stored key; at the first call, make one that only the file's owner can read."""
    return read(data_dir) or store(data_dir, NAME, secrets.token_urlsafe(50))


def store(data_dir: Path, name: str, key: str) -> str:
    """Store a key in a file that only its owner can read, and return it."""
    descriptor = os.open(data_dir / name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(key + "\n")
    return read(data_dir, name)
