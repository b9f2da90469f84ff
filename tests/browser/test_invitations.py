"""An invitation in Chromium, from being asked to the next match: a host, a phone, a passer-by."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Table
from games.time_controls import PRESETS_BY_KEY
from tests import sample_titles
from tests.browser.table_play import click, play_one, serious_problems, tap
from tests.browser_fixtures import PHONE, Person
from tests.games.conftest import actor, play_on

pytestmark = pytest.mark.same_everywhere

GAME = sample_titles.usual()
NewPerson = Callable[..., Person]


def test_from_an_invitation_to_the_next_match_of_the_same_people(person: NewPerson) -> None:
    ann, bob, cem = person("Ann"), person("Bob", **PHONE), person("Cem")
    table = table_setup.open_table(
        ann.user,
        GAME,
        TableSettings(3, {}, PRESETS_BY_KEY["day"].clock, start_when=Table.StartMode.HOST),
    )
    host, guest = ann.page, bob.page
    host.goto(table.get_absolute_url())
    host.get_by_role("link", name="Invite people").click()
    host.get_by_label("Name", exact=True).fill(bob.user.username)
    host.get_by_role("button", name="Invite", exact=True).click()
    expect(host.locator("#answers")).to_contain_text(bob.user.username)
    assert serious_problems(host) == []
    guest.goto("/notifications/")
    guest.get_by_role("link", name=f"{ann.user.username} invites you").first.click()
    guest.get_by_label("Add a message").fill("gladly")
    assert guest.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert serious_problems(guest) == []
    guest.get_by_role("button", name="Accept").click()
    expect(guest.get_by_text("You have accepted")).to_be_visible()
    cem.page.goto(table.get_absolute_url())
    cem.page.get_by_role("button", name="Join this table").click()
    host.goto(table.get_absolute_url())
    host.get_by_role("button", name="Start now").click()
    for one in (ann, bob, cem):
        expect(one.page.locator("#board")).to_be_visible()

    by_user = {one.user: one for one in (ann, bob, cem)}
    for _ in range(4):
        awaited = by_user[actor(table).user]
        play_one(awaited.page, lambda moves: moves[0], tap if awaited is bob else click)
    play_on(table)  # to its end, which the open pages hear of

    for one in (bob, ann, cem):
        one.page.get_by_role("button", name="Play again").click()
        expect(one.page.locator("#position")).to_have_attribute("data-status", "open")
    guest.get_by_role("button", name="Start now").click()  # who pressed first is its host
    for one in (ann, bob, cem):
        expect(one.page.locator("#board")).to_be_visible()
    assert Table.objects.get(rematch_of=table).is_running
    assert len({one.page.url for one in (ann, bob, cem)}) == 1
