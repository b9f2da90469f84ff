"""Phase `piece`: the pieces that may stand on the new tile, and refusals of others (rules 5.3).

A helper is a builder or a pig.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.match import IllegalMove, illegal_move, malformed_move
from games.rules.reasons import (
    MoveSyntax,
    Notation,
    OptionChoice,
    OptionName,
    Reason,
    SeatNumber,
    UserInput,
)
from games.rules.reasons import gettext_noop as _

from .board import Board
from .components import (
    BUILDER,
    CITY,
    FARM,
    LARGE_MEEPLE,
    MEEPLE,
    NO_PIECE,
    PIECES,
    PIG,
    ROAD,
    TERRAIN,
    VOTES,
)

#: Terrain on which a helper may stand; followers may stand anywhere.
GROUNDS = {BUILDER: (CITY, ROAD), PIG: (FARM,)}
WRONG_GROUND = {
    BUILDER: _("a builder goes on a city or road, not on a %(terrain)s"),
    PIG: _("a pig goes on a farm, not on a %(terrain)s"),
}
EXPANSION = {
    LARGE_MEEPLE: OptionChoice("inns", "all"),
    BUILDER: OptionChoice("traders", "all"),
    PIG: OptionChoice("traders", "all"),
}
YOURS = Reason("yours", _("yours"))


def piece_moves(board: Board, cell: int, seat: int, supply: Sequence[int]) -> list[str]:
    """Return all piece moves on the tile at `cell`; `supply` is the seat's pieces by kind."""
    moves = [NO_PIECE]
    if not any(supply):
        return moves
    first, look = board.cells[cell]
    held, find = board.held, board.find
    roots = [find(node) for node in range(first, first + len(look.names))]
    free = [number for number, root in enumerate(roots) if root not in held]
    for kind in (MEEPLE, LARGE_MEEPLE):
        if supply[kind]:
            texts = look.moves[kind]
            moves += [texts[number] for number in free]
    for kind in (BUILDER, PIG):
        if supply[kind]:
            grounds = GROUNDS[kind]
            moves += [
                look.moves[kind][number]
                for number, root in enumerate(roots)
                if look.kinds[number] in grounds
                and root in held
                and has_follower(board, root, seat)
            ]
    return moves


def has_follower(board: Board, root: int, seat: int) -> bool:
    """Return whether the feature holds a follower of the seat; helpers imply one (R12)."""
    return any(piece.seat == seat for piece in board.held.get(root, ()))


def is_builder_active(board: Board, cell: int, seat: int) -> bool:
    """Return whether a feature of the tile at `cell` holds the seat's builder."""
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
    """Return why a piece move is not legal; None if the verb is unknown.

    Args:
        supply: the seat's pieces by kind.
        owned: how many pieces of each kind a seat began with.
    """
    verb = tokens[0]
    if verb == "place":
        message = _("your tile is placed: now place a follower on it (or: %(none)s)")
        return illegal_move("tile_is_placed", message, "5.3", none=Notation(NO_PIECE))
    if verb not in PIECES:
        return None
    look = board.cells[cell][1]
    if len(tokens) != 2:
        return malformed_move("5.3", tokens, f"{verb} segment", f"{verb} {look.names[0]}")
    kind, name = PIECES.index(verb), tokens[1]
    if name == "none":
        message = _("to place no follower, write %(form)s")
        return illegal_move("bad_form", message, "5.3", form=MoveSyntax(NO_PIECE))
    if name not in look.names:
        message = _("the tile just placed has no segment %(given)s; it has %(segments)s")
        return illegal_move(
            "no_such_segment", message, "5.3", given=UserInput(name), segments=tuple(look.names)
        )
    if not owned[kind]:
        return illegal_move(
            "not_in_this_match",
            _("%(piece)s is not in this match: it comes with %(option)s = %(choice)s"),
            "2.2",
            piece=verb,
            option=OptionName(EXPANSION[kind].option),
            choice=EXPANSION[kind],
        )
    if not supply[kind]:
        message = _("you have no %(piece)s left: all %(n)s are on the board")
        return illegal_move("none_left", message, "5.3", piece=verb, n=owned[kind])
    return _ground_refusal(board, cell, seat, kind, look.names.index(name))


def _ground_refusal(
    board: Board, cell: int, seat: int, kind: int, segment: int
) -> IllegalMove | None:
    """Return why a piece may not stand on a segment of the new tile."""
    first, look = board.cells[cell]
    terrain, root = look.kinds[segment], board.find(first + segment)
    params = {"segment": look.names[segment], "terrain": TERRAIN[terrain]}
    if kind in (MEEPLE, LARGE_MEEPLE):
        if root not in board.held:
            return None
        seats = {piece.seat for piece in board.held[root] if VOTES[piece.kind]}
        message = _(
            "%(segment)s is part of a %(terrain)s that already holds a follower of %(owners)s"
        )
        owners = tuple(YOURS if one == seat else SeatNumber(one) for one in sorted(seats))
        return illegal_move("held_already", message, "5.3", owners=owners, **params)
    params["piece"] = PIECES[kind]
    if terrain not in GROUNDS[kind]:
        return illegal_move("wrong_ground", WRONG_GROUND[kind], "5.3", **params)
    if has_follower(board, root, seat):
        return None
    message = _(
        "%(segment)s is part of a %(terrain)s without one of your followers: a "
        "%(piece)s needs one there"
    )
    return illegal_move("needs_follower", message, "5.3", **params)
