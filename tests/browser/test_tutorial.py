"""A guided first match in Chromium: played to the guide's end by pressing what is lit."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

import games.rules as rules
from games import rulebook
from games.models import Table
from games.table import tutorial
from tests import sample_titles
from tests.browser.input_devices import WAYS
from tests.browser.sign_in import wait_for_turn
from tests.browser.table_play import assert_fits, serious_problems
from tests.browser_fixtures import Person
from tests.polling import wait_for

pytestmark = pytest.mark.same_everywhere


def is_begun_by_its_person(game: rules.Game) -> bool:
    """Whether it has a guide, and no bot moves before whoever is guided."""
    guide = rulebook.tutorial_of(game.key)
    return guide is not None and 0 in guide.steps


IN_A_ROW = 3  # presses of mouse, touch or keyboard: each has its screen
KEY = sample_titles.title(is_begun_by_its_person)
VERSION = "() => Number(document.querySelector('#position').dataset.version)"
LOOK = """() => {
  const at = (one) => document.querySelector(one);
  const lit = at(".is-tutorial-target");
  return [at("#position").dataset.version, at("#tutorial").textContent, lit?.outerHTML].join();
}"""


def test_pressing_what_is_lit_leads_to_the_end_by_mouse_touch_and_keyboard(
    person: Callable[..., Person],
) -> None:
    guide = rulebook.tutorial_of(KEY)
    assert guide is not None
    ann = person("Ann", has_touch=True)
    page = ann.page
    page.goto(f"/games/{KEY}/")
    page.get_by_role("button", name="Learn by playing").click()
    page.locator("#tutorial").wait_for()
    table = Table.objects.get()
    looked: set[int] = set()
    for number in itertools.count():
        way = list(WAYS.values())[number // IN_A_ROW % len(WAYS)]
        wait_for_turn(table, ann.user)  # a bot that is still to move has nothing lit
        wait_for(
            lambda: page.evaluate(VERSION) == Table.objects.get().version,
            "the page to show the table as it is",
        )
        if not guide.due(tutorial.played_moves(table))[1]:
            break
        screen = way.screen["viewport"]
        page.set_viewport_size(screen)
        lit = page.locator(".is-tutorial-target")
        expect(lit).to_have_count(1)
        if screen["width"] not in looked:
            looked.add(screen["width"])
            assert serious_problems(page) == []
            assert_fits(page)
        before = page.evaluate(LOOK)
        way.press(lit)
        wait_for(lambda seen=before: page.evaluate(LOOK) != seen, "the press to change something")
    assert not guide.due(tutorial.played_moves(table))[1]
    expect(page.locator("#tutorial")).to_contain_text("From here on you decide")
