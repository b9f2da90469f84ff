"""The second step when signing in: a code of an app that only the person has."""

from __future__ import annotations

import re

import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    generate_totp_secret,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import PASSWORD
from tests.accounts.test_pages import check

pytestmark = pytest.mark.same_everywhere

ACTIVATE = "/accounts/2fa/totp/activate/"


def code_of(secret: str) -> str:
    counter = next(iter(yield_hotp_counters_from_time()))
    return format_hotp_value(hotp_value(secret, counter))


def test_with_an_app_the_password_is_not_enough(sure_ada: Client, ada: User) -> None:
    page = sure_ada.get(ACTIVATE).text
    found = re.search(r'<code class="secret">(\w+)</code>', page)
    assert found
    assert sure_ada.post(ACTIVATE, {"code": code_of(found[1])}).status_code == 302
    browser = Client()
    answer = browser.post("/accounts/login/", {"login": "Ada", "password": PASSWORD})
    assert answer.headers["Location"] == "/accounts/2fa/authenticate/"
    assert browser.get("/preferences/").status_code == 302
    wrong = browser.post("/accounts/2fa/authenticate/", {"code": "wrong"}).text
    assert "The code is wrong." in wrong
    check(wrong)
    codes = sure_ada.get("/accounts/2fa/recovery-codes/").text
    recovery = re.search(r"\b(\d{8})\b", codes)
    assert recovery
    browser.post("/accounts/2fa/authenticate/", {"code": recovery[1]})
    assert browser.get("/preferences/").status_code == 200


@pytest.mark.parametrize(
    "address",
    [
        "/accounts/2fa/",
        "/accounts/2fa/totp/deactivate/",
        "/accounts/2fa/recovery-codes/",
        "/accounts/2fa/recovery-codes/generate/",
        "/accounts/2fa/reauthenticate/",
    ],
)
def test_pages_of_two_step_sign_in_are_styled(sure_ada: Client, ada: User, address: str) -> None:
    TOTP.activate(ada, generate_totp_secret())
    RecoveryCodes.activate(ada)
    page = sure_ada.get(address)
    assert page.status_code == 200
    check(page.text)
