"""Titles that are missing or broken: tables that wait for people, and the site itself."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import registry
from games.lobby import match_start
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Table
from games.table.session.loader import load_match
from games.time_controls import PRESETS_BY_KEY
from tests.clients import signed_in
from tests.games.conftest import GAME, actor, fresh, play_on
from tests.games.title_installation import TitleInstallation

from .failures import MISSING, OTHER, Trouble, address, api

pytestmark = pytest.mark.same_everywhere


@pytest.fixture
def pending_table(people: list[User]) -> Table:
    return table_setup.open_table(
        people[0],
        GAME,
        TableSettings(3, {}, PRESETS_BY_KEY["day"].clock, start_when=Table.StartMode.HOST),
    )


@pytest.mark.parametrize("cause", ["missing_title", "broken_title"])
def test_a_table_that_waits_for_people_says_that_its_game_is_missing(
    cause: str, pending_table: Table, people: list[User], title_installation: TitleInstallation
) -> None:
    Trouble(cause, title_installation).comes()
    for user in (None, people[0], people[1]):
        for name in ("table", "fragment"):
            answer = signed_in(user).get(address(name, pending_table))
            assert answer.status_code == 200
            assert MISSING[cause] in answer.text
            assert "Join this table" not in answer.text
            assert "Start now" not in answer.text
    assert Client().get("/tables/").status_code == 200


@pytest.mark.parametrize("cause", ["missing_title", "broken_title"])
def test_nobody_joins_or_starts_a_table_whose_game_is_missing(
    cause: str, pending_table: Table, people: list[User], title_installation: TitleInstallation
) -> None:
    table_setup.join(pending_table.key, people[1])
    Trouble(cause, title_installation).comes()
    for user, act in ((people[0], "start"), (people[2], "join")):
        answer = api(user).post(reverse(f"api:{act}", args=[pending_table.key]))
        assert answer.status_code == 409
        assert answer.json()["because"] == cause
        page = signed_in(user).post(address(act, pending_table), follow=True)
        assert MISSING[cause] in page.text
    table_setup.leave(pending_table.key, people[1])
    table_setup.close(pending_table.key, people[0])
    assert fresh(pending_table).status == Table.Status.CLOSED
    assert Client().get(address("table", pending_table)).status_code == 200


def test_a_table_whose_options_are_not_declared_any_more_is_not_started(
    pending_table: Table, people: list[User]
) -> None:
    table_setup.join(pending_table.key, people[1])
    Table.objects.filter(pk=pending_table.pk).update(options={"windmills": "on"}, seat_count=2)
    pending_table.seat_set.filter(user=None).delete()
    with pytest.raises(table_setup.InvalidTableError, match="windmills"):
        match_start.start(pending_table.key, people[0])


# the site


def test_a_title_whose_import_fails_leaves_the_site_up(
    title_installation: TitleInstallation, people: list[User], tmp_path: Any
) -> None:
    room = tmp_path / "torn_game" / "rules"
    room.mkdir(parents=True)
    (room / "__init__.py").write_text("from nowhere_at_all import GAME\n")
    title_installation.also(tmp_path / "torn_game")
    for path in ("/", "/tables/", "/tables/new/", "/api/games/", f"/leaderboard/{OTHER}/"):
        answer = signed_in(people[0]).get(path)
        assert answer.status_code == 200, path
        assert "torn" not in answer.text.lower()
    assert signed_in(people[0]).get("/tables/new/torn_game/").status_code == 404
    assert "longtable_broken_title_rooms 1.0" in Client().get("/metrics").text


@pytest.mark.parametrize("text", ["", "GAME = None\n", "raise RuntimeError('torn')\n", "1 +\n"])
def test_a_title_without_a_game_is_not_in_the_catalogue(
    text: str, title_installation: TitleInstallation, tmp_path: Any, db: None
) -> None:
    room = tmp_path / "torn_game" / "rules"
    room.mkdir(parents=True)
    (room / "__init__.py").write_text(text)
    title_installation.also(tmp_path / "torn_game")
    assert Client().get("/").status_code == 200
    assert "torn_game" not in api(None).get("/api/games/").text


def test_a_site_without_any_title_answers(
    table: Table, title_installation: TitleInstallation, people: list[User]
) -> None:
    title_installation.without(*registry.title_folders())
    for path in ("/", "/tables/", "/tables/new/", "/my-tables/", address("table", table)):
        assert signed_in(people[0]).get(path).status_code == 200, path
    assert Client().get("/leaderboard/").status_code == 404


@pytest.mark.parametrize("hook", ["board", "missing"])
def test_a_match_whose_board_cannot_be_imported_is_played_on_the_plain_one(
    hook: str, table: Table, title_installation: TitleInstallation
) -> None:
    if hook == "board":
        title_installation.break_import(GAME, "board")
    else:
        title_installation.remove_presenter(GAME)
    seat = actor(table)
    shown = signed_in(seat.user).get(address("table", table)).text
    assert all(f'value="{move}"' in shown for move in load_match(table).legal_moves(seat.number))
    assert play_on(table, moves=3).move_count == 3
