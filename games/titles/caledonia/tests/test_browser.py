"""Clans of Caledonia in real Chromium: whole matches on the board and in the bar alone."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from games.models import Table
from tests.browser.input_devices import Hands, verb
from tests.browser.sign_in import play_what_is_known
from tests.browser.table_play import STICKS_OUT, start_table, state_of, version_of
from tests.browser_fixtures import PHONE, Person
from tests.polling import wait_for

GAME = "caledonia"
NewPerson = Callable[..., Person]
WHERE = ":is([data-board], #dock, #turn-bar)"
SPOTS = ", ".join(
    f"{WHERE} {spot}:visible"
    for spot in (
        "[data-move]:not([data-keep], :disabled)",
        "[data-sheet]",
        "[data-more]:not(:disabled)",
        "[data-send]:not(:disabled)",
        "button[name=move]:not(:disabled)",
    )
)
SENDS = "one => one.matches('[data-move], [data-send], [name=move], #confirm')"
IN_A_SHEET = ".sheet:popover-open :is(button, [role=button]):not(:disabled):visible"
ON_MAP = "#cal-spots [data-move]:visible, #cal-spots [data-sheet]:visible"
PASS = f"{WHERE} :is([data-move=pass], [value=pass]):visible"
#: The moves that spots make; of one that opens something, nothing.
MOVES = "all => all.map((one) => one.dataset.move ?? one.value ?? '')"
OPENS = 0.1  # as often as what has been done twice or thrice
BY_HAND = 2  # the round that begins when enough was done by hand
PASSES = 0.25  # of all presses, where a turn could go on


def play_on_the_board(hands: Hands, rng: random.Random) -> bool:
    """Do one thing of what the board or the bar asks for; False where they ask for nothing."""
    page = hands.page
    for _attempt in range(25):
        before = state_of(page)
        try:
            spot, kind = next_press(hands, rng)
            if spot is None:
                return False
            is_sent = spot.evaluate(SENDS)
            hands.press(spot)
            if is_sent:
                wait_for(lambda: state_of(page) != before, "the page to answer", 5)  # noqa: B023
                if kind:
                    hands.did(kind)
                return True
        except (PlaywrightError, AssertionError, IndexError):
            page.keyboard.press("Escape")
    raise AssertionError("the page does not answer")


def next_press(hands: Hands, rng: random.Random) -> tuple[Locator | None, str]:
    """What is pressed next, and of which kind it is where it is a move."""
    page = hands.page
    for urgent in ("#confirm:visible", ".is-armed", "#sure button[name=move]"):
        if page.locator(urgent).count():
            return page.locator(urgent).first, ""
    if page.locator(".sheet:popover-open").count():
        return one_of(hands, rng, IN_A_SHEET)
    if not page.locator(SPOTS).count():
        return None, ""
    if page.locator(ON_MAP).count() and rng.random() < 0.5:
        return one_of(hands, rng, ON_MAP)
    if page.locator(PASS).count() and rng.random() < PASSES:
        return one_of(hands, rng, PASS)
    return one_of(hands, rng, SPOTS)


def one_of(hands: Hands, rng: random.Random, spots: str) -> tuple[Locator, str]:
    """One of these, what was seldom done sooner; whoever has done it least presses it."""
    found = hands.page.locator(spots)
    moves = found.evaluate_all(MOVES)
    done = {verb(move): hands.made[verb(move)].total() for move in moves if move}
    weights = [1 / (1 + done[verb(move)]) ** 2 if move else OPENS for move in moves]
    (n,) = rng.choices(range(len(moves)), weights)
    move = moves[n]
    if move:
        hands.take(verb(move))
        n = found.evaluate_all(MOVES).index(move)
    return found.nth(n), verb(move)


def play_rounds(table: Table, everybody: list[Hands], last: int) -> None:
    """Everybody plays when asked, until the match is over or a round has begun."""
    rng = random.Random(11)
    for _ in range(300):
        table.refresh_from_db()
        if not table.is_running or round_of(table) >= last:
            return
        for hands in everybody:
            page = hands.page
            wait_for(lambda: version_of(page) >= table.version, "the news")  # noqa: B023
            assert page.evaluate(STICKS_OUT) == []
            for _more in range(6):
                if not play_on_the_board(hands, rng):
                    break
            table.refresh_from_db()
    raise AssertionError("the rounds do not end")


def round_of(table: Table) -> int:
    from games.table.session.loader import load_match

    from ..rules.match import Caledonia

    match = load_match(table)
    assert isinstance(match, Caledonia)
    return match.round


def open_pages(table: Table, *people: Person) -> None:
    for one in people:
        one.page.goto(table.get_absolute_url())


def test_a_solo_match_is_played_on_the_board_alone_to_its_grade(person: NewPerson) -> None:
    """By hand in its first round, and at the end."""
    ann = person("Ann", **PHONE)
    User.objects.update(confirm_turn=False, warn_reveal=False)
    table = start_table(GAME, [ann])
    open_pages(table, ann)
    hands, rng = Hands(ann.page), random.Random(11)
    for _press in range(300):
        play_what_is_known(ann.page, table, ann.user, lambda *_turn: round_of(table) >= BY_HAND)
        if not table.is_running:
            break
        assert ann.page.evaluate(STICKS_OUT) == []
        play_on_the_board(hands, rng)
    hands.assert_fair()
    expect(ann.page.locator("#prompt, #result-title").first).to_be_visible()
    expect(ann.page.locator("body")).to_contain_text(
        re.compile("Your grade: (Newbie|Rookie|Average|Expert|Genius)")
    )


def test_two_play_from_the_auction_on_the_board_alone(person: NewPerson) -> None:
    """Until the first round begins: rounds are played in the match of one."""
    ann, bob = person("Ann", **PHONE), person("Bob", **PHONE)
    User.objects.update(confirm_turn=False, warn_reveal=False)
    table = start_table(GAME, [ann, bob], clans="auction")
    open_pages(table, ann, bob)
    everybody = [Hands(one.page) for one in (ann, bob)]
    play_rounds(table, everybody, 1)
    for hands in everybody:
        hands.assert_fair()


def to_the_first_round(person: NewPerson, **screen: object) -> Page:
    """A page of whoever begins the first round, at a table of two."""
    ann, bob = person("Ann", **screen), person("Bob", **screen)
    table = start_table(GAME, [ann, bob], clans="none", ports="off")
    for _ in range(20):
        table.refresh_from_db()
        if round_of(table) == 1:
            break
        play_for(table)
    open_pages(table, ann, bob)
    return next(
        one.page for one in (ann, bob) if one.page.locator("#cal-spots [data-ways]").count()
    )


def play_for(table: Table) -> None:
    from games.table.actions import player_actions
    from games.table.session.loader import load_match

    match = load_match(table)
    number = match.actors[0]
    user = table.seat_set.select_related("user").get(number=number).user
    assert user is not None
    player_actions.confirm(table.key, user, table.version, [match.auto_move(number)])


def test_a_unit_first_or_a_space_first_and_another_space_instead(person: NewPerson) -> None:
    page = to_the_first_round(person)
    chips = page.locator(".draft-chip")
    lit = page.locator(".cal-spot.is-lit")

    # the unit, then the space
    page.locator("#cal-choices [data-choose=sheep]").click()
    sheep = page.locator('.cal-spot[data-move^="expand sheep"]')
    expect(sheep.first).to_be_visible()
    assert sheep.count() == lit.count()
    label = sheep.first.get_attribute("aria-label") or ""
    assert re.match(r"Sheep on [A-M]\d for £\d+\. £\d+ → £\d+", label)
    sheep.first.click()
    expect(chips).to_have_count(1)
    expect(page.locator(".cal-token.is-ghost")).to_have_count(1)

    # its ghost gives it back; then the space, and what may stand there
    page.locator(".cal-token.is-ghost").click()
    expect(chips).to_have_count(0)
    page.locator('.cal-spot[data-sheet="cal-sheet"]').first.click()
    offered = page.locator("#cal-sheet button:enabled:not(.sheet-close)")
    expect(offered.first).to_be_visible()
    assert offered.count() > 1
    offered.first.click()
    expect(chips).to_have_count(1)

    # another space takes its place
    before = chips.inner_text()
    page.locator(".cal-alternative").first.click()
    expect(chips).not_to_have_text(before)
    expect(chips).to_have_count(1)


def test_on_a_phone_the_map_comes_closer_when_a_unit_is_chosen(person: NewPerson) -> None:
    page = to_the_first_round(person, **PHONE)
    box = page.locator("#cal-map").get_attribute("viewBox")
    page.locator("#cal-choices [data-choose=cow]").tap()
    expect(page.locator("#cal-map")).not_to_have_attribute("viewBox", box or "")
    hexagon = page.locator(".cal-spot.is-lit").first

    def is_large() -> bool:
        box = hexagon.bounding_box()
        return box is not None and box["width"] >= 44

    wait_for(is_large, "a hexagon as large as a finger")
    page.locator("#cal-choices [data-choose=cow]").tap()
    expect(page.locator("#cal-map.is-whole")).to_be_visible()


def test_settlements_are_shown_when_asked_for(person: NewPerson) -> None:
    page = to_the_first_round(person)
    expect(page.locator("#cal-settled")).to_be_hidden()
    page.locator("#cal-settle").click()
    expect(page.locator("#cal-settled")).to_be_visible()
