"""Points: chips, printed points, and the bonuses of the large buildings (rules 8)."""

from __future__ import annotations

from games.rules.match import Score, rank_scores

from .boards import Board
from .components import (
    CITY_HALL,
    CUSTOMS_CHIPS,
    CUSTOMS_HOUSE,
    FORTRESS,
    FORTRESS_WORKERS,
    GUILD_HALL,
    GUILD_POINTS,
    LARGE,
    RESIDENCE,
    RESIDENCE_FREE_TILES,
    RESIDENCE_MIN_POINTS,
    SLOTS,
    VIOLET,
)
from .state import State

CHIPS = "chips"


def bonus(board: Board, slot: int) -> int:
    """The bonus of a large building beyond its printed points, as if it were occupied now."""
    if slot == GUILD_HALL:
        return sum(points for shop, points in GUILD_POINTS.items() if board.size[shop])
    if slot == CUSTOMS_HOUSE:
        return board.chips // CUSTOMS_CHIPS
    if slot == RESIDENCE:
        return max(RESIDENCE_MIN_POINTS, board.tiles - RESIDENCE_FREE_TILES)
    if slot == CITY_HALL:
        return sum(1 for one in VIOLET if board.size[one])
    if slot == FORTRESS:
        return board.crew // FORTRESS_WORKERS
    raise ValueError(f"{SLOTS[slot]} has no bonus")


def bonuses(board: Board) -> dict[str, int]:
    """The bonuses of the occupied large buildings, by key."""
    return {SLOTS[slot]: bonus(board, slot) for slot in LARGE if board.workers[slot]}


def scores(match: State) -> list[Score]:
    """The points so far; bonuses count when the match is over. Ties: doubloons and barrels."""
    breakdowns = []
    for board in match.boards:
        breakdown = {CHIPS: board.chips, "buildings": board.points}
        breakdown.update({SLOTS[slot]: 0 for slot in LARGE})
        if match.over:
            breakdown.update(bonuses(board))
        breakdowns.append(breakdown)
    return rank_scores(
        breakdowns, [(board.doubloons + sum(board.goods),) for board in match.boards]
    )
