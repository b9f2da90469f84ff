"""Features described for people: extent, pieces, leaders, points now and when complete.

The view has a description of every feature with a piece. `feature_at` describes any feature.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypedDict

from .board import Board
from .cells import NEIGHBOUR_STEPS, cell_at, coordinates
from .components import FARM, MEEPLE, MONASTERY, OPEN, TERRAIN, count_of
from .scoring import (
    Harvest,
    claimed_roots,
    complete_points,
    farm_harvests,
    farm_rates,
    incomplete_points,
    pieces_to_json,
    winners,
)
from .state import State

FarmPayments = tuple[list[Harvest], list[Harvest]]

#: The seat of a temporary follower on an empty feature.
NOBODY = -1


class FeatureView(TypedDict):
    """A feature. The points of an empty one are those of a single follower."""

    kind: str
    cells: list[list[int]]  # [x, y]
    segments: list[list[int | str]]  # [x, y, name]
    open: int  # ports (for a monastery cells around it) still to be filled
    pieces: list[list[int | str]]  # [x, y, segment, seat, kind]
    winners: list[int]  # seats with the most votes
    points: int  # of a winner if the match ended now
    finished: int  # of a winner once it is complete (farms: once the cities beside it are)
    by_seat: dict[str, list[int]]  # [points now, points when complete]; pigs make seats differ


class FeatureWorth(NamedTuple):
    """The value of a feature: leaders, points by seat now and when complete, open ports."""

    leaders: list[int]
    by_seat: dict[int, list[int]]
    open: int

    @property
    def now(self) -> int:
        return max(value[0] for value in self.by_seat.values())

    @property
    def then(self) -> int:
        return max(value[1] for value in self.by_seat.values())


def farm_payments(board: Board, options: Mapping[str, str]) -> FarmPayments:
    """Return what all farms pay now, and once the cities beside them are complete."""
    return farm_harvests(board, options), farm_harvests(board, options, if_closed=True)


def claimed_features(match: State) -> list[FeatureView]:
    """Return every feature with a piece, in the order of placing."""
    board, options = match.board, match.options
    payments = farm_payments(board, options) if options["farms"] == "first" else None
    return [_feature_view(board, options, root, payments) for root, _ in claimed_roots(board)]


def feature_at(match: State, x: int, y: int, segment: str) -> FeatureView:
    """Return the feature of a segment such as `city:n` of the tile at x, y.

    Raises:
        KeyError: no tile lies there, or it has no such segment.
    """
    board, options = match.board, match.options
    cell = cell_at(x, y)
    if coordinates(cell) != [x, y] or cell not in board.cells:
        raise KeyError(f"{x},{y}")
    first, look = board.cells[cell]
    if segment not in look.names:
        raise KeyError(segment)
    number = look.names.index(segment)
    root = board.find(first + number)
    if root in board.held:
        return _feature_view(board, options, root)
    trial = board.copy()
    trial.put(NOBODY, MEEPLE, cell, number)
    described = _feature_view(trial, options, root)
    return {**described, "pieces": [], "winners": [], "by_seat": {}}


def _feature_view(
    board: Board, options: Mapping[str, str], root: int, payments: FarmPayments | None = None
) -> FeatureView:
    pieces = board.held[root]
    segments = board.segments(board.nodes(root))
    worth = feature_worth(board, options, root, payments)
    return {
        "kind": TERRAIN[pieces[0].terrain],
        "cells": [coordinates(cell) for cell in dict.fromkeys(cell for cell, _ in segments)],
        "segments": [[*coordinates(cell), name] for cell, name in segments],
        "open": worth.open,
        "pieces": pieces_to_json(pieces),
        "winners": worth.leaders,
        "points": worth.now,
        "finished": worth.then,
        "by_seat": {str(seat): value[:] for seat, value in worth.by_seat.items()},
    }


def feature_worth(
    board: Board, options: Mapping[str, str], root: int, payments: FarmPayments | None = None
) -> FeatureWorth:
    """Return the value of a feature with pieces.

    Args:
        payments: those of all farms, if they are known already.
    """
    pieces = board.held[root]
    leaders = winners(pieces)
    terrain, cell = pieces[0].terrain, pieces[0].cell
    if terrain == FARM and options["farms"] != "first":
        towns = board.towns(root)
        closed = sum(map(board.is_closed, towns))
        by_seat = {seat: [closed * n, len(towns) * n] for seat, n in farm_rates(pieces).items()}
    elif terrain == FARM:  # each city pays once, for all farms around it together
        payments = payments or farm_payments(board, options)
        paid = {
            seat: [_payment_to(payment, root, seat) for payment in payments]
            for seat in sorted({piece.seat for piece in pieces})
        }
        by_seat = {seat: value for seat, value in paid.items() if seat in leaders or any(value)}
    else:
        value = [
            incomplete_points(board, root, terrain, cell),
            complete_points(board, root, terrain, options),
        ]
        by_seat = dict.fromkeys(leaders, value)
    if terrain == MONASTERY:
        still_open = len(NEIGHBOUR_STEPS) - board.around(cell)
    else:
        still_open = count_of(board.tally[root], OPEN)
    return FeatureWorth(leaders, by_seat, still_open)


def _payment_to(payment: list[Harvest], farm: int, seat: int) -> int:
    return sum(harvest.points.get(seat, 0) for harvest in payment if farm in harvest.farms)
