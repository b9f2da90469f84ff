"""Scoring: completed features during the match, and the three steps at the end (rules 8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from .board import Board, Piece
from .cells import NEIGHBOUR_STEPS, coordinates
from .components import (
    ALL_GOODS,
    CATHEDRALS,
    CITY,
    FARM,
    GOOD,
    GOODS,
    INNS,
    MONASTERY,
    PENNANT,
    PIG,
    ROAD,
    VOTES,
    count_of,
)
from .state import KEYS, State

KEY_OF = {ROAD: "roads", CITY: "cities", MONASTERY: "monasteries"}
FARM_CITY_POINTS = 3
GOODS_MAJORITY_POINTS = 10
MONASTERY_POINTS = 9
# Points per tile and pennant of a complete feature; an incomplete one pays 1 for each.
CITY_TILE, CATHEDRAL_TILE = 2, 3
ROAD_TILE, INN_TILE = 1, 2
UNFINISHED_TILE = 1


def winners(pieces: Sequence[Piece]) -> list[int]:
    """Return the seats with the most votes among these pieces, ascending (rules 8.1)."""
    if len(pieces) == 1:
        return [pieces[0].seat]
    votes: dict[int, int] = {}
    for piece in pieces:
        votes[piece.seat] = votes.get(piece.seat, 0) + VOTES[piece.kind]
    most = max(votes.values(), default=0)
    return sorted(seat for seat, number in votes.items() if number == most)


def complete_points(board: Board, root: int, terrain: int, options: Mapping[str, str]) -> int:
    """Return the points of a complete road, city or monastery (rules 8.1)."""
    if terrain == MONASTERY:
        return MONASTERY_POINTS
    tally, tiles = board.tally[root], board.tiles(root)
    if terrain == ROAD:
        return tiles * (INN_TILE if tally & INNS else ROAD_TILE)
    if tiles == 2 and options["two_tile_city"] == "2":
        return 2
    return (tiles + count_of(tally, PENNANT)) * (
        CATHEDRAL_TILE if tally & CATHEDRALS else CITY_TILE
    )


def incomplete_points(board: Board, root: int, terrain: int, cell: int) -> int:
    """Return the final points of an incomplete road, city or monastery at `cell` (rules 8.2)."""
    if terrain == MONASTERY:
        return 1 + board.around(cell)
    tally = board.tally[root]
    if tally & (INNS | CATHEDRALS):
        return 0
    return board.tiles(root) + (count_of(tally, PENNANT) if terrain == CITY else 0)


def score_part(match: State) -> None:
    """Score the features that the newest tile completed, in the order of R22; free their pieces."""
    for root, terrain in completed_features(match.board, match.last):
        _score_feature(match, root, terrain)


def completed_features(board: Board, cell: int) -> list[tuple[int, int]]:
    """Return the features with pieces that the tile at a cell completed, in the order of R22.

    Returns:
        (root, terrain) of each.
    """
    if not board.held:
        return []
    first, look = board.cells[cell]
    found: dict[int, int] = {}
    for node, terrain in enumerate(look.kinds, first):
        if terrain in (CITY, ROAD):
            root = board.find(node)
            if root in board.held and board.is_closed(root):
                found[root] = terrain
    if board.abbeys:
        for place in (cell, *(cell + step for step in NEIGHBOUR_STEPS)):
            if place in board.abbeys and board.around(place) == len(NEIGHBOUR_STEPS):
                found[board.abbeys[place]] = MONASTERY
    return list(found.items())


def completed_points(board: Board, cell: int, options: Mapping[str, str]) -> dict[int, int]:
    """Return the points by seat of the features that the tile at a cell completed (rules 8.1)."""
    paid: dict[int, int] = {}
    for root, terrain in completed_features(board, cell):
        points = complete_points(board, root, terrain, options)
        for seat in winners(board.held[root]):
            paid[seat] = paid.get(seat, 0) + points
    return paid


def _score_feature(match: State, root: int, terrain: int) -> None:
    board = match.board
    pieces = board.clear(root)
    points = complete_points(board, root, terrain, match.options)
    cells = _points(board.feature_cells(root))
    for seat in winners(pieces):
        match.gain(seat, points, KEY_OF[terrain], cells=cells, followers=pieces_to_json(pieces))
    for piece in pieces:
        match.supply[piece.seat][piece.kind] += 1
    match.emit("return", None, {"pieces": pieces_to_json(pieces)})
    if board.tally[root] & ALL_GOODS:
        _hand_out_goods(match, board.tally[root], cells)


def _hand_out_goods(match: State, tally: int, cells: list[list[int]]) -> None:
    """Give the goods of a city with a winner to the seat whose part it is (R2, R21)."""
    tokens = {good: count_of(tally, GOOD[good]) for good in GOODS}
    for number, good in enumerate(GOODS):
        match.goods[match.turn][number] += tokens[good]
    taken = {good: number for good, number in tokens.items() if number}
    match.emit("goods", match.turn, {"tokens": taken, "cells": cells})


class Award(NamedTuple):
    """Points that a seat gets at the end of the match; `more` is further data of the event."""

    seat: int
    points: int
    key: str
    more: Mapping[str, Any]


def score_end(match: State) -> None:
    """Score unfinished features, farms and goods (rules 8.2 to 8.4)."""
    for award in list(final_awards(match)):
        match.gain(award.seat, award.points, award.key, **award.more)


def final_awards(match: State) -> Iterator[Award]:
    """Yield what the match would score if it ended now.

    A feature that the newest tile completed counts what it will score at the end of its part.
    """
    board, options = match.board, match.options
    just_completed = dict(completed_features(board, match.last))
    for root, pieces in claimed_roots(board):
        terrain = pieces[0].terrain
        if terrain == FARM:
            continue
        if root in just_completed:
            points, key = complete_points(board, root, terrain, options), KEY_OF[terrain]
        else:
            points, key = incomplete_points(board, root, terrain, pieces[0].cell), "unfinished"
        more = {"cells": _points(board.feature_cells(root)), "followers": pieces_to_json(pieces)}
        for seat in winners(pieces) if points else ():
            yield Award(seat, points, key, more)
    for harvest in farm_harvests(board, options):
        more = {
            "cells": _points(cell for farm in harvest.farms for cell in board.feature_cells(farm)),
            "cities": [_points(board.feature_cells(city)) for city in harvest.cities],
            "followers": pieces_to_json(harvest.pieces),
        }
        for seat, points in harvest.points.items():
            yield Award(seat, points, "farms", more)
    for number, good in enumerate(GOODS):
        most = max(own[number] for own in match.goods)
        for seat, own in enumerate(match.goods):
            if most and own[number] == most:
                yield Award(
                    seat,
                    GOODS_MAJORITY_POINTS,
                    "goods",
                    {"good": good, "cells": [], "followers": []},
                )


def final_points(match: State) -> list[dict[str, int]]:
    """Return every seat's points by key if the match ended now (rules 8)."""
    points = [dict(zip(KEYS, own, strict=True)) for own in match.points]
    for award in () if match.over else final_awards(match):
        points[award.seat][award.key] += award.points
    return points


def claimed_roots(board: Board) -> list[tuple[int, tuple[Piece, ...]]]:
    """Return the features with pieces as (root, pieces), in the order of their first pieces."""
    return sorted(board.held.items(), key=lambda feature: min(p.node for p in feature[1]))


class Harvest(NamedTuple):
    """One payment for farms: the farms and cities (roots), the pieces, the points by seat."""

    farms: list[int]
    cities: list[int]
    pieces: tuple[Piece, ...]
    points: dict[int, int]


def farm_harvests(
    board: Board, options: Mapping[str, str], *, if_closed: bool = False
) -> list[Harvest]:
    """Return what the farms pay (rules 8.3).

    Args:
        if_closed: as if all cities beside the farms were complete.
    """
    touched = {
        root: sorted(city for city in board.towns(root) if if_closed or board.is_closed(city))
        for root, pieces in claimed_roots(board)
        if pieces[0].terrain == FARM
    }
    if options["farms"] == "first":
        # Each city pays once, to the seats with the most votes on all farms around it.
        beside: dict[int, list[int]] = {}
        for farm, cities in touched.items():
            for city in cities:
                beside.setdefault(city, []).append(farm)
        groups = [(farms, [city]) for city, farms in sorted(beside.items())]
    else:
        groups = [([farm], cities) for farm, cities in touched.items() if cities]
    found = []
    for farms, cities in groups:
        pieces = tuple(piece for farm in farms for piece in board.held[farm])
        points = {seat: len(cities) * each for seat, each in farm_rates(pieces).items()}
        found.append(Harvest(farms, cities, pieces, points))
    return found


def farm_rates(pieces: Sequence[Piece]) -> dict[int, int]:
    """Return, by seat, the points per city for the winners of a farm with these pieces."""
    pigs = {piece.seat for piece in pieces if piece.kind == PIG}
    return {seat: FARM_CITY_POINTS + (seat in pigs) for seat in winners(pieces)}


def pieces_to_json(pieces: Iterable[Piece]) -> list[list[int | str]]:
    """Return pieces as events and views show them, in the order of their tiles."""
    return [piece.to_json() for piece in sorted(pieces, key=lambda piece: piece.node)]


def _points(cells: Iterable[int]) -> list[list[int]]:
    return [coordinates(cell) for cell in dict.fromkeys(cells)]
