"""Points of what a seat owns, and the events for every change of them (rules 8)."""

from __future__ import annotations

from collections.abc import Sequence

from .board import Board
from .components import BREAD, GOOD_POINTS, HARBOR, LEVEL
from .state import State
from .town_map import largest_waterway_group

LEVEL_KEYS = ("bread", "stations", "citizens", "harbor")
HARBOR_POINTS = {4: 10, 5: 15}  # by number of towns in the group


def points_by_key(board: Board) -> dict[str, int]:
    """Return the breakdown of a seat's points."""
    bread, stations, citizens, harbor = level_points(board)
    return {
        "coins": board.coins,
        "goods": sum(map(int.__mul__, board.goods, GOOD_POINTS)),
        "bread": bread,
        "stations": stations,
        "citizens": citizens,
        "harbor": harbor,
    }


def level_points(board: Board) -> tuple[int, int, int, int]:
    """Return the points for bread, stations, citizens and harbor."""
    level = LEVEL[board.development]
    harbor = harbor_points(board) if board.owned >> HARBOR & 1 else 0
    built = board.stations.bit_count() + board.road_stations
    return board.bread * level, built * level, board.citizens * level, harbor


def harbor_points(board: Board) -> int:
    """The points for the largest group of station towns joined by waterways (rules 10.23)."""
    return points_of_group(largest_waterway_group(board.stations).bit_count())


def points_of_group(towns: int) -> int:
    return HARBOR_POINTS.get(min(towns, max(HARBOR_POINTS)), 0)


def station_leader(built: Sequence[int]) -> int | None:
    """The seat that alone has the most stations (a citizen at the end, rules 5.8), or None."""
    most = max(built)
    return built.index(most) if most and built.count(most) == 1 else None


def change_coins(state: State, seat: int, amount: int, reason: str) -> None:
    """Add coins, or pay them if the amount is negative."""
    if amount:
        state.boards[seat].coins += amount
        state.emit_score(seat, amount, reason, key="coins")


def change_goods(state: State, seat: int, good: int, amount: int, reason: str) -> None:
    """Add or remove goods or bread; the caller must change the supply."""
    board = state.boards[seat]
    if good == BREAD:
        board.bread += amount
        emit_level_changes(state, seat, reason)
    else:
        board.goods[good] += amount
        state.emit_score(seat, amount * GOOD_POINTS[good], reason, key="goods")


def emit_level_changes(state: State, seat: int, reason: str) -> None:
    """Emit the changes of the points that `level_points` returns."""
    board = state.boards[seat]
    now = level_points(board)
    before = board.leveled
    if now == before:
        return
    board.leveled = now
    for key, new, old in zip(LEVEL_KEYS, now, before, strict=True):
        if new != old:
            state.emit_score(seat, new - old, reason, key=key)
