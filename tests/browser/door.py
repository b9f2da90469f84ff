"""Moves that nobody has to see made again: through the door, as from another device of the same
person. The page hears of them as it hears of everybody's."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from playwright.sync_api import Page

import games.rules as rules
from accounts.models import User
from games.models import Seat, Table
from games.table import play
from games.table.refusals import StaleVersion
from tests.browser.playing import version_of
from tests.waiting import wait_for

Choose = Callable[[rules.Match, int], str]
#: So many decisions before its end a match is played on the page again.
LAST = 6


def auto_move(match: rules.Match, seat: int) -> str:
    return match.auto_move(seat)


def play_what_is_known(
    page: Page, table: Table, user: User, is_known: Callable[[], bool], choose: Choose = auto_move
) -> None:
    """Play for this person as long as all that the page offers is known and the end is not near.

    Afterwards the page shows where the match stands.
    """
    while seat := asked(table, user):
        wait_for(lambda: version_of(page) >= table.version, "the page to hear of it")
        match = play.load(table)
        if seat.draft or not is_known() or is_near_its_end(match, seat):
            return
        with contextlib.suppress(StaleVersion):  # somebody has moved meanwhile: look again
            play.confirm(table.key, user, table.version, [choose(match, seat.number)])
    wait_for(lambda: version_of(page) >= table.version, "the page to hear of the end")


def asked(table: Table, user: User) -> Seat | None:
    """This person's seat, as soon as it is to move; None when the match is over."""

    def is_so() -> bool:
        waits = table.seat_set.filter(user=user, waiting_since__isnull=False).exists()
        table.refresh_from_db()  # afterwards: it may be another moment's
        return waits or not table.is_running

    wait_for(is_so, "the others to move", 60)
    return table.seat_set.get(user=user) if table.is_running else None


def is_near_its_end(match: rules.Match, seat: Seat) -> bool:
    """Whether few decisions are left to the seat, were all to play as those who are away."""
    rest, decisions = match.copy(), 0
    while not rest.over and decisions <= LAST:
        (actor, *_others) = rest.actors
        rest.play(actor, rest.auto_move(actor))
        decisions += actor == seat.number
    return decisions <= LAST
