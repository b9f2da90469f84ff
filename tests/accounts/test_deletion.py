"""Leaving for good: nothing personal stays, and nothing of the others' is lost."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.db import models
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.deletion import KEPT_FIELDS, delete_account
from accounts.models import User
from accounts.tokens import create_token
from games.lobby.setup.table_setup import join, open_table
from games.lobby.table_settings import TableSettings
from games.models import Seat, Table
from games.ratings.models import Rating, RatingChange
from games.table.actions.resignation import resign
from games.time_controls import DEFAULT_PRESET, PRESETS_BY_KEY
from tests.accounts.conftest import PASSWORD, MakeMatch, forget_proof


def test_the_person_is_gone_and_the_match_stays(
    client: Client, ada: User, ben: User, make_match: MakeMatch
) -> None:
    table = make_match([ada, ben])
    create_token(ada, "my bot")
    delete_account(ada)
    row = User.objects.get(pk=ada.pk)
    assert row.username == f"former-{ada.pk}"
    assert row.display_name == "Former player"
    assert (row.email, row.is_active, row.last_login) == ("", False, None)
    assert not row.has_usable_password()
    assert not EmailAddress.objects.filter(user=row).exists()
    assert not row.api_tokens.exists()
    assert [seat.name for seat in table.seat_set.all()] == ["Former player", "Ben"]
    assert RatingChange.objects.filter(table=table).count() == 2
    assert Rating.objects.filter(user=ben).exists()
    assert client.get(f"/people/{row.username}/").status_code == 404
    profile = client.get("/people/Ben/").text
    assert "Former player" in profile
    assert "former-" not in profile


SAMPLES: dict[type[models.Field[Any, Any]], Any] = {
    models.BooleanField: True,
    models.PositiveSmallIntegerField: 4,
    models.CharField: "de",
    models.TextField: "de",
    models.DateTimeField: datetime(2001, 2, 3, tzinfo=UTC),
}


def test_every_field_of_the_row_is_emptied_but_those_that_are_kept(ada: User, ben: User) -> None:
    rest = [field for field in User._meta.concrete_fields if field.name not in KEPT_FIELDS]
    values = {field.name: ben for field in rest if field.is_relation} | {
        field.name: next(value for kind, value in SAMPLES.items() if isinstance(field, kind))
        for field in rest
        if not field.is_relation
    }
    User.objects.filter(pk=ada.pk).update(**values | {"is_superuser": False})
    delete_account(User.objects.get(pk=ada.pk))
    row, fresh = User.objects.get(pk=ada.pk), User()
    for field in rest:
        found, default = (getattr(one, field.attname) for one in (row, fresh))
        if field.name == "last_seen_at":
            assert found > SAMPLES[models.DateTimeField]
        else:
            assert found == default, field.name


def test_the_name_and_the_address_are_free_again(ada: User, db: None) -> None:
    delete_account(ada)
    again = User.objects.create_user("ada", "ada@example.org", PASSWORD)
    assert again.pk != ada.pk


@pytest.mark.same_everywhere
def test_open_and_running_tables_go_on_without_the_person(ada: User, ben: User, game: str) -> None:
    clock = PRESETS_BY_KEY[DEFAULT_PRESET].clock
    running = open_table(ben, game, TableSettings(2, {}, clock))
    join(running.key, ada)
    waiting = open_table(ben, game, TableSettings(2, {}, clock, start_when=Table.StartMode.HOST))
    join(waiting.key, ada)
    own = open_table(ada, game, TableSettings(2, {}, clock))
    delete_account(ada)
    seat = Seat.objects.get(table=running, user=ada)
    assert seat.leave_reason == Seat.LeaveReason.RESIGNED
    assert not Seat.objects.filter(table=waiting, user=ada).exists()
    own.refresh_from_db()
    assert own.status == Table.Status.CLOSED


@pytest.mark.same_everywhere
def test_the_page_wants_the_own_name(sure_ada: Client, ada: User) -> None:
    assert "Type your own name" in sure_ada.get("/preferences/delete/").text
    page = sure_ada.post("/preferences/delete/", {"username": "Ben"})
    assert "Type your own name" in page.text
    ada.refresh_from_db()
    assert ada.is_active


@pytest.mark.same_everywhere
def test_the_page_deletes_and_signs_out_everywhere(sure_ada: Client, ada: User, db: None) -> None:
    elsewhere = Client()
    elsewhere.force_login(ada)
    answer = sure_ada.post("/preferences/delete/", {"username": "ada"})
    assert answer.headers["Location"] == "/"
    ada.refresh_from_db()
    assert ada.deleted_at is not None
    for browser in (sure_ada, elsewhere):
        assert browser.get("/preferences/").status_code == 302
    login = Client().post("/accounts/login/", {"login": "Ada", "password": PASSWORD})
    assert login.status_code == 200


@pytest.mark.same_everywhere
def test_the_page_asks_for_the_password_again(as_ada: Client, ada: User) -> None:
    forget_proof(as_ada)
    answer = as_ada.post("/preferences/delete/", {"username": "Ada"})
    assert answer.headers["Location"].startswith("/accounts/reauthenticate/")
    ada.refresh_from_db()
    assert ada.is_active


@pytest.mark.same_everywhere
def test_whether_there_is_anything_to_leave_is_asked_once(
    ada: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    """And once more with the row held: not for every room by itself, in statements of its own."""
    with django_assert_max_num_queries(24):
        delete_account(ada)
    ada.refresh_from_db()
    assert ada.deleted_at is not None


def test_nothing_is_deleted_when_a_table_cannot_be_left(
    ada: User, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(user: User) -> None:
        raise RuntimeError("stuck")

    open_table(ada, game, TableSettings(2, {}, PRESETS_BY_KEY[DEFAULT_PRESET].clock))
    monkeypatch.setattr("games.lobby.setup.table_setup.leave_all_tables", fail)
    with pytest.raises(RuntimeError, match="stuck"):
        delete_account(ada)
    ada.refresh_from_db()
    assert ada.username == "Ada"


def test_a_table_that_sleeps_ends_when_nobody_may_come_back_any_more(
    ada: User, ben: User, game: str
) -> None:
    table = open_table(ben, game, TableSettings(2, {}, PRESETS_BY_KEY[DEFAULT_PRESET].clock))
    join(table.key, ada)
    table.seat_set.filter(user=ada).update(bot="random", leave_reason=Seat.LeaveReason.TIMED_OUT)
    delete_account(ben)
    table.refresh_from_db()
    assert table.asleep_since is not None
    delete_account(ada)
    table.refresh_from_db()
    assert table.status == Table.Status.CALLED_OFF


@pytest.mark.same_everywhere
def test_onlookers_do_not_see_a_deleted_name_any_more(
    client: Client, ada: User, ben: User, game: str
) -> None:
    table = open_table(ben, game, TableSettings(2, {}, PRESETS_BY_KEY[DEFAULT_PRESET].clock))
    join(table.key, ada)
    resign(table.key, ada)
    resign(table.key, ben)
    page = table.get_absolute_url()
    assert "Ada" in client.get(page).text
    delete_account(ada)
    text = client.get(page).text
    assert "Ada" not in text
    assert "Former player" in text
