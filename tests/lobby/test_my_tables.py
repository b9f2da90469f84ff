"""My tables: what their cards show, filters, pins, an own order, the archive, and the API."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from rest_framework.test import APIClient

import games.rules as rules
from accounts.data_export import contents
from accounts.deletion import delete_account
from accounts.models import TableListSettings, User
from games.boards import presenter
from games.clubs import creation
from games.lobby import hosting_limits
from games.lobby.home import arrangement
from games.lobby.home.my_tables import GROUPS
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import MyTable, Seat, Table
from games.table.agreements import actions as agreements
from games.table.views import thumbnails
from games.time_controls import PRESETS_BY_KEY
from games.tournaments import creation as tournament_creation
from games.tournaments import registration
from games.tournaments.lifecycle import advance
from games.tournaments.tournament_settings import TournamentSettings
from portal.errors import Conflict
from tests import sample_titles
from tests.clients import api_of, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.same_everywhere]

LIVE = PRESETS_BY_KEY["live-10"].clock
NewTable = Callable[..., Table]


def has_thumbnail(game: rules.Game) -> bool:
    """Its positions are drawn at one look."""
    return bool(presenter(game.key).thumbnail)


GAME = sample_titles.title(sample_titles.for_seats(2), has_thumbnail)


@pytest.fixture
def table(people: list[User]) -> Table:
    opened = table_setup.open_table(
        people[0], GAME, TableSettings(2, {}, PRESETS_BY_KEY["day"].clock)
    )
    table_setup.join(opened.key, people[1])
    return Table.objects.get(pk=opened.pk)


def test_a_card_shows_the_position_and_the_next_page_reads_no_state(
    table: Table, people: list[User]
) -> None:
    client = signed_in(people[0])
    with CaptureQueriesContext(connection) as first:
        page = client.get(reverse("games:mine")).text
    drawn = thumbnails.render_thumbnails([table])[table.key]
    assert drawn.strip()
    assert drawn in page
    with CaptureQueriesContext(connection) as again:
        assert drawn in client.get(reverse("games:mine")).text
    assert len(again) < len(first)


def test_a_match_that_cannot_be_read_leaves_its_card_without_a_picture(
    table: Table, people: list[User]
) -> None:
    Table.objects.filter(pk=table.pk).update(state="{}", version=table.version + 1)
    page = signed_in(people[0]).get(reverse("games:mine"))
    assert page.status_code == 200
    assert table.title in page.text


# what a card shows


@pytest.fixture
def tables(new_table: NewTable) -> list[Table]:
    """Three tables of the first two people, which wait for the first, most urgent first."""
    found = [new_table(name=name) for name in ("Alder", "Birch", "Cedar")]
    now = timezone.now()
    for number, table in enumerate(found, 1):
        table.seat_set.update(due_at=None, waiting_since=None)
        first = table.seat_set.filter(user=table.host)
        first.update(waiting_since=now, due_at=now + timedelta(hours=number))
    return found


def finish(table: Table) -> Table:
    for seat in table.seat_set.select_related("user"):
        assert seat.user is not None
        agreements.agree_to_call_off(table.key, seat.user)
    return Table.objects.get(pk=table.pk)


def cards(html: str, group: str = "awaited") -> list[str]:
    """The cards of a group, as HTML, in order."""
    part = re.search(rf'<section [^>]*aria-labelledby="{group}".*?</section>', html, re.S)
    return re.findall(r"<article.*?</article>", part[0], re.S) if part else []


def order_of(client: Client, tables: list[Table], group: str = "awaited", query: str = "") -> str:
    """The initials of the tables of a group as the page lists them, "ABC"."""
    names = {table.key: table.name[0] for table in tables}
    html = client.get(reverse("games:mine") + query).text
    return "".join(names[re.search(r'id="t-(\w+)"', card)[1]] for card in cards(html, group))  # type: ignore[index]


def change(client: Client, name: str, table: Table, **form: object) -> int:
    return client.post(reverse(f"games:{name}", args=[table.key]), form).status_code


def sort_manually(user: User) -> None:
    TableListSettings.of(user).assign(sort="manual")


def test_every_card_names_the_opponents(tables: list[Table], people: list[User]) -> None:
    client = signed_in(people[0])
    for layout in TableListSettings.Layout.values:
        TableListSettings.of(people[0]).assign(layout=layout)
        shown = cards(client.get(reverse("games:mine")).text)
        assert len(shown) == 3
        for card in shown:
            assert people[1].display_name in card.split("<details")[0]
            assert people[0].display_name not in card.split("<details")[0]


def test_sixty_tables_take_as_many_queries_as_two(
    new_table: NewTable, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosting_limits, "UNFINISHED_AT_FIRST", 1000)
    client, address = signed_in(people[0]), reverse("games:mine")
    counts = []
    for missing in (2, 58):
        for table in [new_table() for _ in range(missing)]:
            arrangement.pin(people[0], table.key)
        client.get(address)  # draws the positions, which the next request finds in the cache
        with CaptureQueriesContext(connection) as found:
            page = client.get(address)
        counts.append((page.text.count("<article"), len(found)))
    (few, first), (many, second) = counts
    assert (few, many) == (2, 60)
    assert second <= first + 3 < 30  # up to three more reads of positions, whatever their number


# filters


def test_filters_narrow_the_list(
    tables: list[Table], people: list[User], new_table: NewTable
) -> None:
    other = table_setup.open_table(people[0], GAME, TableSettings(2, {}, LIVE), name="Dahlia")
    table_setup.join(other.key, people[2])
    client, found = signed_in(people[0]), [*tables, Table.objects.get(pk=other.pk)]

    def list_names(**query: str) -> str:
        both = (order_of(client, found, group, f"?{urlencode(query)}") for group in GROUPS)
        return "".join(sorted("".join(both)))

    assert list_names() == "ABCD"
    assert list_names(person=people[2].username) == "D"
    assert list_names(person=people[1].username, game=found[0].game) == "ABC"
    assert list_names(clock="live") == "D"
    assert list_names(clock="days") == "ABC"
    assert list_names(clock="day") == "ABC"
    assert list_names(game="nothing") == ""
    assert list_names(tournament="nothing") == ""
    assert list_names(person="nobody-here") == ""
    assert list_names(person="not a name!", clock="x" * 1000) == "ABCD"


def test_filters_by_tournament(people: list[User]) -> None:
    terms = TableSettings(2, {}, PRESETS_BY_KEY["day"].clock)
    cup = tournament_creation.create_tournament(
        people[0],
        TournamentSettings("Cup", GAME, "swiss", {}, places=3, table_settings=terms),
    )
    for user in people[:3]:
        registration.enter(cup.key, user)
    advance(cup.pk)
    table = Table.objects.get(tournament_table__round__tournament=cup)
    player = Seat.objects.filter(table=table).select_related("user")[0].user
    page = signed_in(player).get(reverse("games:mine"), {"tournament": cup.key}).text
    assert f'<option value="{cup.key}" selected>Cup</option>' in page
    assert table.key in page


def test_filters_offer_what_occurs_at_the_tables(tables: list[Table], people: list[User]) -> None:
    page = signed_in(people[0]).get(reverse("games:mine")).text
    assert f'<option value="{people[1].username}">' in page
    assert f'<option value="{people[0].username}">' not in page
    assert f'<option value="{people[2].username}">' not in page


def test_filtered_list_keeps_its_filter_and_the_number_of_all_waiting_tables(
    tables: list[Table], people: list[User]
) -> None:
    client = signed_in(people[0])
    page = client.get(reverse("games:mine"), {"person": "nobody-here"}).text
    assert f'data-lists="{reverse("games:mine_lists")}?person=nobody-here"' in page
    assert 'data-waiting="3"' in page
    assert "No table that fits these filters is waiting for you." in page
    pin = f"{reverse('games:pin', args=[tables[0].key])}?clock=days"
    answer = client.post(pin, {"pinned": "1"})
    assert answer["Location"] == f"{reverse('games:mine')}?clock=days#pin-{tables[0].key}"


# pins and the person's own order


def test_pinned_table_comes_first(tables: list[Table], people: list[User]) -> None:
    client = signed_in(people[0])
    for _press in range(2):
        assert change(client, "pin", tables[2], pinned=1) == 302
        assert order_of(client, tables) == "CAB"
    assert order_of(signed_in(people[1]), tables, "running") == "CBA"  # theirs is as before
    for _press in range(2):
        change(client, "pin", tables[2], pinned=0)
        assert order_of(client, tables) == "ABC"
    assert not MyTable.objects.exists()


def test_own_order_begins_as_the_order_by_time(tables: list[Table], people: list[User]) -> None:
    sort_manually(people[0])
    assert order_of(signed_in(people[0]), tables) == "ABC"


def test_table_moves_up_and_down(tables: list[Table], people: list[User]) -> None:
    sort_manually(people[0])
    client = signed_in(people[0])
    for _press in range(2):  # a second press of the same button changes nothing
        assert change(client, "place_table", tables[2], before=tables[1].key) == 302
        assert order_of(client, tables) == "ACB"
    change(client, "place_table", tables[0], after=tables[1].key)
    assert order_of(client, tables) == "CBA"
    TableListSettings.of(people[0]).assign(sort="time")
    assert order_of(client, tables) == "ABC"


def test_tables_move_past_pinned_ones(tables: list[Table], people: list[User]) -> None:
    """The pinned table stands between them in the person's own order, but not on the page."""
    sort_manually(people[0])
    client = signed_in(people[0])
    arrangement.pin(people[0], tables[1].key)
    page = client.get(reverse("games:mine")).text
    first, second, third = cards(page)
    assert 'name="before"' not in first + second
    assert f'name="before" value="{tables[0].key}"' in third
    change(client, "place_table", tables[2], before=tables[0].key)
    assert order_of(client, tables) == "BCA"


def test_new_table_comes_after_those_with_a_place(
    tables: list[Table], people: list[User], new_table: NewTable
) -> None:
    sort_manually(people[0])
    arrangement.place(people[0], tables[0].key, tables[2].key, is_after=True)
    fourth = new_table(name="Dogwood")
    now = timezone.now()
    fourth.seat_set.filter(user=people[0]).update(waiting_since=now, due_at=now)
    assert order_of(signed_in(people[0]), [*tables, fourth]) == "BCAD"


def test_two_devices_move_at_once_without_losing_a_table(
    tables: list[Table], people: list[User]
) -> None:
    """The second page was loaded before the first press."""
    sort_manually(people[0])
    phone, desktop = signed_in(people[0]), signed_in(people[0])
    change(phone, "place_table", tables[0], after=tables[2].key)
    change(desktop, "place_table", tables[2], before=tables[1].key)
    assert order_of(phone, tables) == order_of(desktop, tables) == "CBA"
    places = MyTable.objects.filter(user=people[0]).order_by("position")
    assert list(places.values_list("position", flat=True)) == [1, 2, 3]


def test_place_of_a_finished_match_goes(tables: list[Table], people: list[User]) -> None:
    arrangement.place(people[0], tables[0].key, tables[2].key, is_after=True)
    finish(tables[1])
    arrangement.place(people[0], tables[0].key, tables[2].key, is_after=False)
    assert set(MyTable.objects.values_list("table", flat=True)) == {tables[0].pk, tables[2].pk}


# the archive


def test_finished_table_moves_to_the_archive_and_back(
    tables: list[Table], people: list[User]
) -> None:
    client, table = signed_in(people[0]), finish(tables[0])
    address = reverse("games:archive")
    assert "Finished tables that you archive appear here." in client.get(address).text
    for _press in range(2):
        change(client, "archive_table", table, archived=1)
        assert order_of(client, tables, "ended") == ""
        assert len(cards(client.get(address).text, "archived")) == 1
    assert order_of(signed_in(people[1]), tables, "ended") == "A"
    back = client.post(
        reverse("games:archive_table", args=[table.key]), {"archived": 0, "from": "archive"}
    )
    assert back["Location"] == address
    assert order_of(client, tables, "ended") == "A"
    assert not MyTable.objects.exists()


def test_all_finished_tables_go_to_the_archive_at_once(
    tables: list[Table], people: list[User]
) -> None:
    client = signed_in(people[0])
    for table in tables[:2]:
        finish(table)
    answer = client.post(reverse("games:archive_finished"), follow=True)
    assert "2 tables archived." in answer.text
    assert order_of(client, tables, "ended") == ""
    assert order_of(client, tables) == "C"
    assert MyTable.objects.filter(archived_at__isnull=False).count() == 2


def test_unfinished_table_is_not_archived_and_a_finished_one_not_pinned(
    tables: list[Table], people: list[User]
) -> None:
    finish(tables[0])
    with pytest.raises(Conflict):
        arrangement.pin(people[0], tables[0].key)
    with pytest.raises(Conflict):
        arrangement.archive(people[0], tables[1].key)
    with pytest.raises(Table.DoesNotExist):
        arrangement.place(people[0], tables[0].key, tables[1].key, is_after=True)
    assert not MyTable.objects.exists()


# settings


def test_layout_and_sort_are_stored_with_the_account(
    tables: list[Table], people: list[User]
) -> None:
    address = reverse("games:list_settings")
    signed_in(people[0]).post(address, {"layout": "compact"})
    signed_in(people[0]).post(address, {"sort": "manual"})
    signed_in(people[0]).post(address, {"sort": "sideways"})
    page = signed_in(people[0]).get(reverse("games:mine")).text
    assert "is-compact is-manual" in page
    row = TableListSettings.objects.get()
    assert (row.user, row.layout, row.sort) == (people[0], "compact", "manual")


# who may


def test_only_people_of_a_table_arrange_it(tables: list[Table], people: list[User]) -> None:
    stranger, table = signed_in(people[4]), tables[0]
    for name, form in (
        ("pin", {"pinned": 1}),
        ("archive_table", {"archived": 1}),
        ("place_table", {"before": tables[1].key}),
    ):
        assert change(stranger, name, table, **form) == 404
        answer = Client().post(reverse(f"games:{name}", args=[table.key]), form)
        assert answer["Location"].startswith("/accounts/login/")
    assert not MyTable.objects.exists()


def test_table_of_a_club_is_unknown_to_people_outside(people: list[User]) -> None:
    club = creation.create_club(people[0], "Thursday", "", "open")
    table = table_setup.open_table(
        people[0], GAME, TableSettings(2, {}, LIVE, visibility="circle"), club=club
    )
    assert change(signed_in(people[1]), "pin", table, pinned=1) == 404
    assert change(signed_in(people[1]), "later", table) == 404
    assert change(signed_in(people[0]), "pin", table, pinned=1) == 302


def test_deleted_account_leaves_no_arrangement(tables: list[Table], people: list[User]) -> None:
    arrangement.pin(people[0], tables[0].key)
    TableListSettings.of(people[0]).assign(layout="compact")
    delete_account(people[0])
    assert not MyTable.objects.exists()
    assert TableListSettings.objects.get().layout == "cards"


def test_data_export_has_the_arrangement(tables: list[Table], people: list[User]) -> None:
    arrangement.pin(people[0], tables[0].key)
    (row,) = contents.file_rows("my-tables", people[0])
    assert row["table.key"] == tables[0].key
    assert row["pinned_at"]


# the API


def list_names(client: APIClient, **query: str) -> list[tuple[str, str, bool]]:
    answer = client.get(reverse("api:my_table_list"), query)
    assert answer.status_code == 200
    return [(row["group"], row["table"]["name"], row["pinned"]) for row in answer.json()]


def test_api_lists_my_tables_as_i_have_arranged_them(
    tables: list[Table], people: list[User]
) -> None:
    client = api_of(people[0])
    finish(tables[1])
    assert client.put(reverse("api:pin_table", args=[tables[2].key])).json() == {"pinned": True}
    assert list_names(client) == [
        ("awaited", "Cedar", True),
        ("awaited", "Alder", False),
        ("ended", "Birch", False),
    ]
    assert list_names(client, clock="live") == []
    client.delete(reverse("api:pin_table", args=[tables[2].key]))
    settings = client.patch(reverse("api:my_table_settings"), {"sort": "manual"}, format="json")
    assert settings.json() == {"layout": "cards", "sort": "manual"}
    assert client.get(reverse("api:my_table_settings")).json() == settings.json()
    place = reverse("api:place_table", args=[tables[2].key])
    answer = client.put(place, {"before": tables[0].key}, format="json")
    assert (answer.status_code, answer.json()) == (200, {"placed": True})
    assert [one[1] for one in list_names(client) if one[0] == "awaited"] == [
        "Cedar",
        "Alder",
    ]
    assert client.delete(place).json() == {"placed": False}
    assert [one[1] for one in list_names(client) if one[0] == "awaited"] == [
        "Alder",
        "Cedar",
    ]


def test_api_keeps_the_archive(tables: list[Table], people: list[User]) -> None:
    client, archive = api_of(people[0]), reverse("api:my_table_archive")
    for table in tables[:2]:
        finish(table)
    one = reverse("api:archive_table", args=[tables[0].key])
    assert client.put(one).json() == {"archived": True}
    assert [row["table"]["key"] for row in client.get(archive).json()] == [tables[0].key]
    assert client.post(archive).json() == {"archived": 1}
    assert client.delete(one).json() == {"archived": False}
    assert [row["table"]["key"] for row in client.get(archive).json()] == [tables[1].key]


def test_api_refuses_what_the_page_refuses(tables: list[Table], people: list[User]) -> None:
    mine, stranger = api_of(people[0]), api_of(people[4])
    key = tables[0].key
    assert mine.put(reverse("api:archive_table", args=[key])).status_code == 409
    place = reverse("api:place_table", args=[key])
    for data in ({}, {"before": tables[1].key, "after": tables[2].key}):
        assert mine.put(place, data, format="json").status_code == 400
    assert mine.put(place, {"before": "unknown"}, format="json").status_code == 404
    wrong = {"layout": "poster"}
    assert mine.patch(reverse("api:my_table_settings"), wrong, format="json").status_code == 400
    for name in ("pin_table", "archive_table"):
        assert stranger.put(reverse(f"api:{name}", args=[key])).status_code == 404
    assert stranger.put(place, {"before": tables[1].key}, format="json").status_code == 404


def test_api_list_takes_as_many_queries_for_more_tables(
    new_table: NewTable, people: list[User]
) -> None:
    client, address, counts = api_of(people[0]), reverse("api:my_table_list"), []
    client.get(address)  # reads the site's settings
    for _round in range(2):
        for _table in range(3):
            new_table()
        with CaptureQueriesContext(connection) as found:
            client.get(address)
        counts.append(len(found))
    assert counts[0] == counts[1]
