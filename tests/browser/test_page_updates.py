"""In a real browser a page that is sent only what changed shows what a page sent whole shows."""

from __future__ import annotations

import contextlib
import functools
import gzip
import json
import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Request, Route, WebSocket, expect

import games.rules as rules
from games.boards import page_chunks
from games.models import Table
from games.table.actions import player_actions
from games.table.session.loader import load_match
from tests import sample_titles
from tests.browser.modules import module_address
from tests.browser.table_play import start_table, version_of
from tests.browser_fixtures import Person, make_user
from tests.games.conftest import play_on
from tests.polling import wait_for

pytestmark = pytest.mark.same_everywhere  # about pages, whatever database is behind them

NewPerson = Callable[..., Person]
MOVES = 5
AFTER_RETRY = 600  # milliseconds: a page that is behind looks again after half a second

# The page as text, without what is new in every answer; and how far a map is moved, a page keeps.
SHOWN = """() => {
  const copy = document.getElementById("table").cloneNode(true);
  for (const one of copy.querySelectorAll("*")) {
    one.removeAttribute("data-now");
    if ("map" in one.dataset) one.removeAttribute("viewBox");
    if (/^(csrfmiddlewaretoken|idempotency_key)$/.test(one.name)) one.removeAttribute("value");
    if (one.dataset.due) one.textContent = "";
  }
  const told = (node) => node.nodeType === 1
    ? [node.localName, ...[...node.attributes].map((one) => `${one.name}=${one.value}`).sort(),
      ...[...node.childNodes].flatMap(told)]
    : [node.nodeValue];
  return told(copy);
}"""
UNFOLD = "document.querySelectorAll('#table details').forEach((one) => one.open = true)"

# Whether nothing was asked for in the last half second.
RESTS = """() => {
  const all = performance.getEntriesByType("resource");
  const times = all.filter(({ name }) => name.includes("/live/"));
  return times.length && performance.now() - times.at(-1).responseEnd > 500;
}"""


@pytest.mark.parametrize("game", rules.catalogue())
def test_a_page_that_stays_open_shows_what_whole_answers_show(person: NewPerson, game: str) -> None:
    ann = person("Ann", has_own_page=True)
    others = [make_user("Bob")][: sample_titles.few_seats(game) - 1]
    table = start_table(game, [ann], others=others)
    stubs: list[int] = []
    requested: set[str] = set()  # what is unfolded may be asked for again at the same moment
    versions: list[int | None] = []  # that the page has said it has; None while it fetches

    def hear(frame: str | bytes) -> None:
        message = json.loads(frame)
        if "page" in message:
            versions.append(message["page"] and message["page"]["version"])

    def has_reported(version: int) -> bool:
        page.wait_for_timeout(1)  # lets Playwright hand on what came
        return versions[-1:] == [version]

    def count(frame: str | bytes) -> None:
        if isinstance(frame, bytes):
            stubs.append(len(page_chunks.STUB.findall(gzip.decompress(frame).decode())))

    def note(request: Request) -> None:
        if "/live/" in request.url:
            requested.add(request.url)

    page = ann.page

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", count)
        socket.on("framesent", hear)

    page.on("websocket", listen)
    page.on("request", note)
    page.goto(table.get_absolute_url())
    page.evaluate(UNFOLD)
    rng = random.Random(4)
    for _ in range(MOVES):
        table = Table.objects.get(pk=table.pk)
        # what is played before the page has said what it has, it fetches by a request, and rightly
        wait_for(functools.partial(has_reported, table.version), "the page to say what it has")
        seat = table.seat_set.select_related("user").filter(waiting_since__isnull=False)[0]
        legal = load_match(table).legal_moves(seat.number)
        assert seat.user is not None
        player_actions.confirm(table.key, seat.user, table.version, [rng.choice(legal)])
        version = str(Table.objects.get(pk=table.pk).version)
        expect(page.locator("#position")).to_have_attribute("data-version", version)
    page.remove_listener("request", note)  # what is unfolded below is asked for
    twin = page.context.new_page()
    twin.goto(table.get_absolute_url())
    for one in (page, twin):
        one.evaluate(UNFOLD)
    with contextlib.suppress(AssertionError):  # what is new is marked for a moment
        wait_for(lambda: page.evaluate(SHOWN) == twin.evaluate(SHOWN), "the same to be shown", 5)
    assert page.evaluate(SHOWN) == twin.evaluate(SHOWN)
    assert sum(stubs) > MOVES, "no piece was kept back"
    assert len(stubs) + len(requested) >= MOVES
    assert len(requested) < MOVES / 2, "news came by requests, not by the socket"


def test_earlier_parts_of_the_log_stay_while_moves_arrive(person: NewPerson) -> None:
    ann = person("Ann")
    table = play_on(start_table(sample_titles.usual(), [ann], others=[make_user("Bob")]), moves=50)
    page = ann.page
    page.goto(table.get_absolute_url())
    log_lines = page.locator("#log-lines > li")

    def numbers() -> list[int]:
        values = log_lines.evaluate_all("all => all.map((one) => Number(one.dataset.number))")
        assert values == sorted(values, reverse=True)
        return list(values)

    first = numbers()
    page.locator("#log-earlier").click()
    wait_for(lambda: log_lines.count() > len(first), "the earlier lines")
    more = numbers()
    assert more[: len(first)] == first
    table = play_on(table, moves=3)
    expect(page.locator("#position")).to_have_attribute("data-version", str(table.version))
    assert numbers()[-len(more) :] == more
    page.locator("#log-earlier").click()
    expect(page.locator("#log-earlier")).to_be_hidden()
    assert numbers()[-1] == 0


def test_a_list_that_is_opened_while_the_page_fetches_comes_all_the_same(person: NewPerson) -> None:
    """And then the page rests."""
    ann, bob = person("Ann", has_own_page=True), person("Bob")
    page = ann.page
    table = start_table(sample_titles.usual(), [ann, bob])
    if table.seat_set.get(waiting_since__isnull=False).user != ann.user:
        page = bob.page
    page.goto(table.get_absolute_url())
    page.evaluate(
        """async (address) => {
          const { refresh } = await import(address);
          refresh();
          document.getElementById("moves").open = true;
        }""",
        module_address("js/table.js"),
    )
    expect(page.locator("#moves .move-group").first).to_be_attached()
    wait_for(lambda: page.evaluate(RESTS), "the page to ask for nothing more")


def test_version_that_comes_while_the_page_fetches_is_fetched_once(person: NewPerson) -> None:
    ann, bob = person("Ann", has_own_page=True), make_user("Bob")
    table = start_table(sample_titles.usual(), [ann], others=[bob])
    page = ann.page
    received: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: received.append(str(frame)))

    page.on("websocket", listen)
    page.goto(table.get_absolute_url())
    requested: list[str] = []

    def has_heard() -> bool:
        page.wait_for_timeout(1)  # lets Playwright hand on what came
        return any(f'"version": {table.version + 1}' in frame for frame in received)

    def answer_late(route: Route) -> None:
        """The answer to the first request does not have the move that is played meanwhile."""
        requested.append(route.request.url)
        found = route.fetch()
        if len(requested) == 1:
            play_on(table, moves=1)
            wait_for(has_heard, lambda: f"the page to hear of it: {received}")
        route.fulfill(response=found)

    page.route("**/live/*", answer_late)
    page.evaluate(f"import('{module_address('js/table.js')}').then((table) => table.refresh())")
    wait_for(lambda: version_of(page) > table.version, "the move to be shown")
    wait_for(lambda: page.evaluate(RESTS), "the page to ask for nothing more")
    page.wait_for_timeout(AFTER_RETRY)
    assert len(requested) == 2
