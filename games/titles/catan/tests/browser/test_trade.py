"""Trading in real Chromium: an offer composed by taps, answered at once from three browsers."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Move, Table
from games.table.actions import player_actions
from games.table.session.loader import dump_match, load_match
from tests.browser.table_play import assert_fits, start_table, state_of
from tests.browser_fixtures import PHONE, Person
from tests.polling import wait_for

from ...rules.components import RESOURCES
from ...rules.match import CatanMatch
from ...rules.turn import advance

pytestmark = pytest.mark.same_everywhere  # about pages, whatever database is behind them

NewPerson = Callable[..., Person]
Hands = tuple[tuple[int, ...], ...]


class TradeTable:
    """A table of people in the middle of the first one's turn, with hands of their own."""

    def __init__(self, people: list[Person], hands: Hands, *above: tuple[object, ...]) -> None:
        User.objects.update(confirm_turn=False, warn_reveal=False)
        self.table: Table = start_table("catan", people)
        self.table.seat_set.update(user=None)  # they sit in this order
        for number, one in enumerate(people):
            self.table.seat_set.filter(number=number).update(user=one.user)
        self.pages = [one.page for one in people]
        self.users = [one.user for one in people]
        match = self.match
        while match.stack[-1][0] == "founding":
            match.play(match.active, match.auto_move(match.active))
        for seat, hand in enumerate(hands):
            for kind, n in enumerate(hand):
                match.bank[kind] += match.hands[seat][kind] - n
                match.hands[seat][kind] = n
        match.stack = [("main",), *above]
        advance(match)
        Table.objects.filter(pk=self.table.pk).update(state=dump_match(match))

    @property
    def match(self) -> CatanMatch:
        self.table.refresh_from_db()
        match = load_match(self.table)
        assert isinstance(match, CatanMatch)
        return match

    def look(self, *seats: int) -> list[Page]:
        for seat in seats:
            self.pages[seat].goto(self.table.get_absolute_url())
        return [self.pages[seat] for seat in seats]

    def hand(self, seat: int) -> dict[str, int]:
        return dict(zip(RESOURCES, self.match.hands[seat], strict=True))


def press(page: Page, selector: str) -> None:
    """Press something that changes the position, and wait until it has."""
    before = state_of(page)
    page.locator(selector).locator("visible=true").first.click()
    wait_for(lambda: state_of(page) != before, "the page to answer")


def test_four_people_trade_and_two_answer_at_once(person: NewPerson) -> None:
    people = [person("Ann"), person("Bob"), person("Chika", **PHONE), person("Dora")]
    trading = TradeTable(
        people, ((0, 1, 1, 0, 4), (1, 0, 0, 2, 0), (0, 0, 0, 3, 1), (0, 0, 1, 2, 0))
    )
    player_actions.set_auto_answers(trading.table.key, trading.users[3], ["never grain"])
    mine, hers, theirs = trading.look(0, 1, 2)
    mine.locator(".ct-need[data-want=grain]").first.click()
    mine.locator("[data-take='give ore']").click()
    mine.locator("[data-take='give ore']").click()
    mine.locator("[data-put='give ore']").click()
    foot = mine.locator("#ct-offer output")
    expect(foot).to_contain_text("asks")
    press(mine, "#ct-offer [data-done]")
    rows = trading.table.moves.filter(seat=0).order_by("number")
    assert [row.text for row in rows][-4:] == ["offer", "give ore", "want grain", "propose"]
    assert Move.objects.get(table=trading.table, seat=3).by == Move.Source.STANDING

    for page in (hers, theirs):  # both see the offer before either answers
        expect(page.locator("#ct-bargain")).to_contain_text("You give")
        assert_fits(page)
    hers.locator("#ct-bargain [data-move=accept]").click()
    theirs.locator("#ct-bargain [data-move=accept]").click()
    expect(mine.locator("#ct-bargain .ct-accepted")).to_have_count(2)
    expect(mine.locator("#ct-bargain .ct-declined")).to_contain_text("Dora")
    press(mine, "#ct-bargain [data-move='trade 2']")
    press(mine, "#dock [value=end]")

    assert trading.hand(0) == dict(zip(RESOURCES, (0, 1, 1, 1, 3), strict=True))
    assert trading.hand(2) == dict(zip(RESOURCES, (0, 0, 0, 2, 2), strict=True))
    assert trading.hand(1)["grain"] == 2
    expect(theirs.locator(".log")).to_contain_text("gives Chika 1 ore for 1 grain.")
    expect(hers.locator("#ct-bargain")).to_have_count(0)


def test_an_answer_for_later_is_given_at_the_offer(person: NewPerson) -> None:
    people = [person("Ann"), person("Bob", **PHONE)]
    offer = ("answers", (1, 0, 0, 0, 0, 0), (0, 0, 0, 0, 1, 0), (0, 1))
    trading = TradeTable(people, ((1, 0, 0, 0, 0), (0, 0, 0, 0, 1)), offer)
    (page,) = trading.look(1)
    page.locator(".ct-auto-answers summary").click()
    press(page, "[data-auto-answer='never ore']")
    wait_for(
        lambda: trading.table.seat_set.get(number=1).auto_answers == ["never ore"],
        "the automatic answer to be set",
    )
    assert trading.match.stack == [("main",)]


def test_discards_are_picked_and_sent_at_once_on_a_phone(person: NewPerson) -> None:
    people = [person("Ann", **PHONE), person("Bob")]
    due = ("discard", (4, 0))
    trading = TradeTable(people, ((2, 1, 0, 0, 5), (1, 0, 0, 0, 0)), ("robber",), due)
    (page,) = trading.look(0)
    done = page.locator("#ct-pick [data-done]")
    for kind in ("ore", "ore", "brick", "lumber", "brick"):
        expect(done).to_be_disabled()
        page.locator(f"#ct-pick [data-take={kind}]").tap()
        if kind == "lumber":
            page.locator("#ct-pick [data-put=lumber]").tap()
    press(page, "#ct-pick [data-done]")
    assert page.locator(".draft-chip").count() or trading.hand(0)["ore"] == 3


def test_the_bank_and_the_build_list_on_a_phone(person: NewPerson) -> None:
    people = [person("Ann", **PHONE), person("Bob")]
    trading = TradeTable(people, ((1, 1, 0, 0, 4), (1, 0, 0, 0, 0)))
    (page,) = trading.look(0)
    page.locator(".ct-dock [data-sheet=ct-build]").tap()
    page.locator("#ct-build [data-only=road]").tap()
    expect(page.locator("#ct-build")).to_be_hidden()
    expect(page.locator(".ct")).to_have_attribute("data-only", "road")
    page.locator(".ct-dock [data-sheet=ct-bank-ore]").tap()
    press(page, "#ct-bank-ore [data-move='bank ore grain']")
    expect(page.locator(".draft-chip")).to_contain_text("grain")
