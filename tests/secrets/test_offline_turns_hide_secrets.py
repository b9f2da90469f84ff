"""What a device stores of a table is the same in all worlds that its seat cannot tell apart."""

from __future__ import annotations

import random

import pytest
from django.urls import reverse

import games.rules as rules
from accounts.models import User
from games.lobby.home import offline_turns
from games.models import Table
from games.table.session.loader import dump_match, load_match
from tests import sample_titles
from tests.secrets.worlds import VARYING, ask, redeal_state, start_table, trial_world, walk

pytestmark = [pytest.mark.same_everywhere, pytest.mark.django_db]

LOOKS = 3
MOVES = 15  # from one look to the next


def responses(user: User | None) -> list[bytes]:
    """Return the page and the API's data, computed anew."""
    offline_turns._decision_cache.clear()
    addresses = (reverse("games:offline_turns"), reverse("api:offline_turns"))
    return [VARYING.sub(b"", ask(address, user).content) for address in addresses]


@pytest.mark.parametrize("game", rules.catalogue())
def test_offline_turns_show_nothing_that_the_seat_cannot_know(game: str) -> None:
    rng = random.Random(f"offline {game}")
    worlds = 0

    def look(table: Table) -> None:
        nonlocal worlds
        seat = table.seat_set.filter(waiting_since__isnull=False)[0]
        real = responses(seat.user)
        assert table.key.encode() in real[0]
        assert table.seed.encode() not in b"".join(real)
        for _world in range(2):
            other = redeal_state(table, seat.number, rng, "another seed")
            worlds += other != dump_match(load_match(table))
            with trial_world(table, other):
                assert responses(seat.user) == real

    walk(start_table(game, sample_titles.few_seats(game)), rng, LOOKS, MOVES, look)
    assert worlds
