"""A hundred tables at once, two open pages each, a move every two seconds a table, over HTTP.

usage, with the site's own DATA_DIR:
       python -m benchmarks.load ADDRESS --people FILE [--tables 100] [--seconds 30]
           [--games KEY …] [--every 2] [--process PID]
       python -m benchmarks.load --make-people 200 > people.json

Talks to a site that runs on this machine (`manage.py serve`), on the loopback only, for a bounded
time. The tables play all titles in turn. Pages are as real ones: a socket each, they say which
pieces they have, take gzip and put the pieces that they have in their places; news come drawn on
their sockets, and are fetched where they do not. What is pressed is what is lit on the board and in
the bar; where a page's script composes moves, one is taken that the site's own rules list.
Reported: from sending a move until the other page has its part; with `--every 0` nobody waits
between moves, so that the clicks a second are what the site can do (a turn may take more than one:
`requests_a_click`); with the number of its web process the CPU that it took, its clicks a second of
CPU, and its memory.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import html
import json
import os
import random
import re
import secrets
import statistics
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

from asgiref.sync import sync_to_async
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from benchmarks.account_file import Person, make_people, people_of
from benchmarks.rules import titles_for

SETTLING = 1.0  # seconds in which the sockets are opened
TAG = re.compile(r"<[a-z][^>]*>")
SPOT = re.compile(r' data-move="([^"]+)"')
CHOICE = re.compile(r'<button (?=[^>]* name="move")[^>]* value="([^"]+)"')
FITS = re.compile(r' data-cell=[^>]* data-fits="([^"]+)"')
STEP = re.compile(r'name="step" value="(\d+)"')
LENGTH = re.compile(r"content-length: (\d+)", re.IGNORECASE)
GZIP = re.compile(r"content-encoding: gzip", re.IGNORECASE)
VERSION = re.compile(r'id="position" data-version="(\d+)"[^>]* data-status="(\w+)"')


class Connection:
    """One kept connection: as much of HTTP as the site's short answers need, and no more.

    A full client would cost this machine more than the site does.
    """

    def __init__(self, address: str, headers: dict[str, str]) -> None:
        parts = urlsplit(address)
        self.host, self.port = str(parts.hostname), parts.port or 80
        all_headers = {"Host": parts.netloc, **headers}
        self.cookies = headers.get("Cookie", "")  # who has a token has none
        self.headers = "".join(f"{name}: {value}\r\n" for name, value in all_headers.items())
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.heard = 0  # bytes of answers

    async def ask(
        self, method: str, path: str, body: str = "", kind: str = "", more: str = ""
    ) -> str:
        """Send a request; return the body of the answer.

        Raises:
            RuntimeError: the answer is not 2xx.
        """
        if self.streams is None:
            self.streams = await asyncio.open_connection(self.host, self.port)
        reader, writer = self.streams
        sent = body.encode()
        length = f"Content-Type: {kind}\r\nContent-Length: {len(sent)}\r\n" if kind else ""
        head = f"{method} {path} HTTP/1.1\r\n{self.headers}{more}{length}\r\n"
        writer.write(head.encode() + sent)
        answer = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        found = LENGTH.search(answer)
        received = await reader.readexactly(int(found[1]) if found else 0)
        self.heard += len(received)
        text = (gzip.decompress(received) if GZIP.search(answer) else received).decode()
        if not answer.startswith("HTTP/1.1 2"):
            raise RuntimeError(f"{method} {path}: {answer.splitlines()[0]} {text[:200]}")
        return text

    def close(self) -> None:
        if self.streams is not None:
            self.streams[1].close()


class Page:
    """An open page of one person: its fragment as it stands, and a socket that hears versions."""

    def __init__(self, address: str, name: str, token: str, session: str) -> None:
        csrf = secrets.token_hex(16)
        cookies = f"sessionid={session}; csrftoken={csrf}"
        headers = {
            "HX-Request": "true",
            "X-CSRFToken": csrf,
            "Cookie": cookies,
            "Accept-Encoding": "gzip",
        }
        self.connection = Connection(address, headers)
        self.name, self.token = name, token
        self.address = address
        self.key = ""
        self.heard = 0
        self.changed = asyncio.Event()
        self.html, self.have = "", ""
        self.socket: ClientConnection | None = None
        self.is_busy = False  # with a request, which brings what it leads to
        self.brought = 0  # bytes that came on the socket
        self.show("")

    def show(self, answer: str) -> bool:
        """Take over an answer: the version, and what can be pressed on the board and in the bar.

        False where it is made for what the page had before: all of it is asked for next.
        """
        from games.boards import page_chunks

        try:
            fragment = page_chunks.fill_stubs(self.html, answer) if self.have else answer
        except KeyError:
            self.have = ""
            return False
        self.html = fragment
        self.have = ",".join(hash_ for hash_, _start, _end in page_chunks.find_chunks(fragment))
        found = VERSION.search(fragment)
        self.version, status = (int(found[1]), found[2]) if found else (0, "")
        self.is_running, self.is_asked = status == "running", 'id="moves"' in fragment
        step = STEP.search(fragment)
        self.step = step[1] if step else "0"
        self.lit = highlighted_moves(fragment) if self.is_asked else []
        return True

    async def ask(self, path: str, data: dict[str, object]) -> Any:
        """Open or join a table, through the API."""
        bearer = f"Authorization: Bearer {self.token}\r\n"
        form = "application/json"
        return json.loads(await self.connection.ask("POST", path, json.dumps(data), form, bearer))

    async def fetch(self) -> None:
        await self.take("GET", f"/tables/{self.key}/live/")

    async def move(self, moves: list[str]) -> None:
        """Press what sends these; this person is not asked to confirm what ends the turn."""
        data = {"version": self.version, "step": self.step, "move": moves}
        await self.take("POST", f"/tables/{self.key}/moves/", urlencode(data, doseq=True))

    async def take(self, method: str, path: str, body: str = "") -> None:
        """Ask for a part and show it; what the socket brings meanwhile counts for nothing."""
        form = "application/x-www-form-urlencoded" if body else ""
        self.is_busy = True
        await self.say(None)
        try:
            self.show(await self.connection.ask(method, path, body, form, self.header))
        finally:
            self.is_busy = False
        await self.say(self.version)

    @property
    def header(self) -> str:
        return f"X-Have: {self.have}\r\n" if self.have else ""

    async def say(self, version: int | None) -> None:
        """Tell the socket what this page has; None: it is about to fetch its part itself."""
        if self.socket is not None:
            has = {"version": version, "since": "0", "words": False, "have": self.have}
            await self.socket.send(json.dumps({"page": None if version is None else has}))

    async def listen(self) -> None:
        """Take what the socket brings: a part in bytes, and then the version that it is of."""
        address = self.address.replace("http", "ws", 1) + f"/ws/tables/{self.key}/"
        headers = {"Cookie": self.connection.cookies}
        async with connect(
            address, origin=Origin(self.address), additional_headers=headers, compression=None
        ) as self.socket:
            await self.say(self.version)
            async for heard in self.socket:
                if isinstance(heard, bytes):
                    self.brought += len(heard)
                    part = gzip.decompress(heard).decode()
                    found = VERSION.search(part)
                    is_new = found is None or int(found[1]) > self.version
                    if is_new and not self.is_busy and self.show(part):
                        await self.say(self.version)
                elif (version := json.loads(heard).get("version", 0)) > self.heard:
                    self.heard = version
                    self.changed.set()

    async def hear(self, version: int) -> None:
        """Wait until the socket has told this version."""
        while self.heard < version:
            self.changed.clear()
            await asyncio.wait_for(self.changed.wait(), 15)


def composed_moves(key: str, name: str) -> list[list[str]]:
    """The moves of a person, where a page's script composes them of what is pressed.

    They are read beside the site, as its process has nothing to do with that.
    """
    from games.models import Table
    from games.table.session.drafts import pov_of
    from games.table.session.loader import load_match, seats_of

    table = Table.objects.get(key=key)
    seats = seats_of(table)
    seat = next(seat for seat in seats if seat.user and seat.user.username == name)
    return [[move] for move in pov_of(table, seats, load_match(table), seat).legal_moves()]


def highlighted_moves(fragment: str) -> list[list[str]]:
    """What a press on the board or in the bar sends, but for what takes the place of another."""
    found = []
    for tag in TAG.findall(fragment):
        if " data-keep=" in tag or " disabled" in tag:
            continue
        if spot := SPOT.search(tag) or CHOICE.match(tag):
            moves = html.unescape(spot[1])
            found.append(json.loads(moves) if moves.startswith("[") else [moves])
        elif fits := FITS.search(tag):
            found += [[way[0]] for way in json.loads(html.unescape(fits[1]))]
    return found


@dataclass
class LoadResult:
    """What the load has seen: seconds of each move, and of the move request alone."""

    delays: list[float] = field(default_factory=list)
    requests: list[float] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    asked: int = 0  # requests, with those that are a part of a turn
    composed: int = 0  # moves of which no part is on the board by itself
    fetched: int = 0  # news that the socket has not brought


class Process:
    """The site's web process, as this machine's kernel tells of it."""

    def __init__(self, number: int) -> None:
        self._folder = Path("/proc", str(number))
        self._before = 0.0
        self._before = self.cpu()

    def cpu(self) -> float:
        """Seconds that it has taken since this was made."""
        fields = (self._folder / "stat").read_text().rpartition(") ")[2].split()
        ticks = int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK") - self._before

    def resident(self) -> float:
        """MiB in memory."""
        return (
            int((self._folder / "statm").read_text().split()[1])
            * os.sysconf("SC_PAGE_SIZE")
            / 2**20
        )


async def open_pages(address: str, people: list[Person], game: str) -> list[Page]:
    """A table of two people, each with the page open."""
    pages = [Page(address, *person) for person in people]
    wish: dict[str, object] = {"game": game, "seats": 2, "clock": "day"}
    key = (await pages[0].ask("/api/tables/", wish))["key"]
    await pages[1].ask(f"/api/tables/{key}/join/", {})
    for page in pages:
        page.key = key
        await page.fetch()
    return pages


async def play(
    pages: list[Page], until: float, every: float, seen: LoadResult, rng: random.Random
) -> None:
    """A move every so many seconds, from a random moment on."""
    listening = [asyncio.create_task(page.listen()) for page in pages]
    await asyncio.sleep(SETTLING + rng.random() * every)
    while time.monotonic() < until and pages[0].is_running:
        started = time.monotonic()
        mover, other = pages if pages[0].is_asked else pages[::-1]
        moves = mover.lit
        if not moves:
            seen.composed += 1
            moves = await sync_to_async(composed_moves)(mover.key, mover.name)
        before = mover.version
        began = time.perf_counter()
        seen.asked += 1
        await mover.move(rng.choice(moves))
        if mover.version == before:
            continue  # a part of a turn, nobody else's business yet
        seen.requests.append(time.perf_counter() - began)
        try:
            await other.hear(mover.version)
        except TimeoutError:
            seen.lost.append(mover.key)
        if other.version < mover.version:
            seen.fetched += 1
            await other.fetch()
        if other.version < mover.version:
            seen.lost.append(mover.key)
        seen.delays.append(time.perf_counter() - began)
        await asyncio.sleep(max(0.0, every - (time.monotonic() - started)))
    for task in listening:
        task.cancel()
    for page in pages:
        page.connection.close()


async def run(arguments: argparse.Namespace) -> None:
    if urlsplit(arguments.address).hostname not in ("127.0.0.1", "localhost", "::1"):
        raise SystemExit("only a site on this machine is loaded: 127.0.0.1")
    people = people_of(arguments.people)
    seen = LoadResult()
    opened = []
    for number in range(arguments.tables):
        two = people[2 * number : 2 * number + 2]
        game = arguments.games[number % len(arguments.games)]
        opened.append(await open_pages(arguments.address, two, game))
    process = Process(arguments.process) if arguments.process else None
    began = time.monotonic() + SETTLING
    until = began + arguments.seconds
    tables = [
        play(pages, until, arguments.every, seen, random.Random(number))
        for number, pages in enumerate(opened)
    ]
    results = await asyncio.gather(*tables, return_exceptions=True)
    took = time.monotonic() - began
    failed = [repr(result) for result in results if isinstance(result, BaseException)]
    delays = sorted(seen.delays)
    if not delays:
        raise SystemExit(f"no move was made: {failed[:3]}")
    size = sum(page.connection.heard + page.brought for pages in opened for page in pages)
    row: dict[str, object] = {
        "tables": arguments.tables,
        "moves": len(delays),
        "not_delivered": len(seen.lost),
        "fetched": seen.fetched,
        "composed": seen.composed,
        "failed": failed[:3],
        "request_p50_ms": round(statistics.median(seen.requests) * 1000, 1),
        "p50_ms": round(statistics.median(delays) * 1000, 1),
        "requests_a_click": round(seen.asked / len(delays), 2),
        "p99_ms": round(delays[int(len(delays) * 0.99)] * 1000, 1),
        "clicks_a_second": round(len(delays) / took, 1),
        "kB_a_click": round(size / 1000 / len(delays), 1),
    }
    if process:
        cpu = process.cpu()
        row["cpu_of_a_click_ms"] = round(cpu / len(delays) * 1000, 2)
        row["clicks_a_second_of_cpu"] = round(len(delays) / cpu, 1)
        row["MiB"] = round(process.resident())
    print(json.dumps(row))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("address", nargs="?")
    parser.add_argument("--people")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--games", nargs="+", default=titles_for(2))
    parser.add_argument("--every", type=float, default=2.0, help="seconds between a table's moves")
    parser.add_argument("--process", type=int, help="number of the site's web process")
    parser.add_argument("--make-people", type=int)
    arguments = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
    import django

    django.setup()
    if arguments.make_people:
        print(json.dumps(make_people(arguments.make_people)))
    else:
        asyncio.run(run(arguments))


if __name__ == "__main__":
    main()
