"""Playing in real Chromium: a newcomer's whole match, two people, who look on, axe."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import games.rules as rules
from accounts.models import User
from games.models import Table
from games.table.session.loader import load_match
from tests import sample_titles
from tests.browser import table_play
from tests.browser.input_devices import WAYS, Hands, verb
from tests.browser.sign_in import play_what_is_known
from tests.browser.table_play import (
    LOOKS,
    MODERATE,
    assert_fits,
    click,
    faint_text,
    play_one,
    serious_problems,
    start_table,
    version_of,
)
from tests.browser_fixtures import DESK, PASSWORD, PHONE, Person, Windows
from tests.live_site import LiveSite
from tests.polling import wait_for

GAME = sample_titles.usual()
NewPerson = Callable[..., Person]


@pytest.mark.same_everywhere
def test_a_newcomer_signs_up_confirms_opens_a_table_with_bots_and_plays_a_match(
    visitor: Callable[..., Page], live_site: LiveSite
) -> None:
    """With mouse, touch and keyboard, which take turns in the match."""
    page = visitor(**{**PHONE, **DESK})
    page.goto("/")
    page.get_by_role("link", name="Sign up").first.click()
    page.get_by_label("Name", exact=True).fill("Newcomer")
    page.get_by_label(re.compile("^E-?mail", re.I)).first.fill("newcomer@example.org")
    page.locator("input[name=password1]").fill(PASSWORD)
    if page.locator("input[name=password2]").count():
        page.locator("input[name=password2]").fill(PASSWORD)
    page.locator("main form button[type=submit]").first.click()
    mail = live_site.wait_for_mail("newcomer@example.org")
    link = re.search(r"https?://\S+", mail.get_content())
    assert link is not None
    page.goto(link.group())
    page.locator("main form button[type=submit]").first.click()
    if "login" in page.url:
        page.locator("input[name=login]").fill("newcomer")
        page.locator("input[name=password]").fill(PASSWORD)
        page.locator("main form button[type=submit]").first.click()
    page.goto("/preferences/")
    page.locator("input[name=confirm_turn]").uncheck()
    page.locator("input[name=warn_reveal]").uncheck()
    page.locator("input[name=confirm_turn]").locator("xpath=ancestor::form").locator(
        "button[type=submit]"
    ).first.click()
    page.goto(f"/tables/new/{GAME}/")
    page.get_by_label("Seats", exact=True).select_option("3")
    page.get_by_label("Seat 2").select_option("easy")
    page.get_by_label("Seat 3").select_option("easy")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#position")).to_have_attribute("data-status", "running")
    table = Table.objects.get()
    play_to_the_end(page, table, User.objects.get(username="Newcomer"))
    page.set_viewport_size(DESK["viewport"])
    expect(page.get_by_role("heading", name="Final result")).to_be_visible()
    assert table.status == Table.Status.FINISHED
    page.get_by_role("link", name="Verify the dice and draws").click()
    expect(page.get_by_text("Everything matches")).to_be_visible()


def play_to_the_end(page: Page, table: Table, user: User) -> None:
    """By hand until each hand has made two moves and every kind was made, and at the end."""
    hands, rng = Hands(page), random.Random(5)

    def is_known(match: rules.Match, seat: int) -> bool:
        kinds = set(map(verb, match.legal_moves(seat)))
        is_fair = min(hands.totals()[way] for way in WAYS) > 1
        return is_fair and all(hands.made[kind] for kind in kinds)

    def any_move(match: rules.Match, seat: int) -> str:
        return rng.choice(match.legal_moves(seat))

    def seldom_one(values: list[str]) -> str:
        return rng.choice(hands.seldom(values))

    while play_one(page, seldom_one, hands.press_in_turn) != "over":
        if hands.way == "touch":
            assert_fits(page)
        play_what_is_known(page, table, user, is_known, any_move)
    hands.assert_fair()
    assert hands.totals().total() > 5


def test_two_people_see_each_others_moves_arrive(person: NewPerson) -> None:
    ann, bob = person("Ann"), person("Bob")
    table = start_table(GAME, [ann, bob])
    for one in (ann, bob):
        one.page.goto(table.get_absolute_url())
    rng = random.Random(2)
    arrived = 0
    for _ in range(30):
        acting = next(
            one for one in (ann, bob) if one.page.locator("#moves, #confirm, #sure").count()
        )
        watching = bob if acting is ann else ann
        before = version_of(acting.page)
        play_one(acting.page, rng.choice, click)
        after = version_of(acting.page)
        if after > before:
            expect(watching.page.locator("#position")).to_have_attribute(
                "data-version", str(after), timeout=10_000
            )
            arrived += 1
        if arrived == 5:
            return
        wait_for(
            lambda: any(one.page.locator("#moves, #confirm, #sure").count() for one in (ann, bob)),
            "somebody to be asked",
        )
    pytest.fail(f"only {arrived} moves arrived in 30 clicks")


def test_an_onlooker_follows_without_an_account(
    person: NewPerson, visitor: Callable[..., Page]
) -> None:
    ann, bob = person("Ann"), person("Bob")
    table = start_table(GAME, [ann, bob])
    onlooker = visitor()
    onlooker.goto(table.get_absolute_url())
    acting = ann if table.seat_set.get(waiting_since__isnull=False).user == ann.user else bob
    acting.page.goto(table.get_absolute_url())
    User.objects.update(confirm_turn=False, warn_reveal=False)
    acting.page.goto(table.get_absolute_url())
    rng = random.Random(3)
    while version_of(acting.page) == table.version:
        play_one(acting.page, rng.choice, click)
    expect(onlooker.locator("#position")).to_have_attribute(
        "data-version", str(version_of(acting.page)), timeout=10_000
    )
    assert onlooker.locator("#move-form").count() == 0


def test_a_draft_is_undone_restarted_and_confirmed(person: NewPerson) -> None:
    ann, bob = person("Ann"), person("Bob")
    table = start_table(GAME, [ann, bob])
    acting = ann if table.seat_set.get(waiting_since__isnull=False).user == ann.user else bob
    page = acting.page
    page.goto(table.get_absolute_url())
    match = load_match(table)
    (seat,) = match.actors
    listed = match.legal_moves(seat)
    value = json.dumps(
        next(one for one in listed if sample_titles.leaves_to_move(match, seat, one))
    )
    page.locator("#moves").evaluate("list => { list.open = true }")
    button = page.locator(f"#moves button.move[value={value}]")
    button.click()
    expect(page.locator(".draft-chip")).to_have_count(1)
    page.locator("#undo").click()
    expect(page.locator(".draft-chip")).to_have_count(0)
    button.click()
    page.get_by_role("button", name="More", exact=True).click()
    page.locator("#restart").click()
    expect(page.locator(".draft-chip")).to_have_count(0)
    assert version_of(page) == table.version
    button.click()
    page.get_by_role("button", name="More", exact=True).click()
    page.locator("#keep").click()
    expect(page.locator("#position")).to_have_attribute("data-version", str(table.version + 1))


#: Of a layout of their own each where the window is wide; `test_phones` visits every address, and
#: `test_table_page` tables and replays in both widths.
WIDE_PAGES = ("/", "/tables/", f"/tables/new/{GAME}/", "/preferences/")


@pytest.mark.same_everywhere
def test_axe_finds_nothing_in_a_wide_window(person: NewPerson) -> None:
    page = person("Ann").page
    problems = {}
    for path in WIDE_PAGES:
        page.goto(path)
        problems[path] = serious_problems(page, MODERATE)
        page.emulate_media(color_scheme="dark")
        problems[path] += faint_text(page)
        page.emulate_media(color_scheme="light")
    assert {path: found for path, found in problems.items() if found} == {}


@pytest.mark.same_everywhere
def test_of_texts_that_look_alike_one_is_looked_at_and_a_faint_one_is_found(
    windows: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_play, "LEGIBLE", set())
    page = windows.page()
    page.set_content(
        "<p>good</p><p>good, too</p><div style='background: #ddd'><p>good</p>"
        "<p style='color: #bbb' id='faint'>bad</p><p style='color: #bbb'>bad, too</p></div>"
    )
    (found,) = faint_text(page)
    assert 'id="faint"' in found
    page.evaluate("document.getElementById('faint').style.color = 'black'")
    assert len(faint_text(page)) == 1
    page.evaluate("document.querySelector('div').style.background = '#222'")
    assert "good" in faint_text(page)[0]
    page.set_content("<p style='color: #888; font-size: 24px'>large enough</p>")
    assert faint_text(page) == []
    assert page.evaluate(LOOKS, [*table_play.LEGIBLE]) == []
    page.evaluate("document.querySelector('p').style.fontSize = '16px'")
    assert "large enough" in faint_text(page)[0]


@pytest.mark.same_everywhere
def test_one_look_finds_what_is_serious_and_what_is_faint(
    windows: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_play, "LEGIBLE", set())
    page = windows.page()
    page.set_content(
        "<!doctype html><html lang='en'><title>A page</title><main><img src='data:,'>"
        "<p style='color: #bbc'>bad</p><p style='color: #445'>good</p></main></html>"
    )

    def find_problems() -> set[str]:
        return {one.partition(":")[0] for one in serious_problems(page)}

    assert find_problems() == {"image-alt", "color-contrast"}
    page.evaluate("document.querySelector('p').style = 'color: #445; opacity: 0.99'")
    assert page.evaluate(LOOKS, [*table_play.LEGIBLE]) != []
    assert find_problems() == {"image-alt"}
    assert page.evaluate(LOOKS, [*table_play.LEGIBLE]) == []
    seen = set(table_play.LEGIBLE)
    page.evaluate("document.querySelector('p').style = 'color: #445; opacity: 0.98'")
    page.evaluate("axe.run = () => (document.querySelector('p').remove(), { violations: [] })")
    assert find_problems() == set()
    assert seen == table_play.LEGIBLE  # what went meanwhile was not looked at


@pytest.mark.same_everywhere
def test_the_site_speaks_japanese_to_whoever_prefers_it(person: NewPerson) -> None:
    ann = person("Ann")
    User.objects.update(language="ja")
    ann.page.goto("/tables/")
    expect(ann.page.locator("html")).to_have_attribute("lang", "ja")
