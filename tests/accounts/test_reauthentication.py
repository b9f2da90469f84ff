"""A second proof is asked for when the sign-in is old, never right after it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import oidc_provider_mock
import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts.models import User
from portal import social_providers
from portal.server import owner_key
from tests.accounts.authenticator import Device
from tests.accounts.conftest import PASSWORD, forget_proof
from tests.accounts.test_passkeys import (
    HOST,
    KEEP,
    MINE,
    SIGN_IN,
    assertion_response,
    creation_response,
)
from tests.accounts.test_sign_up import link_in, sign_up
from tests.accounts.test_social_sign_in import KEYS, Setting, come_from

pytestmark = [pytest.mark.django_db, pytest.mark.same_everywhere]
TOKENS = "/preferences/tokens/"


def assert_asked_only_later(client: Client) -> None:
    """The browser reaches a guarded page now, and is asked for a proof when time has passed."""
    assert client.get(TOKENS).status_code == 200
    forget_proof(client)
    assert "/accounts/reauthenticate/" in client.get(TOKENS).headers["Location"]


def test_password_sign_in_is_a_proof(ada: User, client: Client) -> None:
    client.post("/accounts/login/", {"login": "Ada", "password": PASSWORD})
    assert_asked_only_later(client)


def test_sign_up_is_a_proof(client: Client) -> None:
    sign_up(client)
    client.post(link_in(mail.outbox[0]))
    assert_asked_only_later(client)


def test_passkey_sign_in_is_a_proof(sure_ada: Client, settings: Any) -> None:
    settings.PASSKEY_HOST = HOST
    device = Device(HOST)
    sure_ada.post(MINE, {"credential": creation_response(sure_ada, device)})
    browser = Client()
    browser.post(SIGN_IN, {"credential": assertion_response(browser, device)})
    assert_asked_only_later(browser)


@pytest.fixture
def provider(settings: Any) -> Iterator[str]:
    claims = {"email": "eve@example.org", "email_verified": True}
    people = [oidc_provider_mock.User(sub="eve", claims=claims)]
    with oidc_provider_mock.run_server_in_thread(user_claims=people) as server:
        issuer = f"http://localhost:{server.server_port}"
        found, _origins = social_providers.providers_from_environment(
            Setting(**KEYS, OIDC_ISSUER=issuer)
        )
        settings.SOCIALACCOUNT_PROVIDERS = found
        yield issuer


def test_openid_sign_in_is_a_proof(provider: str, client: Client) -> None:
    come_from(provider, client, "eve")
    client.post("/accounts/3rdparty/signup/", {"username": "Eve", "email": "eve@example.org"})
    eve = User.objects.get()
    eve.set_password(PASSWORD)  # without one there is no second proof to ask for
    eve.save()
    again = Client()
    come_from(provider, again, "eve")
    assert_asked_only_later(again)


@pytest.mark.parametrize("confirms_late", [False, True])
def test_guest_who_creates_an_account_has_given_a_proof(
    client: Client, confirms_late: bool
) -> None:
    client.force_login(User.objects.create_user("Wanda", guest_network="somewhere"))
    forget_proof(client)
    form = {"username": "Wanda", "email": "wanda@example.org", "password1": PASSWORD}
    client.post(KEEP, form)
    if confirms_late:
        forget_proof(client)
    client.post(link_in(mail.outbox[0]))
    assert EmailAddress.objects.get().verified
    assert_asked_only_later(client)


def test_first_run_is_a_proof(client: Client, settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    key = owner_key.read_or_create(tmp_path)
    form = {"key": key, "username": "Ann", "email": "ann@example.org", "password": PASSWORD}
    client.post("/site/first-run/", form)
    assert_asked_only_later(client)


def test_proof_of_somebody_else_does_not_count(ada: User, ben: User) -> None:
    browser = Client()
    browser.force_login(ada)
    records = dict(browser.session)
    browser.force_login(ben)
    forget_proof(browser)
    session = browser.session
    key = "account_authentication_methods_user"
    session[key] = records[key]
    session.save()
    assert "/accounts/reauthenticate/" in browser.get(TOKENS).headers["Location"]
