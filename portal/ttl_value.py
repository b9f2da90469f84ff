"""Values that every request needs and that rarely change, cached for some seconds per process.

A request queries the database only when the cached value is `TTL_SECONDS` old. A process that
changes the value refreshes its own copy immediately.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from django.db import DatabaseError, connection, transaction

Value = TypeVar("Value")
TTL_SECONDS = 10.0


class TtlValue(Generic[Value]):
    """A cached value; while the database is unreachable, the last known one.

    Args:
        read: reads the value from the database.
        empty: makes the value to use before the first read.
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
                if connection.in_atomic_block:  # the caller's transaction is broken and must fail
                    raise
            self._until = now + TTL_SECONDS
        return self._value

    def last_value(self) -> Value:
        """Return the last value without a query, for pages that must work without the database."""
        return self._value

    def invalidate_on_commit(self) -> None:
        """Read the value again at the next use after the current transaction."""
        transaction.on_commit(self.invalidate)

    def invalidate(self) -> None:
        self._until = -math.inf

    def rest(self) -> None:
        """For tests: stay empty, whatever the database contains, until `invalidate`."""
        self._value, self._until = self._empty(), math.inf


instances: list[TtlValue[Any]] = []  # all of this process
