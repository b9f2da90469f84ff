"""The key by which the first visitor becomes the owner, in a file of the data folder.

It is made when the site is prepared and nobody owns it (accounts/site/owner.py), and printed at
every start until somebody does.
"""

from __future__ import annotations

import secrets
from pathlib import Path

from portal.server import secret_key

NAME = "owner_key"


def read(data_dir: Path) -> str:
    """The key, or "" when there is none."""
    return secret_key.read(data_dir, NAME)


def read_or_create(data_dir: Path) -> str:
    return read(data_dir) or secret_key.store(data_dir, NAME, secrets.token_urlsafe(20))


def remove(data_dir: Path) -> None:
    (data_dir / NAME).unlink(missing_ok=True)
