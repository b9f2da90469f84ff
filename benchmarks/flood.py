"""How long a bot at a quiet table lets its person wait while somebody else floods the site.

usage: python -m benchmarks.flood ADDRESS --people FILE [--seconds 20] [--requests 200]
       [--game KEY]

Talks to a site on this machine (`API_RATE_PERSON=100000/min manage.py serve`; FILE as for
benchmarks.load, with three people or more), on the loopback only, for a bounded time. One person
plays against a bot, a move after the other. Their waits, from a move until they are to move again,
are told for three times: quiet; while somebody opens tables with bots and resigns, as fast as they
can; while somebody hosts as many tables with bots as they may and plays at all of them at once;
while everybody else in FILE does (twenty people: two hundred tables). While those two hundred are
being opened it is told how long the quiet person's own looks at the lobby take.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import statistics
import time
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from benchmarks.account_file import people_of
from benchmarks.load import Connection
from benchmarks.rules import titles_for
from games.bots import STEADY

LOOK_EVERY = 0.02
MOST_TABLES = 50
GIVE_UP_AFTER = 60.0


class Player:
    """A person with a token, through the API."""

    def __init__(self, address: str, token: str, game: str) -> None:
        self.connection = Connection(address, {"Authorization": f"Bearer {token}"})
        self.game = game

    async def ask(self, method: str, path: str, data: dict[str, Any] | None = None) -> Any:
        body, form = ("", "") if data is None else (json.dumps(data), "application/json")
        return json.loads(await self.connection.ask(method, path, body, form))

    async def open(self, bots: int) -> dict[str, Any]:
        levels = [STEADY] * bots
        wish = {"game": self.game, "seats": bots + 1, "bots": levels, "clock": "day"}
        return dict(await self.ask("POST", "/api/tables/", wish))

    async def play(self, table: dict[str, Any]) -> dict[str, Any]:
        """Make moves until others are to move; the table as it is then."""
        path = f"/api/tables/{table['key']}/"
        while table["status"] == "running" and table["legal_moves"]:
            turn = {"version": table["version"], "moves": [table["legal_moves"][0]]}
            try:
                table = await self.ask("POST", f"{path}moves/", turn)
            except RuntimeError:  # the table has moved on
                table = await self.ask("GET", path)
        return table

    async def resign(self, table: dict[str, Any]) -> None:
        with contextlib.suppress(RuntimeError):  # it is over
            await self.ask("POST", f"/api/tables/{table['key']}/resign/", {})

    async def wait(self, table: dict[str, Any]) -> tuple[dict[str, Any], float]:
        """Look until this person is to move or it is over; the table, and how long that took."""
        began = time.perf_counter()
        while table["status"] == "running" and not table["legal_moves"]:
            if time.perf_counter() - began > GIVE_UP_AFTER:
                break
            await asyncio.sleep(LOOK_EVERY)
            table = await self.ask("GET", f"/api/tables/{table['key']}/")
        return table, time.perf_counter() - began


async def quiet_waits(player: Player, seconds: float) -> list[float]:
    """Play against one bot for so long; every wait for it."""
    waits = []
    until = time.monotonic() + seconds
    table = await player.open(1)
    while time.monotonic() < until:
        table = await player.play(table)
        if table["status"] != "running":
            table = await player.open(1)
            continue
        table, waited = await player.wait(table)
        waits.append(waited)
        if waited > GIVE_UP_AFTER:
            break
        await asyncio.sleep(0.1)
    await player.resign(table)
    return waits


async def open_and_resign(player: Player, requests: int) -> int:
    """Open a table with four bots, resign, and so on; return how many tables there were."""
    opened = 0
    for _ in range(requests // 2):
        try:
            table = await player.open(4)
        except RuntimeError:
            await asyncio.sleep(0.01)
            continue
        opened += 1
        await player.resign(table)
    return opened


async def open_many(host: Player) -> list[dict[str, Any]]:
    """As many tables with four bots as this person may host."""
    tables = []
    for _ in range(MOST_TABLES):
        try:
            tables.append(await host.open(4))
        except RuntimeError:
            break
    return tables


async def play_at(players: list[Player], tables: list[dict[str, Any]], seconds: float) -> int:
    """These players, who are one person, play at all their tables; return how many there were."""
    until = time.monotonic() + seconds

    async def play(player: Player, mine: list[dict[str, Any]]) -> None:
        while time.monotonic() < until:
            for place, table in enumerate(mine):
                mine[place] = await player.ask("GET", f"/api/tables/{table['key']}/")
                mine[place] = await player.play(mine[place])

    shares = [tables[n :: len(players)] for n in range(len(players))]
    await asyncio.gather(*(play(p, mine) for p, mine in zip(players, shares, strict=True)))
    for table in tables:
        await players[0].resign(table)
    return len(tables)


async def looks(player: Player, until: asyncio.Future[Any]) -> None:
    """How long a look at the open tables takes, three times a second until that is done."""
    took = []
    while not until.done():
        began = time.perf_counter()
        await player.ask("GET", "/api/tables/?limit=1")
        took.append(time.perf_counter() - began)
        await asyncio.sleep(0.3)
    row = {"while": "everybody opens tables", "looks": len(took)}
    times = {"p50_s": round(statistics.median(took), 2), "max_s": round(max(took), 2)}
    print(json.dumps(row | times), flush=True)


async def host_many(players: list[Player], seconds: float) -> int:
    return await play_at(players, await open_many(players[0]), seconds)


async def everybody(hosted: list[tuple[Player, list[dict[str, Any]]]], seconds: float) -> int:
    """Each of these people plays at the tables that they host."""
    return sum(await asyncio.gather(*(play_at([one], mine, seconds) for one, mine in hosted)))


async def measure_waits(
    name: str, player: Player, seconds: float, flood: Callable[[], Awaitable[int]] | None = None
) -> None:
    flooding = asyncio.ensure_future(flood()) if flood else None
    waits = sorted(await quiet_waits(player, seconds))
    row: dict[str, Any] = {"while": name, "waits": len(waits)}
    if flooding:
        row["tables_of_the_flood"] = await flooding
    row["p50_s"] = round(statistics.median(waits), 2)
    row["p95_s"] = round(waits[int(len(waits) * 0.95)], 2)
    row["max_s"] = round(waits[-1], 2)
    print(json.dumps(row), flush=True)


async def run(arguments: argparse.Namespace) -> None:
    address = arguments.address
    if urlsplit(address).hostname not in ("127.0.0.1", "localhost", "::1"):
        raise SystemExit("only a site on this machine is flooded: 127.0.0.1")
    tokens = [person.token for person in people_of(arguments.people)]
    seconds, requests = arguments.seconds, arguments.requests
    game = arguments.game
    quiet, first, second = (Player(address, token, game) for token in tokens[:3])
    crowd = [second, *(Player(address, tokens[2], game) for _ in range(3))]
    await measure_waits("quiet", quiet, seconds)
    await measure_waits("many tables", quiet, seconds, lambda: host_many(crowd, seconds))
    others = [Player(address, token, game) for token in tokens[3:]]
    if others:
        opening = asyncio.gather(*(open_many(other) for other in others))
        await looks(quiet, opening)
        hosted = list(zip(others, await opening, strict=True))
        await asyncio.sleep(5)
        await measure_waits(
            "everybody's tables", quiet, seconds, lambda: everybody(hosted, seconds)
        )
    await asyncio.sleep(5)
    await measure_waits("open and resign", quiet, seconds, lambda: open_and_resign(first, requests))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("address")
    parser.add_argument("--people", required=True)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--requests", type=int, default=200)
    parser.add_argument("--game", default=titles_for(5)[0])
    asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
