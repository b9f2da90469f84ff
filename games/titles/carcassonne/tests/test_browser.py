"""A whole match of Carcassonne on the board and in the bar alone, by mouse, touch and keyboard.

Five sit at the table, so that a match is short for the one who plays it here; the list of moves
stays folded.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Locator, Page, expect

import games.rules as rules
from games.models import Table
from tests.browser.input_devices import Hands, Press
from tests.browser.sign_in import play_what_is_known
from tests.browser.table_play import (
    assert_fits,
    click,
    key,
    serious_problems,
    start_table,
    state_of,
)
from tests.browser_fixtures import DESK, FRAME, PHONE, Person, make_user
from tests.polling import wait_for

MAX_TURNS = 40
NewPerson = Callable[..., Person]
OpenPage = Callable[..., Page]

#: The names of the lit things on the map whose middle can be seen, and what lies over each of them.
SEEN = """(selector) => {
  const map = document.querySelector("#carc-map").getBoundingClientRect();
  const found = [];
  for (const one of document.querySelectorAll(selector)) {
    if (!one.checkVisibility()) continue;
    const { left, top, width, height } = one.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    if (x < map.left || x > map.right || y < map.top || y > map.bottom) continue;
    const over = document.elementFromPoint(x, y);
    found.push([one.id, over && !over.closest("#carc-map") ? over.outerHTML.slice(0, 99) : ""]);
  }
  return found;
}"""
LIT_CELLS = ".carc-cell.is-lit"
SPOTS = ".carc-spot:not(.is-alternative)"
SMALL = """() => [...document.querySelectorAll("#board *, #dock *")].filter((one) =>
  one.checkVisibility() && !one.closest(".visually-hidden, summary .visually-hidden")
  && [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())
  && (one.tagName === "text" ? one.getBoundingClientRect().height
    : parseFloat(getComputedStyle(one).fontSize)) < 12).map((one) => one.outerHTML.slice(0, 99))"""


@pytest.fixture
def open_page(person: NewPerson) -> OpenPage:
    """The page of somebody who plays Carcassonne against bots."""

    def seat(browser: dict[str, Any] | None = None, bots: int = 1, **options: str) -> Page:
        ann = person("Ann", **(browser or {}))
        table = start_table("carcassonne", [ann], ("random",) * bots, **options)
        ann.page.goto(table.get_absolute_url())
        return ann.page

    return seat


ASKED = """() => {
  const what = {
    over: "#position[data-status=finished]",
    place: "#carc-place",
    piece: '.turn-buttons [value="meeple none"]',
    confirm: "#confirm",
  };
  return Object.keys(what).find((one) => document.querySelector(what[one])) ?? "";
}"""


def wait_until_asked(page: Page) -> str:
    """Wait until the page asks something of me or the match is over; say which."""
    return wait_for(lambda: str(page.evaluate(ASKED)), "the page to ask something", 60)


def highlighted_spots(page: Page, selector: str, press: Press) -> list[str]:
    """What is lit on the map, after following its arrows; nothing may lie over it."""
    page.locator("#carc-map").scroll_into_view_if_needed()
    for _step in range(8):
        seen = page.evaluate(SEEN, selector)
        if seen:
            free = [name for name, over in seen if not over]
            assert free, seen
            return free
        press(page.locator(".map-edge:visible").first)
    return []


def play_a_part(page: Page, what: str, press: Press, rng: random.Random) -> None:
    """Lay a tile, or put a piece or none, on the board and in the bar."""
    if what == "confirm":
        press(page.locator("#confirm"))
    elif what == "place":
        lay(page, page.locator(f"#{rng.choice(highlighted_spots(page, LIT_CELLS, press))}"), press)
    else:
        spots = highlighted_spots(page, SPOTS, press) if page.locator(SPOTS).count() else []
        chosen = f"#{rng.choice(spots)}" if spots and rng.random() < 0.6 else ""
        press_armed(page, page.locator(chosen or '.turn-buttons [value="meeple none"]'), press)


def lay(page: Page, cell: Locator, press: Press) -> None:
    name = cell.get_attribute("data-cell")
    press(cell)
    expect(page.locator("#carc-ghost")).to_have_attribute("data-cell", name or "")
    press_armed(page, page.locator("#carc-place"), press)


def press_armed(page: Page, button: Locator, press: Press) -> None:
    """Press a button, and where that arms it, press it again."""
    is_final = button.get_attribute("data-final") is not None
    press(button)
    if is_final and page.locator(".is-armed").count():
        press(button)


def play(hands: Hands, what: str, rng: random.Random) -> None:
    """Play a part until it is answered: what comes in between lets go of a button that is armed."""
    page = hands.page
    before = state_of(page)
    press = hands.take(what)
    why = []
    for _try in range(3):
        try:
            play_a_part(page, what, press, rng)
            wait_until_answered(page, before)
        except (AssertionError, PlaywrightError) as error:
            why.append(str(error))
        else:
            hands.did(what)
            return
    raise AssertionError(f"{what}: nothing is answered: {why}")


def wait_until_answered(page: Page, before: tuple[str, ...]) -> None:
    """Wait for the page after `before`; a button that is still armed has not been answered."""

    def has_answered() -> bool:
        now = state_of(page)
        return now != before and "armed" not in now

    wait_for(has_answered, "the page to answer", 10)


def test_a_whole_match_is_played_on_the_board_and_in_the_bar(person: NewPerson) -> None:
    """By hand until all that is asked was done by pointing and with keys, and at the end."""
    ann, others = person("Ann", **PHONE), list(map(make_user, ("Bob", "Cem", "Dee", "Eva")))
    table = start_table("carcassonne", [ann], others=others)
    page = ann.page
    page.goto(table.get_absolute_url())
    hands = Hands(page)
    rng = random.Random(11)

    def is_known(match: rules.Match, seat: int) -> bool:
        is_piece = match.legal_moves(seat)[0].startswith("meeple")
        return hands.have_made(["piece" if is_piece else "place"])

    for _turn in range(MAX_TURNS):
        play_what_is_known(page, table, ann.user, is_known)
        what = wait_until_asked(page)
        if what == "over":
            break
        play(hands, what, rng)
        if hands.look_up():
            assert_fits(page)
            assert page.evaluate(SMALL) == []
    hands.assert_fair()
    expect(page.get_by_role("heading", name="Final result")).to_be_visible()
    assert page.locator("#moves[open]").count() == 0
    assert table.status == Table.Status.FINISHED
    assert page.locator("#carc-tiles [data-tile]").count() >= 65


@pytest.mark.parametrize("browser", [DESK, PHONE], ids=["desk", "phone"])
def test_bar_strip_and_map_are_on_the_first_screen(
    open_page: OpenPage, browser: dict[str, Any]
) -> None:
    page = open_page(browser, inns="all", traders="all")
    assert wait_until_asked(page) == "place"
    page.evaluate("scrollTo(0, 0)")
    tall = browser["viewport"]["height"]
    dock = page.locator("#dock").bounding_box()
    shown = page.locator("#carc-map").bounding_box()
    held = page.locator(".carc-held").bounding_box()
    assert shown is not None
    assert dock is not None
    assert held is not None
    floor = dock["y"] if browser is PHONE else tall
    assert shown["y"] + shown["height"] <= floor
    assert held["y"] + held["height"] <= tall
    assert shown["height"] >= 250
    if browser is PHONE:
        assert page.evaluate("document.documentElement.scrollHeight") <= 2600
    assert [over for _name, over in page.evaluate(SEEN, ".carc-cell") if over] == []


def test_the_tile_in_hand_is_turned_before_and_after_it_is_laid(open_page: OpenPage) -> None:
    page = open_page(DESK)
    assert wait_until_asked(page) == "place"
    held = page.locator(".carc-held use")
    shape = held.get_attribute("transform")
    turns = (page.locator(".carc-held").get_attribute("data-turns") or "").split(" ")
    if len(turns) > 1:
        page.locator(".carc-held").click()
        assert held.get_attribute("transform") != shape
    cells = page.locator(".carc-cell[data-fits]:not(.is-off)")
    both = page.locator(f"{LIT_CELLS}, .carc-cell.is-alternative")
    assert both.count() == cells.count()
    before = state_of(page)
    cells.first.click()
    expect(page.locator("#carc-place")).to_be_enabled()
    page.keyboard.press("Escape")
    expect(page.locator("#carc-ghost")).to_be_hidden()
    expect(page.locator("#carc-place")).to_be_disabled()
    assert state_of(page) == before


def test_a_drafted_tile_is_laid_elsewhere_and_taken_back(open_page: OpenPage) -> None:
    page = open_page(DESK)
    while wait_until_asked(page) == "place" and page.locator(LIT_CELLS).count() < 2:
        page.keyboard.press("r")
    before = state_of(page)
    lay(page, page.locator(LIT_CELLS).first, click)
    wait_until_answered(page, before)
    lying = page.locator("#carc-drafted .is-ghost")
    expect(lying).to_have_count(1)
    here = lying.get_attribute("id")
    page.locator("#carc-map").focus()
    page.keyboard.press("0")
    page.locator(".carc-cell.is-alternative").first.click()
    expect(page.locator(f"#carc-drafted #{here}")).to_have_count(0)
    expect(lying).to_have_count(1)
    page.locator("#carc-drafted [data-undo]").press("Enter")
    expect(lying).to_have_count(0)
    expect(page.locator("#carc-place")).to_have_count(1)


def test_a_phone_that_is_turned_still_shows_closely_where_a_piece_may_stand(
    open_page: OpenPage,
) -> None:
    page = open_page(PHONE)
    while (what := wait_until_asked(page)) != "piece":
        before = state_of(page)
        play_a_part(page, what, click, random.Random(5))
        wait_until_answered(page, before)
    spot = page.locator(f"{SPOTS} .carc-ground").first

    def is_large() -> bool:
        box = spot.bounding_box()
        return box is not None and box["width"] >= 22

    wait_for(is_large, "the map to come close", 5)
    upright = PHONE["viewport"]
    for size in ({"width": 844, "height": 390}, upright):
        page.set_viewport_size(size)
        page.evaluate(f"async () => {{ await {FRAME}; await {FRAME}; }}")
        assert is_large(), size


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


def test_a_feature_tells_its_extent_and_its_worth(open_page: OpenPage) -> None:
    page = open_page(DESK)
    assert wait_until_asked(page) == "place"
    page.locator("#carc-map").hover()
    page.mouse.move(*on_the_start_tile(page, 50, 8))
    expect(page.locator("#preview")).to_contain_text("City")
    expect(page.locator("#carc-glow .is-one use").first).to_be_attached()
    page.mouse.move(*on_the_start_tile(page, 50, 88))
    expect(page.locator("#preview")).to_contain_text("Farm")
    page.keyboard.press("f")
    expect(page.locator("#carc-glow .is-farm-area").nth(1)).to_be_attached()


def test_of_three_tiles_in_hand_the_chosen_one_is_laid(open_page: OpenPage) -> None:
    page = open_page(DESK, hand="3")
    assert wait_until_asked(page) == "place"
    chosen = page.locator("button.carc-held").last
    if chosen.get_attribute("aria-pressed") == "false":
        chosen.click()
    expect(chosen).to_have_attribute("aria-pressed", "true")
    tile = chosen.get_attribute("data-tile")
    before = state_of(page)
    lay(page, page.locator(LIT_CELLS).first, click)
    wait_until_answered(page, before)
    assert page.locator(f"#carc-map [data-tile={tile}]").count() >= 1


@pytest.mark.parametrize("browser", [DESK, PHONE], ids=["desk", "phone"])
def test_the_board_has_no_serious_barriers(open_page: OpenPage, browser: dict[str, Any]) -> None:
    page = open_page(browser, inns="all", traders="all")
    assert wait_until_asked(page) == "place"
    assert serious_problems(page) == []
    before = state_of(page)
    lay(page, page.locator(LIT_CELLS).first, key)
    wait_until_answered(page, before)
    if wait_until_asked(page) == "piece":
        assert serious_problems(page) == []
