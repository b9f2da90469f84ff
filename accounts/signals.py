"""What this package reports about sessions, for packages that keep something for as long as one."""

from __future__ import annotations

from django.dispatch import Signal

#: A session has a new key. Sent with `before` and `after`, the two keys.
session_key_changed = Signal()

#: Sessions of a person have ended. Sent with `user`, the person's id, and `key`: the session that
#: ended, or "" where any of theirs may have.
sessions_ended = Signal()


def send_sessions_ended(user: int, key: str = "") -> None:
    sessions_ended.send(None, user=user, key=key)
