"""Mouse, touch and keyboard, which take turns at one page.

Moves of every kind are made by pointing and with the keyboard. Mouse and touch take turns at
pointing: a page hears a click of either, so one of them stands for both with each kind of move.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple

from playwright.sync_api import Locator, Page

from tests.browser.table_play import click, key, tap
from tests.browser_fixtures import DESK, PHONE

Press = Callable[[Locator], None]


class Way(NamedTuple):
    """How one plays, and on which screen."""

    press: Press
    screen: dict[str, Any]


POINTING = ("mouse", "touch")
WAYS = {"mouse": Way(click, DESK), "touch": Way(tap, PHONE), "keyboard": Way(key, DESK)}


def verb(move: str) -> str:
    """Of which kind a move is, or a list of moves."""
    return move.strip('["').split(" ")[0]


class Hands:
    """Who plays next at a page, and what each has done."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.way = "mouse"
        self.made: dict[str, Counter[str]] = defaultdict(Counter)

    def take(self, kind: str) -> Press:
        """The way in which this was done least, pointing or the keyboard: among equals one with
        which not much more was done than with the others, and of this screen; how they press."""
        totals, here = self.totals(), self.page.viewport_size
        much = min(totals[way] for way in WAYS) + 1

        def order(way: str) -> tuple[int, bool, bool, int]:
            is_away = WAYS[way].screen["viewport"] != here
            return self._made_like(kind, way), totals[way] > much, is_away, totals[way]

        self.way = min(WAYS, key=order)
        screen = WAYS[self.way].screen["viewport"]
        if self.page.viewport_size != screen:
            self.page.set_viewport_size(screen)
        return self.press

    def press(self, button: Locator) -> None:
        """As this one does."""
        WAYS[self.way].press(button)

    def press_in_turn(self, button: Locator) -> None:
        """As whoever has done this kind of move least does."""
        kind = verb(button.get_attribute("value") or "")
        self.take(kind)(button)
        self.did(kind)

    def did(self, kind: str) -> None:
        """It has been done."""
        self.made[kind][self.way] += 1

    def have_made(self, kinds: Collection[str]) -> bool:
        """Whether moves of all these kinds, of which there are some, were made in both ways."""
        return bool(kinds) and all(self._made_like(kind, way) for kind in kinds for way in WAYS)

    def _made_like(self, kind: str, way: str) -> int:
        """How many moves of this kind were made in this way; pointing is one."""
        made = self.made[kind]
        return sum(made[one] for one in POINTING) if way in POINTING else made[way]

    def seldom(self, moves: Sequence[str]) -> list[str]:
        """Those of the moves whose kind was made least."""
        made = [self.made[verb(move)].total() for move in moves]
        return [move for move, times in zip(moves, made, strict=True) if times == min(made)]

    def look_up(self) -> bool:
        """Whether the page is to be looked at: after the second and the sixth move of each."""
        return self.totals()[self.way] in (2, 6)

    def totals(self) -> Counter[str]:
        return sum(self.made.values(), Counter())

    def assert_fair(self) -> None:
        """What was to be done twice was done in both ways, and each hand did a part of all."""
        for kind, made in self.made.items():
            if made.total() > 1:
                assert self.have_made([kind]), kind
        totals = self.totals()
        assert min(totals[way] for way in WAYS) >= totals.total() / 8, dict(totals)
