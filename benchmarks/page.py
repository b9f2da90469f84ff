"""What a person waits for at a table's page, in Chromium: the tap, the others, and what jumps.

usage: python -m benchmarks.page ADDRESS --people FILE [--games KEY …] [--moves 12]
       (FILE as of `benchmarks.load --make-people 2`, with the site's own DATA_DIR)

Two people sit at one table of each title, in two browsers, at a site that runs on this machine.
Reported, in milliseconds: from the press of a button until the page shows the draft or the next
position; from the socket's word of a move until the other page shows it; and the layout shift that
nobody caused (the browser's own measure: 0 where nothing jumps, 0.1 is called good).
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
from typing import Any
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from benchmarks.account_file import Person, people_of
from benchmarks.rules import titles_for

WATCH = """
window.seen = {tap: [], told: [], shift: 0};
let tapped = 0, told = 0;
addEventListener("click", () => { tapped = performance.now(); }, true);
const Socket = window.WebSocket;
window.WebSocket = class extends Socket {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", ({data}) => {
      if (data.includes('"version"')) told = performance.now();
    });
  }
};
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) if (!one.hadRecentInput) window.seen.shift += one.value;
}).observe({type: "layout-shift", buffered: true});
addEventListener("DOMContentLoaded", () => {
  const now = () => {
    const at = document.querySelector("#position");
    return at && `${at.dataset.version} ${document.querySelectorAll(".draft-chip").length}`;
  };
  let before = now();
  new MutationObserver(() => {
    const after = now();
    if (after === before) return;
    const mine = tapped > told;
    before = after;
    requestAnimationFrame(() => {
      (mine ? window.seen.tap : window.seen.told).push(performance.now() - (mine ? tapped : told));
    });
  }).observe(document.documentElement, {childList: true, subtree: true, attributes: true});
});
"""
PRESS = """(choice) => {
  const all = [...document.querySelectorAll("#confirm, #sure, #moves button.move")];
  const list = document.getElementById("moves");
  if (list) list.open = true;
  if (!all.length) return false; // the list comes when it is opened
  const send = all.find((one) => one.id);
  (send || all[Math.floor(choice * all.length)]).click();
  return true;
}"""


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


def play(pages: list[Any], moves: int, rng: random.Random) -> dict[str, float]:
    """Presses of whoever is asked, and what the two pages have seen."""
    for _ in range(moves):
        for page in pages:
            if page.evaluate(PRESS, rng.random()):
                break
        pages[0].wait_for_timeout(250)  # everything is told and shown meanwhile
    seen = [page.evaluate("window.seen") for page in pages]
    taps = [ms for one in seen for ms in one["tap"]]
    delays = [ms for one in seen for ms in one["told"]]
    return {
        "tap_p50": round(statistics.median(taps), 1),
        "tap_worst": round(max(taps), 1),
        "told_p50": round(statistics.median(delays), 1) if delays else 0.0,
        "told_worst": round(max(delays), 1) if delays else 0.0,
        "shift": round(max(one["shift"] for one in seen), 4),
    }


def arguments_of(description: str, moves: int) -> argparse.Namespace:
    """What a benchmark of pages is asked: a site on this machine, people, titles, moves."""
    parser = argparse.ArgumentParser(description=description.splitlines()[0])
    parser.add_argument("address")
    parser.add_argument("--people", required=True)
    parser.add_argument("--games", nargs="+", default=titles_for(2))
    parser.add_argument("--moves", type=int, default=moves)
    arguments = parser.parse_args()
    if urlsplit(arguments.address).hostname not in ("127.0.0.1", "localhost", "::1"):
        raise SystemExit("only a site on this machine is asked: 127.0.0.1")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
    return arguments


def main() -> None:
    arguments = arguments_of(str(__doc__), moves=12)
    from playwright.sync_api import sync_playwright

    from tests.browser_fixtures import ARGUMENTS, PHONE
    from tests.requirements import CHROMIUM_NAMES, program

    people = people_of(arguments.people)[:2]
    with sync_playwright() as started:
        chromium = program(*CHROMIUM_NAMES)
        browser = started.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        for game in arguments.games:
            path = table_of(arguments.address, people, game)
            pages = []
            for person, options in zip(people, ({}, PHONE), strict=True):
                context = browser.new_context(base_url=arguments.address, **options)
                context.add_cookies(
                    [{"name": "sessionid", "value": person.session, "url": arguments.address}]
                )
                context.add_init_script(WATCH)
                pages.append(context.new_page())
                pages[-1].goto(path)
            print(game, json.dumps(play(pages, arguments.moves, random.Random(game))))
            for page in pages:
                page.context.close()
        browser.close()


if __name__ == "__main__":
    main()
