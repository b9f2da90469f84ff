"""The key with which the first visitor becomes the owner, in a file of the data folder.

`prepare` makes it while the site has no owner (accounts/site/owner.py). Every start prints it until
there is one.
"""

from __future__ import annotations

import secrets
from pathlib import Path

from portal.server import secret_key

NAME = "owner_key"


def read(data_dir: Path) -> str:
    """Return the key, or "" if there is none."""
    return secret_key.read(data_dir, NAME)


def read_or_create(data_dir: Path) -> str:
    return read(data_dir) or secret_key.store(data_dir, NAME, secrets.token_urlsafe(20))


def remove(data_dir: Path) -> None:
    (data_dir / NAME).unlink(missing_ok=True)
