"""Over whole matches, a page that is sent only what changed equals one that is sent whole: on its
socket as well as by its own requests."""

from __future__ import annotations

import random

import pytest
from django.core.cache import cache
from django.test import Client

import games.rules as rules
from accounts.models import User
from games.boards import page_chunks
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Move, Table
from games.time_controls import PRESETS_BY_KEY
from tests import sample_titles
from tests.games.conftest import enter_moves, fresh
from tests.games.table.pages import NEW, OpenPage
from tests.positions import FeatureCoverage

pytestmark = [pytest.mark.django_db, pytest.mark.same_everywhere]

LOOKS_EVERY = 7  # moves, if something has happened that was not looked at so often yet
OFTEN = 5


@pytest.mark.parametrize("game", rules.catalogue())
def test_a_page_patched_through_a_match_equals_a_fresh_one(game: str, people: list[User]) -> None:
    seats = sample_titles.three_seats(game)
    rng = random.Random(game)
    table = table_setup.open_table(
        people[0], game, TableSettings(seats, {}, PRESETS_BY_KEY["day"].clock)
    )
    for user in people[1:seats]:
        table_setup.join(table.key, user)
    viewers = [OpenPage(table, user) for user in [*people[:seats], None]]
    shown = FeatureCoverage(OFTEN)

    def choose(match: rules.Match, seat: int) -> str:
        legal = match.legal_moves(seat)
        return rng.choice([move for move in legal if move != "offer"] or legal)

    while (table := fresh(table)).is_running:
        begin = table.move_count
        enter_moves(table, LOOKS_EVERY, choose)
        made = Move.objects.filter(table=table, number__gt=begin)
        if shown.adds({("event", event[0]) for move in made for event in move.events}):
            rng.choice(viewers).look()
    for viewer in viewers:
        viewer.look()
        viewer.look()
        assert viewer.saved > 0, "no piece was kept back"


def test_onlookers_share_a_page_and_get_what_they_lack(people: list[User]) -> None:
    cache.clear()
    table = table_setup.open_table(
        people[0], sample_titles.usual(), TableSettings(2, {}, PRESETS_BY_KEY["day"].clock)
    )
    table_setup.join(table.key, people[1])
    first, second = OpenPage(table, None), OpenPage(table, None)
    for viewer in (first, second, first):
        viewer.look()
    assert first.html == second.html
    assert first.saved > second.saved == 0


def test_a_header_that_cannot_be_read_brings_the_whole_part(table: Table) -> None:
    viewer = OpenPage(table, None)
    viewer.look()
    for header in ("nonsense", "x" * 10_000, "é", "a,,b"):
        answer = viewer.client.get(viewer.address, headers={"X-Have": header}).text
        assert NEW.sub("", answer) == viewer.html


def test_a_whole_page_needs_nothing_put_back(table: Table) -> None:
    page = Client().get(f"/tables/{table.key}/").text
    assert list(page_chunks.find_chunks(page))
    assert not page_chunks.STUB.search(page)


def test_what_stays_around_the_board_is_not_sent_again(table: Table, people: list[User]) -> None:
    viewer = OpenPage(table, people[0])
    viewer.look()
    enter_moves(table, 1, lambda match, seat: match.legal_moves(seat)[0])
    answer = viewer.client.get(viewer.address, headers={"X-Have": viewer.have}).text
    for kept in ('id="more"', 'class="sidebar-tabs"', 'id="rules"'):
        assert kept in viewer.html
        assert kept not in answer, kept
