"""Passkeys: an account is kept with one, opened by one, and has several."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.webauthn.internal.auth import build_user_payload
from django.core import mail
from django.test import Client
from fido2.utils import websafe_encode

from accounts import passkeys
from accounts.forms import PasskeyAnswerForm
from accounts.models import User
from tests.accounts.authenticator import Device
from tests.accounts.conftest import PASSWORD, forget_proof

pytestmark = pytest.mark.same_everywhere

HOST = "testserver"
OPTIONS, SIGN_IN, MINE = (
    "/accounts/passkey/options/",
    "/accounts/passkey/",
    "/preferences/passkeys/",
)
KEEP, SURE = "/accounts/keep/", "/accounts/passkey/sure/"


@pytest.fixture(autouse=True)
def host(settings: Any) -> None:
    settings.PASSKEY_HOST = HOST


def creation_response(client: Client, device: Device, **form: str) -> str:
    return json.dumps(device.make(client.post(OPTIONS, form).json()["create"]))


def assertion_response(client: Client, device: Device, ask: str = "") -> str:
    return json.dumps(device.show(client.post(OPTIONS + ask).json()["get"]))


def is_in(client: Client) -> bool:
    return client.get("/preferences/").status_code == 200


@pytest.fixture
def device(sure_ada: Client) -> Device:
    """Ada has a passkey on it."""
    device = Device(HOST)
    answer = sure_ada.post(
        MINE, {"name": "my phone", "credential": creation_response(sure_ada, device)}
    )
    assert answer.status_code == 302
    return device


def test_a_passkey_opens_its_account_and_leads_on(device: Device) -> None:
    browser = Client()
    answer = browser.post(
        SIGN_IN, {"credential": assertion_response(browser, device), "next": "/my-notes/"}
    )
    assert answer.headers["Location"] == "/my-notes/"
    assert is_in(browser)


def test_added_passkey_sends_a_mail_and_is_listed(device: Device, sure_ada: Client) -> None:
    assert mail.outbox[-1].to == ["ada@example.org"]
    assert "passkey" in mail.outbox[-1].subject
    assert "my phone" in sure_ada.get(MINE).text


def test_beside_a_passkey_the_password_goes_on_alone(device: Device) -> None:
    browser = Client()
    browser.post("/accounts/login/", {"login": "Ada", "password": PASSWORD})
    assert is_in(browser)


def test_an_answer_counts_once(device: Device) -> None:
    browser, other = Client(), Client()
    answer = assertion_response(browser, device)
    other.post(OPTIONS)
    other.post(SIGN_IN, {"credential": answer})
    assert not is_in(other)
    browser.post(SIGN_IN, {"credential": answer})
    browser.post("/accounts/logout/")
    browser.post(SIGN_IN, {"credential": answer})
    assert not is_in(browser)


def elsewhere(device: Device) -> None:
    device.origin = "https://testserver.example.org"


def of_ben(device: Device) -> None:
    ben = User.objects.create_user("Ben", "ben@example.org", PASSWORD)
    device.user = websafe_encode(build_user_payload(ben).id)


def disable_user_verification(device: Device) -> None:
    device.flags = Device(HOST, verifies=False).flags


def another_key(device: Device) -> None:
    device.key = Device(HOST).key


@pytest.mark.parametrize("spoil", [elsewhere, of_ben, disable_user_verification, another_key])
def test_what_is_not_the_passkey_opens_nothing(device: Device, spoil: Any) -> None:
    spoil(device)
    browser = Client()
    answer = browser.post(SIGN_IN, {"credential": assertion_response(browser, device)}, follow=True)
    assert "This passkey is not registered here." in answer.text
    assert not is_in(browser)


@pytest.mark.parametrize(
    "sent",
    [
        *("", "null", "[]", "7", "{}", '{"response": 1}', "{", "x" * 9, "NaN", '"\\ud800"'),
        pytest.param("[" * 50_000, id="deep"),
        pytest.param('{"response":' * 50_000 + "1" + "}" * 50_000, id="deep and closed"),
    ],
)
def test_whatever_else_is_sent_is_refused(client: Client, ada: User, sent: str) -> None:
    client.post(OPTIONS)
    assert client.post(SIGN_IN, {"credential": sent}).status_code == 302
    client.force_login(ada)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    client.post(OPTIONS)
    assert client.post(MINE, {"credential": sent}).status_code == 200
    assert not passkeys.list_passkeys(ada)


def test_a_device_that_asks_nobody_for_proof_makes_no_passkey(sure_ada: Client, ada: User) -> None:
    device = Device(HOST, verifies=False)
    answer = sure_ada.post(MINE, {"credential": creation_response(sure_ada, device)})
    assert "could not be read" in answer.text
    assert not passkeys.list_passkeys(ada)


def test_more_are_added_and_removed_only_by_who_has_just_proved_to_be_there(
    device: Device, sure_ada: Client, ada: User
) -> None:
    (passkey,) = passkeys.list_passkeys(ada)
    browser = Client()
    browser.post(SIGN_IN, {"credential": assertion_response(browser, device)})
    forget_proof(browser)
    for address in (MINE, f"{MINE}{passkey.pk}/remove/"):
        assert "reauthenticate" in browser.post(address).headers["Location"]
    answer = browser.post(
        SURE, {"credential": assertion_response(browser, device, "?get"), "next": MINE}
    )
    assert answer.headers["Location"] == MINE
    assert browser.get(MINE).status_code == 200
    browser.post(f"{MINE}{passkey.pk}/remove/")
    assert not passkeys.list_passkeys(ada)
    assert "removed" in mail.outbox[-1].subject


def test_nobody_removes_anothers(device: Device, ada: User, make_person: Any) -> None:
    ben = Client()
    ben.force_login(make_person("Ben"))
    ben.post("/accounts/reauthenticate/", {"password": PASSWORD})
    assert ben.post(f"{MINE}{passkeys.list_passkeys(ada)[0].pk}/remove/").status_code == 404


def test_the_only_way_in_stays(device: Device, sure_ada: Client, ada: User) -> None:
    ada.set_unusable_password()
    ada.save()
    sure_ada.force_login(ada)
    sure_ada.post(SURE, {"credential": assertion_response(sure_ada, device, "?get")})
    sure_ada.post(f"{MINE}{passkeys.list_passkeys(ada)[0].pk}/remove/")
    assert passkeys.list_passkeys(ada)


def test_a_guest_keeps_what_they_have_with_a_passkey_alone(
    client: Client, game: str, db: None
) -> None:
    client.post(f"/games/{game}/play/")
    guest = User.objects.get(guest_network__gt="")
    device = Device(HOST)
    form = {"username": "Cleo", "email": "cleo@example.org"}
    options = client.post(OPTIONS, form).json()["create"]
    assert options["user"]["name"] == "Cleo"
    answer = client.post(KEEP, {**form, "credential": json.dumps(device.make(options))})
    assert answer.status_code == 302
    assert is_in(client)
    early = Client()
    early.post(SIGN_IN, {"credential": assertion_response(early, device)})
    assert not is_in(early)
    link = re.search(r"/accounts/confirm-email/\S+", str(mail.outbox[0].body))
    assert link
    client.post(link[0])
    guest.refresh_from_db()
    assert (guest.username, guest.is_guest, guest.has_usable_password()) == ("Cleo", False, False)
    assert EmailAddress.objects.get(user=guest).verified
    late = Client()
    late.post(SIGN_IN, {"credential": assertion_response(late, device)})
    assert is_in(late)


@pytest.mark.parametrize(
    ("password", "sent"), [("", ""), ("", "{}"), ("", "null"), (PASSWORD, "{}"), (PASSWORD, "[]")]
)
def test_what_is_no_passkey_keeps_nothing(
    client: Client, game: str, db: None, password: str, sent: str
) -> None:
    client.post(f"/games/{game}/play/")
    form = {
        "username": "Cleo",
        "email": "cleo@example.org",
        "password1": password,
        "credential": sent,
    }
    assert client.post(KEEP, form).status_code == 200
    assert not mail.outbox


def test_passkeys_are_tried_so_often(client: Client, db: None, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "passkey": "2/m/ip"}
    asked = [client.post(OPTIONS).status_code for _ in range(3)]
    assert asked == [200, 200, 429]
    assert client.post(SIGN_IN).status_code == 429


@pytest.mark.parametrize("ours", ["127.0.0.1", "example.org", "", "server"])
def test_for_another_host_no_page_offers_them(
    client: Client, db: None, settings: Any, ours: str
) -> None:
    assert "data-passkey=" in client.get("/accounts/login/").text
    settings.PASSKEY_HOST = ours
    assert "data-passkey=" not in client.get("/accounts/login/").text


def test_a_form_that_no_script_has_touched_says_nothing_of_a_passkey() -> None:
    assert "value" not in str(PasskeyAnswerForm(None)["credential"])
