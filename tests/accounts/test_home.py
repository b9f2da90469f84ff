"""The front door: what a visitor sees, and what waits for a member."""

from __future__ import annotations

from datetime import timedelta

from django.test import Client
from django.utils import timezone

import games.rules as rules
from accounts.models import User
from games.clocks import BY_KEY, DEFAULT_PRESET
from games.lobby.gathering import join, open_table
from games.models import Seat, Table

CLOCK = BY_KEY[DEFAULT_PRESET].clock


def test_a_visitor_sees_every_game_and_the_way_in(client: Client, db: None) -> None:
    page = client.get("/").text
    for game in rules.catalogue().values():
        assert game.name in page
    assert 'href="/accounts/signup/"' in page


def test_a_visitor_sees_public_running_tables_only(
    client: Client, ada: User, ben: User, game: str
) -> None:
    public = open_table(ada, game, 2, {}, CLOCK)
    join(public.key, ben)
    hidden = open_table(ada, game, 2, {}, CLOCK, visibility=Table.Visibility.LINK)
    join(hidden.key, ben)
    page = client.get("/").text
    assert public.key in page
    assert hidden.key not in page


def test_a_member_sees_first_where_they_are_awaited(
    as_ada: Client, ada: User, ben: User, game: str
) -> None:
    late, soon = (open_table(ada, game, 2, {}, CLOCK) for _ in range(2))
    free = open_table(ben, game, 2, {}, CLOCK)
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


def test_a_member_without_tables_is_shown_where_to_start(as_ada: Client) -> None:
    page = as_ada.get("/").text
    assert "Nobody is waiting for you" in page
    assert 'href="/tables/new/"' in page
