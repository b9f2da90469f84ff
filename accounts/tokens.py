"""Personal keys to the API: shown once when made, kept as a digest only."""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .models import User

PREFIX = "lt_"
TOKENS_PER_PERSON = 20


def digest_of(token: str) -> str:
    """The hex SHA-256 under which a token is stored.

    >>> digest_of("lt_example")[:12]
    'dc856296ed99'
    """
    return hashlib.sha256(token.encode()).hexdigest()


def create_token(user: User, name: str) -> tuple[Any, str]:
    """Make a token and return its row and the token itself, which nobody can show again."""
    token = PREFIX + secrets.token_urlsafe(32)
    row = user.api_tokens.create(name=name, digest=digest_of(token), hint=token[-4:])
    return row, token
