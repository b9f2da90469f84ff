"""What happened since a seat's last move tells it nothing that it did not get to see.

Random matches of every title in two worlds that a seat cannot tell apart: hidden parts are re-dealt
in the position after its last move and in the present one, and what the journal keeps for others
only is gone. The panel, and the plain lines of the mails, are the same in both.
"""

from __future__ import annotations

import random

import pytest
from django.urls import reverse

import games.rules as rules
from games.models import Move, Seat, Table
from games.table.session import journal
from games.table.views import since_last_move
from tests import sample_titles
from tests.secrets.worlds import VARYING, ask, redeal_state, start_table, trial_world, walk

pytestmark = [pytest.mark.same_everywhere, pytest.mark.django_db]

LOOKS = 18
MOVES = 6  # from one look to the next
LONGEST = 30  # moves that somebody was away


def since_last_move_texts(table: Table, seat: Seat) -> tuple[bytes, list[str]]:
    """The panel of this seat, and the lines of its mail."""
    answer = ask(reverse("games:since", args=[table.key]), seat.user, **{"HX-Request": "true"})
    assert answer.status_code == 200
    present = Table.objects.get(pk=table.pk)
    seats = list(present.seat_set.select_related("user"))
    return VARYING.sub(b"", answer.content), since_last_move.since_last_move_lines(
        present, seats, seat
    )


def in_another_world(
    table: Table, seat: Seat, rng: random.Random, monkeypatch: pytest.MonkeyPatch
) -> tuple[bytes, list[str]]:
    """What this seat is told where everything that it cannot know is different."""
    chance = rules.FastChance(rng)
    earlier = journal.position_after(table, seat.seen_move).determinize(seat.number, chance)
    with (
        trial_world(table, redeal_state(table, seat.number, rng)),
        monkeypatch.context() as patched,
    ):
        patched.setattr(journal, "position_after", lambda *_: earlier.copy())
        moves = list(Move.objects.filter(table=table))
        for move in moves:
            move.events = [event for event in move.events if event[3] in (None, seat.number)]
            move.text = "secret"
        Move.objects.bulk_update(moves, ["events", "text"])
        return since_last_move_texts(table, seat)


@pytest.mark.parametrize("game", rules.catalogue())
def test_the_panel_tells_a_seat_only_what_it_got_to_see(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(f"meanwhile {game}")
    lines = 0

    def look(table: Table) -> None:
        nonlocal lines
        if not table.move_count:
            return
        seat = rng.choice(list(table.seat_set.select_related("user")))
        seat.seen_move = rng.randrange(max(0, table.move_count - LONGEST), table.move_count)
        seat.save(update_fields=["seen_move"])
        with trial_world(table, table.state):
            real = since_last_move_texts(table, seat)
        assert real == in_another_world(table, seat, rng, monkeypatch)
        lines += len(real[1])

    walk(start_table(game, sample_titles.three_seats(game)), rng, LOOKS, MOVES, look)
    assert lines
