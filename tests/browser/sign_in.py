"""Moves played without a page, as from another device of the same person, or by the others.

The page is elsewhere meanwhile, so that it draws none of them.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from playwright.sync_api import Page

import games.rules as rules
from accounts.models import User
from games.models import Seat, Table
from games.table.actions import player_actions
from games.table.errors import StaleVersionError
from games.table.session.loader import load_match
from tests.browser.table_play import version_of
from tests.browser_fixtures import STILL
from tests.polling import wait_for

Choose = Callable[[rules.Match, int], str]
IsKnown = Callable[[rules.Match, int], bool]
#: So many decisions before its end a match is played on the page again.
LAST = 3


def auto_move(match: rules.Match, seat: int) -> str:
    return match.auto_move(seat)


def play_what_is_known(
    page: Page, table: Table, user: User, is_known: IsKnown, choose: Choose = auto_move
) -> None:
    """Play for this person as long as what the rules ask is known and the end is not near; and for
    the others with accounts until it is this person's turn.

    Afterwards the page shows where the match stands.
    """
    address = page.url
    while seat := wait_for_turn(table, user, choose):
        match = load_match(table)
        if seat.draft or not is_known(match, seat.number) or is_near_its_end(match, seat):
            break
        if page.url == address:
            page.goto(STILL)
        move(table, seat, choose)
    if page.url != address:
        page.goto(address)
    wait_for(lambda: version_of(page) >= table.version, "the page to hear of it")


def wait_for_turn(table: Table, user: User, choose: Choose = auto_move) -> Seat | None:
    """This person's seat, as soon as it is to move; None when the match is over.

    Others with accounts move until then; bots do by themselves.
    """

    def is_so() -> bool:
        waiting = list(table.seat_set.select_related("user").filter(waiting_since__isnull=False))
        table.refresh_from_db()  # afterwards: it may be another moment's
        if not table.is_running or user in [seat.user for seat in waiting]:
            return True
        person = next((seat for seat in waiting if seat.user is not None), None)
        if person is not None:
            move(table, person, choose)
        return False

    wait_for(is_so, "the others to move", 60)
    return table.seat_set.select_related("user").get(user=user) if table.is_running else None


def move(table: Table, seat: Seat, choose: Choose) -> None:
    """Make a move for whoever sits there, unless somebody has moved meanwhile."""
    assert seat.user is not None
    chosen = choose(load_match(table), seat.number)
    with contextlib.suppress(StaleVersionError):
        player_actions.confirm(table.key, seat.user, table.version, [chosen])


def is_near_its_end(match: rules.Match, seat: Seat) -> bool:
    """Whether few decisions are left to the seat, were all to play as those who are away."""
    rest, decisions = match.copy(), 0
    while not rest.over and decisions <= LAST:
        (actor, *_others) = rest.actors
        rest.play(actor, rest.auto_move(actor))
        decisions += actor == seat.number
    return decisions <= LAST
