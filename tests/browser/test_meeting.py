"""Two people meet by quick match and play again, in Chromium: one press each, on a phone, too."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

import games.rules as rules
from games.clocks import BY_KEY
from games.lobby import remembered
from games.lobby.terms import Terms
from games.models import Table
from games.table import play
from tests import sample
from tests.browsing import PHONE, Person

pytestmark = pytest.mark.same_everywhere

GAME = sample.usual()


def test_a_quick_match_and_another_one(person: Callable[..., Person]) -> None:
    ann, bob = person("Ann", **PHONE), person("Bob")
    terms = Terms(2, rules.get(GAME).check(2), BY_KEY["day"].clock)
    for one in (ann, bob):
        remembered.keep_last(one.user, GAME, terms)
    ann.page.goto(f"/games/{GAME}/")
    ann.page.get_by_role("button", name="Find a match now").click()
    expect(ann.page.locator("#quick")).to_contain_text("you wait")
    bob.page.goto("/tables/")
    bob.page.locator(f"#quick-{GAME}").get_by_role("button").click()
    expect(bob.page.locator("#position")).to_be_visible()
    ann.page.get_by_role("link", name="To my table").click()
    expect(ann.page.locator("#position")).to_be_visible()
    table = Table.objects.get()
    for one in (ann, bob):
        play.agree_call_off(table.key, one.user, agrees=True)
    for one in (ann, bob):
        one.page.goto(table.get_absolute_url())
        one.page.get_by_role("button", name="Play again").click()
        expect(one.page.locator("#position")).to_be_visible()
    expect(bob.page.locator("#position")).to_have_attribute("data-status", "running")
    assert Table.objects.get(follows=table).is_running
