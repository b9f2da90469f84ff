"""The start page: what a visitor sees, and what waits for a member."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

import games.rules as rules
from accounts.models import User
from games.clubs import creation
from games.lobby.setup import saved_settings
from games.lobby.setup.table_setup import join, open_table
from games.lobby.table_settings import TableSettings
from games.models import Club, Seat, Table
from games.table.actions import player_actions
from games.table.session.loader import load_match
from games.table.views.thumbnails import render_thumbnails
from games.time_controls import DEFAULT_PRESET, PRESETS_BY_KEY
from tests.clients import signed_in

CLOCK = PRESETS_BY_KEY[DEFAULT_PRESET].clock
MOST_STATEMENTS = 12


def start_table(host: User, other: User, game: str, club: Club | None = None) -> Table:
    table = open_table(host, game, TableSettings(2, {}, CLOCK), club=club)
    join(table.key, other)
    return Table.objects.get(pk=table.pk)


def play_on(table: Table) -> None:
    seat = table.seat_set.filter(waiting_since__isnull=False).select_related("user")[0]
    assert seat.user is not None
    legal = load_match(table).legal_moves(seat.number)
    player_actions.confirm(table.key, seat.user, table.version, [legal[0]])


@pytest.mark.same_everywhere
def test_a_visitor_sees_every_game_and_the_way_in(client: Client, db: None) -> None:
    page = client.get("/").text
    for game in rules.catalogue().values():
        assert game.name in page
    assert 'href="/accounts/signup/"' in page


@pytest.mark.same_everywhere
def test_a_visitor_sees_public_running_tables_only(
    client: Client, ada: User, ben: User, game: str
) -> None:
    public = open_table(ada, game, TableSettings(2, {}, CLOCK))
    join(public.key, ben)
    hidden = open_table(ada, game, TableSettings(2, {}, CLOCK, visibility=Table.Visibility.LINK))
    join(hidden.key, ben)
    page = client.get("/").text
    assert public.key in page
    assert hidden.key not in page


def test_a_member_sees_first_where_they_are_awaited(
    as_ada: Client, ada: User, ben: User, game: str
) -> None:
    late, soon = (open_table(ada, game, TableSettings(2, {}, CLOCK)) for _ in range(2))
    free = open_table(ben, game, TableSettings(2, {}, CLOCK))
    for table in (late, soon):
        join(table.key, ben)
    now = timezone.now()
    for table, hours in ((late, 20), (soon, 1)):
        seats = Seat.objects.filter(table=table)
        seats.filter(user=ben).update(waiting_since=None, due_at=None)
        seats.filter(user=ada).update(waiting_since=now, due_at=now + timedelta(hours=hours))
    page = as_ada.get("/").text
    assert page.index(soon.key) < page.index(late.key) < page.index(free.key)
    assert "<title>(2) " in page
    assert ">2</span>" in page


@pytest.mark.same_everywhere
def test_a_member_without_tables_is_shown_where_to_start(as_ada: Client) -> None:
    page = as_ada.get("/").text
    assert "Nobody is waiting for you" in page
    assert 'href="/tables/new/"' in page


@pytest.mark.same_everywhere
def test_a_visitor_watches_a_public_table_and_sees_it_move(
    client: Client, ada: User, ben: User, game: str
) -> None:
    table = start_table(ada, ben, game)
    page = client.get("/").text
    assert render_thumbnails([table])[table.key] in page
    edition = re.search(r'data-edition="([^"]+)"', page)
    assert edition is not None
    playing = reverse("games:playing")
    assert client.get(playing, {"seen": edition[1]}).status_code == 204
    play_on(table)
    after = client.get(playing, {"seen": edition[1]})
    assert after.status_code == 200
    assert render_thumbnails([Table.objects.get(pk=table.pk)])[table.key] in after.text


@pytest.mark.same_everywhere
def test_what_shows_nothing_new_costs_one_look(
    client: Client,
    ada: User,
    ben: User,
    game: str,
    django_assert_num_queries: Any,
) -> None:
    table = start_table(ada, ben, game)
    with django_assert_num_queries(1):  # type: ignore[attr-defined]
        client.get(reverse("games:playing"), {"seen": f"{table.key}-{table.version}"})


@pytest.mark.same_everywhere
def test_a_friendly_table_offers_its_seat_to_a_visitor_by_way_of_an_account(
    client: Client, ada: User, game: str
) -> None:
    friendly = open_table(ada, game, TableSettings(2, {}, CLOCK, rated=False))
    rated = open_table(ada, game, TableSettings(2, {}, CLOCK))
    page = client.get("/").text
    assert f'href="/accounts/signup/?next={friendly.get_absolute_url()}"' in page
    assert rated.key not in page


@pytest.mark.same_everywhere
def test_a_member_takes_a_seat_from_home(as_ada: Client, ben: User, game: str) -> None:
    table = open_table(ben, game, TableSettings(2, {}, CLOCK))
    assert f'action="/tables/{table.key}/join/"' in as_ada.get("/").text


@pytest.mark.same_everywhere
def test_home_shows_club_tables_to_members_only(ada: User, ben: User, game: str) -> None:
    club = creation.create_club(ada, "Thursday", "", Club.JoinPolicy.INVITATION)
    club.memberships.create(user=ben)
    table = start_table(ada, ben, game, club=club)
    third = User.objects.create_user("cleo", "cleo@example.org", None)
    assert table.key not in signed_in(third).get("/").text
    assert table.key not in Client().get("/").text
    club.memberships.create(user=third)
    assert f'id="w-{table.key}"' in signed_in(third).get("/").text


def test_one_press_opens_a_table_like_the_last_one(as_ada: Client, ada: User, game: str) -> None:
    address = reverse("games:like_last", args=[game])
    assert address not in as_ada.get("/").text
    assert as_ada.post(address)["Location"] == reverse("games:new_of", args=[game])
    terms = TableSettings.defaults_for(rules.get(game))
    saved_settings.save_last_used(ada, game, terms)
    assert address in as_ada.get("/").text
    as_ada.post(address)
    table = Table.objects.get(host=ada)
    assert TableSettings.from_table(table, table.seat_set.all()) == terms


@pytest.mark.same_everywhere
@pytest.mark.parametrize("tables", [1, 4])
def test_home_is_few_statements_however_many_tables(
    as_ada: Client, ada: User, ben: User, game: str, tables: int
) -> None:
    saved_settings.save_last_used(ada, game, TableSettings.defaults_for(rules.get(game)))
    for _ in range(tables):
        start_table(ada, ben, game)
        start_table(ben, User.objects.get_or_create(username="cleo")[0], game)
        open_table(ada, game, TableSettings(2, {}, CLOCK))
        open_table(ben, game, TableSettings(2, {}, CLOCK))
    as_ada.get("/")
    with CaptureQueriesContext(connection) as asked:
        as_ada.get("/")
    assert len(asked) <= MOST_STATEMENTS, "\n".join(one["sql"] for one in asked)
