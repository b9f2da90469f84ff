"""The first page in a real browser; the guard fails the test on any script or content error."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browsing import PHONE, Guard, Person


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


def test_the_guard_notices_blocked_scripts(visitor: Callable[..., Page], guard: Guard) -> None:
    page = visitor()
    page.goto("/")
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<i style=\"color:red\">x</i>')")
    expect(page.locator("body")).to_be_visible()
    assert any("style-src" in problem for problem in guard.problems)
    guard.allow("style-src")
