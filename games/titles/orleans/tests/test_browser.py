"""Matches of Orléans in real browsers, on the board and in the bar alone: mouse, touch and keys."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from games.models import Table
from tests.browser.playing import assert_fits, click, key, serious_problems, start_table, state_of
from tests.browsing import PHONE, Person
from tests.waiting import wait_for

GAME = "orleans"
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}}
NewPerson = Callable[..., Person]
Press = Callable[[Locator], None]
MOST_PRESSES = 400
SPOTS = (
    "#board :is([data-move], [data-sheet][data-lit]):not([data-keep], :disabled, .sheet *):visible,"
    " #dock [data-move]:not([data-keep], :disabled, [data-plan-done]):visible,"
    " #dock button[name=move]:visible"
)


def tap(button: Locator) -> None:
    button.tap(timeout=3000)


@pytest.fixture(autouse=True)
def the_same_matches_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.lobby.gathering.secrets.token_hex", lambda size: "5e" * size)
    monkeypatch.setattr("games.lobby.gathering.random_order", random.Random(5))


def is_over(page: Page) -> bool:
    return page.locator("#position[data-status=finished]").count() > 0


def press_one_thing(page: Page, rng: random.Random, press: Press) -> None:
    """Do one thing of what the board or the bar asks for."""
    if page.locator("#confirm:visible").count():
        press(page.locator("#confirm"))
    elif page.locator("[data-plan-done]:visible").count():
        plan(page, press)
    elif spots := page.locator(SPOTS).all():
        spot = rng.choice(spots)
        sheet = spot.get_attribute("data-sheet")
        press(spot)
        if sheet:
            press(page.locator(f"#{sheet} [data-move]").first)
        elif page.locator(".is-armed").count():
            press(page.locator(".is-armed"))


def plan(page: Page, press: Press) -> None:
    """Take what is suggested, and end the plan, of which nothing was sent before."""
    suggest = page.locator("[data-suggests]:visible")
    if suggest.count():
        press(suggest)
    press(page.locator("[data-plan-done]"))
    if page.locator(".is-armed").count():
        press(page.locator(".is-armed"))


def play_on(page: Page, rng: random.Random, press: Press) -> None:
    for _attempt in range(8):
        before = state_of(page)
        try:
            press_one_thing(page, rng, press)
            wait_for(lambda: state_of(page) != before or is_over(page), "the page to answer", 4)  # noqa: B023
        except (PlaywrightError, AssertionError):
            page.keyboard.press("Escape")
            continue
        return
    raise AssertionError("the page does not answer")


@pytest.mark.parametrize(
    ("browser", "press"),
    [(DESK, click), (PHONE, tap), (DESK, key)],
    ids=["mouse", "touch", "keyboard"],
)
def test_a_whole_match_is_played_on_the_board_and_in_the_bar(
    person: NewPerson, browser: dict[str, Any], press: Press
) -> None:
    ann = person("Ann", **browser)
    User.objects.update(confirm_turn=False, warn_reveal=False)
    table = start_table(GAME, [ann], ("random",))
    page = ann.page
    page.goto(table.get_absolute_url())
    rng = random.Random(3)
    for number in range(MOST_PRESSES):
        if is_over(page):
            break
        play_on(page, rng, press)
        if number == 20:
            assert_fits(page)
    expect(page.get_by_role("heading", name="Final result")).to_be_visible()
    assert page.locator("#moves[open]").count() == 0
    assert Table.objects.get().status == Table.Status.FINISHED


def test_a_plan_stays_hidden_until_all_plans_are_done(person: NewPerson) -> None:
    ann, bob = person("Ann"), person("Bob")
    User.objects.update(confirm_turn=False, warn_reveal=False)
    table = start_table(GAME, [ann, bob])
    for one in (ann, bob):
        one.page.goto(table.get_absolute_url())
        expect(one.page.locator("#prompt")).to_contain_text("Plan your round in secret")
    plan(ann.page, click)
    expect(ann.page.locator("#prompt")).to_contain_text("Your plan is made and stays hidden")
    bob.page.reload()
    assert "The plans are shown" not in bob.page.locator(".log").inner_text()
    seat = table.seat_set.get(user=ann.user).number
    hidden = bob.page.locator(f"#seat-{seat}")
    hidden.evaluate("card => { card.open = true }")
    assert hidden.locator(".or-place [aria-label*=own]").count() == 0
    plan(bob.page, click)
    for one in (ann, bob):
        expect(one.page.locator(".log")).to_contain_text("The plans are shown")


def test_the_board_of_a_phone_can_be_read_by_all(person: NewPerson) -> None:
    ann, bob = person("Ann", **PHONE, bypass_csp=True), person("Bob")
    table = start_table(GAME, [ann, bob])
    ann.page.goto(table.get_absolute_url())
    assert_fits(ann.page)
    assert serious_problems(ann.page) == []
