"""The link of a club in Chromium: from its leader, through sign-up on a phone, into the club."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.clubs import creation
from games.models import Club, ClubLink
from tests.browser.overflow import misfits
from tests.browser.table_play import assert_fits, serious_problems
from tests.browser_fixtures import PHONE, Person
from tests.live_site import LiveSite

pytestmark = pytest.mark.same_everywhere

WELCOME = "Welcome to our Thursday evenings"


def test_stranger_signs_up_by_the_link_of_a_club(
    person: Callable[..., Person], visitor: Callable[..., Page], live_site: LiveSite
) -> None:
    ann = person("Ann")
    for name in ("Bob", "Cem"):
        person(name)
    club = creation.create_club(ann.user, "Thursday", "", Club.JoinPolicy.INVITATION)
    page = ann.page
    page.goto(club.get_absolute_url())
    page.get_by_role("link", name="Invite people").click()
    page.get_by_label("Names").fill("bob, nobody\ncem")
    page.get_by_role("button", name="Invite", exact=True).click()
    results = page.locator("#results li")
    expect(results).to_have_text(
        [re.compile("bob.*Invited"), re.compile("nobody.*no account"), re.compile("cem.*Invited")]
    )
    assert serious_problems(page) == []
    page.get_by_role("button", name="Withdraw Cem").click()
    expect(page.locator("[aria-labelledby=invited-title] li")).to_have_count(1)
    page.get_by_label("Welcome text").fill(WELCOME)
    page.get_by_role("button", name="Create a link").click()
    address = page.locator("#links input[readonly]").input_value()
    expect(page.get_by_role("button", name="Copy the link")).to_be_visible()
    assert serious_problems(page) == []
    assert misfits(page) == {}

    phone = visitor(**PHONE)
    phone.goto(f"/clubs/join/{ClubLink.objects.get().token}/")
    assert address.endswith(f"/clubs/join/{ClubLink.objects.get().token}/")
    expect(phone.get_by_text(WELCOME)).to_be_visible()
    assert_fits(phone)
    assert serious_problems(phone) == []
    phone.get_by_role("button", name="Sign up and join").tap()
    phone.get_by_label("Name", exact=True).fill("Wanda")
    phone.get_by_label("E-mail address").fill("wanda@example.org")
    phone.get_by_label("Password").fill("long enough 4 us")
    phone.get_by_role("button", name="Sign up", exact=True).click()
    mail = live_site.wait_for_mail("wanda@example.org")
    confirm = re.search(r"https?://\S+confirm-email\S+", str(mail.get_content()))
    assert confirm is not None
    phone.goto(confirm[0])
    phone.get_by_role("button", name="Yes, confirm").click()
    expect(phone.get_by_role("heading", name="Thursday")).to_be_visible()
    expect(phone.locator("#talk-text")).to_be_visible()
    page.reload()
    expect(page.locator("#links")).to_contain_text("Used 1 of 10 times")
