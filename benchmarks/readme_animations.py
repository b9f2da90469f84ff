"""Films of a turn of each title: animated pictures for the README, at a desk and on a phone.

usage: python -m benchmarks.readme_animations ADDRESS [--games KEY …] [--to docs/images] [--widths
1280 390]
       (with the DATA_DIR of the site at ADDRESS, which runs on this machine and has the people of
       `manage.py serve --demo`)

Bots have played the match until its middle; the page of whoever is asked makes their turn in
Chromium, by presses on the board where there is a spot, and hears those of the others. A ring shows
where it is pressed. What is not on the screen is scrolled to. Frames come as the browser draws
them, and are written as WebP, each for as long as it stood.
"""

from __future__ import annotations

import argparse
import base64
import io
import json
import os
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import games.rules as rules
from benchmarks.rules import titles_for

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

SEATS = 3
SCREENS = {1280: (1280, 800), 390: (390, 844)}
MOST = 1_000_000  # bytes of a film
QUALITIES = (70, 55, 40, 25)  # the first that is small enough
SHORTEST = 80  # ms of a frame: those that stand less are left out
BEFORE_A_PRESS, AFTER_A_PRESS, HEARD, END = 500, 900, 1900, 1500  # ms
PRESSES = 12  # of a turn, at most
ENOUGH = 4  # moves of a turn that make it worth looking at
POINTER = """([x, y]) => {
  const ring = document.createElement("div");
  Object.assign(ring.style, {
    position: "fixed", left: `${x - 16}px`, top: `${y - 16}px`, width: "32px", height: "32px",
    border: "4px solid #b0175b", borderRadius: "50%", zIndex: 99, pointerEvents: "none",
    boxShadow: "0 0 0 2px #fff",
  });
  document.body.append(ring);
  ring.animate([{ scale: 1.8, opacity: 0 }, { scale: 1, opacity: 1 }], 300);
  setTimeout(() => ring.remove(), 900);
}"""
DRAFT = """async (move) => {
  const { href } = document.querySelector("link[rel=modulepreload][href*='/js/play.']");
  (await import(href)).draft([move]);
}"""
#: What sends the turn, or the spot of a move on the board or in the dock.
SPOT = """(move) => {
  const firstOf = ({ dataset: { move } }) => move.startsWith("[") ? JSON.parse(move)[0] : move;
  return document.querySelector("#confirm, #sure") ?? [...document.querySelectorAll(
    ":is([data-board], #dock) [data-move], #dock button[name=move]")].find((one) =>
      (one.dataset.move ? firstOf(one) : one.value) === move
      && one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width);
}"""


def middle(game: str, seed: str) -> rules.Match:
    """A match of bots in its middle third, where a turn of seat 0 with much to do begins."""
    from games import bots

    choose = bots.levels(game)[bots.STEADY]
    seats = min(SEATS, rules.get(game).seats[-1])
    players = [choose() for _ in range(seats)]
    rng = random.Random(seed)
    match = rules.new_match(game, seats, seed=seed)
    begun: list[rules.Match] = []
    lengths: list[int] = []
    last = -1
    while not match.over:
        seat = match.actors[0]
        if seat == 0 != last:
            begun.append(match.copy())
            lengths.append(0)
        if seat == 0:
            lengths[-1] += 1
        last = seat
        match.play(seat, bots.ask(players[seat], match, seat, rng))
    third = len(begun) // 3
    return begun[max(range(third, 2 * third + 1), key=lambda turn: min(lengths[turn], ENOUGH))]


class Film:
    """What a page shows from now on: a frame whenever it is drawn anew."""

    def __init__(self, page: Page) -> None:
        self.frames: list[tuple[float, bytes]] = []
        self.line = page.context.new_cdp_session(page)
        self.has_ended = False
        self.line.on("Page.screencastFrame", self._keep)
        self.line.send("Page.startScreencast", {"format": "jpeg", "quality": 92})

    def _keep(self, event: dict[str, Any]) -> None:
        if self.has_ended:
            return
        self.frames.append((event["metadata"]["timestamp"], base64.b64decode(event["data"])))
        self.line.send("Page.screencastFrameAck", {"sessionId": event["sessionId"]})

    def end(self) -> None:
        self.has_ended = True
        self.line.send("Page.stopScreencast")
        self.line.detach()

    def write(self, path: Path) -> int:
        """The bytes of the file."""
        from PIL import Image

        kept: list[tuple[float, bytes]] = []
        for at, shown in self.frames:
            if kept and 1000 * (at - kept[-1][0]) < SHORTEST:
                kept[-1] = (kept[-1][0], shown)
            else:
                kept.append((at, shown))
        ends = [at for at, _ in kept[1:]]
        lasting = [round(1000 * (end - at)) for (at, _), end in zip(kept, ends, strict=False)]
        pictures = [Image.open(io.BytesIO(shown)) for _, shown in kept]
        for quality in QUALITIES:
            pictures[0].save(
                path,
                save_all=True,
                append_images=pictures[1:],
                duration=[*lasting, END],
                loop=0,
                quality=quality,
                method=4,
            )
            if path.stat().st_size <= MOST:
                break
        return path.stat().st_size


def press(page: Page, move: str) -> None:
    """Press where this move is made; one that is composed (a tile that is turned) is laid."""
    spot = page.evaluate_handle(SPOT, move).as_element()
    if spot is None:
        page.wait_for_timeout(BEFORE_A_PRESS)
        page.evaluate(DRAFT, move)
    else:
        spot.scroll_into_view_if_needed()
        page.wait_for_timeout(BEFORE_A_PRESS)
        box = spot.bounding_box()
        assert box is not None
        page.evaluate(POINTER, [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2])
        page.wait_for_timeout(300)
        spot.dispatch_event("click")
    page.wait_for_timeout(AFTER_A_PRESS)


def record(context: BrowserContext, address: str, game: str, people: list[Any]) -> Film:
    from games import bots
    from games.models import Table
    from games.table.actions import player_actions
    from games.table.session.loader import load_match
    from tests.browser_fixtures import make_session
    from tests.games.table.reliability_at import PositionTable

    match = middle(game, game)
    at = PositionTable(match, people)
    at.put(match)
    chooser = bots.levels(game)[bots.STEADY]()
    rng = random.Random(game)
    session = make_session(at.people[0])  # seats are drawn at random
    context.add_cookies([{"name": "sessionid", "value": session, "url": address}])
    page = context.new_page()
    page.goto(f"/tables/{at.table.key}/")
    page.wait_for_timeout(AFTER_A_PRESS)
    film = Film(page)

    def now() -> rules.Match:
        at.table = Table.objects.get(pk=at.table.pk)
        return load_match(at.table)

    mine = match.copy()
    for _ in range(PRESSES):
        press(page, bots.ask(chooser, mine, 0, rng) if 0 in mine.actors else "")
        mine = now()
        if mine.actors[:1] != (0,):
            break
        for one in at.table.seat_set.get(number=0).draft:
            mine.play(0, one)
    for _ in range(4):
        reached = now()
        seat = next((seat for seat in reached.actors if seat != 0), None)
        if reached.over or seat is None or reached.actors[0] == 0:
            break
        player_actions.confirm(
            at.table.key, at.people[seat], at.table.version, [bots.ask(chooser, reached, seat, rng)]
        )
        page.wait_for_timeout(HEARD)
    film.end()
    # whoever hosts has so many tables at most
    Table.objects.filter(pk=at.table.pk).update(status=Table.Status.CALLED_OFF)
    return film


def main() -> None:
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("address")
    parser.add_argument("--games", nargs="+", default=titles_for(SEATS))
    parser.add_argument("--to", type=Path, default=Path("docs/images"))
    parser.add_argument("--widths", nargs="+", type=int, default=sorted(SCREENS))
    arguments = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # playwright's loop is in this thread
    import django

    django.setup()
    from playwright.sync_api import sync_playwright

    from accounts.models import User
    from games.lobby.home.demo import NAMES
    from tests.browser_fixtures import ARGUMENTS
    from tests.requirements import CHROMIUM_NAMES, program

    people = [User.objects.get(username=name) for name in NAMES[:SEATS]]
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=program(*CHROMIUM_NAMES), args=ARGUMENTS)
        for game in arguments.games:
            for width in arguments.widths:
                wide, tall = SCREENS[width]
                context = browser.new_context(
                    base_url=arguments.address,
                    viewport={"width": wide, "height": tall},
                    color_scheme="light",
                    locale="en",
                )
                film = record(context, arguments.address, game, people)
                path = arguments.to / f"film-{game.replace('_', '-')}-{width}.webp"
                summary = {"frames": len(film.frames), "bytes": film.write(path)}
                print(path.name, json.dumps(summary), flush=True)
                context.close()
        browser.close()


if __name__ == "__main__":
    main()
