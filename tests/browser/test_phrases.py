"""A phrase is sent with one press, and half-written text stays in the field."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests import sample_titles
from tests.browser.table_play import serious_problems, start_table
from tests.browser_fixtures import DESK, PHONE, Person

pytestmark = pytest.mark.same_everywhere  # about pages, whatever database is behind them


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_phrase_is_sent_with_one_press(
    person: Callable[..., Person], size: dict[str, dict[str, int]]
) -> None:
    ann, bob = person("Ann", **size), person("Bob")
    table = start_table(sample_titles.usual(), [ann, bob])
    page = ann.page
    page.goto(table.get_absolute_url())
    if size is DESK:
        page.get_by_role("tab", name="Chat").click()
    text, button = page.get_by_label("Your message"), page.locator("#phrases > summary")
    text.fill("half a sen")
    button.focus()
    page.keyboard.press("Enter")
    first = page.get_by_role("button", name="Hello!")
    box = first.bounding_box()
    assert box is not None
    assert box["height"] >= 40
    expect(text).to_be_visible()
    assert serious_problems(page) == []
    first.press("Enter")
    expect(page.locator("#chat-messages")).to_contain_text("Hello!")
    expect(first).to_be_hidden()
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    expect(button).to_be_focused()
    expect(text).to_have_value("half a sen")
    button.click()
    first.click()
    expect(page.locator("#chat-lines").get_by_role("alert")).to_contain_text("just sent")
    expect(button).to_be_focused()
