"""The site's secret key in a file of its data folder, for sites that `manage.py serve` runs."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

NAME = "secret_key"


def read(data_dir: Path, name: str = NAME) -> str:
    """The stored key, or "" when there is none."""
    try:
        return (data_dir / name).read_text().strip()
    except FileNotFoundError:
        return ""


def read_or_create(data_dir: Path) -> str:
    """The stored key; the first time a new one, which only the owner can read."""
    return read(data_dir) or store(data_dir, NAME, secrets.token_urlsafe(50))


def store(data_dir: Path, name: str, key: str) -> str:
    """Store a key in a file that only the owner can read; returns it."""
    descriptor = os.open(data_dir / name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(key + "\n")
    return read(data_dir, name)
