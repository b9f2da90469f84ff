"""What possessions are worth, and the events that announce every change of it (rules 8)."""

from __future__ import annotations

from collections.abc import Sequence

from .board import Board
from .components import BREAD, GOOD_POINTS, HARBOR, LEVEL
from .state import State
from .town_map import largest_waterway_group

LEVEL_KEYS = ("bread", "stations", "citizens", "harbor")
HARBOR_POINTS = {4: 10, 5: 15}  # by towns in the group


def points_by_key(board: Board) -> dict[str, int]:
    """The breakdown of a seat's points."""
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
    """Points of what depends on the development level or on the map."""
    level = LEVEL[board.development]
    harbor = harbor_points(board) if board.owned >> HARBOR & 1 else 0
    built = board.stations.bit_count() + board.road_stations
    return board.bread * level, built * level, board.citizens * level, harbor


def harbor_points(board: Board) -> int:
    """The largest group of station towns joined by waterways: one group only (rules 10.23)."""
    return HARBOR_POINTS.get(min(5, largest_waterway_group(board.stations)), 0)


def station_leader(built: Sequence[int]) -> int | None:
    """The only seat with the most stations, which gets a citizen at the end (rules 5.8)."""
    most = max(built)
    return built.index(most) if most and built.count(most) == 1 else None


def change_coins(state: State, seat: int, amount: int, reason: str) -> None:
    """Gain or pay coins."""
    if amount:
        state.boards[seat].coins += amount
        state.emit_score(seat, amount, reason, key="coins")


def change_goods(state: State, seat: int, good: int, amount: int, reason: str) -> None:
    """Gain or lose goods or bread; the supply is the caller's business."""
    board = state.boards[seat]
    if good == BREAD:
        board.bread += amount
        emit_level_changes(state, seat, reason)
    else:
        board.goods[good] += amount
        state.emit_score(seat, amount * GOOD_POINTS[good], reason, key="goods")


def emit_level_changes(state: State, seat: int, reason: str) -> None:
    """Emit what changed of the points that depend on the level, stations, citizens and bread."""
    board = state.boards[seat]
    now = level_points(board)
    before = board.leveled
    if now == before:
        return
    board.leveled = now
    for key, new, old in zip(LEVEL_KEYS, now, before, strict=True):
        if new != old:
            state.emit_score(seat, new - old, reason, key=key)
