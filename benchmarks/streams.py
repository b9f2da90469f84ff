"""What open streams of events take: so many programs that listen, all at one web process.

usage: python -m benchmarks.streams [--streams 2000]

As `benchmarks.sockets`, with `GET /api/stream/` in place of a page's socket. Somebody resigns, and
the streams of its people are told; then the site is asked for a page, which must not wait.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import time
from typing import Any

from benchmarks.own_site import own_redis, own_site, own_web
from benchmarks.sockets import AT_ONCE, FROM, KIB, SPARE, people_and_tables, private_kib

EACH = 4  # streams of a token


class Listener(asyncio.Protocol):
    """An open stream that waits for one word, and nothing else."""

    def __init__(self, asked: bytes) -> None:
        self.asked = asked
        self.got = b""
        self.word = b"event: ready"
        self.heard: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @classmethod
    async def open(cls, port: int, number: int, token: str) -> Listener:
        asked = (
            f"GET /api/stream/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
            f"Authorization: Bearer {token}\r\nAccept: text/event-stream\r\n"
            "User-Agent: python-httpx/0.28\r\n\r\n"
        )
        _transport, listener = await asyncio.get_running_loop().create_connection(
            lambda: cls(asked.encode()),
            *("127.0.0.1", port),
            local_addr=(f"127.0.0.{2 + number % FROM}", 0),
        )
        await listener.heard
        return listener

    def listen(self, word: bytes) -> asyncio.Future[None]:
        self.got, self.word = b"", word
        self.heard = asyncio.get_running_loop().create_future()
        return self.heard

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self.asked)

    def connection_lost(self, error: Exception | None) -> None:
        if not self.heard.done():
            self.heard.set_exception(error or EOFError(self.got))

    def data_received(self, data: bytes) -> None:
        self.got = self.got[-1000:] + data
        assert not self.got.startswith(b"HTTP/") or b" 200 " in self.got, self.got
        if self.word in self.got and not self.heard.done():
            self.heard.set_result(None)


async def measure(pid: int, port: int, count: int, tokens: list[str], tables: list[Any]) -> None:
    from asgiref.sync import sync_to_async

    from games.table.actions import resignation

    first = await Listener.open(port, 0, tokens.pop())
    first.transport.abort()
    before = private_kib(pid)
    open_ones: list[Listener] = []
    began = time.perf_counter()
    for start in range(0, count, AT_ONCE):
        numbers = range(start, min(start + AT_ONCE, count))
        open_ones += await asyncio.gather(
            *(Listener.open(port, n, tokens[n // EACH]) for n in numbers)
        )
    opened = time.perf_counter() - began
    grown = private_kib(pid) - before
    heard = [one.listen(b"event: ") for one in open_ones[:EACH]]
    began = time.perf_counter()
    await sync_to_async(resignation.resign)(tables[0].key, tables[0].host)
    await asyncio.gather(*heard)
    delay = time.perf_counter() - began
    began = time.perf_counter()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET /healthz/web HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
    assert b" 200 " in await reader.readline()
    row = {
        "streams": count,
        "kB_each": round(grown * KIB / 1000 / count, 1),
        "process_MiB": round((before + grown) / KIB),
        "opened_a_second": round(count / opened),
        "told_after_ms": round(1000 * delay),
        "page_meanwhile_ms": round(1000 * (time.perf_counter() - began)),
    }
    print(json.dumps(row), flush=True)
    writer.close()
    for one in open_ones:
        one.transport.abort()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--streams", type=int, default=2000)
    given = parser.parse_args()
    files = given.streams + SPARE
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, max(hard, files)))
    os.environ["WEB_CONNECTIONS_PER_ADDRESS"] = str(given.streams)
    os.environ.pop("DATABASE_URL", None)
    with own_site("streams"), own_redis():
        from accounts.models import User
        from accounts.tokens import create_token

        _sessions, tables = people_and_tables(-(-given.streams // EACH) + 1)
        tokens = [create_token(user, "listens")[1] for user in User.objects.order_by("pk")]
        with own_web(HTTPS="False") as (pid, port):
            asyncio.run(measure(pid, port, given.streams, tokens, tables))


if __name__ == "__main__":
    main()
