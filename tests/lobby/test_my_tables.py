"""My tables: each shows its position, as everybody may see it, and costs little to show again."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

import games.rules as rules
from accounts.models import User
from games.boards import presenter
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Table
from games.table.views import thumbnails
from games.time_controls import PRESETS_BY_KEY
from tests import sample_titles
from tests.clients import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.same_everywhere]


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
