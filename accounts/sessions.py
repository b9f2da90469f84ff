"""Database sessions as Django's, with a prepared query, and signals when sessions end.

A session ends when its row is deleted or expires, when the user's password changes, and while the
account is closed. Anything that outlives a request must check it with `filter_valid_keys`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from portal.repository import PreparedQuery

from .signals import send_sessions_ended, session_key_changed

KEY_PATTERN = re.compile(r"[0-9a-z]{32}", re.ASCII)
SESSION_BY_KEY = PreparedQuery(lambda key: Session.objects.filter(session_key=key))


class SessionStore(db.SessionStore):
    """The `SESSION_ENGINE`, which stores the same data as Django's own database engine."""

    def _validate_session_key(self, key: str | None) -> bool:
        """Reject a cookie that has not the form of a session key, without asking the database."""
        return bool(key) and KEY_PATTERN.fullmatch(str(key)) is not None

    def _get_session_from_db(self) -> Session | None:
        found = SESSION_BY_KEY.all(self.session_key)
        if found and found[0].expire_date > timezone.now():
            return found[0]
        self._session_key = None
        return None

    def cycle_key(self) -> None:
        """Give the session a new key; its data and everything that belongs to it stay."""
        data, before = dict(self.items()), self.session_key
        with transaction.atomic():
            self.create()
            self.__dict__["_session_cache"] = data
            if before:
                session_key_changed.send(None, before=before, after=self.session_key)
                super().delete(before)

    def delete(self, session_key: str | None = None) -> None:
        """Delete the session with this key, or this session, and send `sessions_ended`."""
        key = session_key or self.session_key
        person = None if key is None else _user_id_of(key)
        super().delete(session_key)
        if key is not None and person is not None:
            send_sessions_ended(person, key)


def _user_id_of(key: str) -> int | None:
    """Return the id of the user whom the session with this key signs in."""
    found = Session.objects.filter(session_key=key).first()
    return None if found is None else _parse_user_id(_decode(found).get(SESSION_KEY))


def _decode(session: Session) -> dict[str, Any]:
    found: dict[str, Any] = SessionStore().decode(session.session_data)
    return found


def _parse_user_id(text: object) -> int | None:
    return int(text) if isinstance(text, str) and text.isdecimal() else None


def filter_valid_keys(person: int, keys: Iterable[str]) -> set[str]:
    """Return those of the keys whose sessions still sign this user in."""
    wanted = [key for key in keys if key]
    user = get_user_model().objects.filter(pk=person, is_active=True).first()
    if user is None or not wanted:
        return set()
    hashes = [user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()]
    stored = Session.objects.filter(session_key__in=wanted, expire_date__gt=timezone.now())
    return {
        session.session_key
        for session in stored
        if (content := _decode(session)).get(SESSION_KEY) == str(person)
        and any(constant_time_compare(content.get(HASH_SESSION_KEY, ""), one) for one in hashes)
    }
