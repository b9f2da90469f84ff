"""Notes at a table: what a thing is by the rules, by mouse, touch and keyboard, and why not."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

import games.rules as rules
from accounts.models import User
from games import rulebook
from games.models import Table
from games.rulebook.rules_tips import course_url, rules_url_or_empty
from games.table.session.loader import load_match
from tests import sample_titles
from tests.browser import table_play
from tests.browser.modules import call
from tests.browser.table_play import assert_fits, faint_text, serious_problems, start_table
from tests.browser_fixtures import PHONE, Person
from tests.polling import wait_for

pytestmark = pytest.mark.same_everywhere

NewPerson = Callable[..., Person]
GAMES_WITH_RULES = [key for key in rules.catalogue() if rulebook.load_rulebook(key)]
NOTE = "#rules-tip:popover-open"
THINGS = 4
REFUSALS = 2
BY_FINGER = 1
SMALL: ViewportSize = {"width": 390, "height": 844}


def sit_down(person: NewPerson, game: str, **context: object) -> tuple[Page, Table]:
    ann = person("Ann", **context)
    User.objects.update(warn_reveal=False)
    table = start_table(game, [ann], ("random",) * (sample_titles.few_seats(game) - 1))
    page = ann.page
    wait_for(lambda: is_mine_alone(table), "the others to have moved")
    page.goto(table.get_absolute_url())
    open_list(page)
    return page, table


def is_mine_alone(table: Table) -> bool:
    """Whether nobody else is to move."""
    table.refresh_from_db()
    return load_match(table).actors == (table.seat_set.get(bot="").number,)


def open_list(page: Page) -> None:
    page.locator("#moves").wait_for(state="attached", timeout=60_000)
    table_play.open_list(page)


def things(page: Page) -> list[Locator]:
    """Some different things that have notes, links and others; fewer where a board has fewer."""
    addresses = page.evaluate(
        """() => [...document.querySelectorAll("#table [data-rules-tip]")]
          .filter((one) => one.checkVisibility() && one.matches("a, button, [tabindex]"))
          .map((one) => one.dataset.rulesTip || one.getAttribute("href"))"""
    )
    chosen = list(dict.fromkeys(addresses))[:THINGS]
    assert len(chosen) > 1
    focusable = "#table :is(a, button, [tabindex])"
    return [
        page.locator(f'{focusable}[data-rules-tip="{one}"], #table a[data-rules-tip][href="{one}"]')
        .locator("visible=true")
        .first
        for one in chosen
    ]


def expect_note(page: Page, key: str, thing: Locator) -> None:
    """The note is open and says what the rules say; its section is one press away; close it."""
    address = thing.get_attribute("data-rules-tip") or thing.get_attribute("href") or ""
    anchor = address.rstrip("/").rpartition("/")[2]
    book = rulebook.load_rulebook(key, "en")
    assert book is not None
    part = book.section_of(anchor)
    assert part is not None
    note = page.locator(NOTE)
    expect(note).to_contain_text(part.title)
    if anchor in book.entries:
        note.locator("summary").press("Enter")
        expect(note.locator(".note-section .rules-text")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(NOTE)).to_have_count(0)


@pytest.mark.parametrize("game", GAMES_WITH_RULES)
def test_things_and_refusals_lead_to_their_paragraphs(person: NewPerson, game: str) -> None:
    """By mouse and keyboard in turn, and on a phone by holding a finger on them."""
    page, table = sit_down(person, game, has_touch=True)
    for thing, is_by_keyboard in zip(things(page), itertools.cycle((False, True)), strict=False):
        if is_by_keyboard:
            thing.focus()
            thing.press("?")
            expect(page.locator("#keyboard-shortcuts")).to_be_hidden()
        else:
            thing.click(button="right")
        expect_note(page, game, thing)
        if is_by_keyboard:
            assert thing.evaluate("one => one === document.activeElement")
    seat = table.seat_set.get(bot="").number
    refused_moves = list(itertools.islice(refusals(table, seat), REFUSALS))
    assert len(refused_moves) == REFUSALS
    for move, address in refused_moves:
        call(page, "js/play.js", "draft", [move])
        link = page.locator(f'#refused a[data-rules-tip][href="{address}"]')
        link.focus()
        link.press("Enter")
        expect_note(page, game, link)
    page.set_viewport_size(SMALL)
    page.reload()
    open_list(page)
    for thing in things(page)[:BY_FINGER]:
        hold_a_finger_on(page, thing)
        expect_note(page, game, thing)
    assert Table.objects.get(pk=table.pk).version == table.version
    assert_fits(page)


def hold_a_finger_on(page: Page, thing: Locator) -> None:
    """Until its note is open."""
    thing.scroll_into_view_if_needed()
    box = thing.bounding_box()
    assert box is not None
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + min(box["height"] / 2, 20)}
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    page.wait_for_selector(NOTE)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    touch.detach()


def refusals(table: Table, seat: int) -> Iterator[tuple[str, str]]:
    """(move, address of the paragraph that refuses it) for moves that were legal elsewhere."""
    match = load_match(table)
    *_, last = sample_titles.positions(rules.get(table.game), sample_titles.few_seats(table.game))
    moves = sorted({move for _seat, move in last.moves})
    random.Random(table.game).shuffle(moves)
    for move in moves:
        try:
            match.copy().play(seat, move)
        except rules.IllegalMove as error:
            address = rules_url_or_empty(table.game, error.section or course_url(table.game))
            if address:
                yield move, address


def test_axe_finds_nothing_serious_in_a_note(person: NewPerson) -> None:
    page, _ = sit_down(person, GAMES_WITH_RULES[0])
    things(page)[0].click(button="right")
    page.wait_for_selector(NOTE)
    assert serious_problems(page) == []
    page.emulate_media(color_scheme="dark")
    assert faint_text(page) == []


def test_on_a_phone_rules_have_their_contents_and_their_drawings(person: NewPerson) -> None:
    page = person("Ann", **PHONE).page
    drawing = page.locator(".rules-picture use").first
    for game in GAMES_WITH_RULES:
        page.goto(f"/games/{game}/")
        expect(page.locator(".narrow-contents summary")).to_be_visible()
        if drawing.count():
            break
    drawing.locator(
        "xpath=ancestor::*[contains(@class, 'rules-picture')]"
    ).scroll_into_view_if_needed()
    expect(drawing).to_have_attribute("href", re.compile(r"\.svg#"))
