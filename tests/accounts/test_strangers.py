"""Strangers learn nothing about accounts and can spoil nothing when they sign up or sign in."""

from __future__ import annotations

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core.mail import EmailMessage
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import PASSWORD, MakePerson
from tests.accounts.test_sign_in import sign_in
from tests.accounts.test_sign_up import sign_up

pytestmark = pytest.mark.same_everywhere

Outbox = list[EmailMessage]
STRANGER, HOME = "192.0.2.66", "198.51.100.1"


@pytest.fixture
def hashes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The passwords that were hashed since; a hash is what takes the time."""
    done: list[str] = []
    encode = MD5PasswordHasher.encode

    def encode_and_record(self: MD5PasswordHasher, password: str, salt: str) -> str:
        done.append(password)
        return encode(self, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", encode_and_record)
    return done


def at(address: str, **more: str) -> Client:
    return Client(REMOTE_ADDR=address, **more)


# who has an account


def test_signing_up_costs_the_same_whether_the_address_has_an_account(
    ada: User, hashes: list[str], mailoutbox: Outbox
) -> None:
    done = []
    for address in (ada.email, "new@example.org"):
        answer = sign_up(at(STRANGER), "Eve", address)
        done.append((answer.status_code, answer.headers["Location"], len(hashes), len(mailoutbox)))
        hashes.clear()
        mailoutbox.clear()
    assert done[0] == done[1] == (302, "/accounts/confirm-email/", 1, 1)


@pytest.mark.parametrize("login", ["Ada", "ada@example.org", "nobody", "nobody@example.org"])
def test_a_wrong_password_costs_one_hash_for_everybody(
    ada: User, hashes: list[str], login: str
) -> None:
    page = sign_in(at(STRANGER), login, "wrong")
    assert page.status_code == 200
    assert len(hashes) == 1


def test_resetting_costs_the_same_whether_the_address_has_an_account(
    ada: User, hashes: list[str], mailoutbox: Outbox
) -> None:
    done = []
    for address in (ada.email, "new@example.org"):
        answer = at(STRANGER).post("/accounts/password/reset/", {"email": address})
        done.append((answer.status_code, answer.headers["Location"], len(hashes), len(mailoutbox)))
        mailoutbox.clear()
    assert done[0] == done[1]


def address_change_messages(client: Client, address: str) -> list[str]:
    """What somebody is told who changes their address to this one."""
    page = client.post("/accounts/email/", {"action_add": "", "email": address}, follow=True)
    return [str(message).replace(address, "…") for message in page.context["messages"]]


def test_changing_to_an_address_says_the_same_whether_it_has_an_account(
    sure_ada: Client, ben: User
) -> None:
    assert (
        address_change_messages(sure_ada, ben.email)
        == address_change_messages(sure_ada, "new@example.org")
        != []
    )


def test_changing_to_an_address_says_the_same_when_it_had_a_mail_a_moment_ago(
    sure_ada: Client, ben: User, mailoutbox: Outbox
) -> None:
    sign_up(at(STRANGER), "Eve", "eve@example.org")
    mailoutbox.clear()
    assert (
        address_change_messages(sure_ada, "eve@example.org")
        == address_change_messages(sure_ada, "new@example.org")
        != []
    )
    assert [mail.to for mail in mailoutbox] == [["new@example.org"]]


# where links lead


@pytest.mark.parametrize("path", ["password/reset/", "signup/"])
@pytest.mark.parametrize("known", [True, False])
def test_links_in_mails_lead_home_whatever_host_was_named(
    ada: User, mailoutbox: Outbox, settings, path: str, known: bool
) -> None:
    settings.SITE_URL = "https://longtable.example"
    settings.ALLOWED_HOSTS = ["evil.example", "localhost"]
    email = ada.email if known else "new@example.org"
    form = {"email": email, "username": "Eve", "password1": PASSWORD}
    for host in ("localhost:6666", "evil.example"):
        Client(headers={"host": host}).post(f"/accounts/{path}", form)
    for mail in mailoutbox:
        text = f"{mail.subject} {mail.body}"
        assert "https://longtable.example/accounts/" in text
        assert "6666" not in text
        assert "evil" not in text
    assert mailoutbox


# who is kept out


def test_a_strangers_guesses_do_not_keep_the_owner_out(ada: User) -> None:
    stranger = at(STRANGER)
    for _ in range(5):
        sign_in(stranger, "Ada", "wrong")
    assert "Too many failed" in sign_in(stranger, "Ada").text
    assert sign_in(at(HOME), "Ada").status_code == 302


def test_another_host_name_is_no_second_chance(ada: User) -> None:
    for number in range(5):
        sign_in(at(STRANGER, HTTP_HOST=f"localhost:{number + 1}"), "Ada", "wrong")
    assert "Too many failed" in sign_in(at(STRANGER, HTTP_HOST="localhost:99"), "Ada").text


def test_many_addresses_guess_no_faster_than_the_limit_for_strangers(ada: User, settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"login_failed": None, "login_failed_strangers": "3/h/key"}
    for number in range(3):
        assert sign_in(at(f"192.0.2.{number}"), "Ada", "wrong").status_code == 200
    assert "Too many failed" in sign_in(at("192.0.2.9"), "Ada").text


def test_a_device_that_was_signed_in_before_is_never_kept_out_by_others(
    ada: User, settings
) -> None:
    own = at(HOME)
    assert sign_in(own, "Ada").status_code == 302
    own.post("/accounts/logout/")
    settings.ACCOUNT_RATE_LIMITS = {"login_failed": "5/h/key", "login_failed_strangers": "3/h/key"}
    for number in range(4):
        sign_in(at(f"192.0.2.{number}"), "Ada", "wrong")
    assert "Too many failed" in sign_in(at(HOME), "Ada").text
    assert sign_in(own, "ada@example.org").status_code == 302


def test_a_known_device_may_not_guess_for_ever(ada: User, settings) -> None:
    own = at(HOME)
    sign_in(own, "Ada")
    own.post("/accounts/logout/")
    for _ in range(5):
        sign_in(own, "Ada", "wrong")
    assert "Too many failed" in sign_in(own, "Ada").text


@pytest.mark.parametrize("cookie", ["forged", "", "x" * 3000])
def test_a_forged_device_is_a_stranger(ada: User, settings, cookie: str) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"login_failed_strangers": "1/h/key"}
    for login, seen in (("wrong", False), (PASSWORD, True)):
        client = at(HOME)
        client.cookies["device"] = cookie
        assert ("Too many failed" in sign_in(client, "Ada", login).text) == seen


def test_a_device_known_for_one_person_is_a_stranger_to_another(
    ada: User, make_person: MakePerson, settings
) -> None:
    make_person("Mal")
    mal = at(STRANGER)
    sign_in(mal, "Mal")
    mal.post("/accounts/logout/")
    settings.ACCOUNT_RATE_LIMITS = {"login_failed_strangers": "1/h/key"}
    sign_in(mal, "Ada", "wrong")
    assert "Too many failed" in sign_in(mal, "Ada", "wrong").text
