"""API tokens: shown once, stored as a digest, gone when revoked."""

from __future__ import annotations

import hashlib
import re
from datetime import timedelta

import pytest
from django.core.mail import EmailMessage
from django.test import Client

from accounts.models import User
from accounts.tokens import MAX_TOKENS, Scope, create_token, token_digest
from games.models import ApiToken
from tests.accounts.conftest import PASSWORD, forget_proof
from tests.accounts.test_sign_up import link_in

WANTED = {"name": "my bot", "scopes": ["read", "play"], "lifetime": "30"}
A_MOMENT = timedelta(minutes=1)


def secret_on(text: str) -> str:
    found = re.search(r'class="secret">([^<]+)<', text)
    assert found
    return found[1]


@pytest.mark.same_everywhere
def test_a_token_is_shown_once_and_kept_as_a_digest(sure_ada: Client, ada: User) -> None:
    secret = secret_on(sure_ada.post("/preferences/tokens/", WANTED).text)
    row = ada.api_tokens.get()
    assert row.digest == hashlib.sha256(secret.encode()).hexdigest()
    assert secret.endswith(row.suffix)
    later = sure_ada.get("/preferences/tokens/").text
    assert "my bot" in later
    assert secret not in later


def test_a_token_may_what_is_ticked_for_as_long_as_is_chosen(sure_ada: Client, ada: User) -> None:
    page = sure_ada.post("/preferences/tokens/", WANTED).text
    row = ada.api_tokens.get()
    assert row.granted_scopes == [Scope.READ, Scope.PLAY]
    assert row.expires_at is not None
    assert row.expires_at - row.created_at == pytest.approx(timedelta(days=30), abs=A_MOMENT)
    assert f"<li>{Scope.PLAY.label}</li>" in page
    assert f"<li>{Scope.HOST.label}</li>" not in page


@pytest.mark.same_everywhere
def test_a_token_may_work_until_it_is_revoked(sure_ada: Client, ada: User) -> None:
    sure_ada.post("/preferences/tokens/", {**WANTED, "lifetime": "0"})
    assert ada.api_tokens.get().expires_at is None


@pytest.mark.same_everywhere
def test_a_token_that_may_nothing_is_not_made(sure_ada: Client, ada: User) -> None:
    sure_ada.post("/preferences/tokens/", {**WANTED, "scopes": []})
    assert not ada.api_tokens.exists()


def test_tokens_differ(ada: User) -> None:
    secrets = {create_token(ada, "same name")[1] for _ in range(5)}
    assert len(secrets) == 5


@pytest.mark.same_everywhere
def test_making_a_token_asks_for_the_password_again(as_ada: Client, ada: User) -> None:
    forget_proof(as_ada)
    answer = as_ada.post("/preferences/tokens/", WANTED)
    assert answer.headers["Location"].startswith("/accounts/reauthenticate/")
    assert not ada.api_tokens.exists()


@pytest.mark.same_everywhere
def test_a_token_needs_a_name(sure_ada: Client, ada: User) -> None:
    page = sure_ada.post("/preferences/tokens/", {**WANTED, "name": ""})
    assert 'aria-invalid="true"' in page.text
    assert not ada.api_tokens.exists()


@pytest.mark.same_everywhere
def test_there_is_a_limit(sure_ada: Client, ada: User) -> None:
    for number in range(MAX_TOKENS):
        create_token(ada, str(number))
    page = sure_ada.post("/preferences/tokens/", WANTED)
    assert "Revoke one first" in page.text
    assert ada.api_tokens.count() == MAX_TOKENS


def test_a_revoked_token_is_gone(as_ada: Client, ada: User) -> None:
    row, secret = create_token(ada, "my bot")
    assert as_ada.post(f"/preferences/tokens/{row.pk}/revoke/").status_code == 302
    assert not ApiToken.objects.filter(digest=token_digest(secret)).exists()


@pytest.mark.same_everywhere
@pytest.mark.parametrize("method", ["get", "post"])
def test_nobody_revokes_the_token_of_another(as_ada: Client, ben: User, method: str) -> None:
    row, _ = create_token(ben, "bens bot")
    answer = getattr(as_ada, method)(f"/preferences/tokens/{row.pk}/revoke/")
    assert answer.status_code == {"get": 405, "post": 404}[method]
    assert ben.api_tokens.exists()


CHANGE = {"oldpassword": PASSWORD, "password1": "another-plank-8", "password2": "another-plank-8"}


@pytest.mark.same_everywhere
def test_tokens_end_with_the_password(as_ada: Client, ada: User) -> None:
    create_token(ada, "my bot")
    assert as_ada.post("/accounts/password/change/", CHANGE).status_code == 302
    assert not ada.api_tokens.exists()


@pytest.mark.same_everywhere
def test_tokens_stay_where_one_says_so(as_ada: Client, ada: User) -> None:
    create_token(ada, "my bot")
    assert 'name="keep_tokens"' in as_ada.get("/accounts/password/change/").text
    as_ada.post("/accounts/password/change/", {**CHANGE, "keep_tokens": "on"})
    assert ada.api_tokens.exists()


@pytest.mark.same_everywhere
def test_a_refused_change_ends_nothing(as_ada: Client, ada: User) -> None:
    create_token(ada, "my bot")
    assert (
        as_ada.post("/accounts/password/change/", {**CHANGE, "oldpassword": "x"}).status_code == 200
    )
    assert ada.api_tokens.exists()


def test_tokens_end_with_a_forgotten_password(
    client: Client, ada: User, mailoutbox: list[EmailMessage]
) -> None:
    create_token(ada, "my bot")
    client.post("/accounts/password/reset/", {"email": ada.email})
    page = client.get(link_in(mailoutbox[0]), follow=True)
    new = {"password1": "another-plank-8", "password2": "another-plank-8"}
    assert client.post(page.redirect_chain[-1][0], new).status_code == 302
    assert not ada.api_tokens.exists()
