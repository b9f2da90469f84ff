"""A match of Orléans in a real browser, on the board and in the bar alone: mouse, touch, keys."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page, expect

import games.rules as rules
from accounts.models import User
from games.models import Table
from tests.browser.input_devices import Hands, Press, verb
from tests.browser.sign_in import play_what_is_known
from tests.browser.table_play import assert_fits, click, serious_problems, start_table, state_of
from tests.browser_fixtures import PHONE, Person, make_user
from tests.polling import wait_for

GAME = "orleans"
NewPerson = Callable[..., Person]
MAX_PRESSES = 400
SPOTS = (
    "#board :is([data-move], [data-sheet][data-lit]):not([data-keep], :disabled, .sheet *):visible,"
    " #dock [data-move]:not([data-keep], :disabled, [data-plan-done]):visible,"
    " #dock button[name=move]:visible"
)

#: What a spot is pressed for: a move, or a sheet of moves, of which the first is told.
SHEET = "sheet:"
SPOT_MOVES_SCRIPT = f"""all => all.map((one) => {{
  const sheet = document.getElementById(one.dataset.sheet);
  const move = (sheet?.querySelector("[data-move]") ?? one).dataset.move ?? one.value;
  return `${{sheet ? "{SHEET}" : ""}}${{move.replace(/^\\W+/, "")}}`;
}})"""


def is_over(page: Page) -> bool:
    return page.locator("#position[data-status=finished]").count() > 0


def press_one_thing(hands: Hands, rng: random.Random) -> str:
    """Do one thing of what the board or the bar asks for; say what."""
    page = hands.page
    if page.locator("#confirm:visible").count():
        hands.press(page.locator("#confirm"))
        return ""
    if page.locator("[data-plan-done]:visible").count():
        plan(page, hands.take("plan"))
        return "plan"
    moves = page.locator(SPOTS).evaluate_all(SPOT_MOVES_SCRIPT)
    if not moves:
        return ""
    chosen = rng.choice(hands.seldom(moves))
    kind = verb(chosen)
    press = hands.take(kind)
    spot = page.locator(SPOTS).nth(
        page.locator(SPOTS).evaluate_all(SPOT_MOVES_SCRIPT).index(chosen)
    )
    sheet = spot.get_attribute("data-sheet")
    press(spot)
    if sheet:
        press(page.locator(f"#{sheet} [data-move]").first)
    elif page.locator(".is-armed").count():
        press(page.locator(".is-armed"))
    return kind


def are_known(hands: Hands, match: rules.Match, seat: int) -> bool:
    """Whether all kinds of moves that there are were made in both ways, in sheets and elsewhere."""
    verbs = set(map(verb, match.legal_moves(seat)))
    if "place" in verbs or "recall" in verbs:
        return hands.have_made(["plan"])
    kinds = [kind for kind in hands.made if kind.removeprefix(SHEET) in verbs]
    return {kind.removeprefix(SHEET) for kind in kinds} == verbs and hands.have_made(kinds)


def plan(page: Page, press: Press) -> None:
    """Take what is suggested, and end the plan, of which nothing was sent before."""
    suggest = page.locator("[data-suggests]:visible")
    if suggest.count():
        press(suggest)
    press(page.locator("[data-plan-done]"))
    if page.locator(".is-armed").count():
        press(page.locator(".is-armed"))


def play_on(hands: Hands, rng: random.Random) -> None:
    page = hands.page
    for _attempt in range(8):
        before = state_of(page)
        try:
            kind = press_one_thing(hands, rng)
            wait_for(lambda: state_of(page) != before or is_over(page), "the page to answer", 4)  # noqa: B023
        except (PlaywrightError, AssertionError, ValueError):
            page.keyboard.press("Escape")
            continue
        if kind:
            hands.did(kind)
        return
    raise AssertionError("the page does not answer")


def test_a_whole_match_is_played_on_the_board_and_in_the_bar(person: NewPerson) -> None:
    """By hand until all that is offered was done by pointing and with keys, and at the end."""
    ann = person("Ann", **PHONE)
    User.objects.update(confirm_turn=False, warn_reveal=False)
    table = start_table(GAME, [ann], others=[make_user("Bob")])
    page = ann.page
    page.goto(table.get_absolute_url())
    hands = Hands(page)
    rng = random.Random(3)
    for _press in range(MAX_PRESSES):
        play_what_is_known(page, table, ann.user, partial(are_known, hands))
        if is_over(page):
            break
        play_on(hands, rng)
        if hands.look_up():
            assert_fits(page)
    hands.assert_fair()
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
    expect(ann.page.locator("#prompt")).to_contain_text(
        "Your plan is finished and stays hidden. Still planning:"
    )
    bob.page.reload()
    assert "The plans are revealed." not in bob.page.locator(".log").inner_text()
    seat = table.seat_set.get(user=ann.user).number
    hidden = bob.page.locator(f"#seat-{seat}")
    hidden.evaluate("card => { card.open = true }")
    expect(hidden.locator(".or-place").first).to_be_visible()
    assert hidden.locator(".or-place [aria-label*=own]").count() == 0
    plan(bob.page, click)
    for one in (ann, bob):
        expect(one.page.locator(".log")).to_contain_text("The plans are revealed.")


def test_the_board_of_a_phone_can_be_read_by_all(person: NewPerson) -> None:
    ann, bob = person("Ann", **PHONE), person("Bob")
    table = start_table(GAME, [ann, bob])
    ann.page.goto(table.get_absolute_url())
    assert_fits(ann.page)
    assert serious_problems(ann.page) == []
