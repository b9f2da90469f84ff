"""A person's time, in Chromium: the week, a vacation, what the table reads of it, more time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Seat
from tests import sample_titles
from tests.browser.table_play import start_table
from tests.browser_fixtures import PHONE, Person

pytestmark = pytest.mark.same_everywhere

GAME = sample_titles.usual()
NewPerson = Callable[..., Person]


def fits(page: Page) -> None:
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, "the page is as wide as its screen"


def test_a_week_and_a_vacation_are_set(person: NewPerson) -> None:
    ann = person("Ann", **PHONE)
    page = ann.page
    page.goto("/preferences/")
    page.get_by_role("link", name="My time").click()
    page.get_by_role("button", name="8 to 23").click()
    expect(page.get_by_text("Your hours are saved")).to_be_visible()
    page.get_by_label("Sunday").uncheck()
    page.get_by_role("button", name="Save my week").click()
    expect(page.get_by_label("Sunday")).not_to_be_checked()
    assert User.objects.get(pk=ann.user.pk).availability.calendar["week"] == [[480, 1380]] * 6 + [
        None
    ]
    day = (timezone.now() + timedelta(days=20)).date()
    page.get_by_label("First day").fill(day.isoformat())
    page.get_by_label("Last day").fill((day + timedelta(days=2)).isoformat())
    page.get_by_role("button", name="Add this vacation").click()
    expect(page.get_by_text("Vacation added")).to_be_visible()
    page.locator("#vacation").get_by_role("button", name="Remove").click()
    expect(page.get_by_text("The unused days have been returned to you.")).to_be_visible()
    fits(page)


def test_the_table_reads_until_when_somebody_is_away_and_never_why(person: NewPerson) -> None:
    ann, bob = person("Ann", **PHONE), person("Bob", **PHONE)
    table = start_table(GAME, [ann, bob])
    seat = Seat.objects.get(table=table, waiting_since__isnull=False)
    away, other = (ann, bob) if seat.user_id == ann.user.pk else (bob, ann)
    page = away.page
    page.goto("/preferences/availability/")
    today = timezone.now().date()
    page.get_by_label("First day").fill(today.isoformat())
    page.get_by_label("Last day").fill((today + timedelta(days=2)).isoformat())
    page.get_by_role("button", name="Add this vacation").click()
    expect(page.get_by_text("Vacation added")).to_be_visible()
    page = other.page
    page.goto(table.get_absolute_url())
    expect(page.locator(".seat-state-text")).to_contain_text("away until")
    expect(page.locator(".seat-deadline").first).to_contain_text("by ")
    assert "vacation" not in page.locator("#seats").inner_text()
    fits(page)
    page.goto(f"{table.get_absolute_url()}#more-time")
    page.get_by_text("More time", exact=True).click()
    page.get_by_role("button", name=f"Give {away.user.username} one more day").click()
    expect(page.locator("#log")).to_contain_text("one more day", ignore_case=True)


def test_a_table_opens_with_a_play_window(person: NewPerson) -> None:
    page = person("Ann").page
    page.goto(f"/tables/new/{GAME}/")
    page.get_by_text("Play window: no clock runs outside it").click()
    page.locator("#window").get_by_text("Friday").click()
    page.get_by_label("from", exact=True).fill("17:00")
    page.get_by_label("until", exact=True).fill("23:00")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".clock-rule")).to_contain_text("17:00 to 23:00 on Fri")
