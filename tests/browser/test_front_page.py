"""The first page in a real browser; the guard fails the test on any script or content error."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table_play import assert_fits
from tests.browser_fixtures import DESK, FRAME, PHONE, Guard, Person, Windows

pytestmark = pytest.mark.same_everywhere  # about pages, whatever database is behind them

SHIFTS = """
  window.shifts = 0;
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) window.shifts += shift.value;
  }).observe({ type: "layout-shift", buffered: true });
"""
SLOW = {"offline": False, "latency": 80, "downloadThroughput": 2e5, "uploadThroughput": 1e5}


def test_a_visitor_sees_the_home_page(visitor: Callable[..., Page]) -> None:
    page = visitor()
    page.goto("/")
    expect(page.get_by_role("link", name="Longtable").first).to_be_visible()


def test_a_person_is_signed_in(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    ada.page.goto("/")
    expect(ada.page.get_by_text("Ada").first).to_be_visible()


def test_the_home_page_fits_a_phone(visitor: Callable[..., Page]) -> None:
    page = visitor(**PHONE)
    page.goto("/")
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390


def test_guard_reports_blocked_and_missing_resources_but_no_missing_page(
    visitor: Callable[..., Page], guard: Guard
) -> None:
    page = visitor()
    page.goto("/nowhere/")
    assert guard.problems == []
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<i style=\"color:red\">x</i>')")
    page.evaluate("fetch('/static/nowhere.css').then(() => true)")
    expect(page.locator("body")).to_be_visible()
    assert any("style-src" in problem for problem in guard.problems)
    assert any(
        problem.startswith("404 for") and problem.endswith("/static/nowhere.css")
        for problem in guard.problems
    )
    guard.allow("style-src")
    guard.allow("/static/nowhere.css")


@pytest.mark.parametrize("has_scripts", [True, False])
def test_page_of_a_failed_test_is_described(
    has_scripts: bool, visitor: Callable[..., Page], windows: Windows
) -> None:
    """Without scripts, no frame and no timer ever comes: to wait for one would not end."""
    visitor(is_own=True, java_script_enabled=has_scripts).goto("/")
    described = json.loads(windows.describe_pages())
    assert described["at"] == "/"
    assert (described["frame"] is not None) == has_scripts


def shifts_while_loading(page: Page, path: str) -> float:
    """How far things move while a page comes over a slow line, nothing of it known before."""
    line = page.context.new_cdp_session(page)
    line.send("Network.setCacheDisabled", {"cacheDisabled": True})
    line.send("Network.emulateNetworkConditions", SLOW)
    page.add_init_script(SHIFTS)
    page.goto(path, wait_until="load")
    page.evaluate("() => document.fonts.ready")
    page.evaluate(FRAME)
    return float(page.evaluate("window.shifts"))


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("language", ["en-GB", "ja"])
def test_the_home_page_stands_still_while_it_loads(
    visitor: Callable[..., Page], screen: dict[str, object], language: str
) -> None:
    assert shifts_while_loading(visitor(**screen, locale=language, has_own_page=True), "/") < 0.01


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_a_members_home_page_stands_still_while_it_loads(
    person: Callable[..., Person], screen: dict[str, object]
) -> None:
    assert shifts_while_loading(person("Ada", **screen, has_own_page=True).page, "/") < 0.01


def test_the_fonts_of_the_site_are_used_when_they_come_in_time(
    visitor: Callable[..., Page],
) -> None:
    page = visitor()
    page.goto("/")
    page.reload()
    page.evaluate("() => document.fonts.ready")
    loaded = "[...document.fonts].filter((one) => one.status === 'loaded').map((one) => one.family)"
    assert {name.strip('"') for name in page.evaluate(loaded)} == {
        "Atkinson Hyperlegible Next",
        "Young Serif",
    }


def test_the_page_of_the_api_fits_a_phone_also_where_everything_is_open(
    visitor: Callable[..., Page],
) -> None:
    page = visitor(**PHONE)
    page.goto("/api/")
    assert_fits(page)
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert_fits(page)
