"""How smooth a table's page is on a slow phone: long tasks, presses without effect, what jumps.

usage: python -m benchmarks.slow_phone ADDRESS --people FILE [--games KEY …] [--moves 12]
       (FILE as of `benchmarks.load --make-people 2`, with the site's own DATA_DIR)

Two people sit at one table of each title, on two phones with all motion, each in a Chromium of its
own, at a site that runs on this machine. The one who is asked presses what is lit on the board or
in the dock, else a move of the list. Of a move of one's own and of one that is heard are reported:
the longest task of the page's thread, in milliseconds of CPU on a phone that is slower by `SLOWER`
(its CPU here, times that: other programs do not count), how many tasks were over `LONG`, and the
layout shift, also that which follows a press (the browser's own measure forgives it). A press is
lost where the page shows nothing new within `PATIENCE`.
"""

from __future__ import annotations

import json
import random
import statistics
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.account_file import people_of
from benchmarks.page import arguments_of, table_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SLOWER = 4
LONG = 50  # ms
PATIENCE = 10_000  # ms
STILL = 1_500  # ms after which all that a move begins has been seen
CATEGORIES = ["disabled-by-default-devtools.timeline"]
WATCH = """
window.shifts = [];
new PerformanceObserver((list) => {
  window.shifts.push(...list.getEntries().map(({ value }) => value));
}).observe({ type: "layout-shift" });
"""
#: The next spot, brought into sight; a final one is pressed twice.
SPOT = """(choice) => {
  const seen = (one) => one.checkVisibility({ visibilityProperty: true })
    && one.getBoundingClientRect().width && !one.closest("[popover]");
  const among = (all) => [...document.querySelectorAll(all)].filter(seen);
  const [sends] = among("#confirm, #sure, .is-armed");
  const lit = among(":is([data-board], #dock) [data-move]:not(.is-alternative), #dock [name=move]")
    .filter((one) => !one.disabled);
  const spot = sends ?? lit[Math.floor(choice * lit.length)];
  spot?.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  return spot ?? null;
}"""
#: A move of the list, which is opened for it and folded again: an open one grows and shrinks.
LISTED = """(choice) => {
  const list = document.getElementById("moves");
  const all = document.querySelectorAll("#moves button.move");
  if (list) list.open = !all.length;
  return all[Math.floor(choice * all.length)] ?? null;
}"""
NOW = """() => [document.getElementById("position")?.dataset.version,
  document.querySelectorAll(".draft-chip").length, document.querySelectorAll(".is-armed").length]"""


class PageActivity(NamedTuple):
    """What a page did for one move."""

    longest: float
    long: int
    shift: float


def tasks(trace: bytes) -> Iterator[float]:
    """Milliseconds of CPU of each task of the page's thread."""
    events = json.loads(trace)["traceEvents"]
    mains = {
        (one["pid"], one["tid"])
        for one in events
        if one["name"] == "thread_name" and one["args"]["name"] == "CrRendererMain"
    }
    for one in events:
        if one["name"] == "RunTask" and (one["pid"], one["tid"]) in mains:
            yield one.get("tdur", 0) / 1000


def page_activity(browser: Browser, page: Page) -> PageActivity:
    slow = [SLOWER * ms for ms in tasks(browser.stop_tracing())]
    shifts = page.evaluate("window.shifts.splice(0)")
    return PageActivity(max(slow, default=0), sum(ms > LONG for ms in slow), sum(shifts))


def press(page: Page, rng: random.Random) -> bool | None:
    """Whether a press did something; None where there is nothing to press."""
    before = page.evaluate(NOW)
    spot = page.evaluate_handle(SPOT, rng.random()).as_element()
    for _ in range(20):  # the list comes when it is opened
        spot = spot or page.evaluate_handle(LISTED, rng.random()).as_element()
        if spot is None:
            page.wait_for_timeout(100)
    if spot is None:
        return None
    page.evaluate("new Promise((done) => setTimeout(done, 100))")
    page.evaluate("window.shifts.length = 0")
    # a tap goes to the nearest spot of a map, which may be another, and to no folded move
    if spot.is_visible() and spot.evaluate("(one) => !(one instanceof SVGElement)"):
        spot.tap()
    else:
        spot.dispatch_event("click")
    for _ in range(PATIENCE // 100):
        page.wait_for_timeout(100)
        if page.evaluate(NOW) != before:
            return True
    return False


def play(
    windows: list[tuple[Browser, Page]], moves: int, rng: random.Random
) -> tuple[list[PageActivity], list[PageActivity], int]:
    own: list[PageActivity] = []
    heard: list[PageActivity] = []
    lost = 0
    for _ in range(moves):
        for n, (browser, page) in enumerate(windows):
            other, hears = windows[1 - n]
            if not page.evaluate("Boolean(document.getElementById('move-form'))"):
                continue
            version = page.evaluate(NOW)[0]
            hears.evaluate("window.shifts.length = 0")
            for one, at in windows:
                one.start_tracing(page=at, categories=CATEGORIES)
            done = press(page, rng)
            page.wait_for_timeout(STILL)
            mine, theirs = page_activity(browser, page), page_activity(other, hears)
            if done is None:
                continue
            lost += not done
            own.append(mine)
            if page.evaluate(NOW)[0] != version:
                heard.append(theirs)
            break
    return own, heard, lost


def activity_summary(some: list[PageActivity]) -> dict[str, float]:
    return {
        "moves": len(some),
        "longest_p50": round(statistics.median(one.longest for one in some)),
        "longest": round(max(one.longest for one in some)),
        "long": sum(one.long for one in some),
        "shift_p50": round(statistics.median(one.shift for one in some), 3),
        "shift": round(max(one.shift for one in some), 3),
    }


def main() -> None:
    arguments = arguments_of(str(__doc__), moves=12)
    from playwright.sync_api import sync_playwright

    from tests.browser_fixtures import ARGUMENTS, PHONE
    from tests.requirements import CHROMIUM_NAMES, program

    people = people_of(arguments.people)[:2]
    with sync_playwright() as started:
        for game in arguments.games:
            path = table_of(arguments.address, people, game)
            windows = []
            for person in people:
                browser = started.chromium.launch(
                    executable_path=program(*CHROMIUM_NAMES), args=ARGUMENTS
                )
                context = browser.new_context(base_url=arguments.address, locale="en", **PHONE)
                context.add_cookies(
                    [{"name": "sessionid", "value": person.session, "url": arguments.address}]
                )
                context.add_init_script(WATCH)
                page = context.new_page()
                page.goto(path)
                windows.append((browser, page))
            own, heard, lost = play(windows, arguments.moves, random.Random(game))
            shown = {
                "own": activity_summary(own),
                "heard": activity_summary(heard) if heard else {},
                "lost": lost,
            }
            print(game, json.dumps(shown), flush=True)
            for browser, _page in windows:
                browser.close()


if __name__ == "__main__":
    main()
