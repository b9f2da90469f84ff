"""What the pieces of `portal/performance/` are worth that save no CPU: how trouble ends without
them.

usage: [DATABASE_URL=postgres://…] python -m benchmarks.recovery

Patience: people who begin a request and never finish it, and how many of their connections the web
process still holds after a while. Pool, where DATABASE_URL names PostgreSQL: a pool of five whose
connections have all been ended by the server, as a restart does, and how long the first request
afterwards waits. (The broker's is a test: tests/real/test_broker_loss.py, also with
QUICK_OFF=broker_recovery.)
"""

from __future__ import annotations

import asyncio
import os
import time
from typing import Any

CROWD = 200
CONNECTIONS = 5
UNFINISHED = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "


async def never_asked(scope: Any, receive: Any, send: Any) -> None:
    """An application whose requests never arrive."""


async def still_held(protocol: Any, seconds: float) -> int:
    """How many of a crowd's connections are open after so many seconds."""
    import uvicorn
    from uvicorn.server import ServerState

    config = uvicorn.Config(never_asked, http=protocol, lifespan="off", log_config=None)
    config.load()
    state = ServerState()
    server = await asyncio.get_running_loop().create_server(
        lambda: protocol(config=config, server_state=state, app_state={}), "127.0.0.1", 0
    )
    port = server.sockets[0].getsockname()[1]
    opened = [await asyncio.open_connection("127.0.0.1", port) for _ in range(CROWD)]
    for _reader, writer in opened:
        writer.write(UNFINISHED)
    await asyncio.sleep(seconds)
    held = len(state.connections)
    for _reader, writer in opened:
        writer.close()
    server.close()
    return held


def first_request(url: str, *, drains: bool) -> str:
    """How the first request ends after the server has ended every connection of a pool."""
    import psycopg
    from psycopg_pool import ConnectionPool, PoolTimeout

    from portal.performance.connection_pool import pool_options

    given = pool_options(CONNECTIONS, drains=drains)
    name = f"recovery-{os.getpid()}"
    with ConnectionPool(
        url,
        kwargs={"application_name": name},
        check=ConnectionPool.check_connection,
        **given,
    ) as pool:
        for connection in [pool.getconn() for _ in range(CONNECTIONS)]:
            pool.putconn(connection)
        with psycopg.connect(url, autocommit=True) as other:
            other.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE application_name = %s",
                [name],
            )
        began = time.monotonic()
        try:
            pool.putconn(pool.getconn())
        except PoolTimeout:
            return f"PoolTimeout after {time.monotonic() - began:.2f} s"
        return f"a connection after {time.monotonic() - began:.2f} s"


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

    from portal.performance.request_timeouts import RequestLimits, TimeoutProtocol

    seconds = RequestLimits.head + 1
    for name, protocol in (("with patience", TimeoutProtocol), ("without", HttpToolsProtocol)):
        held = asyncio.run(still_held(protocol, seconds))
        print(f"{name}: {held} of {CROWD} unfinished requests are held after {seconds:g} s")
    url = os.environ.get("DATABASE_URL", "")
    if url.startswith("postgres"):
        print(f"with the pool: {first_request(url, drains=True)}")
        print(f"without: {first_request(url, drains=False)}")


if __name__ == "__main__":
    main()
