"""The order of "next table" and "Later": a round through all waiting tables, on all devices."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import TableListSettings, User
from games.models import Seat, Table
from games.table import turn_order
from games.table.turn_order import leave_for_later, load_turn_order
from portal.errors import Conflict
from tests.clients import api_of, signed_in
from tests.games.table.test_turn_counter import wait_for_me

NewTable = Callable[..., Table]


@pytest.fixture
def tables(new_table: NewTable, people: list[User]) -> list[Table]:
    """Three tables that wait for the first person, the most urgent first."""
    found = [new_table() for _ in range(3)]
    wait_for_me(people[0], found)
    return found


def order_of(user: User, tables: list[Table]) -> list[int]:
    """Places of the tables in the list, in the order of the person's round."""
    keys = [table.key for table in tables]
    return [keys.index(one.key) for one in load_turn_order(user).tables]


def skip(user: User, tables: list[Table], number: int) -> int | None:
    """Leave this table for later; return the place of the next one."""
    keys = [table.key for table in tables]
    key = leave_for_later(user, keys[number])
    return None if key is None else keys.index(key)


def change_seat(user: User, table: Table, **values: object) -> None:
    Seat.objects.filter(user=user, table=table).update(**values)


def test_order_without_a_round_is_by_the_time_left(tables: list[Table], people: list[User]) -> None:
    assert order_of(people[0], tables) == [0, 1, 2]
    change_seat(people[0], tables[2], due_at=timezone.now())
    assert order_of(people[0], tables) == [2, 0, 1]


def test_table_left_for_later_comes_last(tables: list[Table], people: list[User]) -> None:
    assert skip(people[0], tables, 0) == 1
    assert order_of(people[0], tables) == [1, 2, 0]
    assert skip(people[0], tables, 1) == 2
    assert skip(people[0], tables, 2) == 0


def test_order_is_stable_during_a_round(tables: list[Table], people: list[User]) -> None:
    skip(people[0], tables, 0)
    change_seat(people[0], tables[2], due_at=timezone.now())
    assert order_of(people[0], tables) == [1, 2, 0]


def test_next_round_begins_by_the_time_left(tables: list[Table], people: list[User]) -> None:
    skip(people[0], tables, 0)
    skip(people[0], tables, 1)
    change_seat(people[0], tables[1], due_at=timezone.now())
    assert skip(people[0], tables, 2) == 1
    assert order_of(people[0], tables) == [1, 0, 2]


def test_move_takes_a_table_out_of_the_round(tables: list[Table], people: list[User]) -> None:
    skip(people[0], tables, 0)
    change_seat(people[0], tables[1], waiting_since=None, due_at=None)
    assert order_of(people[0], tables) == [2, 0]


def test_table_that_waits_again_joins_the_end_of_those_ahead(
    tables: list[Table], people: list[User]
) -> None:
    skip(people[0], tables, 0)
    later = timezone.now() + timedelta(minutes=1)
    change_seat(people[0], tables[1], waiting_since=later, due_at=later)
    assert order_of(people[0], tables) == [2, 1, 0]


def test_new_table_joins_the_end_of_those_ahead(
    tables: list[Table], people: list[User], new_table: NewTable
) -> None:
    skip(people[0], tables, 0)
    fourth = new_table()
    wait_for_me(people[0], [fourth])
    change_seat(people[0], fourth, due_at=timezone.now())
    assert order_of(people[0], [*tables, fourth]) == [1, 2, 3, 0]


def test_table_opened_out_of_turn_leads_on_from_there(
    tables: list[Table], people: list[User]
) -> None:
    assert skip(people[0], tables, 1) == 2
    assert skip(people[0], tables, 2) == 0
    assert skip(people[0], tables, 0) == 1


def test_round_ends_when_all_its_tables_have_gone(tables: list[Table], people: list[User]) -> None:
    skip(people[0], tables, 0)
    again = timezone.now() + timedelta(minutes=1)
    for number, table in enumerate(tables):
        change_seat(people[0], table, waiting_since=again, due_at=again - timedelta(minutes=number))
    assert order_of(people[0], tables) == [2, 1, 0]


def test_old_round_is_over(
    tables: list[Table], people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    skip(people[0], tables, 0)
    monkeypatch.setattr(turn_order, "ROUND_LIMIT", timedelta(0))
    assert order_of(people[0], tables) == [0, 1, 2]
    assert skip(people[0], tables, 0) == 1


def test_second_press_of_later_has_the_same_answer(tables: list[Table], people: list[User]) -> None:
    """At every table of a round, also where the next round begins."""
    for number in (0, 1, 2, 1, 0, 2):
        change_seat(people[0], tables[2], due_at=timezone.now() + timedelta(minutes=90))
        first = skip(people[0], tables, number)
        stored = order_of(people[0], tables)
        assert skip(people[0], tables, number) == first
        assert order_of(people[0], tables) == stored


def test_later_and_next_table_agree(tables: list[Table], people: list[User]) -> None:
    for number in (0, 1, 2, 2, 1, 0, 1):
        expected = load_turn_order(people[0]).next_after(tables[number].key)
        assert leave_for_later(people[0], tables[number].key) == expected
    first = load_turn_order(people[0]).tables[0].key
    assert load_turn_order(people[0]).next_after("") == first


def test_all_devices_share_one_round(tables: list[Table], people: list[User]) -> None:
    phone, desktop = signed_in(people[0]), signed_in(people[0])
    answer = phone.post(reverse("games:later", args=[tables[0].key]))
    assert answer["Location"] == tables[1].get_absolute_url()
    assert desktop.get(reverse("games:next"))["Location"] == tables[1].get_absolute_url()
    after = f"{reverse('games:next')}?after={tables[2].key}"
    assert desktop.get(after)["Location"] == tables[0].get_absolute_url()


def test_reading_writes_no_round(tables: list[Table], people: list[User]) -> None:
    client = signed_in(people[0])
    client.get(f"{reverse('games:next')}?after={tables[0].key}")
    client.get(tables[0].get_absolute_url())
    assert not TableListSettings.objects.exists()


def test_only_waiting_table_stays(tables: list[Table], people: list[User]) -> None:
    wait_for_me(people[1], tables[1:])
    client = signed_in(people[0])
    assert skip(people[0], tables, 0) is None
    answer = client.post(reverse("games:later", args=[tables[0].key]), follow=True)
    assert answer.redirect_chain == [(tables[0].get_absolute_url(), 302)]
    assert "No other table is waiting for you." in answer.text


def test_later_is_offered_where_i_am_awaited(tables: list[Table], people: list[User]) -> None:
    client = signed_in(people[0])
    address = reverse("games:later", args=[tables[0].key])
    assert address in client.get(tables[0].get_absolute_url()).text
    wait_for_me(people[1], tables[:1])
    assert address not in client.get(tables[0].get_absolute_url()).text


def test_table_that_does_not_wait_is_not_left(tables: list[Table], people: list[User]) -> None:
    wait_for_me(people[1], tables[:1])
    with pytest.raises(Conflict):
        leave_for_later(people[0], tables[0].key)
    answer = signed_in(people[0]).post(reverse("games:later", args=[tables[0].key]), follow=True)
    assert answer.redirect_chain[-1][0] == tables[1].get_absolute_url()
    assert "This table is not waiting for you." in answer.text


def test_stranger_and_visitor_leave_no_table(tables: list[Table], people: list[User]) -> None:
    address = reverse("games:later", args=[tables[0].key])
    assert signed_in(people[4]).post(address).status_code == 302
    assert Client().post(address)["Location"].startswith("/accounts/login/")
    assert api_of(people[4]).post(reverse("api:later", args=[tables[0].key])).status_code == 409
    assert not TableListSettings.objects.exists()


def test_api_leads_through_the_same_round(tables: list[Table], people: list[User]) -> None:
    client, following = api_of(people[0]), reverse("api:next_table")
    assert client.get(following).json() == {"next": tables[0].key}
    answer = client.post(reverse("api:later", args=[tables[0].key]))
    assert (answer.status_code, answer.json()) == (200, {"next": tables[1].key})
    assert client.get(following).json() == {"next": tables[1].key}
    assert client.get(following, {"after": tables[2].key}).json() == {"next": tables[0].key}
