"""Phase `place`: the legal placements of a hand, and refusals of others (rules 5.2)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from games.rules.match import IllegalMove, illegal_move, malformed_move
from games.rules.reasons import MoveSyntax, Place, Reason, UserInput
from games.rules.reasons import gettext_noop as _

from .board import Board
from .cells import HALF, PLACEMENTS, STEPS, cell_at
from .components import CITY, FARM, KINDS, PIECES, ROAD, ROTATIONS, SIDES, TileKind

COORDINATES = re.compile(r"(0|-?[1-9][0-9]{0,3}),(0|-?[1-9][0-9]{0,3})")
EDGES = {CITY: "city", ROAD: "road", FARM: "meadow"}


def placements(board: Board, hand: Sequence[TileKind], named: bool) -> list[str]:
    """Return all placements of a hand; with `named`, moves name the tile that they place."""
    if not named:
        return _placement_texts(board, hand[0])
    moves = []
    for kind in sorted(set(hand), key=lambda kind: kind.id):
        suffix = f" {kind.id}"
        moves += [text + suffix for text in _placement_texts(board, kind)]
    return moves


def _placement_texts(board: Board, kind: TileKind) -> list[str]:
    fits, needs = kind.fits, board.open
    cells = [cell for cell, need in needs.items() if need in fits]
    cells.sort()
    return [PLACEMENTS[cell][turn] for cell in cells for turn in fits[needs[cell]]]


def refusal(
    board: Board, hand: Sequence[TileKind], named: bool, tokens: Sequence[str]
) -> IllegalMove | None:
    """Return why a move is not a placement of this hand; None if the verb is unknown."""
    if tokens[0] in PIECES:
        return illegal_move(
            "tile_comes_first", _("place a tile first, then a follower on it"), "5.3"
        )
    if tokens[0] != "place":
        return None
    form = "place x,y rotation tile" if named else "place x,y rotation"
    if len(tokens) != len(form.split(" ")):
        return malformed_move("5.2", tokens, form, placements(board, hand, named)[0])
    kind = hand[0]
    if named:
        held = {kind.id: kind for kind in hand}
        if tokens[3] not in held:
            return _not_held_refusal(tokens[3], tuple(kind.id for kind in hand))
        kind = held[tokens[3]]
    where = COORDINATES.fullmatch(tokens[1])
    if where is None:
        message = _("%(given)s is not a cell: write it x,y, such as %(example)s")
        return illegal_move(
            "no_such_cell", message, "2.1", given=UserInput(tokens[1]), example=MoveSyntax("1,-2")
        )
    if tokens[2] not in map(str, ROTATIONS):
        message = _("%(given)s is not a rotation; choose from: %(rotations)s")
        return illegal_move(
            "no_such_rotation", message, "2.1", given=UserInput(tokens[2]), rotations=ROTATIONS
        )
    return _misfit_refusal(
        board, kind, int(where[1]), int(where[2]), ROTATIONS.index(int(tokens[2]))
    )


def _not_held_refusal(id: str, hand: tuple[str, ...]) -> IllegalMove:
    if id not in KINDS:
        message = _("there is no tile %(given)s; you hold %(hand)s")
        return illegal_move("no_such_tile", message, "3.1", given=UserInput(id), hand=hand)
    message = _("you do not hold tile %(tile)s: you hold %(hand)s")
    return illegal_move("not_in_hand", message, "3.1", tile=id, hand=hand)


def _misfit_refusal(board: Board, kind: TileKind, x: int, y: int, turn: int) -> IllegalMove | None:
    cell, place = cell_at(x, y), Place(f"{x},{y}")
    if abs(x) >= HALF or abs(y) >= HALF or (cell not in board.cells and cell not in board.open):
        message = _("%(cell)s touches no tile: a tile must share an edge with another")
        return illegal_move("not_connected", message, "5.2", cell=place)
    if cell in board.cells:
        tile = board.cells[cell][1].kind.id
        message = _("%(cell)s is taken: tile %(tile)s is there")
        return illegal_move("taken", message, "5.2", cell=place, tile=tile)
    look = kind.looks[turn]
    clashes = []
    for side, step in enumerate(STEPS):
        if cell + step in board.cells:
            theirs = board.cells[cell + step][1].edges[(side + 2) % 4]
            mine = look.edges[side]
            if mine != theirs:
                clashes.append(_clash_reason(mine, theirs, side))
    params = {"tile": kind.id, "remedy": _fitting_turns_reason(board, kind, cell)}
    if clashes:
        message = _("%(clashes)s; %(remedy)s")
        return illegal_move("edges_do_not_match", message, "5.2", clashes=tuple(clashes), **params)
    if turn not in kind.turns:
        message = _(
            "tile %(tile)s looks the same at a smaller rotation, and only that one "
            "is used; %(remedy)s"
        )
        return illegal_move("same_at_smaller_rotation", message, "2.1", **params)
    return None


def _clash_reason(mine: int, theirs: int, side: int) -> Reason:
    message = _("the %(mine)s on your tile meets a %(theirs)s to the %(side)s")
    return Reason("clash", message, mine=EDGES[mine], theirs=EDGES[theirs], side=SIDES[side])


def _fitting_turns_reason(board: Board, kind: TileKind, cell: int) -> Reason:
    turns = kind.fits.get(board.open[cell], ())
    if not turns:
        message = _("tile %(tile)s does not fit there in any rotation")
        return Reason("fits_in_no_rotation", message, tile=kind.id)
    message = _("tile %(tile)s fits there at rotation %(rotations)s")
    rotations = tuple(ROTATIONS[turn] for turn in turns)
    return Reason("fits_rotated", message, tile=kind.id, rotations=rotations)
