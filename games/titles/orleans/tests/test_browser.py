"""A round of Orléans with two people in real browsers: plans stay secret until both are done."""

from __future__ import annotations

import json
from collections.abc import Callable

from playwright.sync_api import Page, expect

from accounts.models import User
from tests.browser.focus import press_first
from tests.browser.playing import assert_fits, click, serious_problems, start_table
from tests.browsing import PHONE, Person

GAME = "orleans"
PLAN = ("place own_boatman farm_house boatman", "place own_craftsman farm_house craftsman", "done")
OTHER_PLAN = (
    "place own_farmer castle farmer",
    "place own_boatman castle boatman",
    "place own_trader castle trader",
    "done",
)
NewPerson = Callable[..., Person]


def play(page: Page, move: str) -> None:
    """Press the button of this move and see the page take it."""
    page.evaluate("document.getElementById('moves').open = true")
    click(page.locator(f"#moves button.move[value={json.dumps(move)}]"))
    if move != "done":
        expect(page.locator(f"#moves button.move[value={json.dumps(move)}]")).to_have_count(0)


def own_board(page: Page) -> str:
    return str(page.locator(".or-board").locator("..").get_attribute("aria-label"))


def board_of(page: Page, name: str) -> str:
    """What the card of a seat tells, opened."""
    card = page.locator(".seat-card", has_text=name)
    card.evaluate("card => { card.open = true }")
    return card.inner_text()


def test_a_round_with_two_people_whose_plans_are_secret_until_both_are_done(
    person: NewPerson,
) -> None:
    ann, bob = person("Ann"), person("Bob")
    User.objects.update(confirm_turn=False, warn_reveal=False)
    table = start_table(GAME, [ann, bob])
    first, second = (ann, bob) if table.seat_set.get(number=0).user == ann.user else (bob, ann)
    for one in (first, second):
        one.page.goto(table.get_absolute_url())
        expect(one.page.locator("#prompt")).to_contain_text("Plan your round in secret")

    for move in PLAN:
        play(first.page, move)
    expect(first.page.locator("#prompt")).to_contain_text("Your plan is made and stays hidden")
    assert "Farm house: boatman: own boatman, craftsman: own craftsman (ready)" in own_board(
        first.page
    )
    second.page.reload()
    assert "own boatman" in board_of(second.page, first.user.username).split("Empty places")[0]
    assert "Farm house" in board_of(second.page, first.user.username).split("Empty places")[1]
    assert "Farm house" not in second.page.locator(".log").inner_text()

    for move in OTHER_PLAN[:-1]:
        play(second.page, move)
    first.page.reload()
    assert "Castle" in board_of(first.page, second.user.username).split("Empty places")[1]
    assert "Castle" not in first.page.locator(".log").inner_text()
    play(second.page, OTHER_PLAN[-1])

    expect(first.page.locator("#prompt")).to_contain_text("Your turn: use one of your places")
    shown = f"The plans are shown. {first.user.username}: Farm house"
    for one in (first, second):
        expect(one.page.locator(".log")).to_contain_text(shown)
    assert "Castle" in board_of(first.page, second.user.username).split("Empty places")[0]

    # the place that is ready is hot on the drawn board
    first.page.locator(".or-board [data-move='act farm_house']").press("Enter")
    expect(second.page.locator("#prompt")).to_contain_text("Your turn: use one of your places")
    play(second.page, "act castle")
    for one in (first, second):
        expect(one.page.locator(".log")).to_contain_text("Round 2 begins")
    expect(first.page.locator(".log")).to_contain_text(f"{first.user.username} gets one grain")
    table.refresh_from_db()
    assert table.move_count == len(PLAN) + len(OTHER_PLAN) + 2


def test_a_follower_that_does_not_fit_is_refused_in_words(person: NewPerson) -> None:
    ann, bob = person("Ann"), person("Bob")
    table = start_table(GAME, [ann, bob])
    page = ann.page
    page.goto(table.get_absolute_url())
    before = own_board(page)
    for move, reason in (
        (
            "place own_farmer scriptorium knight",
            "Own farmer does not fit the knight slot",
        ),
        ("place monk monastery scholar", "No monk on your market"),
        ("place own_farmer library scholar", "You do not own Library"),
    ):
        page.evaluate("move => window.longtable.draft([move])", move)
        expect(page.locator("#refused")).to_contain_text(reason)
    page.reload()
    assert own_board(page) == before
    assert page.locator(".draft-chip > span").count() == 0
    table.refresh_from_db()
    assert table.move_count == 0


def test_a_slot_is_tapped_on_a_phone_and_nothing_runs_out_of_the_page(person: NewPerson) -> None:
    ann, bob = person("Ann", **PHONE, bypass_csp=True), person("Bob")
    table = start_table(GAME, [ann, bob])
    page = ann.page
    page.goto(table.get_absolute_url())
    page.locator(".or-board [data-move='place own_boatman ship boatman']").tap()
    expect(page.locator(".draft-chip > span")).to_have_text("Ship: own boatman")
    assert "Ship: farmer: free, boatman: own boatman" in own_board(page)
    assert_fits(page)
    assert serious_problems(page) == []
    page.locator("#undo").tap()
    expect(page.locator(".draft-chip > span")).to_have_count(0)
    page.locator(".or-board [data-move='place own_trader wagon trader']").tap()
    expect(page.locator(".draft-chip > span")).to_have_text("Wagon: own trader")
    page.get_by_role("button", name="More", exact=True).tap()
    page.locator("#restart").tap()
    expect(page.locator(".draft-chip > span")).to_have_count(0)
    assert "Wagon: farmer: free, trader: free" in own_board(page)


def test_a_follower_placed_leads_to_the_next_place_of_the_same_board(person: NewPerson) -> None:
    ann, bob = person("Ann"), person("Bob")
    table = start_table(GAME, [ann, bob])
    page = ann.page
    page.goto(table.get_absolute_url())
    spots = page.locator(".or-board [data-move]").locator("visible=true")
    for placed in (1, 2):
        spots.first.focus()
        page.keyboard.press("Enter")
        expect(page.locator(".draft-chip > span")).to_have_count(placed)
        expect(page.locator(".or-board [data-move]:focus")).to_have_count(1)


def test_taking_back_the_last_move_leaves_the_focus_on_the_prompt(person: NewPerson) -> None:
    ann, bob = person("Ann"), person("Bob")
    table = start_table(GAME, [ann, bob])
    page = ann.page
    page.goto(table.get_absolute_url())
    press_first(page, ".or-board [data-move]")
    press_first(page, ".or-board [data-move]")
    page.locator("#undo").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".draft-chip > span")).to_have_count(1)
    expect(page.locator("#undo")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".draft-chip > span")).to_have_count(0)
    expect(page.locator("#prompt")).to_be_focused()
