"""A pool of PostgreSQL connections that recovers from a server restart after one request.

The pool checks a connection before handing it out. Otherwise it would find one dead connection
after the other, waiting longer each time. So the first dead one empties the whole pool.

Replaces: the `connection_class` of the `psycopg_pool.ConnectionPool` that Django makes.
Checked: `SUPPORTED_VERSIONS`; it relies on `ConnectionPool.check_connection` calling `execute`, on
    `_pool` of a pooled connection, and on Django using cursors.
Saves: ten seconds and an error for the first request after a restart of the server: the first
    connection comes after 0.02 s instead of `PoolTimeout`.
Off: `QUICK_OFF=connection_pool`; the pool stays, with psycopg's own connections.
"""

from __future__ import annotations

from typing import Any

from psycopg import Connection, Cursor, OperationalError

SUPPORTED_VERSIONS = {"django": "5.2", "psycopg": "3.3", "psycopg_pool": "3.3"}

WAIT_SECONDS = 10.0  # how long a request waits for a connection
# The pauses between attempts to connect grow until this time is over; the next request starts them
# again. The longest pause, half of this time, is shorter than a request waits.
RECONNECT_SECONDS = 8.0


class PooledConnection(Connection[Any]):
    """A connection whose `execute` only the pool's check uses (Django uses cursors)."""

    def execute(self, *args: Any, **kwargs: Any) -> Cursor[Any]:
        try:
            return super().execute(*args, **kwargs)
        except OperationalError:
            pool = getattr(self, "_pool", None)
            if pool is not None and self.broken:
                pool.drain()
            raise


def pool_options(size: int, *, drains: bool) -> dict[str, Any]:
    """Return `OPTIONS["pool"]` of a database, for at most `size` connections.

    Args:
        size: the greatest number of connections.
        drains: whether `PooledConnection` is on; the settings decide, since they call this.
    """
    return {
        "min_size": 1,
        "max_size": size,
        "timeout": WAIT_SECONDS,
        "reconnect_timeout": RECONNECT_SECONDS,
        "connection_class": PooledConnection if drains else Connection,
    }
