"""What a process has just committed of a table is there for the pages that hear of it."""

from __future__ import annotations

import pytest
from django.db import connection
from django.http import Http404
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Seat, Table
from games.table.actions import player_actions
from games.table.realtime import recent_cache
from games.table.session import transaction
from games.table.views import pages
from games.time_controls import PRESETS_BY_KEY
from tests.games.conftest import GAME, actor, fresh, legal
from tests.games.table.pages import OpenPage

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(people: list[User]) -> Table:
    table = table_setup.open_table(
        people[0], GAME, TableSettings(2, {}, PRESETS_BY_KEY["day"].clock)
    )
    return table_setup.join(table.key, people[1])


@pytest.fixture(autouse=True)
def _long_cache_lifetime(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long a busy machine takes between a move and its news."""
    monkeypatch.setattr(recent_cache, "SECONDS", 600.0)


def make_move(table: Table) -> Seat:
    """Who has moved."""
    seat = actor(table)
    assert seat.user is not None
    player_actions.confirm(table.key, seat.user, fresh(table).version, [legal(table, seat)[0]])
    return seat


def other(table: Table, seat: Seat) -> OpenPage:
    """The page of who sits across, as it is."""
    page = OpenPage(table, table.seat_set.exclude(pk=seat.pk).get().user)
    page.look()
    return page


def read(page: OpenPage) -> set[str]:
    """Which rows of the table are read while the news are drawn."""
    version = fresh(page.table).version
    with CaptureQueriesContext(connection) as found:
        assert f'data-version="{version}"' in page.fetch_push()
    marks = {"row": '"games_table"."state"', "seats": '"games_seat"."draft"'}
    return {name for name, mark in marks.items() if any(mark in one["sql"] for one in found)}


def test_news_read_neither_the_row_nor_the_seats_again(table: Table) -> None:
    page = other(table, actor(table))
    make_move(table)
    assert read(page) == set()
    page.look()  # and they are what is there


def test_a_draft_of_this_process_is_in_them(table: Table) -> None:
    make_move(table)
    seat = actor(table)
    assert seat.user is not None
    page = OpenPage(table, seat.user)
    player_actions.add_to_draft(
        table.key, seat.user, fresh(table).version, 0, [legal(table, seat)[0]]
    )
    assert read(page) == set()
    assert 'name="step" value="1"' in page.fetch_push()
    page.look()


def test_a_later_version_of_another_process_is_read(table: Table) -> None:
    page = other(table, actor(table))
    make_move(table)
    Table.objects.filter(pk=table.pk).update(version=fresh(table).version + 1)
    assert read(page) == {"row", "seats"}
    page.look()


def test_after_a_moment_they_are_read(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    page = other(table, actor(table))
    make_move(table)
    monkeypatch.setattr(recent_cache, "SECONDS", 0)
    assert read(page) == {"row", "seats"}


def test_recent_cache_is_not_pushed_to_strangers(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_move(table)
    version = fresh(table).version
    assert recent_cache.recent_table(table.key, version) is not None
    monkeypatch.setattr(pages, "is_visible_to", lambda *_given: False)
    stranger = OpenPage(table, None)
    with pytest.raises(Http404):
        stranger.fetch_push()


def test_what_was_not_committed_is_not_known(table: Table) -> None:
    make_move(table)
    version = fresh(table).version

    def fail() -> None:
        with transaction.open_table(table.key) as session:
            session.table.version += 1
            raise OSError("away")

    with pytest.raises(OSError, match="away"):
        fail()
    assert recent_cache.recent_table(table.key, version + 1) is None
