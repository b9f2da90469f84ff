"""The form begins with what a person used last for a game, or with a set that they have named."""

from __future__ import annotations

import importlib
from dataclasses import asdict
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.test import Client

import games.rules as rules
from accounts.deletion import delete_account
from accounts.models import User
from games.clock_calendar import WeeklyHours
from games.lobby.models import SavedTableSettings
from games.lobby.pending import InvalidTableError
from games.lobby.setup import saved_settings, table_setup
from games.lobby.setup.forms import OpenTableForm, initial_values
from games.lobby.table_settings import TableSettings
from games.models import Seat, Table
from games.time_controls import PRESETS_BY_KEY, TimeControl
from portal.errors import Conflict
from tests.clients import api_of, signed_in
from tests.games.conftest import GAME
from tests.refusals import expect_refusal

pytestmark = pytest.mark.same_everywhere

ADDRESS = f"/tables/new/{GAME}/"
OPTIONS = {option.key: option.choices[-1] for option in rules.get(GAME).options}
EVENINGS: tuple[Any, ...] = (None, None, None, (1140, 1380), None, None, None)


def terms(**more: Any) -> TableSettings:
    found = {"seats": 3, "options": OPTIONS, "clock": PRESETS_BY_KEY["week"].clock, **more}
    return TableSettings(**found)


def post_settings(client: Client, kept: TableSettings, **more: str) -> Any:
    data = {**initial_values(kept, "UTC"), "name": "", **more}
    return client.post(ADDRESS, {key: value for key, value in data.items() if value != ""})


def shown_form(client: Client, query: str = "") -> OpenTableForm:
    form: OpenTableForm = client.get(ADDRESS + query).context["form"]
    return form


def test_the_form_begins_with_the_last_table_of_that_game(people: list[User]) -> None:
    client = signed_in(people[0])
    used = terms(bots=("steady",), rated=False, visibility=Table.Visibility.LINK)
    assert post_settings(client, used).status_code == 302
    form = shown_form(client)
    assert form["clock"].value() == "week"
    assert form["seat_2"].value() == "steady"
    assert form["seat_1"].value() is None
    assert [field.value() for field in form.option_fields] == list(OPTIONS.values())
    assert saved_settings.last_used_settings(people[0], GAME) == used
    assert shown_form(signed_in(people[1]))["clock"].value() == "day"


def test_what_fills_the_form_in_is_what_the_form_says(people: list[User]) -> None:
    used = terms(bots=("steady",), rated=False, window=WeeklyHours("UTC", EVENINGS))
    form = OpenTableForm(rules.get(GAME), initial_values(used, "UTC"), zone="UTC")
    assert form.is_valid(), form.errors
    assert form.terms() == used


def test_what_the_form_has_no_field_for_stays_as_it_is_at_first() -> None:
    found = initial_values(
        terms(clock=TimeControl(900, 900, 900), window=WeeklyHours("UTC", EVENINGS)), "Asia/Tokyo"
    )
    assert not {"clock", "window_days"} & set(found)


def test_what_a_game_has_no_longer_is_as_it_is_at_first(people: list[User]) -> None:
    kept = terms(bots=("steady",)).to_json()
    kept |= {"seats": 99, "options": {"gone": "x"}, "bots": ["gone"]}
    found = TableSettings.from_json(rules.get(GAME), kept)
    first = TableSettings.defaults_for(rules.get(GAME))
    assert (found.seats, found.options, found.bots) == (first.seats, first.options, ())


def test_levels_of_before_go_on_under_their_new_names(people: list[User]) -> None:
    levels = importlib.import_module("games.migrations.0049_levels")
    row = saved_settings.save_named_settings(
        people[0], GAME, "Thursday", terms(bots=("heuristic", "random"))
    )
    table = table_setup.open_table(
        people[0], GAME, TableSettings(2, {}, PRESETS_BY_KEY["day"].clock, bots=("random",))
    )
    seat = table.seat_set.get(user=None)
    Seat.objects.filter(pk=seat.pk).update(bot="search")
    past = (
        MigrationLoader(connection, replace_migrations=False)
        .project_state(("games", "0049_levels"))
        .apps
    )
    levels.rename(past, None, levels.NEW)
    assert TableSettings.from_row(SavedTableSettings.objects.get(pk=row.pk)).bots == (
        "steady",
        "random",
    )
    assert Seat.objects.get(pk=seat.pk).bot == "strong"


def test_no_form_offers_a_bot_that_moves_at_random(people: list[User]) -> None:
    page = signed_in(people[0]).get(ADDRESS).content.decode()
    assert 'value="steady"' in page
    assert 'value="random"' not in page
    assert initial_values(terms(bots=("random",)), "UTC")["seat_2"] == "easy"


def test_a_set_is_saved_picked_renamed_and_deleted(people: list[User]) -> None:
    client = signed_in(people[0])
    page = post_settings(client, terms(), save_set="1", set_name="Our Thursday game")
    (row,) = saved_settings.named_settings_of(people[0], GAME)
    assert page.headers["Location"] == f"{ADDRESS}?set={row.pk}"
    assert not Table.objects.exists()
    assert shown_form(client)["clock"].value() == "day"
    assert shown_form(client, f"?set={row.pk}")["clock"].value() == "week"
    client.post(f"/saved-settings/{row.pk}/rename/", {"set_name": " Fridays "})
    assert [one.name for one in saved_settings.named_settings_of(people[0], GAME)] == ["Fridays"]
    assert "Fridays" in client.get(ADDRESS).content.decode()
    client.post(f"/saved-settings/{row.pk}/delete/")
    assert not saved_settings.named_settings_of(people[0], GAME).exists()


def test_a_set_of_the_same_name_is_replaced(people: list[User]) -> None:
    saved_settings.save_named_settings(people[0], GAME, "Thursday", terms())
    saved_settings.save_named_settings(people[0], GAME, "Thursday", terms(seats=2))
    (row,) = saved_settings.named_settings_of(people[0], GAME)
    assert TableSettings.from_row(row).seats == 2


@pytest.mark.parametrize("name", ["", "  ", "x" * 41, "one\ntwo", "\u202egnp"])
def test_a_set_has_a_name_that_can_be_read(people: list[User], name: str) -> None:
    with pytest.raises(InvalidTableError):
        saved_settings.save_named_settings(people[0], GAME, name, terms())
    page = post_settings(signed_in(people[0]), terms(), save_set="1", set_name=name)
    assert page.status_code == 422
    assert not SavedTableSettings.objects.exists()


def test_no_two_sets_have_one_name_and_nobody_has_too_many(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saved_settings, "MOST_SETS", 2)
    one = saved_settings.save_named_settings(people[0], GAME, "one", terms())
    saved_settings.save_named_settings(people[0], GAME, "two", terms())
    with expect_refusal(Conflict, "name_taken"):
        saved_settings.rename_saved_settings(people[0], one.pk, "two")
    with expect_refusal(Conflict, "too_many_sets"):
        saved_settings.save_named_settings(people[0], GAME, "three", terms())


def test_the_api_tells_and_changes_the_same(people: list[User]) -> None:
    client = api_of(people[0])
    table = {"game": GAME, "seats": 2, "clock": "week"}
    assert client.post("/api/tables/", table, format="json").status_code == 201
    saved = client.post("/api/saved-settings/", {**table, "set_name": "two"}, format="json")
    assert saved.status_code == 201
    assert (saved.json()["game"], saved.json()["club"]) == (GAME, None)
    found = client.get("/api/saved-settings/").json()
    assert [row["name"] for row in found] == ["", "two"]
    assert {row["settings"]["seats"] for row in found} == {2}
    address = f"/api/saved-settings/{saved.json()['id']}/"
    assert client.post(address, {"set_name": "duo"}, format="json").json()["name"] == "duo"
    assert client.delete(address).json() == {"removed": True}
    bad = client.post(
        "/api/saved-settings/", {**table, "seats": 99, "set_name": "x"}, format="json"
    )
    assert (bad.status_code, bad.json()["error"]) == (422, "bad_table")


def test_api_returns_only_requirements_that_there_are(people: list[User]) -> None:
    table = {"game": GAME, "seats": 2, "requirements": {"followed": True}, "rates_bots": True}
    sent = {**table, "set_name": "friends"}
    saved = api_of(people[0]).post("/api/saved-settings/", sent, format="json").json()
    assert saved["settings"] == saved["terms"]
    settings = saved["settings"]
    assert settings["requirements"] == settings["asks"] == {"followed": True}
    assert (settings["window"], settings["bots"], settings["rates_bots"]) == ({}, [], True)
    assert settings["clock"] == asdict(PRESETS_BY_KEY["day"].clock)


def test_an_account_that_is_deleted_leaves_no_terms(people: list[User]) -> None:
    saved_settings.save_last_used(people[0], GAME, terms())
    saved_settings.save_named_settings(people[0], GAME, "Thursday", terms())
    delete_account(people[0])
    assert not SavedTableSettings.objects.exists()


# What others and visitors get at each address of a set.
@pytest.mark.parametrize(
    ("address", "stranger", "visitor"),
    [
        ("/saved-settings/{}/rename/", 404, 302),
        ("/saved-settings/{}/delete/", 404, 302),
        ("/api/saved-settings/{}/", 404, 401),
    ],
)
def test_a_set_is_its_own_persons_alone(
    people: list[User], address: str, stranger: int, visitor: int
) -> None:
    row = saved_settings.save_named_settings(people[0], GAME, "Thursday", terms())
    address = address.format(row.pk)
    for client, status in ((signed_in(people[1]), stranger), (signed_in(None), visitor)):
        sent = client.post(address, {"set_name": "mine"}, content_type="application/json")
        assert sent.status_code == status
    assert [one.name for one in saved_settings.named_settings_of(people[0], GAME)] == ["Thursday"]


def test_nobody_sees_the_sets_of_others(people: list[User]) -> None:
    row = saved_settings.save_named_settings(people[0], GAME, "Thursday", terms())
    assert api_of(people[1]).get("/api/saved-settings/").json() == []
    assert api_of(people[1]).delete(f"/api/saved-settings/{row.pk}/").status_code == 404
    assert signed_in(None).get("/api/saved-settings/").status_code == 401
    assert shown_form(signed_in(people[1]), f"?set={row.pk}")["clock"].value() == "day"
