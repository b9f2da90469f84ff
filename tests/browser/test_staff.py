"""Staff at their pages in a real browser: nothing there is stopped by the content policy, and a
table that they set back changes under the eyes of its people."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.models import Table
from games.table.actions import player_actions
from games.table.session.loader import load_match
from tests.browser.table_play import start_table
from tests.browser_fixtures import Person
from tests.sample_titles import usual

pytestmark = pytest.mark.same_everywhere  # tests/games/test_admin.py asks the database

GAME = usual()


def play_some(table: Table, moves: int) -> Table:
    for _step in range(moves):
        table.refresh_from_db()
        seat = table.seat_set.select_related("user").filter(waiting_since__isnull=False)[0]
        assert seat.user is not None
        move = load_match(table).legal_moves(seat.number)[0]
        player_actions.confirm(table.key, seat.user, table.version, [move])
    table.refresh_from_db()
    return table


def test_staff_find_a_table_and_set_it_back_while_its_people_look(
    person: Callable[..., Person],
) -> None:
    ann, bob, chief = person("Ann"), person("Bob"), person("Chief")
    User.objects.filter(pk=chief.user.pk).update(is_staff=True, is_superuser=True)
    table = play_some(start_table(GAME, [ann, bob]), 8)
    ann.page.goto(table.get_absolute_url())
    expect(ann.page.locator("#position")).to_have_attribute("data-moves", "8")

    page = chief.page
    for address in ("", "accounts/user/", "games/message/", "games/setback/", "games/table/"):
        page.goto(f"/admin/{address}")
    page.locator("#searchbar").fill("ann")
    page.locator("#searchbar").press("Enter")
    page.get_by_role("link", name=table.key).click()
    page.get_by_role("link", name="Roll back to a move").click()
    page.get_by_label("Last move to keep").fill("3")
    page.get_by_label("Reason").fill("A ship was loaded twice.")
    page.get_by_label("I have read what happens to the match").check()
    page.get_by_role("button", name="Roll back").click()
    expect(page.locator(".messagelist")).to_contain_text("Rolled back from move 8 to move 3")

    expect(ann.page.locator("#position")).to_have_attribute("data-moves", "3")
    expect(ann.page.locator(".log")).to_contain_text("A ship was loaded twice.")
    page.get_by_role("button", name="Log out").click()
    page.goto("/admin/")
    expect(page).to_have_url(re.compile(r"/accounts/login/\?next="))
