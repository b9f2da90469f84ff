"""Playing with a name alone: what leads a guest to a seat, and what refuses one."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from django.utils import timezone

from accounts import guests
from accounts.models import User
from games import tasks
from games.lobby import match_start
from games.lobby.admission import host_actions, invitation_links, invitations
from games.lobby.models import InvitationLink
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Notification, Seat, Table
from games.time_controls import PRESETS_BY_KEY
from portal.errors import ActionError, Forbidden, TooManyRequests
from tests.clients import signed_in
from tests.games.conftest import GAME, fresh, seats_of
from tests.refusals import expect_refusal

pytestmark = pytest.mark.same_everywhere

DAY = PRESETS_BY_KEY["day"].clock


@pytest.fixture
def table(people: list[User]) -> Table:
    """A friendly table of three that its host starts."""
    return table_setup.open_table(
        people[0], GAME, TableSettings(3, {}, DAY, rated=False, start_when=Table.StartMode.HOST)
    )


@pytest.fixture
def link(table: Table) -> InvitationLink:
    return invitation_links.create_link(table.key, table.host, uses=2, hours=1, guests=True)


@pytest.fixture
def guest(db: None) -> User:
    return User.objects.create_user("Wanda", guest_network="somewhere")


def sits_down(link: InvitationLink, name: str = "Wanda", **headers: str) -> tuple[Client, User]:
    """A browser without an account takes a seat by the link."""
    client = Client(headers=headers)
    answer = client.post(f"/invited/{link.token}/", {"name": name})
    assert answer.get("Location") == link.table.get_absolute_url(), answer.text
    return client, User.objects.exclude(guest_network="").latest("pk")


def test_a_name_is_enough_to_sit_down_and_it_says_guest(link: InvitationLink) -> None:
    page = Client().get(f"/invited/{link.token}/").text
    assert 'name="name"' in page
    client, guest = sits_down(link)
    assert guest.username == "Wanda"
    assert not guest.has_usable_password()
    assert link.table.seat_set.filter(user=guest).exists()
    for address in (link.table.get_absolute_url(), "/my-tables/"):
        page = client.get(address).text
        assert "Wanda" in page
        assert "(guest)" in page
        assert "/people/Wanda/" not in page
    cookie = client.cookies["sessionid"]
    assert cookie["httponly"]
    assert int(cookie["max-age"]) > 300 * 24 * 3600


def test_a_name_that_is_taken_gets_a_number_and_says_so(
    link: InvitationLink, people: list[User]
) -> None:
    name = people[1].username
    client, guest = sits_down(link, name.upper())
    assert guest.username == f"{name.upper()}-2"
    assert f"{name.upper()}-2" in client.get(link.table.get_absolute_url()).text


@pytest.mark.parametrize("name", ["", "7", "<b>", "guest-7", "former-3", "a" * 21])
def test_a_name_that_nobody_may_have_makes_no_guest(link: InvitationLink, name: str) -> None:
    answer = Client().post(f"/invited/{link.token}/", {"name": name})
    assert answer.status_code == 422
    assert not User.objects.exclude(guest_network="").exists()


def test_a_link_that_is_over_says_so_and_makes_no_guest(link: InvitationLink) -> None:
    InvitationLink.objects.update(use_count=2)
    answer = Client().post(f"/invited/{link.token}/", {"name": "Wanda"})
    assert answer.status_code == 410
    assert "used up" in answer.text
    assert 'name="name"' not in answer.text
    assert not User.objects.exclude(guest_network="").exists()


def test_a_link_without_the_tick_asks_for_an_account(table: Table, guest: User) -> None:
    shut = invitation_links.create_link(table.key, table.host, uses=1, hours=1)
    assert 'name="name"' not in Client().get(f"/invited/{shut.token}/").text
    answer = Client().post(f"/invited/{shut.token}/", {"name": "Wanda"})
    assert "/accounts/login/" in answer["Location"]
    with expect_refusal(Forbidden, "needs_account"):
        invitation_links.use_link(shut.token, guest)


def test_a_rated_table_has_no_links_for_guests(people: list[User], guest: User) -> None:
    rated = table_setup.open_table(
        people[0], GAME, TableSettings(3, {}, DAY, start_when=Table.StartMode.HOST)
    )
    made = invitation_links.create_link(rated.key, people[0], uses=1, hours=1, guests=True)
    assert not made.for_guests
    assert 'name="guests"' not in signed_in(people[0]).get(f"/tables/{rated.key}/invite/").text
    InvitationLink.objects.update(for_guests=True)  # even so
    with expect_refusal(Forbidden, "needs_account", match="rated"):
        invitation_links.use_link(made.token, guest)
    invitations.invite(rated.key, people[0], [guest.username])
    with expect_refusal(Forbidden, "needs_account", match="rated"):
        invitations.accept(rated.key, guest)


def test_the_host_ticks_that_guests_may_use_a_link(table: Table) -> None:
    host = signed_in(table.host)
    assert 'name="guests" checked' in host.get(f"/tables/{table.key}/invite/").text
    for ticked in ({}, {"guests": "on"}):
        host.post(f"/tables/{table.key}/invite/links/", {"uses": "1", "hours": "24", **ticked})
    assert [link.for_guests for link in invitation_links.active_links(table)] == [False, True]


def test_no_guest_sits_down_without_the_link(table: Table, guest: User) -> None:
    with expect_refusal(Forbidden, "needs_account"):
        table_setup.join(table.key, guest)
    unlisted = table_setup.open_table(
        table.host, GAME, TableSettings(3, {}, DAY, rated=False, visibility=Table.Visibility.LINK)
    )
    with expect_refusal(Forbidden, "needs_account"):
        table_setup.join(unlisted.key, guest)


def test_a_guest_opens_tables_with_bots_alone(guest: User) -> None:
    alone = TableSettings(2, {}, DAY, bots=("random",), visibility="link")
    for chosen in (replace(alone, bots=()), replace(alone, visibility="public")):
        with expect_refusal(Forbidden, "needs_account"):
            table_setup.open_table(guest, GAME, chosen)
    table_setup.open_table(guest, GAME, alone)


def test_a_guest_plays_with_bots_again(db: None) -> None:
    client = Client()
    client.post(f"/games/{GAME}/play/")
    table = Table.objects.get()
    client.post(f"{table.get_absolute_url()}resign/")
    assert fresh(table).is_over
    answer = client.post(f"{table.get_absolute_url()}rematch/")
    following = Table.objects.get(rematch_of=table)
    assert answer["Location"] == following.get_absolute_url()
    assert following.is_running
    assert sorted(bool(seat.bot) for seat in seats_of(following)) == [False, True]


def test_a_guest_has_three_tables_at_once(guest: User, people: list[User]) -> None:
    tokens = []
    for _ in range(4):
        one = table_setup.open_table(people[0], GAME, TableSettings(3, {}, DAY, rated=False))
        tokens.append(
            invitation_links.create_link(one.key, people[0], uses=1, hours=1, guests=True).token
        )
    for token in tokens[:3]:
        invitation_links.use_link(token, guest)
    with expect_refusal(TooManyRequests, "too_many_tables"):
        invitation_links.use_link(tokens[3], guest)
    with expect_refusal(TooManyRequests, "too_many_tables"):
        table_setup.open_table(
            guest, GAME, TableSettings(2, {}, DAY, bots=("random",), visibility="link")
        )


def test_a_guest_is_made_host_of_nobody(link: InvitationLink) -> None:
    _client, guest = sits_down(link)
    with expect_refusal(Forbidden, "needs_account"):
        host_actions.transfer_host(link.table.key, link.table.host, guest.username)


def test_guests_are_on_no_page_about_people(link: InvitationLink, people: list[User]) -> None:
    _client, guest = sits_down(link)
    match_start.start(link.table.key, link.table.host)
    reader = signed_in(people[0])
    for address in ("/people/Wanda/", "/people/Wanda/numbers/"):
        assert reader.get(address).status_code == 404
    assert guest.username not in dict(invitations.recent_opponents(people[0]))
    reader.post("/following/add/", {"name": "Wanda"})
    assert "Wanda" not in reader.get("/following/").text


def test_a_guest_plays_becomes_an_account_and_the_match_goes_on(
    link: InvitationLink, people: list[User], mailoutbox: list[EmailMultiAlternatives]
) -> None:
    client, guest = sits_down(link)
    match_start.start(link.table.key, link.table.host)
    table = fresh(link.table)
    seat = table.seat_set.get(user=guest)
    here = table.get_absolute_url()
    client.post(f"{here}chat/", {"text": "Hello"})
    client.post(f"{here}note/", {"text": "Mine alone"})
    assert not Notification.objects.filter(user=guest, channel="mail").exists()

    shut = client.get("/clubs/new/", headers={"Referer": "http://testserver/"})
    assert shut["Location"] == "/accounts/keep/?next=%2Fclubs%2Fnew%2F"
    assert "You need an account for this" in client.get(shut["Location"]).text
    key = client.session.session_key
    form = {"username": "Wanda", "email": "wanda@example.org", "password1": "long enough 4 us"}
    answer = client.post("/accounts/keep/", {**form, "next": here})
    assert answer["Location"] == here
    assert client.session.session_key != key
    guest.refresh_from_db()
    assert guest.is_guest
    assert guest.email == ""  # no mail goes there before it is confirmed
    assert "(guest)" in client.get(here).text

    confirm = re.search(r"https?://[^/]+(/\S+confirm-email\S+)", mailoutbox[-1].body)
    assert confirm is not None
    assert client.session.get_expiry_age() > settings.SESSION_COOKIE_AGE
    Client().post(confirm[1])  # on whichever device the mail was read
    page = client.get(here).text
    assert client.session.get_expiry_age() == settings.SESSION_COOKIE_AGE
    assert int(client.cookies["sessionid"]["max-age"]) == settings.SESSION_COOKIE_AGE
    assert "(guest)" not in page
    assert "Hello" in page
    assert "Mine alone" in page
    guest.refresh_from_db()
    assert (guest.is_guest, guest.email) == (False, "wanda@example.org")
    assert table.seat_set.get(user=guest) == seat
    assert client.get("/clubs/new/").status_code == 200
    again = Client()
    again.post("/accounts/login/", {"login": "Wanda", "password": "long enough 4 us"})
    assert "Wanda" in again.get("/my-tables/").text


def test_a_guest_who_is_removed_while_sitting_leaves_the_match_to_a_bot(
    link: InvitationLink,
) -> None:
    client, guest = sits_down(link)
    match_start.start(link.table.key, link.table.host)
    alone = table_setup.open_table(
        guest, GAME, TableSettings(2, {}, DAY, bots=("random",), visibility=Table.Visibility.LINK)
    )
    now = timezone.now()
    assert guests.remove_stale_guests(now + timedelta(days=59)) == 0
    User.objects.filter(pk=guest.pk).update(last_seen_at=now - timedelta(days=61))
    assert tasks.remove_guests() == 1
    seat = Seat.objects.select_related("user").get(table=link.table, user=guest)
    assert (seat.name, seat.leave_reason) == ("Former player", Seat.LeaveReason.RESIGNED)
    assert fresh(link.table).is_running
    assert not fresh(alone).is_running
    assert Seat.objects.exclude(table=alone).filter(user=guest).count() == 1
    refused = client.post(f"{link.table.get_absolute_url()}chat/", {"text": "Still here?"})
    assert "Still here?" not in client.get(link.table.get_absolute_url()).text
    assert refused.status_code in (302, 403)
    with pytest.raises(ActionError):
        invitation_links.use_link(link.token, guest)
    assert tasks.remove_guests() == 0
