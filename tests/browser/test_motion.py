"""In a real browser: what changed travels, over a page that holds the new position already."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Table
from games.table.actions import player_actions, resignation
from games.table.session.loader import load_match
from tests import sample_titles
from tests.browser.modules import module_address
from tests.browser.table_play import start_table
from tests.browser_fixtures import Person
from tests.polling import wait_for

pytestmark = pytest.mark.same_everywhere  # about pages, whatever database is behind them

NewPerson = Callable[..., Person]
FEW = 4
MOST = 30  # moves until something on a board has changed its place

# Notes what is set in motion, and lets it take its time.
SPY = """() => {
  window.moving = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    const animation = animate.call(this, frames, { ...options, duration: 60_000 });
    if (this.matches("[data-piece], .result-rows > li, .highlight")) window.moving.push(animation);
    return animation;
  };
}"""


def play_on(page: Page, table: Table, most: int) -> None:
    """Play moves that the page is told of, until it has set a piece in motion."""
    rng = random.Random(3)
    for _ in range(most):
        table = Table.objects.get(pk=table.pk)
        seat = table.seat_set.select_related("user").filter(waiting_since__isnull=False)[0]
        assert isinstance(seat.user, User)
        legal = load_match(table).legal_moves(seat.number)
        player_actions.confirm(table.key, seat.user, table.version, [rng.choice(legal)])
        expect_version(page, table)
        if page.evaluate("window.moving.length"):
            return


def expect_version(page: Page, table: Table) -> None:
    """The page shows the table as it is, and no older news are on their way to end a scene."""
    version = str(Table.objects.get(pk=table.pk).version)
    expect(page.locator("#position")).to_have_attribute("data-version", version)


def count_running_animations(page: Page) -> int:
    return int(page.evaluate("moving.filter((one) => one.playState === 'running').length"))


def test_pieces_travel_over_the_true_position_until_somebody_presses(person: NewPerson) -> None:
    ann, bob = person("Ann", has_own_page=True, reduced_motion="no-preference"), person("Bob")
    table = start_table(sample_titles.usual(), [ann, bob])
    page = ann.page
    page.goto(table.get_absolute_url())
    page.evaluate(f"({SPY})()")
    page.evaluate("document.documentElement.dataset.motion = 'off'")
    play_on(page, table, FEW)
    assert page.evaluate("moving.length") == 0
    page.evaluate("document.documentElement.dataset.motion = 'full'")
    play_on(page, table, MOST)
    assert count_running_animations(page), f"no piece moved in {MOST} moves"
    page.keyboard.press("Shift")
    assert count_running_animations(page) == 0


# A number grows that a title says is taken from somewhere; what flies stays on its way.
TAKES = """async (address) => {
  const { captureBoard } = await import(address);
  const number = '<svg></svg><b data-count="thing">1</b>';
  const heap = `<p id="heap"><i data-source="thing">+</i>${number}</p>`;
  document.getElementById("board").insertAdjacentHTML("afterbegin", heap);
  captureBoard();
  document.querySelector("#heap b").textContent = "3";
  document.dispatchEvent(new CustomEvent("longtable:changed"));
}"""


def test_what_is_taken_from_a_supply_flies_from_there(person: NewPerson) -> None:
    ann, bob = person("Ann", has_own_page=True, reduced_motion="no-preference"), person("Bob")
    page = ann.page
    page.goto(start_table(sample_titles.usual(), [ann, bob]).get_absolute_url())
    page.evaluate(f"({SPY})()")
    page.evaluate(TAKES, module_address("js/animation.js"))
    expect(page.locator(".flying-piece")).to_have_count(1)
    page.keyboard.press("Shift")
    expect(page.locator(".flying-piece")).to_have_count(0)


MOMENT = """async ([address, words]) => {
  const { showMoment } = await import(address);
  const line = document.querySelector("#log-lines [data-number] p");
  line.dataset.highlight = words;
  showMoment(line);
}"""


def test_highlight_has_its_scene_and_the_end_is_a_stage(person: NewPerson) -> None:
    ann, bob = person("Ann", has_own_page=True, reduced_motion="no-preference"), person("Bob")
    table = start_table(sample_titles.usual(), [ann, bob])
    page = ann.page
    page.goto(table.get_absolute_url())
    page.evaluate(f"({SPY})()")
    page.evaluate(MOMENT, [module_address("js/lazy/effects.js"), "Well played"])
    assert page.locator(".highlight").text_content() == "Well played"
    page.keyboard.press("Shift")
    expect(page.locator(".highlight")).to_have_count(0)
    for loser in (bob, ann):
        resignation.resign(table.key, loser.user)
        expect_version(page, table)
    expect(page.locator(".result")).to_have_count(1)
    wait_for(partial(count_running_animations, page), "the places to move")
    assert count_running_animations(page) == 2, "a place each"
    page.keyboard.press("Shift")
    assert count_running_animations(page) == 0
    changes = {f"{change.after:.0f}" for change in table.rating_changes.all()}
    assert set(page.locator("[data-rating]").all_text_contents()) == changes != set()


# How long a sound is heard, in seconds, and how loud it gets.
HEARD = """async ([address, name]) => {
  const samples = await (await import(address)).renderSound(name);
  const loud = samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  return [samples.findLastIndex((one) => Math.abs(one) > 0.003) / 44100, loud];
}"""
LOADS_SOUND = "performance.getEntriesByType('resource').some((one) => /sound/.test(one.name))"


def test_sounds_are_short_and_soft_and_load_on_first_use(person: NewPerson) -> None:
    ann, bob = person("Ann"), person("Bob")
    page = ann.page
    page.goto(start_table(sample_titles.usual(), [ann, bob]).get_absolute_url())
    assert not page.evaluate(LOADS_SOUND), "it was not asked for"
    page.locator(".turn-more").click()
    page.locator("#volume").focus()
    page.keyboard.press("ArrowRight")
    wait_for(partial(page.evaluate, LOADS_SOUND), "sounds to come")
    assert page.evaluate("localStorage.getItem('volume')") == "1"
    address = module_address("js/lazy/sound.js")
    names = page.evaluate("async (address) => Object.keys((await import(address)).SOUNDS)", address)
    assert len(names) >= 12
    for name in names:
        seconds, loud = page.evaluate(HEARD, [address, name])
        assert 0.03 < seconds < 0.7, name
        assert 0.01 < loud < 0.7, name
