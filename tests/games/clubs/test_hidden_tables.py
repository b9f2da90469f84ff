"""A club's table is there for its people and for nobody else: two worlds, with and without it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core.cache import cache
from django.test import Client
from django.urls import get_resolver

from accounts.models import User
from games.history import game_statistics
from games.lobby.pending import InvalidTableError
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Club, Membership, Table
from games.table.realtime.consumers import NOT_FOUND
from games.time_controls import PRESETS_BY_KEY
from tests.games.conftest import GAME, fresh, play_on
from tests.games.table.test_publish import Socket
from tests.lobby.test_link_only import lists
from tests.portal.test_hostile_requests import patterns

NOWHERE = "nowhere234"
#: What every address takes: none is refused because of what is missing.
GIVEN: dict[str, Any] = {
    "version": 1,
    "step": 0,
    "moves": ["pass"],
    "move": "pass",
    "given": [],
    "agrees": True,
    "name": "x",
    "text": "x",
    "seen": 0,
    "seat": 0,
    "order": 0,
    "what": "up",
    "kind": "json",
    "url": "https://example.org/",
    "game": GAME,
    "audience": "public",
    "at": 0,
    "keep": 0,
}


STATES = ("open", "running", "finished")
STRANGERS = ("cem", "")


def table_of(club: Club, people: list[User], state: str) -> Table:
    """A table of the club, at which Ann and (once it has started) Bob sit."""
    seats = 3 if state == "open" else 2
    table = table_setup.open_table(
        people[0], GAME, TableSettings(seats, {}, PRESETS_BY_KEY["day"].clock), club=club
    )
    if state != "open":
        table_setup.join(table.key, people[1])
    return play_on(table) if state == "finished" else fresh(table)


@pytest.fixture(params=STATES)
def hidden_table(request: pytest.FixtureRequest, club: Club, people: list[User]) -> Table:
    return table_of(club, people, request.param)


def addresses() -> Iterator[str]:
    """Every address of a table, with "KEY" in its place."""
    for route in patterns(get_resolver()):
        if route.startswith(("/tables/<slug:key>", "/api/tables/<slug:key>")):
            yield (
                route.replace("<slug:key>", "KEY")
                .replace("<str:username>", "ann")
                .replace("<slug:username>", "ann")
                .replace("<int:pk>", "1")
                .replace("<str:token>", "x")
            )


def answers(client: Client, key: str) -> dict[str, tuple[int, str]]:
    """What every address of this table answers to whatever is asked."""
    cache.clear()  # limits count by the minute, and here are more addresses than that
    found = {}
    for address in addresses():
        for do in ("get", "post", "put", "delete"):
            if do in ("put", "delete") and not address.startswith("/api/"):
                continue
            at = address.replace("KEY", key)
            if do == "get":
                answer = client.get(at)
            elif address.startswith("/api/"):
                answer = getattr(client, do)(at, GIVEN, "application/json")
            else:
                answer = client.post(at, GIVEN)
            where = answer.headers.get("Location", "")
            text = answer.text if address.startswith("/api/") else where
            found[f"{do} {address}"] = (answer.status_code, text.replace(key, "KEY"))
    return found


def stranger(people: list[User], name: str) -> Client:
    client = Client()
    if name:
        client.force_login(people[2])
    return client


@pytest.mark.same_everywhere
@pytest.mark.parametrize("name", STRANGERS)
def test_club_table_looks_nonexistent_to_others(club: Club, people: list[User], name: str) -> None:
    tables = [table_of(club, people, state) for state in STATES]
    client = stranger(people, name)
    before = answers(client, NOWHERE)
    assert len(before) > 60
    pages = {status for ask, (status, _told) in before.items() if ask.startswith("get /tables")}
    assert 404 in pages
    assert 200 not in pages
    for table in tables:
        assert answers(client, table.key) == before
        assert fresh(table).version == table.version


@pytest.mark.parametrize("name", STRANGERS)
def test_no_list_names_it_outside(club: Club, people: list[User], name: str) -> None:
    tables = [table_of(club, people, state) for state in STATES]
    client = stranger(people, name)
    for address in lists(people):
        page = client.get(address, follow=True).text
        assert not [table.status for table in tables if table.key in page], address


@pytest.mark.same_everywhere
def test_a_table_that_waits_leads_to_its_club(club: Club, people: list[User]) -> None:
    client = Client()
    client.force_login(people[0])
    page = client.get(table_of(club, people, "open").get_absolute_url()).text
    assert f'<a href="{club.get_absolute_url()}">' in page


@pytest.mark.same_everywhere
def test_its_people_find_and_watch_it(hidden_table: Table, club: Club, people: list[User]) -> None:
    eva = Client()
    eva.force_login(people[4])
    status = hidden_table.status
    assert hidden_table.key in eva.get(f"/tables/?status={status}").text
    assert hidden_table.key in eva.get(f"/api/tables/?status={status}").text
    assert eva.get(hidden_table.get_absolute_url()).status_code == 200
    assert eva.get(f"/api/tables/{hidden_table.key}/").json()["club"] == club.key
    if hidden_table.started_at:
        assert eva.get(f"{hidden_table.get_absolute_url()}replay/").status_code == 200


def test_former_member_sees_only_own_club_matches(hidden_table: Table, people: list[User]) -> None:
    Membership.objects.filter(user__in=[people[0], people[4]]).delete()
    for user, status in ((people[0], 200), (people[4], 404)):
        client = Client()
        client.force_login(user)
        assert client.get(hidden_table.get_absolute_url()).status_code == status


def test_club_tables_are_opened_by_members_only(club: Club, people: list[User]) -> None:
    given = {"game": GAME, "seats": 2, "visibility": "circle", "club": club.key}
    for user, status in ((people[2], 422), (people[4], 201)):
        client = Client()
        client.force_login(user)
        answer = client.post("/api/tables/", given, "application/json")
        assert answer.status_code == status, answer.text
    for wrong in ({"club": None}, {"club": NOWHERE}, {"visibility": "public"}):
        answer = client.post("/api/tables/", given | wrong, "application/json")
        assert answer.status_code == 400
    with pytest.raises(InvalidTableError):
        table_setup.open_table(
            people[2], GAME, TableSettings(2, {}, PRESETS_BY_KEY["day"].clock), club=club
        )


@pytest.mark.same_everywhere
def test_statistics_do_not_count_it(hidden_table: Table, people: list[User]) -> None:
    assert game_statistics.count_statistics(GAME).matches == 0
    assert game_statistics.count_statistics(GAME).shares == []


@pytest.mark.django_db(transaction=True)
async def test_sockets_tell_its_people_alone(people: list[User]) -> None:
    found = await Club.objects.acreate(name="Thursday")
    for user in (people[0], people[4]):
        await Membership.objects.acreate(club=found, user=user)
    table = await sync_to_async(table_setup.open_table)(
        people[0], GAME, TableSettings(3, {}, PRESETS_BY_KEY["day"].clock), club=found
    )
    for outside in (None, people[2]):
        answer = await Socket(table.key, outside).connect()
        assert (answer["type"], answer["code"]) == ("websocket.close", NOT_FOUND)
    eva = Socket(table.key, people[4])
    assert (await eva.connect())["type"] == "websocket.accept"
    while "waiting" not in await eva.hear():
        pass
    await Membership.objects.filter(user=people[4]).adelete()
    await sync_to_async(table_setup.rename)(table.key, people[0], "Secret")
    assert (await eva.receive_output(timeout=5))["code"] == NOT_FOUND
