"""What others do while a table's page is open: it is told, and takes nothing out of one's hands."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import WebSocket, WebSocketRoute, expect

from games.models import Seat, Table
from games.table.actions import chat_messages, player_actions
from games.table.session.loader import load_match
from tests import sample_titles
from tests.browser.table_play import start_table, version_of
from tests.browser_fixtures import FRAME, Person
from tests.polling import wait_for

pytestmark = pytest.mark.same_everywhere  # about pages, whatever database is behind them

NewPerson = Callable[..., Person]
GAME = sample_titles.usual()


def play_at(table: Table, until: Callable[[Seat], bool]) -> None:
    """Confirm the site's own choice for whoever is to move, until this is true of them."""
    for _ in range(100):
        if until(waiting_seat(table)):
            return
        move(table)
    raise AssertionError("never in 100 moves")


def waiting_seat(table: Table) -> Seat:
    """A seat that is to move."""
    seats = Seat.objects.select_related("user").filter(table=table, waiting_since__isnull=False)
    return seats[0]


def move(table: Table) -> None:
    """Confirm the site's own choice for whoever is to move."""
    fresh, seat = Table.objects.get(pk=table.pk), waiting_seat(table)
    chosen = load_match(fresh).auto_move(seat.number)
    player_actions.confirm(table.key, seat.user, fresh.version, [chosen])


def test_the_strip_tells_what_others_did_and_never_what_i_did(person: NewPerson) -> None:
    ann, bob = person("Ann"), person("Bob")
    table = start_table(GAME, [ann, bob])
    play_at(table, lambda seat: seat.user == ann.user)
    ann.page.goto(table.get_absolute_url())
    mine = Seat.objects.get(table=table, user=ann.user).number
    play_at(table, lambda seat: seat.user == bob.user)
    play_at(table, lambda seat: seat.user == ann.user)
    chips = ann.page.locator(".since-last-move-chip")
    expect(chips.first).to_be_visible()
    seats = chips.evaluate_all("all => all.map((one) => one.dataset.movedBy)")
    assert set(seats) == {str(1 - mine)}
    to = chips.first.get_attribute("href")
    assert to
    expect(ann.page.locator(to)).to_have_count(1)
    chips.first.click()
    expect(ann.page.locator(to)).to_be_in_viewport()


def test_an_open_seat_card_stays_open_when_somebody_moves(person: NewPerson) -> None:
    ann, bob = person("Ann"), person("Bob")
    table = start_table(GAME, [ann, bob])
    play_at(table, lambda seat: seat.user == bob.user)
    ann.page.goto(table.get_absolute_url())
    other = Seat.objects.get(table=table, user=bob.user).number
    card = ann.page.locator(f"#seat-{other}")
    expect(card.locator(".seat-board")).to_be_hidden()
    card.locator("summary").click()
    expect(card.locator(".seat-board")).to_be_visible()
    version = version_of(ann.page)
    play_at(table, lambda seat: seat.user == ann.user)
    expect(ann.page.locator("#position")).not_to_have_attribute("data-version", str(version))
    expect(card.locator(".seat-board")).to_be_visible()


#: A press may last as long as it takes here, and it is noted what comes first.
HOLDING = """() => {
  const [wait, place] = [window.setTimeout, document.getElementById("position")];
  window.setTimeout = (call, delay, ...given) =>
    delay === 3000 ? 0 : wait(call, delay, ...given);
  window.order = [];
  addEventListener("click", () => window.order.push("pressed"), true);
  new MutationObserver(() => window.order.push("changed"))
    .observe(place, { attributeFilter: ["data-version"] });
}"""


def test_what_is_pressed_stays_until_it_is_let_go(person: NewPerson) -> None:
    ann, bob = person("Ann", has_own_page=True), person("Bob")
    table = start_table(GAME, [ann, bob])
    heard: list[str | bytes] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: heard.append(frame))

    page = ann.page
    page.on("websocket", listen)
    play_at(table, lambda seat: seat.user == bob.user)
    page.goto(table.get_absolute_url())
    page.evaluate(HOLDING)
    page.locator("#seats summary").last.hover()
    page.mouse.down()
    known = len(heard)
    play_at(table, lambda seat: seat.user == ann.user)

    def has_heard() -> bool:
        page.evaluate(FRAME)  # it also lets Playwright hand on what came
        return len(heard) > known

    wait_for(has_heard, "news to come")
    for _ in range(5):
        page.evaluate(FRAME)
    page.mouse.up()
    version = str(Table.objects.get(pk=table.pk).version)
    expect(page.locator("#position")).to_have_attribute("data-version", version)
    first, *later = page.evaluate("window.order")
    assert first == "pressed"
    assert set(later) == {"changed"}


#: The versions that the page shows, one after the other.
VERSIONS = """() => {
  const place = document.getElementById("position");
  window.versions = [Number(place.dataset.version)];
  new MutationObserver(() => window.versions.push(Number(place.dataset.version)))
    .observe(place, { attributeFilter: ["data-version"] });
}"""


#: A new window can be hidden for a moment on a busy machine, and to look at it again counts as use.
ALWAYS_VISIBLE = """window.addEventListener(
  "visibilitychange", (event) => event.stopImmediatePropagation(), { capture: true })"""


def test_open_page_tells_when_it_was_used_last(person: NewPerson) -> None:
    ann, bob = person("Ann", has_own_page=True), person("Bob")
    table = start_table(GAME, [ann, bob])
    page = ann.page
    page.add_init_script(ALWAYS_VISIBLE)
    said: list[dict[str, Any]] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: said.append(json.loads(frame)))

    page.on("websocket", listen)
    page.goto(table.get_absolute_url())
    wait_for(lambda: page.evaluate("true") and said, "the page to say that it is visible")
    assert not any("idle" in message for message in said)
    page.keyboard.press("Shift")
    wait_for(
        lambda: page.evaluate("true") and any("idle" in message for message in said),
        "the page to say that it was used",
    )
    (idle, *_more) = [message["idle"] for message in said if "idle" in message]
    assert 0 <= idle < 10


def test_news_that_come_too_late_change_nothing(person: NewPerson) -> None:
    ann, bob = person("Ann", has_own_page=True), person("Bob")
    table = start_table(GAME, [ann, bob])
    page = ann.page
    held: list[bytes] = []
    sockets: list[WebSocketRoute] = []

    def carry(socket: WebSocketRoute) -> None:
        site = socket.connect_to_server()
        sockets.append(socket)

        def bring(message: str | bytes) -> None:
            if isinstance(message, bytes) and not held:
                held.append(message)
            else:
                socket.send(message)

        site.on_message(bring)

    page.route_web_socket(re.compile("/ws/tables/"), carry)
    play_at(table, lambda seat: seat.user == bob.user)
    page.goto(table.get_absolute_url())
    page.evaluate(VERSIONS)

    def shows_the_newest() -> bool:
        page.evaluate(FRAME)
        return version_of(page) == Table.objects.get(pk=table.pk).version

    def move_and_see() -> None:
        move(table)
        wait_for(shows_the_newest, "the page to be as the table")

    def nothing_changes() -> bool:
        page.evaluate("document.getElementById('position').dataset.mark = 'as it is'")
        sockets[-1].send(held[0])
        for _ in range(10):
            page.evaluate(FRAME)
        return bool(page.locator("#position[data-mark]").count())

    while not held:  # where the page was just fetching by itself, nothing was drawn for it
        move_and_see()
    # a part that the page itself was fetching may still come
    wait_for(nothing_changes, "news of what is shown to change nothing", 5)
    move_and_see()
    wait_for(nothing_changes, "older news to change nothing", 5)
    versions = page.evaluate("window.versions")
    assert versions == sorted(versions)
    assert shows_the_newest()


def test_a_message_sent_before_the_page_could_hear_it_is_shown(person: NewPerson) -> None:
    ann, bob = person("Ann", has_own_page=True), person("Bob")
    table = start_table(GAME, [ann, bob])
    page = ann.page

    def write_and_connect(socket: WebSocketRoute) -> None:
        chat_messages.send_message(table, bob.user, "Good luck!", "public")
        socket.connect_to_server()

    page.route_web_socket(re.compile("/ws/tables/"), write_and_connect)
    page.goto(table.get_absolute_url())
    expect(page.locator("#chat-messages")).to_contain_text("Good luck!")
