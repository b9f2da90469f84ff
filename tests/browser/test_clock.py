"""Clocks tick by the server's time and in the reader's words, whatever the device's clock says."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from games.models import Seat, Table
from tests import sample_titles
from tests.browser.table_play import start_table
from tests.browser_fixtures import Person

pytestmark = pytest.mark.same_everywhere  # about pages, whatever database is behind them

GAME = sample_titles.usual()
NewPerson = Callable[..., Person]
PAGES = {
    "the table": "/tables/{key}/",
    "my tables": "/my-tables/",
    "home": "/",
    "the lobby": "/tables/?status=running",
}
WRONG_BY = (-5, 5)  # hours


def due_in(table: Table, **left: int) -> Seat:
    """Whoever is to move has this much time left."""
    seat = table.seat_set.select_related("user").get(waiting_since__isnull=False)
    Seat.objects.filter(pk=seat.pk).update(due_at=timezone.now() + timedelta(**left))
    return seat


def table_of(ann: Person, **left: int) -> Table:
    table = start_table(GAME, [ann], ("random",))
    while due_in(table, **left).user != ann.user:
        table = start_table(GAME, [ann], ("random",))
    return table


def clock_of(page: Page, table: Table) -> Locator:
    return page.locator(f"#t-{table.key} time.time-left, #turn-bar time.time-left")


def device_time(hours: int) -> datetime:
    """What a device says whose clock is wrong by so many hours."""
    return timezone.now() + timedelta(hours=hours)


def test_a_device_with_a_wrong_clock_shows_the_right_time_left(person: NewPerson) -> None:
    ann = person("Ann", is_own=True)
    ann.page.clock.install()
    table = table_of(ann, minutes=10)
    clock = clock_of(ann.page, table)
    for hours in WRONG_BY:
        for where, address in PAGES.items():
            due_in(table, minutes=10)
            ann.page.clock.set_system_time(device_time(hours))
            ann.page.goto(address.format(key=table.key))
            first = clock.inner_text()
            assert re.fullmatch(r"9 minutes \d+ seconds?", first), (hours, where)
            ann.page.clock.run_for(1000)
            expect(clock, f"{where}, {hours} hours").not_to_have_text(first)
            assert re.fullmatch(r"9 minutes \d+ seconds?", clock.inner_text()), (hours, where)


def test_clock_ignores_changes_of_the_device_time(person: NewPerson) -> None:
    ann = person("Ann", is_own=True)
    ann.page.clock.install()
    table = table_of(ann, minutes=10)
    ann.page.goto(table.get_absolute_url())
    clock = clock_of(ann.page, table)
    first = clock.inner_text()
    ann.page.clock.set_system_time(device_time(2))
    ann.page.clock.run_for(1000)
    expect(clock).not_to_have_text(first)
    assert re.fullmatch(r"9 minutes \d+ seconds?", clock.inner_text())


def test_a_clock_ticks_in_japanese(person: NewPerson) -> None:
    ann = person("Ann", is_own=True)
    ann.page.clock.install()
    User.objects.update(language="ja")
    table = table_of(ann, minutes=10)
    ann.page.goto("/my-tables/")
    clock = clock_of(ann.page, table)
    first = clock.inner_text()
    ann.page.clock.run_for(1000)
    expect(clock).not_to_have_text(first)
    assert re.fullmatch(r"9分 \d+秒", clock.inner_text())
    expect(ann.page.locator(f"#t-{table.key} .clock")).to_have_text(re.compile("^残り9分"))


def test_the_last_minute_is_marked(person: NewPerson) -> None:
    ann = person("Ann")
    table = table_of(ann, seconds=50)
    ann.page.goto("/my-tables/")
    expect(ann.page.locator(f"#t-{table.key} .clock")).to_have_class(re.compile("soon"))
