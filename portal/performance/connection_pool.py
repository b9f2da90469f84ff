"""A pool of PostgreSQL connections that has forgotten a restart of the server after one request.

The pool looks at a connection before it hands it out. By itself it would find one dead connection
after the other, waiting longer each time; so the first dead one empties the whole pool.

Replaces: the `connection_class` of the `psycopg_pool.ConnectionPool` that Django makes.
Checked: `SUPPORTED_VERSIONS`; it relies on `ConnectionPool.check_connection` calling `execute`, on
`_pool` of
    a pooled connection, and on Django using cursors.
Saves: ten seconds and an error for whoever asks first after a restart of the server: the first
    connection comes after 0.02 s instead of `PoolTimeout` (`python -m benchmarks.recovery`).
Off: `QUICK_OFF=connection_pool`; the pool stays, with psycopg's own connections.
"""

from __future__ import annotations

from typing import Any

from psycopg import Connection, Cursor, OperationalError

SUPPORTED_VERSIONS = {"django": "5.2", "psycopg": "3.3", "psycopg_pool": "3.3"}

WAIT_SECONDS = 10.0  # seconds that a request waits for a connection
# Attempts to connect come later and later until this time is over, then anew with the next request:
# the longest pause between two, half of it, stays below what a request waits.
RECONNECT_SECONDS = 8.0


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


def pool_options(size: int, *, drains: bool) -> dict[str, Any]:
    """What `OPTIONS["pool"]` of a database holds, for at most `size` connections.

    The settings ask for it, so whether the piece is on is theirs to say.
    """
    return {
        "min_size": 1,
        "max_size": size,
        "timeout": WAIT_SECONDS,
        "reconnect_timeout": RECONNECT_SECONDS,
        "connection_class": PooledConnection if drains else Connection,
    }
