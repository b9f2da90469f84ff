"""Lists of the tables that a person may join: the database finds what joining allows."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from games.lobby.admission import host_actions, invitations
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Table
from games.ratings.reliability import requirements
from games.ratings.reliability.requirements import Requirements
from games.time_controls import HOUR, PRESETS_BY_KEY
from tests.clients import api_of, signed_in
from tests.games.conftest import GAME
from tests.ratings.reliability.stats_factory import (
    asking_tables,
    follow,
    may_ask,
    rate,
    set_statistics,
)

DAY = PRESETS_BY_KEY["day"].clock


@pytest.fixture
def host(people: list[User]) -> User:
    return may_ask(people[0])


def open_table(host: User, seats: int = 2, **more: Any) -> Table:
    return table_setup.open_table(host, GAME, TableSettings(seats, {}, DAY, **more))


def test_the_database_finds_the_tables_that_somebody_fits(
    people: list[User], django_assert_max_num_queries: Any
) -> None:
    ann, bob, cem, dee = people[:4]
    rate(bob, 1600)
    set_statistics(bob, 17, 20, pace=3 * HOUR)
    rate(cem, 1399.5)
    set_statistics(cem, 99, 100, pace=30 * HOUR)
    follow(ann, cem)
    parts: list[dict[str, Any]] = [
        {"rating_from": 1400},
        {"rating_to": 1500},
        {"finished": 90},
        {"pace": 6 * HOUR},
        {"followed": True},
    ]
    tables = asking_tables(
        ann,
        Requirements(),
        *(Requirements(**one) for one in parts),
        *(Requirements(**one, **other) for n, one in enumerate(parts) for other in parts[:n]),
    )
    for person in (bob, cem, dee):
        with django_assert_max_num_queries(3):
            out = requirements.unmet_texts(person, tables)
        with django_assert_max_num_queries(3):
            found = set(
                Table.objects.filter(requirements.tables_met_by(person)).values_list(
                    "pk", flat=True
                )
            )
        assert found == {table.pk for table in tables} - out.keys()
        assert 1 < len(found) < len(tables)


def test_lists_show_only_what_i_may_join(host: User, people: list[User]) -> None:
    bob, cem = people[1:3]
    rate(bob, 1610)
    follow(host, bob)
    fits = [
        open_table(host),
        open_table(host),
        open_table(host, asks=Requirements(followed=True)),
        open_table(host, asks=Requirements(rating_from=1700)),
    ]
    invitations.invite(fits[-1].key, host, [bob.username])
    others = [
        open_table(host, asks=Requirements(rating_from=1611)),
        open_table(host, 3),
        open_table(host),
        open_table(host, 3),
        open_table(cem, bots=("random",), start_when=Table.StartMode.HOST),
        open_table(cem, asks=Requirements(followed=True)),
    ]
    table_setup.join(others[1].key, bob)
    invitations.invite(others[2].key, host, [cem.username])
    table_setup.join(others[3].key, bob)
    host_actions.remove_player(others[3].key, host, bob.username)
    page = signed_in(bob).get("/tables/?joinable=1")
    assert set(page.context["page"]) == set(fits)
    seen = api_of(bob).get("/api/tables/?joinable=true").json()
    assert {one["key"] for one in seen} == {table.key for table in fits}
    for user in (bob, None):
        listed = signed_in(user).get("/tables/").text
        assert all(table.key in listed for table in [*fits, *others])


@pytest.mark.same_everywhere
def test_a_page_of_tables_costs_the_same_whatever_they_ask(
    host: User, people: list[User], django_assert_max_num_queries: Any
) -> None:
    client = signed_in(people[1])
    for n in range(9):
        open_table(host, asks=Requirements(rating_from=1600 + n, followed=n % 2 == 0))
    client.get("/tables/")
    for address in ("/tables/", "/tables/?joinable=1"):
        with django_assert_max_num_queries(12):
            assert client.get(address).status_code == 200


def test_pages_of_what_i_may_join_leave_nothing_out(
    host: User, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.lobby.views.PAGE_LENGTH", 2)
    rate(people[1], 1603)
    tables = [open_table(host, asks=Requirements(rating_from=1600 + n)) for n in range(9)]
    client, address, found = signed_in(people[1]), "/tables/?joinable=1", list[str]()
    while address:
        page = client.get(address)
        found += [row.key for row in page.context["page"]]
        address = page.context["page"].next and f"/tables/{page.context['page'].next}"
    assert found == [table.key for table in reversed(tables[:4])]
