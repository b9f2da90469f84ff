"""Argon2, a few at a time: each hash takes 100 MiB, and a crowd at the door must not eat it all."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib.auth.hashers import Argon2PasswordHasher

AT_ONCE = 2
IN_LINE = 4

_line = threading.BoundedSemaphore(AT_ONCE + IN_LINE)
_slots = threading.BoundedSemaphore(AT_ONCE)


class HashingBusy(Exception):
    """Too many people wait for a password check in this process; they may try again soon."""


@contextmanager
def _turn() -> Iterator[None]:
    if not _line.acquire(blocking=False):
        raise HashingBusy
    try:
        with _slots:
            yield
    finally:
        _line.release()


class BoundedArgon2PasswordHasher(Argon2PasswordHasher):
    """At most `AT_ONCE` hashes run in a process, at most `IN_LINE` wait; others are turned away."""

    def encode(self, password: str, salt: str) -> str:
        with _turn():
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> Any:
        with _turn():
            return super().verify(password, encoded)
