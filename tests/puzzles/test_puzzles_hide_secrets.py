"""A puzzle of any title: two worlds that its seat could not tell apart are one puzzle."""

from __future__ import annotations

import random

import pytest
from django.urls import reverse

import games.rules as rules
from accounts.models import User
from games.api import redeal_views
from games.models import Table
from games.puzzles.models import Puzzle
from games.table.session.loader import dump_match, load_match
from tests import sample_titles
from tests.secrets.worlds import VARYING, ask, play_on, redeal_state, start_table, trial_world

pytestmark = [pytest.mark.same_everywhere, pytest.mark.django_db]

LOOKS = 3
MOVES = 10  # before each look; the shortest match has few more
WORLDS = 3


def make_puzzle(table: Table) -> Puzzle:
    """Make a puzzle of the last position of a table, as though its match had ended there."""
    match = load_match(table)
    seat = match.actors[0]
    moves = match.legal_moves(seat)
    Table.objects.filter(pk=table.pk).update(status=Table.Status.FINISHED)
    return Puzzle.objects.create(
        table=table,
        game=table.game,
        version=table.version,
        after_move=table.move_count,
        seat=seat,
        best=moves[0],
        second=moves[-1],
        played=moves[-1],
        loss=0.3,
        state=Puzzle.State.OPEN,
    )


def responses(puzzle: Puzzle) -> list[bytes]:
    """Return the page and the API's data of a puzzle, as a visitor gets them."""
    pages = (puzzle.get_absolute_url(), reverse("api:puzzle", args=[puzzle.pk]))
    return [VARYING.sub(b"", ask(page, None).content) for page in pages]


@pytest.fixture(autouse=True)
def _same_redeal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the API deal the hidden parts with the same seed each time."""
    monkeypatch.setattr(redeal_views.secrets, "randbits", lambda _bits: 7)
    monkeypatch.setattr(redeal_views.secrets, "token_hex", lambda size: "7" * 2 * size)


@pytest.mark.parametrize("game", rules.catalogue())
def test_puzzle_shows_nothing_that_its_seat_could_not_know(game: str) -> None:
    rng = random.Random(f"puzzles {game}")
    table, worlds = start_table(game, sample_titles.few_seats(game)), 0
    for number, user in enumerate(User.objects.order_by("pk")):
        User.objects.filter(pk=user.pk).update(username=f"Zebulon{number}")
    for _look in range(LOOKS):
        table = play_on(table, rng, MOVES)
        if not table.is_running:
            break
        puzzle = make_puzzle(table)
        real = responses(puzzle)
        for text in (one.decode() for one in real):
            assert table.key not in text
            assert table.seed not in text
            assert "Zebulon" not in text
            assert "<time" not in text
            assert f"{table.created_at:%Y-%m-%d}" not in text
        for _world in range(WORLDS):
            other = redeal_state(table, puzzle.seat, rng, "another seed")
            worlds += other != dump_match(load_match(table))
            with trial_world(table, other):
                assert responses(puzzle) == real
        Table.objects.filter(pk=table.pk).update(status=Table.Status.RUNNING)
    assert worlds
