"""A study in real Chromium: played on and marked in place, read and guessed by a visitor."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from games.studies import actions, creation
from games.studies.models import Chapter, Study
from tests.browser.table_play import assert_fits, serious_problems
from tests.browser.test_viewer import NewPerson, finished_match
from tests.browser_fixtures import PHONE


def test_a_study_is_played_marked_and_guessed(
    person: NewPerson, visitor: Callable[..., Page]
) -> None:
    table = finished_match(person)
    here = person("Eve", **PHONE)
    study = actions.create_study(here.user, "Endings")
    chapter = creation.add_chapter_from_table(here.user, study.key, table, 3)
    page = here.page
    page.goto(chapter.get_absolute_url())
    position = page.locator("#position")
    page.evaluate("window.isTheSamePage = true")
    page.locator("#table :is([data-move], button[name='move']):visible").first.click()
    expect(position).not_to_have_attribute("data-at", "3")
    line = position.get_attribute("data-at")
    page.locator("body").press("Backspace")
    expect(position).to_have_attribute("data-at", "3")
    expect(page.locator(f".variation-step[value='{line}']")).to_be_visible()
    page.get_by_role("button", name="Mark something on the board").press("Enter")
    thing = page.locator("#board [id]:not(:has([id])):visible").first
    name = thing.get_attribute("id")
    thing.click()
    expect(position).to_have_attribute("data-marks", name or "")
    expect(page.locator(f"[id='{name}']")).to_have_class(re.compile("is-marked"))
    assert page.evaluate("window.isTheSamePage")
    assert serious_problems(page) == []
    assert_fits(page)
    actions.set_guess_start(here.user, study.key, chapter.pk, 3)
    actions.update_study(here.user, study.key, name="Endings", readers=Study.Visibility.LINK)
    reader = visitor()
    reader.goto(chapter.get_absolute_url())
    expect(reader.locator("[data-marks]")).to_have_count(1)
    reader.get_by_role("button", name="Show me the move").click()
    expect(reader.locator("#guessed")).to_contain_text("Move played:")
    assert serious_problems(reader) == []
    assert Chapter.objects.get().guess_start == 3
