"""Since my last move, in real Chromium: the panel, the moves on the board, and the keys."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import games.rules as rules
from accounts.models import User
from games.models import Seat, Table
from games.table.actions import player_actions
from games.table.session.loader import load_match
from games.table.views import since_last_move
from tests import sample_titles
from tests.browser.table_play import serious_problems, start_table
from tests.browser_fixtures import PHONE, Person

pytestmark = pytest.mark.same_everywhere

NewPerson = Callable[..., Person]
STEPS = 3


def others_move(table: Table, mine: Person) -> Table:
    """Somebody else has moved, and this person is asked since."""
    for _ in range(300):
        table.refresh_from_db()
        seat = table.seat_set.get(user=mine.user)
        seats = list(table.seat_set.select_related("user"))
        if (
            seat.waiting_since
            and since_last_move.summarize_since_last_move(table, seats, seat).activity
        ):
            return table
        asked = table.seat_set.select_related("user").filter(waiting_since__isnull=False)
        one = next((other for other in asked if other.pk != seat.pk), None) or asked[0]
        assert one.user is not None
        move = load_match(table).legal_moves(one.number)[0]
        player_actions.confirm(table.key, one.user, table.version, [move])
    raise AssertionError("nobody else has moved")


def board_text(page: Page) -> str:
    return page.locator("#board").inner_text()


@pytest.mark.parametrize("game", rules.catalogue())
def test_the_moves_are_watched_step_by_step_and_nothing_is_changed(
    person: NewPerson, game: str
) -> None:
    ann, others = (
        person("Ann", **PHONE),
        [person(f"P{n}") for n in range(1, sample_titles.few_seats(game))],
    )
    ann.page.emulate_media(reduced_motion="reduce")
    table = others_move(start_table(game, [ann, *others]), ann)
    page = ann.page
    page.goto(table.get_absolute_url())
    before = board_text(page)
    page.locator("#since-last-move-open").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#since-last-move-details h3").first).to_be_visible()
    page.locator("#since-last-move-open").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#since-last-move-details")).to_be_hidden()
    page.locator("#since-last-move-replay").focus()
    page.keyboard.press("Enter")
    place = page.locator("[data-replay=position]")
    expect(page.locator("[data-replay=next]")).to_be_focused()
    expect(place).to_have_text("0")
    expect(page.locator("[data-replay=play]")).to_be_hidden()
    page.keyboard.press("ArrowRight")
    expect(place).to_have_text("1")
    expect(page.locator("#board [data-move]")).to_have_count(0)
    page.keyboard.press("ArrowLeft")
    expect(place).to_have_text("0")
    if game == sample_titles.usual():  # panel and viewer are the same for all
        assert serious_problems(page) == []
    page.keyboard.press("Escape")
    expect(page.locator("#since-last-move-details")).to_be_hidden()
    expect(page.locator("#prompt")).to_be_focused()
    assert board_text(page) == before
    assert Table.objects.get(pk=table.pk).version == table.version


def test_it_runs_by_itself_to_where_it_is_my_turn(person: NewPerson) -> None:
    ann, bob = person("Ann"), person("Bob")
    table = others_move(start_table(sample_titles.usual(), [ann, bob]), ann)
    page = ann.page
    page.emulate_media(reduced_motion="no-preference")
    page.goto(table.get_absolute_url())
    page.locator("#since-last-move-replay").click()
    page.locator("[data-replay=speed]").select_option("700")
    expect(page.locator("#since-last-move-details")).to_be_hidden(timeout=60_000)
    expect(page.locator("#prompt")).to_be_focused()


def test_what_is_new_stays_until_it_is_put_away(person: NewPerson) -> None:
    ann, bob = person("Ann"), person("Bob")
    table = others_move(start_table(sample_titles.usual(), [ann, bob]), ann)
    page = ann.page
    page.goto(table.get_absolute_url())
    page.reload()
    expect(page.locator("#since-last-move-title")).to_be_visible()
    page.locator("#since-last-move-close").click()
    expect(page.locator("#since-last-move.is-unobtrusive")).to_be_visible()
    page.reload()
    expect(page.locator("#since-last-move.is-unobtrusive")).to_be_visible()


def test_keys_press_what_names_them_but_not_while_typing_nor_when_switched_off(
    person: NewPerson,
) -> None:
    ann, bob = person("Ann"), person("Bob")
    table = others_move(start_table(sample_titles.usual(), [ann, bob]), ann)
    page = ann.page
    page.goto("/")
    page.keyboard.press("?")
    expect(page.locator("#keyboard-shortcuts")).to_be_visible()
    expect(page.locator("#keyboard-shortcuts dl kbd").first).to_be_visible()
    assert serious_problems(page) == []
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    page.wait_for_url(f"**{table.get_absolute_url()}")
    page.locator("#tab-talk").click()
    page.locator("#chat-text").focus()
    page.keyboard.type("?n")
    expect(page.locator("#keyboard-shortcuts")).to_be_hidden()
    User.objects.filter(pk=ann.user.pk).update(has_key_shortcuts=False)
    page.reload()
    page.locator("#prompt").focus()
    page.keyboard.press("?")
    expect(page.locator("#keyboard-shortcuts")).to_be_hidden()


def test_a_draft_is_taken_back_and_sent_by_keys(person: NewPerson) -> None:
    ann, bob = person("Ann"), person("Bob")
    User.objects.update(warn_reveal=False)
    table = others_move(start_table(sample_titles.usual(), [ann, bob]), ann)
    seat = Seat.objects.get(table=table, user=ann.user)
    match = load_match(table)
    page = ann.page
    move = next(
        one
        for one in match.legal_moves(seat.number)
        if sample_titles.after(match, seat.number, one).reveals == match.reveals
    )
    for key in ("u", "c"):
        seat.refresh_from_db()
        table.refresh_from_db()
        player_actions.add_to_draft(table.key, ann.user, table.version, 0, [move])
        page.goto(table.get_absolute_url())
        button = page.locator(f'[aria-keyshortcuts="{key}"]')
        if not button.count():  # the turn goes on after this move
            continue
        page.locator("#prompt").focus()
        page.keyboard.press(key)
        expect(button).to_have_count(0)
        seat.refresh_from_db()
        assert seat.draft == []
