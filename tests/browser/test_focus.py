"""The keyboard alone: after a move the focus is where the next one is made, on every board."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import games.rules as rules
from accounts.models import User
from games.models import Table
from tests.browser.playing import settled, start_table, state_of
from tests.browsing import Person
from tests.waiting import wait_for

NewPerson = Callable[..., Person]
FOCUSED = """() => {
  const one = document.activeElement;
  if (one === document.body || one.id === "main") return "the page";
  if (one.id === "prompt") return "the prompt";
  if (!one.closest("#table")) return "outside";
  if (one.closest("#moves")) return "the list";
  return one.closest(".board-area") ? "the board" : "the table";
}"""
ON_THE_BOARD = (
    ".board-area [data-move], .board-area [data-choices], "
    ".board-area button[name=move]:not(:disabled)"
)
IN_THE_LIST = "#moves button.move"


def to_move(table: Table, *people: Person) -> Person:
    user = table.seat_set.select_related("user").filter(waiting_since__isnull=False)[0].user
    return next(person for person in people if person.user == user)


def press_first(page: Page, control: str) -> str:
    """Press Enter on the first of these controls; say where the focus is afterwards."""
    page.evaluate("document.getElementById('moves').open = true")
    before = state_of(page)
    first = page.locator(control).locator("visible=true").first
    first.focus()
    first.press("Enter")
    if page.locator("dialog[open]").count():  # a space where several moves are possible asks which
        page.locator("dialog[open] button").first.press("Enter")
    wait_for(lambda: state_of(page) != before, "the move to be taken")
    wait_for(lambda: not page.locator("#table[aria-busy]").count(), "the answer to be drawn")
    return str(page.evaluate(FOCUSED))


@pytest.mark.parametrize("game", rules.catalogue())
def test_after_a_move_from_the_list_the_focus_is_in_the_list_or_on_the_prompt(
    person: NewPerson, game: str
) -> None:
    ann, bob = person("Ann"), person("Bob")
    User.objects.update(warn_reveal=False)
    table = start_table(game, [ann, bob])
    page = to_move(table, ann, bob).page
    page.goto(table.get_absolute_url())
    for _ in range(3):
        if page.locator(IN_THE_LIST).count():
            assert press_first(page, IN_THE_LIST) in ("the list", "the prompt")


@pytest.mark.parametrize("game", rules.catalogue())
def test_after_a_move_on_the_board_the_focus_is_on_the_board_or_on_the_prompt(
    person: NewPerson, game: str
) -> None:
    ann = person("Ann")
    User.objects.update(warn_reveal=False, confirm_turn=False)
    table = start_table(game, [ann], ("random",))
    page = ann.page
    page.goto(table.get_absolute_url())
    pressed = 0
    for _ in range(20):
        assert settled(page) == "move"
        if page.locator(ON_THE_BOARD).locator("visible=true").count():
            assert press_first(page, ON_THE_BOARD) in ("the board", "the prompt")
            pressed += 1
        else:
            press_first(page, IN_THE_LIST)
        if pressed == 2:
            return
    raise AssertionError(f"only {pressed} moves on the board")


def test_a_follower_placed_leads_to_the_next_place_of_the_same_board(person: NewPerson) -> None:
    ann, bob = person("Ann"), person("Bob")
    table = start_table("orleans", [ann, bob])
    page = ann.page
    page.goto(table.get_absolute_url())
    spots = page.locator(".or-board [data-move]").locator("visible=true")
    for placed in (1, 2):
        spots.first.focus()
        page.keyboard.press("Enter")
        expect(page.locator(".draft-moves li")).to_have_count(placed)
        expect(page.locator(".or-board [data-move]:focus")).to_have_count(1)


def test_a_finished_turn_asks_to_be_confirmed_with_the_next_tab(person: NewPerson) -> None:
    ann, bob = person("Ann"), person("Bob")
    table = start_table("puerto_rico", [ann, bob])
    page = to_move(table, ann, bob).page
    page.goto(table.get_absolute_url())
    assert press_first(page, "#moves button.move[value='pick settler']") in (
        "the list",
        "the prompt",
    )
    while not page.locator(".draft-bar .button.large").count():
        press_first(page, IN_THE_LIST)
    assert page.evaluate(FOCUSED) == "the prompt"
    page.keyboard.press("Tab")
    expect(page.locator("#confirm")).to_be_focused()


def test_taking_back_the_last_move_leaves_the_focus_on_the_prompt(person: NewPerson) -> None:
    ann, bob = person("Ann"), person("Bob")
    table = start_table("orleans", [ann, bob])
    page = ann.page
    page.goto(table.get_absolute_url())
    press_first(page, ".or-board [data-move]")
    press_first(page, ".or-board [data-move]")
    page.locator("#undo").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".draft-moves li")).to_have_count(1)
    expect(page.locator("#undo")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".draft-moves li")).to_have_count(0)
    expect(page.locator("#prompt")).to_be_focused()
