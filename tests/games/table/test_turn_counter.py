"""Where a person is awaited: who is told when, and the parts of pages that then come anew."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import timedelta
from typing import Any

import pytest
from channels.layers import get_channel_layer
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Notification, Seat, Table
from games.table.actions import player_actions, resignation
from games.table.agreements import actions as agreements
from games.table.realtime import publish as realtime_publish
from games.table.realtime.consumers import NOT_FOUND, PersonConsumer
from games.time_controls import PRESETS_BY_KEY
from tests.games.conftest import GAME, actor, fresh, legal, player, seats_of
from tests.games.table.test_publish import Socket

PARTIAL = {"HX-Request": "true"}
CaptureGroups = Callable[[], AbstractContextManager[set[str]]]


@pytest.fixture
def capture_groups(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> CaptureGroups:
    """`with capture_groups() as published:` collects the names of the groups that get a message."""

    @contextmanager
    def listen() -> Iterator[set[str]]:
        published: set[str] = set()
        monkeypatch.setattr(
            realtime_publish,
            "publish_to_groups",
            lambda *messages: published.update(group for group, _ in messages),
        )
        with django_capture_on_commit_callbacks(execute=True):
            yield published

    return listen


def open_table(host: User, seats: int = 2) -> Table:
    return table_setup.open_table(host, GAME, TableSettings(seats, {}, PRESETS_BY_KEY["day"].clock))


def groups(*people: User) -> set[str]:
    return {realtime_publish.person_group(user.pk) for user in people}


# who is told


@pytest.mark.same_everywhere
def test_move_is_published_to_all_players(table: Table, capture_groups: CaptureGroups) -> None:
    seat = actor(table)
    with capture_groups() as published:
        player_actions.confirm(table.key, player(seat), table.version, [legal(table, seat)[0]])
    assert groups(*map(player, seats_of(table))) <= published


@pytest.mark.same_everywhere
def test_table_start_is_published_to_all_players(
    people: list[User], capture_groups: CaptureGroups
) -> None:
    table = open_table(people[0])
    with capture_groups() as published:
        table_setup.join(table.key, people[1])
    assert fresh(table).is_running
    assert groups(*people[:2]) <= published


def test_join_is_published_to_waiting_players(
    people: list[User], capture_groups: CaptureGroups
) -> None:
    table = open_table(people[0], seats=3)
    with capture_groups() as published:
        table_setup.join(table.key, people[1])
    assert groups(*people[:2]) <= published


def test_leave_is_published_to_both_sides(
    people: list[User], capture_groups: CaptureGroups
) -> None:
    table = open_table(people[0], seats=3)
    table_setup.join(table.key, people[1])
    with capture_groups() as published:
        table_setup.leave(table.key, people[1])
    assert groups(*people[:2]) <= published


@pytest.mark.same_everywhere
def test_closed_table_is_published_to_waiting_players(
    people: list[User], capture_groups: CaptureGroups
) -> None:
    table = open_table(people[0], seats=3)
    table_setup.join(table.key, people[1])
    with capture_groups() as published:
        table_setup.close(table.key, people[0])
    assert groups(*people[:2]) <= published


@pytest.mark.same_everywhere
def test_resignation_is_published_to_the_resigned_player(
    table: Table, capture_groups: CaptureGroups
) -> None:
    user = player(actor(table))
    with capture_groups() as published:
        resignation.resign(table.key, user)
    assert groups(user) <= published


@pytest.mark.same_everywhere
def test_match_end_is_published_to_all_players(table: Table, capture_groups: CaptureGroups) -> None:
    users = [player(seat) for seat in seats_of(table)]
    for user in users[:-1]:
        agreements.agree_to_call_off(table.key, user)
    with capture_groups() as published:
        agreements.agree_to_call_off(table.key, users[-1])
    assert fresh(table).is_over
    assert groups(*users) <= published


@pytest.mark.same_everywhere
def test_table_changes_are_not_published_to_strangers(
    table: Table, people: list[User], capture_groups: CaptureGroups
) -> None:
    with capture_groups() as published:
        resignation.resign(table.key, player(actor(table)))
    assert not groups(*people[2:]) & published


# the sockets


async def publish(key: str, user: User) -> None:
    """As `live.table_changed` does, in this test's own event loop."""
    layer = get_channel_layer()
    assert layer is not None
    message = {"type": "waiting.changed", "table": key}
    await layer.group_send(realtime_publish.person_group(user.pk), message)


@pytest.mark.django_db(transaction=True)
async def test_a_persons_socket_says_how_many_tables_wait_and_which_has_changed(
    table: Table,
) -> None:
    seat = await Seat.objects.select_related("user").aget(table=table, waiting_since__isnull=False)
    await Notification.objects.all().adelete()
    one = Socket("", player(seat), PersonConsumer)
    assert (await one.connect())["type"] == "websocket.accept"
    assert await one.hear() == {"waiting": 1, "unread": 0}
    await Seat.objects.filter(pk=seat.pk).aupdate(waiting_since=None)
    await Notification.objects.acreate(
        user=player(seat), event="over", channel="page", state="sent", dedup_key="1"
    )
    await publish(table.key, player(seat))
    assert await one.hear() == {"waiting": 0, "unread": 1, "table": table.key}
    await one.leave()


@pytest.mark.django_db(transaction=True)
async def test_nobody_has_no_socket_of_their_own() -> None:
    answer = await Socket("", AnonymousUser(), PersonConsumer).connect()
    assert (answer["type"], answer["code"]) == ("websocket.close", NOT_FOUND)


@pytest.mark.django_db(transaction=True)
async def test_a_tables_page_hears_of_other_tables_and_of_its_own_what_is_unread(
    table: Table,
) -> None:
    seat = await Seat.objects.select_related("user").aget(table=table, waiting_since__isnull=False)
    await Notification.objects.all().adelete()
    page = Socket(table.key, player(seat))
    await page.connect()
    assert await page.hear() == {"version": table.version, "chat": 0}
    assert await page.hear() == {
        "waiting": 1,
        "unread": 0,
    }  # as of now, whatever the page was made with
    await Notification.objects.acreate(
        user=player(seat), event="over", channel="page", state="sent", dedup_key="1"
    )
    await publish(table.key, player(seat))
    assert await page.hear() == {"unread": 1}
    await publish("another", player(seat))
    assert await page.hear() == {"waiting": 1, "unread": 1, "table": "another"}
    await page.leave()


# the parts of pages


@pytest.fixture
def client_of(people: list[User]) -> Callable[[User], Client]:
    def signed_in(user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    return signed_in


@pytest.mark.same_everywhere
@pytest.mark.parametrize("page", ["home", "games:mine"])
def test_the_lists_of_a_page_come_alone_and_say_how_many_wait(
    page: str, table: Table, client_of: Callable[[User], Client]
) -> None:
    client = client_of(player(actor(table)))
    html = client.get(reverse(page)).text
    address = re.search(r'data-lists="([^"]+)"', html)
    assert address is not None
    part = client.get(address[1], headers=PARTIAL).text
    assert "<html" not in part
    assert 'data-waiting="1"' in part
    assert table.key in part


@pytest.mark.parametrize("part", ["home_lists", "games:mine_lists"])
def test_after_signing_out_no_list_comes(part: str, db: None) -> None:
    answer = Client().get(reverse(part))
    assert (answer.status_code, answer.content) == (204, b"")


def wait_for_me(user: User, tables: list[Table]) -> None:
    """All of these tables wait for this person, in this order."""
    now = timezone.now()
    for number, table in enumerate(tables, 1):
        table.seat_set.update(due_at=None, waiting_since=None)
        due = now + timedelta(hours=number)
        table.seat_set.filter(user=user).update(waiting_since=now, due_at=due)


def test_the_next_table_is_the_one_after_this_and_then_the_first_again(
    new_table: Callable[..., Table], people: list[User], client_of: Callable[[User], Client]
) -> None:
    tables = [new_table() for _ in range(3)]
    wait_for_me(people[0], tables)
    client = client_of(people[0])
    seen = []
    for table in tables:
        link = f"{reverse('games:next')}?after={table.key}"
        assert link in client.get(table.get_absolute_url()).text
        seen.append(client.get(link)["Location"])
    assert seen == [table.get_absolute_url() for table in (*tables[1:], tables[0])]


def next_link(html: str) -> str:
    found = re.search(r'<a [^>]*id="next-table".*?</a>', html, re.S)
    assert found is not None
    return found[0]


def test_a_table_where_i_have_moved_leads_to_the_next_one(
    new_table: Callable[..., Table], people: list[User], client_of: Callable[[User], Client]
) -> None:
    here, there = new_table(), new_table()
    wait_for_me(people[0], [here, there])
    client = client_of(people[0])
    fragment = reverse("games:fragment", args=[here.key])
    assert "hidden" in next_link(client.get(fragment, headers=PARTIAL).text)
    wait_for_me(people[1], [here])
    link = next_link(client.get(fragment, headers=PARTIAL).text)
    assert "hidden" not in link
    assert "Next: " in link
    assert "</time> left" in link
    assert '<span class="is-none">(<b>0</b> more)</span>' in link
    wait_for_me(people[1], [there])
    assert "hidden" in next_link(client.get(fragment, headers=PARTIAL).text)


@pytest.mark.same_everywhere
def test_an_onlooker_has_no_way_to_the_next_table(table: Table) -> None:
    assert 'id="next-table"' not in Client().get(table.get_absolute_url()).text
