"""Phase `piece`: which pieces may stand on the new tile, and why others may not (rules 6)."""

from __future__ import annotations

from collections.abc import Sequence

from ..match import IllegalMove
from .board import Board
from .components import (
    BIG,
    BUILDER,
    CITY,
    FARM,
    MEEPLE,
    NO_PIECE,
    PIECES,
    PIG,
    ROAD,
    TERRAIN,
    VOTES,
)

#: What a helper may stand on; followers stand anywhere.
GROUNDS = {BUILDER: (CITY, ROAD), PIG: (FARM,)}
WORDS = ("normal follower", "large follower", "builder", "pig")
EXPANSION = {BIG: "inns=all", BUILDER: "traders=all", PIG: "traders=all"}


def listed(board: Board, cell: int, seat: int, supply: Sequence[int]) -> list[str]:
    """All piece moves on the tile at `cell`; `supply`: the seat's pieces by kind."""
    first, look = board.cells[cell]
    held, find = board.held, board.find
    roots = [find(node) for node in range(first, first + len(look.names))]
    free = [number for number, root in enumerate(roots) if root not in held]
    moves = [NO_PIECE]
    for kind in (MEEPLE, BIG):
        if supply[kind]:
            texts = look.moves[kind]
            moves += [texts[number] for number in free]
    for kind in (BUILDER, PIG):
        if supply[kind]:
            grounds = GROUNDS[kind]
            moves += [
                look.moves[kind][number]
                for number, root in enumerate(roots)
                if look.kinds[number] in grounds and root in held and stands(board, root, seat)
            ]
    return moves


def stands(board: Board, root: int, seat: int) -> bool:
    """Whether a follower of the seat stands on the feature: no helper stands without one (R12)."""
    return any(piece.seat == seat for piece in board.held.get(root, ()))


def builder_works(board: Board, cell: int, seat: int) -> bool:
    """Whether a feature of the tile at `cell` holds the seat's builder."""
    first, look = board.cells[cell]
    for node in range(first, first + len(look.names)):
        for piece in board.held.get(board.find(node), ()):
            if piece.kind == BUILDER and piece.seat == seat:
                return True
    return False


def refusal(
    board: Board,
    cell: int,
    seat: int,
    supply: Sequence[int],
    owned: Sequence[int],
    tokens: Sequence[str],
) -> IllegalMove | None:
    """Why a piece move is not listed; `owned`: how many of each kind a seat began with."""
    verb = tokens[0]
    if verb == "place":
        return IllegalMove(f"your tile is placed: now put a piece on it, or {NO_PIECE!r}", "5")
    if verb not in PIECES:
        return None
    look = board.cells[cell][1]
    if len(tokens) != 2:
        return IllegalMove(
            f"a piece is put with '{verb} segment', such as '{verb} {look.names[0]}'", "6"
        )
    kind = PIECES.index(verb)
    word, name = WORDS[kind], tokens[1]
    if name == "none":
        return IllegalMove(f"to put no piece, write {NO_PIECE!r}", "6")
    if name not in look.names:
        names = ", ".join(look.names)
        return IllegalMove(f"the tile just placed has no segment {name!r}; it has {names}", "6")
    if not owned[kind]:
        return IllegalMove(f"there is no {word} in this match: {EXPANSION[kind]} has it", "2.2")
    if not supply[kind]:
        return IllegalMove(f"you have no {word} left: all {owned[kind]} are on the board", "6")
    segment = look.names.index(name)
    terrain = look.kinds[segment]
    root = board.find(board.cells[cell][0] + segment)
    if kind in (MEEPLE, BIG):
        if root not in board.held:
            return None
        seats = sorted({piece.seat for piece in board.held[root] if VOTES[piece.kind]})
        owners = " and ".join("yours" if one == seat else f"seat {one}" for one in seats)
        return IllegalMove(
            f"{name} is part of a {TERRAIN[terrain]} that already holds a follower of {owners}", "6"
        )
    if terrain not in GROUNDS[kind]:
        grounds = " or ".join(TERRAIN[ground] for ground in GROUNDS[kind])
        return IllegalMove(f"a {word} stands on a {grounds}, not on a {TERRAIN[terrain]}", "6")
    if not stands(board, root, seat):
        return IllegalMove(
            f"{name} is part of a {TERRAIN[terrain]} without a follower of yours: "
            f"a {word} needs one there",
            "6",
        )
    return None
