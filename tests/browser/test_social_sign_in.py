"""Signing in with an account elsewhere: Chromium is led to a provider, a site of its own, and back.

The policy of the page has to let its form lead there, and the cookie has to come back.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import oidc_provider_mock
import pytest
from playwright.sync_api import Page, expect

from tests.browser.table_play import assert_fits, serious_problems
from tests.browser_fixtures import PHONE
from tests.live_site import LiveSite

pytestmark = pytest.mark.same_everywhere

CLAIMS = {"email": "eve@example.org", "email_verified": True}


def test_the_button_leads_to_the_provider_and_back(
    visitor: Callable[..., Page], live_site: LiveSite
) -> None:
    eve = oidc_provider_mock.User(sub="eve", claims=CLAIMS)
    page = visitor(is_own=True, **PHONE)
    page.route("https://**", lambda route: route.fulfill(body=""))  # the provider's looks
    with oidc_provider_mock.run_server_in_thread(user_claims=[eve]) as server:
        provider = f"http://localhost:{server.server_port}"
        keys = {"OIDC_ID": "site", "OIDC_SECRET": "secret", "OIDC_NAME": "Club"}
        with live_site.another_web(OIDC_ISSUER=provider, **keys) as site:
            page.goto(f"{site}/accounts/login/?next=/preferences/")
            assert_fits(page)
            assert serious_problems(page) == []
            page.get_by_role("button", name="Sign in with Club").tap()
            page.wait_for_url(re.compile(f"^{provider}/"))
            page.get_by_role("button", name="eve").tap()
            expect(page.get_by_text("your Club account")).to_be_visible()
            assert_fits(page)
            assert serious_problems(page) == []
            page.get_by_label("Name").fill("Eve")
            page.get_by_role("button", name="Sign up").tap()
            page.wait_for_url(f"{site}/preferences/")
            page.goto("about:blank")
