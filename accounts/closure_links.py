"""Signed links by which users with a closed account read why a moderator closed it."""

from __future__ import annotations

from datetime import timedelta

from django.core import signing

from .models import User

SALT = "accounts.closed"
LINK_LIFETIME = timedelta(days=180)


def closure_token(user: User) -> str:
    return signing.dumps(user.pk, salt=SALT)


def user_from_closure_token(token: str) -> User | None:
    """Return the user of a link, or None if it is invalid or the account is open or deleted."""
    try:
        number = signing.loads(token, salt=SALT, max_age=LINK_LIFETIME)
    except signing.BadSignature:
        return None
    return User.objects.filter(pk=number, is_active=False, deleted_at=None).first()
