"""The key by which push services identify the site (P-256), in a file of its data folder.

Browsers subscribe to this key. If it changes, everybody must switch notifications on again.
"""

from __future__ import annotations

import base64
import binascii
import secrets
from pathlib import Path

from portal.server import secret_key

NAME = "push_key"
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
SIZE = 32  # bytes


def read(data_dir: Path) -> str:
    """Return the stored key, or "" if there is none."""
    return secret_key.read(data_dir, NAME)


def read_or_create(data_dir: Path) -> str:
    """Return the stored key; at the first call, make one that only the file's owner can read."""
    return read(data_dir) or secret_key.store(data_dir, NAME, generate())


def generate() -> str:
    """Return a new private key: 32 bytes in base64url.

    >>> is_key(generate())
    True
    """
    number = 1 + secrets.randbelow(ORDER - 1)
    return base64.urlsafe_b64encode(number.to_bytes(SIZE, "big")).rstrip(b"=").decode()


def is_key(text: str) -> bool:
    """Whether a text is 32 bytes in base64url and a valid private key.

    >>> is_key("AA"), is_key("A" * 43), is_key("_" * 43), is_key("~" * 43)
    (False, False, False, False)
    """
    try:
        found = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        return False
    return len(found) == SIZE and 0 < int.from_bytes(found, "big") < ORDER
