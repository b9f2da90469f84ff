"""Two people: what one of them does moves the other's mark, title and lists, on every page."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Seat, Table
from games.table.actions import player_actions
from games.table.session.loader import load_match
from tests import sample_titles
from tests.browser.modules import call
from tests.browser.table_play import click, start_table
from tests.browser_fixtures import Person

pytestmark = pytest.mark.same_everywhere

GAME = sample_titles.usual()
NewPerson = Callable[..., Person]
PAGES = {
    "home": "/",
    "my tables": "/my-tables/",
    "profile": "/people/Bob/",
    "another table": "/tables/{other}/",
}


def hand_over(table: Table) -> None:
    """Whoever is to move there moves until somebody else is."""
    seat = table.seat_set.select_related("user").get(waiting_since__isnull=False)
    assert seat.user is not None
    while Seat.objects.get(pk=seat.pk).waiting_since is not None:
        table.refresh_from_db()
        move = load_match(table).legal_moves(seat.number)[0]
        player_actions.confirm(table.key, seat.user, table.version, [move])


def turn_of(table: Table, person: Person) -> Table:
    """The same table, once it waits for this person alone."""
    while not table.seat_set.get(user=person.user).waiting_since:
        hand_over(table)
    table.refresh_from_db()
    return table


def has_count(page: Page, count: int) -> None:
    """Mark and title say so."""
    expect(page.locator("#waiting-mark")).to_have_text(str(count) if count else "")
    expect(page).to_have_title(re.compile(rf"^\({count}\) " if count else r"^[^(]"))


def test_the_mark_and_the_title_follow_a_move_of_somebody_else(person: NewPerson) -> None:
    ann, bob = person("Ann"), person("Bob")
    table = turn_of(start_table(GAME, [ann, bob]), ann)
    other = turn_of(start_table(GAME, [ann, bob]), ann)
    page = bob.page
    for address in PAGES.values():
        page.goto(address.format(other=other.key))
        page.evaluate("window.stays = true")
        has_count(page, 0)
        hand_over(table)
        has_count(page, 1)
        hand_over(table)
        has_count(page, 0)
        assert page.evaluate("window.stays"), address


@pytest.mark.parametrize("where", ["home", "my tables"])
def test_lists_follow_who_is_to_move_and_who_joins(person: NewPerson, where: str) -> None:
    ann, bob = person("Ann"), person("Bob")
    table = turn_of(start_table(GAME, [ann, bob]), ann)
    gathered = table_setup.open_table(bob.user, GAME, TableSettings(3, {}, table.clock))
    page = bob.page
    page.goto(PAGES[where])
    mine = page.locator(f"#t-{table.key}", has_text="your turn")
    expect(page.locator(f"#t-{table.key}")).to_have_count(1)
    expect(mine).to_have_count(0)
    hand_over(table)
    expect(mine).to_have_count(1)
    expect(mine.locator("time.time-left")).to_have_text(re.compile(r"6 days 23 hours|7 days"))
    expect(page.locator("[data-waiting='1']")).to_have_count(1)
    row = page.locator(f"#t-{gathered.key}")
    expect(row).to_contain_text("free seat")
    table_setup.join(gathered.key, ann.user)
    expect(row).to_contain_text("Ann")
    table_setup.leave(gathered.key, ann.user)
    expect(row).not_to_contain_text("Ann")


def test_a_lost_connection_is_shown_and_news_that_it_held_back_arrive_with_the_next(
    person: NewPerson, live_site: object, guard: object
) -> None:
    guard.allow("WebSocket")  # type: ignore[attr-defined]
    guard.allow("ERR_")  # type: ignore[attr-defined]
    guard.allow("Failed to fetch")  # type: ignore[attr-defined] # a look while nobody answers
    ann, bob = person("Ann"), person("Bob")
    table = turn_of(start_table(GAME, [ann, bob]), ann)
    ann.page.goto(table.get_absolute_url())
    bob.page.goto("/my-tables/")
    has_count(bob.page, 0)
    expect(ann.page.locator("#connection")).to_be_hidden()
    live_site.kill("web")  # type: ignore[attr-defined]
    expect(ann.page.locator("#connection")).to_be_visible()
    hand_over(table)
    live_site.start("web")  # type: ignore[attr-defined]
    expect(ann.page.locator("#connection")).to_be_hidden(timeout=30_000)
    table.refresh_from_db()
    expect(ann.page.locator("#position")).to_have_attribute("data-version", str(table.version))
    expect(bob.page.locator("#waiting-mark")).to_have_text("1", timeout=30_000)
    expect(bob.page.locator(f"#t-{table.key}")).to_contain_text("your turn")


def test_a_tables_own_news_come_at_most_once_each_and_bring_the_mark(person: NewPerson) -> None:
    ann, bob = person("Ann"), person("Bob", has_own_page=True)
    table = turn_of(start_table(GAME, [ann, bob]), ann)
    page = bob.page
    sockets: list[str] = []
    page.on("websocket", lambda socket: sockets.append(socket.url))
    with page.expect_websocket() as opened:
        page.goto(table.get_absolute_url())
    with opened.value.expect_event("framesent", lambda frame: '"have"' in str(frame)):
        call(page, "js/table.js", "refresh")  # and then it reports that it has this version
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    before = table.version
    hand_over(table)
    has_count(page, 1)
    expect(page.locator("#position")).to_have_attribute("data-waiting", "1")
    parts = [url.split("?")[0] for url in asked if "/static/" not in url]
    assert all(url.endswith(f"/tables/{table.key}/live/") for url in parts)
    table.refresh_from_db()
    assert len(parts) <= table.version - before
    assert [url.split("/ws/")[1] for url in sockets] == [f"tables/{table.key}/"]


def test_the_way_to_the_next_table_opens_as_soon_as_one_waits(person: NewPerson) -> None:
    ann, bob = person("Ann"), person("Bob")
    here = turn_of(start_table(GAME, [ann, bob]), ann)
    there = turn_of(start_table(GAME, [ann, bob]), ann)
    page = bob.page
    page.goto(here.get_absolute_url())
    expect(page.locator("#next-table")).to_be_hidden()
    hand_over(there)
    expect(page.locator("#next-table")).to_have_text("Next table 1")
    click(page.locator("#next-table"))
    page.wait_for_url(re.compile(there.key))
    expect(page.locator("#next-table")).to_be_hidden()


def test_a_row_under_the_keyboard_keeps_the_focus_when_the_list_changes(person: NewPerson) -> None:
    ann, bob = person("Ann"), person("Bob")
    tables = [turn_of(start_table(GAME, [ann, bob]), ann) for _ in range(3)]
    page = bob.page
    page.goto("/")
    link = page.locator(f"#t-{tables[1].key} a")
    link.focus()
    hand_over(tables[0])
    expect(page.locator(f"#t-{tables[0].key}")).to_contain_text("your turn")
    expect(link).to_be_focused()
