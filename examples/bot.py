#!/usr/bin/env python3
"""A bot in one file: it sits down where it is told or invited, and plays when it is its turn.

usage: LONGTABLE_TOKEN=lt_… python examples/bot.py http://127.0.0.1:8000 [--table KEY]
The token needs the scopes `read` and `play`. With a table, it joins that, and ends with it."""

import argparse
import json
import os
import random
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any


class Site:
    """The API of one Longtable site, for the account whose token we hold."""

    def __init__(self, address: str, token: str) -> None:
        self.address, self.token = address.rstrip("/"), token

    def open(self, path: str, data: Any = None, **more: str) -> Any:
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        body = None if data is None else json.dumps(data).encode()  # with a body, it is a POST
        request = urllib.request.Request(f"{self.address}/api/{path}", body, headers | more)
        return urllib.request.urlopen(request, timeout=60)  # streams say something every 20 s

    def call(self, path: str, data: Any = None) -> Any:
        return json.load(self.open(path, data))

    def say(self, path: str, data: Any) -> None:
        """What is refused has changed meanwhile: the stream says how it is now."""
        try:
            self.call(path, data)
        except urllib.error.HTTPError as error:
            if error.code not in (403, 404, 409):
                raise

    def events(self) -> Iterator[tuple[str, Any]]:
        """What happens, for ever: after a pause, the stream goes on where it was left."""
        got = {"id": "", "event": ""}
        while True:
            try:
                for line in self.open("stream/", **{"Last-Event-ID": got["id"]}):
                    name, _, got[name] = line.decode().rstrip("\n").partition(": ")
                    if name == "data":
                        yield got["event"], json.loads(got["data"])
            except OSError as error:  # the site is away, or starts anew
                if getattr(error, "code", 0) in (401, 403):
                    raise  # the token is not good
                time.sleep(3)


def main(choose: Any = lambda _site, table: random.choice(table["legal_moves"])) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("address")
    parser.add_argument("--table", help="join this table, and end with it")
    given = parser.parse_args()
    site = Site(given.address, os.environ["LONGTABLE_TOKEN"])
    if given.table:
        site.call(f"tables/{given.table}/join/", {})
    for event, data in site.events():
        if event == "invited":
            site.say(f"tables/{data['table']}/invitation/accept/", {})
        elif event == "turn":
            table = site.call(f"tables/{data['table']}/")
            if table["seat"] in table["actors"]:
                turn = {"version": table["version"], "moves": [choose(site, table)]}
                site.say(f"tables/{table['key']}/moves/", turn)
        elif event == "over" and data["table"] == given.table:
            for seat in site.call(f"tables/{given.table}/")["seats"]:
                print(f"{seat['rank']}. {seat['name']}: {seat['total']}")
            return


if __name__ == "__main__":
    main()
