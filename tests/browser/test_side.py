"""Beside a wide board stand log, talk and the rest in tabs; on a phone they are below it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from games.table.actions import chat_messages
from tests import sample_titles
from tests.browser.modules import call
from tests.browser.table_play import serious_problems, start_table
from tests.browser_fixtures import DESK, PHONE, Person

pytestmark = pytest.mark.same_everywhere  # about pages, whatever database is behind them

NewPerson = Callable[..., Person]
BOARD = "document.getElementById('board').getBoundingClientRect().width"


def test_tabs_are_chosen_hidden_and_remembered_and_say_what_is_new(person: NewPerson) -> None:
    ann, bob = person("Ann", **DESK), person("Bob")
    table = start_table(sample_titles.usual(), [ann, bob])
    page = ann.page
    page.goto(table.get_absolute_url())
    log, chat, more = (page.locator(one) for one in ("#log", "#chat", "#sidebar-more"))
    log_tab, talk_tab, more_tab = page.get_by_role("tab").all()
    expect(log).to_be_visible()
    box = log.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= DESK["viewport"]["height"]
    chat_messages.send_message(table, bob.user, "Good luck!", "public")
    expect(talk_tab.get_by_text("new")).to_have_count(1)
    expect(talk_tab.locator(".tab-unread")).to_be_visible()
    log_tab.press("ArrowRight")
    expect(talk_tab).to_be_focused()
    expect(chat).to_contain_text("Good luck!")
    expect(page.get_by_role("tabpanel", name="Chat")).to_be_visible()
    expect(log).to_be_hidden()
    expect(talk_tab.locator(".tab-unread")).to_be_hidden()
    assert serious_problems(page) == []
    call(page, "js/table.js", "refresh")
    expect(page.get_by_role("tabpanel", name="Chat")).to_be_visible()

    narrow = page.evaluate(BOARD)
    page.get_by_role("button", name="Hide or show this column").click()
    expect(chat).to_be_hidden()
    assert page.evaluate(BOARD) > narrow + 200
    page.reload()
    expect(chat).to_be_hidden()
    expect(talk_tab.locator(".tab-unread")).to_be_hidden()
    page.get_by_role("button", name="More", exact=True).click()
    page.locator("#more a[href='#end']").click()
    expect(page.locator("#end")).to_be_visible()
    expect(more_tab).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Escape")

    page.set_viewport_size(PHONE["viewport"])
    for panel in (log, chat, more.locator("#end")):
        expect(panel).to_be_visible()
    expect(page.get_by_role("tabpanel")).to_have_count(0)
