"""Every control at a table can be pressed at every width of the window, in any title.

Matches are played at random, with every choice of every option. Of each kind of decision the test
takes the position that offers most, without a draft and with one. A page is loaded once for each
position; then the window takes one width after the other, which is what this test costs.

Every decision is looked at on the two narrow screens, where room is scarce. Of the wide layouts
each decision takes one without a draft and another with a whole one. They take turns, so every
layout is looked at in every title, but not with every decision: what differs there is the frame of
the page, which titles share.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence

import pytest
from playwright.sync_api import Page, ViewportSize, expect

import games.rules as rules
from games.boards import presenter
from games.lobby import match_start
from games.rules.coverage import Setting, all_settings
from tests import sample_titles
from tests.boards.walks import scene
from tests.browser.modules import call
from tests.browser.targets import UNREACHABLE
from tests.browser_fixtures import FRAME, Person, make_user
from tests.games.table.reliability_at import PositionTable

pytestmark = pytest.mark.same_everywhere  # about pages, whatever database is behind them

#: The narrowest windows of each layout: style sheets differ at 22, 24, 40, 64, 75 and 100 rem.
NARROW = (320, 390)
WIDE = (768, 1024, 1280, 1920)
FIRST_STEP_WIDTHS = (390,)  # it has one chip, and what it asks is a kind of decision itself
NOT_ARMED = 320  # elsewhere a final button is armed, which makes it longer
SHEETS_WIDTH = 390
OVER = "over"
HEIGHTS = {320: 700, 390: 844, 768: 1024}
MOVES = 500  # of a match at random
MATCHES = 2  # in each setting
SEAT = 0


def settings_with_every_choice(game: rules.Game) -> list[Setting]:
    """Few settings, of as many seats as can be, in which each choice of each option is made."""
    offered = all_settings(game)
    left = {choice for _seats, options in offered for choice in options.items()}
    chosen = []
    while left:
        best = max(offered, key=lambda one: (len(left & set(one[1].items())), one[0]))
        chosen.append(best)
        left -= set(best[1].items())
    return chosen


def random_positions(game: rules.Game, setting: Setting, seed: int) -> Iterator[rules.Match]:
    """The positions of a match at random in which the seat has a choice, and its end."""
    rng = random.Random(f"{setting} {seed}")
    match = rules.new_match(game.key, *setting, seed=f"reach {seed}")
    for _ in range(MOVES):
        if match.over:
            yield match
            return
        if SEAT in match.actors and len(match.legal_moves(SEAT)) > 1:
            yield match
        seat = rng.choice(match.actors)
        by_chance = rng.choice(match.legal_moves(seat))
        match.play(seat, by_chance if rng.random() < 0.5 else match.auto_move(seat))


def decisions(game: rules.Game) -> dict[str, rules.Match]:
    """Of each kind of decision the position that offers most."""
    show, found = presenter(game.key), dict[str, tuple[tuple[int, int], rules.Match]]()
    for setting in settings_with_every_choice(game):
        for seed in range(MATCHES):
            for match in random_positions(game, setting, seed):
                listed = match.legal_moves(SEAT)
                kind = OVER if match.over else show.decision_kind(scene(match, SEAT))
                offers = (len({move.split(" ")[0] for move in listed}), len(listed))
                if kind not in found or offers > found[kind][0]:
                    found[kind] = offers, match.copy()
    return {kind: match for kind, (_offers, match) in found.items()}


def whole_draft(match: rules.Match) -> list[str]:
    """A draft that is complete, or goes as far as nothing is revealed."""
    moves: list[str] = []
    while SEAT in match.actors:
        tried = (match.auto_move(SEAT), *match.legal_moves(SEAT))
        move = next((one for one in tried if not is_revealing(match, one)), None)
        if move is None or len(moves) == 8:
            break
        moves.append(move)
        match = sample_titles.after(match, SEAT, move)
    return moves


def is_revealing(match: rules.Match, move: str) -> bool:
    return sample_titles.after(match, SEAT, move).reveals != match.reveals


def drafts(match: rules.Match, number: int) -> dict[tuple[str, ...], Sequence[int]]:
    """The widths at which to measure no draft, one after which more is asked, and a whole one.

    The number is that of the decision in its title: wide layouts take turns.
    """
    wide, other = WIDE[number % len(WIDE)], WIDE[number % len(WIDE) - 1]
    listed = match.legal_moves(SEAT)
    first = next(([one] for one in listed if sample_titles.leaves_to_move(match, SEAT, one)), [])
    found: dict[tuple[str, ...], Sequence[int]] = {tuple(first): FIRST_STEP_WIDTHS}
    found[tuple(whole_draft(match))] = (NARROW[number % len(NARROW)], other)
    found[()] = (*NARROW, wide)
    return dict(sorted(found.items(), key=lambda one: len(one[0])))


@pytest.mark.parametrize("game", sorted(rules.catalogue()))
def test_lit_controls_can_be_pressed_at_every_width(
    person: Callable[..., Person], monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    monkeypatch.setattr(match_start.random_order, "shuffle", lambda _order: None)
    me = person("Wolfeschlegelstein_4")
    others = [make_user(name) for name in ("Bo", "Chika", "Dora", "Konstantinopolitaner")]
    tables: dict[object, PositionTable] = {}
    opened: set[str] = set()
    wrong: dict[str, list[str]] = {}
    measured: set[int] = set()
    for number, (kind, match) in enumerate(decisions(rules.get(game)).items()):
        setting = (match.seats, *sorted(match.options.items()))
        if setting not in tables:
            tables[setting] = PositionTable(match, [me.user, *others])
        at = tables[setting]
        at.put(match)
        me.page.goto(at.table.get_absolute_url())
        for draft, widths in drafts(match, number).items():
            at.draft(SEAT, *draft)
            if draft:
                call(me.page, "js/table.js", "refresh")
            expect(me.page.locator(".draft-chip")).to_have_count(len(draft))
            for width in one_after_the_other(me.page, widths):
                where = f"{kind} {list(draft)} at {width}"
                wrong[where] = me.page.evaluate(UNREACHABLE)
                if width != NOT_ARMED and me.page.evaluate(ARM):
                    me.page.evaluate(FRAME)
                    wrong[f"{where}, armed"] = me.page.evaluate(UNREACHABLE)
                    me.page.keyboard.press("Escape")
                if width == SHEETS_WIDTH and not draft:
                    close_sheets(me.page, opened)
            measured.update(widths)
    assert measured == {*NARROW, *WIDE}
    lines = [f"{where}: {found}" for where, found in wrong.items() if found]
    assert not lines, "\n".join(lines)


#: Arm the first final button of the bar; say whether there is one.
ARM = """() => {
  const button = [...document.querySelectorAll("#position[data-confirms-final] #dock [data-final]")]
    .find((one) => one.checkVisibility() && !one.matches(":disabled"));
  button?.click();
  return Boolean(button);
}"""


def one_after_the_other(page: Page, widths: Sequence[int]) -> Iterator[int]:
    """Give the window each of these widths, first the end that is next to what it has."""
    begin = page.viewport_size["width"] if page.viewport_size else 0
    for width in sorted(widths, reverse=begin > 1000):
        size: ViewportSize = {"width": width, "height": HEIGHTS.get(width, 900)}
        if page.viewport_size != size:
            page.set_viewport_size(size)
        page.evaluate(FRAME)
        yield width


OPENERS = """() => [...document.querySelectorAll(":is([data-board], #dock) [data-sheet]")]
  .filter((one) => one.checkVisibility() && !one.matches(":disabled") && !one.closest("[popover]"))
  .map((one) => one.dataset.sheet)"""


def close_sheets(page: Page, opened: set[str]) -> None:
    """Check on a phone that a sheet leaves the dock free and closes with its two buttons.

    They are the one in it and the one that opened it. Kinds of sheets in `opened` are skipped.
    """
    for sheet in dict.fromkeys(page.evaluate(OPENERS)):
        kind = re.sub(r"\d+", "", sheet)
        if kind in opened:
            continue
        opened.add(kind)
        opener = page.locator(f":is([data-board], #dock) [data-sheet='{sheet}']:visible").first
        is_docked = opener.evaluate("one => Boolean(one.closest('#dock'))")
        closes = page.locator(f"#{sheet} > .sheet-close")
        for close in (closes, *([opener] if is_docked else [])):
            opener.click()
            expect(page.locator(f"#{sheet}")).to_be_visible()
            assert page.evaluate(IS_ABOVE, sheet), sheet
            close.click()
            expect(page.locator(f"#{sheet}")).to_be_hidden()


IS_ABOVE = """(sheet) => {
  const { bottom } = document.getElementById(sheet).getBoundingClientRect();
  return bottom <= document.getElementById("dock").getBoundingClientRect().top + 1;
}"""
