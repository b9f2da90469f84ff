"""A circle in Chromium: from nothing to its first leaderboard, with three people."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.models import Club, Table
from tests import sample_titles
from tests.browser.overflow import misfits
from tests.browser.table_play import faint_text, serious_problems
from tests.browser_fixtures import PHONE, Person
from tests.games.conftest import play_on

pytestmark = pytest.mark.same_everywhere

GAME = sample_titles.usual()
NewPerson = Callable[..., Person]
NAME = "Thursday evenings"


def test_club_from_creation_to_first_leaderboard(person: NewPerson) -> None:
    """Ann begins it, Bob is invited, Cem asks; the three play a match among themselves."""
    ann, bob, cem = person("Ann"), person("Bob", **PHONE), person("Cem")
    page = ann.page
    page.goto("/clubs/")
    page.get_by_role("link", name="Start a club").click()
    page.get_by_label("Club name").fill(NAME)
    page.get_by_label("How people join").select_option(Club.JoinPolicy.REQUEST)
    page.get_by_role("button", name="Start the club").click()
    expect(page.get_by_role("heading", name=NAME)).to_be_visible()
    here = page.url
    page.get_by_role("link", name="Invite people").click()
    page.get_by_label("Names").fill("bob")
    page.get_by_role("button", name="Invite", exact=True).click()
    expect(page.locator("#results")).to_contain_text("Invited.")
    comes_in(bob.page, "Accept")
    expect(bob.page.locator("#talk-text")).to_be_visible()
    comes_in(cem.page, "Ask to join")
    page.goto(here)
    page.get_by_role("button", name="Approve Cem").click()
    page.get_by_role("link", name="Open a table for this club").click()
    page.locator(f'a[href^="/tables/new/{GAME}/"]').click()
    page.get_by_label("Seats", exact=True).select_option("3")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#position")).to_be_visible()
    for guest in (bob, cem):
        guest.page.goto(here)
        guest.page.locator("[aria-labelledby=tables-title] li a").first.click()
        guest.page.get_by_role("button", name="Join this table").click()
    for one in (ann, bob, cem):  # their pages load again when the match starts
        expect(one.page.locator("#turn-bar")).to_be_visible()
    table = play_on(Table.objects.get(club__name=NAME))  # to its end
    winners = table.seat_set.filter(rank=1).values_list("user__username", flat=True)
    bob.page.goto(here)
    best = bob.page.locator("[aria-labelledby=best-title] tbody tr")
    expect(best).to_have_count(3)
    expect(best.first).to_contain_text(re.compile("|".join(winners)))
    for language in ("en", "ja"):
        type(bob.user).objects.filter(pk=bob.user.pk).update(language=language)
        for at in (here, "/clubs/", "/following/", "/my-notes/", "/people/Ann/"):
            bob.page.goto(at)
            assert misfits(bob.page) == {}, at
            problems = serious_problems if language == "en" else faint_text
            assert problems(bob.page) == [], at


def comes_in(page: Page, by: str) -> None:
    """Find the circle in the list, and press the one button that leads in."""
    page.goto("/clubs/")
    page.get_by_role("link", name=NAME).click()
    assert serious_problems(page) == []
    page.get_by_role("button", name=by).click()
