"""Clans of Caledonia in real Chromium: two people choose clans, place workers, play a round."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from games.models import Table
from tests.browser.playing import (
    assert_fits,
    click,
    play_one,
    serious_problems,
    start_table,
    state_of,
)
from tests.browsing import PHONE, Person
from tests.waiting import wait_for

GAME = "caledonia"
NewPerson = Callable[..., Person]
UPGRADES = ("tech woodcutter", "tech miner", "ship", "hire")
SPACES = ".cal-map [role=button]"


def quick(person: Person) -> Person:
    """Somebody whose clicks count at once."""
    person.user.confirm_turn = person.user.warn_reveal = False
    person.user.save()
    return person


def opened(new_person: NewPerson, **options: str) -> tuple[Table, Person, Person]:
    """A running table of two, Ann on a wide screen and Bob on a phone."""
    ann, bob = quick(new_person("Ann")), quick(new_person("Bob", **PHONE))
    table = start_table(GAME, [ann, bob], **options)
    for one in (ann, bob):
        one.page.goto(table.get_absolute_url())
    return table, ann, bob


def who_acts(*people: Person) -> Person:
    """Who is asked; the pages catch up by themselves."""
    wait_for(
        lambda: sum(one.page.locator("#moves").count() for one in people) == 1,
        "one person to be asked",
        20,
    )
    return next(one for one in people if one.page.locator("#moves").count())


def played(page: Page, act: Callable[[], None]) -> None:
    """Do something that plays a move (at once, or into the draft of a longer turn)."""
    before = state_of(page)
    act()
    wait_for(lambda: state_of(page) != before, "the page to show the move", 10)


def choose_on_the_map(page: Page) -> None:
    """Click the first space that can be chosen; where it has several moves, take the first."""
    space = page.locator(SPACES).first
    space.focus()
    space.press("Enter")
    if page.locator("dialog.cal-dialog").count():
        page.locator("dialog.cal-dialog .cal-choices button").first.click()


def press(page: Page, name: str) -> None:
    page.evaluate("document.getElementById('moves').open = true")
    page.locator("#moves").get_by_role("button", name=re.compile(name)).first.click()


def hand_in(page: Page, move: str) -> None:
    page.evaluate("move => window.longtable.draft([move])", move)


def test_two_people_draft_clans_place_workers_and_play_the_first_round(
    person: NewPerson,
) -> None:
    # without ports a turn is one action: nobody has to end it
    _table, ann, bob = opened(person, ports="off")

    # the draft: the last seat chooses first
    for _ in range(2):
        page = who_acts(ann, bob).page
        expect(page.locator("#prompt")).to_have_text(re.compile("^Choose your clan"))
        offered = page.locator("#moves button.move")
        assert offered.count() >= 2
        played(page, lambda: offered.first.click())  # noqa: B023

    # the first workers, on the map; Fergusson has three
    placed = 0
    while who_acts(ann, bob).page.locator("#prompt").inner_text().startswith("Place a"):
        page = who_acts(ann, bob).page
        played(page, lambda: choose_on_the_map(page))  # noqa: B023
        placed += 1
        expect(page.locator(".cal-token")).to_have_count(placed)
    assert placed in (4, 5)

    # the first round: one action each, then both pass
    for _ in range(2):
        page = who_acts(ann, bob).page
        expect(page.get_by_role("heading", name="Round 1 of 5")).to_be_visible()
        assert_fits(page)
        played(page, lambda: press(page, "^Shipping level|^Hire a merchant"))  # noqa: B023
    for money in ("£16", "£14"):
        page = who_acts(ann, bob).page
        played(page, lambda: press(page, "^Pass for this round"))  # noqa: B023
        expect(page.locator(".log")).to_contain_text(f"passes and gets {money}")
    for one in (ann, bob):
        expect(one.page.get_by_role("heading", name="Round 2 of 5")).to_be_visible()
        assert "Income of Ann" in one.page.locator(".log").inner_text()


def test_a_refused_move_says_what_it_costs_and_what_is_missing(person: NewPerson) -> None:
    _table, ann, bob = opened(person, ports="off")
    rng = random.Random(4)
    while not ann.page.get_by_role("heading", name="Round 1 of 5").count():
        play_one(who_acts(ann, bob).page, rng, click)

    # spend all money on upgrades, until somebody can pay for none
    while True:
        page = who_acts(ann, bob).page
        legal = page.locator("#moves button.move").evaluate_all("all => all.map((b) => b.value)")
        upgrade = next((move for move in UPGRADES if move in legal), None)
        if upgrade is None:
            break
        played(page, lambda: hand_in(page, upgrade))  # noqa: B023

    before = state_of(page)
    for move, reason in (
        ("buy whisky 1", r"Costs £11 \(1 at £11\), you have £(\d): £\d+ missing"),
        ("sell whisky 7", r"Too few merchants for 7 whisky: you have \d in stock"),
        ("fulfil 50", r"Contract 50 is not in your export box"),
    ):
        hand_in(page, move)
        expect(page.locator("#refused")).to_have_text(re.compile(reason))
    assert state_of(page) == before


def test_a_space_with_several_moves_asks_which_one(person: NewPerson) -> None:
    _table, ann, bob = opened(person)
    rng = random.Random(6)
    while not ann.page.get_by_role("heading", name="Round 1 of 5").count():
        play_one(who_acts(ann, bob).page, rng, click)
    page = who_acts(ann, bob).page
    several = page.locator(".cal-map [data-choices]")
    for _ in range(8):
        if several.count():
            break
        play_one(page, rng, click)
        page = who_acts(ann, bob).page
        several = page.locator(".cal-map [data-choices]")
    assert several.count()
    assert serious_problems(page) == []
    several.first.focus()
    several.first.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("button").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    played(page, lambda: choose_on_the_map(page))
