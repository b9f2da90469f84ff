"""The header on phones: whole on the screen in every language, with all that can stand in it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playing import assert_fits
from tests.browsing import PHONE, Person

pytestmark = pytest.mark.same_everywhere  # about pages, whatever database is behind them

WIDTHS = (320, 360, 390, 412)
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
