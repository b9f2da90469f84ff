"""A name from right to left and a pile of marks leave a talk as it is, on a desk and a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.table.actions import chat_messages
from portal.user_text import MAX_MARKS
from tests import sample_titles
from tests.browser.table_play import start_table
from tests.browser_fixtures import DESK, PHONE, Person

pytestmark = pytest.mark.same_everywhere  # about pages, whatever database is behind them

NewPerson = Callable[..., Person]
HEBREW = "שלום"
# Where the name ends and the time begins, and what is drawn of the last message.
LINES = """lines => lines.map(line => {
  const [name, time, text] = ['b', 'time', 'p'].map(one => line.querySelector(one));
  const box = one => one.getBoundingClientRect();
  return {
    inOrder: box(name).right <= box(time).left + 1 || box(name).bottom <= box(time).top + 1,
    marks: (text.textContent.match(/\\u0301/g) || []).length,
    overflow: getComputedStyle(text).overflowY,
    direction: getComputedStyle(text).direction,
    fits: document.documentElement.scrollWidth <= innerWidth,
  };
})"""


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_talk_keeps_names_and_marks_in_their_place(person: NewPerson, screen: dict) -> None:
    ann, bob = person("Ann", **screen), person("Bob")
    User.objects.filter(pk=bob.user.pk).update(nickname=HEBREW, nickname_skeleton=HEBREW)
    bob.user.refresh_from_db()
    table = start_table(sample_titles.usual(), [ann, bob])
    chat_messages.send_message(table, bob.user, "12 points for me", "public")
    chat_messages.send_message(table, bob.user, f"{HEBREW} Ann, 5!", "public")
    chat_messages.send_message(table, bob.user, "e" + "\u0301" * 300, "public")
    page = ann.page
    page.goto(table.get_absolute_url())
    if screen is DESK:
        page.get_by_role("tab").nth(1).click()
    lines = page.locator("#chat-lines li")
    expect(lines).to_have_count(3)
    found = lines.evaluate_all(LINES)
    assert [line["inOrder"] for line in found] == [True] * 3
    assert [line["marks"] for line in found] == [0, 0, MAX_MARKS]
    assert [line["direction"] for line in found] == ["ltr", "rtl", "ltr"]
    assert {line["overflow"] for line in found} == {"clip"}
    assert all(line["fits"] for line in found)
