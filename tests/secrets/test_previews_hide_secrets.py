"""The positions on the front page, and pictures, show what everybody may see, and nothing else."""

from __future__ import annotations

import random
from urllib.parse import urlsplit

import pytest
from django.urls import reverse

import games.rules as rules
from games.models import Table
from games.previews import image_urls
from games.table.session.loader import dump_match, load_match
from tests import sample_titles
from tests.secrets.worlds import ask, redeal_state, start_table, trial_world, walk

pytestmark = [pytest.mark.same_everywhere, pytest.mark.django_db]

LOOKS = 6
MOVES = 9  # from one look to the next


def playing_page() -> bytes:
    return ask(reverse("games:playing"), None).content


def address_of(table: Table) -> str:
    """Of the picture as SVG, of which the painted one is made."""
    return urlsplit(image_urls.table_image_url(table, suffix="svg")).path


@pytest.mark.parametrize("game", rules.catalogue())
def test_two_worlds_that_nobody_can_tell_apart_are_one_picture(game: str) -> None:
    rng = random.Random(f"pictures {game}")
    seen: set[tuple[bytes, bytes]] = set()
    worlds = 0

    def look(table: Table) -> None:
        nonlocal worlds
        picture = address_of(table)
        real = (playing_page(), ask(picture, None).content)
        seen.add(real)
        for _ in range(3):
            other = redeal_state(table, None, rng)
            worlds += other != dump_match(load_match(table))
            with trial_world(table, other):
                assert address_of(table) == picture
                assert (playing_page(), ask(picture, None).content) == real

    walk(start_table(game, sample_titles.few_seats(game)), rng, LOOKS, MOVES, look)
    assert len(seen) > 1
    assert worlds
