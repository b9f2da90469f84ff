"""The page of a match in figures: for titles that tell it, from what its reader saw happen."""

from __future__ import annotations

import re
from typing import Any
from unittest.mock import patch

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.test import Client, RequestFactory

import games.rules as rules
from accounts.models import User
from games.boards import presenter
from games.history import match_curves, viewer
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Table
from games.table.actions import player_actions
from games.table.session.loader import load_match
from games.time_controls import PRESETS_BY_KEY
from tests import sample_titles
from tests.clients import signed_in
from tests.games.conftest import play_on
from tests.secrets.worlds import start_table

pytestmark = [pytest.mark.django_db, pytest.mark.same_everywhere]


@pytest.fixture
def running_table(people: list[User], request: pytest.FixtureRequest) -> Table:
    key = request.param
    sitting = people[: sample_titles.three_seats(key)]
    table = table_setup.open_table(
        sitting[0], key, TableSettings(len(sitting), {}, PRESETS_BY_KEY["day"].clock)
    )
    for user in sitting[1:]:
        table_setup.join(table.key, user)
    for _turn in range(25):
        table = Table.objects.get(pk=table.pk)
        seat = table.seat_set.filter(waiting_since__isnull=False)[0]
        move = load_match(table).legal_moves(seat.number)[0]
        player_actions.confirm(table.key, seat.user, table.version, [move])
    return Table.objects.get(pk=table.pk)


@pytest.mark.parametrize("running_table", rules.catalogue(), indirect=True)
def test_a_title_that_counts_has_a_page_of_figures_and_its_table_leads_to_it(
    running_table: Table, people: list[User]
) -> None:
    address = f"{running_table.get_absolute_url()}figures/"
    has_figures = presenter(running_table.game).has_figures
    answer = Client().get(address)
    assert answer.status_code == (200 if has_figures else 404)
    assert (
        address in signed_in(people[0]).get(running_table.get_absolute_url()).text
    ) == has_figures


LUCKY = next(key for key in rules.catalogue() if presenter(key).luck_title)  # with few seats, too
COUNTING = [key for key in rules.catalogue() if presenter(key).has_figures]


@pytest.mark.parametrize("running_table", COUNTING, indirect=True)
def test_figures_are_made_of_what_the_reader_saw(running_table: Table, people: list[User]) -> None:
    show = presenter(running_table.game)
    given: list[Any] = []
    mine = running_table.seat_set.get(user=people[0]).number

    def record_events(events: Any, *rest: Any) -> list[Any]:
        given.extend(events)
        return []

    with patch.object(show, "figures", record_events):
        for client, seen in ((signed_in(people[0]), {None, mine}), (Client(), {None})):
            given.clear()
            client.get(f"{running_table.get_absolute_url()}figures/")
            assert given
            assert {event.audience for event in given} <= seen


def test_a_table_that_has_not_started_has_no_figures(people: list[User]) -> None:
    table = table_setup.open_table(
        people[0], COUNTING[0], TableSettings(3, {}, PRESETS_BY_KEY["day"].clock)
    )
    assert Client().get(f"{table.get_absolute_url()}figures/").status_code == 404


@pytest.mark.parametrize("game", rules.catalogue())
def test_figures_show_a_finished_match_by_round(game: str) -> None:
    table = play_on(start_table(game, sample_titles.few_seats(game)))
    address = f"{table.get_absolute_url()}figures/"
    text = Client().get(address).text
    parts = text.split('<section class="panel result-curve"')[1:]
    cut = [part.partition("</section>")[0] for part in parts]
    assert len(cut) > (game in COUNTING), "points, and what else the title counts"
    rows = [re.findall(r'<tr><th scope="row">.*?</tr>', one) for one in cut]
    assert len({len(one) for one in rows}) == 1
    if game == LUCKY:
        assert str(presenter(game).luck_title) in text
    assert 3 < len(rows[0]) <= match_curves.MAX_STEPS + 1
    totals = re.findall(r'<td class="num">(?:<a [^>]*>)?(-?\d+)<', rows[0][-1])
    assert totals == [str(seat.total) for seat in table.seat_set.order_by("number")]
    assert f'href="{table.get_absolute_url()}replay/?move={table.move_count}"' in rows[0][-1]
    with patch.object(match_curves, "_measure", side_effect=AssertionError("it is kept")):
        assert Client().get(address).text.count("result-curve") == len(parts)


def test_figures_show_thinking_time_by_seat(table: Table) -> None:
    table = play_on(table)
    for seat, minutes in ((0, 90), (1, 30)):
        move = table.moves.filter(seat=seat).first()
        assert move is not None
        table.moves.filter(seat=seat).update(took=None)
        table.moves.filter(pk=move.pk).update(took=60 * minutes)
    look = viewer.viewer_state_of(request_of(table), table.key)
    time = match_curves.match_curves(look)[-1]
    assert time.label == "Minutes taken to answer"
    assert time.story.steps[-1].totals == (90, 30)


def request_of(table: Table) -> HttpRequest:
    request = RequestFactory().get(f"{table.get_absolute_url()}figures/")
    request.user = AnonymousUser()
    return request


def test_figures_rate_limit_asks_to_wait(table: Table, monkeypatch: Any) -> None:
    table = play_on(table)
    monkeypatch.setattr("games.archive.views.MOST_WORK", 0)
    answer = Client().get(f"{table.get_absolute_url()}figures/")
    assert answer.status_code == 429
    assert "Wait a minute" in answer.text
