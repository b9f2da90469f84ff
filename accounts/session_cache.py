"""Who sends a request: their session, as it is stored now, and their row, read in one statement.

A process keeps what the sessions it has seen hold, and for which password Django has found them
valid. The statement says whether the session is still there, still the same and not over, and what
its person is by now; so signing out, a new password and a closed account count at once. Whatever is
otherwise than before is looked at by Django anew.
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

ENTRY_BYTES = 1500  # bytes that a session takes, roughly

_SESSION_AND_USER = CombinedQuery(SESSION_BY_KEY, USER_BY_ID)
_backend = SiteBackend()


class CachedSession(NamedTuple):
    """A session that Django has found valid: as it is stored, what it holds, and whose it is."""

    stored: str
    data: dict[str, Any]
    user: int
    password: str


_cached_sessions: ByteLRUCache[str, CachedSession] = ByteLRUCache(MIB)


def load_user(request: HttpRequest) -> User | None:
    """The person who sends this request, which then has its session and user; None for nobody."""
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
    """What Django says of the session with this key."""
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
