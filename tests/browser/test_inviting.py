"""An invitation in Chromium: the host asks, a guest accepts on a phone, the match starts."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from games.clocks import BY_KEY
from games.lobby import gathering
from games.models import Table
from tests import sample
from tests.browser.playing import serious_problems
from tests.browsing import PHONE, Person

pytestmark = pytest.mark.same_everywhere

GAME = sample.usual()
NewPerson = Callable[..., Person]


def test_somebody_is_invited_accepts_on_a_phone_and_the_match_starts(person: NewPerson) -> None:
    ann, bob = person("Ann"), person("Bob", **PHONE)
    table = gathering.open_table(
        ann.user, GAME, 3, {}, BY_KEY["day"].clock, start_when=Table.Start.HOST
    )
    host, guest = ann.page, bob.page
    host.goto(table.get_absolute_url())
    host.get_by_role("link", name="Invite people").click()
    host.get_by_label("Name", exact=True).fill(bob.user.username)
    host.get_by_role("button", name="Invite", exact=True).click()
    expect(host.locator("#answers")).to_contain_text(bob.user.username)
    assert serious_problems(host) == []
    guest.goto("/notices/")
    guest.get_by_role("link", name=f"{ann.user.username} invites you").first.click()
    guest.get_by_label("A word to go with it").fill("gladly")
    assert guest.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert serious_problems(guest) == []
    guest.get_by_role("button", name="Accept").click()
    expect(guest.get_by_text("You have accepted")).to_be_visible()
    host.goto(table.get_absolute_url())
    host.get_by_role("button", name="Start now").click()
    expect(host.locator("#board")).to_be_visible()
    expect(guest.locator("#board")).to_be_visible()
