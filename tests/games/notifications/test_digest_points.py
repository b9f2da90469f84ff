"""The points that a digest shows, and what it says of them."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import timezone

import games.rules as rules
from games.boards import presenter
from games.notifications import digests
from games.table.session.loader import load_match
from games.table.views.scenes import build_scene
from tests import sample_titles
from tests.clients import signed_in
from tests.games.conftest import play_on, seats_of
from tests.secrets.worlds import start_table

pytestmark = [pytest.mark.django_db, pytest.mark.same_everywhere]


@pytest.mark.parametrize("game", rules.catalogue())
def test_digest_says_what_its_points_are(game: str) -> None:
    table = play_on(
        start_table(game, sample_titles.few_seats(game)), moves=6
    )  # no title is over by then
    seat = next(one for one in seats_of(table) if one.waiting_since is not None)
    assert seat.user is not None
    (row,) = digests.collect_digest(seat.user, timezone.now()).waiting
    names = [one.name for one in seats_of(table)]
    points = presenter(game).points(build_scene(load_match(table), seat.number, names))
    assert [bar.total for bar in row.bars] == [one.total for one in points]
    assert row.note == points[seat.number].note
    text = signed_in(seat.user).get(reverse("games:digest")).text
    assert text.count("Points if the match ended now.") == bool(row.note)
