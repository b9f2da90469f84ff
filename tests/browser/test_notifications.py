"""What people are told, in Chromium: the matrix, the bell, the digest, and one press to stop."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from accounts.models import User
from games.notifications import unsubscribe_links
from games.table.actions import chat_messages
from tests import sample_titles
from tests.browser.table_play import start_table
from tests.browser_fixtures import PHONE, Person
from tests.polling import wait_for

pytestmark = pytest.mark.same_everywhere

GAME = sample_titles.usual()
NewPerson = Callable[..., Person]


def test_the_matrix_is_set_and_kept(person: NewPerson) -> None:
    ann = person("Ann", **PHONE)
    page = ann.page
    page.goto("/preferences/notifications/")
    box = page.get_by_label("My match is over: mail")
    expect(box).to_be_checked()
    box.uncheck()
    page.get_by_label("Someone writes at my table: mail").check()
    page.get_by_label("Notify me of my turn").select_option(label="after 15 minutes")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Notification settings saved.")).to_be_visible()
    expect(box).not_to_be_checked()
    assert User.objects.get(pk=ann.user.pk).notification_settings.notification_overrides == {
        "over:mail": False,
        "message:mail": True,
    }
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, "the page is as wide as its screen"


def has_news(page: Page, count: int) -> None:
    """Number, title and icon say so."""
    expect(page.locator("#bell b")).to_have_text(str(count) if count else "")
    expect(page).to_have_title(re.compile("•$" if count else "[^•]$"))
    icon = page.locator("link[rel=icon]")
    expect(icon).to_have_attribute("href", re.compile("logo-marked" if count else r"logo\."))


def test_the_bell_rings_on_an_open_page_until_it_is_read(person: NewPerson) -> None:
    ann, bob = person("Ann"), person("Bob")
    table = start_table(GAME, [ann, bob])
    for one in (ann, bob):
        one.user.notifications.all().delete()
    table.seat_set.update(waiting_since=None)
    page = bob.page
    page.goto("/people/Ann/")
    has_news(page, 0)
    page.evaluate(
        """() => { window.said = [];
        new MutationObserver((all) => said.push(all[0].target.textContent)).observe(
          document.querySelector("#bell").nextElementSibling, { childList: true }) }"""
    )
    chat_messages.send_message(table, ann.user, "Are you there, @bob?", "public")
    has_news(page, 1)
    wait_for(partial(page.evaluate, "said.some(Boolean)"), "the news to be said")
    page.locator("#bell").click()
    expect(page.get_by_text("Ann writes to you").first).to_be_visible()
    page.get_by_role("button", name="Mark all as read").click()
    has_news(page, 0)
    page.goto(table.get_absolute_url())  # the news of a table move its own page's bell, too
    chat_messages.send_message(table, ann.user, "Still there, @bob?", "public")
    has_news(page, 1)


def test_the_digest_shows_what_would_be_sent(person: NewPerson) -> None:
    ann, bob = person("Ann"), person("Bob")
    table = start_table(GAME, [ann, bob])
    waiting = table.seat_set.select_related("user").filter(waiting_since__isnull=False)[0]
    page = next(one for one in (ann, bob) if one.user == waiting.user).page
    page.goto("/preferences/notifications/")
    page.get_by_role("link", name="Preview the digest").click()
    digest = page.locator("#digest")
    expect(digest).to_contain_text("Your digest: 1 table is waiting for you")
    expect(digest.get_by_role("link", name=table.title)).to_be_visible()
    expect(digest).to_contain_text("left, until")


def test_whoever_is_not_signed_in_stops_a_kind_with_one_press(
    person: NewPerson, visitor: Callable[..., Page]
) -> None:
    ann = person("Ann")
    page = visitor()
    link = unsubscribe_links.unsubscribe_url(ann.user, "over", "mail")
    page.goto(link.removeprefix(settings.SITE_URL))
    expect(page.get_by_text("My match is over")).to_be_visible()
    page.get_by_role("button", name="Stop them").click()
    expect(page.get_by_text("Done. You will no longer get these")).to_be_visible()
    assert User.objects.get(pk=ann.user.pk).notification_settings.notification_overrides == {
        "over:mail": False
    }
