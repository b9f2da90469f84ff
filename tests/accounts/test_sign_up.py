"""Signing up: the name, the mail, the link, and what stands in the way of crowds."""

from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.test import Client

from accounts.models import User
from accounts.usernames import check_username
from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db
Outbox = list[EmailMessage]


def sign_up(client: Client, name: str = "Ada", email: str = "ada@example.org"):
    form = {"username": name, "email": email, "password1": PASSWORD}
    return client.post("/accounts/signup/", form)


def link_in(mail: EmailMessage) -> str:
    found = re.search(r"https?://[^/\s]+(/\S+)", str(mail.body))
    assert found, mail.body
    return found[1]


def test_a_newcomer_confirms_the_address_and_is_in(client: Client, mailoutbox: Outbox) -> None:
    assert sign_up(client).headers["Location"] == "/accounts/confirm-email/"
    assert client.get("/preferences/").status_code == 302
    (mail,) = mailoutbox
    assert mail.to == ["ada@example.org"]
    link = link_in(mail)
    page = client.get(link)
    assert "ada@example.org" in page.text
    assert not EmailAddress.objects.get().verified
    assert client.post(link).status_code == 302
    assert EmailAddress.objects.get().verified
    assert client.get("/preferences/").status_code == 200


@pytest.mark.same_everywhere
def test_nobody_signs_in_before_the_address_is_confirmed(
    client: Client, mailoutbox: Outbox
) -> None:
    sign_up(client)
    other = Client()
    answer = other.post("/accounts/login/", {"login": "Ada", "password": PASSWORD})
    assert answer.headers["Location"] == "/accounts/confirm-email/"
    assert other.get("/preferences/").status_code == 302


def test_a_broken_confirmation_link_says_what_to_do(client: Client) -> None:
    page = client.get("/accounts/confirm-email/nonsense/")
    assert "no longer valid" in page.text
    assert 'href="/accounts/login/"' in page.text


def test_a_newcomer_starts_with_the_language_and_time_zone_of_the_browser(client: Client) -> None:
    client.cookies["time_zone"] = "Asia/Tokyo"
    client.cookies["django_language"] = "ja"
    sign_up(client)
    user = User.objects.get()
    assert (user.language, user.time_zone) == ("ja", "Asia/Tokyo")


@pytest.mark.same_everywhere
def test_a_time_zone_that_is_none_is_not_stored(client: Client) -> None:
    client.cookies["time_zone"] = "Middle/Earth"
    sign_up(client)
    assert User.objects.get().time_zone == "UTC"


@pytest.mark.same_everywhere
def test_names_are_unique_whatever_their_case(client: Client, ada: User) -> None:
    page = sign_up(client, "ADA", "other@example.org")
    assert page.status_code == 200
    assert User.objects.count() == 1


@pytest.mark.same_everywhere
def test_sign_up_does_not_reveal_a_taken_address(
    client: Client, ada: User, mailoutbox: Outbox
) -> None:
    answer = sign_up(client, "Eve", ada.email)
    assert answer.headers["Location"] == "/accounts/confirm-email/"
    assert User.objects.count() == 1
    assert "already an account" in str(mailoutbox[0].body)


@pytest.mark.same_everywhere
@pytest.mark.parametrize("name", ["Ada", "a-b", "x_1", "A" * 20, "Botond", "formerly"])
def test_good_names_are_taken(name: str) -> None:
    check_username(name)


@pytest.mark.same_everywhere
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("ab", "length"),
        ("a" * 21, "length"),
        ("Ada Lovelace", "characters"),
        ("Аda", "characters"),
        ("ada@home", "characters"),
        ("former-12", "reserved"),
        ("Former-Ada", "reserved"),
        ("bot", "reserved"),
        ("Bot_7", "reserved"),
        ("bot3", "reserved"),
        ("ADMIN", "reserved"),
    ],
)
def test_bad_names_are_refused_with_the_reason(name: str, reason: str) -> None:
    with pytest.raises(ValidationError) as refusal:
        check_username(name)
    assert refusal.value.code == reason


@pytest.mark.same_everywhere
def test_the_sign_up_form_refuses_reserved_names(client: Client) -> None:
    page = sign_up(client, "former-1")
    assert "reserved" in page.text
    assert not User.objects.exists()


@pytest.mark.same_everywhere
def test_sign_ups_from_one_place_are_limited(client: Client, settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"signup": "2/h/ip"}
    for number in range(2):
        assert Client().post("/accounts/signup/", {"username": f"p{number}"}).status_code == 200
    page = Client().post("/accounts/signup/", {"username": "p3"})
    assert page.status_code == 429
    assert "site-header" in page.text
