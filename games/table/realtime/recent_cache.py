"""A short-lived cache of tables that this process has just committed, for pages that need them.

Right after a commit, fragments are rendered for all open sockets. With this cache, they need not
load the row, the seats and their users again. Changes without a new version (a draft, seen moves)
are written while the row is locked, so the cached objects have them too. If another process writes
such a change, a page misses it for at most a second, as if it had been rendered before.

The objects are shared: callers must not change them.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

from portal.byte_lru import MIB, ByteLRUCache

from ...models import Seat, Table

SECONDS = 1.0
TABLE_SIZE, SEAT_SIZE = 6000, 6000  # approximate bytes in memory, without the stored match


class RecentTable(NamedTuple):
    """A committed table with its seats; `at` is the time of `time.monotonic()`."""

    table: Table
    seats: list[Seat]
    at: float


_cache: ByteLRUCache[str, RecentTable] = ByteLRUCache(MIB)


def remember_commit(table: Table, seats: Sequence[Seat]) -> None:
    """Cache a table and its seats, which are exactly what is stored now."""
    size = TABLE_SIZE + len(table.state) + SEAT_SIZE * len(seats)
    _cache.put(table.key, RecentTable(table, list(seats), time.monotonic()), size)


def recent_table(key: str, version: int) -> RecentTable | None:
    """Return the table with this key if this process committed this version within a second."""
    found = _cache.get(key)
    if found is None or found.table.version != version:
        return None
    return found if time.monotonic() - found.at < SECONDS else None
