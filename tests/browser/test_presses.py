"""What an ordinary turn costs in presses is what docs/taps-per-turn.md says."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from django.conf import settings
from playwright.sync_api import Locator, Page, expect

import games.rules as rules
from accounts.models import User
from games.boards import presenter
from games.models import Table
from tests import sample_titles
from tests.browser_fixtures import FRAME, PATIENCE, PHONE, Person
from tests.games.table.reliability_at import PositionTable
from tests.polling import wait_for

pytestmark = pytest.mark.same_everywhere  # about pages, whatever database is behind them

SEEDS = 60
NewPerson = Callable[..., Person]
LIST = Path(settings.BASE_DIR, "docs/taps-per-turn.md").read_text()
ROW = re.compile(r"^\| ([^|]+) \| [^|]+ \| ((?:`[^`]+` )+)\| (\d+) \| (\d+) \|", re.M)
KEYS = {presenter(key).name(): key for key in rules.catalogue()}
TURNS = [
    (KEYS[name], re.findall(r"`([^`]+)`", moves), int(asked), int(unasked))
    for name, moves, asked, unasked in ROW.findall(LIST)
]
#: What a press changes: the position, the draft, what is armed, how a tile is turned.
STATE = """() => [document.getElementById("position").dataset.version,
  ...[...document.querySelectorAll(".draft-chip, .is-armed, #dock button, #dock [data-turns]")]
    .map((one) => one.outerHTML)].join()"""
#: Behind an answer scripts go on in the next frame, and what they change is no answer to a press.
RESTS = f"""async () => {{
  const until = performance.now() + {PATIENCE};
  await {FRAME};
  while (document.querySelector("#table[aria-busy]")) {{
    if (performance.now() > until) throw new Error("the table stays busy");
    await {FRAME};
  }}
  await {FRAME};
}}"""


class Turn(NamedTuple):
    """A position in which a turn of a seat begins, and moves that make it."""

    match: rules.Match
    seat: int
    moves: list[str]


def turn_with_verbs(key: str, verbs: Sequence[str]) -> Turn:
    """The first turn of matches at random that can be made of moves that begin like this."""
    for seed in map(str, range(SEEDS)):
        rng = random.Random(seed)
        match = rules.new_match(key, sample_titles.three_seats(key), seed=seed)
        last: Sequence[int] = ()
        for _ in range(sample_titles.POSITIONS):
            if match.over:
                break
            if match.actors[:1] != last and (
                moves := moves_with_verbs(match.copy(), match.actors[0], verbs)
            ):
                return Turn(match, match.actors[0], moves)
            last = match.actors[:1]
            seat = rng.choice(match.actors)
            match.play(seat, rng.choice(match.legal_moves(seat)))
    raise AssertionError(f"no such turn of {key}: {verbs}")


def moves_with_verbs(match: rules.Match, seat: int, verbs: Sequence[str]) -> list[str]:
    """The first moves that begin like these, one after the other; none where one lacks."""
    moves: list[str] = []
    for verb in verbs:
        legal = match.legal_moves(seat) if seat in match.actors else []
        fits = [one for one in legal if f"{one} ".startswith(f"{verb} ")]
        fits = [one for one in fits if not one.endswith(" none")] or fits
        if not fits:
            return []
        match.play(seat, fits[0])
        moves.append(fits[0])
    return moves


class Finger:
    """Presses what can be seen, and counts."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.presses = 0

    def press(self, spot: Locator) -> None:
        expect(spot).to_be_visible()
        self.page.evaluate(RESTS)
        before = self.page.evaluate(STATE)
        spot.dispatch_event("click")
        self.presses += 1
        wait_for(lambda: self.page.evaluate(STATE) != before, "the page to answer a press")
        self.page.evaluate(RESTS)
        armed = self.page.locator(".is-armed")
        if armed.count():
            self.press(armed)

    def make(self, move: str) -> None:
        said = json.dumps(move)
        cell = self.page.locator(f"[data-cell][data-fits*='{said}']")
        if cell.count():  # a thing that is turned lies first as it fits
            self.press(cell)
            while not self.page.locator(f"#dock [value={said}]").count():
                self.press(self.page.locator("#dock [data-turns][aria-pressed=true]"))
        spot = f"[data-board] [data-move={said}], #dock :is([value={said}], [data-move={said}])"
        self.press(self.page.locator(spot).locator("visible=true").first)


def moves_of(table: Table) -> int:
    table.refresh_from_db()
    return table.move_count


@pytest.mark.parametrize(("key", "verbs", "asked", "unasked"), TURNS)
def test_a_turn_costs_what_the_list_says(
    person: NewPerson, key: str, verbs: list[str], asked: int, unasked: int
) -> None:
    turn = turn_with_verbs(key, verbs)
    people = [person(f"Person{n}", **PHONE) for n in range(turn.match.seats)]
    here = PositionTable(turn.match, [one.user for one in people])
    (page,) = (one.page for one in people if one.user == here.people[turn.seat])
    counted = []
    for asks in (True, False):
        User.objects.update(confirm_turn=asks, warn_reveal=asks)
        here.put(turn.match)
        page.goto(here.table.get_absolute_url())
        finger = Finger(page)
        for move in turn.moves:
            finger.make(move)
        sends = page.locator("#confirm, #sure").locator("visible=true")
        while sends.count():
            finger.press(sends.first)
        wait_for(lambda: moves_of(here.table) >= len(turn.moves), "the turn to be played")
        counted.append(finger.presses)
    assert counted == [asked, unasked]


def test_every_game_is_in_the_list() -> None:
    assert {key for key, *_ in TURNS} == set(rules.catalogue())
