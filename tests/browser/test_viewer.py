"""Looking back in real Chromium: stepping, scrubbing, the log, and the address of each moment."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from games.models import Table
from tests import sample_titles
from tests.browser.table_play import assert_fits, serious_problems, start_table
from tests.browser_fixtures import PHONE, Person
from tests.games.conftest import play_on
from tests.polling import wait_for

NewPerson = Callable[..., Person]
GAME = sample_titles.usual()


def finished_match(person: NewPerson) -> Table:
    return play_on(start_table(GAME, [person("Ann"), person("Bob")]))


def expect_move(page: Page, number: int) -> None:
    expect(page.locator("#board")).to_have_attribute("data-at", str(number))
    expect(page.locator("#viewer-range")).to_have_value(str(number))
    expect(page).to_have_url(re.compile(rf"\?move={number}\b"))


def test_a_match_is_stepped_through_without_loading_a_page(person: NewPerson) -> None:
    table = finished_match(person)
    here = person("Cleo", **PHONE)
    page, last = here.page, table.move_count
    page.goto(f"{table.get_absolute_url()}replay/?move=3")
    page.evaluate("window.isTheSamePage = true")
    steps: dict[str, Callable[[], None]] = {
        "4": lambda: page.locator("body").press("ArrowRight"),
        "3": lambda: page.locator("#viewer-previous").click(),
        "0": lambda: page.locator("body").press("Home"),
        f"{last}": lambda: page.locator("#viewer-last").click(),
        "9": lambda: page.locator("#viewer-lines [data-number='9'] a").click(),
        "20": lambda: page.locator("#viewer-range").fill("20"),
    }
    for number, step in steps.items():
        step()
        expect_move(page, int(number))
    said = page.locator("#viewer-announcement")
    expect(said).to_have_text(re.compile(rf"^Move 20 of {last}: \S"))
    line = page.locator("#viewer-lines [data-number='20']:not(.system-line) a")
    expect(line).to_have_attribute("aria-current", "step")
    page.locator("[data-viewed-seat='1']").click()
    expect(page).to_have_url(re.compile(r"move=20&seat=1$"))
    by_script = page.locator("#board").inner_text()
    assert page.evaluate("window.isTheSamePage")
    page.locator("#viewer-filter [name=player]").select_option("0")
    wait_for(
        lambda: page.locator("#viewer-lines li[data-seat='1']:visible").count() == 0,
        "moves of the other player to be out of sight",
    )
    assert serious_problems(page) == []
    assert_fits(page)
    page.reload()
    assert page.locator("#board").inner_text() == by_script


def test_it_goes_on_by_itself_and_rests_when_somebody_steps(person: NewPerson) -> None:
    table = finished_match(person)
    here = person("Dora", reduced_motion="no-preference")
    page = here.page
    page.goto(f"{table.get_absolute_url()}replay/?move=0")
    run = page.get_by_role("button", name="Play automatically")
    page.locator("#viewer-speed").select_option("700")
    run.click()
    expect(page.locator("#board")).to_have_attribute("data-at", "2")
    expect(run).to_have_attribute("aria-pressed", "true")
    page.locator("body").press("ArrowLeft")
    expect(run).to_have_attribute("aria-pressed", "false")
