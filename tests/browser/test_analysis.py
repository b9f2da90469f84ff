"""Trying out in real Chromium: a table's own board and keys on a copy, in place and on a phone."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.table_play import assert_fits, serious_problems
from tests.browser.test_viewer import NewPerson, finished_match
from tests.browser_fixtures import PHONE


def test_a_line_is_played_back_and_forth_in_place(person: NewPerson) -> None:
    table = finished_match(person)
    here = person("Eve", **PHONE)
    page = here.page
    page.goto(f"{table.get_absolute_url()}replay/?move=3")
    page.locator("body").press("ArrowRight")
    expect(page.locator("#board")).to_have_attribute("data-at", "4")
    page.get_by_role("button", name="Try from here").click()
    position = page.locator("#position")
    expect(position).to_have_attribute("data-at", "0")
    page.evaluate("window.isTheSamePage = true")
    for step in ("1", "2"):
        page.locator("#table :is([data-move], button[name='move']):visible").first.click()
        expect(position).to_have_attribute("data-at", step)
    shown = page.locator("#board").inner_text()
    page.locator("body").press("Backspace")
    expect(position).to_have_attribute("data-at", "1")
    page.locator("#redo").click()
    expect(position).to_have_attribute("data-at", "2")
    assert page.locator("#board").inner_text() == shown
    expect(page.locator(".variation-step[aria-current='step']")).to_contain_text("2")
    assert page.evaluate("window.isTheSamePage")
    assert serious_problems(page) == []
    assert_fits(page)
