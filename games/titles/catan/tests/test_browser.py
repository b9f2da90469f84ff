"""Catan in real Chromium: two people found on the map, play three rounds and trade."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from games.models import Move, Table
from games.table import play
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

from ..rules.components import RESOURCES
from ..rules.match import CatanMatch

NewPerson = Callable[..., Person]
ROUNDS = 3
MOST_TURNS = 40


class Game:
    """A table of people who look at its page, each at their own."""

    def __init__(self, *people: Person, scenario: str = "base") -> None:
        User.objects.update(confirm_turn=False, warn_reveal=False)
        self.table: Table = start_table("catan", list(people), scenario=scenario)
        number_of = {seat.user_id: seat.number for seat in self.table.seat_set.all()}
        self.pages = {number_of[one.user.pk]: one.page for one in people}
        self.rng = random.Random("catan")

    def look(self) -> None:
        for page in self.pages.values():
            page.goto(self.table.get_absolute_url())

    @property
    def match(self) -> CatanMatch:
        self.table.refresh_from_db()
        match = play.load(self.table)
        assert isinstance(match, CatanMatch)
        return match

    def actor(self) -> Page:
        """The page of the first seat that owes a decision, caught up with the table."""
        page = self.pages[self.match.actors[0]]
        self.caught_up(page)
        return page

    def caught_up(self, page: Page) -> None:
        expect(page.locator("#position")).to_have_attribute("data-version", str(self.table.version))

    def choose(self, page: Page, move: str) -> None:
        """Press the button of a move in the list."""
        page.evaluate("document.getElementById('moves').open = true")
        self.press(page, page.locator(f"#moves button.move[value='{move}']"))

    def press(self, page: Page, target: Locator) -> None:
        before = state_of(page)
        target.click()
        wait_for(lambda: state_of(page) != before, "the page to answer", 10)

    def offered(self, page: Page) -> list[str]:
        found: list[str] = page.locator("#moves button.move").evaluate_all(
            "all => all.map((one) => one.value)"
        )
        return found

    def found(self) -> None:
        """The set-up, on the map alone; whoever lays the last road begins, with it in the draft."""
        while "roll" not in self.offered(page := self.actor()):
            spots = page.locator(".ct-map [data-move]")
            self.press(page, spots.nth(self.rng.randrange(spots.count())))

    def play_on(self, *, build: bool) -> None:
        """One decision of whoever is to move; nobody offers by chance."""
        page = self.actor()
        moves = self.offered(page)
        plain = [move for move in moves if move.split(" ")[0] not in ("offer", "token", "play")]
        if "end" in plain:
            buildings = [
                one for one in plain if one.split(" ")[0] in ("settlement", "city", "road")
            ]
            self.choose(page, self.rng.choice([*buildings, "end"]) if build else "end")
        else:
            self.choose(page, self.rng.choice(plain))

    def bargain(self) -> tuple[int, str, str] | None:
        """Who is to offer what, where the other one has what is wanted."""
        match = self.match
        if match.stack != [("main",)]:
            return None
        seat = match.active
        mine, theirs = match.hands[seat], match.hands[1 - seat]
        pairs = [
            (RESOURCES[give], RESOURCES[want])
            for give in range(5)
            for want in range(5)
            if give != want and mine[give] and theirs[want]
        ]
        return (seat, *pairs[0]) if pairs else None


def test_two_people_found_trade_and_play_three_rounds(person: NewPerson) -> None:
    game = Game(person("Ann"), person("Bob"))
    game.look()
    game.found()
    traded = False
    for _step in range(MOST_TURNS * 4):
        match = game.match
        if traded and match.turn >= ROUNDS * 2:
            break
        bargain = None if traded else game.bargain()
        if bargain is None:
            game.play_on(build=traded)
            continue
        seat, give, want = bargain
        trade(game, seat, give, want)
        traded = True
    assert game.match.turn >= ROUNDS * 2
    assert Move.objects.filter(table=game.table, text__startswith="trade").count() == 1
    for page in game.pages.values():
        game.caught_up(page)
        expect(page.locator(".ct-building")).to_have_count(game.match.built.bit_count())


def trade(game: Game, seat: int, give: str, want: str) -> None:
    """One offers, the other accepts, the bargain is struck; both hands show it."""
    mine, theirs = game.pages[seat], game.pages[1 - seat]
    game.caught_up(mine)
    hands = [hand[:] for hand in game.match.hands]
    for move in ("offer", f"give {give}", f"want {want}", "propose"):
        game.choose(mine, move)
    expect(theirs.locator("#prompt")).to_contain_text(f"offers you 1 {give} and wants 1 {want}")
    game.choose(theirs, "accept")
    expect(mine.locator(f"#moves button.move[value='trade {1 - seat}']")).to_be_attached()
    game.choose(mine, f"trade {1 - seat}")
    game.choose(mine, "end")
    after = game.match.hands
    given, wanted = RESOURCES.index(give), RESOURCES.index(want)
    assert (after[seat][given], after[seat][wanted]) == (
        hands[seat][given] - 1,
        hands[seat][wanted] + 1,
    )
    expect(theirs.locator(".log")).to_contain_text(f"1 {give} for 1 {want}.")


def test_a_standing_answer_declines_at_once(person: NewPerson) -> None:
    game = Game(person("Ann"), person("Bob"))
    match = game.match
    while match.stack[-1][0] == "founding":
        match.play(match.active, match.auto_move(match.active))
    for seat in (0, 1):
        for kind in range(5):
            match.take(seat, kind)
    match.stack = [("main",)]
    Table.objects.filter(pk=game.table.pk).update(state=play.stored(match))
    game.look()
    mine, theirs = game.pages[0], game.pages[1]
    theirs.locator("#orders summary").click()
    theirs.get_by_label("Decline whatever wants ore of me").check()
    theirs.get_by_role("button", name="Keep these answers").click()
    wait_for(lambda: game.table.seat_set.get(number=1).standing == ["never ore"], "the order")
    for move in ("offer", "give brick", "want ore", "propose"):
        game.choose(mine, move)
    expect(mine.locator(".log")).to_contain_text("Nobody accepts the offer")
    expect(mine.locator(".log .badge", has_text="standing answer")).to_be_visible()
    answer = Move.objects.get(table=game.table, text="decline")
    assert (answer.seat, answer.by) == (1, Move.By.STANDING)
    assert answer.version == Move.objects.get(table=game.table, text="propose").version


def test_a_barbarian_is_moved_with_two_taps_on_a_phone(person: NewPerson) -> None:
    game = Game(person("Ann", **PHONE), person("Bob", **PHONE), scenario="traders")
    match = game.match
    while match.stack[-1][0] == "founding":
        match.play(match.active, match.auto_move(match.active))
    match.stack = [("main",), ("barbarian",)]
    Table.objects.filter(pk=game.table.pk).update(state=play.stored(match))
    game.look()
    page = game.pages[0]
    assert_fits(page)
    expect(page.locator(".ct-target").first).to_be_hidden()
    page.locator(".ct-chooser[data-chooses='-5,3']").tap()
    before = state_of(page)
    page.locator(".ct-target[data-target='0,-6'], .ct-target[data-target='-2,0']").first.tap()
    wait_for(lambda: state_of(page) != before, "the page to answer", 10)
    expect(page.locator(".draft-chip > span")).to_contain_text("Barbarian from F20 to")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_on_the_board(person: NewPerson, scheme: str) -> None:
    game = Game(person("Ann", color_scheme=scheme, bypass_csp=True), person("Bob"))
    game.look()
    page = game.pages[0]
    assert page.locator(".ct-map [data-move]").count() > 40
    assert serious_problems(page) == []


def test_a_match_with_bots_by_the_list_of_moves(person: NewPerson) -> None:
    ann = person("Ann")
    User.objects.update(confirm_turn=False, warn_reveal=False)
    table = start_table("catan", [ann], ("random", "random"), scenario="traders", events="on")
    ann.page.goto(table.get_absolute_url())
    rng = random.Random(4)
    for _number in range(20):
        if play_one(ann.page, rng, click) == "over":
            break
    table.refresh_from_db()
    assert table.move_count > 10
