"""The positions on the front page show what everybody may see, and nothing else."""

from __future__ import annotations

import random

import pytest
from django.urls import reverse

import games.rules as rules
from games.models import Table
from games.table import play
from tests import sample
from tests.secrets.worlds import ask, redealt, started, tried, walk

pytestmark = [pytest.mark.same_everywhere, pytest.mark.django_db]

LOOKS = 6
MOVES = 9  # from one look to the next


def shown() -> bytes:
    return ask(reverse("games:playing"), None).content


@pytest.mark.parametrize("game", rules.catalogue())
def test_two_worlds_that_nobody_can_tell_apart_are_one_picture(game: str) -> None:
    rng = random.Random(f"pictures {game}")
    seen: set[bytes] = set()
    worlds = 0

    def look(table: Table) -> None:
        nonlocal worlds
        real = shown()
        seen.add(real)
        for _ in range(3):
            other = redealt(table, None, rng)
            worlds += other != play.stored(play.load(table))
            with tried(table, other):
                assert shown() == real

    walk(started(game, sample.few_seats(game)), rng, LOOKS, MOVES, look)
    assert len(seen) > 1
    assert worlds
