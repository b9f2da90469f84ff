"""The moves that the rules make for a seat whose time has run out (rules 12)."""

from __future__ import annotations

from .cells import CELLS, NEIGHBOUR_STEPS
from .components import FARM, MEEPLE, MONASTERY, NO_PIECE
from .scoring import complete_points
from .state import State

#: Normal followers that must be in supply before one goes where it does not score at once.
RESERVE = 4


def auto_placement(match: State, moves: list[str]) -> str:
    """Return the placement with the most taken cells around it, the first on ties."""
    return max(moves, key=lambda move: match.board.around(CELLS[move.split(" ")[1]]))


def auto_piece(match: State, moves: list[str]) -> str:
    """Return a follower that scores at once, else one on a monastery.

    With followers to spare, return one on a city or road; otherwise none.
    """
    meeples = [move for move in moves if move.startswith("meeple ") and move != NO_PIECE]
    at_once = [(points_at_once(match, move.split(" ")[1]), move) for move in meeples]
    best = max(at_once, key=lambda choice: choice[0], default=(0, ""))
    if best[0]:
        return best[1]
    wanted = ["meeple monastery"]
    if match.supply[match.turn][MEEPLE] >= RESERVE:
        wanted += ["meeple city:", "meeple road:"]
    for start in wanted:
        for move in meeples:
            if move.startswith(start):
                return move
    return NO_PIECE


def points_at_once(match: State, segment: str) -> int:
    """Return the points that a follower on this segment of the new tile would score at once."""
    board = match.board
    first, look = board.cells[match.last]
    number = look.names.index(segment)
    terrain, root = look.kinds[number], board.find(first + number)
    if terrain == FARM:
        return 0
    if terrain == MONASTERY:
        complete = board.around(match.last) == len(NEIGHBOUR_STEPS)
    else:
        complete = board.is_closed(root)
    return complete_points(board, root, terrain, match.options) if complete else 0
