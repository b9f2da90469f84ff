"""Headers of every answer: what pages may use, who may embed them, who may keep them."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from accounts.models import User
from accounts.tokens import create_token
from games.models import Table
from tests.games.conftest import actor, new_table, player, table

pytestmark = pytest.mark.same_everywhere

__all__ = ["new_table", "table"]


@pytest.mark.parametrize("address", ["/", "/nothing/", "/api/games/"])
def test_every_answer_forbids_senses_and_embedding(client: Client, db: None, address: str) -> None:
    answer = client.get(address)
    assert "camera=()" in answer.headers["Permissions-Policy"]
    assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"


@pytest.mark.parametrize("is_debug", [False, True])
def test_only_djangos_pages_about_errors_have_no_policy(
    client: Client, db: None, settings: Any, is_debug: bool
) -> None:
    settings.DEBUG = is_debug
    assert "default-src 'none'" in client.get("/").headers["Content-Security-Policy"]
    missing = client.get("/nothing/").headers
    assert ("Content-Security-Policy" in missing) != is_debug


@pytest.mark.parametrize("name", ["css/games.css", "js/site.js", "img/logo.svg"])
def test_a_static_file_has_no_policy_but_what_opens_as_a_page(client: Client, name: str) -> None:
    headers = client.get(f"/static/{name}").headers
    assert "Permissions-Policy" not in headers
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert headers["X-Content-Type-Options"] == "nosniff"
    policy = headers.get("Content-Security-Policy", "")
    assert ("default-src 'none'" in policy) == name.endswith(".svg")


def test_a_public_page_may_be_kept_by_its_reader_alone(client: Client, db: None) -> None:
    assert client.get("/tables/").headers["Cache-Control"] == "private"


def test_a_page_says_that_nobody_is_signed_in(client: Client, table: Table) -> None:
    """So a device forgets what it keeps, also where the session has ended elsewhere."""
    for address in ("/", "/tables/", "/games/"):
        assert client.get(address).headers["X-Signed-In"] == "no"
    client.force_login(player(actor(table)))
    for address in ("/", "/tables/", "/offline/", f"/tables/{table.key}/live/"):
        assert "X-Signed-In" not in client.get(address).headers
    assert "X-Signed-In" not in Client().get("/offline/").headers


def test_a_personal_page_is_kept_by_nobody(client: Client, table: Table) -> None:
    client.force_login(player(actor(table)))
    for address in ("/", "/my-tables/", table.get_absolute_url(), "/api/my-tables/"):
        assert client.get(address).headers["Cache-Control"] == "private, no-store"


def test_a_part_of_a_page_is_kept_by_nobody(client: Client, table: Table) -> None:
    answer = client.get(f"/tables/{table.key}/live/", headers={"HX-Request": "true"})
    assert answer.headers["Cache-Control"] == "private, no-store"


def test_what_a_token_opens_is_kept_by_nobody(people: list[User]) -> None:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {create_token(people[0], 'test')[1]}")
    assert client.get("/api/my-tables/").headers["Cache-Control"] == "private, no-store"


def test_static_files_may_be_kept_by_everybody(client: Client) -> None:
    assert "public" in client.get("/static/css/games.css").headers["Cache-Control"]
