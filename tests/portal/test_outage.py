"""While PostgreSQL is away: back in a moment, on every page, in every part of one, in the API."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest
from django.contrib.auth import get_user_model
from django.db import OperationalError, connection
from django.db.backends.postgresql.base import DatabaseWrapper
from django.test import Client

from portal.outage import RETRY_AFTER, is_outage
from portal.performance import connection_pool
from tests import sample_titles
from tests.requirements import free_port

ANY_TABLE = "/tables/abcdefghij/"
PAGES = ("/", f"/leaderboard/{sample_titles.usual()}/", "/my-tables/", ANY_TABLE)


@functools.cache
def connection_error() -> OperationalError:
    """What a query ends in where nothing listens any more and the pool has waited its time."""
    settings = {
        **connection.settings_dict,
        "HOST": "127.0.0.1",
        "PORT": str(free_port()),
        "NAME": "postgres",
        "CONN_MAX_AGE": 0,
        "OPTIONS": {"pool": {**connection_pool.pool_options(1, drains=True), "timeout": 0.05}},
    }
    away = DatabaseWrapper(settings, "away")
    with pytest.raises(OperationalError) as raised:
        away.ensure_connection()
    away.close_pool()
    return raised.value


@pytest.fixture
def client(db: None) -> Iterator[Client]:
    """Somebody who is signed in, after the database has gone."""
    client = Client(raise_request_exception=False, headers={"Accept-Language": "ja"})
    client.force_login(get_user_model().objects.create_user("Ada"))

    connection_error()

    def fail(*_: object) -> None:
        raise connection_error()

    with connection.execute_wrapper(fail):
        yield client


@pytest.mark.parametrize("address", PAGES)
def test_a_page_says_so_in_the_browsers_language(client: Client, address: str) -> None:
    page = client.get(address)
    assert (page.status_code, page.headers["Retry-After"]) == (503, str(RETRY_AFTER))
    assert "まもなく戻ります" in page.text
    assert "site-header" in page.text


def test_parts_of_pages_and_what_is_sent_get_the_same(client: Client) -> None:
    part = client.get(f"{ANY_TABLE}live/", headers={"HX-Request": "true"})
    sent = client.post(f"{ANY_TABLE}moves/", {"move": "pass"})
    assert [part.status_code, sent.status_code] == [503, 503]


@pytest.mark.parametrize("ask", [Client.get, Client.post])
def test_programs_get_json(client: Client, ask: Callable[..., Any]) -> None:
    answer = ask(client, "/api/tables/")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, str(RETRY_AFTER))
    assert answer.json()["error"] == "unavailable"


def test_other_errors_of_the_database_stay_faults() -> None:
    assert is_outage(psycopg.errors.AdminShutdown())
    assert not is_outage(psycopg.errors.DeadlockDetected())
    assert not is_outage(psycopg.errors.UndefinedTable())
    assert not is_outage(ValueError())
