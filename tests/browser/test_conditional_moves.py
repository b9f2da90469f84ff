"""Conditional moves in Chromium: on the board, without scripts, on a phone, in Japanese."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import games.rules as rules
from games.models import Move, Seat, Table
from games.table.session.loader import load_match
from tests import sample_titles
from tests.browser.table_play import assert_fits, serious_problems, start_table
from tests.browser_fixtures import PHONE, Person
from tests.polling import wait_for

pytestmark = pytest.mark.same_everywhere

NewPerson = Callable[..., Person]
SCREENS: dict[str, dict[str, Any]] = {
    "wide, English": {"viewport": {"width": 1280, "height": 900}},
    "phone, Japanese": {**PHONE, "locale": "ja-JP"},
    "no scripts": {"java_script_enabled": False},
}


def waiting_page(person: NewPerson, game: str, **screen: Any) -> tuple[Page, Table, Seat]:
    """The page of a person who does not have to act at the start of a match, if there is one."""
    people = [person("Ann", **screen), person("Bob")]
    table = start_table(game, people)
    awaited = load_match(table).actors
    seats = sorted(table.seat_set.select_related("user"), key=lambda s: s.number in awaited)
    seat = seats[0]
    if seat.user != people[0].user:  # the one with the screen is the one who waits
        seats = list(table.seat_set.all())
        Seat.objects.filter(table=table).update(user=None)
        for one in seats:
            user = people[0].user if one.number == seat.number else people[1].user
            Seat.objects.filter(pk=one.pk).update(user=user)
    return people[0].page, table, seat


@pytest.mark.parametrize("screen", SCREENS.values(), ids=SCREENS)
def test_conditional_move_is_tapped_saved_armed_and_removed(
    person: NewPerson, screen: dict[str, Any]
) -> None:
    game = sample_titles.usual()
    page, table, seat = waiting_page(person, game, **screen)

    def stored_moves() -> list[dict[str, Any]]:
        return list(Seat.objects.get(pk=seat.pk).conditional_moves)

    has_scripts = "java_script_enabled" not in screen  # a page without may never answer
    page.goto(f"{table.get_absolute_url()}conditional-moves/")
    if has_scripts:
        assert_fits(page)
    if not page.locator("#moves[open]").count():
        page.locator("#moves > summary").click()
    button = page.locator("#moves button[name=move]:visible").first
    move = button.get_attribute("value")
    button.click()
    expect(page.locator("#conditional-move-list li")).to_have_count(1)
    if has_scripts:
        assert serious_problems(page) == []
    page.locator("button[name=save]").click()
    page.wait_for_url("**/#conditional-moves")
    assert [one["moves"] for one in stored_moves()] == [[move]]
    assert not stored_moves()[0]["armed"]
    fold = page.locator("#conditional-moves")
    fold.scroll_into_view_if_needed()
    if has_scripts:
        assert_fits(page)
    fold.locator("button[value=arm]").click()
    wait_for(lambda: stored_moves()[0]["armed"], "the conditional move to be armed")
    page.locator("#conditional-moves button[value=remove]").click()
    wait_for(lambda: stored_moves() == [], "the conditional move to be removed")


@pytest.mark.parametrize("game", rules.catalogue())
def test_tap_on_the_board_adds_the_move_to_the_list(person: NewPerson, game: str) -> None:
    page, table, _seat = waiting_page(person, game, viewport={"width": 1280, "height": 900})
    page.goto(f"{table.get_absolute_url()}conditional-moves/")
    spot = page.locator("#board [data-move]:visible, button[name=move]:visible").first
    spot.click()
    expect(page.locator("#conditional-move-list li")).to_have_count(1)
    assert Table.objects.get(pk=table.pk).version == table.version
    assert not Move.objects.filter(table=table, by=Move.Source.PERSON).exists()
