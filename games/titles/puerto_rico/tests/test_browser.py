"""A match in real browsers, played on the board and in the bar alone: by touch, mouse and keys."""

from __future__ import annotations

import random
from collections.abc import Callable

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Table
from games.table.session.loader import load_match
from tests.browser.input_devices import Hands, Press, verb
from tests.browser.table_play import STICKS_OUT, start_table, state_of, version_of
from tests.browser_fixtures import DESK, PHONE, Person
from tests.polling import wait_for

from ..rules.match import PuertoRico

NewPerson = Callable[..., Person]
LAST_ROUND = 2
SPOTS = (
    ":is(#board, #dock) [data-move]:not([data-keep], :disabled):visible, "
    "#dock button[name=move]:visible"
)
MOVES = "all => all.map((one) => one.dataset.move || one.value)"
# text under 12 px, and targets under 40 px
TOO_SMALL = """() => {
  const seen = (one) => one.checkVisibility() && !one.closest(".visually-hidden");
  const said = [...document.querySelectorAll(".pr *")].filter((one) => seen(one)
    && [...one.childNodes].some((text) => text.nodeType === 3 && text.textContent.trim())
    && parseFloat(getComputedStyle(one).fontSize) < 12);
  const tapped = [...document.querySelectorAll(".pr :is([data-move], [data-undo], [data-circle])")]
    .filter((one) => seen(one)).filter((one) => {
      const box = one.getBoundingClientRect();
      return box.width < 39.5 || box.height < 39.5;
    });
  return [...said, ...tapped].map((one) => one.outerHTML.slice(0, 160));
}"""
# the top of the first lit spot, with the page scrolled to its top
FIRST_LIT = """() => Math.min(...[...document.querySelectorAll("#board :is([data-move], .is-lit)")]
  .filter((one) => one.checkVisibility())
  .map((one) => one.getBoundingClientRect().top + scrollY))"""


def play_on_the_board(hands: Hands, rng: random.Random) -> bool:
    """Do one thing of what the board or the bar asks for; False where they ask for nothing."""
    page = hands.page
    for _attempt in range(10):
        before, kind = state_of(page), ""
        try:
            if page.locator("#confirm:visible").count():
                hands.press(page.locator("#confirm"))
            elif page.locator(".is-armed").count():
                hands.press(page.locator(".is-armed"))
            elif page.locator("[data-placing]").count():
                kind = "place"
                place_workers(page, hands.take(kind))
            elif moves := page.locator(SPOTS).evaluate_all(MOVES):
                move = rng.choice(moves)
                kind = verb(move)
                press = hands.take(kind)
                spots = page.locator(SPOTS)
                press(spots.nth(spots.evaluate_all(MOVES).index(move)))
            else:
                return False
            wait_for(lambda: state_of(page) != before, "the page to answer", 5)  # noqa: B023
        except (PlaywrightError, AssertionError, ValueError):
            continue
        if kind:
            hands.did(kind)
        return True
    raise AssertionError("the page does not answer")


def place_workers(page: Page, press: Press) -> None:
    """Fill the first circles that are free, and end the placement."""
    left = page.locator("output[data-pool-left]")
    while int(left.inner_text()):
        press(page.locator("[data-circle][aria-pressed=false]:not(:disabled)").first)
    press(page.locator("[data-placing-done]"))


def play_rounds(table: Table, everybody: list[Hands]) -> None:
    """Everybody plays when asked, until the last of some rounds has begun."""
    rng = random.Random(7)
    for _ in range(200):
        table.refresh_from_db()
        match = load_match(table)
        assert isinstance(match, PuertoRico)
        if match.round >= LAST_ROUND:
            return
        for hands in everybody:
            page = hands.page
            wait_for(lambda: version_of(page) >= table.version, "the news")  # noqa: B023
            look(page)
            while play_on_the_board(hands, rng):
                pass
    raise AssertionError("the rounds do not end")


def look(page: Page) -> None:
    assert page.evaluate(STICKS_OUT) == []
    assert page.evaluate(TOO_SMALL) == []
    is_wide = page.viewport_size == DESK["viewport"]
    if is_wide and page.locator("#board [data-move]:visible").count():
        assert page.evaluate(FIRST_LIT) < 900


def test_two_play_on_the_board_alone(person: NewPerson) -> None:
    """One of them confirms turns and is warned, the other is not."""
    ann, bob = person("Ann", **PHONE), person("Bob", **PHONE)
    User.objects.filter(pk=bob.user.pk).update(confirm_turn=False, warn_reveal=False)
    table = start_table("puerto_rico", [ann, bob])
    for one in (ann, bob):
        one.page.goto(table.get_absolute_url())
    everybody = [Hands(one.page) for one in (ann, bob)]
    play_rounds(table, everybody)
    for hands in everybody:
        hands.assert_fair()


def test_another_role_takes_the_place_of_the_drafted_one_and_its_ghost_gives_it_back(
    person: NewPerson,
) -> None:
    ann, bob = person("Ann"), person("Bob")
    table = start_table("puerto_rico", [ann, bob])
    for one in (ann, bob):
        one.page.goto(table.get_absolute_url())
    page = next(one.page for one in (ann, bob) if one.page.locator("[data-move]").count())
    builder, settler = page.locator("#pr-role-builder"), page.locator("#pr-role-settler")
    builder.locator("[data-move]").click()
    expect(builder.locator(".is-ghost[data-undo]")).to_be_visible()
    expect(page.locator("#pr-market")).to_have_class("zone tray pr-market is-decision")
    settler.locator("[data-keep].is-alternative").click()
    expect(settler.locator(".is-ghost[data-undo]")).to_be_visible()
    expect(page.locator("#pr-market.is-decision")).to_have_count(0)
    settler.locator(".is-ghost").click()
    expect(page.locator(".pr .is-ghost")).to_have_count(0)
    expect(builder.locator("[data-move]:not([data-keep])")).to_be_visible()


def test_the_position_in_words_comes_when_it_is_opened_and_follows_the_match(
    person: NewPerson,
) -> None:
    ann, bob = person("Ann"), person("Bob")
    User.objects.update(confirm_turn=False, warn_reveal=False)
    table = start_table("puerto_rico", [ann, bob])
    for one in (ann, bob):
        one.page.goto(table.get_absolute_url())
    reader = ann.page
    reader.locator("#pr-words summary").click()
    expect(reader.locator("#pr-words h3").first).to_be_visible()
    mover = next(one.page for one in (ann, bob) if one.page.locator("[data-move]").count())
    role = reader.locator("#pr-words td", has_text="Ann" if mover is reader else "Bob")
    mover.locator("#pr-role-builder [data-move]").click()
    mover.locator("#dock button[value=pass]").click()
    expect(role.first).to_be_visible()
    expect(bob.page.locator("#pr-words h3")).to_have_count(0)
