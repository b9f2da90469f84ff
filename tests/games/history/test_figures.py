"""The page of a match in figures: for titles that tell it, from what its reader saw happen."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client

import games.rules as rules
from accounts.models import User
from games.boards import presenter
from games.clocks import BY_KEY
from games.lobby import gathering
from games.models import Table
from games.table import play
from tests import sample
from tests.clients import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.same_everywhere]


@pytest.fixture
def running(people: list[User], request: pytest.FixtureRequest) -> Table:
    key = request.param
    sitting = people[: sample.three_seats(key)]
    table = gathering.open_table(sitting[0], key, len(sitting), {}, BY_KEY["day"].clock)
    for user in sitting[1:]:
        gathering.join(table.key, user)
    for _turn in range(25):
        table = Table.objects.get(pk=table.pk)
        seat = table.seat_set.filter(waiting_since__isnull=False)[0]
        move = play.load(table).legal_moves(seat.number)[0]
        play.confirm(table.key, seat.user, table.version, [move])
    return Table.objects.get(pk=table.pk)


@pytest.mark.parametrize("running", rules.catalogue(), indirect=True)
def test_a_title_that_counts_has_a_page_of_figures_and_its_table_leads_to_it(
    running: Table, people: list[User]
) -> None:
    address = f"{running.get_absolute_url()}figures/"
    has_figures = presenter(running.game).has_figures
    answer = Client().get(address)
    assert answer.status_code == (200 if has_figures else 404)
    assert (address in signed_in(people[0]).get(running.get_absolute_url()).text) == has_figures


COUNTING = [key for key in rules.catalogue() if presenter(key).has_figures]


@pytest.mark.parametrize("running", COUNTING, indirect=True)
def test_figures_are_made_of_what_the_reader_saw(running: Table, people: list[User]) -> None:
    show = presenter(running.game)
    given: list[Any] = []
    mine = running.seat_set.get(user=people[0]).number

    def told(events: Any, *rest: Any) -> list[Any]:
        given.extend(events)
        return []

    with patch.object(show, "figures", told):
        for client, seen in ((signed_in(people[0]), {None, mine}), (Client(), {None})):
            given.clear()
            client.get(f"{running.get_absolute_url()}figures/")
            assert given
            assert {event.audience for event in given} <= seen


def test_a_table_that_has_not_started_has_no_figures(people: list[User]) -> None:
    table = gathering.open_table(people[0], COUNTING[0], 3, {}, BY_KEY["day"].clock)
    assert Client().get(f"{table.get_absolute_url()}figures/").status_code == 404
