"""What every request needs and hardly ever changes: each process reads it every few seconds.

No request asks the database for it, but the one that comes when it is `TTL_SECONDS` seconds old;
who changes it reads it anew at once.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from django.db import DatabaseError, connection, transaction

Value = TypeVar("Value")
TTL_SECONDS = 10.0  # seconds


class TtlValue(Generic[Value]):
    """A value as it was read lately; while the database is away, the last that was.

    Args:
        read: asks the database.
        empty: what is there before anybody has said anything.
    """

    def __init__(self, read: Callable[[], Value], empty: Callable[[], Value]) -> None:
        self._read, self._empty = read, empty
        self._value, self._until = empty(), -math.inf
        instances.append(self)

    def get(self) -> Value:
        now = time.monotonic()
        if now >= self._until:
            try:
                self._value = self._read()
            except DatabaseError:
                if connection.in_atomic_block:  # the caller's transaction is broken: it must know
                    raise
            self._until = now + TTL_SECONDS
        return self._value

    def last_value(self) -> Value:
        """What was read last, without asking: for pages that must do without the database."""
        return self._value

    def invalidate_on_commit(self) -> None:
        """Read it anew at the next look, after the transaction that changes it."""
        transaction.on_commit(self.invalidate)

    def invalidate(self) -> None:
        self._until = -math.inf

    def rest(self) -> None:
        """For tests: it is empty, whatever the database says, until it is forgotten."""
        self._value, self._until = self._empty(), math.inf


instances: list[TtlValue[Any]] = []  # of this process
