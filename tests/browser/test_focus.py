"""The keyboard alone: after a move the focus is where the next one is made, on every board."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

import games.rules as rules
from accounts.models import User
from games.models import Table
from games.table.session.loader import load_match
from tests import sample_titles
from tests.browser.focus import FOCUSED, IN_THE_LIST, ON_THE_BOARD, press_first
from tests.browser.modules import module_address
from tests.browser.table_play import open_list, start_table, wait_until_settled
from tests.browser_fixtures import FRAME, Person

pytestmark = pytest.mark.same_everywhere  # about pages, whatever database is behind them

NewPerson = Callable[..., Person]
#: Where one begins, and where all do: the list of moves is the same in every title.
TITLES = (sample_titles.usual(), sample_titles.title(sample_titles.begins_all_at_once))


def to_move(table: Table, *people: Person) -> Person:
    user = table.seat_set.select_related("user").filter(waiting_since__isnull=False)[0].user
    return next(person for person in people if person.user == user)


@pytest.mark.parametrize("game", TITLES)
def test_after_a_move_from_the_list_the_focus_is_in_the_list_or_on_the_prompt(
    person: NewPerson, game: str
) -> None:
    ann, bob = person("Ann"), person("Bob")
    User.objects.update(warn_reveal=False)
    people = [ann, bob][: sample_titles.few_seats(game)]
    table = start_table(game, people)
    page = to_move(table, *people).page
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
    table = start_table(game, [ann], ("random",) * (sample_titles.few_seats(game) - 1))
    page = ann.page
    page.goto(table.get_absolute_url())
    pressed = 0
    for _ in range(20):
        assert wait_until_settled(page) == "move"
        if page.locator(ON_THE_BOARD).locator("visible=true").count():
            assert press_first(page, ON_THE_BOARD) in ("the board", "the prompt")
            pressed += 1
        else:
            press_first(page, IN_THE_LIST)
        if pressed == 2:
            return
    raise AssertionError(f"only {pressed} moves on the board")


def test_a_finished_turn_asks_to_be_confirmed_with_the_next_tab(person: NewPerson) -> None:
    ann, bob = person("Ann"), person("Bob")
    table = start_table(sample_titles.usual(), [ann, bob])
    page = to_move(table, ann, bob).page
    page.goto(table.get_absolute_url())
    match = load_match(table)
    (seat,) = match.actors
    listed = match.legal_moves(seat)
    value = json.dumps(
        next(one for one in listed if sample_titles.leaves_to_move(match, seat, one))
    )
    assert press_first(page, f"#moves button.move[value={value}]") in ("the list", "the prompt")
    while not page.locator("#confirm").count():
        press_first(page, IN_THE_LIST)
    assert page.evaluate(FOCUSED) == "the prompt"
    page.keyboard.press("Tab")
    expect(page.locator("#confirm")).to_be_focused()


def test_who_has_gone_on_before_the_page_gives_the_focus_back_stays_there(
    person: NewPerson,
) -> None:
    ann, bob = person("Ann"), person("Bob")
    User.objects.update(warn_reveal=False)
    table = start_table(sample_titles.usual(), [ann, bob])
    page = to_move(table, ann, bob).page
    page.goto(table.get_absolute_url())
    open_list(page)
    page.evaluate(
        """async (address) => {
          const { refresh } = await import(address);
          const at = (one) => document.querySelector(one);
          const goOn = () => at("#moves button.move").focus();
          document.addEventListener("htmx:finally:swap", goOn, { once: true });
          at("#moves summary").focus();
          return refresh();
        }""",
        module_address("js/table.js"),
    )
    page.evaluate(FRAME)
    expect(page.locator(IN_THE_LIST).first).to_be_focused()
