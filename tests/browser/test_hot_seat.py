"""A hot seat in Chromium: nothing of a seat is on the page before the device has come to it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

import games.rules as rules
from games.models import Seat, Table
from games.table.actions import player_actions
from games.table.session import hot_seat
from games.table.session.loader import load_match, seats_of
from tests import sample_titles
from tests.browser.table_play import assert_fits, serious_problems
from tests.browser.targets import AROUND
from tests.browser_fixtures import PHONE, Person

pytestmark = pytest.mark.same_everywhere


@sample_titles.need
def keeps_secrets(game: rules.Game) -> bool:
    return game.has_secrets(game.check(sample_titles.few_seats(game.key)))


GAME = sample_titles.title(
    keeps_secrets, sample_titles.for_seats(2, 3), sample_titles.begins_one_by_one
)


def test_the_device_is_passed_on_a_phone(person: Callable[..., Person]) -> None:
    """Opened by the form; the next seat is covered by the socket, and uncovered by the keyboard."""
    host = person("Ann", **PHONE)
    page = host.page
    page.goto(f"/tables/new/{GAME}/")
    page.get_by_label("Seats", exact=True).select_option("3")
    page.get_by_label("Hot seat").fill("Anna, Ben")
    page.get_by_role("button", name="Open the table").click()
    cover = page.locator("#cover")
    expect(cover).to_be_visible()
    assert_fits(page)
    assert serious_problems(page) == []
    table = Table.objects.get()
    first = hot_seat.device_holder(seats_of(table))
    assert first is not None
    expect(cover.get_by_role("heading")).to_have_text(f"Give the device to {first.name}")
    expect(page.locator("#move-form")).to_have_count(0)
    cover.get_by_role("button", name=f"I am {first.name}").press("Enter")
    expect(page.locator("#move-form")).to_have_count(1)
    expect(cover).to_have_count(0)
    table.refresh_from_db()
    draft = [load_match(table).auto_move(first.number)]
    Seat.objects.filter(pk=first.pk).update(draft=draft)  # no clock, and nothing new to explain
    page.reload()
    expect(page.locator(".draft-chip")).to_have_count(1)
    assert page.evaluate(AROUND)[1] == []
    Seat.objects.filter(pk=first.pk).update(draft=[])
    while (at := hot_seat.device_holder(seats_of(table))) is not None and at.number == first.number:
        table.refresh_from_db()
        move = load_match(table).auto_move(first.number)
        player_actions.confirm(table.key, host.user, table.version, [move])
    expect(cover).to_be_visible()
    expect(page.locator("#move-form")).to_have_count(0)
