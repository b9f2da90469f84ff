"""Argon2 with a limit on parallel hashes: each takes 100 MiB, and many would exhaust memory."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib.auth.hashers import Argon2PasswordHasher

AT_ONCE = 2
MAX_WAITING = 4

_waiting_slots = threading.BoundedSemaphore(AT_ONCE + MAX_WAITING)
_running_slots = threading.BoundedSemaphore(AT_ONCE)


class HashingBusyError(Exception):
    """Too many password checks wait in this process; the user may try again soon."""


@contextmanager
def _hashing_slot() -> Iterator[None]:
    if not _waiting_slots.acquire(blocking=False):
        raise HashingBusyError
    try:
        with _running_slots:
            yield
    finally:
        _waiting_slots.release()


class BoundedArgon2PasswordHasher(Argon2PasswordHasher):
    """Argon2 with at most `AT_ONCE` running and `MAX_WAITING` waiting hashes in a process.

    Raises:
        HashingBusyError: from `encode` and `verify`, when as many hashes wait already.
    """

    def encode(self, password: str, salt: str) -> str:
        with _hashing_slot():
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> Any:
        with _hashing_slot():
            return super().verify(password, encoded)
