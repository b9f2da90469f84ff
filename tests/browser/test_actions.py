"""What can I do?: all that can be done is lit, named and listed, by keyboard and by touch."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from accounts.models import User
from tests import sample_titles
from tests.browser.table_play import serious_problems, start_table
from tests.browser_fixtures import PHONE, Person

pytestmark = pytest.mark.same_everywhere

LISTED = "#actions:popover-open li button"
LIT = "[data-board] .is-option"


def test_what_can_be_done_is_lit_named_and_listed(person: Callable[..., Person]) -> None:
    game = sample_titles.usual()
    ann = person("Ann", has_touch=True)
    User.objects.update(warn_reveal=False)
    table = start_table(game, [ann], ("random",) * (sample_titles.few_seats(game) - 1))
    page = ann.page
    page.goto(table.get_absolute_url())
    page.locator("#actions-open").wait_for(timeout=60_000)

    page.keyboard.press("w")
    expect(page.locator(LISTED).first).to_be_visible()
    expect(page.locator("#actions-title")).to_be_focused()
    assert page.locator(LIT).count() > 1
    named = set(page.locator(".action-name").all_text_contents())
    assert named
    assert named <= set(page.locator(f"{LISTED} b").all_text_contents())
    assert serious_problems(page) == []

    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#actions")).to_be_hidden()
    expect(page.locator(f"{LIT}, .action-name")).to_have_count(0)
    assert page.evaluate("document.activeElement.matches('[data-move], [name=move], [data-sheet]')")

    page.set_viewport_size(PHONE["viewport"])
    page.locator("#actions-open").tap()
    expect(page.locator(LISTED).first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(LIT)).to_have_count(0)
