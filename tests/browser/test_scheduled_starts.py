"""A table that starts at a date, in Chromium: the form, and what readers elsewhere are told."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from games.models import Table
from tests import sample_titles
from tests.browser.overflow import misfits
from tests.browser.table_play import serious_problems
from tests.browser_fixtures import PHONE, Person

pytestmark = pytest.mark.same_everywhere

GAME = sample_titles.usual()
BERLIN, TOKYO = ZoneInfo("Europe/Berlin"), ZoneInfo("Asia/Tokyo")


def test_start_date_is_shown_in_each_persons_time_zone(person: Callable[..., Person]) -> None:
    ann, bob = person("Ann"), person("Bob", **PHONE)
    User.objects.filter(pk=bob.user.pk).update(time_zone=TOKYO.key)
    day = (timezone.now() + timedelta(days=20)).date()
    begins = datetime.combine(day, time(20), BERLIN)
    page = ann.page
    page.goto(f"/tables/new/{GAME}/")
    expect(page.get_by_label("Day", exact=True)).to_be_hidden()
    page.get_by_label("Starts", exact=True).select_option(Table.StartMode.DATE)
    page.get_by_label("Day", exact=True).fill(day.isoformat())
    page.get_by_label("Time", exact=True).fill("20:00")
    page.get_by_label("Time zone", exact=True).select_option(BERLIN.key)
    page.get_by_label("Minimum number of players").fill("3")
    assert misfits(page) == {}
    assert serious_problems(page) == []
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".start-date")).to_contain_text(f"20:00 in {BERLIN.key}")

    phone = bob.page
    phone.goto(page.url)
    there = f"{begins.astimezone(TOKYO):%H:%M} ({TOKYO.key})"
    expect(phone.locator(".start-date")).to_contain_text(there)
    expect(phone.locator(".start-date")).to_contain_text("if at least 3 players are there")
    assert misfits(phone) == {}
    assert serious_problems(phone) == []
    link = phone.get_by_role("link", name="Calendar file").get_attribute("href")
    file = phone.request.get(str(link))
    assert file.headers["content-type"].startswith("text/calendar")
    assert f"DTSTART:{begins.astimezone(UTC):%Y%m%dT%H%M%SZ}" in file.text()
