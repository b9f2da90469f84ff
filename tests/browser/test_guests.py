"""Playing without an account in Chromium: by a link on a phone, and keeping it amid a match."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.lobby.admission import invitation_links
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Table
from games.table.actions import player_actions
from games.table.session.loader import load_match
from games.time_controls import PRESETS_BY_KEY
from tests import sample_titles
from tests.browser.table_play import assert_fits, play_one, serious_problems, tap, version_of
from tests.browser_fixtures import PHONE, Person
from tests.live_site import LiveSite
from tests.polling import wait_for

pytestmark = pytest.mark.same_everywhere

GAME = sample_titles.usual()


def test_two_presses_lead_a_stranger_to_their_first_decision(
    visitor: Callable[..., Page], record_property: Callable[[str, object], None]
) -> None:
    page = visitor(**PHONE)
    page.goto("/")
    assert serious_problems(page) == []
    began = time.monotonic()
    page.get_by_role("link", name="Play now").tap()
    page.get_by_role("button", name=re.compile("^Play now")).first.tap()
    page.locator("#moves").wait_for(state="attached")
    record_property("seconds", round(time.monotonic() - began, 2))
    assert Table.objects.get().seat_set.get(user__isnull=False).waiting_since


def test_a_guest_plays_by_a_link_and_keeps_the_seat_while_the_match_goes_on(
    person: Callable[..., Person], visitor: Callable[..., Page], live_site: LiveSite
) -> None:
    host, phone = person("Ann").user, visitor(**PHONE)
    table = table_setup.open_table(
        host, GAME, TableSettings(2, {}, PRESETS_BY_KEY["day"].clock, rated=False)
    )
    link = invitation_links.create_link(table.key, host, uses=1, hours=1, guests=True)
    phone.goto(f"/invited/{link.token}/")
    assert_fits(phone)
    assert serious_problems(phone) == []
    phone.get_by_label("Your name").fill("Wanda")
    phone.get_by_role("button", name="Sit down").click()
    expect(phone.locator("#position")).to_have_attribute("data-status", "running")
    seat = table.seat_set.select_related("user").get(user__username="Wanda")
    assert seat.user is not None
    plays_a_turn(table, host, phone)

    form = phone.context.new_page()
    form.goto(table.get_absolute_url())
    form.get_by_role("link", name="Create an account").click()
    expect(form.get_by_label("E-mail address")).to_be_visible()
    assert_fits(form)
    assert serious_problems(form) == []
    form.get_by_label("E-mail address").fill("wanda@example.org")
    form.get_by_label("Password").fill("long enough 4 us")
    form.get_by_role("button", name="Create the account").click()
    form.wait_for_url(re.compile(table.key))
    mail = live_site.wait_for_mail("wanda@example.org")
    confirm = re.search(r"https?://\S+confirm-email\S+", str(mail.get_content()))
    assert confirm is not None
    form.goto(confirm[0])
    form.get_by_role("button", name="Yes, confirm").click()
    wait_for(lambda: not type(host).objects.get(pk=seat.user_id).is_guest, "an account")
    form.close()
    plays_a_turn(table, host, phone)  # on the page that was open all the while
    assert table.seat_set.get(pk=seat.pk).user == seat.user


def plays_a_turn(table: Table, host: User, page: Page) -> None:
    """The host moves until it is the other's turn, who hears of it and taps a move."""
    table.refresh_from_db()
    while host.pk in awaited_users(table):
        match = load_match(table)
        seat = table.seat_set.get(user=host)
        player_actions.confirm(table.key, host, table.version, [match.auto_move(seat.number)])
        table.refresh_from_db()
    version = table.version
    wait_for(lambda: version_of(page) >= version, "the page to hear of the move")
    while table.version == version:
        play_one(page, lambda moves: moves[0], tap)
        table.refresh_from_db()


def awaited_users(table: Table) -> set[int | None]:
    waiting = table.seat_set.filter(waiting_since__isnull=False)
    return set(waiting.values_list("user", flat=True))
