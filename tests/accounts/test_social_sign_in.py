"""Sign-in with OpenID Connect, against a provider that runs in this process."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import environ
import httpx
import oidc_provider_mock
import pytest
import requests
from allauth.account.models import EmailAddress
from allauth.socialaccount.internal import jwtkit
from allauth.socialaccount.models import SocialAccount
from allauth.socialaccount.providers.openid_connect.views import OpenIDConnectOAuth2Adapter
from django.contrib.auth.hashers import make_password
from django.test import Client

from accounts import signup_policy
from accounts.models import User
from portal import social_providers
from tests.accounts.test_pages import check

pytestmark = [pytest.mark.django_db, pytest.mark.same_everywhere]
KEYS = {"OIDC_ID": "site", "OIDC_SECRET": "secret", "OIDC_NAME": "Club"}
LOGIN = "/accounts/oidc/oidc/login/"


class Setting(environ.Env):
    """An environment of its own."""

    def __init__(self, **known: str) -> None:
        super().__init__()
        self.ENVIRON = known


@pytest.fixture
def provider(settings) -> Iterator[str]:
    """The address of a provider that the settings know."""
    people = [
        oidc_provider_mock.User(
            sub="eve", claims={"email": "eve@example.org", "email_verified": True}
        ),
        oidc_provider_mock.User(sub="mal", claims={"email": "ada@example.org"}),
    ]
    with oidc_provider_mock.run_server_in_thread(user_claims=people) as server:
        issuer = f"http://localhost:{server.server_port}"
        found, _origins = social_providers.providers_from_environment(
            Setting(**KEYS, OIDC_ISSUER=issuer)
        )
        settings.SOCIALACCOUNT_PROVIDERS = found
        yield issuer


def come_from(provider: str, client: Client, who: str):
    """Press the button, agree at the provider, and come back."""
    there = client.post(LOGIN).headers["Location"]
    assert there.startswith(provider)
    back = urlsplit(httpx.post(there, data={"sub": who}).headers["Location"])
    return client.get(f"{back.path}?{back.query}")


def test_somebody_signs_up_with_an_account_elsewhere_and_comes_back(
    provider: str, client: Client
) -> None:
    assert "Sign in with Club" in client.get("/accounts/login/").text
    come_from(provider, client, "eve")
    page = client.get("/accounts/3rdparty/signup/").text
    assert "your Club account" in page
    client.post("/accounts/3rdparty/signup/", {"username": "Eve", "email": "eve@example.org"})
    assert client.get("/preferences/").status_code == 200
    assert EmailAddress.objects.get(email="eve@example.org").verified
    again = Client()
    come_from(provider, again, "eve")
    assert again.get("/preferences/").status_code == 200
    assert SocialAccount.objects.get().user == User.objects.get()


def test_an_address_that_the_provider_has_not_checked_opens_no_account(
    provider: str, client: Client, ada: User
) -> None:
    come_from(provider, client, "mal")
    client.post("/accounts/3rdparty/signup/", {"username": "Mal", "email": ada.email})
    assert client.get("/preferences/").status_code == 302
    assert not SocialAccount.objects.filter(user=ada).exists()


def test_social_sign_up_respects_closed_sign_up(provider: str, client: Client, settings) -> None:
    settings.SIGN_UP = signup_policy.CLOSED
    come_from(provider, client, "eve")
    client.post("/accounts/3rdparty/signup/", {"username": "Eve", "email": "eve@example.org"})
    assert not User.objects.exists()


def test_an_answer_that_nobody_asked_for_opens_nothing(provider: str, client: Client) -> None:
    other = Client()
    there = other.post(LOGIN).headers["Location"]
    back = urlsplit(httpx.post(there, data={"sub": "eve"}).headers["Location"])
    client.get(f"{back.path}?{back.query}")
    assert client.get("/preferences/").status_code == 302
    assert not User.objects.exists()


WRONG_CLAIMS: dict[str, Any] = {
    "no sub": {},
    "sub is null": {"sub": None},
    "sub is a list": {"sub": ["eve"]},
    "sub is true": {"sub": True},
    "sub is empty": {"sub": ""},
    "sub is too long": {"sub": "e" * 500},
    "email is a number": {"sub": "eve", "email": 7},
    "email is a list": {"sub": "eve", "email": ["eve@example.org"]},
    "name is an object": {"sub": "eve", "name": {}, "preferred_username": 7},
    "a list": ["sub"],
    "a text": "eve",
}


@pytest.mark.parametrize("claims", WRONG_CLAIMS)
def test_wrong_claims_of_a_provider_open_nothing(
    provider: str, client: Client, claims: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = WRONG_CLAIMS[claims]
    monkeypatch.setattr(OpenIDConnectOAuth2Adapter, "_fetch_user_info", lambda self, token: found)
    monkeypatch.setattr(jwtkit, "verify_and_decode", lambda **given: found)
    client.raise_request_exception = False
    answer = come_from(provider, client, "eve")
    assert answer.status_code in ((401,) if "sub" in claims else (302, 401))
    assert not User.objects.exists()
    page = client.get("/accounts/3rdparty/signup/")
    assert page.status_code in (200, 302)


@pytest.mark.parametrize("sent", [b"", b"[]", b"7", b"{}", b"[" * 50_000, b'{"token_endpoint": 1}'])
def test_a_provider_whose_description_cannot_be_read_is_an_error_page(
    provider: str, client: Client, sent: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    response = requests.Response()
    response.status_code, response._content = 200, sent
    monkeypatch.setattr(requests.Session, "get", lambda *given, **named: response)
    client.raise_request_exception = False
    answer = client.post(LOGIN)
    assert answer.status_code == 401
    assert "Sign-in failed" in answer.text, answer.text


def test_without_keys_there_is_no_button(client: Client) -> None:
    assert "Sign in with" not in client.get("/accounts/login/").text.replace("a passkey", "")
    assert client.post(LOGIN).status_code == 404


def test_keys_alone_make_a_provider_and_let_its_form_lead_there() -> None:
    found, origins = social_providers.providers_from_environment(
        Setting(GOOGLE_ID="a", GOOGLE_SECRET="b", **KEYS, OIDC_ISSUER="https://id.example/realm")
    )
    assert set(found) == {"google", "openid_connect"}
    assert origins == ["https://accounts.google.com", "https://id.example"]


def test_connected_account_can_be_disconnected(
    provider: str, sure_ada: Client, ada: User, mailoutbox: list[Any]
) -> None:
    theirs = SocialAccount.objects.create(user=ada, provider="oidc", uid="ada")
    page = sure_ada.get("/accounts/3rdparty/")
    assert "Disconnect" in page.text
    check(page.text)
    sure_ada.post("/accounts/3rdparty/", {"account": theirs.pk})
    assert not SocialAccount.objects.filter(user=ada).exists()
    assert "A way to sign in to your" in mailoutbox[-1].subject


def test_only_way_in_cannot_be_disconnected(provider: str, sure_ada: Client, ada: User) -> None:
    theirs = SocialAccount.objects.create(user=ada, provider="oidc", uid="ada")
    User.objects.filter(pk=ada.pk).update(password=make_password(None))
    sure_ada.force_login(User.objects.get(pk=ada.pk))
    page = sure_ada.post("/accounts/3rdparty/", {"account": theirs.pk})
    assert "This is your only way to sign in. Set a password first." in page.text
    assert SocialAccount.objects.filter(user=ada).exists()


def test_sign_in_elsewhere_is_asked_about_on_a_page_of_the_site(
    provider: str, client: Client
) -> None:
    page = client.get(LOGIN)
    assert "Sign in with Club" in page.text
    check(page.text)
