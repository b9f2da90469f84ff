"""The page of a table: where things stand, and what presses, keys and sheets do, for any title."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Locator, expect

import games.rules as rules
from accounts.models import User
from games.boards import Presenter, presenter
from games.models import Seat
from games.table.actions import player_actions
from games.table.session.loader import load_match
from tests import sample_titles
from tests.boards.walks import scene
from tests.browser.table_play import (
    STICKS_OUT,
    assert_fits,
    faint_text,
    open_list,
    serious_problems,
    version_of,
)
from tests.browser.targets import measure_violations
from tests.browser_fixtures import DESK, FRAME, PHONE, Person, make_user
from tests.games.table.reliability_at import PositionTable

pytestmark = pytest.mark.same_everywhere  # about pages, whatever database is behind them

NewPerson = Callable[..., Person]

WIDE_LIGHT: dict[str, Any] = {**DESK, "color_scheme": "light"}
PHONE_DARK: dict[str, Any] = {**PHONE, "color_scheme": "dark"}
#: Every two of width, theme and language meet. A page is loaded once in a language.
SCREENS: dict[str, tuple[dict[str, Any], ...]] = {
    "en-GB": (PHONE_DARK, WIDE_LIGHT),
    "ja-JP": ({**PHONE, "color_scheme": "light"}, {**DESK, "color_scheme": "dark"}),
}
DRAWN = [key for key in sorted(rules.catalogue()) if presenter(key).is_drawn]
PLAIN = [  # one title with the generic board, where there is one
    key for key in sorted(rules.catalogue()) if presenter(key).template == Presenter.template
][:1]
LONGEST = 2620  # of a page on a phone; a title with more zones says another in its `tests.board`
GAME = sample_titles.usual()


def longest(game: str) -> int:
    """How long a page of this game may be on a phone, in px."""
    try:
        tests = import_module(f"games.titles.{game}.tests.board")
    except ModuleNotFoundError:
        return LONGEST
    return int(getattr(tests, "LONGEST", LONGEST))


class PositionWithMove(NamedTuple):
    """A position, a seat that is to move in it, and a move of that seat."""

    match: rules.Match
    seat: int
    move: str


def find(
    key: str, is_wanted: Callable[[rules.Match, int, str], bool], first: int = 0
) -> PositionWithMove:
    """The first position, from so many moves on, in which a seat has a move that is wanted."""
    for match in sample_titles.positions(rules.get(key), sample_titles.few_seats(key)):
        if len(match.moves) < first:
            continue
        for seat in match.actors:
            for move in match.legal_moves(seat):
                if is_wanted(match, seat, move):
                    return PositionWithMove(match.copy(), seat, move)
    raise AssertionError("no such position")


def arms(match: rules.Match, seat: int, move: str) -> bool:
    return len(match.legal_moves(seat)) > 1 and scene(match, seat).is_revealing(move)


def is_forced(match: rules.Match, seat: int, _move: str) -> bool:
    return len(match.legal_moves(seat)) == 1


class TablePage:
    """A table of two people whose position is put; who is to move has a page of it."""

    def __init__(self, person: NewPerson, found: PositionWithMove, at: str = "", **screen: Any):
        self.match, self.seat, self.move = found
        ann, bob = person("Ann", **screen), make_user("Bob")
        self.table = PositionTable(self.match, [ann.user, bob])
        self.table.put(self.match)
        if self.table.people[self.seat] != ann.user:
            seats = list(Seat.objects.filter(table=self.table.table).order_by("number"))
            Seat.objects.filter(table=self.table.table).update(user=None)
            for seat in seats:
                user = ann.user if seat.number == self.seat else bob
                Seat.objects.filter(pk=seat.pk).update(user=user)
        self.page = ann.page
        self.page.goto(f"{self.table.table.get_absolute_url()}{at}")

    def show_on(self, screen: dict[str, Any]) -> str:
        """Give the window a size and a colour scheme; say which."""
        self.page.set_viewport_size(screen["viewport"])
        self.page.emulate_media(color_scheme=screen["color_scheme"])
        self.page.evaluate(FRAME)
        return f"{screen['color_scheme']} at {screen['viewport']['width']}"

    def spot(self, move: str | None = None) -> Locator:
        """What is pressed to make a move, in the list if nowhere else."""
        value = json.dumps(move or self.move)
        open_list(self.page)  # and then nothing more is fetched that takes an armed button away
        at = f"[data-board] [data-move={value}], #dock [value={value}], #moves [value={value}]"
        return self.page.locator(at).locator("visible=true").first

    def add(self, html: str) -> None:
        """Put something on the board as a title's template would."""
        script = (
            'html => document.querySelector("[data-board]").insertAdjacentHTML("afterbegin", html)'
        )
        self.page.evaluate(script, html)

    def stored_draft(self) -> list[str]:
        seat = Seat.objects.get(table=self.table.table, number=self.seat)
        return list(seat.draft)

    @property
    def chips(self) -> Locator:
        return self.page.locator(".draft-chip")


@functools.cache
def draftable(key: str, first: int = 0) -> PositionWithMove:
    return find(key, sample_titles.leaves_to_move, first)


# measures


@pytest.mark.parametrize("game", [*DRAWN, *PLAIN])
def test_the_page_keeps_its_measures(person: NewPerson, game: str) -> None:
    """Without a draft in Japanese and with one in English, on a phone and wide."""
    here = TablePage(person, draftable(game, 30), **PHONE, locale="ja-JP")
    wrong: dict[str, Any] = {}
    for language, screens in (("ja-JP", SCREENS["ja-JP"]), ("en-GB", SCREENS["en-GB"][::-1])):
        if language == "en-GB":
            User.objects.update(language="en")
            here.table.draft(here.seat, here.move)
            here.page.reload()
            expect(here.chips).to_have_count(1)
        expect(here.page.locator("html")).to_have_attribute("lang", language[:2])
        for screen in screens:
            where = f"{language}, {here.show_on(screen)}"
            wrong[where] = measure_violations(
                here.page, is_drawn=presenter(game).is_drawn, longest=longest(game)
            )
            wrong[f"{where}, sticks out"] = here.page.evaluate(STICKS_OUT)
            is_all = screen is screens[0]  # what is built is the same on the next screen
            wrong[f"{where}, axe"] = (serious_problems if is_all else faint_text)(here.page)
    lines = [f"{where}: {found}" for where, found in wrong.items() if found]
    assert not lines, "\n".join(lines)


@pytest.mark.parametrize("game", [*DRAWN, *PLAIN])
def test_moves_of_others_push_nothing_about(person: NewPerson, game: str) -> None:
    assert jumps(TablePage(person, draftable(game, 30), **DESK)) == {}


JUMPING = 5  # moves at each width
SHIFT = 0.01  # of all of them together
WATCH = """() => {
  window.shifts = [];
  const told = ({ node, previousRect: from, currentRect: to }) =>
    `${node?.outerHTML?.slice(0, 90)} ${from.x}, ${from.y} → ${to.x}, ${to.y}`;
  window.watch = new PerformanceObserver((list) => window.shifts.push(...list.getEntries()
    .filter((one) => !one.hadRecentInput).map((one) => [one.value, one.sources.map(told)])));
  window.watch.observe({ type: "layout-shift" });
}"""
#: What has moved so far; a frame is shown meanwhile.
MOVED = f"""async () => {{
  await {FRAME};
  window.watch.takeRecords();
  return window.shifts.splice(0);
}}"""


def jumps(here: TablePage) -> dict[int, Any]:
    """What the others' moves push about on my page, by the width of the window."""
    found: dict[int, Any] = {}
    table = here.table.table
    here.page.reload()  # as on every visit but the first, when its scripts come from the cache
    here.page.evaluate(WATCH)
    for screen in (DESK, PHONE):
        here.page.set_viewport_size(screen["viewport"])
        moved: list[tuple[float, list[str]]] = []
        for _ in range(JUMPING):
            here.page.evaluate(MOVED)
            match = load_match(table)
            if match.over:
                break
            seat = table.seat_set.select_related("user").get(number=match.actors[0])
            assert seat.user is not None
            player_actions.confirm(
                table.key, seat.user, table.version, [match.auto_move(seat.number)]
            )
            table.refresh_from_db()
            expect(here.page.locator("#position")).to_have_attribute(
                "data-version", str(table.version)
            )
            moved += here.page.evaluate(MOVED) if seat.number != here.seat else []
        if sum(value for value, _sources in moved) > SHIFT:
            found[screen["viewport"]["width"]] = moved
    return found


@pytest.mark.parametrize("game", [*DRAWN, *PLAIN])
def test_a_warning_and_an_armed_button_leave_room(person: NewPerson, game: str) -> None:
    found = find(game, lambda match, seat, move: reveals_among_others(match, seat, move))
    here = TablePage(person, found, **PHONE_DARK)
    here.spot().evaluate("spot => spot.click()")
    here.page.locator("#sure, .is-armed").first.wait_for()
    broken = measure_violations(here.page, is_drawn=False)
    assert {name: what for name, what in broken.items() if name in ("sticky", "unreachable")} == {}
    assert_fits(here.page)


def reveals_among_others(match: rules.Match, seat: int, move: str) -> bool:
    is_revealing = sample_titles.after(match, seat, move).reveals > match.reveals
    return is_revealing and len(match.legal_moves(seat)) > 1


@pytest.mark.parametrize("game", [*DRAWN, *PLAIN])
def test_the_result_and_the_replay_fit_and_can_be_read_by_all(person: NewPerson, game: str) -> None:
    *_others, last = sample_titles.positions(rules.get(game), sample_titles.few_seats(game))
    before = next(sample_titles.positions(rules.get(game), sample_titles.few_seats(game)))
    found = PositionWithMove(before.copy(), before.actors[0], "")
    here = TablePage(person, found, at="replay/", **PHONE, locale="ja-JP")
    wrong = look_at_both_screens(here, "replay", SCREENS["ja-JP"])
    here.table.put(play_out(last))
    here.page.goto(here.table.table.get_absolute_url())
    expect(here.page.locator("#result-title")).to_be_visible()
    wrong |= look_at_both_screens(here, "result", SCREENS["ja-JP"][::-1])
    assert wrong == {}


def look_at_both_screens(
    here: TablePage, what: str, screens: Sequence[dict[str, Any]]
) -> dict[str, list[str]]:
    """What sticks out on either screen, and what axe finds."""
    found = {}
    for screen in screens:
        where = f"{what}, {here.show_on(screen)}"
        found[where] = here.page.evaluate(STICKS_OUT)
        found[f"{where}, axe"] = (serious_problems if screen is screens[0] else faint_text)(
            here.page
        )
    return {where: problems for where, problems in found.items() if problems}


def play_out(match: rules.Match) -> rules.Match:
    ended = match.copy()
    while not ended.over:
        seat = ended.actors[0]
        ended.play(seat, ended.auto_move(seat))
    return ended


# final moves


def test_a_final_move_arms_in_place_and_plays_with_the_second_press(person: NewPerson) -> None:
    here = TablePage(person, find(GAME, arms))
    version = version_of(here.page)
    here.spot().click()
    expect(here.page.locator(".is-armed")).to_have_count(1)
    assert version_of(here.page) == version
    here.page.locator(".is-armed").click()
    expect(here.page.locator("#position")).not_to_have_attribute("data-version", str(version))
    expect(here.page.locator("#sure")).to_have_count(0)


def test_a_press_elsewhere_and_escape_disarm(person: NewPerson) -> None:
    here = TablePage(person, find(GAME, arms))
    version = version_of(here.page)
    for let_go in (
        lambda: here.page.locator("#seats summary .seat-player").first.click(),
        lambda: here.page.keyboard.press("Escape"),
    ):
        says = here.spot().inner_text()
        here.spot().click()
        expect(here.page.locator(".is-armed")).to_have_count(1)
        let_go()
        expect(here.page.locator(".is-armed")).to_have_count(0)
        assert here.spot().inner_text() == says
    assert version_of(here.page) == version


def test_a_forced_final_move_plays_at_once(person: NewPerson) -> None:
    key = next(key for key in sorted(rules.catalogue()) if has_forced(key))
    here = TablePage(person, find(key, is_forced))
    version = version_of(here.page)
    here.add(
        f'<button type="button" class="button" id="final" data-final data-move="{here.move}">'
        "final</button>"
    )
    here.page.locator("#final").click()
    here.page.locator(f".draft-chip, #position:not([data-version='{version}'])").first.wait_for(
        state="attached"
    )


def has_forced(key: str) -> bool:
    return sample_titles.few_seats(key) == 2 and any(
        is_forced(match, seat, "")
        for match in sample_titles.positions(rules.get(key), 2)
        for seat in match.actors
    )


def test_who_wants_no_warning_plays_a_final_move_at_once(person: NewPerson) -> None:
    here = TablePage(person, find(GAME, arms))
    User.objects.update(warn_reveal=False)
    here.page.reload()
    here.spot().click()
    expect(here.page.locator("#position")).not_to_have_attribute(
        "data-version", str(here.table.table.version)
    )


# drafts


def test_a_chip_takes_its_step_back(person: NewPerson) -> None:
    here = TablePage(person, draftable(GAME))
    here.spot().click()
    expect(here.chips).to_have_count(1)
    here.chips.locator("button").click()
    expect(here.chips).to_have_count(0)
    assert here.stored_draft() == []


def test_backspace_takes_the_last_step_back(person: NewPerson) -> None:
    here = TablePage(person, draftable(GAME))
    here.spot().click()
    expect(here.chips).to_have_count(1)
    here.page.keyboard.press("Backspace")
    expect(here.chips).to_have_count(0)


def test_an_alternative_replaces_the_last_step(person: NewPerson) -> None:
    here = TablePage(person, two_to_choose())
    other = next(
        move
        for move in here.match.legal_moves(here.seat)
        if move != here.move and sample_titles.leaves_to_move(here.match, here.seat, move)
    )
    here.spot().click()
    expect(here.chips).to_have_count(1)
    here.add(f'<button type="button" id="other" data-move="{other}" data-keep="0">other</button>')
    here.page.locator("#other").click()
    expect(here.page.locator("#other")).to_have_count(0)
    expect(here.chips).to_have_count(1)
    assert here.stored_draft() == [other]


def two_to_choose() -> PositionWithMove:
    def is_wanted(match: rules.Match, seat: int, move: str) -> bool:
        may = [m for m in match.legal_moves(seat) if sample_titles.leaves_to_move(match, seat, m)]
        return len(may) > 1 and move in may

    return find(GAME, is_wanted)


def two_in_a_row() -> tuple[PositionWithMove, str]:
    """A move after which another can be drafted, and that one."""
    second = ""

    def is_wanted(match: rules.Match, seat: int, move: str) -> bool:
        nonlocal second
        if not sample_titles.leaves_to_move(match, seat, move):
            return False
        behind = sample_titles.after(match, seat, move)
        for second in behind.legal_moves(seat):
            if sample_titles.after(behind, seat, second).reveals == match.reveals:
                return True
        return False

    return find(GAME, is_wanted), second


def test_one_press_may_make_several_moves(person: NewPerson) -> None:
    found, second = two_in_a_row()
    here = TablePage(person, found)
    both = json.dumps([here.move, second])
    here.add(f"<button type='button' id='both' data-move='{both}'>both</button>")
    here.page.locator("#both").click()
    expect(here.chips).to_have_count(2)
    assert here.stored_draft() == [here.move, second]


def test_so_far_can_be_kept_from_the_menu_and_a_finished_turn_is_sent(person: NewPerson) -> None:
    here = TablePage(person, draftable(GAME))
    version = version_of(here.page)
    here.spot().click()
    expect(here.chips).to_have_count(1)
    expect(here.page.locator("#keep")).to_be_hidden()
    here.page.locator(".turn-more").click()
    here.page.locator("#keep").click()
    expect(here.page.locator("#position")).not_to_have_attribute("data-version", str(version))


def test_a_finished_turn_is_sent_with_one_press(person: NewPerson) -> None:
    here = TablePage(person, find(GAME, sample_titles.hands_over))
    version = version_of(here.page)
    here.spot().click()
    here.page.locator("#confirm").click()
    expect(here.page.locator("#position")).not_to_have_attribute("data-version", str(version))


# keys, preview, sheets


def test_arrows_walk_what_is_lit_by_nearness(person: NewPerson) -> None:
    here = TablePage(person, draftable(GAME))
    spots = "".join(
        f'<button type="button" class="button" id="walk-{n}" data-move="{here.move}">{n}</button> '
        for n in range(3)
    )
    here.add(f"<div>{spots}</div>")
    here.page.locator("#walk-0").focus()
    for key, at in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1)):
        here.page.keyboard.press(key)
        expect(here.page.locator(f"#walk-{at}")).to_be_focused()


def test_the_bar_says_what_a_spot_would_change(person: NewPerson) -> None:
    here = TablePage(person, draftable(GAME))
    line = here.page.locator("#preview")
    here.add(
        f'<button type="button" class="button" id="spot" data-move="{here.move}" '
        'data-preview="3 → 5">spot</button>'
    )
    expect(line).to_be_hidden()
    here.page.locator("#spot").focus()
    expect(line).to_have_text("3 → 5")
    here.page.locator(".turn-more").focus()
    expect(line).to_be_hidden()
    here.page.locator("#spot").hover()
    expect(line).to_have_text("3 → 5")
    here.page.locator("#spot").click()
    expect(here.chips).to_have_count(1)
    expect(line).to_be_hidden()
    expect(here.page.locator("#prompt")).to_be_visible()


SHEET = """<button type="button" class="button" id="opener" data-sheet="choices"
  aria-haspopup="dialog">which?</button>
<div class="sheet" id="choices" popover aria-label="Which?">
  <button type="button" class="button" data-move="%s">one</button></div>"""


@pytest.mark.parametrize("screen", [WIDE_LIGHT, PHONE_DARK], ids=["wide", "phone"])
def test_a_sheet_opens_near_its_opener_and_closes_with_a_choice(
    person: NewPerson, screen: dict[str, Any]
) -> None:
    here = TablePage(person, draftable(GAME), **screen)
    here.add(SHEET % here.move)
    sheet = here.page.locator("#choices")
    here.page.locator("#opener").click()
    expect(sheet).to_be_visible()
    expect(sheet.locator("button")).to_be_focused()
    box, opener = sheet.bounding_box(), here.page.locator("#opener").bounding_box()
    assert box
    assert opener
    if screen is PHONE_DARK:
        assert box["height"] <= 0.55 * 844
        assert box["y"] + box["height"] > 844 - 120
    else:
        assert 0 <= box["y"] - opener["y"] - opener["height"] < 20
    here.page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    here.page.locator("#opener").click()
    sheet.locator("button").click()
    expect(here.chips).to_have_count(1)


# the jump row, the seat strip, what is new


def with_zones() -> str:
    for key in DRAWN:
        match = next(sample_titles.positions(rules.get(key), sample_titles.few_seats(key)))
        if presenter(key).zones(scene(match, match.actors[0])):
            return key
    raise AssertionError("no drawn title has zones")


def test_the_jump_row_leads_to_a_zone_and_says_what_is_lit(person: NewPerson) -> None:
    here = TablePage(person, draftable(with_zones(), 30), **PHONE_DARK)
    chips = here.page.locator("#jump-row [data-zone]")
    lit = here.page.evaluate(
        """() => [...document.querySelectorAll("#jump-row [data-zone]")].map((chip) => [
          chip.classList.contains("has-lit"),
          [...document.getElementById(chip.dataset.zone).querySelectorAll(
            '[data-move]:not(.is-alternative), button[name="move"], [data-lit]')]
            .some((one) => one.checkVisibility())])"""
    )
    assert any(said for said, _is in lit)
    assert all(said == is_so for said, is_so in lit)
    chips.last.click()
    zone = here.page.locator(f"#{chips.last.get_attribute('data-zone')}")
    expect(zone).to_be_in_viewport()
    expect(here.page.locator(".is-peeked")).to_have_count(0)


def test_holding_a_chip_shows_its_zone_and_leaves_the_place(person: NewPerson) -> None:
    here = TablePage(person, draftable(with_zones(), 30), **PHONE_DARK)
    last = here.page.locator("#jump-row [data-zone]").last
    before = here.page.evaluate("scrollY")
    last.scroll_into_view_if_needed()
    last.hover()
    here.page.mouse.down()
    expect(here.page.locator(".is-peeked")).to_have_count(1)
    here.page.mouse.up()
    expect(here.page.locator(".is-peeked")).to_be_in_viewport()
    assert here.page.evaluate("scrollY") == before
    here.page.keyboard.press("Escape")
    expect(here.page.locator(".is-peeked")).to_have_count(0)
    assert here.page.evaluate("scrollY") == before


def test_the_menu_holds_what_is_rarely_needed(person: NewPerson) -> None:
    here = TablePage(person, draftable(GAME))
    menu = here.page.locator("#more")
    expect(menu).to_be_hidden()
    here.page.locator(".turn-more").click()
    expect(menu).to_be_visible()
    for name in ("Step through the match", "Match log", "Chat"):
        expect(menu.get_by_role("link", name=name)).to_be_visible()
    here.page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
