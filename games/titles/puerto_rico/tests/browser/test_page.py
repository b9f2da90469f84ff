"""The board of Puerto Rico in a real browser, on the table's real page."""

from __future__ import annotations

import random
from collections.abc import Callable

from playwright.sync_api import Page, expect

from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Table
from games.table.actions import player_actions
from games.table.session.loader import load_match
from games.time_controls import PRESETS_BY_KEY
from tests.browser_fixtures import PHONE, Person

from ...board import forecast
from ...rules.components import GOODS, SLOTS
from ...rules.match import PuertoRico

Invite = Callable[..., Person]
MAX_MOVES = 400


def sit_down(*people: Person) -> Table:
    host = people[0].user
    table = table_setup.open_table(
        host, "puerto_rico", TableSettings(len(people), {}, PRESETS_BY_KEY["day"].clock)
    )
    for person in people[1:]:
        table_setup.join(table.key, person.user)
    return Table.objects.get(pk=table.pk)


def match_of(table: Table) -> PuertoRico:
    table.refresh_from_db()
    match = load_match(table)
    assert isinstance(match, PuertoRico)
    return match


def seat_of(table: Table, person: Person) -> int:
    number: int = table.seat_set.get(user=person.user).number
    return number


def play_until(table: Table, is_wanted: Callable[[PuertoRico], bool]) -> PuertoRico:
    """Everybody plays as the site would for them, now and then at random, until it is so."""
    rng = random.Random(3)
    for _ in range(MAX_MOVES):
        match = match_of(table)
        if is_wanted(match):
            return match
        number = match.actors[0]
        moves = match.legal_moves(number)
        move = rng.choice(moves) if rng.random() < 0.3 else match.auto_move(number)
        user = table.seat_set.get(number=number).user
        assert user is not None
        player_actions.confirm(table.key, user, table.version, [move])
    raise AssertionError("that never came")


def placement_table(table: Table, *people: Person) -> PuertoRico:
    """A placement with workers in hand, in which all these people have a choice."""
    seats = {seat_of(table, person) for person in people}

    def is_wanted(match: PuertoRico) -> bool:
        return (
            match.step == "placement"
            and match.round > 3
            and seats <= set(match.actors)
            and all(match.draft(seat).pool for seat in seats)
        )

    return play_until(table, is_wanted)


def fill_circles(page: Page) -> None:
    left = page.locator("output[data-pool-left]")
    while int(left.inner_text()):
        page.locator("[data-circle][aria-pressed=false]").first.click()


def fits_width(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


def test_workers_are_placed_with_taps_on_a_phone(person: Invite) -> None:
    ann, bob = person("Ann", **PHONE), person("Bob")
    table = sit_down(ann, bob)
    match = placement_table(table, ann, bob)
    me = seat_of(table, ann)
    workers = match.boards[me].crew
    ann.page.goto(f"/tables/{table.key}/")
    assert fits_width(ann.page)
    expect(ann.page.locator("[data-placing-done]")).to_be_disabled()
    fill_circles(ann.page)
    ann.page.locator("[data-placing-done]").tap()
    ann.page.locator("#confirm").tap()
    expect(ann.page.locator("#confirm")).to_have_count(0)
    expect(ann.page.locator("[data-placing]")).to_have_count(0)
    draft = match_of(table).draft(me)
    assert draft.done
    assert sum(draft.at) == workers
    assert match_of(table).draft(seat_of(table, bob)).done is False


def test_workers_move_and_start_again_brings_them_back(person: Invite) -> None:
    ann, bob = person("Ann"), person("Bob")
    table = sit_down(ann, bob)
    placement_table(table, ann, bob)
    ann.page.goto(f"/tables/{table.key}/")
    left = ann.page.locator("output[data-pool-left]")
    before = left.inner_text()
    ann.page.locator("[data-circle][aria-pressed=true]").first.click()
    expect(left).to_have_text(str(int(before) + 1))
    ann.page.locator("[data-placing-reset]").click()
    expect(left).to_have_text(before)


def test_island_production_updates_while_workers_move(person: Invite) -> None:
    ann, bob = person("Ann"), person("Bob")
    table = sit_down(ann, bob)
    placement_table(table, ann, bob)
    page, me = ann.page, seat_of(table, ann)
    page.goto(f"/tables/{table.key}/")
    for _ in range(4):
        fill_circles(page)
        at = page.evaluate(
            """() => {
              const at = {};
              for (const one of document.querySelectorAll("#pr-mine [data-circle]")) {
                at[one.dataset.circle] ??= 0;
                at[one.dataset.circle] += one.getAttribute("aria-pressed") === "true" ? 1 : 0;
              }
              return at;
            }"""
        )
        board = forecast.board_with_placement(match_of(table), me).copy()
        board.workers = [at.get(slot, 0) for slot in SLOTS]
        for good, n in ((name, board.capacity(number)) for number, name in enumerate(GOODS)):
            counter = page.locator(f'#pr-mine [data-made="{good}"]')
            assert counter.is_visible() == (n > 0)
            assert counter.locator("[data-n]").text_content() == str(n)
        full = page.locator("[data-circle][aria-pressed=true]")
        full.nth(full.count() // 2).click()
        page.locator("[data-circle][aria-pressed=true]").first.click()


def test_settings_and_open_panels_survive_moves_of_others(person: Invite) -> None:
    ann, bob, cem = person("Ann"), person("Bob"), person("Cem")
    table = sit_down(ann, bob, cem)
    match = placement_table(table, ann, bob, cem)
    other = seat_of(table, bob)
    page = ann.page
    page.goto(f"/tables/{table.key}/")
    version = table.version
    page.locator(f"#seat-{other} summary").click()
    expect(page.locator(f"#seat-{other} .pr-island")).to_be_visible()
    circle = page.locator("[data-circle][aria-pressed=true]").first
    name = circle.get_attribute("aria-label")
    circle.click()
    moves = []
    while other in match.actors:
        moves.append(match.auto_move(other))
        match.play(other, moves[-1])
    player_actions.confirm(table.key, bob.user, version, moves)
    expect(page.locator("#position")).not_to_have_attribute("data-version", str(version))
    assert page.locator(f"#seat-{other}").get_attribute("open") is not None
    again = page.locator(f'[data-circle][aria-label="{name}"]')
    left = int(page.locator("output[data-pool-left]").inner_text())
    assert left == match_of(table).draft(seat_of(table, ann)).pool + 1
    expect(again).to_be_visible()


def test_a_role_is_picked_with_the_keyboard_alone(person: Invite) -> None:
    ann, bob = person("Ann"), person("Bob")
    table = sit_down(ann, bob)
    first = ann if match_of(table).actors == (seat_of(table, ann),) else bob
    page = first.page
    page.goto(f"/tables/{table.key}/")
    page.locator("#pr-role-mayor button").focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect(page.locator("#preview")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator(".pr-now strong")).to_have_text("Builder phase")
    page.locator("#pr-lot-small_market button").focus()
    expect(page.locator("#preview")).to_contain_text("free city spaces 12 → 11")
    page.keyboard.press("?")
    expect(page.locator("#rules-tip")).to_contain_text("Small market")
    page.keyboard.press("Escape")
    page.locator("#pr-lot-small_market button").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#pr-mine .pr-town")).to_contain_text("Small market")
