"""The header on phones: whole on the screen in every language, with all that can stand in it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from tests.browser.table_play import assert_fits, serious_problems
from tests.browser_fixtures import DESK, PHONE, Person

pytestmark = pytest.mark.same_everywhere  # about pages, whatever database is behind them

WIDTHS = (320, 360)  # the narrowest of each layout: style sheets differ at 22 rem
MANY = "128"
#: What is wrong with the header, in which so many tables wait and so many notices are unread: each
#: item is what one presses, with the texts and icons in it.
WRONG = """(many) => {
  const counts = document.querySelectorAll("#waiting-mark, .header-count");
  counts.forEach((one) => { one.textContent = many; });
  const header = document.querySelector(".site-header").getBoundingClientRect();
  const told = (one) => (one.getAttribute("aria-label") ?? one.textContent).trim();
  const seen = (one) => one.checkVisibility() && !one.closest(".visually-hidden")
    && !getComputedStyle(one).clipPath.startsWith("inset(50%");
  const drawn = (item) => {
    const boxes = [];
    const texts = document.createTreeWalker(item, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      if (texts.currentNode.data.trim() && seen(texts.currentNode.parentElement))
        boxes.push(...range.getClientRects());
    }
    for (const icon of item.querySelectorAll("svg")) boxes.push(icon.getBoundingClientRect());
    return boxes;
  };
  const items = [...document.querySelectorAll(".site-header .wrap > :is(a, button)")].filter(seen);
  const found = [];
  for (const item of items) {
    const box = item.getBoundingClientRect();
    if (box.width < 40 || box.height < 40)
      found.push(`${told(item)}: ${box.width} × ${box.height} px`);
    if (box.left < 0 || box.right > innerWidth) found.push(`${told(item)}: off the screen`);
    for (const { left, right, top, bottom } of drawn(item)) {
      if (left < box.left - 0.5 || right > box.right + 0.5
          || top < header.top || bottom > header.bottom)
        found.push(`${told(item)}: cut or beside its target`);
      for (const other of items)
        if (other !== item && drawn(other).some((one) => left < one.right - 0.5
            && right > one.left + 0.5 && top < one.bottom && bottom > one.top))
          found.push(`${told(item)}: over ${told(other)}`);
    }
  }
  if (!items.some((item) => item.matches(".menu-button"))) found.push("no menu");
  return found;
}"""

#: What of the header is cut at the desk, but for the name of the person.
WRONG_ON_A_DESK = """(many) => {
  document.querySelectorAll("#waiting-mark, .header-count")
    .forEach((one) => { one.textContent = many; });
  return [...document.querySelectorAll(".site-header .wrap > :is(a, nav), .brand span")]
    .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
    .map((one) => one.textContent.trim());
}"""


def stands_whole(page: Page, locale: str) -> None:
    """At every width of a phone."""
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", locale[:2])
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        assert (width, page.evaluate(WRONG, MANY)) == (width, [])
        assert_fits(page)


@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
def test_the_header_stands_whole_for_a_visitor(visitor: Callable[..., Page], locale: str) -> None:
    stands_whole(visitor(**PHONE, locale=locale), locale)


@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
def test_the_header_stands_whole_for_a_member_with_many_news(
    person: Callable[..., Person], locale: str
) -> None:
    page = person("Ann", **PHONE, locale=locale).page
    stands_whole(page, locale)
    assert page.locator(".site-header .wrap :is(#waiting-mark, .header-count)").count() == 2


def test_a_long_name_leaves_the_name_of_the_site_whole(person: Callable[..., Person]) -> None:
    ann = person("Ann", **DESK)
    User.objects.filter(pk=ann.user.pk).update(nickname="Wilhelmina of Orange", guest_network="x")
    ann.page.goto("/tables/")
    assert ann.page.evaluate(WRONG_ON_A_DESK, MANY) == []
    assert_fits(ann.page)


#: What one presses to open a menu of the header, by the width of the window.
MENUS = {1280: ("person-menu",), 390: ("site-nav", "person-menu")}
SIGNED_IN = (
    *("/tables/", "/tournaments/", "/clubs/", "/games/", "/leaderboard/", "/records/all/"),
    *("/my-matches/", "/my-matches/statistics/", "/studies/", "/records/", "/people/Ann/"),
    *("/following/", "/preferences/"),
)
STRANGER = ("/tables/", "/tournaments/", "/games/", "/leaderboard/", "/records/all/")


def reachable(page: Page, width: int) -> set[str]:
    """The addresses that the header leads to within two presses, by the keyboard."""
    links = page.locator(".site-header a:visible")
    found = {str(link.get_attribute("href")) for link in links.all()}
    for menu in MENUS[width]:
        opener = page.locator(f".site-header button[popovertarget={menu}]:visible")
        opener.focus()
        page.keyboard.press("Enter")
        opened = page.locator(f"#{menu}")
        expect(opened).to_be_visible()
        found |= {str(link.get_attribute("href")) for link in opened.locator("a").all()}
        assert_fits(page)
        page.keyboard.press("Escape")
        expect(opened).to_be_hidden()
    return found


@pytest.mark.parametrize("width", list(MENUS))
def test_the_header_leads_everywhere_within_two_presses(
    person: Callable[..., Person], visitor: Callable[..., Page], width: int
) -> None:
    size = {"viewport": {"width": width, "height": 844}}
    member, stranger = person("Ann", **size).page, visitor(**size)
    for page, expected in ((member, SIGNED_IN), (stranger, STRANGER)):
        page.goto("/")
        assert set(expected) - reachable(page, width) == set()


def test_the_header_marks_the_page_that_is_read(person: Callable[..., Person]) -> None:
    """At any width: the page is the same, and styles alone make a menu of a part of it."""
    page = person("Ann").page
    marked = page.locator(".site-header a[aria-current]")
    for address in SIGNED_IN:
        page.goto(address)
        expect(marked).to_have_count(1)
        expect(marked).to_have_attribute("href", address)
        is_here = page.url.endswith(address)  # else it leads on to a page below it
        expect(marked).to_have_attribute("aria-current", "page" if is_here else "true")
    page.goto("/studies/")
    assert serious_problems(page) == []
