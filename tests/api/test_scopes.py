"""Scopes of tokens: every address asks for one, and a token without it is refused."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from drf_spectacular.generators import SchemaGenerator
from rest_framework.permissions import SAFE_METHODS
from rest_framework.test import APIClient

from accounts.models import User
from accounts.tokens import ALL_SCOPES, Scope, create_token
from games.api import scopes
from games.models import ApiToken
from portal.http.url_patterns import url_patterns

STANDS_FOR = {
    **dict.fromkeys(("pk", "at", "number", "table", "move"), 1),
    **dict.fromkeys(("key", "game", "username", "token", "name"), "x"),
}
PAGES = ("docs", "shapes", "schema")
METHODS = [
    (pattern, method)
    for pattern in url_patterns("games.api.urls")
    for method in pattern.callback.cls().allowed_methods  # type: ignore[attr-defined]
    if method != "OPTIONS"
]


def client_with(user: User, *allowed: str) -> APIClient:
    client = APIClient()
    secret = create_token(user, "test", allowed)[1]
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return client


@pytest.mark.same_everywhere
def test_every_address_refuses_a_token_without_its_scope(people: list[User]) -> None:
    """Before it is asked whether there is such a thing."""
    without = {
        scope: client_with(people[0], *(one for one in ALL_SCOPES if one != scope))
        for scope in Scope
    }
    for pattern, method in METHODS:
        scope = scopes.required_scope(method, pattern.name)
        assert scope is not None, f"{method} of {pattern.name} asks for no scope"
        names = {name: STANDS_FOR[name] for name in pattern.pattern.converters}
        address = reverse(f"api:{pattern.name}", kwargs=names)
        answer = without[scope].generic(method, address, "{}", "application/json")
        assert answer.status_code == 403, f"{method} {address}"
        if method != "HEAD" and pattern.name not in PAGES:
            found = answer.json()
            assert found["error"] == "missing_scope"
            assert f"“{scope.value}”" in found["message"]


def test_the_list_of_scopes_names_addresses_that_there_are() -> None:
    written = {pattern.name for pattern, method in METHODS if method not in SAFE_METHODS}
    assert set(scopes.SCOPE_BY_NAME) == written
    assert len(scopes.SCOPE_BY_NAME) == sum(map(len, scopes.WRITE_SCOPES.values()))


@pytest.mark.same_everywhere
def test_the_description_says_which_scope_is_asked_for(db: None) -> None:
    paths = SchemaGenerator().get_schema(request=None, public=True)["paths"]
    assert paths["/api/tables/{key}/moves/"]["post"]["x-scope"] == "play"
    assert paths["/api/tables/{key}/"]["get"]["x-scope"] == "read"
    scope_names = [one["x-scope"] for methods in paths.values() for one in methods.values()]
    assert set(scope_names) == set(ALL_SCOPES)


@pytest.mark.same_everywhere
@pytest.mark.parametrize("allowed", Scope)
def test_one_scope_opens_what_asks_for_it_and_nothing_else(
    people: list[User], allowed: Scope
) -> None:
    client = client_with(people[0], allowed)
    note = reverse("api:person_note", args=[people[1].username])
    answers = {
        Scope.READ: client.get(reverse("api:my_tables")),
        Scope.PLAY: client.post(reverse("api:join", args=["nowhere"])),
        Scope.HOST: client.post(reverse("api:start", args=["nowhere"])),
        Scope.TALK: client.put(note, {"text": "corn"}),
        Scope.MESSAGES_READ: client.get(reverse("api:conversations")),
        Scope.MESSAGES_WRITE: client.post(reverse("api:conversation", args=["nobody"])),
    }
    refused = {scope for scope, answer in answers.items() if answer.status_code == 403}
    assert refused == set(Scope) - {allowed}


@pytest.mark.parametrize("name", ["my_calendar", "moderation_cases"])
def test_what_opens_more_than_a_look_asks_for_more_than_read(people: list[User], name: str) -> None:
    people[0].is_moderator = True
    people[0].save()
    statuses = [
        client_with(people[0], scope).get(reverse(f"api:{name}")).status_code
        for scope in (Scope.READ, Scope.HOST)
    ]
    assert statuses == [403, 200]


def test_a_token_of_before_there_were_scopes_may_what_there_was(people: list[User]) -> None:
    later = {Scope.MESSAGES_READ, Scope.MESSAGES_WRITE}
    assert set(ApiToken(user=people[0]).granted_scopes) == set(Scope) - later


def test_an_expired_token_opens_nothing(people: list[User]) -> None:
    client = APIClient()
    row, secret = create_token(people[0], "test", expires_at=timezone.now() + timedelta(days=1))
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    assert client.get(reverse("api:my_tables")).status_code == 200
    ApiToken.objects.filter(pk=row.pk).update(expires_at=timezone.now())
    answer = client.get(reverse("api:my_tables"))
    assert (answer.status_code, answer.json()["error"]) == (401, "token_expired")
