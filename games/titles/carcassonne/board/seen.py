"""The view that a scene holds, with its type and with that of its rows, and its board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from games.boards import Scene
from portal.quick.kept import MIB, Kept

from ..rules.board import Board
from ..rules.cells import cell_at
from ..rules.components import KINDS, PIECES
from ..rules.setup import pieces_of_a_seat
from ..rules.view import View

Lying = tuple[int, int, str, int]  # x, y, tile, rotation
Standing = tuple[int, int, str, int, str]  # x, y, segment, seat, kind

BOARD_SIZE = 400  # bytes that a tile of a kept board takes, roughly

#: Boards without pieces, by their tiles: most positions are one tile further than one just seen.
_lands: Kept[tuple[Lying, ...], Board] = Kept(4 * MIB)


def view_of(scene: Scene) -> View:
    return cast(View, scene.view)


def tiles_of(view: View) -> list[Lying]:
    """The tiles on the board, in the order of placing."""
    return cast(list[Lying], view["board"])


def pieces_of(view: View) -> list[Standing]:
    return cast(list[Standing], view["pieces"])


def open_hand(view: View, seat: int) -> list[str]:
    """The tiles in a hand; [] where it is hidden."""
    hand = view["hands"][seat]
    return hand if isinstance(hand, list) else []


def supply(view: View, seat: int, options: Mapping[str, str]) -> list[tuple[str, int]]:
    """The pieces a seat has, by each kind that is in play."""
    own = view["supply"][seat]
    owned = zip(PIECES, pieces_of_a_seat(options), strict=True)
    return [(kind, own[kind]) for kind, n in owned if n]


def goods(view: View, seat: int, options: Mapping[str, str]) -> list[tuple[str, int]]:
    """The goods a seat has, where goods are in play."""
    return list(view["goods"][seat].items()) if options["traders"] != "off" else []


def board_of(view: View) -> Board:
    """The board of a view: put together again from what it shows, so nothing hidden gets in."""
    tiles = cast(tuple[Lying, ...], tuple(map(tuple, view["board"])))
    board = _land(tiles).copy()
    for x, y, name, seat, word in pieces_of(view):
        cell = cell_at(x, y)
        board.put(seat, PIECES.index(word), cell, board.cells[cell][1].names.index(name))
    return board


def _land(tiles: tuple[Lying, ...]) -> Board:
    board = _lands.get(tiles)
    if board is None:
        before = _lands.get(tiles[:-1])
        board = Board() if before is None else before.copy()
        for x, y, id, rotation in tiles if before is None else tiles[-1:]:
            board.place(cell_at(x, y), KINDS[id].looks[rotation // 90])
        _lands.put(tiles, board, BOARD_SIZE * len(tiles))
    return board
