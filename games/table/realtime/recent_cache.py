"""A table as this process has just committed it, for the pages that hear of that moments later.

Their news are drawn on their sockets at once: the row, the seats and their people need not be read
again for each of them. What a table has without a new version (a draft, what somebody has seen) is
written while its row is held, so it is known here as well; where another process writes it
meanwhile, it is missed for a second at most, as if the page had been drawn before.

These rows are shared: whoever is given them only looks.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

from portal.performance.byte_lru import MIB, ByteLRUCache

from ...models import Seat, Table

SECONDS = 1.0
TABLE_SIZE, SEAT_SIZE = 6000, 6000  # bytes in memory, roughly, besides the match as text


class RecentTable(NamedTuple):
    """A table's row and seats as they were committed, at a moment of the process's own clock."""

    table: Table
    seats: list[Seat]
    at: float


_cache: ByteLRUCache[str, RecentTable] = ByteLRUCache(MIB)


def remember_commit(table: Table, seats: Sequence[Seat]) -> None:
    """These rows are what is stored now."""
    size = TABLE_SIZE + len(table.state) + SEAT_SIZE * len(seats)
    _cache.put(table.key, RecentTable(table, list(seats), time.monotonic()), size)


def recent_table(key: str, version: int) -> RecentTable | None:
    """The table with this key, if this process has committed this very version just now."""
    found = _cache.get(key)
    if found is None or found.table.version != version:
        return None
    return found if time.monotonic() - found.at < SECONDS else None
