"""The heuristic bot: it picks the best pair of placement and piece by the evaluation after it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from games.rules import Match

from ..rules import Carcassonne
from ..rules.board import Board
from ..rules.cells import CELLS, NEIGHBOUR_STEPS
from ..rules.components import (
    ALL_GOODS,
    BUILDER,
    CITY,
    FARM,
    KINDS,
    LARGE_MEEPLE,
    MEEPLE,
    MONASTERY,
    NO_PIECE,
    PIG,
    ROAD,
    ROTATIONS,
)
from ..rules.pieces import has_follower, is_builder_active
from ..rules.scoring import FARM_CITY_POINTS, complete_points
from .evaluation import WEIGHTS, Evaluation, Weights, roots_of

#: Points for the goods of a city that the own follower completes at once.
GOODS_CITY = 3.0
#: What a large follower adds to a city or farm that others may join, as a fraction of its value.
CONTEST_DISCOUNT = 0.15


class Choice(NamedTuple):
    """A placement ("" in phase piece) with the piece that follows, and their value."""

    value: float
    place: str
    piece: str

    @property
    def move(self) -> str:
        """Return the first of the two moves."""
        return self.place or self.piece


class HeuristicBot:
    """Evaluates every placement with every piece once, without looking at replies."""

    weights: Weights = WEIGHTS

    def choose(self, match: Match, seat: int, rng: random.Random) -> str:
        assert isinstance(match, Carcassonne)
        return best_choice(match, self.weights).move


def best_choice(match: Carcassonne, weights: Weights) -> Choice:
    """Return the best pair for the seat whose part it is; the first on ties."""
    return max(choices(match, weights), key=lambda choice: choice.value)


def choices(match: Carcassonne, weights: Weights) -> Iterator[Choice]:
    """Yield every pair of placement and piece that can be played now, with its value."""
    outlook = Evaluation(match, weights)
    if match.phase == "piece":
        yield from _choices_with_pieces(outlook, match.board, match.last, "")
        return
    hand = match.hands[match.turn]
    for place in match.listed:
        _, where, rotation, *tile = place.split(" ")
        kind = KINDS[tile[0]] if tile else hand[0]
        board = match.board.copy()
        board.place(CELLS[where], kind.looks[ROTATIONS.index(int(rotation))])
        yield from _choices_with_pieces(outlook, board, CELLS[where], place)


def _choices_with_pieces(
    outlook: Evaluation, board: Board, cell: int, place: str
) -> Iterator[Choice]:
    """A placement with each possible piece; segments of one feature are tried once."""
    match, seat = outlook.match, outlook.match.turn
    supply = match.supply[seat]
    value = outlook.utility(outlook.after(board, cell), seat)
    if (
        match.options["traders"] == "all"
        and not match.extra
        and is_builder_active(board, cell, seat)
    ):
        value += outlook.weights.extra
    yield Choice(value, place, NO_PIECE)
    moves, kinds = board.cells[cell][1].moves, board.cells[cell][1].kinds
    tried = set()
    for number, root in enumerate(roots_of(board, cell)):
        if root in tried:
            continue
        tried.add(root)
        terrain = kinds[number]
        if root not in board.held:
            if not (supply[MEEPLE] or supply[LARGE_MEEPLE]):
                continue
            gain, returns = _claim_value(outlook, board, root, terrain, cell)
            if supply[MEEPLE]:
                free = supply[MEEPLE]
                cost = 0.0 if returns else outlook.followers(free) - outlook.followers(free - 1)
                yield Choice(value + gain - cost, place, moves[MEEPLE][number])
            if supply[LARGE_MEEPLE]:
                cost = 0.0 if returns else outlook.weights.big * outlook.leisure
                if not returns and terrain in (CITY, FARM):
                    cost -= CONTEST_DISCOUNT * gain
                yield Choice(value + gain - cost, place, moves[LARGE_MEEPLE][number])
        elif not has_follower(board, root, seat):
            continue
        elif supply[BUILDER] and terrain in (CITY, ROAD) and not board.is_closed(root):
            yield Choice(value + outlook.builder(), place, moves[BUILDER][number])
        elif supply[PIG] and terrain == FARM:
            gain = outlook.farm(board, root) - outlook.leisure
            yield Choice(value + gain, place, moves[PIG][number])


def _claim_value(
    outlook: Evaluation, board: Board, root: int, terrain: int, cell: int
) -> tuple[float, bool]:
    """The value of a follower on an empty feature, and whether it returns at once."""
    if terrain == FARM:
        return FARM_CITY_POINTS * outlook.farm(board, root), False
    if terrain == MONASTERY:
        complete = board.around(cell) == len(NEIGHBOUR_STEPS)
    else:
        complete = board.is_closed(root)
    if not complete:
        return outlook.expected_points(board, root, terrain, cell), False
    points = float(complete_points(board, root, terrain, outlook.match.options))
    return points + (GOODS_CITY if board.tally[root] & ALL_GOODS else 0.0), True
