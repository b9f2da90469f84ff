"""What idle sockets take: so many pages of tables that are open, all at one web process.

usage: python -m benchmarks.sockets [--sockets 10000] [--people 200]

Makes a site of its own with one web process and a Redis, and opens the sockets from this machine
to it, each as a signed-in person's page of a table, from several addresses of the loopback (one has
28,000 ports). Then one table changes: how long until all of its pages have heard of it. Memory is
what the process has for itself (private pages), before and with the sockets. Bounded by
`--sockets`; this program and the process may open as many files.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import json
import os
import resource
import time
from pathlib import Path
from typing import Any

from benchmarks.own_site import own_redis, own_site, own_web

FROM = 4  # addresses
AT_ONCE = 100  # handshakes
TABLES = 100
SPARE = 200  # files besides the sockets
KIB = 1024
PING, PONG, MASKED = 0x89, 0x8A, 0x80


class Page(asyncio.Protocol):
    """An open page: a socket that answers pings and listens for one word, and nothing else."""

    def __init__(self, asked: bytes) -> None:
        self.asked = asked
        self.got = b""
        self.is_open = False
        self.word = b'"waiting"'  # behind the version: it is connected
        self.heard: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @classmethod
    async def open(cls, port: int, number: int, path: str, session: str) -> Page:
        key = base64.b64encode(number.to_bytes(16, "big")).decode()
        asked = (
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {key}\r\nCookie: sessionid={session}\r\n"
            "User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0\r\n"
            "Accept-Language: en-GB,en;q=0.8,ja;q=0.5\r\nAccept-Encoding: gzip, deflate, br\r\n"
            "Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n"
        )
        _transport, page = await asyncio.get_running_loop().create_connection(
            lambda: cls(asked.encode()),
            *("127.0.0.1", port),
            local_addr=(f"127.0.0.{2 + number % FROM}", 0),
        )
        await page.heard
        return page

    def listen(self, word: bytes) -> asyncio.Future[None]:
        self.word, self.heard = word, asyncio.get_running_loop().create_future()
        return self.heard

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self.asked)

    def connection_lost(self, error: Exception | None) -> None:
        if not self.heard.done():
            self.heard.set_exception(error or EOFError(self.got))

    def data_received(self, data: bytes) -> None:
        self.got += data
        if not self.is_open:
            head, end, rest = self.got.partition(b"\r\n\r\n")
            if not end:
                return
            assert b" 101 " in head, head
            self.is_open, self.got = True, rest
        while len(self.got) >= 2 and len(self.got) >= 2 + self.got[1]:
            kind, length = self.got[0], self.got[1]  # all messages are short
            text, self.got = self.got[2 : 2 + length], self.got[2 + length :]
            if kind == PING:
                self.transport.write(bytes([PONG, MASKED | length, 0, 0, 0, 0]) + text)
            elif self.word in text and not self.heard.done():
                self.heard.set_result(None)


def people_and_tables(people: int) -> tuple[list[str], list[Any]]:
    """Sessions of so many people, and tables that they look at."""
    from django.test import Client

    from accounts.models import User
    from benchmarks.growth import GAME
    from games.lobby.setup import table_setup
    from games.lobby.table_settings import TableSettings
    from games.time_controls import PRESETS_BY_KEY

    users = [User(username=f"p{n}", email=f"p{n}@example.org") for n in range(people)]
    sessions = []
    for user in User.objects.bulk_create(users):
        client = Client()
        client.force_login(user)
        sessions.append(client.cookies["sessionid"].value)
    tables = []
    for n in range(min(TABLES, people // 2)):
        tables.append(
            table_setup.open_table(
                users[n], GAME, TableSettings(2, {}, PRESETS_BY_KEY["day"].clock)
            )
        )
        table_setup.join(tables[-1].key, users[n + people // 2])
    return sessions, tables


def private_kib(pid: int) -> int:
    """What only this process has in memory."""
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return sum(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Private_"))


async def measure(pid: int, port: int, count: int, sessions: list[str], tables: list[Any]) -> None:
    from games.table.realtime import publish as realtime_publish
    from portal.performance.group_publish import publish_to_groups

    def path(n: int) -> str:
        return f"/ws/tables/{tables[n % len(tables)].key}/"

    (await Page.open(port, 0, path(0), sessions[0])).transport.abort()
    before = private_kib(pid)
    pages: list[Page] = []
    began = time.perf_counter()
    for first in range(0, count, AT_ONCE):
        pages += await asyncio.gather(
            *(
                Page.open(port, n, path(n), sessions[n % len(sessions)])
                for n in range(first, min(first + AT_ONCE, count))
            )
        )
    opened = time.perf_counter() - began
    grown = private_kib(pid) - before
    heard = [page.listen(b'"version": 99') for page in pages[:: len(tables)]]
    began = time.perf_counter()
    publish_to_groups(
        (realtime_publish.table_group(tables[0].key), {"type": "table.changed", "version": 99})
    )
    await asyncio.gather(*heard)
    row = {
        "sockets": count,
        "kB_each": round(grown * KIB / 1000 / count, 1),
        "process_MiB": round((before + grown) / KIB),
        "opened_a_second": round(count / opened),
        "pages_told": len(heard),
        "told_after_ms": round(1000 * (time.perf_counter() - began)),
    }
    print(json.dumps(row), flush=True)
    for page in pages:
        page.transport.abort()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sockets", type=int, default=10_000)
    parser.add_argument("--people", type=int, default=200)
    given = parser.parse_args()
    files = given.sockets + SPARE
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, max(hard, files)))
    os.environ["WEB_CONNECTIONS_PER_ADDRESS"] = str(given.sockets)
    os.environ.pop("DATABASE_URL", None)
    with own_site("sockets"), own_redis():
        sessions, tables = people_and_tables(given.people)
        with own_web() as (pid, port):
            asyncio.run(measure(pid, port, given.sockets, sessions, tables))


if __name__ == "__main__":
    main()
