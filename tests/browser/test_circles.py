"""A circle in Chromium: from nothing to its first leaderboard, on a desk and a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from games.models import Seat, Table
from tests import sample
from tests.browser.fits import misfits
from tests.browser.playing import serious_problems
from tests.browsing import PHONE, Person

pytestmark = pytest.mark.same_everywhere

GAME = sample.usual()
NewPerson = Callable[..., Person]


def test_a_circle_from_nothing_to_its_first_leaderboard(person: NewPerson) -> None:
    ann, bob = person("Ann"), person("Bob", **PHONE)
    page = ann.page
    page.goto("/circles/")
    page.get_by_role("link", name="Begin a circle").click()
    page.get_by_label("Name of the circle").fill("Thursday evenings")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("heading", name="Thursday evenings")).to_be_visible()
    here = page.url
    page.locator("#invite-name").fill("bob")
    page.get_by_role("button", name="Invite", exact=True).click()
    bob.page.goto("/circles/")
    bob.page.get_by_role("link", name="Thursday evenings").click()
    assert serious_problems(bob.page) == []
    bob.page.get_by_role("button", name="Accept").click()
    expect(bob.page.locator("#talk-text")).to_be_visible()
    page.goto(here)
    page.get_by_role("link", name="Open a table of this circle").click()
    page.locator(f'a[href^="/tables/new/{GAME}/"]').click()
    page.get_by_label("Seats", exact=True).select_option("2")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#position")).to_be_visible()
    bob.page.goto(page.url)
    bob.page.get_by_role("button", name="Join this table").click()
    expect(bob.page.locator("#turn-bar")).to_be_visible()
    # How matches are played to their end, other tests say.
    table = Table.objects.get(circle__name="Thursday evenings")
    Seat.objects.filter(table=table).update(rank=2)
    Seat.objects.filter(table=table, user=bob.user).update(rank=1)
    Table.objects.filter(pk=table.pk).update(
        status=Table.Status.FINISHED, ended_at=table.started_at
    )
    bob.page.goto(here)
    best = bob.page.locator("[aria-labelledby=best-title] tbody tr")
    expect(best.first).to_contain_text("Bob")
    expect(best).to_have_count(2)
    for language in ("en", "ja"):
        type(bob.user).objects.filter(pk=bob.user.pk).update(language=language)
        for at in (here, "/circles/", "/following/", "/my-notes/", "/people/Ann/"):
            bob.page.goto(at)
            assert misfits(bob.page) == {}, at
            assert serious_problems(bob.page) == [], at
