"""Two people write to each other in Chromium: what one sends appears on the other's open page."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from games.models import Follow
from tests.browser.table_play import serious_problems
from tests.browser_fixtures import PHONE, Person

pytestmark = pytest.mark.same_everywhere


def test_message_is_answered_on_an_open_page(person: Callable[..., Person]) -> None:
    ann, bob = person("Ann"), person("Bob", **PHONE)
    for one, other in ((ann, bob), (bob, ann)):
        Follow.objects.create(follower=one.user, followed=other.user)
    bob.page.goto("/messages/")
    expect(bob.page.locator("main")).to_contain_text("No messages yet.")
    ann.page.goto(bob.user.get_absolute_url())
    ann.page.get_by_role("link", name="Message", exact=True).click()
    ann.page.get_by_label("Write a message").fill("Do you play on Sunday?")
    ann.page.get_by_role("button", name="Send").click()
    lines = ann.page.locator("#conversation li")
    expect(lines).to_have_count(1)
    expect(lines).to_contain_text("Do you play on Sunday?")
    expect(ann.page.get_by_label("Write a message")).to_have_value("")

    expect(bob.page.locator("#bell b")).to_have_text("1")
    bob.page.reload()
    row = bob.page.locator(".conversation-row")
    expect(row).to_contain_text("1 new message")
    expect(row).to_contain_text("Do you play on Sunday?")
    assert serious_problems(bob.page) == []
    row.click()
    expect(bob.page.locator("#bell b")).to_have_text("")
    bob.page.get_by_label("Write a message").fill("Gladly, after lunch.")
    bob.page.get_by_role("button", name="Send").click()
    expect(bob.page.locator("#conversation .is-mine")).to_contain_text("Gladly, after lunch.")
    assert serious_problems(bob.page) == []

    expect(lines).to_have_count(2)
    expect(lines.last).to_contain_text("Gladly, after lunch.")
    expect(ann.page.locator("#bell b")).to_have_text("")
    bob.page.goto("/messages/")
    expect(row).to_contain_text("You: Gladly, after lunch.")
    expect(row).not_to_contain_text("new message")
