"""A pool of PostgreSQL connections that has forgotten a restart of the server after one request.

The pool looks at a connection before it hands it out. By itself it would find one dead connection
after the other, waiting longer each time; so the first dead one empties the whole pool.
"""

from __future__ import annotations

from typing import Any

from psycopg import Connection, Cursor, OperationalError

WAIT = 10.0  # seconds that a request waits for a connection
# Attempts to connect come later and later until this time is over, then anew with the next request:
# the longest pause between two, half of it, stays below what a request waits.
GIVE_UP = 8.0


class PooledConnection(Connection[Any]):
    """A connection of which only the pool's own check uses `execute` (Django uses cursors)."""

    def execute(self, *args: Any, **kwargs: Any) -> Cursor[Any]:
        try:
            return super().execute(*args, **kwargs)
        except OperationalError:
            pool = getattr(self, "_pool", None)
            if pool is not None and self.broken:
                pool.drain()
            raise


def options(size: int) -> dict[str, Any]:
    """What `OPTIONS["pool"]` of a database holds, for at most `size` connections."""
    return {
        "min_size": 1,
        "max_size": size,
        "timeout": WAIT,
        "reconnect_timeout": GIVE_UP,
        "connection_class": PooledConnection,
    }
