"""The link by which whoever cannot sign in any more reads why a moderator closed their account."""

from __future__ import annotations

from datetime import timedelta

from django.core import signing

from .models import User

SALT = "accounts.closed"
LINK_LIFETIME = timedelta(days=180)


def closure_token(user: User) -> str:
    return signing.dumps(user.pk, salt=SALT)


def user_from_closure_token(token: str) -> User | None:
    """Whose link it is, while their account is closed and not deleted."""
    try:
        number = signing.loads(token, salt=SALT, max_age=LINK_LIFETIME)
    except signing.BadSignature:
        return None
    return User.objects.filter(pk=number, is_active=False, deleted_at=None).first()
