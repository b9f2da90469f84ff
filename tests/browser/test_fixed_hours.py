"""A table whose turns are due at a fixed hour, in Chromium: its form and what the table says."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from games.clubs import creation
from games.models import Club, Table
from games.time_controls import FixedHour
from tests import sample_titles
from tests.browser.overflow import misfits
from tests.browser.table_play import serious_problems
from tests.browser_fixtures import Person

pytestmark = pytest.mark.same_everywhere

GAME = sample_titles.usual()


@pytest.mark.parametrize("width", [320, 1280])
@pytest.mark.parametrize("form", ["tournament", "club match"])
def test_forms_of_competitions_show_the_hour_only_for_its_clock(
    person: Callable[..., Person], form: str, width: int
) -> None:
    ann = person("Ann")
    page, address = ann.page, f"/tournaments/new/{GAME}/swiss/"
    if form == "club match":
        club = creation.create_club(ann.user, "Thursday", "", Club.JoinPolicy.REQUEST)
        address = f"/clubs/{club.key}/matches/new/{GAME}/"
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(address)
    hour = page.get_by_label("Turns are due at")
    expect(hour).to_be_hidden()
    page.get_by_label("Clock", exact=True).select_option("fixed-hour")
    expect(hour).to_be_visible()
    assert misfits(page) == {}
    assert serious_problems(page) == []


def test_chosen_hour_shows_its_fields_and_the_table_says_the_rule(
    person: Callable[..., Person],
) -> None:
    page = person("Ann").page
    page.goto(f"/tables/new/{GAME}/")
    hour = page.get_by_label("Turns are due at")
    expect(hour).to_be_hidden()
    page.get_by_label("Clock", exact=True).select_option("fixed-hour")
    expect(hour).to_be_visible()
    hour.fill("20:30")
    page.get_by_label("Time zone of the hour").select_option("Asia/Tokyo")
    page.get_by_label("How often").select_option("2")
    assert misfits(page) == {}
    assert serious_problems(page) == []
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("main")).to_contain_text("20:30")
    expect(page.locator("main")).to_contain_text("Asia/Tokyo")
    assert Table.objects.get().fixed_hour == FixedHour("20:30", "Asia/Tokyo", 2)
