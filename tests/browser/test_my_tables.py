"""My tables on a phone and by keyboard: compact list, filters, pins, archive, and "Later"."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import TableListSettings, User
from games.lobby import hosting_limits
from games.models import Seat, Table
from games.table.agreements import actions as agreements
from tests import sample_titles
from tests.browser.table_play import start_table
from tests.browser_fixtures import PHONE, Person, make_user

pytestmark = pytest.mark.same_everywhere

GAME = sample_titles.usual()
LONGEST_LIST = 1100  # px of twelve waiting tables on a phone
NewPerson = Callable[..., Person]


def waiting_tables(ann: Person, count: int) -> list[Table]:
    """Tables that wait for this person, the most urgent first."""
    bob, now = make_user("Konstantinopolitaner"), timezone.now()
    tables = [start_table(GAME, [ann], others=[bob]) for _ in range(count)]
    for number, table in enumerate(tables, 1):
        table.seat_set.update(waiting_since=None, due_at=None)
        mine = Seat.objects.filter(table=table, user=ann.user)
        mine.update(waiting_since=now, due_at=now + timedelta(hours=number))
    return tables


def test_twelve_waiting_tables_fit_in_a_compact_list(
    person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosting_limits, "UNFINISHED_AT_FIRST", 20)
    ann = person("Ann", is_own=True, **PHONE)
    waiting_tables(ann, 12)
    TableListSettings.of(ann.user).assign(layout="compact")
    for sort in TableListSettings.Sort.values:
        TableListSettings.of(ann.user).assign(sort=sort)
        ann.page.goto("/my-tables/")
        expect(ann.page.locator(".my-table-card")).to_have_count(12)
        box = ann.page.locator("section[aria-labelledby=awaited]").bounding_box()
        assert box is not None
        assert box["height"] <= LONGEST_LIST, sort
        first = ann.page.locator(".my-table-card").first
        for part in (".table-name", ".people", ".clock"):
            expect(first.locator(part).first).to_be_visible()


def test_later_leads_on_by_press_and_by_key(person: NewPerson) -> None:
    ann = person("Ann", is_own=True)
    User.objects.filter(pk=ann.user.pk).update(has_key_shortcuts=True)
    first, second, third = waiting_tables(ann, 3)
    page = ann.page
    page.goto(first.get_absolute_url())
    page.get_by_role("button", name="Later").click()
    page.wait_for_url(f"**{second.get_absolute_url()}")
    page.keyboard.press("n")
    page.wait_for_url(f"**{third.get_absolute_url()}")
    page.get_by_role("button", name="Later").press("Enter")
    page.wait_for_url(f"**{first.get_absolute_url()}")


def test_pin_filter_and_archive(person: NewPerson) -> None:
    ann = person("Ann", is_own=True)
    first, second = waiting_tables(ann, 2)
    page = ann.page
    page.goto("/my-tables/")
    pin = page.locator(f"#pin-{second.key}")
    pin.click()
    expect(pin).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".my-table-card").first).to_have_id(f"t-{second.key}")
    page.get_by_text("Filter and sort").click()
    page.get_by_label("Clock").select_option("live")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.locator(".my-table-card")).to_have_count(0)
    for seat in first.seat_set.select_related("user"):
        assert seat.user is not None
        agreements.agree_to_call_off(first.key, seat.user)
    page.goto("/my-tables/")
    page.locator(f"#t-{first.key}").get_by_role("button", name="Archive").click()
    expect(page.locator(f"#t-{first.key}")).to_have_count(0)
    page.goto("/my-tables/archive/")
    page.locator(f"#t-{first.key}").get_by_role("button", name="Back to my list").click()
    expect(page.get_by_text("The table is in your list again.")).to_be_visible()
