"""Signals about sessions, for packages that store something as long as a session lasts."""

from __future__ import annotations

from django.dispatch import Signal

#: A session has a new key. Sent with `before` and `after`, the two keys.
session_key_changed = Signal()

#: Sessions of a user have ended. Sent with `user`, the user's id, and `key`: the session that
#: ended, or "" if any of the user's sessions may have.
sessions_ended = Signal()


def send_sessions_ended(user: int, key: str = "") -> None:
    sessions_ended.send(None, user=user, key=key)


# A data export can be downloaded, in the transaction that says so: `user`, and its id as `export`.
data_export_ready = Signal()
