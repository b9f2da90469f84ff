"""Phase `place`: where the tile in hand may go, and why it may not go elsewhere (rules 6)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..match import IllegalMove
from .board import Board
from .cells import HALF, PLACEMENTS, STEPS, cell_at
from .components import CITY, FARM, KINDS, PIECES, ROAD, ROTATIONS, SIDES, Kind

COORDINATES = re.compile(r"(0|-?[1-9][0-9]{0,3}),(0|-?[1-9][0-9]{0,3})")
MINE = {CITY: "the city", ROAD: "the road", FARM: "the meadow"}
THEIRS = {CITY: "a city wall", ROAD: "a road", FARM: "a meadow"}


def listed(board: Board, hand: Sequence[Kind], named: bool) -> list[str]:
    """All placements of a hand; `named`: moves say which tile of the hand they place."""
    if not named:
        return _texts(board, hand[0])
    moves = []
    for kind in sorted(set(hand), key=lambda kind: kind.id):
        suffix = f" {kind.id}"
        moves += [text + suffix for text in _texts(board, kind)]
    return moves


def _texts(board: Board, kind: Kind) -> list[str]:
    fits = kind.fits
    places = [(cell, fits[need]) for cell, need in board.open.items() if need in fits]
    places.sort()
    return [
        texts[turn] for cell, turns in places for texts in (PLACEMENTS[cell],) for turn in turns
    ]


def refusal(
    board: Board, hand: Sequence[Kind], named: bool, tokens: Sequence[str]
) -> IllegalMove | None:
    """Why a move is not a placement of this hand."""
    if tokens[0] in PIECES:
        return IllegalMove("first place a tile, then a piece on it", "5")
    if tokens[0] != "place":
        return None
    form = "place x,y rotation tile" if named else "place x,y rotation"
    if len(tokens) != len(form.split(" ")):
        return IllegalMove(
            f"a placement is written {form!r}, such as {_sample(board, hand, named)!r}", "6"
        )
    kind = hand[0]
    if named:
        held = {kind.id: kind for kind in hand}
        if tokens[3] not in KINDS:
            return IllegalMove(f"there is no tile {tokens[3]!r}; you hold {_ids(hand)}", "6")
        if tokens[3] not in held:
            return IllegalMove(f"you do not hold tile {tokens[3]}: you hold {_ids(hand)}", "6")
        kind = held[tokens[3]]
    where = COORDINATES.fullmatch(tokens[1])
    if where is None:
        return IllegalMove(f"{tokens[1]!r} is not a cell: write it x,y, such as 1,-2", "6")
    if tokens[2] not in map(str, ROTATIONS):
        return IllegalMove(f"{tokens[2]!r} is not a rotation: they are 0, 90, 180 and 270", "6")
    return _misfit(board, kind, int(where[1]), int(where[2]), ROTATIONS.index(int(tokens[2])))


def _misfit(board: Board, kind: Kind, x: int, y: int, turn: int) -> IllegalMove | None:
    cell = cell_at(x, y)
    if abs(x) >= HALF or abs(y) >= HALF or (cell not in board.cells and cell not in board.open):
        return IllegalMove(f"{x},{y} touches no tile: a tile must share an edge with another", "6")
    if cell in board.cells:
        return IllegalMove(f"{x},{y} is taken: tile {board.cells[cell][1].kind.id} lies there", "6")
    look = kind.looks[turn]
    clashes = []
    for side, step in enumerate(STEPS):
        if cell + step in board.cells:
            theirs = board.cells[cell + step][1].edges[(side + 2) % 4]
            mine = look.edges[side]
            if mine != theirs:
                clashes.append(
                    f"{MINE[mine]} on your tile meets {THEIRS[theirs]} to the {SIDES[side]}"
                )
    fits = [str(ROTATIONS[turn]) for turn in kind.fits.get(board.open[cell], ())]
    remedy = (
        f"tile {kind.id} fits there at rotation {' or '.join(fits)}"
        if fits
        else f"tile {kind.id} does not fit there in any rotation"
    )
    if clashes:
        return IllegalMove(f"{' and '.join(clashes)}; {remedy}", "6")
    if turn not in kind.turns:
        return IllegalMove(
            f"tile {kind.id} looks the same at smaller rotations, only those are played; {remedy}",
            "2.1",
        )
    return None


def _ids(hand: Sequence[Kind]) -> str:
    return ", ".join(kind.id for kind in hand)


def _sample(board: Board, hand: Sequence[Kind], named: bool) -> str:
    return listed(board, hand, named)[0]
