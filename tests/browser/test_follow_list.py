"""Two people meet by quick match in Chromium: one press each, on a phone, too."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

import games.rules as rules
from games.lobby.setup import saved_settings
from games.lobby.table_settings import TableSettings
from games.models import Table
from games.time_controls import PRESETS_BY_KEY
from tests import sample_titles
from tests.browser_fixtures import PHONE, Person

pytestmark = pytest.mark.same_everywhere

GAME = sample_titles.usual()


def test_a_quick_match(person: Callable[..., Person]) -> None:
    ann, bob = person("Ann", **PHONE), person("Bob")
    terms = TableSettings(2, rules.get(GAME).check(2), PRESETS_BY_KEY["day"].clock)
    for one in (ann, bob):
        saved_settings.save_last_used(one.user, GAME, terms)
    ann.page.goto(f"/games/{GAME}/")
    ann.page.get_by_role("button", name="Find a match now").click()
    expect(ann.page.locator("#quick")).to_contain_text("looking for players.")
    bob.page.goto("/tables/")
    bob.page.locator(f"#quick-{GAME}").get_by_role("button").click()
    expect(bob.page.locator("#position")).to_be_visible()
    ann.page.get_by_role("link", name="Go to my table").click()
    expect(ann.page.locator("#position")).to_be_visible()
    assert Table.objects.get().is_running
