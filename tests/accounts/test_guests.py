"""Guests by themselves: how many there may be, what is shut to them, how they stay and go."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import AnonymousUser
from django.core.mail import EmailMultiAlternatives
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.urls import get_resolver, resolve
from django.utils import timezone

from accounts import guest_access, guests
from accounts.models import User
from portal.errors import TooManyRequests
from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.same_everywhere


def request_from(address: str) -> HttpRequest:
    request = RequestFactory(REMOTE_ADDR=address).post("/")
    request.user = AnonymousUser()
    return request


@pytest.fixture
def guest(db: None) -> User:
    return User.objects.create_user("Wanda", guest_network="somewhere")


@pytest.fixture
def as_guest(guest: User, client: Client) -> Client:
    client.force_login(guest)
    return client


# how many


def count_created_guests(address: str, tries: int) -> int:
    """How many guests come of so many requests from there."""
    count = 0
    for _try in range(tries):
        try:
            guests.create_guest(request_from(address))
            count += 1
        except TooManyRequests:
            pass
    return count


def test_a_thousand_requests_from_one_address_make_five_guests(db: None) -> None:
    assert count_created_guests("203.0.113.7", 1000) == 5
    assert count_created_guests("203.0.113.8", 1) == 1


def test_an_address_has_twenty_a_day_and_forty_at_all(db: None) -> None:
    address, hour, day = "203.0.113.7", timedelta(hours=1), timedelta(days=1)

    def passes(time: timedelta) -> None:
        for one in User.objects.all():
            User.objects.filter(pk=one.pk).update(date_joined=one.date_joined - time)

    found = []
    for _hour in range(6):
        found.append(count_created_guests(address, 6))
        passes(hour)
    assert found == [5, 5, 5, 5, 0, 0]
    passes(day)
    for _hour in range(4):
        assert count_created_guests(address, 6) == 5
        passes(hour)
    passes(day)
    assert count_created_guests(address, 1) == 0


def test_a_network_of_ipv6_counts_as_one_address(db: None) -> None:
    assert sum(count_created_guests(f"2001:db8:1:1::{n:x}", 1) for n in range(8)) == 5
    assert count_created_guests("2001:db8:1:2::1", 1) == 1


def test_guests_without_a_name_get_distinct_names(db: None) -> None:
    names = {guests.create_guest(request_from(f"203.0.113.{n}")).username for n in range(5)}
    assert len(names) == 5
    assert not any(name.startswith("guest") for name in names)


# what is shut


def test_what_is_open_are_addresses_that_there_are() -> None:
    known = {
        f"{space}:{name}" if space else name
        for space in ("", "games", "api", "accounts")
        for name in _names_in(space)
    }
    assert guest_access.OPEN - known == set()
    assert guest_access.SIGN_IN_URL_NAMES - known == set()


def _names_in(space: str) -> set[str]:
    resolver = get_resolver()
    if space:
        resolver = resolver.namespace_dict[space][1]
    return {name for name in resolver.reverse_dict if isinstance(name, str)}


SHUT = (
    *("/tables/", "/preferences/tokens/", "/clubs/new/", "/tables/k/join/", "/games/g/quick/"),
    *("/preferences/notifications/webhook/", "/people/p/follow/", "/tables/k/invite/", "/admin/"),
    *("/tables/k/hand-on/", "/accounts/email/", "/accounts/2fa/", "/preferences/delete/"),
    *("/api/tables/", "/api/clubs/", "/api/match-requests/g/", "/api/notifications/devices/"),
)


@pytest.mark.parametrize("path", SHUT)
def test_whatever_changes_something_is_shut_unless_it_is_on_the_list(
    as_guest: Client, path: str
) -> None:
    answer = as_guest.post(path, {"any": "thing"})
    if path.startswith("/api/"):
        assert (answer.status_code, answer.json()["error"]) == (403, "needs_account")
    else:
        assert answer["Location"] == "/accounts/keep/?next=%2F"


def test_shut_pages_lead_to_the_form_and_back(as_guest: Client) -> None:
    for path in ("/clubs/", "/preferences/tokens/", "/tables/new/", "/following/?a=b"):
        assert as_guest.get(path).url.startswith("/accounts/keep/?next="), path  # type: ignore[attr-defined]
    pressed = as_guest.post("/clubs/new/", headers={"Referer": "http://testserver/games/?a=b"})
    assert pressed["Location"] == "/accounts/keep/?next=%2Fgames%2F%3Fa%3Db"
    foreign = as_guest.post("/clubs/new/", headers={"Referer": "http://elsewhere.example/x"})
    assert foreign["Location"] == "/accounts/keep/?next=%2F"
    for path in ("/accounts/login/?next=/games/", "/accounts/signup/?next=/games/"):
        assert as_guest.get(path)["Location"] == "/accounts/keep/?next=%2Fgames%2F"
    form = 'type="hidden" name="next" value="%s"'
    assert form % "/games/" in as_guest.get("/accounts/keep/?next=/games/").text
    assert form % "" in as_guest.get("/accounts/keep/?next=//elsewhere.example").text


def test_what_anybody_looks_at_is_open(as_guest: Client) -> None:
    for path in (
        "/",
        "/games/",
        "/tables/",
        "/my-tables/",
        "/preferences/",
        "/keys/",
        "/notifications/",
    ):
        assert as_guest.get(path).status_code == 200, path


def test_an_altered_cookie_is_nobody(as_guest: Client) -> None:
    key = as_guest.cookies["sessionid"].value
    as_guest.cookies["sessionid"] = key[:-1] + ("a" if key[-1] != "a" else "b")
    assert as_guest.get("/my-tables/")["Location"].startswith("/accounts/login/")


def test_everybody_else_passes(as_ada: Client) -> None:
    assert as_ada.get("/clubs/new/").status_code == 200
    assert as_ada.get("/accounts/keep/?next=/games/")["Location"] == "/games/"
    assert Client().get("/accounts/keep/")["Location"].startswith("/accounts/login/")


def test_guest_access_reads_what_login_required_leaves(rf: RequestFactory) -> None:
    """It would let guests look where only members do, should Django name it otherwise."""
    for path, asks in (("/clubs/", True), ("/tables/", False), ("/api/availability/", True)):
        request = rf.get(path)
        request.resolver_match = resolve(path)
        assert guest_access.is_open_to_guests(request, request.resolver_match.func) is not asks


# staying


def keep(client: Client, **other: str) -> str:
    form = {"username": "Wanda", "email": "wanda@example.org", "password1": PASSWORD, **other}
    return client.post("/accounts/keep/", {**form, "next": "/games/"}).text


def test_taken_address_gets_the_same_page_and_a_mail_to_its_owner(
    as_guest: Client, guest: User, ada: User, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    assert keep(as_guest, email=ada.email) == ""
    page = as_guest.get("/accounts/keep/").text
    assert ada.email in page
    assert [mail.to for mail in mailoutbox] == [[ada.email]]
    assert "confirm-email" not in mailoutbox[0].body
    guest.refresh_from_db()
    assert guest.is_guest
    assert not EmailAddress.objects.filter(user=guest).exists()


def test_the_form_may_be_sent_again_with_another_address(
    as_guest: Client, guest: User, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    keep(as_guest, email="typo@example.org")
    keep(as_guest, username="Wanda_B")
    guest.refresh_from_db()
    assert guest.username == "Wanda_B"
    assert [one.email for one in EmailAddress.objects.filter(user=guest)] == ["wanda@example.org"]
    assert [mail.to for mail in mailoutbox] == [["typo@example.org"], ["wanda@example.org"]]


@pytest.mark.parametrize(
    "wrong",
    [{"username": "Ada"}, {"username": "guest-3"}, {"email": "nowhere"}, {"password1": "short"}],
)
def test_a_form_that_cannot_be_changes_nothing(
    as_guest: Client, guest: User, ada: User, wrong: dict[str, str]
) -> None:
    assert "form" in keep(as_guest, **wrong)
    guest.refresh_from_db()
    assert (guest.username, guest.has_usable_password()) == ("Wanda", False)
    assert as_guest.get("/my-tables/").status_code == 200


def test_signing_out_warns_that_the_seats_are_lost(as_guest: Client) -> None:
    assert "you cannot return" in as_guest.get("/accounts/logout/").text
    assert "you cannot return" in as_guest.get("/accounts/keep/").text
    left = as_guest.post("/accounts/logout/", {"next": "/accounts/login/?next=/games/"})
    assert left["Location"] == "/accounts/login/?next=/games/"
    assert as_guest.get("/accounts/login/").status_code == 200


# going


def test_whoever_became_an_account_or_was_here_is_not_removed(guest: User) -> None:
    now = timezone.now()
    late = now + guests.KEPT + timedelta(days=1)
    User.objects.filter(pk=guest.pk).update(last_seen_at=late - timedelta(days=2))
    other = User.objects.create_user("Other", guest_network="")
    assert guests.remove_stale_guests(late) == 0
    User.objects.filter(pk=guest.pk).update(last_seen_at=now)
    assert guests.remove_stale_guests(late) == 1
    guest.refresh_from_db()
    other.refresh_from_db()
    assert (guest.username, guest.is_guest, guest.is_active) == (f"former-{guest.pk}", False, False)
    assert other.is_active
    assert guests.remove_stale_guests(late) == 0
