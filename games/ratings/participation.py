"""Participation: a player's own decisions, compared with those of a usual match.

A usual match is one with random legal moves, which works for every title, also on a new site. In
games that do not punish slow play, it is much longer than matches of people. So nobody has to make
more than `MOST` moves.
"""

from __future__ import annotations

import functools
import itertools
import logging
import random
from collections import Counter
from collections.abc import Iterable

from django.db.models import Count

import games.rules as rules

from ..models import Move, Table

MIN_SHARE_DIVISOR = 5  # a fifth of a usual match is required
MOST = 20
PLAYOUTS = 3
LONGEST = 5000  # moves per playout
OWN_MOVE_SOURCES = (Move.Source.PERSON, Move.Source.STANDING)

logger = logging.getLogger(__name__)


def count_own_moves(table: Table, unwritten: Iterable[Move] = ()) -> Counter[int]:
    """Count the moves that each seat's person made or set in advance; also those in `unwritten`."""
    written = Move.objects.filter(table=table, by__in=OWN_MOVE_SOURCES).order_by().values("seat")
    found = Counter({row["seat"] or 0: row["n"] for row in written.annotate(n=Count("pk"))})
    found.update(move.seat or 0 for move in unwritten if move.by in OWN_MOVE_SOURCES)
    return found


def own_move_numbers(table: Table, unwritten: Iterable[Move] = ()) -> dict[int, list[int]]:
    """Return the numbers of the same moves by seat, for seats that several people played."""
    found: dict[int, list[int]] = {}
    written = Move.objects.filter(table=table, by__in=OWN_MOVE_SOURCES).order_by("number")
    new = ((move.seat, move.number) for move in unwritten if move.by in OWN_MOVE_SOURCES)
    for seat, number in itertools.chain(written.values_list("seat", "number"), new):
        found.setdefault(seat or 0, []).append(number)
    return found


def required_moves(table: Table) -> int:
    """Return how many own moves make a match at this table count as played."""
    try:
        return _required_moves(table.game, table.seat_count, tuple(sorted(table.options.items())))
    except Exception:
        logger.exception("cannot estimate the length of matches of %s", table.game)
        return 1


@functools.lru_cache(300)
def _required_moves(game: str, seats: int, options: tuple[tuple[str, str], ...]) -> int:
    usual = min(
        _fewest_moves_in_playout(game, seats, dict(options), f"usual {n}") for n in range(PLAYOUTS)
    )
    return max(1, min(MOST, usual // MIN_SHARE_DIVISOR))


def _fewest_moves_in_playout(game: str, seats: int, options: dict[str, str], seed: str) -> int:
    """Return the moves of the seat with the fewest moves in a random match."""
    match, rng = rules.new_match(game, seats, options, seed=seed), random.Random(seed)
    moves = [0] * seats
    while not match.over and sum(moves) < LONGEST:
        seat = rng.choice(match.actors)
        match.play(seat, rng.choice(match.legal_moves(seat)))
        moves[seat] += 1
    return min(moves)
