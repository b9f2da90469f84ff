"""A small contest in Chromium: opened, entered by a press, begun when it is full, and won."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.models import Seat, Table
from games.tournaments import lifecycle, registration
from games.tournaments.models import Tournament
from tests import sample_titles
from tests.browser.table_play import serious_problems
from tests.browser_fixtures import PHONE, Person

pytestmark = pytest.mark.same_everywhere

GAME = sample_titles.usual()


def test_small_tournament_from_form_to_winner(person: Callable[..., Person]) -> None:
    """Three meet at one table; how their match ends is written, and nobody waits for workers."""
    ann, bob, cem = person("Ann"), person("Bob", **PHONE), person("Cem")
    page, phone = ann.page, bob.page
    page.goto("/tournaments/")
    assert serious_problems(page) == []
    page.get_by_role("link", name="Open a tournament").click()
    page.get_by_label("Game", exact=True).select_option(GAME)
    page.get_by_label("Swiss").check()
    page.get_by_role("button", name="Continue").click()
    assert serious_problems(page) == []
    page.get_by_label("Title").fill("Autumn Cup")
    page.get_by_label("Places", exact=True).fill("3")
    page.get_by_label("Players per table").select_option("3")
    page.get_by_label("Rounds", exact=True).fill("1")
    page.get_by_role("button", name="Open the tournament").click()
    expect(page.get_by_role("heading", name="Autumn Cup")).to_be_visible()
    for number, one in enumerate((page, phone), 1):
        one.goto(page.url)
        one.get_by_role("button", name="Enter").click()
        expect(one.get_by_role("button", name="Withdraw")).to_be_visible()
        expect(one.get_by_role("heading", name=f"{number} of 3 places taken")).to_be_visible()
    assert serious_problems(phone) == []

    tournament = Tournament.objects.get()
    registration.enter(tournament.key, cem.user)
    lifecycle.advance(tournament.pk)
    phone.reload()
    places = phone.locator("#standings tbody tr")
    expect(places).to_have_count(3)
    assert serious_problems(phone) == []
    phone.locator("#rounds").get_by_role("link", name="Table 1").click()
    expect(phone.locator("#position")).to_be_visible()

    table = Table.objects.get()
    for place, name in enumerate(("Cem", "Ann", "Bob"), 1):
        seat = Seat.objects.filter(table=table, user__username=name)
        seat.update(rank=place, total=40 - place, waiting_since=None, due_at=None)
    Table.objects.update(status=Table.Status.FINISHED, ended_at=timezone.now())
    lifecycle.advance(tournament.pk)
    page.reload()
    expect(page.get_by_text("Winner: Cem")).to_be_visible()
    lines = page.locator("#standings tbody tr")
    expect(lines.locator("th")).to_have_text(["Cem", "Ann", "Bob"])
    expect(page.get_by_text("You are ranked 2nd of 3. Your points: 1.")).to_be_visible()
    assert serious_problems(page) == []
