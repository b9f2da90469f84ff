"""Passkeys in Chromium, with a device that has them: keep an account, come in, prove it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table_play import assert_fits, serious_problems
from tests.browser_fixtures import PHONE
from tests.live_site import LiveSite

pytestmark = pytest.mark.same_everywhere

DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "automaticPresenceSimulation": True,
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
}


def test_a_guest_keeps_what_they_have_with_a_passkey_and_comes_back_by_it(
    visitor: Callable[..., Page], live_site: LiveSite
) -> None:
    page = visitor(is_own=True, **PHONE)
    tools = page.context.new_cdp_session(page)
    tools.send("WebAuthn.enable")
    tools.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
    site = f"http://localhost:{live_site.port}"

    page.goto(site)
    page.get_by_role("button", name=re.compile("^Play now")).first.tap()
    page.wait_for_url("**/tables/**")
    page.goto(f"{site}/accounts/keep/")
    assert_fits(page)
    assert serious_problems(page) == []
    page.get_by_label("Name").fill("Wanda")
    page.get_by_label("E-mail address").fill("wanda@example.org")
    page.get_by_role("button", name="Create the account with a passkey").tap()
    page.wait_for_url(f"{site}/")
    mail = live_site.wait_for_mail("wanda@example.org")
    confirm = re.search(r"/accounts/confirm-email\S+", str(mail.get_content()))
    assert confirm is not None
    page.goto(site + confirm[0])
    page.get_by_role("button", name="Yes, confirm").tap()
    expect(page).not_to_have_url(re.compile("confirm-email"))

    page.goto("about:blank")  # or the page's socket could knock without the cookies, and be refused
    page.context.clear_cookies()
    page.goto(f"{site}/accounts/login/?next=/preferences/passkeys/")
    assert serious_problems(page) == []
    page.get_by_role("button", name="Sign in with a passkey").tap()
    expect(page.get_by_role("heading", name="Your passkeys")).to_be_visible()
    assert_fits(page)
    assert serious_problems(page) == []
