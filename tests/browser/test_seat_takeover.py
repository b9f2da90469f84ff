"""Taking over a seat in a browser: from the list of tables to the board."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Table
from games.table.actions import resignation
from games.time_controls import PRESETS_BY_KEY
from tests import sample_titles
from tests.browser.table_play import serious_problems
from tests.browser_fixtures import PHONE, Person, make_user

pytestmark = pytest.mark.same_everywhere


def test_newcomer_finds_a_seat_and_takes_it_over(person: Callable[..., Person]) -> None:
    people = [make_user(name) for name in ("Ann", "Bob", "Cem")]
    settings = TableSettings(3, {}, PRESETS_BY_KEY["day"].clock)
    table = table_setup.open_table(people[0], sample_titles.usual(), settings)
    for user in people[1:]:
        table_setup.join(table.key, user)
    resignation.resign(table.key, people[0])
    page = person("Dee", **PHONE).page
    page.goto("/tables/?status=seats")
    assert serious_problems(page) == []
    page.get_by_role("link", name="Take over a seat").click()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert serious_problems(page) == []
    page.get_by_role("button", name="Take over this seat").click()
    expect(page.locator("#board")).to_be_visible()
    expect(page.locator(".seat-part")).to_contain_text("before: Ann")
    assert Table.objects.get(pk=table.pk).has_substitutes
