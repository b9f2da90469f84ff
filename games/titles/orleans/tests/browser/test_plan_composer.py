"""Plans of Orléans as people make them in a browser: tapped together, then sent as one list."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from accounts.models import User
from games.models import Move, Table
from tests.browser.table_play import start_table
from tests.browser_fixtures import PHONE, Person

pytestmark = pytest.mark.same_everywhere  # about pages, whatever database is behind them

GAME = "orleans"
NewPerson = Callable[..., Person]


def at_table(*people: Person) -> Table:
    User.objects.update(confirm_turn=False, warn_reveal=False)
    table = start_table(GAME, list(people))
    for one in people:
        one.page.goto(table.get_absolute_url())
        expect(one.page.locator(".or-line")).to_contain_text("idle")
    return table


def slot(page: Page, where: str) -> Locator:
    return page.locator(f"#or-mine [data-slot='{where}']").first


def lies(page: Page, where: str) -> str:
    """The follower that a plan puts on a slot."""
    art = slot(page, where).locator(".or-tile-on-slot:not([hidden]) use")
    return str(art.get_attribute("href")).rpartition("#")[2] if art.count() else ""


def tile(page: Page, key: str) -> Locator:
    return page.locator(f"#or-mine [data-tile={key}]").first


def line(page: Page) -> Locator:
    return page.locator(".or-line")


def test_a_follower_goes_to_a_slot_in_either_order_and_back_by_another_tap(
    person: NewPerson,
) -> None:
    ann, bob = person("Ann"), person("Bob")
    table = at_table(ann, bob)
    page = ann.page
    tile(page, "own_farmer").click()
    expect(tile(page, "own_farmer")).to_have_class(re.compile(r"\bis-chosen\b"))
    slot(page, "castle farmer").click()
    assert lies(page, "castle farmer") == "own_farmer"
    expect(tile(page, "own_farmer")).to_be_disabled()
    slot(page, "castle boatman").click()
    slot(page, "castle trader").click()
    expect(line(page)).to_have_text("Ready: Castle · idle: 1")
    expect(page.locator("#or-own-castle")).to_have_class(re.compile(r"\bis-ready\b"))
    expect(slot(page, "castle farmer")).to_have_attribute("aria-label", "Farmer: Own farmer")
    slot(page, "castle farmer").click()
    assert lies(page, "castle farmer") == ""
    expect(line(page)).to_have_text("Nothing is ready · idle: 2")
    assert Move.objects.filter(table=table, text__startswith="place ").count() == 0


def test_the_name_of_a_place_fills_it_or_says_what_is_missing(person: NewPerson) -> None:
    ann, bob = person("Ann"), person("Bob")
    at_table(ann, bob)
    page = ann.page
    name = "[data-place=farm_house] [data-fill]"
    page.locator(name).click()
    expect(line(page)).to_have_text("Ready: Farm house · idle: 2")
    page.locator(name).click()
    expect(line(page)).to_have_text("Nothing is ready · idle: 4")
    page.locator(name).click()
    page.locator("[data-place=castle] [data-fill]").click()
    expect(page.locator("#preview")).to_have_text("Not enough followers for: Castle")


def test_a_plan_survives_a_reload_and_the_moves_of_others(person: NewPerson) -> None:
    ann, bob = person("Ann"), person("Bob")
    at_table(ann, bob)
    page = ann.page
    fill_university(page)
    finish_suggested_plan(bob.page)
    expect(page.locator(".seat-card", has_text=bob.user.username)).to_contain_text(
        "Has finished planning"
    )
    expect(line(page)).to_have_text("Ready: University · idle: 1")
    page.reload()
    expect(line(page)).to_have_text("Ready: University · idle: 1")


def test_a_press_right_after_the_moves_of_others_sends_the_whole_plan(person: NewPerson) -> None:
    ann, bob = person("Ann", has_own_page=True), person("Bob")
    table = at_table(ann, bob)
    page = ann.page
    fill_university(page)
    page.evaluate("window.requestAnimationFrame = () => 0")  # the next frame never comes
    finish_suggested_plan(bob.page)
    expect(page.locator(".seat-card", has_text=bob.user.username)).to_contain_text(
        "Has finished planning"
    )
    page.evaluate("document.querySelector('[data-plan-done]').click()")
    assert_university_was_sent(table, ann, bob)


def test_a_press_before_the_composer_has_loaded_sends_the_whole_plan(person: NewPerson) -> None:
    ann, bob = person("Ann", has_own_page=True), person("Bob")
    table = at_table(ann, bob)
    page = ann.page
    fill_university(page)
    press_before_the_composer_has_loaded(page, "[data-plan-done]")
    finish_suggested_plan(bob.page)
    assert_university_was_sent(table, ann, bob)


def test_a_press_before_the_composer_has_loaded_places_followers(person: NewPerson) -> None:
    ann, bob = person("Ann", has_own_page=True), person("Bob")
    at_table(ann, bob)
    press_before_the_composer_has_loaded(ann.page, "[data-place=university] [data-fill]")
    expect(line(ann.page)).to_have_text("Ready: University · idle: 1")


def test_two_presses_before_the_composer_has_loaded_do_not_confirm(person: NewPerson) -> None:
    ann, bob = person("Ann", has_own_page=True), person("Bob")
    table = at_table(ann, bob)
    User.objects.update(warn_reveal=True)
    press_before_the_composer_has_loaded(ann.page, "[data-plan-done]", times=2)
    expect(ann.page.locator("[data-plan-done]")).to_have_text("Nothing is ready – send anyway?")
    assert not Move.objects.filter(table=table).exclude(seat=None).exists()


def press_before_the_composer_has_loaded(page: Page, control: str, times: int = 1) -> None:
    held: list[Route] = []
    page.route("**/plan-composer*.js", lambda route: held.append(route))
    with page.expect_request("**/plan-composer*.js"):
        page.reload(wait_until="commit")
    page.wait_for_function("control => document.querySelector(control)", arg=control)
    for _press in range(times):
        page.evaluate("control => document.querySelector(control).click()", control)
    held[0].continue_()


def fill_university(page: Page) -> None:
    page.locator("[data-place=university] [data-fill]").click()
    expect(line(page)).to_have_text("Ready: University · idle: 1")


def finish_suggested_plan(page: Page) -> None:
    page.locator("[data-suggests]").click()
    page.locator("[data-plan-done]").click()


def assert_university_was_sent(table: Table, planner: Person, other: Person) -> None:
    """All three followers of the planner's university, when the plans are revealed."""
    expect(other.page.locator(".log")).to_contain_text("The plans are revealed.")
    seat = table.seat_set.get(user=planner.user).number
    assert Move.objects.filter(table=table, seat=seat, text__startswith="place ").count() == 3


def test_a_plan_in_which_nothing_is_ready_is_warned_of_once(person: NewPerson) -> None:
    ann, bob = person("Ann", **PHONE), person("Bob")
    at_table(ann, bob)
    User.objects.update(warn_reveal=True)
    page = ann.page
    page.reload()
    expect(line(page)).to_contain_text("Nothing is ready")
    done = page.locator("[data-plan-done]")
    done.tap()
    expect(done).to_have_text("Nothing is ready – send anyway?")
    done.tap()
    expect(page.locator("#prompt")).to_contain_text(
        "Your plan is finished and stays hidden. Still planning:"
    )


def test_three_people_plan_at_once_and_nobody_is_refused(person: NewPerson) -> None:
    people = [person(name, has_own_page=True) for name in ("Ann", "Bob", "Cid")]
    table = at_table(*people)
    answers: list[int] = []
    for one in people:
        one.page.on(
            "response",
            lambda response: answers.append(response.status) if "/moves/" in response.url else None,
        )
    places = ("castle", "university", "farm_house")
    for one, place in zip(people, places, strict=True):
        one.page.locator(f"[data-place={place}] [data-fill]").click()
        expect(line(one.page)).to_contain_text("Ready: ")
    # all of them send from pages of the same version
    for one in people:
        one.page.evaluate("document.querySelector('[data-plan-done]').click()")
        if one.page.locator(".is-armed").count():
            one.page.locator(".is-armed").click()
    for one in people:
        expect(one.page.locator(".log")).to_contain_text("The plans are revealed.")
        expect(one.page.locator("#refused")).to_be_hidden()
    assert answers
    assert all(status == 200 for status in answers)
    placed = Move.objects.filter(table=table, text__startswith="place ")
    assert set(placed.values_list("seat", flat=True)) == set(range(3))
