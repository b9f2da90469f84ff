"""A hundred tables at once, two open pages each, a move every two seconds a table, over HTTP.

usage: python -m benchmarks.load ADDRESS --people FILE [--tables 100] [--seconds 30]
       python -m benchmarks.load --make-people 200 > people.json   (with the site's own DATA_DIR)

Talks to a site that runs on this machine (`manage.py serve`), on the loopback only, for a bounded
time. Reported: from sending a move until the other page has been told and has fetched its part.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import statistics
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin


def make_people(count: int) -> None:
    """Accounts with a token and a session each, for the load only; printed as JSON."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
    import django

    django.setup()
    from accounts.models import User
    from accounts.tokens import create_token
    from tests.browsing import make_session

    people = []
    for number in range(count):
        name = f"load{number}"
        user = User.objects.filter(username=name).first() or User.objects.create_user(name)
        people.append((create_token(user, "load")[1], make_session(user)))
    print(json.dumps(people))


class Page:
    """An open page of one person, and a socket that hears versions."""

    def __init__(self, address: str, token: str, session: str) -> None:
        headers = {"Authorization": f"Bearer {token}", "HX-Request": "true"}
        self.client = httpx.AsyncClient(
            base_url=address, headers=headers, cookies={"sessionid": session}, timeout=30
        )
        self.address = address
        self.version = 0
        self.changed = asyncio.Event()

    async def listen(self, key: str) -> None:
        address = self.address.replace("http", "ws", 1) + f"/ws/tables/{key}/"
        socket: ClientConnection
        async with connect(address, origin=Origin(self.address)) as socket:
            async for text in socket:
                heard = json.loads(text)
                if heard.get("version", 0) > self.version:
                    self.version = heard["version"]
                    self.changed.set()

    async def wait_for(self, version: int) -> None:
        while self.version < version:
            self.changed.clear()
            await asyncio.wait_for(self.changed.wait(), 15)

    async def call(self, method: str, path: str, data: dict[str, Any] | None = None) -> Any:
        answer = await self.client.request(method, path, json=data)
        answer.raise_for_status()
        return answer.json()


async def one_table(
    address: str, people: list[list[str]], until: float, delays: list[float], lost: list[str]
) -> None:
    pages = [Page(address, *person) for person in people]
    wish = {"game": "puerto_rico", "seats": 2, "clock": "day"}
    key = (await pages[0].call("POST", "/api/tables/", wish))["key"]
    state = await pages[1].call("POST", f"/api/tables/{key}/join/")
    listening = [asyncio.create_task(page.listen(key)) for page in pages]
    await asyncio.sleep(random.random() * 2)
    while time.monotonic() < until and state["status"] == "running":
        started = time.monotonic()
        for page, other in (pages, pages[::-1]):
            state = await page.call("GET", f"/api/tables/{key}/")
            if state["seat"] not in state["actors"]:
                continue
            turn = {"version": state["version"], "moves": [random.choice(state["legal_moves"])]}
            began = time.perf_counter()
            state = await page.call("POST", f"/api/tables/{key}/moves/", turn)
            try:
                await other.wait_for(state["version"])
            except TimeoutError:
                lost.append(key)
                continue
            await other.client.get(f"/tables/{key}/live/")
            delays.append(time.perf_counter() - began)
            break
        await asyncio.sleep(max(0.0, 2 - (time.monotonic() - started)))
    for task in listening:
        task.cancel()
    for page in pages:
        await page.client.aclose()


async def run(arguments: argparse.Namespace) -> None:
    if urlsplit(arguments.address).hostname not in ("127.0.0.1", "localhost", "::1"):
        raise SystemExit("only a site on this machine is loaded: 127.0.0.1")
    people = json.loads(Path(arguments.people).read_text())
    until = time.monotonic() + arguments.seconds
    delays: list[float] = []
    lost: list[str] = []
    pairs = [people[2 * n : 2 * n + 2] for n in range(arguments.tables)]
    tables = [one_table(arguments.address, pair, until, delays, lost) for pair in pairs]
    results = await asyncio.gather(*tables, return_exceptions=True)
    failed = [repr(result) for result in results if isinstance(result, BaseException)]
    delays.sort()
    row = {
        "tables": arguments.tables,
        "moves": len(delays),
        "not_delivered": len(lost),
        "failed": failed[:3],
        "p50_ms": round(statistics.median(delays) * 1000, 1),
        "p99_ms": round(delays[int(len(delays) * 0.99)] * 1000, 1),
    }
    print(json.dumps(row))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("address", nargs="?")
    parser.add_argument("--people")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--make-people", type=int)
    arguments = parser.parse_args()
    if arguments.make_people:
        make_people(arguments.make_people)
    else:
        asyncio.run(run(arguments))


if __name__ == "__main__":
    main()
