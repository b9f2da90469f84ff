"""Conditional moves are secret until they play: they change no page, API or log of others."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import games.rules as rules
from games import conditional_moves
from games.conditional_moves.conditional_move import assign_ids
from games.models import Seat, Table
from games.table.conditional_moves import execution
from games.table.session.loader import load_match
from tests import sample_titles
from tests.secrets.worlds import VARYING, ask, start_table, walk

pytestmark = [pytest.mark.same_everywhere, pytest.mark.django_db]

LOOKS = 3
MOVES = 15  # from one look to the next
PAGES = (
    "/tables/{}/?words=1",
    "/tables/{}/live/",
    "/tables/{}/log/",
    "/tables/{}/conditional-moves/",
)
API = (
    *("/api/tables/{}/", "/api/tables/{}/legal-moves/", "/api/tables/{}/log/"),
    *("/api/tables/{}/clocks/", "/api/tables/{}/conditional-moves/", "/api/tables/{}/since/"),
)


def outputs(table: Table, eyes: Seat | None) -> Iterator[bytes]:
    """Everything that these eyes get of a table."""
    user = None if eyes is None else eyes.user
    for path in (*PAGES, *API):
        yield VARYING.sub(b"", ask(path.format(table.key), user).content)


def one_of_every_kind(match: rules.Match, seat: int) -> list[dict[str, object]]:
    """Return an armed conditional move of every kind."""
    kinds = conditional_moves.decision_kinds_of(match.game.key, match.options)
    now = kinds.round_of(match.view(seat))
    given = [{"kind": kind.key, "moves": [], "otherwise": "pass"} for kind in kinds.kinds]
    return [conditional_moves.parse(one, kinds).arm(now).data() for one in given]


@pytest.mark.parametrize("game", rules.catalogue())
def test_others_do_not_see_conditional_moves_before_they_play(game: str) -> None:
    rng = random.Random(f"orders {game}")
    table = start_table(game, sample_titles.three_seats(game))

    def look(present: Table) -> None:
        seats = list(present.seat_set.select_related("user"))
        owner = rng.choice(seats)
        others = [None, *(seat for seat in seats if seat.pk != owner.pk)]
        before = [list(outputs(present, eyes)) for eyes in others]
        given = one_of_every_kind(load_match(present), owner.number)
        execution.save_conditional_moves(
            owner, assign_ids([conditional_moves.ConditionalMove.of(one) for one in given])
        )
        owner.save(update_fields=["conditional_moves"])
        try:
            assert [list(outputs(present, eyes)) for eyes in others] == before
        finally:
            Seat.objects.filter(pk=owner.pk).update(conditional_moves=[])

    walk(table, rng, LOOKS, MOVES, look)
