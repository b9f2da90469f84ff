"""Catan on the board and in the bar alone, by mouse, touch and keyboard; the list stays folded.

A match is played from its founding; then the table stands where the rules' own policy has led such
a match close to its end, and it is played to the end against bots. Another one, with other rules,
is played from there alone.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page, expect

import games.rules as rules
from games.models import Snapshot, Table
from tests.browser.input_devices import Hands, Press, verb
from tests.browser.table_play import assert_fits, serious_problems, start_table, state_of
from tests.browser_fixtures import DESK, PHONE, Person
from tests.games.table.reliability_at import PositionTable
from tests.polling import wait_for

from ..rules.match import CatanMatch

NewPerson = Callable[..., Person]
OpenPageFactory = Callable[..., Page]
MOST = 400  # presses in a match

#: What can be pressed now, as moves: on the board, in the bar and the dock; the `n`-th is aimed at.
LIT = """(n) => {
  const all = document.querySelectorAll(
    "#board [data-move]:not(.is-alternative), .turn-buttons :is([name=move], [data-move])");
  const seen = [...all].filter((one) => one.checkVisibility() && !one.closest(":disabled"));
  document.querySelectorAll("[data-aim]").forEach((one) => one.removeAttribute("data-aim"));
  seen[n]?.setAttribute("data-aim", "");
  return seen.map((one) => one.dataset.move ?? one.value);
}"""
#: The picture of the whole board that a finished match shows is not for reading.
SMALL = """() => [...document.querySelectorAll("#board *, #dock *")].filter((one) =>
  one.checkVisibility() && !one.closest(".visually-hidden, .result-picture")
  && [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())
  && one.getBoundingClientRect().height > 0
  && (one.tagName === "text" ? one.getBoundingClientRect().height
    : parseFloat(getComputedStyle(one).fontSize)) < 12).map((one) => one.outerHTML.slice(0, 99))"""
ASKS = "#confirm, .is-armed, [data-aim], #position[data-status=finished]"
#: What is done first, where there is a choice.
LIKED = ("city", "settlement", "upgrade", "buy", "travel", "[", "go", "road", "roll", "event")


@pytest.fixture
def open_page(person: NewPerson) -> OpenPageFactory:
    """The page of somebody who plays Catan against bots."""

    def seat(browser: dict[str, Any], bots: int = 2, **options: str) -> Page:
        ann = person("Ann", **browser)
        table = start_table("catan", [ann], ("steady",) * bots, **options)
        ann.page.goto(table.get_absolute_url())
        return ann.page

    return seat


def highlighted_moves(page: Page, aim: int = -1) -> list[str]:
    found: list[str] = page.evaluate(LIT, aim)
    return found


def is_over(page: Page) -> bool:
    return page.locator("#position[data-status=finished]").count() > 0


def preferred_move(moves: list[str], rng: random.Random) -> int:
    """Which of these moves to make: what is liked most, else any; the turn ends last."""
    for liked in LIKED:
        found = [n for n, move in enumerate(moves) if move.startswith(liked)]
        if found and (liked not in ("road", "buy") or rng.random() < 0.5):
            return rng.choice(found)
    found = [n for n, move in enumerate(moves) if move != "end"] if len(moves) < 30 else []
    others = [n for n in found if moves[n].split(" ")[0] not in ("road", "buy", "bank", "purchase")]
    if others:
        return rng.choice(others)
    return moves.index("end") if "end" in moves else rng.randrange(len(moves))


def late_match(seat: int, seats: int, options: dict[str, str]) -> rules.Match:
    """A match that is over soon, by points or by its last round; a seat is to throw."""
    for number in range(20):
        match = rules.new_match("catan", seats, options, seed=f"late {number}")
        while not match.over:
            if match.actors == (seat,) and is_late(match.view(seat)):
                return match
            match.play(match.actors[0], match.auto_move(match.actors[0]))
    raise AssertionError("no such match")


def is_late(view: dict[str, Any]) -> bool:
    best = max(player["points"] for player in view["players"])
    is_near = best >= view["target"] - 2 or view["round"] > view["last_round"] - 3
    return bool(view["phase"] == "start" and is_near)


def jump(page: Page, options: dict[str, str]) -> None:
    """Put the table that waits for me into a late position."""
    table = Table.objects.get()
    me = table.seat_set.get(user__isnull=False)
    state = json.dumps(late_match(me.number, table.seat_set.count(), options).dump(history=False))
    table.moves.filter(number__gt=0).delete()
    Snapshot.objects.filter(table=table, after__gt=0).delete()
    Snapshot.objects.filter(table=table, after=0).update(state=state)
    table.seat_set.update(draft=[])
    fields = {"state": state, "version": table.version + 1, "move_count": 0}
    Table.objects.filter(pk=table.pk).update(**fields)
    page.reload()


def play_one(hands: Hands, rng: random.Random) -> str:
    """The one thing that the page asks for, by a press on the board or in the bar; the move that it
    began, "" where it went on with one."""
    page = hands.page
    wait_for(lambda: is_asked(page), "the page to ask something", 30)
    if is_over(page):
        return "over"
    before = state_of(page)
    for what in ("#confirm", ".is-armed"):
        if page.locator(what).count():
            hands.press(page.locator(what).first)
            wait_for(lambda: state_of(page) != before, "the page to answer", 10)
            return ""
    if page.locator("#ct-pick").count():
        return discard(page, hands.take("discard"))
    if page.locator(".ct-from").count():
        press = hands.take("barbarian")
        press(page.locator(".ct-from").first)
        press(page.locator(".ct-to:visible").nth(rng.randrange(20)))
        wait_for(lambda: state_of(page) != before, "the page to answer", 10)
        return "barbarian"
    moves = highlighted_moves(page)
    move = moves[preferred_move(moves, rng)]
    press = hands.take(verb(move))
    highlighted_moves(page, highlighted_moves(page).index(move))
    press(page.locator("[data-aim]").first)
    wait_for(lambda: state_of(page) != before, "the page to answer", 10)
    return move


def is_asked(page: Page) -> bool:
    waits = page.locator("#ct-pick, .ct-from, #confirm, .is-armed").count()
    return bool(waits or is_over(page) or highlighted_moves(page))


def discard(page: Page, press: Press) -> str:
    done = page.locator("#ct-pick [data-done]")
    for _card in range(12):
        if done.is_enabled():
            break
        press(page.locator("#ct-pick [data-take]:enabled").first)
    before = state_of(page)
    press(done)
    wait_for(lambda: state_of(page) != before, "the page to answer", 10)
    return "discard"


def play_on(hands: Hands, rng: random.Random) -> str:
    """Play one; where somebody else changed the page meanwhile, look again, and press again."""
    for _attempt in range(3):
        try:
            return play_one(hands, rng)
        except (PlaywrightError, ValueError, AssertionError):
            continue
    return play_one(hands, rng)


@pytest.mark.parametrize(
    ("options", "begins_late"),
    [({"scenario": "traders"}, False), ({"events": "on"}, True)],
    ids=["traders", "events"],
)
def test_a_match_is_brought_to_its_end_on_the_board_and_in_the_bar(
    open_page: OpenPageFactory, options: dict[str, str], begins_late: bool
) -> None:
    page = open_page(PHONE, **options)
    hands = Hands(page)
    rng = random.Random(3)
    if begun := begins_late:
        jump(page, options)
    for _press in range(MOST):
        did = play_on(hands, rng)
        if did == "over":
            break
        if did:
            hands.did(verb(did))
        if not begun and {"roll", "event"} & set(highlighted_moves(page)):
            jump(page, options)
            begun = True
        if hands.look_up():
            assert_fits(page)
            assert page.evaluate(SMALL) == []
    hands.assert_fair()
    expect(page.get_by_role("heading", name="Final result")).to_be_visible()
    assert page.locator("#moves[open]").count() == 0
    assert Table.objects.get().status == Table.Status.FINISHED
    assert {"end"} <= set(hands.made)
    assert begins_late or {"settlement", "road"} <= set(hands.made)


@pytest.mark.parametrize("browser", [DESK, PHONE], ids=["desk", "phone"])
def test_island_and_bar_are_on_the_first_screen_and_nobody_meets_a_barrier(
    open_page: OpenPageFactory, browser: dict[str, Any]
) -> None:
    page = open_page(browser)
    wait_for(lambda: bool(highlighted_moves(page)), "the page to ask something", 30)
    page.evaluate("scrollTo(0, 0)")
    shown = page.locator("#ct-map").bounding_box()
    dock = page.locator("#dock").bounding_box()
    assert shown is not None
    assert dock is not None
    floor = dock["y"] if browser is PHONE else browser["viewport"]["height"]
    assert shown["y"] + shown["height"] <= floor
    assert serious_problems(page) == []


def test_a_drafted_settlement_moves_to_another_place_and_is_taken_back(
    open_page: OpenPageFactory,
) -> None:
    page = open_page(DESK)
    wait_for(lambda: bool(highlighted_moves(page)), "the page to ask something", 30)
    before = state_of(page)
    page.locator("#ct-spots .ct-target").nth(9).click()
    wait_for(lambda: state_of(page) != before, "the page to answer", 10)
    expect(page.locator("#ct-ghosts .is-ghost")).to_have_count(1)
    here = page.locator("#ct-ghosts .is-ghost").get_attribute("id")
    page.locator("#ct-spots .is-alternative").nth(30).click()
    expect(page.locator(f"#ct-ghosts #{here}")).to_have_count(0)
    expect(page.locator("#ct-ghosts .is-ghost")).to_have_count(1)
    page.locator("#ct-ghosts [data-undo]").click()
    expect(page.locator("#ct-ghosts .is-ghost")).to_have_count(0)


def test_coordinates_are_drawn_for_whoever_wants_them(open_page: OpenPageFactory) -> None:
    page = open_page(DESK)
    expect(page.locator(".ct-codes")).to_be_hidden()
    page.locator("#ct-codes").click()
    expect(page.locator(".ct-codes")).to_be_visible()
    page.locator("#ct-codes").click()
    expect(page.locator(".ct-codes")).to_be_hidden()


def test_an_offer_is_laid_out_again_by_one_press(person: NewPerson) -> None:
    match = rules.new_match("catan", 3, seed="offers")
    assert isinstance(match, CatanMatch)
    while match.stack[-1][0] == "founding":
        match.play(match.active, match.auto_move(match.active))
    for kind in range(5):
        match.take(match.active, kind)
    match.stack = [("main",)]
    people = [person(name, **DESK) for name in ("Ann", "Bob", "Cleo")]
    here = PositionTable(match, [one.user for one in people])
    (page,) = (one.page for one in people if one.user == here.people[match.active])
    here.put(match)
    page.goto(here.table.get_absolute_url())
    offer, again = page.locator("#ct-offer"), page.get_by_role("button", name="Same as last time")
    expect(again).to_be_hidden()
    lying = offer.locator("[data-put]")
    offer.locator("[data-take^='give']:enabled").first.click()
    offer.locator("[data-take^='want']:enabled").first.click()
    laid = lying.evaluate_all("all => all.map((one) => one.dataset.put)")
    before = state_of(page)
    offer.locator("[data-done]").click()
    wait_for(lambda: state_of(page) != before, "the page to answer", 10)
    here.put(match)
    page.reload()
    again.click()
    assert lying.evaluate_all("all => all.map((one) => one.dataset.put)") == laid
    expect(offer.locator("[data-done]")).to_be_enabled()
    expect(again).to_be_hidden()
