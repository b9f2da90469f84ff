"""Trying out tells nothing: a line is the same in all worlds that its seat cannot tell apart."""

from __future__ import annotations

import random

import pytest
from django.urls import reverse

import games.rules as rules
from games.models import Table
from games.studies.analysis import positions, variations
from games.studies.models import Variation
from tests import sample_titles
from tests.clients import signed_in
from tests.secrets.worlds import VARYING, redeal_state, start_table, trial_world, walk

pytestmark = [pytest.mark.same_everywhere, pytest.mark.django_db]

LOOKS, MOVES = 2, 27  # looks, and moves of the match from one to the next
TRIED = 12  # moves of a line


def play_variation(table: Table, line: Variation, seed: str) -> list[bytes]:
    """Everything that a line brings its person: its page after each of some moves, dealt anew, and
    what becomes of a move that cannot be."""
    assert line.seat is not None
    rng, client = random.Random(seed), signed_in(line.user)
    line.moves, line.position = [], 0
    line.save()
    address, seen = reverse("games:variation", args=[table.key, line.pk]), []
    for step in range(TRIED):
        match = positions.position_of(table, line)[0].match
        seat = variations.seat_to_move(line, match)
        if seat is None:
            break
        move = rng.choice(match.legal_moves(seat))
        answers = (
            client.post(address, {"step": step, "move": "nonsense"}),
            client.post(address, {"step": step, "move": move, "words": "1"}),
            *([client.get(f"{address}?words=1")] if step % 4 == 3 else []),
        )
        seen += [VARYING.sub(b"", answer.content) for answer in answers]
        line.refresh_from_db()
    return seen


@pytest.mark.parametrize("game", rules.catalogue())
def test_no_line_tells_a_secret(game: str) -> None:
    rng = random.Random(f"tries {game}")
    table = start_table(game, sample_titles.three_seats(game))

    def look(present: Table) -> None:
        seat = rng.choice(list(present.seat_set.select_related("user")))
        assert seat.user is not None
        line, seed = variations.start_variation(seat.user, present, None), f"{rng.random()}"
        positions.KEPT.clear()
        before = play_variation(present, line, seed)
        assert len(before) > 2
        assert not [one for one in before if present.seed.encode() in one], "the seed is shown"
        with trial_world(present, redeal_state(present, seat.number, rng, seed="another")):
            assert play_variation(present, line, seed) == before

    walk(table, rng, LOOKS, MOVES, look)
