"""My statistics of a game: my own matches alone, beside everybody's."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from games.boards import presenter
from games.history import my_statistics
from games.models import Table
from tests import sample_titles
from tests.clients import signed_in
from tests.games.conftest import play_on
from tests.secrets.worlds import start_table

pytestmark = [pytest.mark.django_db, pytest.mark.same_everywhere]
GAME = sample_titles.title(lambda game: bool(presenter(game.key).opening_verb))


@pytest.fixture
def three() -> list[Table]:
    """Three matches of the same two people: the host lost the first one, and won the others."""
    first = play_on(start_table(GAME, 2))
    tables = [first]
    for _number in range(2):
        again = Table.objects.get(pk=first.pk)
        again.pk, again.key = None, Table._meta.get_field("key").get_default()
        again.save()
        for move in first.moves.all():
            move.pk, move.table = None, again
            move.save()
        for seat in first.seat_set.all():
            seat.pk, seat.table = None, again
            seat.save()
        tables.append(again)
    host = first.host
    for number, table in enumerate(tables):
        table.seat_set.filter(user=host).update(rank=2 if number == 0 else 1)
        table.seat_set.exclude(user=host).update(rank=1 if number == 0 else 2)
    return tables


def test_wins_streaks_and_sources_are_those_of_ones_own_matches(three: list[Table]) -> None:
    host = three[0].host
    assert host is not None
    with CaptureQueriesContext(connection) as asked:
        found = my_statistics.my_statistics(host, GAME)
    assert len(asked) <= 2
    assert (found.matches, found.won, found.expected) == (3, 2, 1.5)
    assert (found.streak, found.longest) == (2, 2)
    seat = three[0].seat_set.get(user=host)
    assert found.average == found.best == seat.total
    assert sum(found.sources.values()) == pytest.approx(seat.total)
    assert [(one.seats, one.won) for one in found.openings] == [(3, 2)]


def test_a_match_that_a_bot_finished_is_not_counted(three: list[Table]) -> None:
    host = three[0].host
    assert host is not None
    three[0].seat_set.filter(user=host).update(leave_reason="resigned")
    assert my_statistics.my_statistics(host, GAME).matches == 2


def test_the_page_and_the_api_tell_them(three: list[Table], people: list[User]) -> None:
    host = three[0].host
    assert host is not None
    here = signed_in(host)
    text = here.get(reverse("games:my_statistics")).text
    assert f'<th scope="col">{presenter(GAME).opening_title}</th>' in text
    assert presenter(GAME).breakdown_label(next(iter(three[0].seat_set.all()[0].breakdown))) in text
    data = here.get(reverse("api:my_statistics", args=[GAME])).json()
    assert (data["matches"], data["won"]) == (3, 2)
    stranger = User.objects.create_user("stranger", "stranger@example.org", None)
    assert "not finished a match" in signed_in(stranger).get(reverse("games:my_statistics")).text
    assert signed_in(stranger).get(reverse("api:my_statistics", args=[GAME])).json()["won"] == 0
