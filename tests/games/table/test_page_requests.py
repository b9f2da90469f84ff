"""Requests of the script of a table's page: an outage, a session that has ended, a wrong token."""

from __future__ import annotations

from typing import Any

import psycopg
import pytest
from django.contrib.sessions.models import Session
from django.db import DatabaseError
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts import sessions
from accounts.models import User
from games.models import Table
from games.table.session import loader
from tests.games.conftest import actor, fresh, legal

pytestmark = [pytest.mark.django_db, pytest.mark.same_everywhere]

SCRIPT = {"HX-Request": "true"}


def test_a_part_of_the_page_takes_five_statements(
    table: Table, people: list[User], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = Client(headers=SCRIPT)
    client.force_login(people[0])
    path = f"/tables/{table.key}/live/"
    client.get(path)
    with django_assert_num_queries(5):  # session, user, table, seats, how many tables wait
        assert client.get(path).status_code == 200


@pytest.mark.parametrize("query", [sessions.SESSION_BY_KEY, loader.TABLE_QUERY])
def test_a_database_that_does_not_answer_is_an_outage(
    table: Table, people: list[User], monkeypatch: pytest.MonkeyPatch, query: Any
) -> None:
    def fail(*parameters: Any) -> None:
        raise DatabaseError from psycopg.OperationalError("no answer")

    client = Client(headers=SCRIPT, raise_request_exception=False)
    client.force_login(people[0])
    monkeypatch.setattr(query, "all", fail)
    monkeypatch.setattr(query, "get", fail)
    answer = client.get(f"/tables/{table.key}/live/")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "15")


def test_a_session_counts_only_as_it_stands(table: Table, people: list[User]) -> None:
    """Signed out elsewhere, a new password, a closed account: each counts at once."""
    user = people[0]
    path = f"/tables/{table.key}/moves/"
    form = {"version": table.version, "step": 0, "move": "nonsense"}

    def signed_in() -> Client:
        client = Client(headers=SCRIPT)
        client.force_login(user)
        assert client.post(path, form).status_code in (403, 422)
        return client

    client = signed_in()
    Session.objects.all().delete()
    assert client.post(path, form).status_code == 302
    client = signed_in()
    session = Session.objects.get()
    Session.objects.update(expire_date=session.expire_date.replace(year=2000))
    assert client.post(path, form).status_code == 302
    client = signed_in()
    user.set_password("another one entirely")
    user.save()
    assert client.post(path, form).status_code == 302
    client = signed_in()
    User.objects.filter(pk=user.pk).update(is_active=False)
    assert client.post(path, form).status_code == 302


def test_a_move_is_played_with_the_field_of_the_part_before(
    table: Table, people: list[User]
) -> None:
    seat = actor(table)
    assert seat.user is not None
    client = Client(enforce_csrf_checks=True)
    client.force_login(seat.user)
    address = f"/tables/{table.key}/"
    page = client.get(address)
    assert page.cookies["csrftoken"].value
    part = client.get(f"{address}live/", headers={"HX-Request": "true"})
    assert "csrftoken" not in part.cookies, "the page has brought it"
    token = part.text.partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]
    form = {"version": fresh(table).version, "step": 0, "move": legal(table, seat)[0]}
    refused = client.post(f"{address}moves/", {**form, "csrfmiddlewaretoken": token[::-1]})
    assert refused.status_code == 403
    given = {**form, "csrfmiddlewaretoken": token}
    answer = client.post(f"{address}moves/", given, headers={"HX-Request": "true"})
    assert answer.status_code == 200
