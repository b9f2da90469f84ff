"""A long history costs no page anything: lists follow an index, count nothing, load no states."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.lobby.table_settings import TableSettings
from games.models import Seat, Table
from games.ratings import qualification
from games.ratings.models import Rating, RatingChange
from games.table import access
from games.table.views import turn_counter
from portal.http.pagination import cursor_page
from tests.games.conftest import GAME

MATCHES = 60

LISTS = [
    "/",
    "/tables/",
    "/tables/?free=1",
    "/tables/?status=running",
    "/tables/?status=finished",
    f"/tables/?status=finished&game={GAME}",
    "/tables/?status=finished&clock=days",
    "/my-tables/",
    "/people/ann/",
    f"/leaderboard/{GAME}/",
    "/api/tables/",
    "/api/tables/?status=finished",
    "/api/tables/?status=finished&player=ann",
    "/api/tables/?status=open&free=1",
    "/api/my-tables/",
    f"/api/ratings/{GAME}/",
    "/api/people/ann/ratings/",
    "/api/people/ann/rating-changes/",
]


@pytest.fixture
def history(people: list[User]) -> list[Table]:
    """Finished rated matches of two, the latest first; ann sat at all of them."""
    now = timezone.now()
    tables = [
        Table(
            game=GAME,
            rules_version=1,
            seat_count=2,
            host=people[0],
            status=Table.Status.FINISHED,
            clock_bank=0,
            clock_increment=86400,
            clock_cap=86400,
            created_at=now - timedelta(hours=number + 1),
            started_at=now - timedelta(hours=number + 1),
            # Pairs end at the same moment: then the later table comes first.
            ended_at=now - timedelta(hours=number // 2),
            state="{}",
        )
        for number in range(MATCHES)
    ]
    Table.objects.bulk_create(tables)
    Seat.objects.bulk_create(
        Seat(table=table, number=number, user=people[number], rank=number + 1, total=40)
        for table in tables
        for number in range(2)
    )
    RatingChange.objects.bulk_create(
        RatingChange(
            table=table,
            user=user,
            game=table.game,
            before=1500,
            delta=1,
            after=1501,
            played_before=0,
            k=60,
            at=table.ended_at,
        )
        for table in tables
        for user in people[:2]
    )
    for user in people:
        Rating.objects.create(user=user, game=GAME, value=1500 + user.pk, played=20)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE games_table, games_seat, games_rating, games_ratingchange")
    return sorted(tables, key=lambda table: (table.ended_at, table.pk), reverse=True)


@pytest.fixture
def veteran(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has sat at ten tables has sat at too many to name them."""
    monkeypatch.setattr(access, "FEW_TABLES", 10)


def plans(queries: CaptureQueriesContext) -> list[str]:
    """How the database goes about each of these reads, when it does not go by the small tables."""
    found = []
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            ways = ("seqscan", "bitmapscan", "sort", "hashagg", "hashjoin", "mergejoin")
            for way in (*ways, "incremental_sort"):  # what an index of another order would need
                cursor.execute(f"SET LOCAL enable_{way} = off")
        explain = "EXPLAIN" if connection.vendor == "postgresql" else "EXPLAIN QUERY PLAN"
        for query in list(queries):
            if query["sql"].startswith("SELECT"):
                cursor.execute(f"{explain} {query['sql']}")
                found.append("\n".join(" ".join(map(str, row)) for row in cursor.fetchall()))
    return found


def capture_queries(client: Client, address: str) -> CaptureQueriesContext:
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(address)
    assert answer.status_code == 200, address
    return queries


@pytest.mark.parametrize("address", LISTS)
@pytest.mark.usefixtures("history")
def test_no_list_loads_states_or_counts(client: Client, people: list[User], address: str) -> None:
    client.force_login(people[0])
    for query in capture_queries(client, address):
        # those of which a picture is shown are read by their names, and are few
        pictures = '"games_table"."id" IN (' in query["sql"]
        assert pictures or '"games_table"."state"' not in query["sql"]
        mark = "waiting_since" in query["sql"] or "read_at" in query["sql"]
        assert mark or "COUNT(" not in query["sql"]


@pytest.mark.same_everywhere
@pytest.mark.parametrize(
    ("address", "most"),
    [
        ("/", 11),
        ("/tables/", 6),
        ("/tables/?status=finished", 6),
        (f"/tables/?status=finished&game={GAME}", 6),
        ("/my-tables/", 15),  # with the choices of its filters, pins and settings
        ("/people/ann/", 12),
        ("/people/bob/", 13),
        (f"/leaderboard/{GAME}/", 6),  # one by its index: since when there are seasons
    ],
)
@pytest.mark.usefixtures("history")
def test_what_a_list_asks_of_the_database(
    client: Client, people: list[User], address: str, most: int
) -> None:
    """When its pictures are kept; with the session, the person, and the two marks of the header."""
    client.force_login(people[0])
    capture_queries(client, address)
    assert len(capture_queries(client, address)) <= most


@pytest.mark.parametrize(
    ("address", "index"),
    [
        ("/tables/?status=finished", "table_history"),
        (f"/tables/?status=finished&game={GAME}", "table_(game_)?history"),
        ("/people/ann/", "rating_curve|rating_ledger"),
        (f"/leaderboard/{GAME}/", "rating_ranked"),
        ("/api/tables/?status=finished", "table_history"),
        (f"/api/tables/?status=finished&game={GAME}", "table_(game_)?history"),
        ("/api/tables/?status=finished&player=ann", "table_history"),
        (f"/api/ratings/{GAME}/", "rating_ranked"),
        ("/api/people/ann/rating-changes/", "rating_ledger"),
    ],
)
@pytest.mark.usefixtures("history", "veteran")
def test_a_list_is_read_in_the_order_of_an_index(
    client: Client, people: list[User], address: str, index: str
) -> None:
    client.force_login(people[0])
    found = plans(capture_queries(client, address))
    of_list = [plan for plan in found if re.search(index, plan) and "seat_awaited" not in plan]
    assert of_list, f"{index} is not used"
    for plan in of_list:
        assert "TEMP B-TREE" not in plan
        assert "Sort" not in plan


@pytest.mark.same_everywhere  # PostgreSQL takes another way through so few rows
@pytest.mark.parametrize("address", ["/my-tables/", "/people/ann/"])
@pytest.mark.usefixtures("history", "veteran")
def test_what_somebody_played_last_is_looked_for_among_their_last_seats(
    client: Client, people: list[User], address: str
) -> None:
    client.force_login(people[0])
    assert any("seat_of_person" in plan for plan in plans(capture_queries(client, address)))


@pytest.mark.same_everywhere
@pytest.mark.parametrize("address", ["/", "/my-tables/"])
@pytest.mark.usefixtures("history", "veteran")
def test_tables_that_go_on_are_looked_for_among_unfinished_seats(
    client: Client, people: list[User], address: str
) -> None:
    client.force_login(people[0])
    assert any("seat_unfinished" in plan for plan in plans(capture_queries(client, address)))


@pytest.mark.usefixtures("history")
def test_the_mark_of_waiting_tables_looks_at_waiting_seats_alone(people: list[User]) -> None:
    with CaptureQueriesContext(connection) as queries:
        turn_counter.count_tables_to_move(people[0])
    (plan,) = plans(queries)
    assert "seat_awaited" in plan
    assert "games_seat_user" not in plan


@pytest.mark.usefixtures("history", "veteran")
def test_what_lately_changed_a_rating_is_found_by_its_matches(client: Client) -> None:
    by_table = re.compile(r"rated_once_per_match|games_ratingchange_(table|1 \(table_id=)")
    assert any(by_table.search(plan) for plan in plans(capture_queries(client, "/people/ann/")))


def test_a_person_is_found_by_the_index_of_names(client: Client, people: list[User]) -> None:
    (found,) = [
        plan for plan in plans(capture_queries(client, "/people/ann/")) if "username_ci" in plan
    ]
    assert "SCAN accounts_user" not in found


# --- pages ---------------------------------------------------------------------------------------


def keys(client: Client, address: str) -> list[str]:
    return [table.key for table in client.get(address).context["page"]]


@pytest.fixture
def turn_pages(client: Client) -> Callable[[str, str], list[list[str]]]:
    def turn(address: str, way: str) -> list[list[str]]:
        """The keys of this page of tables and of those that follow it, "next" or "previous"."""
        found = []
        while True:
            answer = client.get(address)
            found.append([table.key for table in answer.context["page"]])
            further = getattr(answer.context["page"], way)
            if not further:
                return found
            address = f"/tables/{further}"

    return turn


def test_older_pages_go_on_where_the_page_ended(
    history: list[Table], turn_pages: Callable[[str, str], list[list[str]]]
) -> None:
    pages = turn_pages(f"/tables/?status=finished&game={GAME}", "next")
    assert [len(page) for page in pages] == [24, 24, 12]
    assert [key for page in pages for key in page] == [table.key for table in history]


def test_newer_pages_go_back_to_the_first(
    client: Client, history: list[Table], turn_pages: Callable[[str, str], list[list[str]]]
) -> None:
    last = f"/tables/?status=finished&after={history[47].pk}"
    pages = turn_pages(last, "previous")
    assert pages == [[table.key for table in part] for part in (history[48:], history[24:48])] + [
        [table.key for table in history[:24]]
    ]


def test_match_list_keeps_older_pages_when_a_match_ends(
    client: Client, history: list[Table]
) -> None:
    older = f"/tables/?status=finished&after={history[23].pk}"
    before = keys(client, older)
    Table.objects.filter(pk=history[-1].pk).update(ended_at=timezone.now())
    assert keys(client, older) == before


@pytest.mark.same_everywhere
@pytest.mark.parametrize("bound", ["after=0", "after=x", "before=²", "after=" + "9" * 30, "after="])
def test_a_bound_that_is_no_row_is_the_beginning(
    client: Client, history: list[Table], bound: str
) -> None:
    assert keys(client, f"/tables/?status=finished&{bound}")[0] == history[0].key


def test_a_page_goes_on_only_from_rows_that_its_reader_may_find(
    client: Client, history: list[Table]
) -> None:
    hidden = history[30]
    Table.objects.filter(pk=hidden.pk).update(visibility=Table.Visibility.LINK)
    assert keys(client, f"/tables/?status=finished&after={hidden.pk}")[0] == history[0].key


def test_a_page_is_never_longer_than_asked_for(history: list[Table], rf: Any) -> None:
    asked_for = rf.get("/").GET
    page = cursor_page(Table.objects.all(), ("-ended_at", "-pk"), MATCHES, asked_for)
    assert (len(page.rows), page.previous, page.next) == (MATCHES, "", "")


@pytest.mark.same_everywhere
@pytest.mark.parametrize("page", ["2", "0", "-1", "x", "²", "9" * 30])
def test_a_leaderboard_page_that_is_not_there_is_the_first(
    client: Client, history: list[Table], page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(qualification, "LEAST_OPPONENTS", 0)
    shown = client.get(f"/leaderboard/{GAME}/", {"page": page}).context["page"]
    assert (shown.number, len(shown.rows)) == (1, 5)


def test_places_go_on_behind_the_first_leaderboard_page(
    client: Client, history: list[Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.ratings.views.PAGE_LENGTH", 2)
    monkeypatch.setattr(qualification, "LEAST_OPPONENTS", 0)
    shown = client.get(f"/leaderboard/{GAME}/?page=2").context["page"]
    assert (shown.first_place, shown.has_next) == (3, True)


# --- whose tables --------------------------------------------------------------------------------


@pytest.mark.parametrize("few", [0, 1000])
def test_tables_of_a_person_are_the_same_named_or_looked_at(
    history: list[Table], people: list[User], monkeypatch: pytest.MonkeyPatch, few: int
) -> None:
    monkeypatch.setattr(access, "FEW_TABLES", few)
    Seat.objects.filter(table=history[3], user=people[1]).delete()
    found = Table.objects.filter(access.tables_of_seats_filter(Seat.objects.filter(user=people[1])))
    assert set(found) == set(history) - {history[3]}


@pytest.mark.parametrize(("wanted", "found"), [(0, 2), (1, 2), (2, 1), (3, 0)])
def test_open_tables_are_found_by_their_free_seats(
    client: Client, people: list[User], wanted: int, found: int
) -> None:
    from games.lobby.setup import table_setup
    from games.time_controls import PRESETS_BY_KEY

    for seats in (2, 3):
        table_setup.open_table(
            people[0], GAME, TableSettings(seats, {}, PRESETS_BY_KEY["day"].clock)
        )
    assert len(client.get(f"/api/tables/?free={wanted}").json()) == found
    assert client.get("/api/tables/?status=running&free=1").json() == []
