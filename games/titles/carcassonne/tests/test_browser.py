"""Whole matches of Carcassonne with both expansions against a bot, on a desktop and on a phone.

The first turns are taken on the board itself, as people do; then the list of moves takes over, so
that a match fits into the time a test may take.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from games.models import Table
from tests.browser.playing import (
    assert_fits,
    click,
    play_one,
    play_to_the_end,
    serious_problems,
    settled,
    start_table,
    state_of,
)
from tests.browsing import PHONE, Person
from tests.waiting import wait_for

BOTH = {"inns": "all", "traders": "all"}
BOARD_TURNS = 7
NewPerson = Callable[..., Person]
Press = Callable[[Locator], Any]


@pytest.fixture
def seated(person: NewPerson) -> Callable[..., Page]:
    """The page of somebody who plays Carcassonne against a bot and is not asked to confirm."""

    def seat(browser: dict[str, Any] | None = None, bots: int = 1, **options: str) -> Page:
        ann = person("Ann", **(browser or {}))
        ann.user.confirm_turn = ann.user.warn_reveal = False
        ann.user.save()
        table = start_table("carcassonne", [ann], ("random",) * bots, **{**BOTH, **options})
        ann.page.goto(table.get_absolute_url())
        return ann.page

    return seat


def answered(page: Page, before: tuple[str, ...]) -> None:
    wait_for(lambda: state_of(page) != before, "the page to answer", 10)


def take_a_turn(page: Page, press: Press, rng: random.Random) -> bool:
    """Lay a tile and put a piece by touching the board; False when the match is over."""
    while settled(page) != "over":
        before = state_of(page)
        if page.locator(".carc-cell").count():
            lay_a_tile(page, press, rng)
            answered(page, before)
            continue
        spots = page.locator(".carc-place:visible")
        if spots.count() and rng.random() < 0.7:
            press(spots.nth(rng.randrange(spots.count())))
        else:
            press(page.locator("#carc-none"))
        answered(page, before)
        return True
    return False


def lay_a_tile(page: Page, press: Press, rng: random.Random) -> None:
    press(page.locator("[data-view=all]"))
    cells = page.locator(".carc-cell:not(.is-off)")
    cell = cells.nth(rng.randrange(cells.count()))
    turns = cell.get_attribute("data-turns") or ""
    cell.focus()  # brings it out from under the buttons
    press(cell)
    ghost = page.locator("#carc-ghost > g")
    expect(ghost).to_have_count(1)
    legal = turns.split(" ")[0].split(":")[1].split(",")
    assert ghost.get_attribute("data-turn") == legal[0]
    if len(legal) > 1:
        press(page.locator("#carc-turn"))
        assert ghost.get_attribute("data-turn") == legal[1]
    else:
        expect(page.locator("#carc-turn")).to_be_hidden()
    press(page.locator("#carc-lay"))


def tap(button: Locator) -> None:
    button.tap(timeout=3000)


@pytest.mark.parametrize(
    ("browser", "press", "bots"), [({}, click, 1), (PHONE, tap, 2)], ids=["desktop", "phone"]
)
def test_a_whole_match_with_both_expansions_against_a_bot(
    seated: Callable[..., Page], browser: dict[str, Any], press: Press, bots: int
) -> None:
    page = seated(browser, bots)
    rng = random.Random(11)
    for _turn in range(BOARD_TURNS):
        assert take_a_turn(page, press, rng)
        assert_fits(page)
    assert page.locator("#carc-tiles > g").count() >= 2 * BOARD_TURNS
    play_to_the_end(page, rng, lambda button: button.evaluate("one => one.click()"))
    expect(page.get_by_role("heading", name="Final result")).to_be_visible()
    assert_fits(page)
    table = Table.objects.get()
    assert table.status == Table.Status.FINISHED
    lying = page.locator("#carc-tiles > g").count()
    assert 100 <= lying <= 114


def test_a_tile_is_laid_and_a_piece_put_with_the_keyboard_alone(
    seated: Callable[..., Page],
) -> None:
    page = seated()
    assert settled(page) == "move"
    before = state_of(page)
    page.locator(".carc-cell").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#carc-ghost > g")).to_have_count(1)
    page.keyboard.press("r")
    page.keyboard.press("p")
    answered(page, before)
    before = state_of(page)
    page.locator(".carc-place:visible").first.focus()
    page.keyboard.press("Enter")
    answered(page, before)
    assert Table.objects.get().move_count >= 2


def test_a_tile_taken_back_is_not_handed_in(seated: Callable[..., Page]) -> None:
    page = seated()
    assert settled(page) == "move"
    before = state_of(page)
    page.locator(".carc-cell").first.click()
    expect(page.locator("#carc-lay")).to_be_visible()
    page.locator("#carc-drop").click()
    expect(page.locator("#carc-ghost > g")).to_have_count(0)
    expect(page.locator("#carc-lay")).to_be_hidden()
    assert state_of(page) == before


def on_the_start_tile(page: Page, x: float, y: float) -> tuple[float, float]:
    """A place on the start tile (100 wide, y downwards) in the window's pixels."""
    board = page.locator("#carc-map")
    left, top, wide, tall = map(float, (board.get_attribute("viewBox") or "").split(" "))
    box = board.bounding_box()
    assert box is not None
    return (
        box["x"] + (x - left) * box["width"] / wide,
        box["y"] + (y - top) * box["height"] / tall,
    )


def test_a_feature_tells_its_extent_and_its_worth(seated: Callable[..., Page]) -> None:
    page = seated()
    assert settled(page) == "move"
    page.locator("#carc-map").hover()
    page.mouse.move(*on_the_start_tile(page, 50, 8))
    expect(page.locator("#carc-card")).to_contain_text("City")
    expect(page.locator("#carc-glow .is-one use").first).to_be_attached()
    page.mouse.move(*on_the_start_tile(page, 50, 88))
    expect(page.locator("#carc-card")).to_contain_text("Farm")
    expect(page.locator("#carc-card")).to_contain_text("points now")
    expect(page.locator("#carc-card a")).to_have_attribute("href", re.compile("/rules/farm/$"))
    page.locator("[data-farms]").click()
    expect(page.locator("#carc-glow .is-farm-area").nth(1)).to_be_attached()


def test_the_view_is_dragged_and_zoomed_and_survives_a_move(seated: Callable[..., Page]) -> None:
    page = seated()
    assert settled(page) == "move"
    board = page.locator("#carc-map")
    first = board.get_attribute("viewBox")
    box = board.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 60, box["y"] + 60)
    page.mouse.down()
    page.mouse.move(box["x"] + 140, box["y"] + 90, steps=4)
    page.mouse.up()
    dragged = board.get_attribute("viewBox")
    assert dragged != first
    assert page.locator("#carc-ghost > g").count() == 0
    page.mouse.wheel(0, 240)
    expect(board).not_to_have_attribute("viewBox", dragged or "")
    zoomed = board.get_attribute("viewBox") or ""
    before = state_of(page)
    play_one(page, random.Random(1), lambda button: button.evaluate("one => one.click()"))
    answered(page, before)
    page.locator("[data-view=out]").click()
    assert float((board.get_attribute("viewBox") or "").split(" ")[2]) > 0
    assert zoomed != first
    for key in ("+", "-", "0", "ArrowLeft"):
        was = board.get_attribute("viewBox") or ""
        board.focus()
        page.keyboard.press(key)
        expect(board).not_to_have_attribute("viewBox", was)


def test_of_three_tiles_in_hand_the_chosen_one_is_laid(seated: Callable[..., Page]) -> None:
    page = seated(hand="3")
    assert settled(page) == "move"
    chosen = page.locator("input[name=carc-tile]").last
    chosen.check(force=True)
    cells = page.locator(".carc-cell:not(.is-off)")
    expect(cells).not_to_have_count(0)
    before = state_of(page)
    cells.first.click()
    page.locator("#carc-lay").click()
    answered(page, before)
    tile = chosen.get_attribute("value") if chosen.count() else None
    assert tile is None or page.locator(f"#carc-tiles [data-tile={tile}]").count() >= 1


def test_the_board_has_no_serious_barriers(seated: Callable[..., Page]) -> None:
    page = seated()
    assert settled(page) == "move"
    assert serious_problems(page) == []
