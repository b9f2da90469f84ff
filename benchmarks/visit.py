"""What a first visit of a table costs on a phone: bytes on the wire, first paint, ready to press.

usage: python -m benchmarks.visit ADDRESS --people FILE [--games KEY …] [--moves 40]
       (FILE as of `benchmarks.load --make-people 2`, with the site's own DATA_DIR)

At a site that runs on this machine two people play some moves of each title; then Chromium, slowed
four times and on a line of 9 Mbit/s down, 1.5 up and 60 ms there and back (4G), opens the table
with nothing kept (cold) and again (warm). Reported: kB by kind as they came over the line, heads of
answers included, and milliseconds from asking for the page to its first contentful paint and until
its scripts have run (ready).
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
from collections import Counter
from typing import Any, NamedTuple
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from benchmarks.account_file import Person, people_of
from benchmarks.rules import titles_for

SLOWER = 4
LINE = {
    "offline": False,
    "latency": 60,
    "downloadThroughput": 9_000_000 / 8,
    "uploadThroughput": 1_500_000 / 8,
}
TIMES = """() => {
  const [page] = performance.getEntriesByType("navigation");
  const paint = performance.getEntriesByName("first-contentful-paint")[0];
  return [paint ? paint.startTime : page.domContentLoadedEventEnd, page.domContentLoadedEventEnd];
}"""
PRESS = """(choice) => {
  const all = [...document.querySelectorAll("#confirm, #sure, #moves button.move")];
  const list = document.getElementById("moves");
  if (list) list.open = true;
  if (!all.length) return false; // the list comes when it is opened
  const send = all.find((one) => one.id);
  (send || all[Math.floor(choice * all.length)]).click();
  return true;
}"""
COLD_VISITS, WARM_VISITS = 7, 7


class Visit(NamedTuple):
    """One visit on the slow line: bytes by kind of resource, and when it was painted and ready."""

    heard: Counter[str]
    paint: float
    ready: float


def visit(page: Any, path: str) -> Visit:
    heard: Counter[str] = Counter()
    kinds: dict[str, str] = {}
    line = page.context.new_cdp_session(page)
    line.on(
        "Network.responseReceived", lambda event: kinds.update({event["requestId"]: event["type"]})
    )
    line.on(
        "Network.loadingFinished",
        lambda event: heard.update(
            {kinds.get(event["requestId"], "Other"): event["encodedDataLength"]}
        ),
    )
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", LINE)
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(path, wait_until="load")
    page.wait_for_timeout(1000)  # what comes later (sprites, scripts for later) counts too
    paint, ready = page.evaluate(TIMES)
    line.detach()
    return Visit(heard, paint, ready)


def table_of(address: str, people: list[Person], game: str) -> str:
    """The path of a new table of these two."""

    def post(path: str, wish: dict[str, object], token: str) -> Any:
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        data = json.dumps(wish).encode()
        asked = Request(f"{address}{path}", data, headers)  # noqa: S310 -- this machine's own
        with urlopen(asked, timeout=10) as answer:  # noqa: S310
            return json.load(answer)

    first, second = people
    key = post("/api/tables/", {"game": game, "seats": 2, "clock": "day"}, first.token)["key"]
    post(f"/api/tables/{key}/join/", {}, second.token)
    return f"/tables/{key}/"


def play(pages: list[Any], moves: int, rng: random.Random) -> None:
    """Presses of whoever is asked."""
    for _ in range(moves):
        for page in pages:
            if page.evaluate(PRESS, rng.random()):
                break
        pages[0].wait_for_timeout(250)  # everything is told and shown meanwhile


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("address")
    parser.add_argument("--people", required=True)
    parser.add_argument("--games", nargs="+", default=titles_for(2))
    parser.add_argument("--moves", type=int, default=40)
    arguments = parser.parse_args()
    if urlsplit(arguments.address).hostname not in ("127.0.0.1", "localhost", "::1"):
        raise SystemExit("only a site on this machine is asked: 127.0.0.1")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
    return arguments


def main() -> None:
    arguments = read_arguments()
    from playwright.sync_api import sync_playwright

    from tests.browser_fixtures import ARGUMENTS, PHONE
    from tests.requirements import CHROMIUM_NAMES, program

    people = people_of(arguments.people)[:2]
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=program(*CHROMIUM_NAMES), args=ARGUMENTS)

        def window(session: str) -> Any:
            context = browser.new_context(
                base_url=arguments.address, service_workers="block", **PHONE
            )
            context.add_cookies([{"name": "sessionid", "value": session, "url": arguments.address}])
            return context.new_page()

        for game in arguments.games:
            path = table_of(arguments.address, people, game)
            players = [window(person.session) for person in people]
            for page in players:
                page.goto(path)
            play(players, arguments.moves, random.Random(game))
            for page in players:
                page.context.close()
            cold, warm = [], []
            for _ in range(COLD_VISITS):
                page = window(people[0].session)
                cold.append(visit(page, path))
                for _ in range(WARM_VISITS if len(cold) == COLD_VISITS else 0):
                    warm.append(visit(page, path))
                page.context.close()
            heard = cold[-1].heard
            summary = {
                "kB": round(sum(heard.values()) / 1000),
                "by_kind": {kind: round(size / 1000, 1) for kind, size in heard.most_common()},
                **{
                    f"{what}_{name}": round(statistics.median(getattr(one, name) for one in visits))
                    for what, visits in (("cold", cold), ("warm", warm))
                    for name in ("paint", "ready")
                },
            }
            print(game, json.dumps(summary), flush=True)
        browser.close()


if __name__ == "__main__":
    main()
