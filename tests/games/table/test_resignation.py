"""Whoever has resigned sees what onlookers see, until the match is over."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Message, Seat, Table
from games.table.actions import resignation
from games.table.agreements import actions as agreements
from tests.games.conftest import actor, fresh, play_on, player, seats_of

TableFactory = Callable[..., Table]


@pytest.fixture
def resigned_table(new_table: TableFactory) -> tuple[Table, User]:
    """A running table of three people, one of whom has resigned; and that person."""
    table = play_on(new_table(3), moves=12)
    seat = seats_of(table)[0]
    resignation.resign(table.key, player(seat))
    Message.objects.create(
        table=table, user=player(seats_of(table)[1]), text="between us", audience="players"
    )
    return fresh(table), player(seat)


def api(table: Table, user: User | None, name: str) -> dict[str, object]:
    client = Client()
    if user is not None:
        client.force_login(user)
    found: dict[str, object] = client.get(reverse(f"api:{name}", args=[table.key])).json()
    return found


@pytest.mark.same_everywhere
def test_the_api_shows_an_onlookers_view(resigned_table: tuple[Table, User]) -> None:
    table, user = resigned_table
    seen, public = api(table, user, "table"), api(table, None, "table")
    assert seen["seat"] is None
    assert seen["view"] == public["view"]


@pytest.mark.same_everywhere
def test_the_answer_to_resigning_does_too(new_table: TableFactory) -> None:
    table = new_table(3)
    seat = seats_of(table)[0]
    client = Client()
    client.force_login(player(seat))
    answer = client.post(reverse("api:resign", args=[table.key])).json()
    assert answer["seat"] is None
    assert answer["view"] == api(table, None, "table")["view"]


@pytest.mark.same_everywhere
def test_the_log_is_an_onlookers(resigned_table: tuple[Table, User]) -> None:
    table, user = resigned_table
    assert api(table, user, "log") == api(table, None, "log")


@pytest.mark.parametrize("name", ["games:table", "games:fragment", "games:replay"])
def test_pages_show_what_onlookers_see(resigned_table: tuple[Table, User], name: str) -> None:
    table, user = resigned_table
    client = Client()
    client.force_login(user)
    answer = client.get(reverse(name, args=[table.key]))
    context = answer.context
    if name == "games:replay":
        onlookers = Client().get(reverse(name, args=[table.key]))
        assert context["viewer"] == onlookers.context["viewer"]
    elif name == "games:table":
        assert context["seat"] is None
    assert answer.status_code == 200


@pytest.mark.same_everywhere
def test_the_players_chat_is_closed(resigned_table: tuple[Table, User]) -> None:
    table, user = resigned_table
    client = Client()
    client.force_login(user)
    address = reverse("games:chat", args=[table.key])
    assert "between us" not in client.get(address).text
    assert "between us" not in client.get(table.get_absolute_url()).text
    assert (
        client.post(address, {"text": "hello"}, headers={"HX-Request": "true"}).status_code == 403
    )


def test_after_the_end_everything_is_shown(resigned_table: tuple[Table, User]) -> None:
    table, user = resigned_table
    for seat in table.seat_set.filter(bot=""):
        agreements.agree_to_call_off(table.key, player(seat))
    assert fresh(table).is_over
    assert api(table, user, "table")["seat"] == 0
    client = Client()
    client.force_login(user)
    assert "between us" in client.get(reverse("games:chat", args=[table.key])).text


def test_whoever_ran_out_of_time_keeps_their_view(new_table: TableFactory) -> None:
    table = new_table(3)
    seat = actor(table)
    Seat.objects.filter(pk=seat.pk).update(bot="steady", leave_reason=Seat.LeaveReason.TIMED_OUT)
    assert api(table, player(seat), "table")["seat"] == seat.number
