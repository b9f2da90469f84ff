#!/usr/bin/env python3
"""A bot in one file: it opens or joins a table and plays it to the end, over HTTP and the socket.

usage: LONGTABLE_TOKEN=lt_… python examples/bot.py http://127.0.0.1:8000 [--table KEY] [--game KEY]
"""

from __future__ import annotations

import argparse
import json
import os
import random
import urllib.error
import urllib.request
from typing import Any

from websockets.sync.client import connect
from websockets.typing import Origin

HEAL_AFTER = 5  # seconds without a message until we ask by ourselves


class Site:
    """The API of one Longtable site, for the person whose token we hold."""

    def __init__(self, address: str, token: str) -> None:
        self.address, self.token = address.rstrip("/"), token

    def call(self, method: str, path: str, data: dict[str, Any] | None = None) -> Any:
        body = None if data is None else json.dumps(data).encode()
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        request = urllib.request.Request(self.address + path, body, headers, method=method)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)


def play_what_i_can(site: Site, key: str) -> dict[str, Any]:
    """Play random moves while it is our turn; return the table as we see it then."""
    table = site.call("GET", f"/api/tables/{key}/")
    while table["status"] == "running" and table["seat"] in table["actors"]:
        turn = {"version": table["version"], "moves": [random.choice(table["legal_moves"])]}
        try:
            table = site.call("POST", f"/api/tables/{key}/moves/", turn)
        except urllib.error.HTTPError as error:
            if error.code != 409:  # 409: the table has moved on; look again
                raise
            table = site.call("GET", f"/api/tables/{key}/")
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("address")
    parser.add_argument("--table", help="join this table instead of opening one")
    parser.add_argument("--game", help="default: the first that the site lists")
    arguments = parser.parse_args()
    site = Site(arguments.address, os.environ["LONGTABLE_TOKEN"])
    key = arguments.table
    if key:
        site.call("POST", f"/api/tables/{key}/join/")
    else:
        listed = {game["key"]: game for game in site.call("GET", "/api/games/")}
        game = listed[arguments.game or next(iter(listed))]
        bots = ["random"] * (max(2, game["seats"][0]) - 1)
        wish = {"game": game["key"], "seats": len(bots) + 1, "bots": bots, "clock": "live-20"}
        key = site.call("POST", "/api/tables/", wish)["key"]
    socket_address = site.address.replace("http", "ws", 1) + f"/ws/tables/{key}/"
    with connect(socket_address, origin=Origin(site.address)) as socket:
        while (table := play_what_i_can(site, key))["status"] in ("open", "running"):
            try:
                socket.recv(timeout=HEAL_AFTER)
            except TimeoutError:
                continue
    for seat in sorted(table["seats"], key=lambda seat: seat["rank"] or 99):
        print(f"{seat['rank']}. {seat['name']}: {seat['total']}")


if __name__ == "__main__":
    main()
