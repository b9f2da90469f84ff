"""The first visitor with the key that `serve` prints takes over the site and gives it a name."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from accounts.site import owner
from portal.server import owner_key
from tests.browser.table_play import assert_fits, serious_problems
from tests.browser_fixtures import PHONE

pytestmark = pytest.mark.same_everywhere


def test_the_key_opens_the_site_which_then_has_a_name(visitor: Callable[..., Page]) -> None:
    owner.sync_owner_key()
    page = visitor(is_own=True, **PHONE)
    page.goto("/site/first-run/")
    assert_fits(page)
    assert serious_problems(page) == []
    page.get_by_label("Key").fill(owner_key.read(settings.DATA_DIR))
    page.get_by_label("Name").fill("Odile")
    page.get_by_label("E-mail address").fill("odile@example.org")
    page.get_by_label("Password").fill("walnut-plank-7")
    page.get_by_label("Password").press("Enter")
    page.wait_for_url("**/site/")
    assert_fits(page)
    assert serious_problems(page) == []
    page.get_by_label("Name of the site").fill("Sunday Club")
    page.get_by_label("Name of the site").press("Enter")
    expect(page.locator(".toast")).to_contain_text("Saved")
    expect(page.locator(".brand")).to_have_text("Sunday Club")
    page.get_by_label("Name of the site").fill("Longtable")  # for the tests that follow
    page.get_by_label("Name of the site").press("Enter")
    expect(page.locator(".brand")).to_have_text("Longtable")
    assert not owner_key.read(settings.DATA_DIR)
