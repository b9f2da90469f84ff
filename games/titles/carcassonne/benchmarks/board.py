"""Benchmark of the board of Carcassonne: `python -m games.titles.carcassonne.benchmarks.board`.

It draws a match of 114 tiles in Chromium with the site's own templates, style sheets and scripts.
It prints the presenter's time for a new position and the time from a tap or a pan to the next
frame. It also prints how many nodes of the tiles change when another player moves.
"""

from __future__ import annotations

import os
import random
import re
import statistics
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.boards import Presenter, Scene
    from games.rules import Match

ROOT = Path(__file__).parents[4]
OWN = "titles/carcassonne/"
TAPS = 15
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
TIMES = 20
SHEETS = ("tokens", "base", "layout", "components", "games", "table", "marks")
STYLES = tuple(f"css/{sheet}.css" for sheet in SHEETS)


def late_match(tiles: int = 113) -> Match:
    """Return a match of two with both expansions, at the placement of one of the last tiles."""
    import games.rules as rules

    for seed in range(200):
        match = rules.new_match(
            "carcassonne", 2, {"inns": "all", "traders": "all"}, seed=f"late {seed}"
        )
        rng = random.Random(seed)
        while match.actors:
            seat = match.actors[0]
            view = match.view(seat)
            if len(view["board"]) >= tiles and view["phase"] == "place":
                return match
            legal = match.legal_moves(seat)
            match.play(seat, rng.choice(legal))
    raise RuntimeError("no match came that far with a choice left")


def scene_of_seat(match: Match, seat: int | None) -> tuple[Presenter, Scene]:
    from games.boards import presenter
    from games.boards.base import Scene

    legal = match.legal_moves(seat) if seat in match.actors else []
    show = presenter("carcassonne")
    return show, Scene.from_match(match, seat, ("Ann", "Bob"), legal, is_in_words=False)


def page(match: Match, seat: int | None) -> str:
    """Return the board and the dock of a seat as HTML."""
    from games.boards import rendering

    board = rendering.RenderedBoard(*scene_of_seat(match, seat))
    return f'<div id="dock">{board.dock}</div>{board.html}'


def presenter_milliseconds(match: Match, seat: int | None) -> float:
    """Return the presenter's shortest time, in milliseconds, for a position not yet shown."""
    times = []
    for _ in range(TIMES):
        show, scene = scene_of_seat(match, seat)
        start = time.process_time()
        show.board(scene)
        for move in scene.legal:
            scene.is_revealing(move)
        times.append(time.process_time() - start)
    return min(times) * 1e3


class Files(SimpleHTTPRequestHandler):
    """Serve pages from memory, everything else from the folder `static`."""

    pages: dict[str, str] = {}

    def do_GET(self) -> None:
        self.path = self.path.replace(f"/static/{OWN}", f"/games/{OWN}static/")
        text = self.pages.get(self.path)
        if text is None:
            super().do_GET()
            return
        body = text.encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


def whole_page(fragment: str) -> str:
    from games.boards import presenter

    show = presenter("carcassonne")
    links = "".join(
        f'<link rel="stylesheet" href="/static/{name}">' for name in (*STYLES, *show.stylesheets)
    )
    scripts = "".join(
        f'<script type="module" src="/static/{name}"></script>' for name in show.scripts
    )
    return (
        f'<!doctype html><meta charset="utf-8">{links}'
        '<script src="/static/vendor/htmx/htmx.min.js"></script>'
        f'<main><div id="table">{fragment}</div></main>{scripts}'
    )


def timing_text(name: str, values: list[float]) -> str:
    values = sorted(values)
    middle = statistics.median(values)
    return f"{name}: median {middle:.0f} ms, slowest {values[-1]:.0f} ms ({len(values)} times)"


MEASURE = """async (taps) => {
  const times = [];
  const next = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const cells = [...document.querySelectorAll('.carc-cell.is-lit')];
  for (let n = 0; n < taps; n += 1) {
    await next();
    const start = performance.now();
    cells[n % cells.length].dispatchEvent(new MouseEvent('click', {bubbles: true}));
    await next();
    times.push(performance.now() - start);
  }
  return times;
}"""
PAN = MEASURE.replace(
    "cells[n % cells.length].dispatchEvent(new MouseEvent('click', {bubbles: true}))",
    "map.pan(n % 2 ? 90 : -90, 0)",
).replace(
    "const times = [];",
    "const { findMap } = await import('/static/js/map.js');"
    "const map = findMap(document.getElementById('carc-map')); const times = [];",
)
FOLLOW = """async () => {
  const tiles = document.getElementById('carc-tiles');
  let changed = 0;
  const watch = new MutationObserver((all) => { changed += all.length; });
  watch.observe(tiles, {subtree: true, childList: true, attributes: true, characterData: true});
  const start = performance.now();
  await htmx.ajax('GET', '/next', {target: '#table', swap: 'innerMorph'});
  document.dispatchEvent(new CustomEvent('longtable:changed'));
  const took = performance.now() - start;
  await new Promise((done) => setTimeout(done, 50));
  return {changed, took, tiles: tiles.querySelectorAll('[data-tile]').length};
}"""


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
    os.environ.setdefault("DEBUG", "1")
    import django

    django.setup()
    from playwright.sync_api import sync_playwright

    match = late_match()
    seat = match.actors[0]
    start = time.perf_counter()
    before = page(match, seat)
    first = time.perf_counter() - start
    start = time.perf_counter()
    page(match, seat)
    again = time.perf_counter() - start
    drawn = len(re.findall(r'<g id="t-?\d', before))
    print(f"{drawn} tiles; drawn by the server in {first * 1e3:.0f} ms, again {again * 1e3:.0f} ms")
    took = presenter_milliseconds(match, seat), presenter_milliseconds(match, 1 - seat)
    print(f"presenter: {took[0]:.2f} ms for who places, {took[1]:.2f} ms for who waits")
    print(f"size of the board's page: {len(before) / 1000:.0f} kB")
    following = match.copy()
    following.play(seat, following.legal_moves(seat)[0])
    Files.pages = {"/": whole_page(before), "/next": page(following, 1 - seat)}
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(ROOT)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"]
        )
        desktop = {"viewport": {"width": 1280, "height": 900}}
        for name, options in (("desktop", desktop), ("phone", PHONE)):
            context = browser.new_context(**options, reduced_motion="reduce")
            tab = context.new_page()
            tab.goto(f"http://127.0.0.1:{server.server_port}/", wait_until="networkidle")
            print(timing_text(f"{name}: tap to picture", tab.evaluate(MEASURE, TAPS)))
            print(timing_text(f"{name}: pan to picture", tab.evaluate(PAN, TAPS)))
            result = tab.evaluate(FOLLOW)
            print(
                f"{name}: somebody else's move: {result['changed']} change(s) among "
                f"{result['tiles']} tiles, {result['took']:.0f} ms with fetching and morphing"
            )
            context.close()
        browser.close()
    server.shutdown()


if __name__ == "__main__":
    main()
