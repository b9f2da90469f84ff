"""A cache of valid sessions: one statement reads session and user and checks the cached data.

A process caches the decoded data of sessions, with the password hash for which Django found them
valid. The statement tells whether the session still exists unchanged and unexpired, and returns the
current user row. So signing out, a new password and a closed account take effect immediately. If
anything differs, Django checks the session again.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth import get_user
from django.http import HttpRequest
from django.utils import timezone

from portal.performance.byte_lru import MIB, ByteLRUCache
from portal.performance.fast_orm import CombinedQuery

from .backends import USER_BY_ID, SiteBackend
from .models import User
from .sessions import SESSION_BY_KEY, SessionStore

ENTRY_BYTES = 1500  # bytes that a cached session takes, roughly

_SESSION_AND_USER = CombinedQuery(SESSION_BY_KEY, USER_BY_ID)
_backend = SiteBackend()


class CachedSession(NamedTuple):
    """A session that Django found valid: stored text, decoded data, user id, password hash."""

    stored: str
    data: dict[str, Any]
    user: int
    password: str


_cached_sessions: ByteLRUCache[str, CachedSession] = ByteLRUCache(MIB)


def load_user(request: HttpRequest) -> User | None:
    """Set the request's session and user and return the user, or None for a visitor."""
    key = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
    if key is None:
        return None
    known = _cached_sessions.get(key)
    found = None if known is None else _SESSION_AND_USER.get((key,), (known.user,))
    if known is None or found is None:
        return _load_with_django(request, key)
    session, user = found
    if (
        session.session_data != known.stored
        or session.expire_date <= timezone.now()
        or user.password != known.password
        or not _backend.user_can_authenticate(user)
    ):
        return _load_with_django(request, key)
    request.session = SessionStore.from_data(key, known.data)
    request.user = user
    return user


def _load_with_django(request: HttpRequest, key: str) -> User | None:
    """Load the session with Django, and cache it if it is valid."""
    request.session = session = SessionStore(key)
    user = get_user(request)
    if not isinstance(user, User):
        return None
    request.user = user
    if not session.modified:
        _cached_sessions.put(
            key,
            CachedSession(session.stored, dict(session.items()), user.pk, user.password),
            ENTRY_BYTES,
        )
    return user
