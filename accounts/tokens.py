"""API tokens: each is shown once when it is made, and stored only as a digest."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.db import models
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from .models import User

PREFIX = "lt_"
MAX_TOKENS = 20


class Scope(models.TextChoices):
    """What a token may do; games/api/scopes.py says which scope each endpoint requires."""

    READ = "read", _("View everything you can see, and receive events")
    PLAY = "play", _("Sit down, play, answer invitations and leave")
    HOST = (
        "host",
        _(
            "Open and manage tables, clubs, studies and your settings; moderate if you "
            "are a moderator"
        ),
    )
    TALK = "talk", _("Write messages, notes and reports, follow and block people")
    MESSAGES_READ = "messages:read", _("Read your private messages")
    MESSAGES_WRITE = "messages:write", _("Write private messages")


class Lifetime(models.IntegerChoices):
    """How long a token is valid, in days."""

    MONTH = 30, _("for 30 days")
    QUARTER = 90, _("for 90 days")
    YEAR = 365, _("for a year")
    ENDLESS = 0, _("until I revoke it")


ALL_SCOPES = tuple(Scope.values)


def token_digest(token: str) -> str:
    """Return the hex SHA-256 digest under which a token is stored.

    >>> token_digest("lt_example")[:12]
    'dc856296ed99'
    """
    return hashlib.sha256(token.encode()).hexdigest()


def expiry_time(days: int, now: datetime) -> datetime | None:
    """Return when a token made now expires, or None for 0 days (never)."""
    return now + timedelta(days=days) if days else None


def create_token(
    user: User,
    name: str,
    scopes: Iterable[str] = ALL_SCOPES,
    expires_at: datetime | None = None,
) -> tuple[Any, str]:
    """Create a token and return its row and its text, which cannot be shown again."""
    token = PREFIX + secrets.token_urlsafe(32)
    row = user.api_tokens.create(
        name=name,
        digest=token_digest(token),
        suffix=token[-4:],
        scopes=" ".join(scopes),
        expires_at=expires_at,
    )
    return row, token
