"""Login, logout, and passwords: changed, forgotten, guessed at."""

from __future__ import annotations

import pytest
from django.core.mail import EmailMessage
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import PASSWORD
from tests.accounts.test_sign_up import link_in

pytestmark = pytest.mark.same_everywhere

Outbox = list[EmailMessage]


def sign_in(client: Client, login: str, password: str = PASSWORD):
    return client.post("/accounts/login/", {"login": login, "password": password})


@pytest.mark.parametrize("login", ["Ada", "ada", "ada@example.org", "ADA@example.org"])
def test_one_signs_in_by_name_or_address(client: Client, ada: User, login: str) -> None:
    assert sign_in(client, login).headers["Location"] == "/"
    assert client.get("/preferences/").status_code == 200


def test_a_wrong_password_keeps_one_out(client: Client, ada: User) -> None:
    page = sign_in(client, "Ada", "wrong")
    assert page.status_code == 200
    assert 'role="alert"' in page.text
    assert client.get("/preferences/").status_code == 302


def test_who_presses_when_signed_out_comes_back_to_the_page_they_pressed_on(
    client: Client, ada: User
) -> None:
    on_it = {"Referer": "http://testserver/games/?sort=new"}
    for_a_button = client.post("/tables/abcd/join/", headers=on_it)
    assert for_a_button["Location"] == "/accounts/login/?next=/games/%3Fsort%3Dnew"
    signed_in = client.post(for_a_button["Location"], {"login": "Ada", "password": PASSWORD})
    assert signed_in["Location"] == "/games/?sort=new"
    assert client.get("/games/?sort=new").status_code == 200
    elsewhere = Client().post("/tables/abcd/join/", headers={"Referer": "http://elsewhere.example"})
    assert elsewhere["Location"] == "/accounts/login/?next=/"


def test_logging_out_takes_a_click(as_ada: Client) -> None:
    assert as_ada.get("/accounts/logout/").status_code == 200
    assert as_ada.get("/preferences/").status_code == 200
    assert as_ada.post("/accounts/logout/").headers["Location"] == "/"
    assert as_ada.get("/preferences/").status_code == 302


def test_guessing_a_password_is_stopped_even_for_the_right_one(client: Client, ada: User) -> None:
    for _ in range(5):
        assert sign_in(client, "Ada", "wrong").status_code == 200
    page = sign_in(client, "Ada")
    assert page.status_code == 200
    assert "Too many failed" in page.text
    assert client.get("/preferences/").status_code == 302


def test_logins_from_one_place_are_limited(client: Client, ada: User, settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"login": "3/m/ip", "login_failed": None}
    answers = [sign_in(client, "nobody", "wrong").status_code for _ in range(4)]
    assert answers == [200, 200, 200, 429]


def test_a_forgotten_password_is_set_anew(client: Client, ada: User, mailoutbox: Outbox) -> None:
    client.post("/accounts/password/reset/", {"email": ada.email})
    page = client.get(link_in(mailoutbox[0]), follow=True)
    url = page.redirect_chain[-1][0]
    new = {"password1": "another-plank-8", "password2": "another-plank-8"}
    assert client.post(url, new).status_code == 302
    assert sign_in(Client(), "Ada").status_code == 200
    assert sign_in(Client(), "Ada", "another-plank-8").status_code == 302
    used = Client().get(link_in(mailoutbox[0]), follow=True)
    assert "already been used" in used.text


def test_a_reset_tells_strangers_nothing(client: Client, db: None, mailoutbox: Outbox) -> None:
    answer = client.post("/accounts/password/reset/", {"email": "nobody@example.org"})
    assert answer.headers["Location"] == "/accounts/password/reset/done/"
    assert "there is no account" in str(mailoutbox[0].body)


def test_resets_for_one_address_are_limited(client: Client, ada: User, settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"reset_password": "2/h/key"}
    answers = [
        client.post("/accounts/password/reset/", {"email": ada.email}).status_code for _ in range(3)
    ]
    assert answers == [302, 302, 429]


def test_password_change_sends_a_mail(as_ada: Client, ada: User, mailoutbox: Outbox) -> None:
    form = {
        "oldpassword": PASSWORD,
        "password1": "another-plank-8",
        "password2": "another-plank-8",
    }
    assert as_ada.post("/accounts/password/change/", form).status_code == 302
    ada.refresh_from_db()
    assert ada.check_password("another-plank-8")
    assert "Your password was changed" in str(mailoutbox[0].body)


def test_a_new_address_counts_once_it_is_confirmed(
    sure_ada: Client, ada: User, mailoutbox: Outbox
) -> None:
    sure_ada.post("/accounts/email/", {"action_add": "", "email": "new@example.org"})
    ada.refresh_from_db()
    assert ada.email == "ada@example.org"
    (mail,) = [mail for mail in mailoutbox if mail.to == ["new@example.org"]]
    sure_ada.post(link_in(mail))
    ada.refresh_from_db()
    assert ada.email == "new@example.org"
